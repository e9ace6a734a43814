//! How games end.

use super::*;

#[test]
fn games_end_as_the_laws_say() {
    let white = Outcome::Win(Color::White);
    let black = Outcome::Win(Color::Black);
    check_ended(
        "f3 e5 g4 Qh4",
        black,
        Termination::Automatic(Ending::Checkmate),
    );
    check_ended(
        "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7",
        white,
        Termination::Automatic(Ending::Checkmate),
    );
    let stalemate = "e3 a5 Qh5 Ra6 Qxa5 h5 Qxc7 Rah6 h4 f6 Qxd7 Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6";
    check_ended(
        stalemate,
        Outcome::Draw,
        Termination::Automatic(Ending::Stalemate),
    );
    let shuffle = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
    check_ended(
        shuffle,
        Outcome::Draw,
        Termination::Automatic(Ending::FivefoldRepetition),
    );
    check_ended("w#", black, Termination::Resignation);
    check_ended("b#", white, Termination::Resignation);
    check_ended("e4 b= w+", Outcome::Draw, Termination::Agreement);
    check_ended("e4= b+", Outcome::Draw, Termination::Agreement);
    // Mate comes first: the move that mates carries no offer.
    check_ended(
        "f3 e5 g4 Qh4=",
        black,
        Termination::Automatic(Ending::Checkmate),
    );
}

#[test]
fn positions_end_the_game_of_themselves() {
    #[track_caller]
    fn check(fen: &str, text: &str, expected: Option<GameResult>) {
        let mut game = game_from(fen);
        let action = read(&game, text);
        act(&mut game, &action).unwrap();
        assert_eq!(
            game.result(),
            expected.map(|result| (result, START)),
            "{fen} {text}"
        );
    }
    let drawn = |ending| Some(GameResult::automatic(ending, Color::White));
    check("8/8/8/8/8/2k5/7r/K7 b - - 148 130", "Rh8", None);
    check(
        "8/8/8/8/8/2k5/7r/K7 b - - 149 130",
        "Rh8",
        drawn(Ending::SeventyFiveMoves),
    );
    // Mate comes first (FIDE 9.6.2).
    check(
        "8/8/8/8/8/1k6/7r/K7 b - - 149 130",
        "Rh1",
        drawn(Ending::Checkmate),
    );
    check(
        "8/8/8/8/8/1k6/3q4/K7 b - - 0 1",
        "Qc2",
        drawn(Ending::Stalemate),
    );
    check(
        "8/8/8/8/4K3/8/3R4/2k5 b - - 0 1",
        "Kxd2",
        drawn(Ending::DeadPosition),
    );
}
