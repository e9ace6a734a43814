use super::*;
use crate::chess::{CastlingMode, Color, Ending, Outcome, Position};
use crate::time::{Days, Span, Timestamp};

const WHITE: PlayerId = PlayerId(1);
const BLACK: PlayerId = PlayerId(2);
const NOBODY: PlayerId = PlayerId(3);
const START: Timestamp = Timestamp::from_millis(1_000_000);

fn game() -> Game {
    let players = Players {
        white: WHITE,
        black: BLACK,
    };
    Game::new(
        GameId(1),
        players,
        Some(Days::DEFAULT),
        Position::start(),
        START,
    )
}

fn game_from(fen: &str) -> Game {
    let players = Players {
        white: WHITE,
        black: BLACK,
    };
    let start = Position::from_fen(fen, CastlingMode::Standard).unwrap();
    Game::new(GameId(1), players, None, start, START)
}

fn act(game: &mut Game, action: &Action) -> Result<Vec<Event>, Refusal> {
    let events = game.decide(action, None, START)?;
    apply(game, &events);
    Ok(events)
}

fn apply(game: &mut Game, events: &[Event]) {
    for event in events {
        game.apply(event);
    }
}

/// What people do, one word each: a move, by whoever is to move; with `=` after it, with a draw offer; `w=` and `b=`
/// offer, `w+` and `b+` accept, `w-` and `b-` decline, `w#` and `b#` resign.
fn read(game: &Game, word: &str) -> Action {
    let player = |letter: &str| if letter == "w" { WHITE } else { BLACK };
    match word.split_at(1) {
        (letter @ ("w" | "b"), "=") => Action::OfferDraw { by: player(letter) },
        (letter @ ("w" | "b"), "+") => Action::AcceptDraw { by: player(letter) },
        (letter @ ("w" | "b"), "-") => Action::DeclineDraw { by: player(letter) },
        (letter @ ("w" | "b"), "#") => Action::Resign { by: player(letter) },
        _ => Action::Move {
            by: game.players.of(game.turn()),
            text: word.trim_end_matches('=').to_owned(),
            offer_draw: word.ends_with('='),
        },
    }
}

#[track_caller]
fn played(words: &str) -> Game {
    let mut game = game();
    for word in words.split(' ').filter(|word| !word.is_empty()) {
        let action = read(&game, word);
        if let Err(refusal) = act(&mut game, &action) {
            panic!("{word}: {refusal:?}");
        }
    }
    game
}

/// After all words but the last were accepted, the last is refused so.
#[track_caller]
fn check_refused(words: &str, expected: Refusal) {
    let (before, last) = words.rsplit_once(' ').unwrap_or(("", words));
    let mut game = played(before);
    let action = read(&game, last);
    assert_eq!(act(&mut game, &action), Err(expected), "{words}");
}

#[track_caller]
fn check_ended(words: &str, outcome: Outcome, termination: Termination) {
    let game = played(words);
    assert_eq!(
        game.result(),
        Some((
            GameResult {
                outcome,
                termination
            },
            START
        )),
        "{words}"
    );
    assert_eq!(
        (game.to_move(), game.deadline(), game.draw_offers().standing),
        (None, None, None),
        "{words}"
    );
}

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

#[test]
fn draw_offers_stand_until_the_other_answers() {
    let standing = |words: &str| played(words).draw_offers().standing;
    assert_eq!(standing("e4="), Some(Color::White));
    assert_eq!(standing("e4 b="), Some(Color::Black));
    // The offerer's own move does not end it (FIDE 9.1.2).
    assert_eq!(standing("e4 e5 w= Nf3"), Some(Color::White));
    assert_eq!(standing("e4 e5 w= Nf3 Nc6"), None);
    assert_eq!(standing("e4= e5"), None);
    assert_eq!(standing("e4= b-"), None);
    assert_eq!(standing("e4 b= d5"), Some(Color::Black));
    assert_eq!(standing("e4 b= w-"), None);
}

