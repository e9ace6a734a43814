//! `/games`: running games, least time left first.

use crate::app::{Fault, Listed};
use crate::discord::button::{Button, Intent};
use crate::discord::call::{Answer, Call, Outcome};
use crate::discord::invocation::What;
use crate::discord::post::{Names, fitted, link, listed_time};
use crate::discord::text::{Text, ToMove};
use crate::discord::view::{
    Choice, ChoiceValue, Control, MAX_CHOICES, MAX_CONTENT, Message, Style, clip, escape,
};
use crate::game::PlayerId;
use crate::time::Timestamp;

use super::{Command, Opt, OptKind};

/// `/games [player]`.
pub(super) const COMMAND: Command = Command {
    name: "games",
    options: &[Opt {
        name: "player",
        kind: OptKind::Person,
        required: false,
    }],
    subcommands: &[],
    run: |call| Box::pin(run(call)),
    complete: None,
};

/// Where names are cut in a long list.
const BRIEF_NAME: usize = 20;
/// Four rows of buttons; the fifth is for showing the list to everybody.
const MOST_BUTTONS: usize = 20;

async fn run(call: Call<'_>) -> Outcome {
    let person = &call.invocation.person;
    let (player, name) = match call.invocation.person_option("player") {
        Some(named) => (named.id, named.name.clone()),
        None => (person.id, person.name.clone()),
    };
    let mut message = list(call, player, &name, player == person.id).await?;
    message.private = true;
    let in_server = call.invocation.place.guild.is_some();
    if in_server && !message.content.is_empty() {
        let show = Control::new(
            Button::ShowGames(player),
            call.text.show_here(),
            Style::Secondary,
        );
        message = message.with_controls(vec![show]);
    }
    Ok(Answer::Message(message))
}

/// The list for everybody: this server's games only.
pub(crate) async fn show_games(call: Call<'_>, player: PlayerId) -> Outcome {
    let names = Names::of(&call.bot.app, &[player]).await?;
    let message = list(call, player, &names.plain(player), false).await?;
    Ok(Answer::Message(message))
}

async fn list(
    call: Call<'_>,
    player: PlayerId,
    name: &str,
    his_own: bool,
) -> Result<Message, Fault> {
    let here = call.invocation.place;
    let mut games = call.bot.app.listed_games(player).await?;
    games.retain(|game| his_own || (here.guild.is_some() && game.place.guild == here.guild));
    let name = escape(name);
    if games.is_empty() {
        let own = player == call.invocation.person.id;
        let content = if own {
            call.text.no_running_games()
        } else {
            call.text.no_games_of(&name)
        };
        return Ok(Message {
            content,
            ..Message::default()
        });
    }
    let opponents: Vec<_> = games
        .iter()
        .filter_map(|game| game.opponent_of(player))
        .collect();
    let names = Names::of(&call.bot.app, &opponents).await?;
    let list = List {
        text: call.text,
        player,
        title: call.text.games_title(&name, games.len()),
        name: (!his_own).then_some(name),
        names,
        now: call.bot.app.now(),
    };
    Ok(list.compose(&games))
}

/// What the lines of a list have in common.
struct List {
    text: Text,
    player: PlayerId,
    title: String,
    /// What the player is called, unless he reads the list himself.
    name: Option<String>,
    names: Names,
    now: Timestamp,
}

impl List {
    /// All games in one message: while they are few, each with everything there is to tell; when they are many, in
    /// brief, the most urgent ones with the way to their boards, the others with a button that shows it.
    fn compose(&self, games: &[Listed]) -> Message {
        let full = games
            .iter()
            .map(|game| self.linked(self.line(game, false), game));
        let content = self.joined(&full.collect::<Vec<_>>());
        if length(&content) <= MAX_CONTENT {
            return Message {
                content,
                ..Message::default()
            };
        }
        let mut lines: Vec<String> = games.iter().map(|game| self.line(game, true)).collect();
        let mut unlinked = games.len();
        for (at, game) in games.iter().enumerate() {
            let line = self.linked(lines[at].clone(), game);
            let brief = std::mem::replace(&mut lines[at], line);
            if length(&self.joined(&lines)) > MAX_CONTENT {
                lines[at] = brief;
                unlinked = at;
                break;
            }
        }
        let controls = games.iter().skip(unlinked).take(MOST_BUTTONS).map(|game| {
            let button = Button::Game {
                game: game.id,
                seen: None,
                intent: Intent::View,
            };
            Control::new(button, self.text.game_number(game.id), Style::Secondary)
        });
        Message {
            content: fitted(&self.title, lines, 0, self.text),
            ..Message::default()
        }
        .with_controls(controls)
    }

    fn joined(&self, lines: &[String]) -> String {
        format!("{}\n{}", self.title, lines.join("\n"))
    }

    fn line(&self, game: &Listed, brief: bool) -> String {
        let opponent = game.opponent_of(self.player).map(|opponent| {
            if brief {
                escape(&clip(&self.names.plain(opponent), BRIEF_NAME))
            } else {
                self.names.shown(opponent)
            }
        });
        let to_move = match (&self.name, game.to_move() == self.player) {
            (_, false) => ToMove::Opponent,
            (None, true) => ToMove::You,
            (Some(name), true) => ToMove::Player(name),
        };
        let time = listed_time(game, self.now);
        let opponent = opponent.unwrap_or_default();
        self.text
            .game_line(game.id, &opponent, to_move, time, brief)
    }

    fn linked(&self, line: String, game: &Listed) -> String {
        match link(game) {
            Some(link) => self.text.linked(&line, &link),
            None => line,
        }
    }
}

fn length(content: &str) -> usize {
    content.encode_utf16().count()
}

/// Offers the person's running games for a `game` option.
pub(super) async fn complete_game(call: Call<'_>) -> Outcome {
    let What::Autocomplete { typed, .. } = &call.invocation.what else {
        return Ok(Answer::Nothing);
    };
    let person = call.invocation.person.id;
    let games = call.bot.app.listed_games(person).await?;
    let opponents: Vec<_> = games
        .iter()
        .filter_map(|game| game.opponent_of(person))
        .collect();
    let names = Names::of(&call.bot.app, &opponents).await?;
    let typed = typed.trim().to_lowercase();
    let choices = games.iter().zip(opponents).map(|(game, opponent)| Choice {
        name: call
            .text
            .game_choice(game.id, &names.plain(opponent), game.to_move() == person),
        value: ChoiceValue::Integer(game.id.0),
    });
    let fitting = choices
        .filter(|choice| choice.name.to_lowercase().contains(&typed))
        .take(MAX_CHOICES);
    Ok(Answer::Choices(fitting.collect()))
}
