//! Draw offers and resignations, by command and by button.

use penpawn::chess::Color;

use crate::scene::Scene;
use crate::table::{Table, labels, posted, private};

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_is_made_and_accepted_by_command() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    let channel = table.channel;
    let told = private(&table.white.command(channel, "draw offer", &[]).await);
    assert!(
        told.contains("once White has made the first move"),
        "{told}"
    );
    let told = private(&table.white.command(channel, "draw accept", &[]).await);
    assert!(told.contains("Nobody has offered a draw"), "{told}");
    table.play("e4").await;
    // White waits, and may offer all the same.
    let offer = posted(&table.white.command(channel, "draw offer", &[]).await);
    assert_eq!(offer.pings, [table.black.id()]);
    assert!(
        offer.content.starts_with("Alice offers a draw."),
        "{}",
        offer.content
    );
    assert_eq!(
        labels(&offer),
        ["Accept draw", "Decline draw", "Move", "My view", "More"]
    );
    // The rest that each can do has the answer in the first place, or no second offer.
    let menu = table.black.press(&offer, "More").await;
    assert_eq!(labels(menu.message())[..2], ["Accept draw", "Decline draw"]);
    let menu = table.white.press(&offer, "More").await;
    assert!(!labels(menu.message()).contains(&"Offer a draw".to_owned()));
    let told = private(&table.white.command(channel, "draw accept", &[]).await);
    assert!(told.contains("The draw offer is your own"), "{told}");
    let told = private(&table.white.press(&offer, "Accept draw").await);
    assert!(told.contains("The draw offer is your own"), "{told}");
    let told = private(&table.white.command(channel, "draw offer", &[]).await);
    assert!(told.contains("Your draw offer still stands"), "{told}");
    let told = private(&scene.person("carol").press(&offer, "Accept draw").await);
    assert!(told.contains("You do not play in this game"), "{told}");
    let over = posted(&table.black.command(channel, "draw accept", &[]).await);
    assert_eq!(over.pings, [table.white.id()]);
    assert!(
        over.content.contains("agree to a draw, ½-½"),
        "{}",
        over.content
    );
    table.check_picture(&over, Color::White);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_comes_with_a_move_and_is_accepted_by_button() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    let with_offer = [("move", "e4"), ("draw", "true")];
    let answer = table
        .white
        .command(table.channel, "move", &with_offer)
        .await;
    table.played("e4", posted(&answer));
    assert!(table.post.content.contains("Alice offers a draw."));
    let over = posted(&table.black.press(&table.post, "Accept draw").await);
    assert!(over.content.contains("agree to a draw"), "{}", over.content);
    assert_eq!(labels(&over), ["Rematch"]);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_is_declined_and_answered_by_a_move() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    let channel = table.channel;
    table.play_all("e4 e5").await;
    let offer = posted(&table.white.command(channel, "draw offer", &[]).await);
    let declined = posted(&table.black.press(&offer, "Decline draw").await);
    assert!(
        declined.content.starts_with("Bob declines the draw."),
        "{}",
        declined.content
    );
    assert_eq!(declined.pings, [table.white.id()], "who is to move");
    // Within ten own moves White may not offer again, but Black may, and then White as well.
    let told = private(&table.white.command(channel, "draw offer", &[]).await);
    assert!(told.contains("10 more moves"), "{told}");
    let offer = posted(&table.black.command(channel, "draw offer", &[]).await);
    assert_eq!(offer.pings, [table.white.id()]);
    // Offering against an offer asks for an answer to it.
    let asked = table.white.command(channel, "draw offer", &[]).await;
    assert!(private(&asked).contains("has already offered a draw"));
    assert_eq!(labels(asked.message()), ["Accept draw", "Decline draw"]);
    // A move declines it.
    table.play("Nf3").await;
    assert_eq!(labels(&table.post), ["Move", "My view", "More"]);
    let late = table.white.press(asked.message(), "Accept draw").await;
    assert!(late.text().contains("The game has moved on"), "{late:?}");
    let offer = posted(&table.white.command(channel, "draw offer", &[]).await);
    assert_eq!(offer.pings, [table.black.id()]);
    let declined = posted(&table.black.command(channel, "draw decline", &[]).await);
    assert_eq!(declined.pings, [], "it is his own turn");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_offerers_own_move_does_not_cancel_his_offer() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play_all("e4 e5").await;
    posted(&table.white.command(table.channel, "draw offer", &[]).await);
    table.play("Nf3").await;
    assert_eq!(labels(&table.post)[0], "Accept draw");
    let over = posted(&table.black.press(&table.post, "Accept draw").await);
    assert!(over.content.contains("½-½"), "{}", over.content);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_player_offers_again_after_ten_moves() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play("e4").await;
    posted(&table.white.command(table.channel, "draw offer", &[]).await);
    table.play("e5").await;
    let moves = "Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7";
    table.play_all(moves).await;
    let told = private(&table.white.command(table.channel, "draw offer", &[]).await);
    assert!(told.contains("one more move of yours"), "{told}");
    // The move with which the offer would come is the tenth.
    let with_offer = [("move", "c4"), ("draw", "true")];
    let answer = table
        .white
        .command(table.channel, "move", &with_offer)
        .await;
    table.played("c4", posted(&answer));
    assert_eq!(labels(&table.post)[0], "Accept draw");
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_with_a_mating_move_falls_away() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play_all("f3 e5 g4").await;
    let with_offer = [("move", "Qh4"), ("draw", "true")];
    let over = posted(
        &table
            .black
            .command(table.channel, "move", &with_offer)
            .await,
    );
    table.played("Qh4#", over);
    assert!(
        table.post.content.contains("Checkmate!"),
        "{}",
        table.post.content
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn resigning_asks_once() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play_all("e4 e5").await;
    let asked = table.white.command(table.channel, "resign", &[]).await;
    assert!(private(&asked).contains("Do you really want to resign game 1 against Bob?"));
    let kept = table.white.press(asked.message(), "Keep playing").await;
    assert!(kept.text().contains("nothing has changed"));
    assert!(kept.message().buttons().is_empty());
    // Out of turn and by the menu of a board; the confirmation outlives a move.
    let menu = table.black.press(&table.post, "More").await;
    assert!(menu.is_private());
    let offered = labels(menu.message());
    assert_eq!(offered.first().map(String::as_str), Some("Offer a draw"));
    assert_eq!(offered.last().map(String::as_str), Some("Resign"));
    let asked = table.black.press(menu.message(), "Resign").await;
    table.play("Nf3").await;
    let over = posted(&table.black.press(asked.message(), "Yes, resign").await);
    assert_eq!(over.pings, [table.white.id()]);
    assert!(over.content.contains("Bob resigns"), "{}", over.content);
    assert!(over.content.contains("1-0"), "{}", over.content);
    assert!(over.file("penpawn-1.pgn").is_some());
    table.check_picture(&over, Color::White);
    scene.loses_its_buttons(asked.message()).await;
    let told = private(
        &scene
            .person("carol")
            .command(table.channel, "resign", &[("game", "1")])
            .await,
    );
    assert!(
        told.contains("over") || told.contains("do not play"),
        "{told}"
    );
    scene.end().await;
}
