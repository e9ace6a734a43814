//! A small bot on serenity, which uses what a bot can use: commands, files, buttons, menus, forms, threads.

use std::sync::Arc;

use penpawn::sandbox::{Options, Sandbox};
use serenity::all::*;
use tokio::task::JoinHandle;

/// A PNG picture of one pixel.
pub(crate) const PIXEL: &[u8] = &[
    0x89, b'P', b'N', b'G', 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, b'I', b'H', b'D', b'R', 0, 0, 0,
    1, 0, 0, 0, 1, 8, 0, 0, 0, 0, 0x3A, 0x7E, 0x9B, 0x55, 0, 0, 0, 10, b'I', b'D', b'A', b'T',
    0x78, 0x9C, 0x63, 0x60, 0, 0, 0, 2, 0, 1, 0x48, 0xAF, 0xA4, 0x71, 0, 0, 0, 0, b'I', b'E', b'N',
    b'D', 0xAE, 0x42, 0x60, 0x82,
];

/// The bot, connected to a sandbox.
pub(crate) struct Bot {
    pub(crate) sandbox: Sandbox,
    pub(crate) shards: Arc<ShardManager>,
    pub(crate) task: JoinHandle<serenity::Result<()>>,
}

impl Drop for Bot {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Starts a sandbox and the bot, and waits until it is there.
pub(crate) async fn start(options: Options) -> Bot {
    let sandbox = Sandbox::start(options).await.expect("a sandbox starts");
    let mut client = client(&sandbox, &sandbox.token()).await;
    let shards = Arc::clone(&client.shard_manager);
    let task = tokio::spawn(async move { client.start().await });
    sandbox.ready().await;
    Bot {
        sandbox,
        shards,
        task,
    }
}

/// A client that is not started yet.
pub(crate) async fn client(sandbox: &Sandbox, token: &str) -> Client {
    let http = HttpBuilder::new(token)
        .proxy(sandbox.url())
        .ratelimiter_disabled(true)
        .default_allowed_mentions(CreateAllowedMentions::new())
        .build();
    let intents =
        GatewayIntents::GUILDS | GatewayIntents::GUILD_MESSAGES | GatewayIntents::DIRECT_MESSAGES;
    ClientBuilder::new_with_http(http, intents)
        .event_handler(Handler)
        .await
        .expect("a client is built")
}

struct Handler;

fn commands() -> Vec<CreateCommand> {
    let plain = |name: &str| CreateCommand::new(name).description("for a test");
    let text = CreateCommandOption::new(CommandOptionType::String, "text", "what").required(true);
    let who = CreateCommandOption::new(CommandOptionType::User, "who", "whom");
    vec![
        plain("ping"),
        plain("board"),
        plain("slow"),
        plain("form"),
        plain("thread"),
        plain("silent"),
        plain("twice"),
        plain("say")
            .add_option(text.set_autocomplete(true))
            .add_option(who),
        plain("draw").add_option(
            CreateCommandOption::new(CommandOptionType::SubCommand, "offer", "offers")
                .add_sub_option(
                    CreateCommandOption::new(CommandOptionType::Integer, "days", "how long")
                        .min_int_value(1)
                        .max_int_value(7)
                        .required(true),
                ),
        ),
        CreateCommand::new("Challenge to chess").kind(CommandType::User),
    ]
}

fn picture(alt: &str) -> CreateAttachment {
    CreateAttachment::bytes(PIXEL, "board.png").description(alt)
}

fn buttons() -> Vec<CreateActionRow> {
    let options = vec![
        CreateSelectMenuOption::new("Knight", "n"),
        CreateSelectMenuOption::new("Rook", "r"),
    ];
    let menu = CreateSelectMenu::new("piece", CreateSelectMenuKind::String { options })
        .placeholder("Piece");
    vec![
        CreateActionRow::Buttons(vec![
            CreateButton::new("flip")
                .label("Flip")
                .style(ButtonStyle::Primary),
            CreateButton::new("ask").label("Ask"),
            CreateButton::new("off").label("Off").disabled(true),
        ]),
        CreateActionRow::SelectMenu(menu),
    ]
}

fn form() -> CreateInteractionResponse {
    let input = CreateInputText::new(InputTextStyle::Short, "Your move", "move")
        .max_length(20)
        .value("e4");
    let modal =
        CreateModal::new("form", "Move").components(vec![CreateActionRow::InputText(input)]);
    CreateInteractionResponse::Modal(modal)
}

fn says(text: impl Into<String>) -> CreateInteractionResponseMessage {
    CreateInteractionResponseMessage::new().content(text)
}

fn message(message: CreateInteractionResponseMessage) -> CreateInteractionResponse {
    CreateInteractionResponse::Message(message)
}

#[async_trait]
impl EventHandler for Handler {
    async fn ready(&self, ctx: Context, _: Ready) {
        Command::set_global_commands(&ctx, commands())
            .await
            .expect("commands are registered");
    }

    async fn message(&self, ctx: Context, said: Message) {
        if said.author.bot {
            return;
        }
        let heard = format!("heard: {}", said.content);
        let reply = CreateMessage::new().content(heard).reference_message(&said);
        // Tests close channels on purpose.
        let _ = said.channel_id.send_message(&ctx, reply).await;
    }

