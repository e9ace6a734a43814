//! Moves that are shown before they are played, to those who want that; what becomes of a private question once it is
//! answered; and the way to undo a move.

use std::time::Duration;

use penpawn::chess::{Color, notation};
use penpawn::sandbox::Message;

use crate::scene::Scene;
use crate::table::{Table, labels, posted, private, updated};

/// From now on the player sees typed moves first.
fn wants_preview(scene: &Scene, player: &penpawn::sandbox::Person) {
    let changed = scene
        .database_for_writing()
        .execute(
            "UPDATE person SET preview = 1 WHERE id = ?1",
            [player.id().get() as i64],
        )
        .expect("a database");
    assert_eq!(changed, 1, "the person is known");
}

/// The message shows the board as it will be after `text`.
#[track_caller]
fn check_preview(table: &Table, message: &Message, text: &str, side: Color) {
    let mut then = table.line.clone();
    then.push(notation::read(then.position(), text).expect("a legal move"));
    assert_eq!(message.attachments.len(), 1);
    table.check_picture_of(&then, message, side);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_typed_move_is_shown_before_it_is_played() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play_all("e4 e5 Nf3 Nc6").await;
    wants_preview(&scene, &table.white);
    let shown = table.type_move("nxe5").await;
    let told = private(&shown);
    assert!(
        told.contains("after **3. Nxe5**: knight takes pawn on e5. Nothing is played yet."),
        "{told}"
    );
    assert_eq!(labels(shown.message()), ["Play", "Change", "Not now"]);
    check_preview(&table, shown.message(), "Nxe5", Color::White);
    // Another move after all, by the form, in the same message.
    let form = table.white.press(shown.message(), "Change").await;
    let shown = table
        .white
        .submit(form.modal(), &[("Your move", "Bb5")])
        .await;
    let shown = updated(&shown).clone();
    assert!(shown.content.contains("**3. Bb5**: bishop to b5"));
    check_preview(&table, &shown, "Bb5", Color::White);
    // What cannot be played is told at once, in its place as well.
    let form = table.white.press(&shown, "Change").await;
    let refused = table
        .white
        .submit(form.modal(), &[("Your move", "Bb6")])
        .await;
    assert!(updated(&refused).content.contains("“Bb6” is not possible"));
    let illegal = private(&table.type_move("Ke3").await);
    assert!(illegal.contains("“Ke3” is not possible"), "{illegal}");
    // Nothing of all that was played.
    let shown = table.type_move("Bb5").await;
    let dropped = table.white.press(shown.message(), "Not now").await;
    assert!(updated(&dropped).content.contains("nothing has changed"));
    assert!(updated(&dropped).attachments.is_empty());
    let shown = table.type_move("Bb5").await;
    let post = posted(&table.white.press(shown.message(), "Play").await);
    table.played("Bb5", post);
    // The other one has not asked for previews.
    table.play("a6").await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_preview_the_private_message_tells_what_was_played_and_can_undo_it() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play_all("e4 e5").await;
    wants_preview(&scene, &table.white);
    let shown = table.type_move("Nf3").await;
    scene.pass(Duration::from_secs(30));
    let played_at = scene.now();
    let post = posted(&table.white.press(shown.message(), "Play").await);
    table.played("Nf3", post);
    let closed = scene
        .private_becomes(shown.message(), "Played: **2. Nf3**")
        .await;
    assert_eq!(labels(&closed), ["Undo my move"]);
    assert!(closed.attachments.is_empty(), "the picture is in the post");
    // The press counts, not the typing.
    let until = format!("<t:{}:T>", played_at + 60);
    assert!(closed.content.contains(&until), "{}", closed.content);
    scene.pass(Duration::from_secs(59));
    let post = posted(&table.white.press(&closed, "Undo my move").await);
    assert!(post.content.contains("has undone the last move"));
    table.line.pop();
    table.check_board(&post);
    let undone = scene.loses_its_buttons(&closed).await;
    assert!(undone.content.contains("Done."), "{}", undone.content);
    // A minute is a minute.
    let shown = table.type_move("Nf3").await;
    let post = posted(&table.white.press(shown.message(), "Play").await);
    table.played("Nf3", post);
    let closed = scene
        .private_becomes(shown.message(), "Played: **2. Nf3**")
        .await;
    scene.pass(Duration::from_secs(61));
    let late = table.white.press(&closed, "Undo my move").await;
    let late = updated(&late);
    assert!(
        late.content.contains("A move can be undone for a minute"),
        "{}",
        late.content
    );
    assert_eq!(labels(late), ["Ask for a takeback"]);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stale_preview_is_refused_politely() {
    let mut scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play_all("e4 e5").await;
    wants_preview(&scene, &table.white);
    let shown = table.type_move("Nf3").await;
    // A draw offer of the opponent is news that one may want to think about.
    let offered = table.black.command(table.channel, "draw offer", &[]).await;
    posted(&offered);
    let stale = table.white.press(shown.message(), "Play").await;
    let told = updated(&stale).content.clone();
    assert!(told.contains("The game has moved on since"), "{told}");
    assert_eq!(labels(stale.message()), ["My view"]);
    let board = table.white.press(stale.message(), "My view").await;
    table.check_picture(updated(&board), Color::White);
    // A preview outlives the bot.
    let shown = table.type_move("Nf3").await;
    scene.restart_bot().await;
    let post = posted(&table.white.press(shown.message(), "Play").await);
    table.played("Nf3", post);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_offer_goes_with_the_preview() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play("e4").await;
    wants_preview(&scene, &table.black);
    let options = [("move", "e5"), ("draw", "true")];
    let shown = table.black.command(table.channel, "move", &options).await;
    let told = private(&shown);
    assert!(told.contains("A draw will be offered"), "{told}");
    check_preview(&table, shown.message(), "e5", Color::Black);
    let post = posted(
        &table
            .black
            .press(shown.message(), "Play and offer a draw")
            .await,
    );
    assert!(
        post.content.contains("Bob offers a draw"),
        "{}",
        post.content
    );
    table.played("e5", post);
    // An offer that may not be made is told before anything is shown.
    table.play("Nf3").await;
    let options = [("move", "Nc6"), ("draw", "true")];
    let told = private(&table.black.command(table.channel, "move", &options).await);
    assert!(told.contains("You offered a draw not long ago"), "{told}");
    assert!(told.contains("“Nc6” was not played"), "{told}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn which_game_is_asked_before_the_preview() {
    let scene = Scene::start().await;
    let mut table = Table::between(&scene, scene.chess(), "alice", "bob").await;
    let other = Table::between(&scene, scene.chess(), "alice", "carol").await;
    wants_preview(&scene, &table.white);
    let asked = table.type_move("e4").await;
    let shown = table
        .white
        .press(asked.message(), "Game 1 against Bob")
        .await;
    check_preview(&table, updated(&shown), "e4", Color::White);
    let post = posted(&table.white.press(shown.message(), "Play").await);
    table.played("e4", post);
    assert_eq!(other.game, 2);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_promotion_is_asked_before_the_preview() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play_all("e4 d5 exd5 c6 dxc6 Nf6 cxb7 Nbd7").await;
    wants_preview(&scene, &table.white);
    let asked = table.type_move("bxa8").await;
    assert_eq!(labels(asked.message()).len(), 4, "{asked:?}");
    let shown = table.white.press(asked.message(), "bxa8=N").await;
    check_preview(&table, updated(&shown), "bxa8=N", Color::White);
    let post = posted(&table.white.press(shown.message(), "Play").await);
    table.played("bxa8=N", post);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_whose_answer_everybody_sees_loses_its_buttons() {
    let scene = Scene::start().await;
    let mut table = Table::between(&scene, scene.chess(), "alice", "bob").await;
    let other = Table::between(&scene, scene.chess(), "alice", "carol").await;
    // Which game?
    let asked = table.type_move("e4").await;
    let post = posted(
        &table
            .white
            .press(asked.message(), "Game 1 against Bob")
            .await,
    );
    table.played("e4", post);
    let closed = scene
        .private_becomes(asked.message(), "Played: **1. e4**")
        .await;
    assert_eq!(
        labels(&closed),
        ["Undo my move", "Next: game 2 against Carol"]
    );
    // Which promotion, and what else there is to do.
    table.play("d5").await;
    let menu = table.black.press(&table.post, "More").await;
    let post = posted(&table.black.press(menu.message(), "Offer a draw").await);
    assert!(post.content.contains("offers a draw"), "{}", post.content);
    scene.loses_its_buttons(menu.message()).await;
    // Really resign?
    let asked = table
        .black
        .command(table.channel, "resign", &[("game", "1")])
        .await;
    posted(&table.black.press(asked.message(), "Yes, resign").await);
    let closed = scene.loses_its_buttons(asked.message()).await;
    assert!(closed.content.contains("Done."), "{}", closed.content);
    // Elsewhere the question itself becomes the answer.
    let asked = other
        .white
        .command(scene.general(), "move", &[("move", "d4")])
        .await;
    let done = other
        .white
        .press(asked.message(), "Game 2 against Carol")
        .await;
    let told = updated(&done);
    assert!(
        told.content.contains("Played: **1. d4**"),
        "{}",
        told.content
    );
    assert!(told.content.contains("The board of game 2 is in"));
    assert_eq!(labels(told), ["Undo my move"]);
    scene.post_with(scene.chess(), "**1. d4**").await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_mover_can_undo_from_his_own_view_for_a_minute() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play_all("e4 e5 Nf3").await;
    let moved_at = scene.now();
    let own = table.white.press(&table.post, "My view").await;
    let told = private(&own);
    assert!(told.contains(&format!("<t:{}:T>", moved_at + 60)), "{told}");
    let others = private(&table.black.press(&table.post, "My view").await);
    assert!(!others.contains("take your move back"), "{others}");
    let post = posted(&table.white.press(own.message(), "Undo my move").await);
    table.line.pop();
    table.check_board(&post);
    scene.loses_its_buttons(own.message()).await;
    // Answered moves and those of the last hour are nothing to undo.
    table.play("Nf3").await;
    let own = table.white.press(&table.post, "My view").await;
    table.play("Nc6").await;
    let refused = table.white.press(own.message(), "Undo my move").await;
    assert!(
        updated(&refused)
            .content
            .contains("The game has moved on since")
    );
    table.play("Bb5").await;
    scene.pass(Duration::from_secs(61));
    let own = table
        .white
        .command(table.channel, "board", &[("game", "1")])
        .await;
    assert!(
        labels(own.message()).is_empty(),
        "{:?}",
        labels(own.message())
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_preview_tells_nothing_of_what_the_opponent_has_planned() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play_all("e4 e5").await;
    wants_preview(&scene, &table.white);
    let plan = [("line", "if Nf3 then Nc6")];
    private(&table.black.command(table.channel, "plan add", &plan).await);
    let shown = table.type_move("Nf3").await;
    let told = private(&shown);
    assert!(
        told.contains("**2. Nf3**") && !told.contains("Nc6"),
        "{told}"
    );
    check_preview(&table, shown.message(), "Nf3", Color::White);
    let post = posted(&table.white.press(shown.message(), "Play").await);
    assert!(post.content.contains("Nc6"), "{}", post.content);
    // It is answered already, so there is nothing to undo.
    let closed = scene
        .private_becomes(shown.message(), "Played: **2. Nf3**")
        .await;
    assert!(labels(&closed).is_empty(), "{:?}", labels(&closed));
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_preview_whose_answer_comes_late_becomes_it() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play_all("e4 e5").await;
    wants_preview(&scene, &table.white);
    let shown = table.type_move("Nf3").await;
    let before = scene.sandbox.requests().len();
    let held = scene.hold();
    let pending = table.white.begin_press(shown.message(), "Play");
    scene
        .sandbox
        .until("the press is deferred", || {
            let requests = scene.sandbox.requests();
            let mut new = requests[before..].iter();
            new.any(|request| request.body["type"] == 6).then_some(())
        })
        .await;
    held.execute_batch("ROLLBACK").expect("it was held");
    drop(held);
    assert!(!pending.answer().await.failed());
    let closed = scene
        .private_becomes(shown.message(), "Played: **2. Nf3**")
        .await;
    assert_eq!(labels(&closed), ["Undo my move"]);
    let post = scene.post_with(table.channel, "**2. Nf3** by Alice").await;
    table.played("Nf3", post);
    scene.end().await;
}
