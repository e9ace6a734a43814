//! What must hold at the end of every test, whatever it did: only known routes and valid bodies, no mention but the
//! intended one, each board once and only the latest with buttons, nothing worth a warning in the log, and no token
//! in what the bot printed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use penpawn::sandbox::{Id, Message, Request, Sandbox};

use crate::bot::Output;
use crate::scene::Scene;

/// What a test makes go wrong.
#[derive(Default)]
pub(crate) struct Expected {
    /// Requests are refused or broken off.
    pub(crate) refusals: bool,
    /// Old posts may keep their buttons, because nobody can take them away.
    pub(crate) old_buttons: bool,
    /// Words of warnings and errors that the log may hold.
    pub(crate) log: Vec<&'static str>,
}

impl Expected {
    /// The log may hold a warning with these words.
    pub(crate) fn in_the_log(&mut self, words: &'static str) {
        self.log.push(words);
    }
}

/// Waits until nothing is under way any more: only the latest board of a game can be pressed, and the outbox is empty.
pub(crate) async fn settle(scene: &Scene) {
    if scene.expected.old_buttons {
        return;
    }
    scene
        .as_time_passes("only the latest board of each game has buttons", || {
            boards(&scene.sandbox)
                .values()
                .all(|posts| {
                    let mut overtaken = posts.iter().rev().skip(1);
                    overtaken.all(|(_, message)| message.buttons().is_empty())
                })
                .then_some(())
        })
        .await;
    scene
        .as_time_passes("every errand is done", || {
            (scene.waiting_errands() == 0).then_some(())
        })
        .await;
}

/// Looks at everything that the bot said and did.
pub(crate) fn check(sandbox: &Sandbox, printed: &Output, expected: &Expected) {
    let requests = sandbox.requests();
    routes_are_known(&requests, expected);
    if let Some(description) = crate::openapi::Description::load() {
        description.check(&requests);
    }
    mentions_are_meant(sandbox);
    // Told apart by revision in a map, so a board that stands twice would hide itself there.
    boards_stand_once(sandbox);
    log_is_quiet(&printed.stderr, expected);
    for secret in secrets(sandbox, &requests) {
        for text in [&printed.stdout, &printed.stderr] {
            assert!(!text.contains(&secret), "a token shows: {text}");
        }
    }
}

fn routes_are_known(requests: &[Arc<Request>], expected: &Expected) {
    for request in requests {
        assert!(request.known_route, "{} {}", request.method, request.path);
        // Tests go faster than people; that the bot waits then is shown by what arrives.
        let is_limit = request.status == 429;
        if !expected.refusals && !is_limit {
            assert!(
                (200..300).contains(&request.status),
                "{} {} was answered {} {}",
                request.method,
                request.path,
                request.status,
                request.response
            );
        }
    }
}

pub(crate) fn mentions_are_meant(sandbox: &Sandbox) {
    for message in messages_of_bot(sandbox) {
        assert!(!message.mention_everyone, "{}", message.content);
        assert!(message.mentions.len() <= 1, "{}", message.content);
        // A mention that does not ping reads like one that does.
        let behind = message.content.split("<@").skip(1);
        let written = behind.filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        assert_eq!(
            written.count(),
            message.mentions.len(),
            "{}",
            message.content
        );
    }
}

fn messages_of_bot(sandbox: &Sandbox) -> Vec<Message> {
    let bot = sandbox.bot();
    let messages = sandbox.channels().into_iter();
    messages
        .flat_map(|channel| sandbox.messages(channel.id))
        .filter(|message| message.author == bot)
        .collect()
}

/// The board posts of each game by revision.
fn boards(sandbox: &Sandbox) -> BTreeMap<u64, BTreeMap<u64, Message>> {
    let mut boards: BTreeMap<u64, BTreeMap<u64, Message>> = BTreeMap::new();
    for message in messages_of_bot(sandbox) {
        if let Some((game, revision)) = board_of(&message) {
            boards.entry(game).or_default().insert(revision, message);
        }
    }
    boards
}

pub(crate) fn boards_stand_once(sandbox: &Sandbox) {
    let mut seen: BTreeMap<(u64, u64), Id> = BTreeMap::new();
    for message in messages_of_bot(sandbox) {
        if let Some(board) = board_of(&message)
            && let Some(other) = seen.insert(board, message.id)
        {
            panic!(
                "the board {board:?} stands twice: {other} and {}",
                message.id
            );
        }
    }
}

/// The game and revision that a public board shows, by the name of its picture.
pub(crate) fn board_of(message: &Message) -> Option<(u64, u64)> {
    message.attachments.iter().find_map(|file| {
        let name = file.filename.strip_prefix("penpawn-g")?;
        let (game, revision) = name.strip_suffix(".png")?.split_once("-r")?;
        Some((game.parse().ok()?, revision.parse().ok()?))
    })
}

pub(crate) fn log_is_quiet(log: &str, expected: &Expected) {
    assert!(!log.contains("panicked"), "{log}");
    for line in log.lines() {
        let is_loud = [" WARN ", " ERROR "]
            .iter()
            .any(|level| line.contains(level));
        let is_expected = expected.log.iter().any(|words| line.contains(words));
        assert!(!is_loud || is_expected, "in the log: {line}");
    }
}

/// The bot's token and those of all interactions.
fn secrets(sandbox: &Sandbox, requests: &[Arc<Request>]) -> BTreeSet<String> {
    let of_interactions = requests.iter().filter_map(|request| {
        let mut segments = request.path.split('/').skip(1);
        match segments.next()? {
            "interactions" | "webhooks" => segments.nth(1).map(str::to_owned),
            _ => None,
        }
    });
    of_interactions.chain([sandbox.token()]).collect()
}