#[test]
fn draw_offers_are_refused_when_they_pester() {
    check_refused("w=", Refusal::OfferBeforeFirstMove);
    check_refused("b=", Refusal::OfferBeforeFirstMove);
    check_refused("e4= w=", Refusal::OfferStandsAlready);
    check_refused("e4= b=", Refusal::OpponentHasOffered);
    check_refused("e4= e5=", Refusal::OpponentHasOffered);
    check_refused("e4 b= e5 d4=", Refusal::OpponentHasOffered);
    check_refused("e4= b- w=", Refusal::OfferTooSoon { moves_left: 10 });
    check_refused("e4= e5 d4=", Refusal::OfferTooSoon { moves_left: 9 });
    check_refused("e4 w+", Refusal::NoDrawOffer);
    check_refused("e4 b-", Refusal::NoDrawOffer);
    check_refused("e4= w+", Refusal::OwnDrawOffer { by: Color::White });
    check_refused("e4 b= b-", Refusal::OwnDrawOffer { by: Color::Black });
    check_refused("e4= e5 b+", Refusal::NoDrawOffer);
}

#[test]
fn one_may_offer_again_after_ten_moves_or_once_the_other_has() {
    let white = [
        "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "a4", "b4", "Nd2",
    ];
    let black = ["a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6", "a5", "b5"];
    let mut words = "a3=".to_owned();
    for n in 1..=10 {
        words = format!("{words} {}", black[n - 1]);
        let again = format!("{words} {}=", white[n]);
        if n < 10 {
            check_refused(
                &again,
                Refusal::OfferTooSoon {
                    moves_left: 10 - n as u32,
                },
            );
        } else {
            assert_eq!(played(&again).draw_offers().standing, Some(Color::White));
        }
        words = format!("{words} {}", white[n]);
    }
    assert_eq!(
        played("e4= e5 b= w- w=").draw_offers().standing,
        Some(Color::White)
    );
}

#[test]
fn only_the_players_act_and_only_while_the_game_runs() {
    let by = NOBODY;
    let mut game = played("e4 b=");
    for action in [
        Action::Move {
            by,
            text: "e5".to_owned(),
            offer_draw: false,
        },
        Action::OfferDraw { by },
        Action::AcceptDraw { by },
        Action::DeclineDraw { by },
        Action::Resign { by },
    ] {
        assert_eq!(act(&mut game, &action), Err(Refusal::NotYourGame));
    }
    for word in ["e5", "w=", "b=", "w+", "w-", "w#", "b#"] {
        check_refused(&format!("e4 b= b# {word}"), Refusal::GameOver);
    }
}

#[test]
fn what_has_changed_since_the_player_looked_is_stale() {
    let game = played("e4 e5 b=");
    let resign = Action::Resign { by: WHITE };
    assert_eq!(game.revision(), Revision(3));
    assert_eq!(
        game.decide(&resign, Some(Revision(2)), START),
        Err(Refusal::Stale)
    );
    assert_eq!(
        game.decide(&resign, Some(Revision(4)), START),
        Err(Refusal::Stale)
    );
    assert!(game.decide(&resign, Some(Revision(3)), START).is_ok());
    assert!(game.decide(&resign, None, START).is_ok());
}

#[test]
fn time_never_runs_backward_within_a_game() {
    let mut game = game();
    for (text, sent, counts) in [
        ("e4", 5_000, 5_000),
        ("e5", 4_000, 5_000),
        ("Nf3", 6_000, 6_000),
    ] {
        let sent = START + Span::millis(sent);
        let events = game.decide(&read(&game, text), None, sent).unwrap();
        apply(&mut game, &events);
        assert_eq!(game.turn_started(), START + Span::millis(counts), "{text}");
        assert_eq!(
            game.deadline(),
            Some(START + Span::millis(counts) + Span::days(3)),
            "{text}"
        );
    }
    let early = game
        .decide(&Action::Resign { by: WHITE }, None, START)
        .unwrap();
    assert!(matches!(early[..], [Event::Ended { at, .. }] if at == START + Span::millis(6_000)));
}

