//! Sentences that say why not, and what to do instead.

use crate::chess::notation::{CastlingBar, Illegal, Reason, Unread};
use crate::chess::{Move, Position, Role, Square};
use crate::discord::post::earlier_occurrences;
use crate::discord::view::{clip, escape};
use crate::game::{ChallengeEnd, ChallengeRefusal, ChallengeTerms, Deed, Game, Refusal};

use super::posts::kind_of;
use super::{Arg, Text, date_and_time};

/// What was typed is quoted up to this length.
const MAX_QUOTE: usize = 60;
/// So many legal moves are listed; a queen has 27 at most.
const MOST_LISTED: usize = 30;

sentences! {
    /// There is nobody to challenge in a DM.
    challenge_in_a_server() = "challenge-in-a-server";
    /// Too short or too long a time for a move.
    days_out_of_range() = "days-out-of-range";
    /// Without a limit there is nothing to choose for its end.
    days_without_limit() = "days-without-limit";
    /// No challenge of that number.
    no_such_challenge() = "no-such-challenge";
    /// A bot was challenged.
    bots_do_not_play(name) = "bots-do-not-play";
    /// Somebody was challenged who is not a member.
    not_in_this_server(name) = "not-in-this-server";
    /// Somebody was challenged who cannot see the board here.
    cannot_see_this_channel(name) = "cannot-see-this-channel";
}

/// Whose move a sentence is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Whose {
    /// The reader's.
    You,
    /// His opponent's.
    Opponent,
}

impl Whose {
    pub(super) fn arg(self) -> (&'static str, Arg<'static>) {
        let whose = match self {
            Whose::You => "you",
            Whose::Opponent => "opponent",
        };
        ("whose", Arg::Words(whose))
    }
}

impl Text {
    /// Why a challenge on such terms cannot be made or answered so; `opponent` is the name of the one whom it is for.
    pub fn challenge_refusal(
        self,
        refusal: ChallengeRefusal,
        opponent: Option<&str>,
        terms: &ChallengeTerms,
    ) -> String {
        let about = [
            ("opponent", Arg::Words(opponent.unwrap_or_default())),
            kind_of(terms),
        ];
        let plain = |key| self.say(key, &about);
        let limited = |key, limit: u32| self.say(key, &[("limit", Arg::Count(limit.into()))]);
        match refusal {
            ChallengeRefusal::ToOneself => plain("challenge-to-oneself"),
            ChallengeRefusal::PendingAlready => plain("challenge-pending-already"),
            ChallengeRefusal::TooMany { limit } => limited("challenge-too-many", limit),
            ChallengeRefusal::TooManyGames { limit } => limited("challenge-too-many-games", limit),
            ChallengeRefusal::ChallengerHasTooManyGames => {
                plain("challenge-challenger-too-many-games")
            }
            ChallengeRefusal::Over(ChallengeEnd::Accepted(_)) => plain("challenge-over-accepted"),
            ChallengeRefusal::Over(ChallengeEnd::Declined) => plain("challenge-over-declined"),
            ChallengeRefusal::Over(ChallengeEnd::Withdrawn) => plain("challenge-over-withdrawn"),
            ChallengeRefusal::Over(ChallengeEnd::Expired) | ChallengeRefusal::TooLate => {
                plain("challenge-over-expired")
            }
            // Only the worker asks whether a challenge is due, and it does not read.
            ChallengeRefusal::YourOwn | ChallengeRefusal::NotDue => plain("challenge-your-own"),
            ChallengeRefusal::NotForYou if opponent.is_some() => plain("challenge-not-for-you"),
            ChallengeRefusal::NotForYou => plain("challenge-not-for-you-open"),
            ChallengeRefusal::NotYours => plain("challenge-not-yours"),
        }
    }

    /// Why a game does not take an action.
    pub fn refusal(
        self,
        game: &Game,
        refusal: &Refusal,
        opponent: Option<&str>,
        deed: &Deed,
    ) -> String {
        let why = self.why_refused(game, refusal, opponent, deed);
        let about_the_offer = matches!(
            refusal,
            Refusal::OfferBeforeFirstMove
                | Refusal::OfferStandsAlready
                | Refusal::OpponentHasOffered
                | Refusal::OfferTooSoon { .. }
        );
        match deed {
            // Words about the offer alone would sound as if the move had been played.
            Deed::Move { text, .. } if about_the_offer => {
                let mv = ("move", Arg::Words(&quote(text)));
                let not_played = self.say("refusal-move-with-offer-not-played", &[mv]);
                format!("{not_played}\n{why}")
            }
            _ => why,
        }
    }

