//! `/settings`: what a person settles is shown, kept and read back, by options, buttons and forms.

use penpawn::sandbox::{Answer, Person, Reply};

use crate::scene::Scene;
use crate::table::{labels, private};

#[track_caller]
fn says(answer: &Answer, words: &[&str]) {
    let told = private(answer);
    for words in words {
        assert!(told.contains(words), "{words:?} is not in {told}");
    }
}

/// The words of the private message that a press or a form has changed.
#[track_caller]
fn changed(answer: &Answer, words: &str) {
    match &answer.reply {
        Reply::Updated(message) => assert!(message.content.contains(words), "{}", message.content),
        other => panic!("the message was to change, not {other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_are_shown_and_changed_by_options() {
    let mut scene = Scene::start().await;
    let (alice, channel) = (scene.person("alice"), scene.chess());
    let settings = async |person: &Person, options: &[(&str, &str)]| {
        person.command(channel, "settings", options).await
    };
    let first = settings(&alice, &[]).await;
    says(
        &first,
        &[
            "come in the channel of the game",
            "I do not know where you live",
            "Tell me your time zone",
            "you go on vacation for three days",
            "are played at once",
        ],
    );
    assert_eq!(
        labels(first.message()),
        [
            "Remind me by DM",
            "Time zone",
            "No vacation when late",
            "Show me moves first"
        ]
    );
    // Quiet hours mean nothing without a zone, and nothing is changed by half.
    let refused = [("quiet-hours", "22-7"), ("preview", "true")];
    says(
        &settings(&alice, &refused).await,
        &["Tell me your time zone first"],
    );
    says(&settings(&alice, &[]).await, &["are played at once"]);
    let all = [
        ("reminders", "dm"),
        ("zone", "munich"),
        ("quiet-hours", "10pm to 7:30"),
        ("vacation-when-late", "false"),
        ("preview", "true"),
    ];
    let expected = [
        "come by direct message",
        // The scene begins at 09:46 UTC.
        "Europe/Berlin, where it is 10:46 now",
        "from 22:00 to 07:30",
        "no vacation is taken for you",
        "are shown to you before",
    ];
    says(&settings(&alice, &all).await, &expected);
    scene.restart_bot().await;
    says(&settings(&alice, &[]).await, &expected);
    says(
        &settings(&scene.person("bob"), &[]).await,
        &["come in the channel"],
    );
    says(
        &settings(&alice, &[("quiet-hours", "off")]).await,
        &["**Quiet hours**: none."],
    );
    let told = settings(&alice, &[("quiet-hours", "<@1> at night")]).await;
    says(&told, &["I cannot read “\\<@\u{200b}1\\> at night”"]);
    for (option, typed, words) in [
        ("zone", "GMT-5", "UTC-5, where it is 04:46 now"),
        ("zone", "+05:30", "UTC+5:30, where it is 15:16 now"),
        ("zone", "UTC+20", "no time zone by the name “UTC+20”"),
        ("quiet-hours", "8-7", "last 16 hours at most"),
        ("quiet-hours", "7-7", "begin and end at the same time"),
    ] {
        says(&settings(&alice, &[(option, typed)]).await, &[words]);
    }
    scene.restart_bot().await;
    says(&settings(&alice, &[]).await, &["UTC+5:30, where it is"]);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_are_changed_by_buttons_and_forms() {
    let scene = Scene::start().await;
    let (bob, channel) = (scene.person("bob"), scene.chess());
    let shown = bob.command(channel, "settings", &[]).await;
    let message = shown.message();
    changed(
        &bob.press(message, "Remind me by DM").await,
        "by direct message",
    );
    let form = bob.press(message, "p:ask-zone").await;
    let submit = async |line: &str| {
        let field = form.modal().fields[0].label.clone();
        bob.submit(form.modal(), &[(&field, line)]).await
    };
    changed(
        &submit("atlantis").await,
        "no time zone by the name “atlantis”",
    );
    let asked = submit("new").await;
    changed(&asked, "can mean several time zones");
    let Reply::Updated(question) = &asked.reply else {
        panic!()
    };
    let new_york = "p:zone:America/New_York";
    assert!(question.button(new_york).is_some());
    changed(
        &bob.press(question, new_york).await,
        "America/New_York, where it is 04:46 now",
    );
    let form = bob.press(question, "p:ask-quiet").await;
    let label = form.modal().fields[0].label.clone();
    changed(
        &bob.submit(form.modal(), &[(&label, "noon")]).await,
        "I cannot read “noon”",
    );
    changed(
        &bob.submit(form.modal(), &[(&label, "23 to 8")]).await,
        "from 23:00 to 08:00",
    );
    for (label, words) in [
        ("No quiet hours", "**Quiet hours**: none."),
        ("No vacation when late", "no vacation is taken for you"),
        ("Rather vacation than lose", "you go on vacation"),
        ("Show me moves first", "are shown"),
        ("Play moves at once", "are played at once"),
        ("Remind me in the channel", "in the channel"),
    ] {
        let now = scene.sandbox.message(question.id).expect("it stands");
        changed(&bob.press(&now, label).await, words);
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn zones_and_nights_are_offered_while_typing() {
    let scene = Scene::start().await;
    let (bob, channel) = (scene.person("bob"), scene.chess());
    let offered = async |option: &str, typed: &str| {
        let typed = (option, typed);
        let choices = bob.autocomplete(channel, "settings", &[], typed).await;
        let choices = choices.expect("an answer").into_iter();
        choices
            .map(|choice| (choice.name, choice.value))
            .collect::<Vec<_>>()
    };
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(
        offered("zone", "berl").await,
        [pair("Europe/Berlin, 10:46 now", "Europe/Berlin")]
    );
    assert_eq!(offered("zone", "america").await.len(), 25);
    assert!(offered("zone", "").await.len() > 10);
    assert_eq!(
        offered("quiet-hours", "10pm-7").await,
        [
            pair("22:00-07:00", "22:00-07:00"),
            pair("No quiet hours", "off")
        ]
    );
    assert_eq!(offered("quiet-hours", "").await.len(), 5);
    scene.end().await;
}