#[test]
fn people_are_told_by_one_post_that_pings_the_one_who_has_to_come() {
    #[track_caller]
    fn check(words: &str, headline: Headline, ping: Option<PlayerId>) {
        let (earlier, last) = words.rsplit_once(' ').unwrap_or(("", words));
        let before = played(earlier);
        let mut after = before.clone();
        let events = act(&mut after, &read(&before, last)).unwrap();
        let (game, revision, ply) = (after.id, after.revision(), after.line().plies() as u32);
        let expected = Notice::Board {
            game,
            revision,
            ply,
            headline,
            ping,
        };
        assert_eq!(notices(&before, &events, &after), [expected], "{words}");
    }
    check(
        "e4",
        Headline::Moved {
            with_draw_offer: false,
        },
        Some(BLACK),
    );
    check(
        "e4 e5=",
        Headline::Moved {
            with_draw_offer: true,
        },
        Some(WHITE),
    );
    check(
        "e4 w=",
        Headline::DrawOffered { by: Color::White },
        Some(BLACK),
    );
    check(
        "e4 b=",
        Headline::DrawOffered { by: Color::Black },
        Some(WHITE),
    );
    check("e4= b-", Headline::DrawDeclined { by: Color::Black }, None);
    check(
        "e4 b= w-",
        Headline::DrawDeclined { by: Color::White },
        Some(BLACK),
    );
    check("e4= b+", Headline::Ended, Some(WHITE));
    check("e4 b= w+", Headline::Ended, Some(BLACK));
    check("e4 b#", Headline::Ended, Some(WHITE));
    check("e4 w#", Headline::Ended, Some(BLACK));
    check("f3 e5 g4 Qh4", Headline::Ended, Some(WHITE));
}

#[test]
fn laws_hold_on_random_play() {
    for seed in 0..300 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut game = game();
        let mut now = START;
        for _ in 0..random.usize(1..250) {
            now = now + Span::millis(random.i64(-1_000..100_000));
            let by = if random.bool() { WHITE } else { BLACK };
            let moves = game.position().legal_moves();
            let action = match random.u32(..40) {
                0..32 => {
                    let text = moves.iter().nth(random.usize(..moves.len().max(1)));
                    let text = text.map_or_else(|| "e4".to_owned(), |mv| game.position().san(mv));
                    Action::Move {
                        by: game.players.of(game.turn()),
                        text,
                        offer_draw: random.u32(..8) == 0,
                    }
                }
                32..36 => Action::OfferDraw { by },
                36..39 => Action::DeclineDraw { by },
                39 if random.u32(..4) == 0 => Action::AcceptDraw { by },
                39.. => Action::Move {
                    by,
                    text: "e2e5".to_owned(),
                    offer_draw: false,
                },
            };
            let before = game.clone();
            let Ok(events) = game.decide(&action, None, now) else {
                assert_eq!(game, before);
                continue;
            };
            assert_eq!(game, before, "deciding changes nothing");
            assert!(before.result().is_none() && !events.is_empty());
            apply(&mut game, &events);
            assert_eq!(game.revision().0, before.revision().0 + events.len() as u32);
            assert!(game.turn_started() >= before.turn_started());
            assert_eq!(
                game.result().is_some(),
                matches!(events.last(), Some(Event::Ended { .. }))
            );
            assert_eq!(game.deadline().is_some(), game.result().is_none());
            assert_eq!(game.to_move().is_some(), game.result().is_none());
            let [Notice::Board { revision, ping, .. }] = notices(&before, &events, &game)[..]
            else {
                panic!()
            };
            assert_eq!(revision, game.revision());
            assert_ne!(
                ping,
                Some(action.by()),
                "nobody is called to what he did himself"
            );
            let fresh = Game::new(
                game.id,
                game.players,
                game.days,
                game.line().start().clone(),
                game.started,
            );
            let restored = Game::restore(
                fresh,
                game.moves().collect::<Vec<_>>(),
                *game.draw_offers(),
                game.result(),
                game.revision(),
            );
            assert_eq!(restored, game);
        }
    }
}

