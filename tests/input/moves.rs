//! Moves that are none: not one's turn, no such game, impossible, or no move at all.

use penpawn::sandbox::{Answer, ClientError, Fault};
use serde_json::{Value, json};

use crate::scene::Scene;
use crate::still::{Still, refused};
use crate::table::{Table, private};

/// What Discord lets people write at most.
const LONGEST: usize = 2000;

#[tokio::test(flavor = "multi_thread")]
async fn games_that_are_not_there_are_told() {
    let scene = Scene::start().await;
    let table = Table::begin(&scene).await;
    let move_in = |game: &str| {
        let options = [("move", "e4"), ("game", game)];
        table.white.try_command(table.channel, "move", &options)
    };
    // The client itself keeps these back ...
    for game in ["0", "-1", "one", "1.5", "99999999999999999999"] {
        let refusal = move_in(game).err();
        assert!(
            matches!(refusal, Some(ClientError::BadOption { .. })),
            "{game}"
        );
    }
    for game in ["2", "999", "9007199254740991"] {
        refused(&scene, &format!("There is no game {game} "), || {
            let pending = move_in(game).expect("a whole number");
            async move { pending.answer().await }
        })
        .await;
    }
    // ... and whatever comes all the same is not taken for another game.
    for (game, why) in [
        (json!(0), "There is no game 0 "),
        (json!(-1), "There is no game -1 "),
        (json!(i64::MAX), "There is no game 9223372036854775807 "),
        (json!(i64::MIN), "There is no game -9223372036854775808 "),
    ] {
        refused(&scene, why, || move_with_game(&scene, &table, 4, &game)).await;
    }
    refused(&scene, "I do not know that command any more", || {
        move_with_game(&scene, &table, 3, &json!("one"))
    })
    .await;
    scene.end().await;
}

fn move_with_game(
    scene: &Scene,
    table: &Table,
    kind: u8,
    game: &Value,
) -> impl Future<Output = Answer> + use<> {
    let options = json!([
        {"name": "move", "type": 3, "value": "e4"},
        {"name": "game", "type": kind, "value": game},
    ]);
    let changes = json!({"data": {"options": options}});
    scene.sandbox.fault(Fault::AlterInteraction(changes));
    let given = [("move", "e4")];
    table.white.command(table.channel, "move", &given)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_move_is_not_played() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    refused(&scene, "It is Alice’s turn in game 1", || {
        table
            .black
            .command(table.channel, "move", &[("move", "e5")])
    })
    .await;
    table.play_all("e4 e5").await;
    for text in [
        "Ke3",
        "e2e4",
        "Bd4",
        "O-O",
        "0-0-0",
        "exd5",
        "Qxf7#",
        "e8=Q",
        "Nge2+ or Nf6",
        "K\u{200b}e\u{200d}3",
        "Ke3\u{0}\u{7}",
        "K\ne\n3",
    ] {
        check_quoted(&scene, &table, text).await;
    }
    let (bob, channel) = (table.black.mention(), table.channel);
    let long = [
        "x".repeat(LONGEST),
        "♞".repeat(LONGEST),
        "🏁".repeat(LONGEST / 2),
        "e4 ".repeat(LONGEST / 3),
        "9".repeat(LONGEST),
        "*_~`|<>[]()@#-:\\".repeat(LONGEST / 16),
        "Z\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}".repeat(LONGEST / 7),
        "\u{202e}".repeat(LONGEST),
    ];
    for text in &long {
        check_quoted(&scene, &table, text).await;
    }
    for text in [
        "hello",
        "?",
        "...",
        "-",
        "0",
        "e",
        "e9",
        "--",
        "null",
        "resign",
        "🏁👩\u{200d}🚀🇩🇪",
        "שלום",
        "\u{202e}4e\u{202c}",
        "\u{2067}e4\u{2069}\u{2066}e5",
        "H\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}\u{308}\u{309}i",
        "\u{200b}\u{200d}\u{feff}",
        "\u{1}\u{2}\u{1b}[31m",
        "@everyone",
        "@here",
        "<@&1>",
        "**bold** __under__ ~~gone~~ ||hidden||",
        "`code` ```block```",
        "[free nitro](https://evil.test)",
        "https://evil.test/e4",
        "</resign:1>",
        "<t:0:R>",
        "<:smile:1>",
        "# big",
        "-# small",
        "> quote",
        "- list",
        "{ $text }",
        "%s %d {} {0}",
        "'; DROP TABLE game; --",
    ] {
        check_quoted(&scene, &table, text).await;
    }
    for text in [format!("<#{channel}>"), bob.clone(), bob.replace('@', "@!")] {
        check_quoted(&scene, &table, &text).await;
    }
    table.play("Nf3").await;
    scene.end().await;
}

