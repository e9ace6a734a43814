//! Challenges from the first word to the first board, or to their end without one.

use std::time::Duration;

use penpawn::chess::Color;
use penpawn::sandbox::{ClientError, Message, Reply};

use crate::scene::Scene;
use crate::table::{Table, labels, posted, private, updated};

const DAY: Duration = Duration::from_hours(24);

#[tokio::test(flavor = "multi_thread")]
async fn a_person_is_challenged_and_accepts() {
    let scene = Scene::start().await;
    let (alice, bob) = (scene.person("alice"), scene.person("bob"));
    let options = [("opponent", "bob"), ("color", "white"), ("days", "5")];
    let answer = alice.command(scene.chess(), "challenge", &options).await;
    let challenge = posted(&answer);
    assert_eq!(challenge.pings, [bob.id()]);
    holds(&challenge, "**Alice** challenges you");
    holds(&challenge, "Alice plays White, 5 days a move");
    holds(&challenge, &format!("<t:{}", scene.now() + 7 * 86_400));
    assert_eq!(labels(&challenge), ["Accept", "Decline", "Withdraw"]);

    scene.pass(DAY);
    let board = posted(&bob.press(&challenge, "Accept").await);
    assert_eq!(board.pings, [alice.id()], "the challenger, once");
    holds(
        &board,
        &format!(
            "**Game 1**: Alice (White) against Bob (Black), 5 days a move. {} to move",
            alice.mention()
        ),
    );
    holds(&board, &format!("<t:{}", scene.now() + 5 * 86_400));
    assert_eq!(labels(&board), ["Move", "My view", "More"]);
    let closed = scene.loses_its_buttons(&challenge).await;
    holds(&closed, "Accepted");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn anybody_but_its_author_takes_up_an_open_challenge() {
    let scene = Scene::start().await;
    let (alice, carol) = (scene.person("alice"), scene.person("carol"));
    let nothing = [("days", "0"), ("when-time-runs-out", "opponent-decides")];
    let refused = private(&alice.command(scene.chess(), "challenge", &nothing).await);
    assert!(refused.contains("no time can run out"), "{refused}");
    let options = [("color", "black"), ("days", "0")];
    let challenge = posted(&alice.command(scene.chess(), "challenge", &options).await);
    assert_eq!(challenge.pings, []);
    holds(&challenge, "Alice plays Black, no time limit");
    assert_eq!(labels(&challenge), ["Accept", "Withdraw"]);
    let refused = private(&alice.press(&challenge, "Accept").await);
    assert!(refused.contains("your own challenge"), "{refused}");
    let refused = private(&carol.press(&challenge, "Withdraw").await);
    assert!(refused.contains("Only the one who made"), "{refused}");

    let board = posted(&carol.press(&challenge, "Accept").await);
    assert_eq!(board.pings, [alice.id()]);
    holds(&board, "Carol (White) against");
    holds(&board, "no time limit. Carol to move.");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_accept_at_once_and_one_plays() {
    let scene = Scene::start().await;
    let (alice, bob, carol) = (
        scene.person("alice"),
        scene.person("bob"),
        scene.person("carol"),
    );
    let challenge = posted(&alice.command(scene.chess(), "challenge", &[]).await);
    holds(&challenge, "colors by lot, 3 days a move");
    let hold = scene.hold();
    let (first, second) = (
        bob.begin_press(&challenge, "Accept"),
        carol.begin_press(&challenge, "Accept"),
    );
    drop(hold);
    let answers = [first.answer().await, second.answer().await];
    let posts = answers
        .iter()
        .filter(|answer| matches!(answer.reply, Reply::Posted(_)));
    assert_eq!(posts.count(), 1, "{answers:?}");
    let refused = answers.iter().find(|answer| answer.is_private()).unwrap();
    assert!(refused.text().contains("accepted already"), "{answers:?}");
    scene.end().await;
}

/// Its post may be gone, so the refusal that it causes brings its buttons along.
#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_in_the_way_can_be_ended_where_that_is_told() {
    let scene = Scene::start().await;
    let (alice, bob) = (scene.person("alice"), scene.person("bob"));
    let to_bob = [("opponent", "bob")];
    posted(&alice.command(scene.chess(), "challenge", &to_bob).await);
    let to_alice = [("opponent", "alice")];
    let told = bob.command(scene.general(), "challenge", &to_alice).await;
    assert_eq!(labels(told.message()), ["Accept", "Decline"]);
    let told = alice.command(scene.general(), "challenge", &to_bob).await;
    assert_eq!(labels(told.message()), ["Withdraw"]);
    let withdrawn = alice.press(told.message(), "Withdraw").await;
    assert_eq!(updated(&withdrawn).content, "Done.");
    assert!(labels(updated(&withdrawn)).is_empty());
    posted(&alice.command(scene.chess(), "challenge", &to_bob).await);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_is_declined_or_withdrawn() {
    let scene = Scene::start().await;
    let (alice, bob) = (scene.person("alice"), scene.person("bob"));
    let options = [("opponent", "bob")];
    let challenge = posted(&alice.command(scene.chess(), "challenge", &options).await);
    let refused = private(&scene.person("carol").press(&challenge, "Decline").await);
    assert!(refused.contains("This challenge is for Bob"), "{refused}");
    let refused = private(&bob.press(&challenge, "Withdraw").await);
    assert!(refused.contains("Only the one who made"), "{refused}");
    let declined = posted(&bob.press(&challenge, "Decline").await);
    assert_eq!(declined.pings, [alice.id()]);
    holds(&declined, "Bob declined your challenge");
    holds(&scene.loses_its_buttons(&challenge).await, "Declined");

    let challenge = posted(&alice.command(scene.chess(), "challenge", &options).await);
    let withdrawn = posted(&alice.press(&challenge, "Withdraw").await);
    assert_eq!(withdrawn.pings, []);
    holds(&withdrawn, "Alice withdrew the challenge to Bob");
    holds(&scene.loses_its_buttons(&challenge).await, "Withdrawn");
    scene.loses_its_buttons(&challenge).await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_lives_seven_days() {
    let scene = Scene::start().await;
    let (alice, bob) = (scene.person("alice"), scene.person("bob"));
    let challenge = posted(
        &alice
            .command(scene.chess(), "challenge", &[("opponent", "bob")])
            .await,
    );
    scene.pass(DAY * 6 + Duration::from_secs(86_399));
    // The worker looks when the clock has moved; an answer that comes later tells that it did not close anything.
    private(&bob.command(scene.chess(), "help", &[]).await);
    assert_eq!(scene.sandbox.messages(scene.chess()).len(), 1);
    scene.pass(Duration::from_secs(1));
    let expired = scene.post_with(scene.chess(), "has expired").await;
    assert_eq!(expired.pings, [alice.id()]);
    holds(
        &expired,
        "Bob did not answer within seven days: your challenge has expired",
    );
    holds(&scene.loses_its_buttons(&challenge).await, "Expired");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_cannot_play_is_not_challenged() {
    let scene = Scene::start().await;
    scene.sandbox.add_person("erin", "Erin");
    for (opponent, why) in [
        ("alice", "You cannot challenge yourself"),
        ("otherbot", "is a bot"),
        ("dave", "is not in this server"),
    ] {
        check_refused(&scene, opponent, why).await;
    }
    let alice = scene.person("alice");
    posted(
        &alice
            .command(scene.chess(), "challenge", &[("opponent", "bob")])
            .await,
    );
    check_refused(&scene, "bob", "is still waiting for its answer").await;
    let refused = alice.try_command(scene.chess(), "challenge", &[("days", "15")]);
    assert!(matches!(refused.err(), Some(ClientError::BadOption { .. })));
    let told = private(&alice.command(alice.dm(), "challenge", &[]).await);
    assert!(told.contains("in a server channel"), "{told}");
    scene.end().await;
}

async fn check_refused(scene: &Scene, opponent: &str, why: &str) {
    let alice = scene.person("alice");
    let options = [("opponent", opponent)];
    let told = private(&alice.command(scene.chess(), "challenge", &options).await);
    assert!(told.contains(why), "{opponent}: {told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn challenges_and_games_are_limited() {
    let mut scene = Scene::without_bot(penpawn::sandbox::Options::default()).await;
    scene.configure("games_per_player = 1\n");
    scene.start_bot().await;
    let alice = scene.person("alice");
    for n in 0..5 {
        let name = format!("person{n}");
        scene.sandbox.add_person(&name, "Somebody");
        posted(
            &alice
                .command(scene.chess(), "challenge", &[("opponent", &name)])
                .await,
        );
    }
    check_refused(&scene, "carol", "5 challenges within an hour").await;
    let _first = Table::between(&scene, scene.chess(), "bob", "carol").await;
    let told = private(
        &scene
            .person("bob")
            .command(scene.chess(), "challenge", &[("opponent", "alice")])
            .await,
    );
    assert!(told.contains("You have 1 running game, "), "{told}");
    scene.pass(Duration::from_secs(3601));
    posted(&alice.command(scene.chess(), "challenge", &[]).await);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_board_is_the_start_position() {
    let scene = Scene::start().await;
    let table = Table::begin(&scene).await;
    table.check_picture(&table.post, Color::White);
    assert_eq!(table.post.attachments.len(), 1);
    scene.end().await;
}

#[track_caller]
fn holds(message: &Message, words: &str) {
    assert!(message.content.contains(words), "{}", message.content);
}