mod challenges {
    use super::*;

    const LIMITS: ChallengeLimits = ChallengeLimits {
        running_games: 2,
        challenges_an_hour: 2,
    };

    fn challenge(opponent: Option<PlayerId>, color: ColorChoice) -> Challenge {
        let terms = ChallengeTerms {
            opponent,
            color,
            days: None,
        };
        let place = Place {
            guild: None,
            channel: ChannelId(1),
        };
        Challenge {
            id: ChallengeId(1),
            challenger: WHITE,
            terms,
            place,
            made: START,
            end: None,
        }
    }

    fn accept(by: PlayerId) -> ChallengeAction {
        ChallengeAction::Accept {
            by,
            standing: Standing::default(),
            coin: Color::Black,
        }
    }

    #[track_caller]
    fn check(
        challenge: &Challenge,
        action: ChallengeAction,
        after: Span,
        expected: Result<ChallengeEnd, ChallengeRefusal>,
    ) {
        assert_eq!(
            challenge.decide(action, LIMITS, START + after),
            expected,
            "{action:?} after {after:?}"
        );
    }

    #[test]
    fn answers() {
        let direct = challenge(Some(BLACK), ColorChoice::White);
        let open = challenge(None, ColorChoice::White);
        let players = Players {
            white: WHITE,
            black: BLACK,
        };
        let now = Span::seconds(1);
        let decline = |by| ChallengeAction::Decline { by };
        let withdraw = |by| ChallengeAction::Withdraw { by };
        check(
            &direct,
            accept(BLACK),
            now,
            Ok(ChallengeEnd::Accepted(players)),
        );
        check(
            &open,
            accept(BLACK),
            now,
            Ok(ChallengeEnd::Accepted(players)),
        );
        check(
            &direct,
            accept(NOBODY),
            now,
            Err(ChallengeRefusal::NotForYou),
        );
        check(&direct, accept(WHITE), now, Err(ChallengeRefusal::YourOwn));
        check(&open, accept(WHITE), now, Err(ChallengeRefusal::YourOwn));
        check(&direct, decline(BLACK), now, Ok(ChallengeEnd::Declined));
        check(
            &direct,
            decline(NOBODY),
            now,
            Err(ChallengeRefusal::NotForYou),
        );
        check(&direct, decline(WHITE), now, Err(ChallengeRefusal::YourOwn));
        check(&open, decline(BLACK), now, Err(ChallengeRefusal::NotForYou));
        check(&direct, withdraw(WHITE), now, Ok(ChallengeEnd::Withdrawn));
        check(&open, withdraw(WHITE), now, Ok(ChallengeEnd::Withdrawn));
        check(
            &direct,
            withdraw(BLACK),
            now,
            Err(ChallengeRefusal::NotYours),
        );
        for end in [
            ChallengeEnd::Accepted(players),
            ChallengeEnd::Declined,
            ChallengeEnd::Withdrawn,
            ChallengeEnd::Expired,
        ] {
            let over = Challenge {
                end: Some(end),
                ..direct
            };
            for action in [
                accept(BLACK),
                decline(BLACK),
                withdraw(WHITE),
                ChallengeAction::CheckClock,
            ] {
                check(&over, action, now, Err(ChallengeRefusal::Over(end)));
            }
        }
    }

    #[test]
    fn it_lives_for_seven_days() {
        let direct = challenge(Some(BLACK), ColorChoice::Random);
        let last = Span::millis(Span::days(7).as_millis() - 1);
        check(
            &direct,
            ChallengeAction::CheckClock,
            last,
            Err(ChallengeRefusal::NotDue),
        );
        check(
            &direct,
            ChallengeAction::Decline { by: BLACK },
            last,
            Ok(ChallengeEnd::Declined),
        );
        check(
            &direct,
            ChallengeAction::CheckClock,
            Span::days(7),
            Ok(ChallengeEnd::Expired),
        );
        check(
            &direct,
            accept(BLACK),
            Span::days(7),
            Err(ChallengeRefusal::TooLate),
        );
        check(
            &direct,
            ChallengeAction::Withdraw { by: WHITE },
            Span::days(7),
            Err(ChallengeRefusal::TooLate),
        );
    }

