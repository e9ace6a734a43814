//! Who may act when, who is told, and laws on random play.

use super::*;

#[test]
fn only_the_players_act_and_only_while_the_game_runs() {
    let by = NOBODY;
    let mut game = played("e4 b=");
    for action in [
        Action::By(
            by,
            Deed::Move {
                text: "e5".to_owned(),
                offer_draw: false,
            },
        ),
        Action::By(by, Deed::OfferDraw),
        Action::By(by, Deed::AcceptDraw),
        Action::By(by, Deed::DeclineDraw),
        Action::By(by, Deed::Resign),
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
    let resign = Action::By(WHITE, Deed::Resign);
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
        .decide(&Action::By(WHITE, Deed::Resign), None, START)
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
        let action = read(&before, last);
        let events = act(&mut after, &action).unwrap();
        let (game, revision, ply) = (after.id, after.revision(), after.line().plies() as u32);
        let expected = Notice::Board {
            game,
            revision,
            ply,
            news: u32::from(after.line().plies() > before.line().plies()),
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
                    Action::By(
                        game.players.of(game.turn()),
                        Deed::Move {
                            text,
                            offer_draw: random.u32(..8) == 0,
                        },
                    )
                }
                32..36 => Action::By(by, Deed::OfferDraw),
                36..39 => Action::By(by, Deed::DeclineDraw),
                39 if random.u32(..4) == 0 => Action::By(by, Deed::AcceptDraw),
                39.. => Action::By(
                    by,
                    Deed::Move {
                        text: "e2e5".to_owned(),
                        offer_draw: false,
                    },
                ),
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
            assert_ne!(ping, action.by(), "nobody is called to what he did himself");
            let fresh = Game::new(
                game.id,
                game.players,
                game.terms,
                game.line().start().clone(),
                game.started,
            );
            let restored = Game::restore(
                fresh,
                game.moves().collect::<Vec<_>>(),
                game.facts().clone(),
            );
            assert_eq!(restored, game);
        }
    }
}
