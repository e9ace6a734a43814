//! The reminder of a player whose time is running out.

use crate::app::Kept;
use crate::discord::text::Text;
use crate::discord::view::Message;
use crate::game::PlayerId;
use crate::time::Timestamp;

use super::Names;

/// The reminder; `None` when there is nothing to remind of any more: the player has moved, the game is over or
/// paused, or the time is up.
pub(super) fn reminder(
    kept: &Kept,
    ply: u32,
    player: PlayerId,
    names: &Names,
    text: Text,
    now: Timestamp,
) -> Option<Message> {
    let game = &kept.game;
    let deadline = game.deadline().filter(|&deadline| deadline > now)?;
    let same_turn = game.line().plies() == ply as usize && game.to_move() == Some(player);
    if !same_turn {
        return None;
    }
    let opponent = names.shown(game.opponent_of(player)?);
    let person = names.mention(player, Some(player));
    Some(Message {
        content: text.reminder(&person, game.id, &opponent, deadline),
        ping: Some(player),
        ..Message::default()
    })
}
