//! The bot is stopped or killed, stays away for a while, and comes back.

use std::collections::BTreeSet;
use std::time::Duration;

use penpawn::chess::Color;
use penpawn::sandbox::{Pending, Reply};

use crate::check::revision_of;
use crate::clock::{HOUR, MINUTE, Ms, SECOND};
use crate::club::{Club, a_moment};
use crate::rules::Deed;

/// An interaction that nobody has answered by then has failed.
const ANSWERED_OR_NOT: Ms = 4 * SECOND;
/// After a start, what was sent before has so long to arrive.
const ON_THE_WAY: Ms = 3 * SECOND;
/// So many things are under way when the bot is killed.
const IN_FLIGHT: usize = 5;

/// Something that was under way.
struct InFlight {
    game: usize,
    by: Color,
    deed: Deed,
    pending: Pending,
}

impl Club {
    /// The bot is gone for a while.
    pub(crate) async fn outage(&mut self) {
        self.settle().await;
        let began = self.now();
        let mut in_flight = Vec::new();
        if self.random.u8(0..10) < 3 {
            self.scene.stop_bot().await;
        } else {
            in_flight = self.begin_something();
            let moment = Duration::from_micros(self.random.u64(0..40_000));
            // Somewhere in the midst of it.
            tokio::time::sleep(moment).await;
            self.scene.kill_bot().await;
            self.done.kills += 1;
        }
        self.done.outages += 1;
        let last_beat = self.last_beat();
        let clock = self.scene.sandbox.clock();
        clock.set(began + ANSWERED_OR_NOT);
        let mut answers = Vec::new();
        for flying in &in_flight {
            answers.push(flying.pending.answer().await);
        }
        let length = match self.random.u8(0..10) {
            0..3 => self.random.i64(SECOND..50 * SECOND),
            3..7 => self.random.i64(MINUTE..HOUR),
            _ => self.random.i64(HOUR..9 * HOUR),
        };
        clock.set(self.now() + length);
        let back = self.now();
        self.scene.start_bot().await;
        while self.last_beat() < back {
            a_moment().await;
        }
        for (flying, answer) in in_flight.into_iter().zip(answers) {
            let InFlight { game, by, deed, .. } = flying;
            let number = self.book.games[game].number;
            let is_kept =
                revision_of(&self.scene.database(), number) > self.book.games[game].revision;
            let board = match &answer.reply {
                Reply::Posted(message) => Some(message),
                _ => None,
            };
            assert!(
                is_kept || board.is_none(),
                "game {number}: {deed:?} was acknowledged and is gone"
            );
            self.done.in_flight += usize::from(is_kept);
            if is_kept {
                self.book.enter(game, by, &deed, began);
            }
            let entry = &mut self.book.games[game];
            if let Some(board) = board {
                entry.see(board);
            }
            entry.fate.next = Some(back + self.random.i64(MINUTE..5 * HOUR));
        }
        self.book.outage(last_beat, back);
        if back - last_beat > HOUR {
            let channels: BTreeSet<_> = self
                .book
                .running
                .iter()
                .map(|&game| &self.book.games[game])
                .filter(|game| game.turn.clock.is_some() && !game.turn.time_up)
                .map(|game| game.channel)
                .collect();
            self.told.push((back, channels));
        }
        self.set_clock(back + ON_THE_WAY);
        self.time_passes().await;
    }

    /// Players begin to do what they would do now; nobody waits for the answers.
    fn begin_something(&mut self) -> Vec<InFlight> {
        let mut deeds = self.due_deeds(false, IN_FLIGHT);
        // What takes two steps or a button is not begun at one stroke.
        deeds.retain(|(_, _, deed)| !matches!(deed, Deed::Resign | Deed::DeclinePause));
        let mut in_flight = Vec::new();
        for (game, by, deed) in deeds {
            let act = self.act_of(game, by, deed.clone());
            let (command, options) = act.command();
            let options: Vec<_> = options
                .iter()
                .map(|(name, value)| (*name, value.as_str()))
                .collect();
            let pending = act.person.begin_command(act.channel, command, &options);
            in_flight.push(InFlight {
                game,
                by,
                deed,
                pending,
            });
        }
        in_flight
    }

    fn last_beat(&self) -> Ms {
        self.scene
            .database()
            .query_row("SELECT at FROM heartbeat", [], |row| row.get(0))
            .expect("a heartbeat")
    }
}