    fn why_refused(
        self,
        game: &Game,
        refusal: &Refusal,
        opponent: Option<&str>,
        deed: &Deed,
    ) -> String {
        let number = game.id.to_string();
        let about = [
            ("game", Arg::Words(&number)),
            ("opponent", Arg::Words(opponent.unwrap_or_default())),
        ];
        match refusal {
            Refusal::NotYourGame => self.say("refusal-not-your-game", &about),
            Refusal::GameOver => self.say("refusal-game-over", &about),
            Refusal::Stale => self.say("refusal-stale", &about),
            Refusal::NotYourTurn => self.say("refusal-not-your-turn", &about),
            Refusal::OfferBeforeFirstMove => self.say("refusal-offer-before-first-move", &about),
            Refusal::OfferStandsAlready => self.say("refusal-offer-stands-already", &about),
            Refusal::OpponentHasOffered => self.say("refusal-opponent-has-offered", &about),
            Refusal::OfferTooSoon { moves_left } => {
                let moves = ("moves", Arg::Count((*moves_left).into()));
                self.say("refusal-offer-too-soon", &[about[1], moves])
            }
            Refusal::NoDrawOffer => self.say("refusal-no-draw-offer", &about),
            Refusal::OwnDrawOffer { .. } => self.say("refusal-own-draw-offer", &about),
            Refusal::Move(unread) => {
                let typed = match deed {
                    Deed::Move { text, .. } | Deed::ClaimDraw { text: Some(text) } => text.as_str(),
                    _ => "",
                };
                self.unread(game.position(), unread, typed)
            }
            Refusal::Plan(refusal) => self.plan_refusal(game.id, refusal),
            Refusal::NothingPlanned => self.no_plan(game.id),
            Refusal::ServerGone => self.say("refusal-server-gone", &about),
            Refusal::ArrivedTooLate => self.say("refusal-arrived-too-late", &about),
            Refusal::TimeIsUp { .. } => self.say("refusal-time-is-up", &about),
            Refusal::WrongClaim {
                mv,
                times,
                halfmoves,
            } => self.wrong_claim(game, mv.as_deref(), *times, *halfmoves),
            Refusal::BegunAlready if game.terms.days.is_none() => {
                self.say("refusal-begun-already-no-limit", &about)
            }
            Refusal::BegunAlready => self.say("refusal-begun-already", &about),
            Refusal::NothingToTakeBack => self.say("refusal-nothing-to-take-back", &about),
            Refusal::TakebackAskedAlready => self.say("refusal-takeback-asked-already", &about),
            Refusal::TakebackAskedThisTurn => self.say("refusal-takeback-asked-this-turn", &about),
            Refusal::NoTakebackAsked => self.say("refusal-no-takeback-asked", &about),
            Refusal::OwnTakeback => self.say("refusal-own-takeback", &about),
            Refusal::OpponentAsksTakeback => self.say("refusal-opponent-asks-takeback", &about),
            Refusal::TooLateToUndo => self.say("refusal-too-late-to-undo", &about),
            Refusal::NoTimeLimit => self.say("refusal-no-time-limit", &about),
            Refusal::OwnClock => self.say("refusal-own-clock", &about),
            Refusal::EnoughTime => self.say("refusal-enough-time", &about),
            // Only time asks whether something is due, and it does not read.
            Refusal::TimeNotUp | Refusal::NotDue => self.say("refusal-time-not-up", &about),
            Refusal::TimeJustUp => self.say("refusal-time-just-up", &about),
            Refusal::EndsByItself => self.say("refusal-ends-by-itself", &about),
            Refusal::PausedAlready { until } => {
                let until = date_and_time(*until);
                self.say(
                    "refusal-paused-already",
                    &[about[0], ("until", Arg::Words(&until))],
                )
            }
            Refusal::NotPaused => self.say("refusal-not-paused", &about),
            Refusal::PauseAskedAlready => self.say("refusal-pause-asked-already", &about),
            Refusal::NoPauseAsked => self.say("refusal-no-pause-asked", &about),
            Refusal::OwnPauseAsk => self.say("refusal-own-pause-ask", &about),
        }
    }

    /// Why there is no draw to claim; `mv` is the move with which it was claimed.
    fn wrong_claim(self, game: &Game, mv: Option<&str>, times: u32, halfmoves: u32) -> String {
        let mut line = game.line().clone();
        if let Some(mv) = mv.and_then(|mv| game.position().parse_san(mv).ok()) {
            line.push(mv);
        }
        let earlier = earlier_occurrences(self, &line).join(", ");
        let key = if mv.is_some() {
            "refusal-wrong-claim-with"
        } else {
            "refusal-wrong-claim"
        };
        let why = self.say(
            key,
            &[
                ("move", Arg::Words(mv.unwrap_or_default())),
                ("times", Arg::Count(times.into())),
                ("earlier", Arg::Words(&earlier)),
            ],
        );
        let moves = Arg::Count(u64::from(halfmoves / 2));
        format!("{why}\n{}", self.say("quiet-moves", &[("moves", moves)]))
    }

