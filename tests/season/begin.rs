//! Challenges, and the games that they lead to.

use std::collections::BTreeSet;

use penpawn::chess::Color;
use penpawn::sandbox::{Answer, Id, Message, Person};

use crate::book::{Game, Open};
use crate::choice::Fate;
use crate::clock::DAY;
use crate::club::{Club, posted};
use crate::conduct::board_of;

impl Club {
    /// New challenges, most of which are accepted.
    pub(crate) async fn begin_games(&mut self) {
        let mut plans = Vec::new();
        let mut busy = BTreeSet::new();
        while self.starts.last().is_some_and(|&at| at <= self.now()) {
            self.starts.pop();
            let pair = loop {
                let [one, other] = [0; 2].map(|_| self.random.usize(0..self.size.members));
                if one != other && !busy.contains(&one) && !busy.contains(&other) {
                    break [one, other];
                }
            };
            busy.extend(pair);
            plans.push((
                pair,
                self.random.u8(0..100),
                self.random.choice(0..self.channels.len()).expect("one"),
            ));
            if busy.len() + 2 > self.size.members / 2 {
                self.challenge_and_answer(std::mem::take(&mut plans)).await;
                busy.clear();
            }
        }
        self.challenge_and_answer(plans).await;
    }

    async fn challenge_and_answer(&mut self, plans: Vec<([usize; 2], u8, usize)>) {
        let now = self.now();
        let mut tasks = Vec::new();
        for ([white, black], lot, channel) in plans {
            let days = match self.random.u8(0..12) {
                0 => None,
                1 => Some(14),
                2..=4 => Some(1),
                n => Some(i64::from(n) - 3),
            };
            let opponent_decides = days.is_some() && self.random.u8(0..4) == 0;
            let channel = self.channels[channel];
            let people = [white, black].map(|member| self.book.members[member].person.clone());
            let task = tokio::spawn(challenge(
                people.clone(),
                channel,
                days,
                opponent_decides,
                lot,
            ));
            tasks.push((
                task,
                [white, black],
                people,
                channel,
                days,
                opponent_decides,
                lot,
            ));
        }
        for (task, members, people, channel, days, opponent_decides, lot) in tasks {
            let (challenge, answer) = task.await.expect("a challenge");
            self.done.actions += 2;
            let ids = people.map(|person| person.id());
            assert_eq!(
                challenge.pings,
                if lot % 2 == 0 { vec![ids[1]] } else { vec![] }
            );
            let Some(answer) = answer else {
                self.book.open.push(Open {
                    expires: now + 7 * DAY,
                });
                continue;
            };
            if Reaction::of(lot) != Reaction::Accepts {
                let over = posted(&answer);
                assert!(
                    over.pings.iter().all(|&pinged| pinged == ids[0]),
                    "{}",
                    over.content
                );
                continue;
            }
            let board = posted(&answer);
            let (number, revision) = board_of(&board).expect("a board");
            assert_eq!(
                (revision, &board.pings),
                (0, &vec![ids[0]]),
                "{}",
                board.content
            );
            let fate = Fate::draw_lots(&mut self.random, now);
            let mut game = Game::begin(
                number,
                channel,
                members,
                ids,
                days,
                opponent_decides,
                fate,
                now,
            );
            // The challenger, White in this club, is called once.
            game.post(now, Some(Color::White));
            game.posts[0].message = Some(board.id);
            self.book.running.push(self.book.games.len());
            self.book.games.push(game);
        }
    }

    /// Two people who have just finished a game play the next one, with the colors swapped.
    pub(crate) async fn rematch(&mut self) {
        let now = self.now();
        let recent = self.book.games.len().saturating_sub(30)..self.book.games.len();
        let Some(number) = self.random.choice(recent) else {
            return;
        };
        let asker = self.random.usize(0..2);
        let game = &self.book.games[number];
        let end = self
            .board(game)
            .filter(|end| end.button("Rematch").is_some());
        let Some(end) = end.filter(|_| !game.runs() && !game.rematched) else {
            return;
        };
        let people = game
            .members
            .map(|member| self.book.members[member].person.clone());
        let asked = posted(&people[asker].press(&end, "Rematch").await);
        assert_eq!(asked.pings, [people[1 - asker].id()], "{}", asked.content);
        self.book.games[number].rematched = true;
        self.done.actions += 2;
        if self.random.u8(0..5) == 0 {
            posted(&people[1 - asker].press(&asked, "Decline").await);
            return;
        }
        let board = posted(&people[1 - asker].press(&end, "Rematch").await);
        assert_eq!(board.pings, [people[asker].id()], "{}", board.content);
        let (next, revision) = board_of(&board).expect("a board");
        assert_eq!(revision, 0);
        let fate = Fate::draw_lots(&mut self.random, now);
        let before = &self.book.games[number];
        let [white, black] = [1, 0].map(|side| before.members[side]);
        let ids = [1, 0].map(|side| before.ids[side]);
        let (channel, days, opponent_decides) =
            (before.channel, before.days, before.opponent_decides);
        let mut game = Game::begin(
            next,
            channel,
            [white, black],
            ids,
            days,
            opponent_decides,
            fate,
            now,
        );
        let called = if asker == 0 {
            Color::Black
        } else {
            Color::White
        };
        game.post(now, Some(called));
        game.posts[0].message = Some(board.id);
        self.book.running.push(self.book.games.len());
        self.book.games.push(game);
        self.done.rematches += 1;
    }
}

async fn challenge(
    [white, black]: [Person; 2],
    channel: Id,
    days: Option<i64>,
    opponent_decides: bool,
    lot: u8,
) -> (Message, Option<Answer>) {
    let (opponent, days) = (black.id().to_string(), days.unwrap_or(0).to_string());
    let mut options = vec![("color", "white"), ("days", days.as_str())];
    if lot.is_multiple_of(2) {
        options.push(("opponent", &opponent));
    }
    if opponent_decides {
        options.push(("when-time-runs-out", "opponent-decides"));
    }
    let made = posted(&white.command(channel, "challenge", &options).await);
    let answer = match Reaction::of(lot) {
        Reaction::Accepts => Some(black.press(&made, "Accept").await),
        Reaction::Declines => Some(black.press(&made, "Decline").await),
        Reaction::IsTooLate => Some(white.press(&made, "Withdraw").await),
        Reaction::Ignores => None,
    };
    (made, answer)
}

/// What becomes of a challenge. Those with an even number are for one person, the others for anybody.
#[derive(Clone, Copy, PartialEq)]
enum Reaction {
    Accepts,
    Declines,
    IsTooLate,
    Ignores,
}

impl Reaction {
    fn of(lot: u8) -> Reaction {
        match lot {
            0 | 2 => Reaction::Declines,
            1 | 4 => Reaction::IsTooLate,
            // One that is for somebody would stand in the way of the pair's next game.
            3 | 5 => Reaction::Ignores,
            _ => Reaction::Accepts,
        }
    }
}