/// The text is refused by command and by form, and what the answer quotes of it is words and nothing else.
async fn check_quoted(scene: &Scene, table: &Table, text: &str) {
    let by_command = refused(scene, "", || table.type_move(text)).await;
    check_inert(text, &by_command);
    if text.encode_utf16().count() <= 100 {
        let form = table.white.press(&table.post, "Move").await;
        let by_form = refused(scene, "", || {
            table.white.submit(form.modal(), &[("Your move", text)])
        })
        .await;
        assert_eq!(by_form.text(), by_command.text());
    }
}

fn check_inert(text: &str, answer: &Answer) {
    let words = answer.text();
    assert!(words.chars().count() <= 600, "too long to read: {words}");
    assert_eq!(answer.message().mentions, [], "{words}");
    let Some(quoted) = words
        .split_once('“')
        .and_then(|(_, rest)| rest.rsplit_once('”'))
    else {
        let is_known = ["Write a move", "not your turn"];
        assert!(
            is_known.iter().any(|known| words.contains(known)),
            "{text:?}: {words}"
        );
        return;
    };
    check_plain(quoted.0);
}

/// Neither markdown nor a mention, link, timestamp or trick of direction is left of what somebody typed.
#[track_caller]
pub(crate) fn check_plain(escaped: &str) {
    let mut plain = String::new();
    let mut characters = escaped.chars();
    while let Some(c) = characters.next() {
        if c == '\\' {
            // The next one is taken as it stands.
            characters.next();
        } else {
            plain.push(c);
        }
    }
    let live = |c: char| "*_~`|<>[]#".contains(c);
    assert!(!plain.contains(live), "markdown: {escaped:?}");
    for resolved in ["@everyone", "@here", "://"] {
        assert!(!plain.contains(resolved), "{resolved}: {escaped:?}");
    }
    let tricks = |c: char| {
        matches!(
            c,
            '\u{202a}'
                ..='\u{202e}' | '\u{2066}' | '\u{2067}' | '\u{200e}' | '\u{200f}' | '\n' | '\r'
        )
    };
    assert!(!plain.contains(tricks), "directions: {escaped:?}");
    let count = |c: char| plain.matches(c).count();
    assert_eq!(count('\u{2068}'), count('\u{2069}'), "{escaped:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn autocomplete_bears_everything() {
    let scene = Scene::start().await;
    let table = Table::begin(&scene).await;
    let before = Still::of(&scene).await;
    for typed in [
        "",
        " ",
        "\u{0}",
        "🏁",
        "שלום",
        "@everyone",
        "[x](https://evil.test)",
        &"♞".repeat(LONGEST),
        &"x".repeat(LONGEST),
        "İ\u{301}",
    ] {
        for option in ["move", "game"] {
            let offered = table
                .white
                .autocomplete(table.channel, "move", &[], (option, typed))
                .await;
            let offered = offered.expect("an answer");
            assert!(offered.len() <= 25, "{typed:?}");
        }
    }
    assert_eq!(before, Still::of(&scene).await);
    let told = table
        .white
        .command(table.channel, "board", &[("view", "text")]);
    assert!(private(&told.await).contains("Game 1"));
    scene.end().await;
}