    /// The text is no move at all.
    pub fn unreadable(self, typed: &str) -> String {
        if typed.trim().is_empty() {
            return self.say("refusal-unreadable-empty", &[]);
        }
        self.say("refusal-unreadable", &[("text", Arg::Words(&quote(typed)))])
    }

    fn unread(self, position: &Position, unread: &Unread, typed: &str) -> String {
        let quoted = quote(typed);
        match unread {
            Unread::Unreadable => self.unreadable(typed),
            Unread::Ambiguous(_) if unread.asks_promotion() => self.say("refusal-promotion", &[]),
            Unread::Ambiguous(_) => self.say("refusal-ambiguous", &[("text", Arg::Words(&quoted))]),
            Unread::Illegal(Illegal { reason, moves }) => {
                let why = self.why(*reason, Whose::You);
                let (text, why) = (("text", Arg::Words(&quoted)), ("why", Arg::Words(&why)));
                if moves.is_empty() {
                    return self.say("refusal-illegal", &[text, why]);
                }
                let moves = listed(position, moves);
                self.say(
                    "refusal-illegal-moves",
                    &[text, why, ("moves", Arg::Words(&moves))],
                )
            }
        }
    }

    /// What forbids a move of one's own, or in a plan one of the opponent.
    pub(super) fn why(self, reason: Reason, whose: Whose) -> String {
        let whose = whose.arg();
        let plain = |key| self.say(key, &[whose]);
        let on = |key, square: Square| {
            self.say(key, &[("square", Arg::Words(&square.to_string())), whose])
        };
        let by = |key, by: Square| self.say(key, &[("by", Arg::Words(&by.to_string())), whose]);
        let on_by = |key, square: Square, by: Square| {
            let (square, by) = (square.to_string(), by.to_string());
            let (square, by) = (("square", Arg::Words(&square)), ("by", Arg::Words(&by)));
            self.say(key, &[square, by, whose])
        };
        let of = |key, role| self.say(key, &[("piece", Arg::Words(&self.role(role))), whose]);
        match reason {
            Reason::Castling(CastlingBar::NoRight) => plain("why-castling-no-right"),
            Reason::Castling(CastlingBar::InCheck(from)) => by("why-castling-in-check", from),
            Reason::Castling(CastlingBar::Blocked(piece)) => by("why-castling-blocked", piece),
            Reason::Castling(CastlingBar::Attacked(square, from)) => {
                on_by("why-castling-attacked", square, from)
            }
            Reason::EmptySquare(square) => on("why-empty-square", square),
            Reason::NotYours(square) => on("why-not-yours", square),
            Reason::OtherPiece(square, role) => {
                let (square, piece) = (square.to_string(), self.role(role));
                self.say(
                    "why-other-piece",
                    &[
                        ("square", Arg::Words(&square)),
                        ("piece", Arg::Words(&piece)),
                    ],
                )
            }
            Reason::NoSuchPiece(role) => of("why-no-such-piece", role),
            Reason::OpponentsMove(square) => on("why-opponents-move", square),
            Reason::OwnPiece(square) => on("why-own-piece", square),
            Reason::Blocked(from, piece) => on_by("why-blocked", from, piece),
            Reason::CannotReach(square) => on("why-cannot-reach", square),
            Reason::OnlyByCapture(square) => on("why-only-by-capture", square),
            Reason::NothingToCapture(square) => on("why-nothing-to-capture", square),
            Reason::NotEnPassant => plain("why-not-en-passant"),
            Reason::NoPromotion => plain("why-no-promotion"),
            Reason::BadPromotion(role) => of("why-bad-promotion", role),
            Reason::Pinned(square, from) => on_by("why-pinned", square, from),
            Reason::LeavesCheck(from) => by("why-leaves-check", from),
            Reason::KingAttacked(square, from) => on_by("why-king-attacked", square, from),
        }
    }

    pub(super) fn role(self, role: Role) -> String {
        let key = match role {
            Role::Pawn => "role-pawn",
            Role::Knight => "role-knight",
            Role::Bishop => "role-bishop",
            Role::Rook => "role-rook",
            Role::Queen => "role-queen",
            Role::King => "role-king",
        };
        self.say(key, &[])
    }
}

/// Legal moves as a sentence lists them.
pub(super) fn listed(position: &Position, moves: &[Move]) -> String {
    let listed: Vec<_> = moves
        .iter()
        .take(MOST_LISTED)
        .map(|&mv| position.san(mv))
        .collect();
    listed.join(", ")
}

pub(super) fn quote(typed: &str) -> String {
    escape(&clip(typed.trim(), MAX_QUOTE))
}
