//! The reminder of a player whose time is running out: one message for all his games that are due.

use crate::app::Kept;
use crate::discord::button::{Button, Intent};
use crate::discord::text::Text;
use crate::discord::view::{Control, MAX_CONTENT, Message, Style};
use crate::game::PlayerId;
use crate::time::Timestamp;

use super::{Names, link_to};

/// As many games as one message names, each with a button.
pub(in crate::discord) const MOST_GAMES: usize = 20;

/// Whether there is still something to remind of: the player has not moved, the game is not over or paused, and there
/// is time.
pub(in crate::discord) fn is_wanted(
    kept: &Kept,
    ply: u32,
    player: PlayerId,
    now: Timestamp,
) -> bool {
    let game = &kept.game;
    game.deadline().is_some_and(|deadline| deadline > now)
        && game.line().plies() == ply as usize
        && game.to_move() == Some(player)
}

/// The reminder of `player` of those games, of which the least time left comes first, and how many of them it has
/// room for. It names no other. By direct message nobody has to be called.
pub(in crate::discord) fn reminder(
    player: PlayerId,
    due: &[&Kept],
    names: &Names,
    direct: bool,
    text: Text,
) -> (Message, usize) {
    let ping = (!direct).then_some(player);
    let person = names.mention(player, ping);
    let mut shown: Vec<Shown<'_>> = due
        .iter()
        .take(MOST_GAMES)
        .filter_map(|kept| Shown::of(kept, player, names, text))
        .collect();
    let (content, named) = match shown.as_slice() {
        [only] => {
            let words = text.reminder(&person, only.kept.game.id, &only.opponent, only.deadline);
            (only.linked(&words, text), 1)
        }
        several => {
            let title = text.reminder_of_several(&person, several.len());
            content(&title, several, text)
        }
    };
    shown.truncate(named);
    let controls = shown.iter().map(|shown| {
        let game = shown.kept.game.id;
        let plain = shown.kept.game.opponent_of(player);
        let opponent = plain
            .map(|opponent| names.plain(opponent))
            .unwrap_or_default();
        Control::new(
            look_at(shown.kept),
            text.game_against(game, &opponent),
            Style::Primary,
        )
    });
    let message = Message {
        content,
        ping,
        ..Message::default()
    };
    (message.with_controls(controls), named)
}

/// The button by which the player sees the game, and the reminder is recognized.
pub(in crate::discord) fn look_at(kept: &Kept) -> Button {
    Button::Game {
        game: kept.game.id,
        seen: None,
        intent: Intent::View,
    }
}

/// A game as its line tells it.
struct Shown<'a> {
    kept: &'a Kept,
    opponent: String,
    deadline: Timestamp,
    line: String,
    link: Option<String>,
}

impl<'a> Shown<'a> {
    fn of(kept: &'a Kept, player: PlayerId, names: &Names, text: Text) -> Option<Shown<'a>> {
        let game = &kept.game;
        let (opponent, deadline) = (game.opponent_of(player)?, game.deadline()?);
        let opponent = names.shown(opponent);
        let line = text.reminder_line(game.id, &opponent, deadline);
        let link = kept.post.map(|post| link_to(kept.place, post));
        Some(Shown {
            kept,
            opponent,
            deadline,
            line,
            link,
        })
    }
}

impl Shown<'_> {
    fn linked(&self, line: &str, text: Text) -> String {
        match &self.link {
            Some(link) => text.linked(line, link),
            None => line.to_owned(),
        }
    }
}

/// A line for each game that there is room for, and how many those are. Links come last: every game is named before
/// any has one.
fn content(title: &str, games: &[Shown<'_>], text: Text) -> (String, usize) {
    // UTF-16 units, of which there are never fewer than characters.
    let units = |text: &str| text.encode_utf16().count();
    let mut room = MAX_CONTENT - units(title);
    let fits = |more: usize, room: &mut usize| {
        let left = room.checked_sub(more);
        *room = left.unwrap_or(*room);
        left.is_some()
    };
    let mut lines = vec![title.to_owned()];
    for game in games {
        if !fits(units(&game.line) + 1, &mut room) {
            break;
        }
        lines.push(game.line.clone());
    }
    let named = lines.len() - 1;
    for (line, game) in lines.iter_mut().skip(1).zip(games) {
        let linked = game.linked(line, text);
        if fits(units(&linked) - units(line), &mut room) {
            *line = linked;
        }
    }
    (lines.join("\n"), named)
}
