//! Names that are markup, mentions, links, or nothing to be seen: in posts they are words, and sentences keep a subject.

use penpawn::discord::view::escape;
use penpawn::sandbox::{Message, Person};

use crate::moves::check_plain;
use crate::scene::Scene;
use crate::still::settle;
use crate::table::{posted, private};

/// Each holds the word that tells it apart.
const WORD: &str = "Villain";

#[tokio::test(flavor = "multi_thread")]
async fn names_stay_words() {
    let scene = Scene::start().await;
    for (n, name) in [
        "**Villain**",
        "@everyone Villain",
        "@here Villain",
        "<@1> Villain",
        "<#1> Villain <t:0:R>",
        "[Villain](https://evil.test)",
        "https://evil.test/Villain",
        "||Villain|| `x` ~~y~~ __z__",
        "# Villain",
        "-# Villain",
        "> Villain\n> two",
        "\u{202e}Villain\u{202c}\u{2066}",
        "V\u{200b}illain".replace('\u{200b}', "").as_str(),
        "Villain שלום",
        "Villain Z\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}",
        "Villain 🏁👩\u{200d}🚀",
        "Villain { $player }",
        "Villain\\",
    ]
    .into_iter()
    .enumerate()
    {
        check_name(&scene, n, name).await;
    }
    scene.end().await;
}

/// Everything that shows a name is posted once.
async fn check_name(scene: &Scene, n: usize, name: &str) {
    let villain = scene.sandbox.add_person(&format!("villain{n}"), name);
    let (carol, channel) = (
        scene.person("carol"),
        scene.sandbox.create_channel(&format!("room-{n}")),
    );
    let to_carol = [("opponent", "carol"), ("color", "white")];
    let open = posted(&villain.command(channel, "challenge", &[]).await);
    posted(&villain.press(&open, "Withdraw").await);
    let challenge = posted(&villain.command(channel, "challenge", &to_carol).await);
    posted(&carol.press(&challenge, "Accept").await);
    let to_villain = villain.id().to_string();
    let back = [("opponent", &*to_villain)];
    let challenge = posted(&carol.command(channel, "challenge", &back).await);
    posted(&villain.press(&challenge, "Decline").await);
    posted(
        &villain
            .command(channel, "move", &[("move", "e4"), ("draw", "true")])
            .await,
    );
    posted(&carol.command(channel, "draw decline", &[]).await);
    let listed = carol.command(channel, "games", &[]).await;
    let mut seen = vec![
        listed.message().clone(),
        posted(&carol.press(listed.message(), "Show here").await),
    ];
    for (person, command) in [(&villain, "resign"), (&carol, "resign"), (&carol, "board")] {
        let answer = person.command(channel, command, &[]).await;
        private(&answer);
        seen.push(answer.message().clone());
    }
    let asked = villain.command(channel, "resign", &[]).await;
    posted(&villain.press(asked.message(), "Yes, resign").await);
    settle(scene).await;
    let bot = scene.sandbox.bot();
    let posts = scene.sandbox.messages(channel).into_iter();
    seen.extend(posts.filter(|message| message.author == bot));
    let shown = escape(name);
    check_plain(&shown);
    for message in &seen {
        check_message(message, &shown, &villain);
    }
    let told = seen
        .iter()
        .filter(|message| message.content.contains(&shown));
    assert!(told.count() >= 8, "{shown:?} is not told: {seen:#?}");
}

#[track_caller]
fn check_message(message: &Message, shown: &str, villain: &Person) {
    let rest = message.content.replace(shown, "");
    assert!(!rest.contains(WORD), "not escaped: {}", message.content);
    assert!(!message.mention_everyone);
    let others = message.mentions.iter().filter(|&&id| id != villain.id());
    assert!(others.count() <= 1, "{}", message.content);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_shows_no_name_is_called_by_the_user_name() {
    let scene = Scene::start().await;
    for (n, name) in [
        "\u{200b}",
        " \u{3164} ",
        "\u{202e}\u{202c}",
        "\u{2800}\u{200d}\u{fe0f}",
        "\u{301}\u{302}",
    ]
    .into_iter()
    .enumerate()
    {
        let username = format!("ghost{n}");
        let ghost = scene.sandbox.add_person(&username, name);
        let challenge = posted(&ghost.command(scene.chess(), "challenge", &[]).await);
        let words = format!("**{username}** would like to play chess");
        assert!(
            challenge.content.starts_with(&words),
            "{}",
            challenge.content
        );
    }
    scene.end().await;
}
