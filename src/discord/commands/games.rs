//! `/games`: running games, least time left first.

use crate::app::Kept;
use crate::discord::button::Button;
use crate::discord::call::{Answer, Call, Outcome};
use crate::discord::invocation::What;
use crate::discord::post::Names;
use crate::discord::view::{Choice, ChoiceValue, Control, MAX_CHOICES, Message, Style};
use crate::game::{Place, PlayerId};

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

/// More games than these would not fit into one message.
pub(super) const GAMES_IN_ONE_LIST: usize = 10;

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
    everywhere: bool,
) -> Result<Message, crate::app::Fault> {
    let here = call.invocation.place;
    let mut games = call.bot.app.running_games(player).await?;
    games.retain(|kept| everywhere || (here.guild.is_some() && kept.place.guild == here.guild));
    let people: Vec<_> = games
        .iter()
        .flat_map(|kept| [kept.game.players.white, kept.game.players.black])
        .collect();
    let names = Names::of(&call.bot.app, &people).await?;
    let shown_name = crate::discord::view::escape(name);
    if games.is_empty() {
        let own = player == call.invocation.person.id;
        let words = if own {
            call.text.no_running_games()
        } else {
            call.text.no_games_of(&shown_name)
        };
        return Ok(Message {
            content: words,
            ..Message::default()
        });
    }
    let mut lines = vec![call.text.games_title(&shown_name, games.len())];
    lines.extend(
        games
            .iter()
            .take(GAMES_IN_ONE_LIST)
            .map(|kept| game_line(call, kept, player, &names)),
    );
    if games.len() > GAMES_IN_ONE_LIST {
        lines.push(call.text.more_games(games.len() - GAMES_IN_ONE_LIST));
    }
    Ok(Message {
        content: lines.join("\n"),
        ..Message::default()
    })
}

fn game_line(call: Call<'_>, kept: &Kept, player: PlayerId, names: &Names) -> String {
    let game = &kept.game;
    let opponent = game
        .opponent_of(player)
        .map(|opponent| names.shown(opponent))
        .unwrap_or_default();
    let his_turn = game.to_move() == Some(player);
    let link = kept.post.map(|(channel, message)| {
        let guild = guild_in_link(kept.place);
        format!("https://discord.com/channels/{guild}/{channel}/{message}")
    });
    call.text.game_line(
        game.id,
        &names.shown(player),
        &opponent,
        his_turn,
        game.deadline(),
        link.as_deref(),
    )
}

fn guild_in_link(place: Place) -> String {
    place
        .guild
        .map_or_else(|| "@me".to_owned(), |guild| guild.to_string())
}

/// Offers the person's running games for a `game` option.
pub(super) async fn complete_game(call: Call<'_>) -> Outcome {
    let What::Autocomplete { typed, .. } = &call.invocation.what else {
        return Ok(Answer::Nothing);
    };
    let person = call.invocation.person.id;
    let games = call.bot.app.running_games(person).await?;
    let opponents: Vec<_> = games
        .iter()
        .filter_map(|kept| kept.game.opponent_of(person))
        .collect();
    let names = Names::of(&call.bot.app, &opponents).await?;
    let typed = typed.trim().to_lowercase();
    let choices = games.iter().zip(opponents).map(|(kept, opponent)| Choice {
        name: call.text.game_choice(
            kept.game.id,
            &names.plain(opponent),
            kept.game.to_move() == Some(person),
        ),
        value: ChoiceValue::Integer(kept.game.id.0),
    });
    let fitting = choices
        .filter(|choice| choice.name.to_lowercase().contains(&typed))
        .take(MAX_CHOICES);
    Ok(Answer::Choices(fitting.collect()))
}
