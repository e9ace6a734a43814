//! What may be done to a challenge.

use super::*;

const LIMITS: ChallengeLimits = ChallengeLimits {
    running_games: 2,
    challenges_an_hour: 2,
};

fn challenge(opponent: Option<PlayerId>, color: ColorChoice) -> Challenge {
    let terms = ChallengeTerms {
        opponent,
        color,
        game: Terms::default(),
        rematch_of: None,
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
        expires: START + Challenge::LIFE,
        end: None,
    }
}

fn accept(by: PlayerId) -> ChallengeAction {
    ChallengeAction::Accept {
        by,
        standing: Standing::default(),
        challenger: Standing::default(),
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
            challenger: Standing::default(),
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
        challenger: Standing::default(),
        coin: Color::White,
    };
    check(
        &open,
        action,
        Span::hours(1),
        Err(ChallengeRefusal::TooManyGames { limit: 2 }),
    );
    let action = ChallengeAction::Accept {
        by: BLACK,
        standing: busy(1),
        challenger: busy(2),
        coin: Color::White,
    };
    check(
        &open,
        action,
        Span::hours(1),
        Err(ChallengeRefusal::ChallengerHasTooManyGames),
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
    let [Notice::Board { headline, ping, .. }] = challenge_notices(&accepted, Some(&game()))[..]
    else {
        panic!()
    };
    assert_eq!((headline, ping), (Headline::Started, Some(WHITE)));
}
