//! What members do beside playing: vacations, looking at their games, and what is not allowed.

use penpawn::sandbox::{Person, Reply};

use crate::choice::any_plan;
use crate::club::Club;

impl Club {
    /// Vacations, and what is not allowed.
    pub(crate) async fn do_other_things(&mut self) {
        let now = self.now();
        let member = self.random.usize(0..self.size.members);
        let channel = self.random.choice(&self.channels).copied().expect("one");
        let person = self.book.members[member].person.clone();
        match self.random.u8(0..30) {
            0 | 1 => {
                let left = self.book.members[member].days_left(now);
                let days = self.random.i64(1..=9);
                let answer = person
                    .command(channel, "time vacation", &[("days", &days.to_string())])
                    .await;
                assert!(answer.is_private());
                if days <= left {
                    assert!(
                        answer.text().contains("You are on vacation until"),
                        "{}",
                        answer.text()
                    );
                    self.book.go_away(member, days, now);
                    self.done.vacations += 1;
                } else {
                    assert!(
                        answer.text().contains("left this year"),
                        "{}",
                        answer.text()
                    );
                    self.done.refusals += 1;
                }
                self.done.actions += 1;
            }
            2 if self.book.members[member].away(now).is_some() => {
                let standing = person.command(channel, "time vacation", &[]).await;
                let answer = person.press(standing.message(), "I am back").await;
                assert!(!matches!(answer.reply, Reply::Posted(_)), "{answer:?}");
                self.book.end_vacation(member, now);
                self.done.actions += 2;
            }
            3..=6 => {
                for command in ["games", "board"] {
                    let answer = person.command(channel, command, &[]).await;
                    assert!(answer.is_private(), "{command}: {answer:?}");
                    assert!(
                        !answer.text().contains("Something went wrong"),
                        "{}",
                        answer.text()
                    );
                }
                self.done.actions += 2;
            }
            7..=12 => self.try_what_is_not_allowed(&person).await,
            13..=20 => self.plan().await,
            // The last day has no morning after.
            21..=23 if self.is_in_season() => self.rematch().await,
            _ => {}
        }
    }

    /// A player who waits prepares an answer, and nobody hears of it.
    async fn plan(&mut self) {
        let Some(&number) = self.random.choice(&self.book.running) else {
            return;
        };
        let game = &mut self.book.games[number];
        let waiting = !game.to_move();
        let is_late = game.ends_by_itself()
            && game
                .deadline()
                .is_some_and(|at| at <= self.scene.sandbox.clock().now());
        if is_late || game.turn.plans[waiting.index()].is_some() {
            return;
        }
        let Some(plan) = any_plan(game, &mut self.random) else {
            return;
        };
        let person = self.book.members[game.members[waiting.index()]]
            .person
            .clone();
        let line = format!("if {} then {}", plan.on, plan.reply);
        let options = [("line", line.as_str()), ("game", &*game.number.to_string())];
        let answer = person.command(game.channel, "plan add", &options).await;
        assert!(answer.is_private(), "{answer:?}");
        assert!(
            answer.text().contains("Only you can see it"),
            "{line}: {}",
            answer.text()
        );
        game.journal.push(format!("{waiting:?} plans: {plan:?}"));
        game.turn.plans[waiting.index()] = Some(plan);
        self.done.plans += 1;
        self.done.actions += 1;
    }

    /// The waiting player moves, or somebody who does not play: nothing may change.
    async fn try_what_is_not_allowed(&mut self, onlooker: &Person) {
        let Some(&number) = self.random.choice(&self.book.running) else {
            return;
        };
        let game = &self.book.games[number];
        let waiting = self.book.members[game.members[(!game.to_move()).index()]]
            .person
            .clone();
        let (channel, option) = (game.channel, game.number.to_string());
        let words = match self.random.u8(0..3) {
            0 => {
                waiting
                    .command(channel, "move", &[("move", "e4"), ("game", &option)])
                    .await
            }
            1 => {
                let plays = game.ids.contains(&onlooker.id());
                let board = self
                    .board(game)
                    .filter(|board| !plays && board.button("Move").is_some());
                let Some(board) = board else {
                    return;
                };
                onlooker.press(&board, "Move").await
            }
            _ => {
                waiting
                    .command(channel, "move", &[("move", "Zz9"), ("game", &option)])
                    .await
            }
        };
        assert!(words.is_private(), "{words:?}");
        self.done.actions += 1;
        self.done.refusals += 1;
    }
}
