//! Presses that no client of ours would send: another `custom_id` than that of the button.

use penpawn::discord::button::{Button, Intent};
use penpawn::game::{GameId, Revision};
use penpawn::sandbox::{Answer, Fault, Message, Person};
use serde_json::json;

use crate::scene::Scene;
use crate::still::refused;
use crate::table::posted;

/// A message with a button to press in the place of others: Carol's open challenge.
pub(crate) async fn something_to_press(scene: &Scene) -> Message {
    let carol = scene.person("carol");
    posted(&carol.command(scene.chess(), "challenge", &[]).await)
}

/// Presses the button of `on`, and the bot hears of a press of `custom_id`.
pub(crate) fn press_as(
    scene: &Scene,
    person: &Person,
    on: &Message,
    custom_id: &str,
) -> impl Future<Output = Answer> + use<> {
    let changes = json!({"data": {"custom_id": custom_id}});
    scene.sandbox.fault(Fault::AlterInteraction(changes));
    person.press(on, "Accept")
}

/// The `custom_id` of a button about a game.
pub(crate) fn id_of(game: u64, seen: Option<u32>, intent: Intent) -> String {
    Button::Game {
        game: GameId(game),
        seen: seen.map(Revision),
        intent,
    }
    .custom_id()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_button_of_ours_does_nothing() {
    let scene = Scene::start().await;
    let table = crate::table::Table::begin(&scene).await;
    let prop = something_to_press(&scene).await;
    for id in [
        "",
        ":",
        "g",
        "g:",
        "g:1",
        "g:1:",
        "g:1:0",
        "g:1:0:",
        "g:1:0:move",
        "g:1::resign:",
        "g:1::resign:now",
        "g:1::Resign",
        "G:1::resign",
        "g:-1::resign",
        "g: 1::resign",
        "g:1:x:resign",
        "g:1:-1:resign",
        "g:1:4294967296:resign",
        "g:18446744073709551616::resign",
        "g:\u{0661}::resign",
        "c:1",
        "c:1:",
        "c:1:eat",
        "c::accept",
        "c:1:accept:more",
        "s:",
        "s:nobody",
        "x:1",
        "y",
        "'; DROP TABLE game; --",
    ] {
        let another_version = "This button is from another version of Penpawn";
        refused(&scene, another_version, || {
            press_as(&scene, &table.white, &prop, id)
        })
        .await;
    }
    let longest = "g".repeat(100);
    refused(&scene, "from another version", || {
        press_as(&scene, &table.white, &prop, &longest)
    })
    .await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_that_nothing_has_are_told() {
    let scene = Scene::start().await;
    let table = crate::table::Table::begin(&scene).await;
    let prop = something_to_press(&scene).await;
    for (id, why) in [
        ("g:0::resign", "There is no game 0 "),
        ("g:999:0:form", "There is no game 999 "),
        (
            "g:9223372036854775808::resign",
            "There is no game 9223372036854775808 ",
        ),
        (
            "g:18446744073709551615::view",
            "There is no game 18446744073709551615 ",
        ),
        ("c:0:accept", "That challenge does not exist any more"),
        ("c:999:decline", "That challenge does not exist any more"),
        (
            "c:18446744073709551615:withdraw",
            "That challenge does not exist any more",
        ),
    ] {
        refused(&scene, why, || press_as(&scene, &table.white, &prop, id)).await;
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_is_not_ours_does_nothing() {
    let scene = Scene::start().await;
    let table = crate::table::Table::begin(&scene).await;
    for id in ["", "g:1:0:resign", "g:1::offer", "c:1:accept", "x", "form"] {
        let form = table.white.press(&table.post, "Move").await;
        refused(&scene, "This button is from another version", || {
            let changes = json!({"data": {"custom_id": id}});
            scene.sandbox.fault(Fault::AlterInteraction(changes));
            table.white.submit(form.modal(), &[("Your move", "e4")])
        })
        .await;
    }
    scene.end().await;
}
