//! The running games of a channel in one message, and what all lists of games have in common.

use crate::app::{Listed, Overview, Post};
use crate::discord::text::{ListedTime, Text};
use crate::discord::view::{MAX_CONTENT, Message};
use crate::game::{ChannelId, Place};
use crate::time::Timestamp;

use super::Names;

/// More lines than these never fit into one message.
pub(in crate::discord) const GAMES_IN_AN_OVERVIEW: usize = 40;

/// A channel's overview as it stands.
pub(in crate::discord) fn overview(
    overview: &Overview,
    names: &Names,
    text: Text,
    now: Timestamp,
) -> Message {
    let title = text.overview_title();
    let content = if overview.games.is_empty() {
        format!("{title}\n{}", text.overview_empty())
    } else {
        let lines = overview
            .games
            .iter()
            .map(|game| line(game, names, text, now));
        let left_out = overview.count.saturating_sub(overview.games.len());
        fitted(&title, lines.collect(), left_out, text)
    };
    Message {
        content,
        ..Message::default()
    }
}

fn line(game: &Listed, names: &Names, text: Text, now: Timestamp) -> String {
    let number = match link(game) {
        Some(link) => text.game_number_linked(game.id, &link),
        None => text.game_number(game.id),
    };
    let players = [game.players.white, game.players.black].map(|player| names.shown(player));
    let to_move = names.shown(game.to_move());
    text.overview_line(
        &number,
        [&players[0], &players[1]],
        game.move_number,
        &to_move,
        listed_time(game, now),
    )
}

/// What the clock of a game does at `now`.
pub(in crate::discord) fn listed_time(game: &Listed, now: Timestamp) -> ListedTime {
    if let Some(until) = game.paused_until {
        ListedTime::Paused(until)
    } else if let Some(until) = game.away.filter(|&until| until > now) {
        ListedTime::Away(until)
    } else {
        match game.deadline {
            Some(deadline) if deadline > now => ListedTime::Until(deadline),
            Some(deadline) => ListedTime::Over(deadline),
            None => ListedTime::Unlimited,
        }
    }
}

/// Where the latest board of a game is, when that is known.
pub(in crate::discord) fn link(game: &Listed) -> Option<String> {
    game.post.map(|post| link_to(game.place, post))
}

/// The address of a message, which opens in Discord itself.
pub(in crate::discord) fn link_to(place: Place, (channel, message): Post) -> String {
    let guild = place
        .guild
        .map_or_else(|| "@me".to_owned(), |guild| guild.to_string());
    let ChannelId(channel) = channel;
    format!("https://discord.com/channels/{guild}/{channel}/{message}")
}

/// A title and as many lines as fit into one message, with the number of those that do not; `left_out` are more that
/// have no line.
pub(in crate::discord) fn fitted(
    title: &str,
    mut lines: Vec<String>,
    left_out: usize,
    text: Text,
) -> String {
    let count = lines.len() + left_out;
    loop {
        let mut all = vec![title.to_owned()];
        all.extend(lines.iter().cloned());
        all.extend((lines.len() < count).then(|| text.more_games(count - lines.len())));
        let content = all.join("\n");
        if lines.is_empty() || content.encode_utf16().count() <= MAX_CONTENT {
            return content;
        }
        lines.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(lines: usize, length: usize, left_out: usize, expected: (usize, &str)) {
        let lines = vec!["x".repeat(length); lines];
        let content = fitted("title", lines, left_out, Text::default());
        assert!(content.encode_utf16().count() <= MAX_CONTENT);
        let whole = content.lines().filter(|line| line.starts_with('x')).count();
        let last = content.lines().last().unwrap_or_default();
        assert_eq!(
            (whole, if last.starts_with('x') { "" } else { last }),
            expected
        );
    }

    #[test]
    fn a_list_holds_what_fits_and_counts_the_rest() {
        check(2, 100, 0, (2, ""));
        check(2, 100, 1, (2, "… and 1 more."));
        check(20, 98, 0, (20, ""));
        check(20, 99, 0, (19, "… and 1 more."));
        check(30, 99, 5, (19, "… and 16 more."));
    }
}
