//! Plans: entered and read in private, played in public.

use crate::scene::Scene;
use crate::table::{Table, labels, posted, private, updated};

async fn plan(table: &Table, line: &str) -> String {
    let waiter = table.waiter();
    let answer = waiter.command(table.channel, "plan add", &[("line", line)]);
    private(&answer.await)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_answers_at_once_in_one_post() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play("e4").await;
    let before = scene.sandbox.messages(table.channel).len();
    let told = plan(&table, "if e5 then Nf3, if Nc6 then Bb5").await;
    assert!(told.contains("Only you can see it"), "{told}");
    assert!(told.contains("- 1... e5 2. Nf3 Nc6 3. Bb5"), "{told}");
    let told = plan(&table, "if c5 then Nc3").await;
    assert!(told.contains("- 1... c5 2. Nc3"), "{told}");
    assert_eq!(scene.sandbox.messages(table.channel).len(), before);
    // Nobody else sees it.
    let told = private(&table.black.command(table.channel, "plan list", &[]).await);
    assert!(told.contains("You have no plan in game 1"), "{told}");
    let answer = table.type_move("e5").await;
    let post = posted(&answer);
    assert!(
        post.content
            .starts_with("**1... e5 2. Nf3**: Alice answers at once."),
        "{}",
        post.content
    );
    assert_eq!(post.pings, [table.black.id()]);
    assert_eq!(scene.sandbox.messages(table.channel).len(), before + 1);
    for san in ["e5", "Nf3"] {
        let mv = table.line.position().parse_san(san).expect("a move");
        table.line.push(mv);
    }
    table.check_board(&post);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_survives_kill_9_and_is_spent_once() {
    let mut scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play("e4").await;
    plan(&table, "e5 Nf3 Nc6 Bb5").await;
    scene.kill_bot().await;
    scene.start_bot().await;
    let post = posted(&table.type_move("e5").await);
    assert!(post.content.contains("2. Nf3"), "{}", post.content);
    scene.kill_bot().await;
    scene.start_bot().await;
    let black = &table.black;
    let answer = black.command(table.channel, "move", &[("move", "Nc6")]);
    let post = posted(&answer.await);
    assert!(
        post.content.starts_with("**2... Nc6 3. Bb5**"),
        "{}",
        post.content
    );
    let told = private(&table.white.command(table.channel, "plan list", &[]).await);
    assert!(told.contains("You have no plan"), "{told}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_line_is_dropped_and_the_others_stay() {
    let mut scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play("e4").await;
    plan(&table, "e5 Nf3 Nc6 Bb5").await;
    plan(&table, "e5 Nf3 d6 d4").await;
    plan(&table, "c5 Nc3").await;
    let white = &table.white;
    let listed = white.command(table.channel, "plan list", &[]).await;
    let elsewhere = white.command(table.channel, "plan list", &[]).await;
    let choose = async |shown: &penpawn::sandbox::Message, line: &str| {
        let menu = &shown.selects()[0];
        white.select(shown, &menu.custom_id, &[line]).await
    };
    let dropped = choose(listed.message(), "1... e5 2. Nf3 Nc6 3. Bb5").await;
    let told = updated(&dropped).content.clone();
    assert!(!told.contains("Bb5"), "{told}");
    assert!(
        told.contains("- 1... e5 2. Nf3 d6 3. d4\n- 1... c5 2. Nc3"),
        "{told}"
    );
    // Another list that still shows it is told so.
    let again = choose(elsewhere.message(), "1... e5 2. Nf3 Nc6 3. Bb5").await;
    let told = updated(&again).content.clone();
    assert!(told.contains("not in your plan any more"), "{told}");
    let listed = white.press(updated(&again), "My plan").await;
    assert_eq!(updated(&listed).selects()[0].options.len(), 2);
    scene.kill_bot().await;
    scene.start_bot().await;
    let last = choose(updated(&listed), "1... c5 2. Nc3").await;
    assert!(updated(&last).selects().is_empty(), "one line is the plan");
    assert_eq!(labels(updated(&last)), ["Drop the plan"]);
    // Nobody else can, and what is left still plays.
    let told = private(&table.black.command(table.channel, "plan clear", &[]).await);
    assert!(told.contains("You have no plan"), "{told}");
    let post = posted(&table.type_move("e5").await);
    assert!(
        post.content.starts_with("**1... e5 2. Nf3**"),
        "{}",
        post.content
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_planned_is_told_and_changes_nothing() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    let own_turn = table
        .white
        .command(table.channel, "plan add", &[("line", "e5 Nf3")]);
    let told = private(&own_turn.await);
    assert!(told.contains("It is your turn in game 1"), "{told}");
    table.play("e4").await;
    let rows = [
        (",", "Write what your opponent may play"),
        (
            "e5",
            "The line is not taken. It ends with your opponent’s move",
        ),
        ("e5 Nf6", "After 1... e5, your move “Nf6” is not possible"),
        ("Qxh9 Nf3", "The line is not taken."),
        ("if", "“if” cannot be read as a move"),
        ("e5 resign Nc6 Bb5", "The game would be over before"),
    ];
    for (line, expected) in rows {
        let told = plan(&table, line).await;
        assert!(told.contains(expected), "{line}: {told}");
    }
    let told = plan(&table, &"e5 Nf3 ".repeat(200)).await;
    assert!(told.contains("500 characters"), "{told}");
    let told = private(&table.white.command(table.channel, "plan clear", &[]).await);
    assert!(told.contains("You have no plan"), "{told}");
    plan(&table, "e5 Nf3").await;
    let told = plan(&table, "e5 Nc3").await;
    assert!(told.contains("1... e5 2. Nf3"), "{told}");
    let told = private(&table.white.command(table.channel, "plan clear", &[]).await);
    assert!(told.contains("You have no plan"), "{told}");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_waits_for_an_offer_and_can_accept_it() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play("e4").await;
    plan(&table, "e5 Nf3").await;
    let with_offer = [("move", "e5"), ("draw", "true")];
    let moved = table.black.command(table.channel, "move", &with_offer);
    table.played("e5", posted(&moved.await));
    let told = private(&table.white.command(table.channel, "plan list", &[]).await);
    assert!(
        told.contains("until you have answered the draw offer"),
        "{told}"
    );
    let declined = table.white.press(&table.post, "Decline draw").await;
    table.played("Nf3", posted(&declined));
    let mut table = Table::between(&scene, scene.general(), "alice", "bob").await;
    table.play("e4").await;
    plan(&table, "if c5 accept the draw").await;
    let with_offer = [("move", "c5"), ("draw", "true")];
    let over = table.black.command(table.channel, "move", &with_offer);
    let over = posted(&over.await);
    assert!(over.content.contains("agree to a draw"), "{}", over.content);
    assert_eq!(over.pings, [table.black.id()]);
    scene.end().await;
}
