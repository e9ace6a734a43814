//! Reminders that wait, and the settings that they go by.

use penpawn::app::{
    DueReminders, ErrandId, ErrandKind, GATHERED_WITHIN, PersonSettings, RemindersBy, SettingChange,
};
use penpawn::game::{GameId, Notice, PlayerId};
use penpawn::time::{QuietHours, Span, Zone};

use crate::support::*;

const FIRST: Span = Span::millis(3 * 86_400_000 * 4 / 5);

#[tokio::test]
async fn games_whose_reminder_is_near_are_gathered() {
    let test = TestApp::new();
    let mut games = Vec::new();
    for wait in [Span::ZERO, GATHERED_WITHIN, Span::millis(1)] {
        test.pass(wait);
        games.push(test.game().await.game.id);
    }
    test.deliver_all().await;
    // Delivering takes its time too.
    let passed = test.app.now() - START;
    test.pass(FIRST - passed);
    assert_eq!(test.app.check_clocks(test.app.now(), 50).await.unwrap(), 1);
    assert_eq!(due_games(&test, ANNA).await, games[..2]);
    assert_eq!(due_games(&test, BORIS).await, []);
    assert_eq!(test.app.check_clocks(test.app.now(), 50).await.unwrap(), 0);
    test.pass(GATHERED_WITHIN + Span::millis(1));
    assert_eq!(test.app.check_clocks(test.app.now(), 50).await.unwrap(), 1);
    assert_eq!(due_games(&test, ANNA).await, games);
    // Each reminder once, although the first came early.
    test.pass(Span::hours(1));
    assert_eq!(test.app.check_clocks(test.app.now(), 50).await.unwrap(), 0);
}

#[tokio::test]
async fn a_board_does_not_wait_for_a_reminder_but_a_reminder_for_a_board() {
    let test = TestApp::new();
    let game = test.game().await.game.id;
    test.deliver_all().await;
    test.game().await;
    let later = START + FIRST + Span::hours(5);
    for errand in test.app.due_errands(9).await.unwrap() {
        test.app.retry_later(errand.id, later).await.unwrap();
    }
    let passed = test.app.now() - START;
    test.pass(FIRST - passed + Span::seconds(60));
    test.app.check_clocks(test.app.now(), 50).await.unwrap();
    let due = test.app.due_reminders(ANNA).await.unwrap();
    assert_eq!(games_of(&due), [game], "the board of the other is stuck");
    let put_off = vec![(due.reminders[0].errand, later)];
    test.app.put_off(put_off).await.unwrap();
    assert_eq!(due_games(&test, ANNA).await, []);
    let acted = test.moves(game, &["e4"]).await;
    assert_eq!(test.app.due_errands(9).await.unwrap(), acted.errands);
    test.deliver_all().await;
    test.pass(Span::hours(5));
    assert_eq!(due_games(&test, ANNA).await, [game]);
    test.deliver_all().await;
    assert_eq!(due_games(&test, ANNA).await, []);
}

#[tokio::test]
async fn what_cannot_be_read_is_given_up_and_the_rest_is_not() {
    let test = TestApp::new();
    let made = test.challenge(ANNA, to(BORIS)).await.unwrap();
    test.beside()
        .execute_batch(
            "INSERT INTO outbox (kind, channel, made, due) VALUES ('fireworks', 1, 0, 0), ('board', 1, 0, 0);
             INSERT INTO outbox (kind, channel, made, due, headline) VALUES ('board', 1, 0, 9223372036854775807, 'x');",
        )
        .unwrap();
    assert_eq!(test.app.due_errands(9).await.unwrap(), made.errands);
    assert_eq!(test.app.next_errand().await.unwrap(), Some(START));
    let rows: i64 = test
        .beside()
        .query_row("SELECT count(*) FROM outbox", [], |row| row.get(0))
        .unwrap();
    assert_eq!(rows, 2, "what is not due is not looked at");
    test.app.give_up(made.errands[0].id).await.unwrap();
    assert_eq!(test.app.due_errands(9).await.unwrap(), []);
}

#[tokio::test]
async fn damage_elsewhere_stops_no_reminder() {
    let test = TestApp::new();
    let games = [test.game().await.game.id, test.game().await.game.id];
    test.deliver_all().await;
    let passed = test.app.now() - START;
    test.pass(FIRST - passed);
    test.app.check_clocks(test.app.now(), 50).await.unwrap();
    test.beside()
        .execute_batch(
            "INSERT INTO person (id, name, zone, reminders) VALUES (101, 'Anna', 'Nowhere/City', 'dm');
             UPDATE game SET start_fen = 'no position' WHERE id = 1;",
        )
        .unwrap();
    let due = test.app.due_reminders(ANNA).await.unwrap();
    assert_eq!(due.settings, PersonSettings::default());
    assert_eq!(games_of(&due), games[1..]);
    let left: Vec<ErrandId> = test
        .app
        .due_errands(9)
        .await
        .unwrap()
        .iter()
        .map(|errand| errand.id)
        .collect();
    assert_eq!(left, [due.reminders[0].errand]);
    let only = &test.app.due_errands(9).await.unwrap()[0];
    assert!(matches!(
        only.kind,
        ErrandKind::Post(Notice::Reminder {
            game: GameId(2),
            player: ANNA,
            ..
        })
    ));
}

#[tokio::test]
async fn settings_are_kept_and_a_repeat_changes_nothing() {
    let test = TestApp::new();
    let settings = async |person| test.app.person_settings(person).await.unwrap();
    assert_eq!(settings(ANNA).await, PersonSettings::default());
    let named = |id| {
        let mut occasion = test.interaction(id);
        occasion.people.push((ANNA, "Anna".to_owned()));
        occasion
    };
    let all = vec![
        SettingChange::Reminders(RemindersBy::DirectMessage),
        SettingChange::Zone(Zone::named("Australia/Lord_Howe").unwrap()),
        SettingChange::Quiet(QuietHours::read("22-7").ok()),
        SettingChange::Shelter(false),
        SettingChange::Preview(true),
    ];
    let expected = PersonSettings {
        reminders: RemindersBy::DirectMessage,
        zone: Zone::named("Australia/Lord_Howe"),
        quiet: QuietHours::read("22-7").ok(),
        shelter: false,
        preview: true,
    };
    let change = async |changes, occasion| {
        let changed = test.app.change_settings(ANNA, changes, occasion);
        changed.await.unwrap()
    };
    assert_eq!(change(all, named(1)).await, expected);
    let again = vec![SettingChange::Preview(false)];
    assert_eq!(change(again.clone(), named(1)).await, expected, "a repeat");
    assert!(!change(again, named(2)).await.preview);
    let no_quiet = vec![SettingChange::Quiet(None)];
    assert_eq!(change(no_quiet, named(3)).await.quiet, None);
    assert_eq!(settings(BORIS).await, PersonSettings::default());
    let test = test.reopened();
    let kept = test.app.person_settings(ANNA).await.unwrap();
    assert_eq!((kept.zone, kept.quiet), (expected.zone, None));
}

async fn due_games(test: &TestApp, player: PlayerId) -> Vec<GameId> {
    games_of(&test.app.due_reminders(player).await.unwrap())
}

fn games_of(due: &DueReminders) -> Vec<GameId> {
    due.reminders.iter().map(|due| due.kept.game.id).collect()
}
