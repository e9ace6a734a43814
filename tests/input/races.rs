//! Two presses at once: of a thumb that taps twice, and of several people. Each has exactly one effect.

use penpawn::sandbox::{Answer, Message, Pending, Person, Reply};

use crate::scene::Scene;
use crate::still::{count, settle};
use crate::table::{Table, posted};

/// What can be counted of what happened: games, events in games, challenges that ended, posts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Tally {
    games: i64,
    events: i64,
    challenges: i64,
    posts: usize,
}

impl Tally {
    async fn of(scene: &Scene) -> Tally {
        settle(scene).await;
        let channels = scene.sandbox.channels().into_iter();
        Tally {
            games: count(scene, "SELECT count(*) FROM game"),
            events: count(scene, "SELECT coalesce(sum(revision), 0) FROM game"),
            challenges: count(scene, "SELECT count(end_kind) FROM challenge"),
            posts: channels
                .map(|channel| scene.sandbox.messages(channel.id).len())
                .sum(),
        }
    }
}

const NOTHING: Tally = Tally {
    games: 0,
    events: 0,
    challenges: 0,
    posts: 0,
};
/// A game begins.
const BEGINNING: Tally = Tally {
    games: 1,
    events: 0,
    challenges: 1,
    posts: 1,
};
/// A challenge ends without a game.
const REFUSAL: Tally = Tally {
    games: 0,
    events: 0,
    challenges: 1,
    posts: 1,
};
/// Something happens in a game.
const EVENT: Tally = Tally {
    games: 0,
    events: 1,
    challenges: 0,
    posts: 1,
};
/// A list is shown.
const POST: Tally = Tally {
    games: 0,
    events: 0,
    challenges: 0,
    posts: 1,
};

/// All of these begin at once; together they have this effect.
async fn at_once(
    scene: &Scene,
    effect: Tally,
    begin: impl FnOnce() -> Vec<Pending>,
) -> Vec<Answer> {
    let before = Tally::of(scene).await;
    let hold = scene.hold();
    let pending = begin();
    drop(hold);
    let mut answers = Vec::new();
    for pending in pending {
        let answer = pending.answer().await;
        assert!(!answer.failed(), "nobody is left without an answer");
        answers.push(answer);
    }
    let after = Tally::of(scene).await;
    let found = Tally {
        games: after.games - before.games,
        events: after.events - before.events,
        challenges: after.challenges - before.challenges,
        posts: after.posts - before.posts,
    };
    assert_eq!(found, effect, "{answers:#?}");
    let public = answers
        .iter()
        .filter(|answer| matches!(answer.reply, Reply::Posted(_)));
    assert!(public.count() <= effect.posts, "{answers:#?}");
    answers
}

async fn twice(
    scene: &Scene,
    person: &Person,
    on: &Message,
    button: &str,
    effect: Tally,
) -> Vec<Answer> {
    at_once(scene, effect, || {
        let first = person.begin_press(on, button);
        let id = on
            .button(button)
            .map_or(button.to_owned(), |button| button.custom_id);
        // A bot that is quicker than a thumb has taken the button away by now.
        let second = person.try_component(on.id, &id, &[]).ok();
        [first].into_iter().chain(second).collect()
    })
    .await
}

