//! Draws that are claimed, by repetition and by fifty moves.

use super::*;

const BACK_AND_FORTH: &str = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";

fn claim(text: Option<&str>) -> Deed {
    Deed::ClaimDraw {
        text: text.map(str::to_owned),
    }
}

/// The player to move claims, and the game ends so.
#[track_caller]
fn check(game: &Game, text: Option<&str>, expected: GameResult) {
    let mut game = game.clone();
    let by = game.to_move().unwrap();
    does(&mut game, START, by, claim(text));
    assert_eq!(game.result(), Some((expected, START)));
}

#[test]
fn a_right_claim_ends_the_game_on_the_board_and_with_a_move() {
    let threefold = GameResult::claimed(Claim::Threefold);
    let fifty = GameResult::claimed(Claim::FiftyMoves);
    check(&played(BACK_AND_FORTH), None, threefold);
    let before = played(BACK_AND_FORTH.rsplit_once(' ').unwrap().0);
    check(&before, Some("Ng8"), threefold);
    let mut with = before.clone();
    does(&mut with, START, BLACK, claim(Some("Ng8")));
    assert_eq!(with.line().plies(), 8, "the move is played");
    check(&game_from("8/8/8/8/8/2k5/7r/K7 b - - 100 130"), None, fifty);
    check(
        &game_from("8/8/8/8/8/2k5/7r/K7 b - - 99 130"),
        Some("Rh8"),
        fifty,
    );
    check(
        &game_from("8/8/8/8/4k3/8/3K2p1/5r2 w - - 99 119"),
        Some("Kc2"),
        fifty,
    );
    // A move that ends the game by itself leaves nothing to claim, and is as good.
    let mate = GameResult::automatic(Ending::Checkmate, Color::White);
    check(
        &game_from("8/8/8/8/8/1k6/7r/K7 b - - 99 130"),
        Some("Rh1"),
        mate,
    );
}

#[test]
fn a_wrong_claim_changes_nothing_and_shows_why() {
    let wrong = |mv: Option<&str>, times, halfmoves| Refusal::WrongClaim {
        mv: mv.map(str::to_owned),
        times,
        halfmoves,
    };
    let game = played("Nf3 Nf6 Ng1 Ng8");
    assert_eq!(refused(&game, START, WHITE, claim(None)), wrong(None, 2, 4));
    assert_eq!(
        refused(&game, START, WHITE, claim(Some("Nf3"))),
        wrong(Some("Nf3"), 2, 5)
    );
    assert_eq!(
        refused(&game, START, WHITE, claim(Some("e4"))),
        wrong(Some("e4"), 1, 0)
    );
    let fifty = game_from("8/8/8/8/8/2k5/7r/K7 b - - 98 130");
    assert_eq!(
        refused(&fifty, START, BLACK, claim(Some("Rh8"))),
        wrong(Some("Rh8"), 1, 99)
    );
    assert!(matches!(
        refused(&game, START, WHITE, claim(Some("Ke2"))),
        Refusal::Move(_)
    ));
    // The right to claim is that of the player to move.
    let game = played(BACK_AND_FORTH);
    assert_eq!(
        refused(&game, START, BLACK, claim(None)),
        Refusal::NotYourTurn
    );
    // A capture whose squares alone were the same does not count.
    let game = game_from("4k3/5p2/8/4P3/8/8/8/4K3 b - - 0 1");
    let mut game = Game {
        terms: terms(Some(Days::DEFAULT)),
        ..game
    };
    play(&mut game, START, "f5 Kd1 Kd8 Ke1 Ke8 Kd1 Kd8 Ke1 Ke8");
    assert_eq!(refused(&game, START, WHITE, claim(None)), wrong(None, 2, 8));
    play(&mut game, START, "Kd1");
    check(&game, None, GameResult::claimed(Claim::Threefold));
}
