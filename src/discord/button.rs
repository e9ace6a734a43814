//! Buttons and forms: what a press means, and the `custom_id` that carries it.
//!
//! A button holds all that it needs, so it works after a restart: the challenge, or the game with the revision that
//! its presser looked at. A `custom_id` has at most 100 characters and comes back from outside, so it is read with
//! care.
//! <https://discord.com/developers/docs/components/reference#anatomy-of-a-component-custom-id>

use std::borrow::Cow;
use std::fmt::Write as _;
use std::str::FromStr;

use crate::chess::Square;
use crate::game::{ChallengeId, Deed, GameId, PlanLine, PlayerId, Revision};
use crate::time::Zone;

/// The longest typed move, in UTF-16 units, that fits into a `custom_id` beside the rest.
pub const MAX_CARRIED_TEXT: usize = 40;

/// What a press, or the submission of a form, means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Button {
    /// Take up a challenge.
    AcceptChallenge(ChallengeId),
    /// Decline a challenge.
    DeclineChallenge(ChallengeId),
    /// Withdraw one's own challenge.
    WithdrawChallenge(ChallengeId),
    /// Do something about a game.
    Game {
        /// Which game.
        game: GameId,
        /// The revision that the presser looked at; `None` where it does not matter.
        seen: Option<Revision>,
        /// What.
        intent: Intent,
    },
    /// Show a private board to everybody.
    ShowBoard(GameId),
    /// Show a private list of games to everybody.
    ShowGames(PlayerId),
    /// End one's own vacation.
    EndVacation,
    /// Change one's own settings.
    Settings(SettingsButton),
    /// Drop a private question without doing anything.
    Dismiss,
}

/// What changes the settings of whoever presses it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SettingsButton {
    /// Reminders come by direct message.
    RemindByDm,
    /// Reminders come in the channel of the game.
    RemindInChannel,
    /// Fill in a form with the time zone.
    AskZone,
    /// The time zone is this.
    Zone(Zone),
    /// Fill in a form with the quiet hours.
    AskQuietHours,
    /// There are no quiet hours.
    NoQuietHours,
    /// Whether a vacation is taken rather than a game lost on time.
    Shelter(bool),
    /// Whether moves are shown before they are played.
    Preview(bool),
}

/// What somebody wants of a game, however he says it: by command, button or form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Intent {
    /// Do something to it.
    Do(Deed),
    /// Play a move that was typed, or see first what it leads to: as the person has it in his settings.
    Typed {
        /// The move as typed.
        text: String,
        /// Whether a draw is offered with the move.
        offer_draw: bool,
    },
    /// See where the piece on a square can go.
    PieceOn(Square),
    /// See what a move leads to. In UCI; a promotion may lack its piece, and is then asked about.
    Show(String),
    /// Fill in a form with a move.
    MoveForm,
    /// See the board privately.
    View,
    /// Read the position in words.
    ViewText,
    /// Have the game's posts here from now on.
    ViewHere,
    /// See one's own plan.
    ViewPlan,
    /// See what else there is to do: offer a draw, resign and so on.
    Menu,
    /// Be asked whether to resign.
    AskResign,
    /// Play the next game against the same opponent.
    Rematch,
}

/// A `custom_id` that no Penpawn of this version makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a button of this version")]
pub struct UnknownButton;

impl Button {
    /// The button as Discord carries it.
    pub fn custom_id(&self) -> String {
        match self {
            Button::AcceptChallenge(id) => format!("c:{id}:accept"),
            Button::DeclineChallenge(id) => format!("c:{id}:decline"),
            Button::WithdrawChallenge(id) => format!("c:{id}:withdraw"),
            Button::Game { game, seen, intent } => {
                let mut id = format!("g:{game}:");
                if let Some(revision) = seen {
                    let _ = write!(id, "{revision}");
                }
                let (code, text) = intent.code();
                let _ = write!(id, ":{code}");
                if let Some(text) = text {
                    let _ = write!(id, ":{text}");
                }
                id
            }
            Button::ShowBoard(game) => format!("b:{game}"),
            Button::ShowGames(player) => format!("s:{player}"),
            Button::EndVacation => "v".to_owned(),
            Button::Settings(setting) => format!("p:{}", setting.code()),
            Button::Dismiss => "x".to_owned(),
        }
    }
}