    #[test]
    fn colors() {
        for (choice, coin, white) in [
            (ColorChoice::White, Color::Black, WHITE),
            (ColorChoice::Black, Color::White, BLACK),
            (ColorChoice::Random, Color::White, WHITE),
            (ColorChoice::Random, Color::Black, BLACK),
        ] {
            let action = ChallengeAction::Accept {
                by: BLACK,
                standing: Standing::default(),
                coin,
            };
            let end = challenge(Some(BLACK), choice).decide(action, LIMITS, START);
            let Ok(ChallengeEnd::Accepted(players)) = end else {
                panic!("{end:?}")
            };
            assert_eq!(players.of(Color::White), white, "{choice:?}, {coin:?}");
        }
    }

    #[test]
    fn limits() {
        let may = |opponent, standing| {
            Challenge::may_be_made(
                WHITE,
                &challenge(opponent, ColorChoice::Random).terms,
                standing,
                LIMITS,
            )
        };
        let idle = Standing::default();
        assert_eq!(may(Some(BLACK), idle), Ok(()));
        assert_eq!(may(None, idle), Ok(()));
        assert_eq!(may(Some(WHITE), idle), Err(ChallengeRefusal::ToOneself));
        let pending = Standing {
            pending_with_opponent: true,
            ..idle
        };
        assert_eq!(
            may(Some(BLACK), pending),
            Err(ChallengeRefusal::PendingAlready)
        );
        let eager = |n| Standing {
            challenges_within_the_hour: n,
            ..idle
        };
        assert_eq!(may(None, eager(1)), Ok(()));
        assert_eq!(
            may(None, eager(2)),
            Err(ChallengeRefusal::TooMany { limit: 2 })
        );
        let busy = |n| Standing {
            running_games: n,
            ..idle
        };
        assert_eq!(may(None, busy(1)), Ok(()));
        assert_eq!(
            may(None, busy(2)),
            Err(ChallengeRefusal::TooManyGames { limit: 2 })
        );
        let open = challenge(None, ColorChoice::White);
        let action = ChallengeAction::Accept {
            by: BLACK,
            standing: busy(2),
            coin: Color::White,
        };
        check(
            &open,
            action,
            Span::hours(1),
            Err(ChallengeRefusal::TooManyGames { limit: 2 }),
        );
    }

    #[test]
    fn who_is_told() {
        let told = |opponent, end| {
            let challenge = Challenge {
                end,
                ..challenge(opponent, ColorChoice::White)
            };
            match challenge_notices(&challenge, None)[..] {
                [Notice::Challenge { ping, .. } | Notice::ChallengeOver { ping, .. }] => ping,
                _ => panic!("{end:?}"),
            }
        };
        assert_eq!(told(Some(BLACK), None), Some(BLACK));
        assert_eq!(told(None, None), None);
        assert_eq!(told(Some(BLACK), Some(ChallengeEnd::Declined)), Some(WHITE));
        assert_eq!(told(Some(BLACK), Some(ChallengeEnd::Expired)), Some(WHITE));
        assert_eq!(told(Some(BLACK), Some(ChallengeEnd::Withdrawn)), None);
        let players = Players {
            white: WHITE,
            black: BLACK,
        };
        let accepted = Challenge {
            end: Some(ChallengeEnd::Accepted(players)),
            ..challenge(None, ColorChoice::White)
        };
        let [Notice::Board { headline, ping, .. }] =
            challenge_notices(&accepted, Some(&game()))[..]
        else {
            panic!()
        };
        assert_eq!((headline, ping), (Headline::Started, Some(WHITE)));
    }
}
