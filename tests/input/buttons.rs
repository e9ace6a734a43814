//! Buttons that are pressed too late, or by somebody whom they are not for.

use std::time::Duration;

use penpawn::chess::Square;
use penpawn::discord::button::Intent;
use penpawn::game::Deed;
use penpawn::sandbox::{Message, Person};

use crate::forged::{id_of, press_as, something_to_press};
use crate::scene::Scene;
use crate::still::{Still, count, refused};
use crate::table::{Table, posted, private};

/// What a button does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    /// It shows something.
    Looks,
    /// It acts on the game as its presser saw it.
    ActsOnWhatWasSeen,
    /// It acts on the game however it stands.
    Acts,
}

fn effect(intent: &Intent) -> Effect {
    match intent {
        Intent::View | Intent::ViewText => Effect::Looks,
        Intent::Do(Deed::Resign)
        | Intent::ViewPlan
        | Intent::ViewHere
        | Intent::Menu
        | Intent::AskResign
        | Intent::Rematch => Effect::Acts,
        Intent::Do(_)
        | Intent::Typed { .. }
        | Intent::PieceOn(_)
        | Intent::Show(_)
        | Intent::MoveForm => Effect::ActsOnWhatWasSeen,
    }
}

/// All but the wish for a rematch, which is for games that are over.
fn every_intent() -> Vec<Intent> {
    let moves = [false, true].map(|offer_draw| Deed::Move {
        text: "d4".to_owned(),
        offer_draw,
    });
    let claims = [None, Some("d4".to_owned())].map(|text| Deed::ClaimDraw { text });
    let deeds = [
        Deed::AddToPlan {
            text: "d5, c4".to_owned(),
        },
        Deed::ClearPlan,
        Deed::OfferDraw,
        Deed::AcceptDraw,
        Deed::DeclineDraw,
        Deed::Resign,
        Deed::Abort,
        Deed::AskTakeback,
        Deed::Undo,
        Deed::AcceptTakeback,
        Deed::DeclineTakeback,
        Deed::GiveTime,
        Deed::ClaimWin,
        Deed::AskPause,
        Deed::AcceptPause,
        Deed::DeclinePause,
        Deed::Resume,
    ];
    let typed = [false, true].map(|offer_draw| Intent::Typed {
        text: "d4".to_owned(),
        offer_draw,
    });
    let looks = [
        Intent::PieceOn(Square::D2),
        Intent::Show("d2d4".to_owned()),
        Intent::MoveForm,
        Intent::View,
        Intent::ViewText,
        Intent::ViewHere,
        Intent::ViewPlan,
        Intent::Menu,
        Intent::AskResign,
    ];
    let deeds = moves.into_iter().chain(claims).chain(deeds);
    deeds.map(Intent::Do).chain(typed).chain(looks).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stale_button_changes_nothing() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    let prop = something_to_press(&scene).await;
    table.play("e4").await;
    check_stale(&scene, &table, &prop, 0).await;
    let offer = table.white.command(table.channel, "draw offer", &[]);
    posted(&offer.await);
    check_stale(&scene, &table, &prop, 1).await;
    let declined = table.black.command(table.channel, "draw decline", &[]);
    posted(&declined.await);
    check_stale(&scene, &table, &prop, 2).await;
    // A move that comes with an offer is two steps.
    let with_offer = [("move", "e5"), ("draw", "true")];
    let moved = table.black.command(table.channel, "move", &with_offer);
    table.played("e5", posted(&moved.await));
    check_stale(&scene, &table, &prop, 3).await;
    check_stale(&scene, &table, &prop, 4).await;
    // Nor may a button know more than there is.
    check_stale(&scene, &table, &prop, 6).await;
    check_stale(&scene, &table, &prop, u32::MAX).await;
    table.play("Nf3").await;
    scene.end().await;
}