/// The post that everybody sees among the answers.
#[track_caller]
fn the_post(answers: &[Answer]) -> Message {
    let post = answers.iter().find_map(|answer| match &answer.reply {
        Reply::Posted(message) => Some(message.clone()),
        Reply::Private(_)
        | Reply::Updated(_)
        | Reply::Acknowledged
        | Reply::Modal(_)
        | Reply::Failed => None,
    });
    post.expect("one of them is a post")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_double_press_on_a_challenge_counts_once() {
    let scene = Scene::start().await;
    let (alice, bob) = (scene.person("alice"), scene.person("bob"));
    for (person, button, effect) in [
        (&bob, "Decline", REFUSAL),
        (&alice, "Withdraw", REFUSAL),
        (&bob, "Accept", BEGINNING),
    ] {
        let options = [("opponent", "bob")];
        let challenge = posted(&alice.command(scene.chess(), "challenge", &options).await);
        twice(&scene, person, &challenge, button, effect).await;
    }
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_double_press_on_a_board_counts_once() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    let (white, black) = (table.white.clone(), table.black.clone());
    table.play_all("Nf3 a5 d3 a4").await;
    for button in ["Move", "My view", "More"] {
        twice(&scene, &white, &table.post, button, NOTHING).await;
    }
    let asked = table.type_move("Nd2").await;
    let moved = twice(&scene, &white, asked.message(), "Nfd2", EVENT).await;
    table.played("Nfd2", the_post(&moved));
    let form = black.press(&table.post, "Move").await;
    let moved = at_once(&scene, EVENT, || {
        let line = [("Your move", "h5")];
        let submit = || black.try_submit(form.modal(), &line).expect("a form");
        vec![submit(), submit()]
    })
    .await;
    table.played("h5", the_post(&moved));

    let menu = white.press(&table.post, "More").await;
    let offered = twice(&scene, &white, menu.message(), "Offer a draw", EVENT).await;
    let declined = twice(&scene, &black, &the_post(&offered), "Decline draw", EVENT).await;
    let menu = black.press(&the_post(&declined), "More").await;
    let offered = twice(&scene, &black, menu.message(), "Offer a draw", EVENT).await;
    // Who offers against an offer is asked for an answer to it; that question has the same two buttons.
    let asked = white.command(table.channel, "draw offer", &[]).await;
    twice(&scene, &white, asked.message(), "Decline draw", EVENT).await;
    let old = the_post(&offered);
    scene.loses_its_buttons(&old).await;

    let menu = black.command(table.channel, "resign", &[]).await;
    twice(&scene, &black, menu.message(), "Keep playing", NOTHING).await;
    let asked = black.command(table.channel, "resign", &[]).await;
    twice(&scene, &black, asked.message(), "Yes, resign", EVENT).await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_double_press_on_an_offer_or_a_list_counts_once() {
    let scene = Scene::start().await;
    let mut table = Table::begin(&scene).await;
    table.play("e4").await;
    let listed = table.white.command(table.channel, "games", &[]).await;
    twice(&scene, &table.white, listed.message(), "Show here", POST).await;
    let offer = posted(&table.white.command(table.channel, "draw offer", &[]).await);
    twice(&scene, &table.black, &offer, "Accept draw", EVENT).await;
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_double_answer_to_the_question_which_game_counts_once() {
    let scene = Scene::start().await;
    let first = Table::between(&scene, scene.chess(), "alice", "bob").await;
    let second = Table::between(&scene, scene.chess(), "alice", "carol").await;
    let asked = first.type_move("e4").await;
    let label = format!("Game {} against Carol", second.game);
    twice(&scene, &first.white, asked.message(), &label, EVENT).await;
    assert_eq!(count(&scene, "SELECT game_id FROM move"), 2);
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_who_accept_one_plays() {
    let scene = Scene::start().await;
    let alice = scene.person("alice");
    let people: Vec<Person> = (0..6)
        .map(|n| {
            scene
                .sandbox
                .add_person(&format!("eager{n}"), &format!("Eager {n}"))
        })
        .collect();
    let challenge = posted(&alice.command(scene.chess(), "challenge", &[]).await);
    let answers = at_once(&scene, BEGINNING, || {
        people
            .iter()
            .map(|person| person.begin_press(&challenge, "Accept"))
            .collect()
    })
    .await;
    let late = answers.iter().filter(|answer| answer.is_private());
    let late: Vec<_> = late.map(Answer::text).collect();
    assert_eq!(late.len(), 5);
    assert!(
        late.iter()
            .all(|words| words.contains("This challenge was accepted already")),
        "{late:?}"
    );
    scene.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_first_decides() {
    let scene = Scene::start().await;
    let (alice, bob) = (scene.person("alice"), scene.person("bob"));
    for _ in 0..4 {
        let options = [("opponent", "bob")];
        let challenge = posted(&alice.command(scene.chess(), "challenge", &options).await);
        let before = Tally::of(&scene).await;
        let hold = scene.hold();
        let pending = [
            bob.begin_press(&challenge, "Accept"),
            alice.begin_press(&challenge, "Withdraw"),
        ];
        drop(hold);
        let mut told = Vec::new();
        for pending in pending {
            told.push(pending.answer().await);
        }
        let after = Tally::of(&scene).await;
        assert_eq!(after.challenges - before.challenges, 1, "{told:?}");
        assert_eq!(after.posts - before.posts, 1, "{told:?}");
        assert_eq!(told.iter().filter(|answer| answer.is_private()).count(), 1);
    }
    // Both resign: one wins.
    let table = Table::begin(&scene).await;
    let game = table.game.to_string();
    let mut asked = Vec::new();
    for person in [&table.white, &table.black] {
        let options = [("game", &*game)];
        asked.push(person.command(table.channel, "resign", &options).await);
    }
    at_once(&scene, EVENT, || {
        let people = [&table.white, &table.black].into_iter().zip(&asked);
        people
            .map(|(person, asked)| person.begin_press(asked.message(), "Yes, resign"))
            .collect()
    })
    .await;
    scene.end().await;
}