impl FromStr for Button {
    type Err = UnknownButton;

    fn from_str(custom_id: &str) -> Result<Self, Self::Err> {
        let (kind, rest) = custom_id.split_once(':').unwrap_or((custom_id, ""));
        match kind {
            "c" => challenge_button(rest),
            "g" => game_button(rest),
            "b" => rest.parse().ok().map(Button::ShowBoard),
            "s" => rest.parse().ok().map(Button::ShowGames),
            "v" if rest.is_empty() => Some(Button::EndVacation),
            "p" => SettingsButton::from_code(rest).map(Button::Settings),
            "x" if rest.is_empty() => Some(Button::Dismiss),
            _ => None,
        }
        .ok_or(UnknownButton)
    }
}

fn challenge_button(rest: &str) -> Option<Button> {
    let (id, answer) = rest.split_once(':')?;
    let id = id.parse().ok()?;
    match answer {
        "accept" => Some(Button::AcceptChallenge(id)),
        "decline" => Some(Button::DeclineChallenge(id)),
        "withdraw" => Some(Button::WithdrawChallenge(id)),
        _ => None,
    }
}

fn game_button(rest: &str) -> Option<Button> {
    let mut parts = rest.splitn(4, ':');
    let game = parts.next()?.parse().ok()?;
    let seen = match parts.next()? {
        "" => None,
        revision => Some(revision.parse().ok()?),
    };
    let intent = Intent::from_code(parts.next()?, parts.next())?;
    Some(Button::Game { game, seen, intent })
}

impl SettingsButton {
    fn code(&self) -> String {
        let word = match self {
            SettingsButton::RemindByDm => "dm",
            SettingsButton::RemindInChannel => "channel",
            SettingsButton::AskZone => "ask-zone",
            SettingsButton::Zone(zone) => return format!("zone:{}", zone.name()),
            SettingsButton::AskQuietHours => "ask-quiet",
            SettingsButton::NoQuietHours => "no-quiet",
            SettingsButton::Shelter(true) => "shelter",
            SettingsButton::Shelter(false) => "no-shelter",
            SettingsButton::Preview(true) => "preview",
            SettingsButton::Preview(false) => "no-preview",
        };
        word.to_owned()
    }

    fn from_code(code: &str) -> Option<SettingsButton> {
        Some(match code {
            "dm" => SettingsButton::RemindByDm,
            "channel" => SettingsButton::RemindInChannel,
            "ask-zone" => SettingsButton::AskZone,
            "ask-quiet" => SettingsButton::AskQuietHours,
            "no-quiet" => SettingsButton::NoQuietHours,
            "shelter" => SettingsButton::Shelter(true),
            "no-shelter" => SettingsButton::Shelter(false),
            "preview" => SettingsButton::Preview(true),
            "no-preview" => SettingsButton::Preview(false),
            other => SettingsButton::Zone(Zone::named(other.strip_prefix("zone:")?)?),
        })
    }
}

impl Intent {
    /// Its word, and the text that goes with it.
    fn code(&self) -> (&'static str, Option<Cow<'_, str>>) {
        let word = match self {
            Intent::Do(deed) => return deed_code(deed),
            Intent::Typed { text, offer_draw } => {
                let word = if *offer_draw { "typed-draw" } else { "typed" };
                return (word, Some(text.into()));
            }
            Intent::PieceOn(square) => return ("from", Some(square.to_string().into())),
            Intent::Show(uci) => return ("show", Some(uci.into())),
            Intent::MoveForm => "form",
            Intent::View => "view",
            Intent::ViewText => "text",
            Intent::ViewHere => "here",
            Intent::ViewPlan => "view-plan",
            Intent::Menu => "menu",
            Intent::AskResign => "ask-resign",
            Intent::Rematch => "rematch",
        };
        (word, None)
    }

