//! Laws on random play with a random clock: whatever people and time do, the clock, the pauses, the reminders and the
//! revision stay true.

use super::*;

/// What was seen of a game so far.
struct Watched {
    game: Game,
    now: Timestamp,
    /// The game before the last move and when that was, to compare an undone one with.
    before_last_move: Option<(Game, Timestamp)>,
    /// Reminders of the present turn.
    reminded: Vec<Reminder>,
}

impl Watched {
    fn begin(random: &mut fastrand::Rng) -> Watched {
        let days = [None, Some(1), Some(3), Some(14)][random.usize(..4)];
        let terms = Terms {
            days: days.map(|days| Days::new(days).unwrap()),
            when_time_runs_out: if random.bool() {
                WhenTimeRunsOut::GameEnds
            } else {
                WhenTimeRunsOut::OpponentDecides
            },
        };
        let players = game().players;
        Watched {
            game: Game::new(GameId(1), players, terms, Position::start(), START),
            now: START,
            before_last_move: None,
            reminded: Vec::new(),
        }
    }

    /// Some time goes by: seconds, hours, or exactly until something falls due, or almost.
    fn pass(&mut self, random: &mut fastrand::Rng) {
        let due = self.game.check_at().unwrap_or(self.now);
        let next = match random.u32(..10) {
            0..5 => self.now + Span::millis(random.i64(-500..40_000)),
            5..7 => self.now + Span::millis(random.i64(0..90_000_000)),
            7 => due,
            8 => due - Span::millis(1),
            _ => self.game.deadline().unwrap_or(due) + Span::seconds(random.i64(-5..90)),
        };
        self.now = self.now.max(next);
    }

    fn act(&mut self, action: &Action) {
        let before = self.game.clone();
        let decided = self.game.decide(action, None, self.now);
        assert_eq!(self.game, before, "deciding changes nothing");
        let Ok(events) = decided else { return };
        assert!(
            before.result().is_none(),
            "a game that is over stays as it is"
        );
        apply(&mut self.game, &events);
        self.note(&before, &events);
        self.check_undo_at_once(&before);
        self.check_state(&before, &events);
    }

    fn note(&mut self, before: &Game, events: &[Event]) {
        for event in events {
            match event {
                Event::Moved { .. } => {
                    self.before_last_move = Some((before.clone(), self.now));
                    self.reminded.clear();
                }
                Event::TakenBack { .. } => {
                    self.before_last_move = None;
                    self.reminded.clear();
                }
                Event::Undone { .. } => {
                    let (earlier, moved) = self.before_last_move.take().expect("a move to undo");
                    self.check_undone(&earlier, moved);
                    self.reminded = match earlier.facts().turn.reminded {
                        None => Vec::new(),
                        Some(Reminder::AFifthLeft) => vec![Reminder::AFifthLeft],
                        Some(Reminder::ThreeHoursLeft) => Reminder::ALL.to_vec(),
                    };
                }
                Event::Reminded { reminder } => {
                    assert!(!self.reminded.contains(reminder), "each once a turn");
                    assert!(self.game.deadline().is_some());
                    self.reminded.push(*reminder);
                }
                _ => {}
            }
        }
    }

    /// The move is undone: all is as it was, but for a vacation that was taken since.
    fn check_undone(&self, earlier: &Game, moved: Timestamp) {
        let mover = earlier.turn();
        assert!(self.game.revision() > earlier.revision());
        assert_eq!(self.game.line(), earlier.line());
        assert_eq!(self.game.paused_until(), earlier.paused_until());
        let (now, then) = (&self.game.facts().turn, &earlier.facts().turn);
        let as_before = self.game.away(mover, moved) == earlier.away(mover, moved);
        if as_before {
            assert_eq!(now, then);
        }
        assert_eq!(
            (now.draw_offers, now.reminded, &now.plans),
            (then.draw_offers, then.reminded, &then.plans)
        );
    }

    /// Whoever has just moved and can undo that is back in the game that he left, but for its revision, its record and
    /// the other's way back.
    fn check_undo_at_once(&self, before: &Game) {
        let mut game = self.game.clone();
        if game.line().plies() != before.line().plies() + 1 {
            return;
        }
        let undo = Action::By(game.players.of(before.turn()), Deed::Undo);
        let Ok(events) = game.decide(&undo, None, self.now) else {
            return;
        };
        apply(&mut game, &events);
        let expected = Facts {
            undo: None,
            revision: game.revision(),
            touched: game.facts().touched,
            ..before.facts().clone()
        };
        let expected = Game {
            facts: expected,
            ..before.clone()
        };
        assert_eq!(game, expected);
    }

