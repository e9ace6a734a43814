//! Challenges that are not made, and those that cannot be taken up any more.

use std::time::Duration;

use penpawn::sandbox::{Answer, ClientError, Fault, Id, Options, Permissions, Person};
use serde_json::json;

use crate::scene::Scene;
use crate::still::refused;
use crate::table::posted;

/// A scene with the limits that a host gets who sets none.
async fn with_usual_limits() -> Scene {
    let mut scene = Scene::without_bot(Options::default()).await;
    scene.configure("");
    scene.start_bot().await;
    scene
}

fn challenge(
    scene: &Scene,
    person: &Person,
    opponent: &str,
) -> impl Future<Output = Answer> + use<> {
    person.command(scene.chess(), "challenge", &[("opponent", opponent)])
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_challenged_who_cannot_play() {
    let scene = with_usual_limits().await;
    let alice = scene.person("alice");
    let erin = scene.sandbox.add_person("erin", "Erin");
    scene.sandbox.fault(Fault::Deny {
        user: erin.id(),
        channel: scene.chess(),
        permissions: Permissions::VIEW_CHANNEL,
    });
    for (opponent, why) in [
        ("alice", "You cannot challenge yourself"),
        ("otherbot", "is a bot"),
        ("penpawn", "is a bot"),
        ("dave", "Dave is not in this server"),
        ("erin", "Erin cannot see this channel"),
    ] {
        refused(&scene, why, || challenge(&scene, &alice, opponent)).await;
    }
    for options in [vec![], vec![("opponent", "bob")]] {
        refused(&scene, "in a server channel", || {
            alice.command(alice.dm(), "challenge", &options)
        })
        .await;
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn days_are_one_to_fourteen() {
    let scene = with_usual_limits().await;
    let alice = scene.person("alice");
    for days in ["15", "-1", "three", "1.5"] {
        let refusal = alice.try_command(scene.chess(), "challenge", &[("days", days)]);
        assert!(
            matches!(refusal.err(), Some(ClientError::BadOption { .. })),
            "{days}"
        );
    }
    for days in [15, -1, 256, i64::MAX] {
        refused(&scene, "from 1 to 14", || {
            let options = json!([{"name": "days", "type": 4, "value": days}]);
            let changes = json!({"data": {"options": options}});
            scene.sandbox.fault(Fault::AlterInteraction(changes));
            alice.command(scene.chess(), "challenge", &[("days", "3")])
        })
        .await;
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_challenge_at_a_time_for_a_pair_and_five_an_hour() {
    let scene = with_usual_limits().await;
    let (alice, bob) = (scene.person("alice"), scene.person("bob"));
    let first = posted(&challenge(&scene, &alice, "bob").await);
    let waiting = "is still waiting for its answer";
    refused(&scene, waiting, || challenge(&scene, &alice, "bob")).await;
    refused(&scene, waiting, || challenge(&scene, &bob, "alice")).await;
    // What was refused does not count, what was taken back does.
    posted(&alice.press(&first, "Withdraw").await);
    posted(&challenge(&scene, &alice, "bob").await);
    posted(&challenge(&scene, &alice, "carol").await);
    for _ in 0..2 {
        posted(&alice.command(scene.chess(), "challenge", &[]).await);
    }
    let too_many = "You have made 5 challenges within an hour";
    scene.pass(Duration::from_secs(3590));
    refused(&scene, too_many, || {
        alice.command(scene.general(), "challenge", &[])
    })
    .await;
    posted(&bob.command(scene.chess(), "challenge", &[]).await);
    scene.pass(Duration::from_mins(1));
    posted(&alice.command(scene.chess(), "challenge", &[]).await);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_plays_more_than_twenty_games() {
    let scene = with_usual_limits().await;
    let (alice, bob, carol) = (
        scene.person("alice"),
        scene.person("bob"),
        scene.person("carol"),
    );
    let by_alice = posted(&alice.command(scene.chess(), "challenge", &[]).await);
    let by_bob = posted(&bob.command(scene.chess(), "challenge", &[]).await);
    let to_bob = posted(&challenge(&scene, &carol, "bob").await);
    play_elsewhere(&scene, bob.id(), 19);
    posted(&bob.press(&by_alice, "Accept").await);
    // Bob plays twenty games now: he neither makes nor takes up a challenge, and nobody takes up his.
    let own = "You have 20 running games, and more are not allowed";
    refused(&scene, own, || bob.command(scene.chess(), "challenge", &[])).await;
    refused(&scene, own, || bob.press(&to_bob, "Accept")).await;
    let challenger = "The challenger is playing as many games as are allowed";
    refused(&scene, challenger, || carol.press(&by_bob, "Accept")).await;
    let asked = bob.command(scene.chess(), "resign", &[]).await;
    posted(&bob.press(asked.message(), "Yes, resign").await);
    posted(&carol.press(&by_bob, "Accept").await);
    refused(&scene, own, || bob.press(&to_bob, "Accept")).await;
    scene.end().await;
}

/// Games that somebody plays with people who are never seen, in a channel that is not there.
fn play_elsewhere(scene: &Scene, person: Id, games: i64) {
    let person = person.get().cast_signed();
    let database = scene.database_for_writing();
    for n in 1..=games {
        database
            .execute(
                "INSERT INTO game (white, black, channel, chess960, started, revision)
                 VALUES (?1, ?2, 1, 0, 0, 0)",
                [person, n],
            )
            .expect("a game of the schema");
    }
}
