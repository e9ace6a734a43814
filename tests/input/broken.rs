//! Interactions that are not as Discord describes them, or that no Penpawn of this version asks for: each is answered.

use penpawn::sandbox::{Answer, Fault};
use serde_json::{Value, json};

use crate::forged::something_to_press;
use crate::scene::Scene;
use crate::still::{Still, refused};
use crate::table::Table;

const APOLOGY: &str = "Something went wrong on my side";
const IN_THE_LOG: &str = "An interaction could not be read";

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_read_gets_an_apology() {
    let mut scene = Scene::start().await;
    scene.expected.in_the_log(IN_THE_LOG);
    for changes in [
        json!({"type": null}),
        json!({"type": 99}),
        json!({"type": "two"}),
        json!({"data": null}),
        json!({"data": 5}),
        json!({"data": {"name": null}}),
        json!({"data": {"options": "many"}}),
        json!({"data": {"options": [{"name": "game", "type": 4, "value": "one"}]}}),
        json!({"channel_id": "here"}),
        json!({"member": {"user": {"id": "me"}}}),
    ] {
        refused(&scene, APOLOGY, || help_with(&scene, &changes)).await;
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn any_field_may_be_missing() {
    let mut scene = Scene::start().await;
    scene.expected.in_the_log(IN_THE_LOG);
    let table = Table::begin(&scene).await;
    // Without these two nothing can be answered.
    let others = [
        "application_id",
        "type",
        "data",
        "guild",
        "guild_id",
        "guild_locale",
        "channel",
        "channel_id",
        "member",
        "message",
        "version",
        "app_permissions",
        "locale",
        "entitlements",
        "entitlement_sku_ids",
        "authorizing_integration_owners",
        "context",
        "attachment_size_limit",
    ];
    let before = Still::of(&scene).await;
    for field in others {
        for button in ["My view", "More"] {
            let without = vec![field.to_owned()];
            scene.sandbox.fault(Fault::MangleInteraction { without });
            let answer = table.white.press(&table.post, button).await;
            assert!(answer.is_private(), "without {field}: {answer:?}");
        }
    }
    assert_eq!(before, Still::of(&scene).await);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn suggestions_that_cannot_be_made_are_none() {
    let mut scene = Scene::start().await;
    scene.expected.in_the_log(IN_THE_LOG);
    let table = Table::begin(&scene).await;
    for changes in [
        json!({"data": null}),
        json!({"data": {"options": 5}}),
        json!({"data": {"name": "fly"}}),
        json!({"data": {"name": "help"}}),
    ] {
        scene.sandbox.fault(Fault::AlterInteraction(changes));
        let offered = table
            .white
            .autocomplete(table.channel, "move", &[], ("move", "e"))
            .await;
        assert_eq!(offered, Some(Vec::new()));
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_that_are_not_ours_are_told() {
    let scene = Scene::start().await;
    for changes in [
        json!({"data": {"name": "fly"}}),
        json!({"data": {"name": ""}}),
        json!({"data": {"name": "Help"}}),
        json!({"data": {"name": "Challenge to chess", "type": 2, "target_id": "1"}}),
    ] {
        let why = "I do not know that command any more";
        refused(&scene, why, || help_with(&scene, &changes)).await;
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_menu_of_another_version_is_told() {
    let scene = Scene::start().await;
    let prop = something_to_press(&scene).await;
    refused(&scene, "This button is from another version", || {
        let data = json!({"component_type": 3, "custom_id": "squares:1", "values": ["e2"]});
        scene
            .sandbox
            .fault(Fault::AlterInteraction(json!({"data": data})));
        scene.person("alice").press(&prop, "Accept")
    })
    .await;
    scene.end().await;
}

fn help_with(scene: &Scene, changes: &Value) -> impl Future<Output = Answer> + use<> {
    let changes = changes.clone();
    scene.sandbox.fault(Fault::AlterInteraction(changes));
    scene.person("alice").command(scene.chess(), "help", &[])
}