    fn check_state(&self, before: &Game, events: &[Event]) {
        let game = &self.game;
        let seen = events.iter().filter(|event| event.is_seen()).count() as u32;
        assert_eq!(game.revision().0, before.revision().0 + seen, "{events:?}");
        let ends = events
            .iter()
            .filter(|event| matches!(event, Event::Ended { .. }))
            .count();
        assert_eq!(usize::from(game.result().is_some()), ends);
        let runs = game.result().is_none() && game.terms.days.is_some();
        assert_eq!(
            game.deadline().is_some(),
            runs && game.paused_until().is_none() && game.facts().server_gone.is_none(),
            "{events:?}"
        );
        if let Some(clock) = game.facts().turn.clock {
            assert!(
                clock.left >= Span::ZERO && clock.left <= Span::days(14),
                "{clock:?}"
            );
        }
        assert!(game.facts().touched >= before.facts().touched);
        assert!(game.facts().touched <= self.now.max(before.facts().touched));
        let told = notices(before, events, game);
        assert!(told.len() <= 1);
        assert_eq!(
            told.is_empty(),
            seen == 0
                && !events
                    .iter()
                    .any(|event| matches!(event, Event::Reminded { .. }))
        );
        let fresh = Game::new(
            game.id,
            game.players,
            game.terms,
            game.line().start().clone(),
            game.started,
        );
        let restored = Game::restore(
            fresh,
            game.moves().collect::<Vec<_>>(),
            game.facts().clone(),
        );
        assert_eq!(&restored, game);
    }

    /// Time has something to do exactly when the game says so.
    fn check_due(&self) {
        let decide = |at| {
            self.game
                .decide(&Action::CheckClock { shelter: None }, None, at)
        };
        let Some(due) = self.game.check_at() else {
            let forever = self.now + Span::days(10_000);
            assert!(matches!(
                decide(forever),
                Err(Refusal::NotDue | Refusal::GameOver)
            ));
            return;
        };
        let events = decide(due);
        assert!(
            events.as_ref().is_ok_and(|events| !events.is_empty()),
            "{events:?}"
        );
        let before = due - Span::millis(1);
        // Now is never before the last event.
        if before >= self.game.facts().touched {
            assert_eq!(decide(before), Err(Refusal::NotDue));
        }
        let sheltered = Action::CheckClock {
            shelter: Some(due + Span::days(3)),
        };
        assert!(
            self.game
                .decide(&sheltered, None, due)
                .is_ok_and(|events| !events.is_empty())
        );
    }

    /// Nobody comes any more: soon nothing is left for time to do.
    fn check_left_alone(mut self) {
        for _ in 0..8 {
            let Some(due) = self.game.check_at() else {
                break;
            };
            self.now = self.now.max(due);
            self.act(&Action::CheckClock { shelter: None });
        }
        assert_eq!(self.game.check_at(), None);
        let waits = self.game.terms.days.is_none() || self.game.facts().turn.time_up_told;
        assert!(self.game.result().is_some() || waits);
    }
}

fn any_action(random: &mut fastrand::Rng, game: &Game, now: Timestamp) -> Action {
    let by = if random.bool() { WHITE } else { BLACK };
    let moves = game.position().legal_moves();
    let text = moves.iter().nth(random.usize(..moves.len().max(1)));
    let text = text.map_or_else(|| "e4".to_owned(), |mv| game.position().san(mv));
    let deed = match random.u32(..60) {
        0..25 => {
            let offer_draw = random.u32(..8) == 0;
            return Action::By(
                game.players.of(game.turn()),
                Deed::Move { text, offer_draw },
            );
        }
        25..32 => return Action::CheckClock { shelter: None },
        32..34 => {
            let until = now + Span::hours(random.i64(1..100));
            return Action::CheckClock {
                shelter: Some(until),
            };
        }
        34..37 => {
            let until = Some(now + Span::hours(random.i64(1..300)));
            return Action::Vacation { by, until };
        }
        37 => return Action::Vacation { by, until: None },
        38 => {
            return Action::Server {
                is_there: random.bool(),
            };
        }
        39 => Deed::OfferDraw,
        40 => Deed::DeclineDraw,
        41 => Deed::ClaimDraw { text: Some(text) },
        42 => Deed::ClaimDraw { text: None },
        43..46 => Deed::AskTakeback,
        46..48 => Deed::AcceptTakeback,
        48 => Deed::DeclineTakeback,
        49..51 => Deed::Undo,
        51 => Deed::GiveTime,
        52..54 => Deed::AskPause,
        54..56 => Deed::AcceptPause,
        56 => Deed::DeclinePause,
        57 => Deed::Resume,
        58 => Deed::ClaimWin,
        _ if random.u32(..6) > 0 => Deed::OfferDraw,
        _ => [Deed::AcceptDraw, Deed::Resign, Deed::Abort][random.usize(..3)].clone(),
    };
    Action::By(by, deed)
}

#[test]
fn laws_hold_on_random_play_with_a_random_clock() {
    let (mut undone, mut sheltered, mut paused) = (0, 0, 0);
    for seed in 0..400 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut watched = Watched::begin(&mut random);
        for _ in 0..random.usize(1..200) {
            watched.pass(&mut random);
            let action = any_action(&mut random, &watched.game, watched.now);
            let before = watched.game.revision();
            watched.act(&action);
            watched.check_due();
            let happened = watched.game.revision() > before;
            undone += u32::from(happened && action == Action::By(WHITE, Deed::Undo));
            sheltered += u32::from(watched.game.facts().turn.sheltered);
            paused += u32::from(watched.game.paused_until().is_some());
        }
        watched.check_left_alone();
    }
    assert!(
        undone > 20 && sheltered > 20 && paused > 20,
        "{undone} {sheltered} {paused}"
    );
}
