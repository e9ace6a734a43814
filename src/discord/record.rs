//! A game as a PGN file that every program reads.

use std::time::Duration;

use crate::app::Kept;
use crate::chess::pgn::{self, Annotation};
use crate::game::{Game, PlayedMove, PlayerId, Termination};
use crate::time::{Days, Timestamp};

use super::post::Names;
use super::view::File;

/// The game's PGN as a file.
pub(super) fn pgn_file(kept: &Kept, names: &Names) -> File {
    File {
        name: format!("penpawn-{}.pgn", kept.game.id),
        bytes: pgn_text(&kept.game, names).into_bytes(),
        alt: None,
    }
}

fn pgn_text(game: &Game, names: &Names) -> String {
    let result = game.result();
    let mut written = pgn::Game::new(
        game.line().clone(),
        result.and_then(|(result, _)| result.outcome),
    );
    let name = |player: PlayerId| names.plain(player);
    let ended = result.map_or_else(|| game.turn_started(), |(_, at)| at);
    let round = game.id.to_string();
    let mut tags = vec![
        ("Event", "Penpawn correspondence game".to_owned()),
        ("Site", "Discord".to_owned()),
        ("Date", game.started.pgn_date()),
        ("Round", "-".to_owned()),
        ("White", name(game.players.white)),
        ("Black", name(game.players.black)),
        ("GameId", round),
        ("UTCDate", game.started.pgn_date()),
        ("UTCTime", game.started.pgn_time()),
        ("EndDate", ended.pgn_date()),
        ("EndTime", ended.pgn_time()),
        ("TimeControl", time_control(game.terms.days)),
        (
            "Termination",
            termination(result.map(|(result, _)| result.termination)).to_owned(),
        ),
    ];
    if let Some(opening) = crate::openings::name(game.line()) {
        tags.push(("ECO", opening.eco.to_owned()));
        tags.push(("Opening", opening.name.to_owned()));
    }
    for (tag, value) in tags {
        written.tags.set(tag, &value);
    }
    let mut turn_started = game.started;
    for (annotation, played) in written.annotations.iter_mut().skip(1).zip(game.moves()) {
        *annotation = thinking_time(game.terms.days, played, turn_started);
        turn_started = played.at;
    }
    written.to_string()
}

/// Seconds for each move, as the PGN standard (section 9.6.1) writes `1/259200` for one move in three days.
fn time_control(days: Option<Days>) -> String {
    days.map_or_else(
        || "-".to_owned(),
        |days| format!("1/{}", days.span().as_seconds()),
    )
}

/// The standard's words (section 9.8.1).
fn termination(termination: Option<Termination>) -> &'static str {
    match termination {
        None => "unterminated",
        Some(
            Termination::Automatic(_)
            | Termination::Agreement
            | Termination::Resignation
            | Termination::Claim(_),
        ) => "normal",
        Some(Termination::TimeOut(_)) => "time forfeit",
        Some(
            Termination::Aborted(_)
            | Termination::NeverBegun
            | Termination::Abandoned(_)
            | Termination::ServerGone,
        ) => "abandoned",
    }
}

/// With a limit, what was left of it; without, how long the player thought.
fn thinking_time(days: Option<Days>, played: PlayedMove, from: Timestamp) -> Annotation {
    let seconds =
        |span: crate::time::Span| Some(Duration::from_secs(span.as_seconds().max(0) as u64));
    // Old games kept no clocks; there was nothing that changed them then.
    let left = played
        .left
        .or_else(|| days.map(|days| from + days.span() - played.at));
    match left {
        Some(left) => Annotation {
            clock: seconds(left),
            ..Annotation::default()
        },
        None => Annotation {
            elapsed: seconds(played.at - from),
            ..Annotation::default()
        },
    }
}
