//! Draw claims: what the post says, right ones and wrong ones.

use crate::clockwork::{keep_old_buttons, termination};
use crate::scene::Scene;
use crate::table::{Table, labels, posted, private};

#[tokio::test(flavor = "multi_thread")]
async fn the_post_says_when_a_draw_can_be_claimed() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play_all("e4 e5 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1").await;
    assert!(
        !table.post.content.contains("claim"),
        "{}",
        table.post.content
    );
    table.play("Ng8").await;
    let line = "-# Threefold repetition: this position also stood after 1... e5, after 3... Ng8. Alice may claim a draw.";
    assert!(table.post.content.contains(line), "{}", table.post.content);
    assert_eq!(labels(&table.post)[0], "Claim a draw");
    let told = private(&table.black.press(&table.post, "Claim a draw").await);
    assert!(told.contains("It is Alice’s turn"), "{told}");
    let over = posted(&table.white.press(&table.post, "Claim a draw").await);
    let told = over.content.lines().next().unwrap_or_default();
    assert_eq!(
        told,
        format!(
            "A draw by threefold repetition is claimed. Alice and {} draw, ½-½. It also stood after 1... e5, after 3... Ng8.",
            table.black.mention()
        )
    );
    assert_eq!(over.pings, [table.black.id()]);
    assert_eq!(labels(&over), ["Rematch"]);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_right_claim_with_a_move_plays_it() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play_all("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1").await;
    let claim = [("move", "Ng8")];
    let over = posted(
        &table
            .black
            .command(table.channel, "draw claim", &claim)
            .await,
    );
    table.played("Ng8", over);
    let content = &table.post.content;
    assert!(
        content.starts_with("**4... Ng8** by Bob. A draw by threefold repetition is claimed."),
        "{content}"
    );
    assert!(
        content.contains("It also stood at the start, after 2... Ng8."),
        "{content}"
    );
    assert!(termination(&scene, 1).is_some());
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_claim_explains_itself_and_offers_a_draw_instead() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play_all("Nf3 Nf6 Ng1 Ng8").await;
    let channel = table.channel;
    let told = private(&table.black.command(channel, "draw claim", &[]).await);
    assert!(told.contains("It is Alice’s turn"), "{told}");
    let wrong = table.white.command(channel, "draw claim", &[]).await;
    let told = private(&wrong);
    assert_eq!(
        told,
        "No draw to claim yet: this position stood only once before, at the start. It has to stand three times.\n\
         Moves without a capture or a pawn move: 2 of fifty."
    );
    let with = [("move", "Nc3")];
    let told = private(&table.white.command(channel, "draw claim", &with).await);
    assert_eq!(
        told,
        "No draw to claim with Nc3, and nothing was played: the position would be new, and it has to stand three times.\n\
         Moves without a capture or a pawn move: 2 of fifty."
    );
    let with = [("move", "Ke2")];
    let told = private(&table.white.command(channel, "draw claim", &with).await);
    assert!(told.contains("“Ke2” is not possible"), "{told}");
    let plies = table.line.plies();
    assert_eq!(labels(wrong.message()), ["Offer a draw instead"]);
    let offer = posted(
        &table
            .white
            .press(wrong.message(), "Offer a draw instead")
            .await,
    );
    assert!(
        offer.content.starts_with("Alice offers a draw."),
        "{}",
        offer.content
    );
    assert_eq!(offer.pings, [table.black.id()]);
    table.play("e4").await;
    assert_eq!(table.line.plies(), plies + 1);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_lapses_with_the_move_that_is_played_instead() {
    let mut scene = Scene::start().await;
    keep_old_buttons(&mut scene);
    let mut table = Table::begin(&scene).await;
    table.play_all("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8").await;
    let before = table.post.clone();
    table.play("e4").await;
    let told = private(&table.white.press(&before, "Claim a draw").await);
    assert!(told.contains("The game has moved on"), "{told}");
    assert_eq!(labels(&table.post)[0], "Move");
    scene.end().await;
}
