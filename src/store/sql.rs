//! How the types of the core are written into columns and read back.

use rusqlite::ToSql;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef};

use super::ErrandId;
use crate::chess::{Color, Ending, Outcome};
use crate::game::{
    ChallengeId, ChannelId, Claim, ColorChoice, GameId, GuildId, Headline, InteractionId,
    MessageId, PlayerId, Reminder, Revision, Termination, TimeOut, WhenTimeRunsOut,
};
use crate::time::{Days, Span, Timestamp};

/// Unsigned ids, bit for bit in SQLite's signed integers. None is ever compared for order beyond 2^63.
macro_rules! ids {
    ($($id:ty),*) => {$(
        impl ToSql for $id {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                Ok(ToSqlOutput::from(self.0.cast_signed()))
            }
        }

        impl FromSql for $id {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                value.as_i64().map(|bits| Self(bits.cast_unsigned()))
            }
        }
    )*};
}

ids!(
    GameId,
    ChallengeId,
    PlayerId,
    GuildId,
    ChannelId,
    MessageId,
    InteractionId,
    ErrandId
);

/// Values that are kept as words. Each is listed once: the compiler sees that none is missing.
macro_rules! words {
    ($type:ty { $($word:literal => [$($value:tt)*],)* }) => {
        impl rusqlite::types::ToSql for $type {
            fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
                let word = match *self { $($($value)* => $word,)* };
                Ok(rusqlite::types::ToSqlOutput::from(word))
            }
        }

        impl rusqlite::types::FromSql for $type {
            fn column_result(value: rusqlite::types::ValueRef<'_>) -> rusqlite::types::FromSqlResult<Self> {
                match value.as_str()? {
                    $($word => Ok($($value)*),)*
                    other => Err($crate::store::sql::unknown_word(other, stringify!($type))),
                }
            }
        }
    };
}

words!(Color {
    "white" => [Color::White],
    "black" => [Color::Black],
});

words!(ColorChoice {
    "white" => [ColorChoice::White],
    "black" => [ColorChoice::Black],
    "random" => [ColorChoice::Random],
});

/// What a game ended with, as PGN writes it: a star for a game without result.
pub(super) struct Score(pub(super) Option<Outcome>);

words!(Score {
    "1-0" => [Score(Some(Outcome::Win(Color::White)))],
    "0-1" => [Score(Some(Outcome::Win(Color::Black)))],
    "1/2-1/2" => [Score(Some(Outcome::Draw))],
    "*" => [Score(None)],
});

words!(Termination {
    "checkmate" => [Termination::Automatic(Ending::Checkmate)],
    "stalemate" => [Termination::Automatic(Ending::Stalemate)],
    "dead position" => [Termination::Automatic(Ending::DeadPosition)],
    "fivefold repetition" => [Termination::Automatic(Ending::FivefoldRepetition)],
    "seventy-five moves" => [Termination::Automatic(Ending::SeventyFiveMoves)],
    "agreement" => [Termination::Agreement],
    "resignation" => [Termination::Resignation],
    "threefold claimed" => [Termination::Claim(Claim::Threefold)],
    "fifty moves claimed" => [Termination::Claim(Claim::FiftyMoves)],
    "time out" => [Termination::TimeOut(TimeOut::Lost)],
    "time out, no mate possible" => [Termination::TimeOut(TimeOut::CannotBeMated)],
    "time out, draw offered" => [Termination::TimeOut(TimeOut::DrawOfferStood)],
    "aborted" => [Termination::Aborted(None)],
    "aborted by white" => [Termination::Aborted(Some(Color::White))],
    "aborted by black" => [Termination::Aborted(Some(Color::Black))],
    "never begun" => [Termination::NeverBegun],
    "abandoned" => [Termination::Abandoned(None)],
    "ended by white after thirty days" => [Termination::Abandoned(Some(Color::White))],
    "ended by black after thirty days" => [Termination::Abandoned(Some(Color::Black))],
    "server gone" => [Termination::ServerGone],
});

words!(WhenTimeRunsOut {
    "game ends" => [WhenTimeRunsOut::GameEnds],
    "opponent decides" => [WhenTimeRunsOut::OpponentDecides],
});

words!(Reminder {
    "a fifth left" => [Reminder::AFifthLeft],
    "three hours left" => [Reminder::ThreeHoursLeft],
});

words!(Headline {
    "started" => [Headline::Started],
    "moved" => [Headline::Moved { with_draw_offer: false }],
    "moved and offered a draw" => [Headline::Moved { with_draw_offer: true }],
    "white offered a draw" => [Headline::DrawOffered { by: Color::White }],
    "black offered a draw" => [Headline::DrawOffered { by: Color::Black }],
    "white declined the draw" => [Headline::DrawDeclined { by: Color::White }],
    "black declined the draw" => [Headline::DrawDeclined { by: Color::Black }],
    "white asked for a takeback" => [Headline::TakebackAsked { by: Color::White }],
    "black asked for a takeback" => [Headline::TakebackAsked { by: Color::Black }],
    "white declined the takeback" => [Headline::TakebackDeclined { by: Color::White }],
    "black declined the takeback" => [Headline::TakebackDeclined { by: Color::Black }],
    "taken back for white" => [Headline::TakenBack { by: Color::White }],
    "taken back for black" => [Headline::TakenBack { by: Color::Black }],
    "undone" => [Headline::Undone],
    "time given" => [Headline::TimeGiven],
    "white asked for a pause" => [Headline::PauseAsked { by: Color::White }],
    "black asked for a pause" => [Headline::PauseAsked { by: Color::Black }],
    "white declined the pause" => [Headline::PauseDeclined { by: Color::White }],
    "black declined the pause" => [Headline::PauseDeclined { by: Color::Black }],
    "paused" => [Headline::Paused],
    "white resumed" => [Headline::Resumed { by: Some(Color::White) }],
    "black resumed" => [Headline::Resumed { by: Some(Color::Black) }],
    "resumed by time" => [Headline::Resumed { by: None }],
    "sheltered" => [Headline::Sheltered],
    "time up" => [Headline::TimeUp],
    "ended" => [Headline::Ended],
});

pub(super) use words;

pub(super) fn unknown_word(word: &str, what: &str) -> FromSqlError {
    FromSqlError::Other(format!("unknown word {word:?} for {what}").into())
}

impl ToSql for Timestamp {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(self.as_millis()))
    }
}

impl FromSql for Timestamp {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        value.as_i64().map(Timestamp::from_millis)
    }
}

impl ToSql for Span {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(self.as_millis()))
    }
}

impl FromSql for Span {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        value.as_i64().map(Span::millis)
    }
}

impl ToSql for Days {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(self.get()))
    }
}

impl FromSql for Days {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let days = u8::column_result(value)?;
        Days::new(days).ok_or(FromSqlError::OutOfRange(days.into()))
    }
}

impl ToSql for Revision {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(self.0))
    }
}

impl FromSql for Revision {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        u32::column_result(value).map(Revision)
    }
}