    fn from_code(code: &str, text: Option<&str>) -> Option<Intent> {
        let typed = |text: &str, offer_draw| Intent::Typed {
            text: text.to_owned(),
            offer_draw,
        };
        Some(match (code, text) {
            ("typed", Some(text)) => typed(text, false),
            ("typed-draw", Some(text)) => typed(text, true),
            ("from", Some(square)) => Intent::PieceOn(square.parse().ok()?),
            ("show", Some(uci)) => Intent::Show(uci.to_owned()),
            ("form", None) => Intent::MoveForm,
            ("view", None) => Intent::View,
            ("text", None) => Intent::ViewText,
            ("here", None) => Intent::ViewHere,
            ("view-plan", None) => Intent::ViewPlan,
            ("menu", None) => Intent::Menu,
            ("ask-resign", None) => Intent::AskResign,
            ("rematch", None) => Intent::Rematch,
            _ => Intent::Do(deed_from_code(code, text)?),
        })
    }
}

fn deed_code(deed: &Deed) -> (&'static str, Option<Cow<'_, str>>) {
    let word = match deed {
        Deed::Move { text, offer_draw } => {
            let word = if *offer_draw { "move-draw" } else { "move" };
            return (word, Some(text.into()));
        }
        Deed::ClaimDraw { text: Some(text) } => return ("claim-draw-with", Some(text.into())),
        Deed::ClaimDraw { text: None } => "claim-draw",
        Deed::AddToPlan { text } => return ("plan", Some(text.into())),
        Deed::DropFromPlan(line) => return ("drop-line", Some(format!("{:x}", line.0).into())),
        Deed::ClearPlan => "clear-plan",
        Deed::OfferDraw => "offer",
        Deed::AcceptDraw => "accept",
        Deed::DeclineDraw => "decline",
        Deed::Resign => "resign",
        Deed::Abort => "abort",
        Deed::AskTakeback => "ask-takeback",
        Deed::Undo => "undo",
        Deed::AcceptTakeback => "accept-takeback",
        Deed::DeclineTakeback => "decline-takeback",
        Deed::GiveTime => "give-time",
        Deed::ClaimWin => "claim-win",
        Deed::AskPause => "ask-pause",
        Deed::AcceptPause => "accept-pause",
        Deed::DeclinePause => "decline-pause",
        Deed::Resume => "resume",
    };
    (word, None)
}

fn deed_from_code(code: &str, text: Option<&str>) -> Option<Deed> {
    let moved = |offer_draw| {
        text.map(|text| Deed::Move {
            text: text.to_owned(),
            offer_draw,
        })
    };
    match (code, text) {
        ("move", _) => moved(false),
        ("move-draw", _) => moved(true),
        ("claim-draw-with", Some(text)) => Some(Deed::ClaimDraw {
            text: Some(text.to_owned()),
        }),
        ("plan", Some(text)) => Some(Deed::AddToPlan {
            text: text.to_owned(),
        }),
        ("drop-line", Some(line)) => {
            let line = u64::from_str_radix(line, 16).ok()?;
            Some(Deed::DropFromPlan(PlanLine(line)))
        }
        ("clear-plan", None) => Some(Deed::ClearPlan),
        ("claim-draw", None) => Some(Deed::ClaimDraw { text: None }),
        ("offer", None) => Some(Deed::OfferDraw),
        ("accept", None) => Some(Deed::AcceptDraw),
        ("decline", None) => Some(Deed::DeclineDraw),
        ("resign", None) => Some(Deed::Resign),
        ("abort", None) => Some(Deed::Abort),
        ("ask-takeback", None) => Some(Deed::AskTakeback),
        ("undo", None) => Some(Deed::Undo),
        ("accept-takeback", None) => Some(Deed::AcceptTakeback),
        ("decline-takeback", None) => Some(Deed::DeclineTakeback),
        ("give-time", None) => Some(Deed::GiveTime),
        ("claim-win", None) => Some(Deed::ClaimWin),
        ("ask-pause", None) => Some(Deed::AskPause),
        ("accept-pause", None) => Some(Deed::AcceptPause),
        ("decline-pause", None) => Some(Deed::DeclinePause),
        ("resume", None) => Some(Deed::Resume),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