    async fn interaction_create(&self, ctx: Context, interaction: Interaction) {
        let done = match interaction {
            Interaction::Command(command) => on_command(&ctx, &command).await,
            Interaction::Component(press) => on_component(&ctx, &press).await,
            Interaction::Autocomplete(asked) => {
                let typed = asked
                    .data
                    .autocomplete()
                    .map(|option| option.value.to_owned())
                    .unwrap_or_default();
                let choices = CreateAutocompleteResponse::new()
                    .add_string_choice(format!("{typed}!"), format!("{typed}!"))
                    .add_string_choice("other", "other");
                asked
                    .create_response(&ctx, CreateInteractionResponse::Autocomplete(choices))
                    .await
            }
            Interaction::Modal(sent) => {
                let row = &sent.data.components[0].components[0];
                let ActionRowComponent::InputText(input) = row else {
                    panic!("a text input was sent")
                };
                let text = format!("form: {}", input.value.as_deref().unwrap_or_default());
                sent.create_response(&ctx, message(says(text))).await
            }
            Interaction::Ping(_) => Ok(()),
            _ => panic!("an unknown kind of interaction"),
        };
        if let Err(error) = done {
            eprintln!("the bot could not answer: {error}");
        }
    }
}

async fn on_command(ctx: &Context, command: &CommandInteraction) -> serenity::Result<()> {
    let option = |name: &str| {
        command
            .data
            .options
            .iter()
            .find(|option| option.name == name)
    };
    match command.data.name.as_str() {
        "ping" => command.create_response(ctx, message(says("pong"))).await,
        "board" => {
            let answer = says("a board")
                .add_file(picture("White to move"))
                .components(buttons());
            command.create_response(ctx, message(answer)).await
        }
        "slow" => {
            command.defer_ephemeral(ctx).await?;
            let edit = EditInteractionResponse::new()
                .content("at last")
                .new_attachment(picture("late"));
            command.edit_response(ctx, edit).await?;
            let follow_up = CreateInteractionResponseFollowup::new()
                .content("and more")
                .ephemeral(true);
            command.create_followup(ctx, follow_up).await.map(drop)
        }
        "form" => command.create_response(ctx, form()).await,
        "thread" => {
            let thread = command
                .channel_id
                .create_thread(
                    ctx,
                    CreateThread::new("game").kind(ChannelType::PublicThread),
                )
                .await?;
            let posted = thread
                .send_message(
                    ctx,
                    CreateMessage::new()
                        .content("one")
                        .add_file(picture("first")),
                )
                .await?;
            let again = EditAttachments::new().add(picture("second"));
            thread
                .edit_message(
                    ctx,
                    posted.id,
                    EditMessage::new().content("two").attachments(again),
                )
                .await?;
            command
                .create_response(ctx, message(says(format!("<#{}>", thread.id))))
                .await
        }
        "silent" => Ok(()),
        "twice" => {
            command.create_response(ctx, message(says("once"))).await?;
            let again = command.create_response(ctx, message(says("twice"))).await;
            let text = again.expect_err("a second answer is refused").to_string();
            let follow_up = CreateInteractionResponseFollowup::new().content(text);
            command.create_followup(ctx, follow_up).await.map(drop)
        }
        "say" => {
            let text = option("text")
                .and_then(|option| option.value.as_str())
                .unwrap_or_default();
            let who = option("who").and_then(|option| option.value.as_user_id());
            let who = who
                .map(|id| format!(" to {}", id.mention()))
                .unwrap_or_default();
            let users: Vec<UserId> = option("who")
                .and_then(|option| option.value.as_user_id())
                .into_iter()
                .collect();
            let answer = says(format!("{text}{who}"))
                .allowed_mentions(CreateAllowedMentions::new().users(users));
            command.create_response(ctx, message(answer)).await
        }
        "draw" => {
            command
                .create_response(ctx, message(says("draw").ephemeral(true)))
                .await
        }
        "Challenge to chess" => {
            let target = command
                .data
                .target_id
                .map(|id| id.to_string())
                .unwrap_or_default();
            command
                .create_response(ctx, message(says(format!("challenge <@{target}>"))))
                .await
        }
        other => panic!("unknown command {other}"),
    }
}

async fn on_component(ctx: &Context, press: &ComponentInteraction) -> serenity::Result<()> {
    match press.data.custom_id.as_str() {
        "flip" => {
            let update = says("flipped")
                .add_file(picture("Black to move"))
                .components(vec![]);
            press
                .create_response(ctx, CreateInteractionResponse::UpdateMessage(update))
                .await
        }
        "ask" => press.create_response(ctx, form()).await,
        "piece" => {
            press
                .create_response(ctx, CreateInteractionResponse::Acknowledge)
                .await?;
            let ComponentInteractionDataKind::StringSelect { values } = &press.data.kind else {
                panic!("a string menu")
            };
            let edit =
                EditInteractionResponse::new().content(format!("chose {}", values.join(", ")));
            press.edit_response(ctx, edit).await.map(drop)
        }
        other => panic!("unknown component {other}"),
    }
}