async fn check_stale(scene: &Scene, table: &Table, prop: &Message, seen: u32) {
    let bound = every_intent().into_iter();
    for intent in bound.filter(|intent| effect(intent) == Effect::ActsOnWhatWasSeen) {
        for person in [&table.white, &table.black] {
            let waits = person.id() != table.mover().id();
            let leads_to_a_move = matches!(intent, Intent::MoveForm | Intent::PieceOn(_));
            let why = if leads_to_a_move && waits {
                "turn in game 1. I will ping you"
            } else {
                "The game has moved on since that board"
            };
            let id = id_of(1, Some(seen), intent.clone());
            refused(scene, why, || press_as(scene, person, prop, &id)).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn buttons_of_a_finished_game_change_nothing() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    let prop = something_to_press(&scene).await;
    table.play_all("f3 e5 g4 Qh4#").await;
    for person in [&table.white, &table.black] {
        for intent in every_intent() {
            let why = match intent {
                Intent::View | Intent::ViewText => "Checkmate!",
                // The posts of a game that is over may be wanted elsewhere; here they are already.
                Intent::ViewPlan => "You have no plan",
                Intent::ViewHere => "come to this channel",
                _ => "This game is over already",
            };
            for seen in [None, Some(3), Some(5)] {
                let id = id_of(1, seen, intent.clone());
                refused(&scene, why, || press_as(&scene, person, &prop, &id)).await;
            }
        }
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bystander_changes_nothing() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    let prop = something_to_press(&scene).await;
    table.play("e4").await;
    posted(&table.white.command(table.channel, "draw offer", &[]).await);
    for person in [
        scene.person("carol"),
        scene.sandbox.add_person("erin", "Erin"),
    ] {
        for intent in every_intent() {
            let why = match effect(&intent) {
                Effect::Looks => "Alice",
                Effect::ActsOnWhatWasSeen | Effect::Acts => "You do not play in this game",
            };
            for seen in [None, Some(0), Some(2)] {
                let id = id_of(1, seen, intent.clone());
                refused(&scene, why, || press_as(&scene, &person, &prop, &id)).await;
            }
        }
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_about_games_of_others_change_nothing() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play("e4").await;
    let (carol, channel) = (scene.person("carol"), table.channel);
    let game = ("game", "1");
    let rows: [(&str, Vec<(&str, &str)>); 6] = [
        ("move", vec![("move", "e5"), game]),
        ("board", vec![("view", "here"), game]),
        ("draw offer", vec![game]),
        ("draw accept", vec![game]),
        ("draw decline", vec![game]),
        ("resign", vec![game]),
    ];
    for (command, options) in rows {
        refused(&scene, "You do not play in this game", || {
            carol.command(channel, command, &options)
        })
        .await;
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_is_answered_by_those_whom_it_concerns() {
    let scene = Scene::start().await;
    let (alice, bob) = (scene.person("alice"), scene.person("bob"));
    let erin = scene.sandbox.add_person("erin", "Erin");
    let options = [("opponent", "bob")];
    let challenge = posted(&alice.command(scene.chess(), "challenge", &options).await);
    let own = "This is your own challenge";
    for (person, button, why) in [
        (&erin, "Accept", "This challenge is for Bob"),
        (&erin, "Decline", "This challenge is for Bob"),
        (&erin, "Withdraw", "Only the one who made this challenge"),
        (&bob, "Withdraw", "Only the one who made this challenge"),
        (&alice, "Accept", own),
        (&alice, "Decline", own),
    ] {
        refused(&scene, why, || person.press(&challenge, button)).await;
    }
    let open = something_to_press(&scene).await;
    refused(&scene, own, || scene.person("carol").press(&open, "Accept")).await;
    refused(&scene, "Only the one who made this challenge", || {
        press_as(&scene, &bob, &open, "c:2:decline")
    })
    .await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn buttons_of_a_challenge_that_is_over_change_nothing() {
    let scene = Scene::start().await;
    let people = ["alice", "bob", "carol"].map(|name| scene.person(name));
    let [alice, bob, _] = &people;
    let challenge = async || {
        let options = [("opponent", "bob")];
        posted(&alice.command(scene.chess(), "challenge", &options).await)
    };
    challenge().await;
    scene.pass(Duration::from_hours(7 * 24));
    scene.post_with(scene.chess(), "has expired").await;
    let prop = something_to_press(&scene).await;
    posted(&bob.press(&challenge().await, "Decline").await);
    posted(&alice.press(&challenge().await, "Withdraw").await);
    posted(&bob.press(&challenge().await, "Accept").await);
    for (number, why) in [
        (1, "This challenge has expired"),
        (3, "This challenge was declined already"),
        (4, "This challenge was withdrawn"),
        (5, "This challenge was accepted already"),
    ] {
        for person in &people {
            for answer in ["accept", "decline", "withdraw"] {
                let id = format!("c:{number}:{answer}");
                refused(&scene, why, || press_as(&scene, person, &prop, &id)).await;
            }
        }
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_question_is_about_its_own_game() {
    let scene = Scene::start().await;
    let mut first = Table::between(&scene, scene.chess(), "alice", "bob").await;
    first.play("e4").await;
    let second = Table::between(&scene, scene.chess(), "alice", "carol").await;
    let alice: &Person = &first.white;
    // Whether she means the first or the second is asked, and nothing is done before she says so.
    for (command, options) in [
        ("resign", vec![]),
        ("draw accept", vec![]),
        ("board", vec![("view", "here")]),
    ] {
        refused(&scene, "Which one do you mean?", || {
            alice.command(scene.chess(), command, &options)
        })
        .await;
    }
    let asked = refused(&scene, "Do you really want to resign game 1", || {
        alice.command(scene.chess(), "resign", &[("game", "1")])
    })
    .await;
    // Meanwhile she looks at the other game; the question stays the first one's.
    private(
        &alice
            .command(scene.chess(), "board", &[("game", "2")])
            .await,
    );
    let over = posted(&alice.press(asked.message(), "Yes, resign").await);
    assert!(over.content.contains("Alice resigns"), "{}", over.content);
    let running = "SELECT id FROM game WHERE ended IS NULL";
    Still::of(&scene).await;
    assert_eq!(count(&scene, running), 2);
    let closed = scene.loses_its_buttons(asked.message()).await;
    assert!(closed.content.starts_with("Done."), "{}", closed.content);
    assert_eq!(second.game, 2);
    scene.end().await;
}
