//! The guided choice for one thumb: a piece, then a square, then the board as it will be, all in one private message.

use penpawn::chess::{CastlingMode, Color, Line, Move, Position, Square};
use penpawn::diagram::{Diagram, View};
use penpawn::sandbox::{Answer, Message};

use crate::scene::Scene;
use crate::table::{Table, labels, pixels, posted, private, updated};

/// What the only menu of a message offers.
#[track_caller]
fn offered(message: &Message) -> Vec<String> {
    let [menu] = &message.selects()[..] else {
        panic!("one menu was expected: {:?}", message.selects());
    };
    menu.options
        .iter()
        .map(|(label, _)| label.clone())
        .collect()
}

/// The message shows the board with the piece and the squares marked that it can go to.
#[track_caller]
fn check_targets(table: &Table, message: &Message, from: Square, view: View) {
    let position = table.line.position();
    let moves = position.legal_moves().into_iter();
    let targets = moves.filter(|mv| mv.from() == from).map(Move::to);
    let diagram = Diagram::of(position, table.line.moves().last().copied())
        .view(view)
        .highlights([from])
        .targets(targets);
    let file = &message.attachments[..];
    assert_eq!(file.len(), 1);
    assert!(
        pixels(&file[0].bytes) == pixels(&table.renderer.png(&diagram)),
        "another picture than that of the piece on {from} in {}",
        position.fen()
    );
    let alt = file[0].description.as_deref().unwrap_or_default();
    assert!(alt.starts_with(&format!("From {from} to ")), "{alt}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_by_one_thumb() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play_all("e4 e5 Nf3 Nc6 Bc4").await;
    let own = table.black.press(&table.post, "My view").await;
    private(&own);
    table.check_picture(own.message(), Color::Black);
    assert_eq!(labels(own.message()), ["Type a move"]);
    let pieces = offered(own.message());
    assert_eq!(
        pieces[..6],
        [
            "King e8",
            "Queen d8",
            "Rook a8",
            "Bishop f8",
            "Knight c6",
            "Knight g8"
        ]
    );
    let before = scene.sandbox.messages(table.channel).len();
    let chosen = choose(&table, own.message(), "Choose a piece to move", "Knight c6").await;
    let question = updated(&chosen);
    assert!(
        question
            .content
            .contains("where should the **knight on c6** go?"),
        "{}",
        question.content
    );
    check_targets(&table, question, Square::C6, View::Black);
    assert_eq!(offered(question), ["a5", "b4", "b8", "d4", "e7"]);
    assert_eq!(labels(question), ["Back", "Type a move"]);
    let shown = choose(&table, question, "Where to?", "d4").await;
    let preview = updated(&shown);
    assert!(
        preview
            .content
            .contains("after **3... Nd4**: knight to d4. Nothing is played yet."),
        "{}",
        preview.content
    );
    assert_eq!(labels(preview), ["Play", "Back", "Not now"]);
    // Second thoughts: back to the squares, back to the pieces.
    let question = table.black.press(preview, "Back").await;
    check_targets(&table, updated(&question), Square::C6, View::Black);
    let board = table.black.press(question.message(), "Back").await;
    table.check_picture(updated(&board), Color::Black);
    assert_eq!(offered(board.message()), pieces);
    // Nobody has seen anything of this so far.
    assert_eq!(scene.sandbox.messages(table.channel).len(), before);
    let question = choose(&table, board.message(), "Choose a piece to move", "Pawn g7").await;
    let shown = choose(&table, question.message(), "Where to?", "g6").await;
    let post = posted(&table.black.press(shown.message(), "Play").await);
    table.played("g6", post);
    let closed = scene.private_becomes(own.message(), "Played").await;
    assert_eq!(labels(&closed), ["Undo my move"]);
    assert!(closed.selects().is_empty(), "{closed:?}");
    scene.end().await;
}

async fn choose(table: &Table, message: &Message, menu: &str, what: &str) -> Answer {
    table.mover().select(message, menu, &[what]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn captures_castling_and_promotion_are_told_in_words() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table
        .play_all("e4 d5 exd5 c6 dxc6 Nf6 cxb7 e6 Nf3 Be7 Be2 O-O")
        .await;
    let own = table.white.command(table.channel, "board", &[]).await;
    let king = choose(&table, own.message(), "Choose a piece to move", "King e1").await;
    assert_eq!(
        offered(updated(&king)),
        ["f1", "g1: castle on the king’s side"]
    );
    let board = table.white.press(king.message(), "Back").await;
    let pawn = choose(&table, board.message(), "Choose a piece to move", "Pawn b7").await;
    assert_eq!(
        offered(updated(&pawn)),
        [
            "a8: takes rook, becomes another piece",
            "c8: takes bishop, becomes another piece"
        ]
    );
    let which = choose(
        &table,
        pawn.message(),
        "Where to?",
        "c8: takes bishop, becomes another piece",
    )
    .await;
    assert_eq!(
        labels(updated(&which)),
        ["Queen", "Rook", "Bishop", "Knight", "Back"]
    );
    let shown = table.white.press(which.message(), "Rook").await;
    assert!(
        updated(&shown).content.contains("becomes a rook"),
        "{}",
        shown.text()
    );
    let post = posted(&table.white.press(shown.message(), "Play").await);
    table.played("bxc8=R", post);
    table.play("Qxc8").await;
    // Castling by the king.
    let own = table.white.command(table.channel, "board", &[]).await;
    let king = choose(&table, own.message(), "Choose a piece to move", "King e1").await;
    let shown = choose(
        &table,
        king.message(),
        "Where to?",
        "g1: castle on the king’s side",
    )
    .await;
    let post = posted(&table.white.press(shown.message(), "Play").await);
    table.played("O-O", post);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_form_is_one_press_away_and_an_illegal_move_leads_to_the_board() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    let own = table.white.press(&table.post, "My view").await;
    let form = table.white.press(own.message(), "Type a move").await;
    let refused = table
        .white
        .submit(form.modal(), &[("Your move", "Ke2")])
        .await;
    let refused = updated(&refused).clone();
    assert!(refused.content.contains("“Ke2” is not possible"));
    assert!(
        refused.attachments.is_empty() && refused.selects().is_empty(),
        "the old board stays below the refusal"
    );
    let board = table.white.press(&refused, "Choose on the board").await;
    table.check_picture(updated(&board), Color::White);
    let question = choose(
        &table,
        board.message(),
        "Choose a piece to move",
        "Knight g1",
    )
    .await;
    let form = table.white.press(updated(&question), "Type a move").await;
    let played = table
        .white
        .submit(form.modal(), &[("Your move", "Nf3")])
        .await;
    table.played("Nf3", posted(&played));
    let closed = scene.private_becomes(own.message(), "Played").await;
    assert!(closed.selects().is_empty(), "{closed:?}");
    // Words of a refusal in the channel lead there too.
    let told = table.type_move("Qh4").await;
    private(&told);
    let board = table
        .black
        .press(told.message(), "Choose on the board")
        .await;
    table.check_picture(updated(&board), Color::Black);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_step_is_refused_once_the_game_has_moved_on() {
    let mut scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play("e4").await;
    let pieces = table.black.press(&table.post, "My view").await;
    let second = table.black.press(&table.post, "My view").await;
    let squares = choose(
        &table,
        second.message(),
        "Choose a piece to move",
        "Knight g8",
    )
    .await;
    let third = table.black.press(&table.post, "My view").await;
    let third = choose(
        &table,
        third.message(),
        "Choose a piece to move",
        "Knight g8",
    )
    .await;
    let preview = choose(&table, third.message(), "Where to?", "f6").await;
    // A choice outlives the bot.
    scene.restart_bot().await;
    let back = table.black.press(preview.message(), "Back").await;
    let preview = choose(&table, updated(&back), "Where to?", "f6").await;
    table.play_all("e5 Nf3").await;
    for (message, menu, what) in [
        (
            pieces.message(),
            Some("Choose a piece to move"),
            "Knight g8",
        ),
        (squares.message(), Some("Where to?"), "f6"),
        (preview.message(), None, "Back"),
    ] {
        let told = match menu {
            Some(menu) => choose(&table, message, menu, what).await,
            None => table.black.press(message, what).await,
        };
        let told = updated(&told);
        assert!(
            told.content.contains("The game has moved on since"),
            "{what}: {}",
            told.content
        );
        assert_eq!(labels(told), ["My view"]);
        assert!(told.selects().is_empty() && told.attachments.is_empty());
    }
    table.play("Nc6").await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_queen_with_more_squares_than_a_menu_holds() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    let fen = "k7/8/8/8/3Q4/8/8/7K w - - 0 1";
    scene
        .database_for_writing()
        .execute("UPDATE game SET start_fen = ?1", [fen])
        .expect("a database");
    let position = Position::from_fen(fen, CastlingMode::Standard).expect("a position");
    table.line = Line::new(position);
    let own = table.white.command(table.channel, "board", &[]).await;
    assert_eq!(offered(own.message()), ["King h1", "Queen d4"]);
    let squares = choose(&table, own.message(), "Choose a piece to move", "Queen d4").await;
    check_targets(&table, updated(&squares), Square::D4, View::White);
    let menus = squares.message().selects();
    let sizes: Vec<_> = menus
        .iter()
        .map(|menu| (&*menu.placeholder, menu.options.len()))
        .collect();
    assert_eq!(
        sizes,
        [("Where to? (1 of 2)", 25), ("Where to? (2 of 2)", 2)]
    );
    let shown = choose(&table, squares.message(), "Where to? (2 of 2)", "h8: check").await;
    let post = posted(&table.white.press(updated(&shown), "Play").await);
    table.played("Qh8", post);
    scene.end().await;
}
