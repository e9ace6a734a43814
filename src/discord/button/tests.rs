//! Buttons read back from what they carry, and nothing else does.

use super::*;

#[track_caller]
fn check_round_trip(button: Button) {
    let id = button.custom_id();
    // A menu that begins with it puts two characters in front.
    assert!(id.encode_utf16().count() <= 98, "{id} is too long");
    assert_eq!(id.parse(), Ok(button));
}

#[test]
fn every_button_reads_back() {
    let largest = GameId(u64::MAX);
    let text = "♞".repeat(MAX_CARRIED_TEXT);
    let moved = |text: &str, offer_draw| Deed::Move {
        text: text.into(),
        offer_draw,
    };
    let typed = [false, true].map(|offer_draw| Intent::Typed {
        text: text.clone(),
        offer_draw,
    });
    let deeds = [
        moved("e4: what, now?", false),
        moved(&text, true),
        Deed::AddToPlan { text: text.clone() },
        Deed::DropFromPlan(PlanLine(u64::MAX)),
        Deed::DropFromPlan(PlanLine(0)),
        Deed::ClearPlan,
        Deed::ClaimDraw { text: Some(text) },
        Deed::ClaimDraw { text: None },
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
    let intents = deeds.map(Intent::Do).into_iter().chain(typed).chain([
        Intent::MoveForm,
        Intent::View,
        Intent::ViewText,
        Intent::ViewHere,
        Intent::ViewPlan,
        Intent::Menu,
        Intent::AskResign,
        Intent::PieceOn(Square::H8),
        Intent::Show("e7e8q".to_owned()),
        Intent::Rematch,
    ]);
    for intent in intents {
        for seen in [None, Some(Revision(u32::MAX))] {
            check_round_trip(Button::Game {
                game: largest,
                seen,
                intent: intent.clone(),
            });
        }
    }
    check_round_trip(Button::AcceptChallenge(ChallengeId(u64::MAX)));
    check_round_trip(Button::DeclineChallenge(ChallengeId(1)));
    check_round_trip(Button::WithdrawChallenge(ChallengeId(0)));
    check_round_trip(Button::ShowBoard(largest));
    check_round_trip(Button::ShowGames(PlayerId(u64::MAX)));
    check_round_trip(Button::EndVacation);
    for setting in [
        SettingsButton::RemindByDm,
        SettingsButton::RemindInChannel,
        SettingsButton::AskZone,
        SettingsButton::Zone(Zone::named("America/Argentina/ComodRivadavia").unwrap()),
        SettingsButton::AskQuietHours,
        SettingsButton::NoQuietHours,
        SettingsButton::Shelter(true),
        SettingsButton::Shelter(false),
        SettingsButton::Preview(true),
        SettingsButton::Preview(false),
    ] {
        check_round_trip(Button::Settings(setting));
    }
    check_round_trip(Button::Dismiss);
}

#[test]
fn anything_else_is_unknown() {
    for id in [
        "",
        ":",
        "g",
        "g:1",
        "g:1:2",
        "g:1:2:resign:x",
        "g:1:2:from",
        "g:1:2:from:i9",
        "g:1:2:show",
        "g:-1::view",
        "g:1:x:view",
        "c:1:eat",
        "x:1",
        "s:",
        "p:",
        "p:zone:Nowhere/City",
        "b:x",
    ] {
        assert_eq!(id.parse::<Button>(), Err(UnknownButton), "{id:?}");
    }
}
