//! Undoing, pausing and outages that meet.

use super::*;

const LATER: Timestamp = Timestamp::from_millis(1_030_000);

#[track_caller]
fn doing(game: &mut Game, player: PlayerId, deed: Deed) {
    let events = game.decide(&Action::By(player, deed), None, LATER);
    apply(
        game,
        &events.unwrap_or_else(|refusal| panic!("{refusal:?}")),
    );
}

#[test]
fn a_move_that_was_answered_with_a_pause_is_not_undone() {
    let mut game = played("e4 e5");
    doing(&mut game, BLACK, Deed::AskPause);
    doing(&mut game, WHITE, Deed::AcceptPause);
    assert_eq!(game.can_undo_until(Color::Black, LATER), None);
    assert_eq!(game.deadline(), None);
}

#[test]
fn a_takeback_in_a_pause_leaves_it_a_pause() {
    let mut game = played("e4 e5");
    doing(&mut game, BLACK, Deed::AskPause);
    doing(&mut game, WHITE, Deed::AcceptPause);
    doing(&mut game, BLACK, Deed::AskTakeback);
    doing(&mut game, WHITE, Deed::AcceptTakeback);
    assert_eq!(game.turn(), Color::Black);
    assert!(game.paused_until().is_some());
    assert_eq!(game.deadline(), None);
    doing(&mut game, BLACK, Deed::Resume);
    assert_eq!(game.deadline(), Some(LATER + Days::DEFAULT.span()));
}

#[test]
fn a_plan_that_answers_in_a_pause_leaves_it_a_pause() {
    let mut game = played("e4 e5");
    let line = "if Nf3 then Nc6".to_owned();
    doing(&mut game, BLACK, Deed::AddToPlan { text: line });
    let with_offer = Deed::Move {
        text: "Nf3".to_owned(),
        offer_draw: true,
    };
    doing(&mut game, WHITE, with_offer);
    doing(&mut game, WHITE, Deed::AskPause);
    doing(&mut game, BLACK, Deed::AcceptPause);
    doing(&mut game, BLACK, Deed::DeclineDraw);
    assert_eq!(game.line().plies(), 4);
    assert!(game.paused_until().is_some());
    assert_eq!(game.deadline(), None);
}

#[test]
fn an_undone_move_leads_back_to_a_clock_that_did_not_run_in_an_outage() {
    let before = played("e4").deadline().unwrap();
    let mut game = played("e4 e5");
    let outage = Outage {
        from: START + Span::seconds(5),
        to: START + Span::hours(10),
    };
    let mut facts = game.facts().clone();
    facts.give_back(outage);
    let moves: Vec<PlayedMove> = game.moves().collect();
    let fresh = Game::new(
        game.id,
        game.players,
        game.terms,
        Position::start(),
        game.started,
    );
    game = Game::restore(fresh, moves, facts);
    let undo = Action::By(BLACK, Deed::Undo);
    let events = game.decide(&undo, None, outage.to).unwrap();
    apply(&mut game, &events);
    assert_eq!(game.deadline(), Some(before + outage.length()));
}

/// At the end whoever did not bring it about is pinged.
#[test]
fn who_claims_a_win_on_time_does_not_ping_himself() {
    let mut game = played("e4 e5");
    game.terms.when_time_runs_out = WhenTimeRunsOut::OpponentDecides;
    let before = game.clone();
    let late = START + Days::DEFAULT.span() + Span::hours(1);
    let events = game
        .decide(&Action::By(BLACK, Deed::ClaimWin), None, late)
        .unwrap();
    apply(&mut game, &events);
    let told = notices(&before, &events, &game);
    assert!(
        matches!(
            told[..],
            [Notice::Board {
                ping: Some(WHITE),
                ..
            }]
        ),
        "{told:?}"
    );
}

/// The clock goes on where it stood, and a pause that both had agreed is still one.
#[test]
fn a_server_that_is_gone_neither_ends_a_pause_nor_gives_time() {
    let hour = Span::hours(1);
    let server = |is_there| Action::Server { is_there };
    let mut running = played("e4 e5");
    let late = START + Span::days(3) - hour;
    act_at(&mut running, late, &server(false)).unwrap();
    assert_eq!(running.deadline(), None);
    assert_eq!(running.check_at(), Some(late + Span::days(30)));
    act_at(&mut running, late + Span::days(9), &server(true)).unwrap();
    assert_eq!(running.deadline(), Some(late + Span::days(9) + hour));
    let mut paused = played("e4 e5");
    act(&mut paused, &Action::By(WHITE, Deed::AskPause)).unwrap();
    act(&mut paused, &Action::By(BLACK, Deed::AcceptPause)).unwrap();
    let until = paused.paused_until();
    act_at(&mut paused, late, &server(false)).unwrap();
    act_at(&mut paused, late + Span::days(9), &server(true)).unwrap();
    assert_eq!((paused.paused_until(), paused.deadline()), (until, None));
    assert_eq!(paused.check_at(), until);
}

/// Who has been answered cannot undo what he was answered to.
#[test]
fn a_declined_offer_does_not_come_back() {
    let mut game = played("e4 e5");
    act(&mut game, &Action::By(WHITE, Deed::OfferDraw)).unwrap();
    let moved = read(&game, "Nf3");
    act(&mut game, &moved).unwrap();
    act(&mut game, &Action::By(BLACK, Deed::DeclineDraw)).unwrap();
    let undo = Action::By(WHITE, Deed::Undo);
    assert_eq!(act(&mut game, &undo), Err(Refusal::TooLateToUndo));
}
