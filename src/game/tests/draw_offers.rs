//! Draw offers: which one stands, and who may offer when.

use super::*;

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
