//! Moves: typed, filled in, offered, asked back and refused.

use penpawn::sandbox::Message;

use crate::scene::Scene;
use crate::table::{Table, labels, posted, private};

#[tokio::test(flavor = "multi_thread")]
async fn a_move_makes_a_new_board_and_retires_the_old_one() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    let first = table.post.clone();
    scene.pass(std::time::Duration::from_hours(1));
    let post = table.play("e4").await;
    let deadline = scene.now() + 3 * 86_400;
    let words = format!(
        "**1. e4** by Alice. {} to move, until <t:{deadline}:f>, <t:{deadline}:R>.",
        table.black.mention()
    );
    assert_eq!(
        post.content,
        format!("{words}\n-# 1. e4 · King's Pawn Game")
    );
    assert_eq!(labels(&post), ["Move", "My view", "More"]);
    let old = scene.loses_its_buttons(&first).await;
    assert_eq!(old.attachments.len(), 1, "the old picture stays");
    table.play_all("d5 exd5 Qxd5 Nc3 Qe5+").await;
    assert!(
        table
            .post
            .content
            .starts_with("**3... Qe5+** by Bob, check!"),
        "{}",
        table.post.content
    );
    assert!(
        table.post.content.contains("-# 2... Qxd5 3. Nc3 Qe5+"),
        "{}",
        table.post.content
    );
    table.play_all("Be2 Qxe2+").await;
    assert!(
        table.post.content.ends_with("· Black is up 3"),
        "{}",
        table.post.content
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_move_button_opens_a_form() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    let answer = table.white.press(&table.post, "Move").await;
    let form = answer.modal();
    assert_eq!(form.title, "Game 1 against Bob");
    assert_eq!(
        (form.fields.len(), &*form.fields[0].label),
        (1, "Your move")
    );
    let told = private(&table.white.submit(form, &[("Your move", "e5")]).await);
    assert!(told.contains("not possible"), "{told}");
    let form = table.white.press(&table.post, "Move").await;
    let post = posted(
        &table
            .white
            .submit(form.modal(), &[("Your move", "e2-e4")])
            .await,
    );
    table.played("e4", post);
    // Neither the one who waits nor an onlooker gets a form.
    let told = private(&table.white.press(&table.post, "Move").await);
    assert!(told.contains("It is Bob’s turn"), "{told}");
    let told = private(&scene.person("carol").press(&table.post, "Move").await);
    assert!(told.contains("You do not play in this game"), "{told}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_was_overtaken_plays_nothing() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    let form = table.white.press(&table.post, "Move").await;
    table.play_all("e4 e5").await;
    let answer = table
        .white
        .submit(form.modal(), &[("Your move", "d4")])
        .await;
    let told = private(&answer);
    assert!(told.contains("The game has moved on"), "{told}");
    let view = table.white.press(answer.message(), "My view").await;
    table.check_picture(view.message(), penpawn::chess::Color::White);
    table.play("d4").await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn refusals_say_why_and_change_nothing() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play_all("e4 e5").await;
    for (text, why) in [
        ("Ke3", "is not possible"),
        ("Bd4", "is not possible"),
        ("xyzzy", "I cannot read “xyzzy” as a move"),
        ("exd5", "nothing like that to capture on d5"),
        ("O-O", "the piece on f1 stands in the way"),
        ("Nf3 and then what", "I cannot read"),
        ("**@everyone**", "I cannot read"),
    ] {
        let told = private(&table.type_move(text).await);
        assert!(told.contains(why), "{text}: {told}");
    }
    let early = table
        .black
        .command(table.channel, "move", &[("move", "Nf6")])
        .await;
    assert!(private(&early).contains("It is Alice’s turn in game 1"));
    let carol = scene.person("carol");
    let foreign = [("move", "Nf3"), ("game", "1")];
    let told = private(&carol.command(table.channel, "move", &foreign).await);
    assert!(told.contains("You do not play in this game"), "{told}");
    let told = private(
        &carol
            .command(table.channel, "move", &[("move", "Nf3")])
            .await,
    );
    assert!(told.contains("You have no running game"), "{told}");
    let missing = [("move", "Nf3"), ("game", "7")];
    let told = private(&carol.command(table.channel, "move", &missing).await);
    assert!(told.contains("There is no game 7"), "{told}");
    table.play("Nf3").await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_can_mean_two_moves_is_asked_back() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play_all("Nf3 a5 d3 a4").await;
    let asked = table.type_move("Nd2").await;
    let told = private(&asked);
    assert!(told.contains("can mean several moves"), "{told}");
    assert_eq!(labels(asked.message()), ["Nbd2", "Nfd2"]);
    let post = posted(&table.white.press(asked.message(), "Nfd2").await);
    table.played("Nfd2", post);
    // The question is answered and cannot be answered again.
    let told = scene.private_becomes(asked.message(), "Played").await;
    assert_eq!(labels(&told), ["Undo my move"]);
    table.play_all("a3 c3 axb2 e3").await;
    let asked = table.type_move("bxa1").await;
    assert!(private(&asked).contains("What should the pawn become?"));
    assert_eq!(labels(asked.message()).len(), 4);
    let post = posted(&table.black.press(asked.message(), "bxa1=N").await);
    table.played("bxa1=N", post);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn autocomplete_offers_what_fits_in_words() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    let names = offered(&scene, &table, "").await;
    assert_eq!(names.len(), 20);
    assert!(names.contains(&"e4: pawn to e4".to_owned()), "{names:?}");
    table.play_all("e4 e5 Nf3 Nc6 Bb5 a6 d4 exd4").await;
    let names = offered(&scene, &table, "").await;
    assert_eq!(names.len(), 25, "never more");
    let names = offered(&scene, &table, "Nx").await;
    assert_eq!(names[0], "Nxd4: knight takes pawn on d4");
    assert!(names.iter().all(|name| name.starts_with('N')), "{names:?}");
    let names = offered(&scene, &table, "castle").await;
    assert_eq!(names.len(), 1, "{names:?}");
    assert!(offered(&scene, &table, "Kd7").await.is_empty());
    // A legal move that is not on the list is still accepted.
    table.play("Bf1").await;
    // The one who waits is offered nothing, nor is an onlooker.
    let choices = scene
        .person("carol")
        .autocomplete(table.channel, "move", &[], ("move", ""))
        .await;
    assert_eq!(choices, Some(Vec::new()));
    scene.end().await;
}

async fn offered(scene: &Scene, table: &Table, typed: &str) -> Vec<String> {
    let choices = table
        .mover()
        .autocomplete(scene.chess(), "move", &[], ("move", typed))
        .await
        .expect("an answer");
    choices.into_iter().map(|choice| choice.name).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn autocomplete_knows_several_games() {
    let scene = Scene::start().await;
    let mut first = Table::between(&scene, scene.chess(), "alice", "bob").await;
    let second = Table::between(&scene, scene.general(), "alice", "carol").await;
    let alice = &first.white;
    let numbers = alice
        .autocomplete(scene.chess(), "move", &[("move", "e4")], ("game", ""))
        .await
        .unwrap();
    let names: Vec<_> = numbers.iter().map(|choice| &*choice.name).collect();
    assert_eq!(
        names,
        [
            "Game 1 against Bob: your move",
            "Game 2 against Carol: your move"
        ]
    );
    first.play_all("h4 a6 a3 b6").await;
    let here = offered(&scene, &first, "").await;
    assert!(here.iter().any(|name| name.starts_with("h5:")));
    // With the number of a game elsewhere, its moves are offered.
    let there = second
        .white
        .autocomplete(scene.chess(), "move", &[("game", "2")], ("move", "h"))
        .await
        .unwrap();
    let names: Vec<_> = there.iter().map(|choice| &*choice.value).collect();
    assert_eq!(names, ["h3", "h4", "Nh3"]);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_are_words_and_nothing_else() {
    let scene = Scene::start().await;
    let bob = scene.person("bob");
    let odd = scene
        .sandbox
        .add_person("odd", &format!("**@everyone** {} `x` ||y||", bob.mention()));
    let channel = scene.chess();
    let mut table = Table::between(&scene, channel, "odd", "carol").await;
    table.play_all("e4 e5").await;
    let offer = odd.command(channel, "draw offer", &[]).await;
    assert_eq!(posted(&offer).pings, [table.black.id()]);
    let listed = odd.command(channel, "games", &[]).await;
    let shown = posted(&odd.press(listed.message(), "Show here").await);
    for message in [&table.post, &posted(&offer), &shown] {
        no_markdown(message);
    }
    let form = table.white.press(&posted(&offer), "Move").await;
    assert!(form.modal().title.starts_with("Game 1 against Carol"));
    scene.end().await;
}

#[track_caller]
fn no_markdown(message: &Message) {
    let text = &message.content;
    assert!(
        !text.contains("@everyone") && !text.contains("** <@"),
        "{text}"
    );
    assert!(!text.contains(" `x`") && !text.contains("||y||"), "{text}");
}
