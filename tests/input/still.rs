//! What must stay as it is when somebody is refused: the rows of the database, and what everybody can read.

use penpawn::sandbox::{Answer, Message};
use rusqlite::Connection;

use crate::scene::Scene;

/// Everything that an accepted action would change.
const TABLES: [&str; 6] = [
    "game",
    "move",
    "challenge",
    "outbox",
    "person",
    "accepted_interaction",
];

/// The bot is given so many chances to finish what it is at.
const CHANCES: u32 = 2000;

/// The database and the channels at one moment.
#[derive(PartialEq, Debug)]
pub(crate) struct Still {
    rows: Vec<String>,
    posts: Vec<String>,
}

impl Still {
    /// Looks once the bot has done all its errands.
    pub(crate) async fn of(scene: &Scene) -> Still {
        settle(scene).await;
        let database = scene.database();
        let channels = scene.sandbox.channels().into_iter();
        Still {
            rows: TABLES
                .iter()
                .flat_map(|table| rows(&database, table))
                .collect(),
            posts: channels
                .flat_map(|channel| scene.sandbox.messages(channel.id))
                .map(|message| looks(&message))
                .collect(),
        }
    }
}

/// Waits until no errand is left. The bot is kept answering meanwhile, so nobody waits for time to go by.
pub(crate) async fn settle(scene: &Scene) {
    let carol = scene.person("carol");
    for _ in 0..CHANCES {
        let waiting = "SELECT count(*) FROM outbox";
        if count(scene, waiting) == 0 {
            return;
        }
        carol.command(scene.general(), "help", &[]).await;
    }
    panic!("errands that are never done");
}

/// A number that the database tells.
pub(crate) fn count(scene: &Scene, query: &str) -> i64 {
    scene
        .database()
        .query_row(query, [], |row| row.get(0))
        .expect("a query of these tests")
}

/// Somebody does something that must come to nothing. Only he is told, in words that hold `why`.
pub(crate) async fn refused<F>(scene: &Scene, why: &str, act: impl FnOnce() -> F) -> Answer
where
    F: Future<Output = Answer>,
{
    let before = Still::of(scene).await;
    let answer = act().await;
    let words = answer.text();
    assert!(
        answer.message().is_ephemeral(),
        "everybody reads it: {words}"
    );
    assert!(words.contains(why), "{why:?} was expected, not {words:?}");
    assert!(!words.trim().is_empty(), "an answer without words");
    let is_apology = words.contains("Something went wrong");
    assert!(!is_apology || words.contains(why) && !why.is_empty());
    assert_eq!(before, Still::of(scene).await, "{words}");
    answer
}

fn rows(database: &Connection, table: &str) -> Vec<String> {
    let query = format!("SELECT * FROM {table}");
    let mut statement = database.prepare(&query).expect("a table of the bot");
    let columns = statement.column_count();
    let rows = statement.query_map([], |row| {
        let values: Result<Vec<_>, _> = (0..columns)
            .map(|n| row.get_ref(n).map(|value| format!("{value:?}")))
            .collect();
        Ok(format!("{table}: {}", values?.join(", ")))
    });
    rows.expect("rows")
        .collect::<Result<_, _>>()
        .expect("rows that can be read")
}

fn looks(message: &Message) -> String {
    let files: Vec<_> = message
        .attachments
        .iter()
        .map(|file| &file.filename)
        .collect();
    format!(
        "{} {:?} {files:?} {:?} {:?}",
        message.id, message.content, message.components, message.pings
    )
}
