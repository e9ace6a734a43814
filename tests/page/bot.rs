//! A small bot that uses everything the chat page must show: markdown, embeds, files, components, forms, suggestions,
//! deferred and missing answers. It knows no chess.

use std::sync::Mutex;

use serenity::all::{
    ActionRowComponent, AutocompleteChoice, ButtonStyle, Client, ClientBuilder, CommandDataOption,
    CommandDataOptionValue, CommandInteraction, CommandOptionType, CommandType,
    ComponentInteraction, ComponentInteractionDataKind, Context, CreateActionRow,
    CreateAllowedMentions, CreateAttachment, CreateAutocompleteResponse, CreateButton,
    CreateCommand, CreateCommandOption, CreateEmbed, CreateInputText, CreateInteractionResponse,
    CreateInteractionResponseMessage, CreateModal, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption, EditInteractionResponse, EventHandler, GatewayIntents, HttpBuilder,
    InputTextStyle, Interaction, ModalInteraction, Ready, async_trait,
};

/// A client of the bot, ready to start, that speaks with a sandbox at `url`.
pub(crate) async fn client(url: &str, token: &str) -> Client {
    let http = HttpBuilder::new(token)
        .proxy(url)
        .ratelimiter_disabled(true)
        .build();
    let intents = GatewayIntents::GUILDS | GatewayIntents::GUILD_MESSAGES;
    ClientBuilder::new_with_http(http, intents)
        .event_handler(Bot::default())
        .await
        .unwrap()
}

#[derive(Default)]
struct Bot {
    /// The command that was deferred and waits for `/finish`.
    deferred: Mutex<Option<CommandInteraction>>,
}

#[async_trait]
impl EventHandler for Bot {
    async fn ready(&self, context: Context, _: Ready) {
        serenity::all::Command::set_global_commands(&context, commands())
            .await
            .unwrap();
    }

    async fn interaction_create(&self, context: Context, interaction: Interaction) {
        match interaction {
            Interaction::Command(command) => self.command(&context, command).await,
            Interaction::Autocomplete(asked) => suggest(&context, &asked).await,
            Interaction::Component(pressed) => component(&context, &pressed).await,
            Interaction::Modal(form) => filled_in(&context, &form).await,
            other => panic!("an interaction of no known kind: {other:?}"),
        }
    }
}

fn commands() -> Vec<CreateCommand> {
    let option = |kind, name, description| CreateCommandOption::new(kind, name, description);
    let text = option(CommandOptionType::String, "text", "What to say")
        .required(true)
        .set_autocomplete(true);
    let times = option(CommandOptionType::Integer, "times", "How often")
        .min_int_value(1)
        .max_int_value(3);
    let loud = option(CommandOptionType::Boolean, "loud", "Whether to shout");
    let to = option(CommandOptionType::User, "to", "To whom");
    let tone = option(CommandOptionType::String, "tone", "In which tone")
        .add_string_choice("Kind", "k")
        .add_string_choice("Stern", "s");
    let plain = |name, description| CreateCommand::new(name).description(description);
    vec![
        plain("echo", "Says what you say").set_options(vec![text, loud, to, tone, times]),
        plain("vote", "Takes a vote")
            .add_option(option(CommandOptionType::SubCommand, "yes", "Votes for it"))
            .add_option(option(
                CommandOptionType::SubCommand,
                "no",
                "Votes against it",
            )),
        plain("gallery", "Shows everything that a message can hold"),
        plain("pick", "Shows menus"),
        plain("form", "Opens a form"),
        plain("think", "Thinks until /finish"),
        plain("finish", "Ends the thinking"),
        plain("slow", "Never answers"),
        plain("file", "Reads a file").add_option(
            option(CommandOptionType::Attachment, "file", "What to read").required(true),
        ),
        CreateCommand::new("Wave to").kind(CommandType::User),
    ]
}

impl Bot {
    async fn command(&self, context: &Context, command: CommandInteraction) {
        let answer = match command.data.name.as_str() {
            "echo" => said(&command),
            "vote" => message()
                .content(format!("A vote: {}", command.data.options[0].name))
                .ephemeral(true),
            "gallery" => gallery(&command),
            "pick" => menus(),
            "form" => {
                return respond_command(
                    context,
                    &command,
                    CreateInteractionResponse::Modal(form()),
                )
                .await;
            }
            "think" => {
                let thinking = CreateInteractionResponse::Defer(message().ephemeral(true));
                respond_command(context, &command, thinking).await;
                *self.deferred.lock().unwrap() = Some(command);
                return;
            }
            "finish" => {
                let waiting = self.deferred.lock().unwrap().take().unwrap();
                let edit = EditInteractionResponse::new().content("Thought it over.");
                waiting.edit_response(context, edit).await.unwrap();
                message().content("Finished.").ephemeral(true)
            }
            "file" => message().content(read(&command).await),
            "slow" => return,
            "Wave to" => {
                message().content(format!("Waves to <@{}>", command.data.target_id.unwrap()))
            }
            other => panic!("no such command: {other}"),
        };
        respond_command(
            context,
            &command,
            CreateInteractionResponse::Message(answer),
        )
        .await;
    }
}

async fn respond_command(
    context: &Context,
    command: &CommandInteraction,
    response: CreateInteractionResponse,
) {
    command.create_response(context, response).await.unwrap();
}

fn message() -> CreateInteractionResponseMessage {
    CreateInteractionResponseMessage::new()
}

/// What is in the file that came with the command.
async fn read(command: &CommandInteraction) -> String {
    let (_, file) = command.data.resolved.attachments.iter().next().unwrap();
    let bytes = file.download().await.unwrap();
    format!("{}: {}", file.filename, String::from_utf8(bytes).unwrap())
}

fn said(command: &CommandInteraction) -> CreateInteractionResponseMessage {
    let words: Vec<String> = command.data.options.iter().map(said_option).collect();
    message()
        .content(words.join(", "))
        .allowed_mentions(CreateAllowedMentions::new().all_users(true))
}

fn said_option(option: &CommandDataOption) -> String {
    let value = match &option.value {
        CommandDataOptionValue::String(text) => text.clone(),
        CommandDataOptionValue::Boolean(yes) => yes.to_string(),
        CommandDataOptionValue::Integer(count) => count.to_string(),
        CommandDataOptionValue::User(user) => format!("<@{user}>"),
        other => panic!("an option of no known kind: {other:?}"),
    };
    format!("{}={value}", option.name)
}

async fn suggest(context: &Context, asked: &CommandInteraction) {
    let typed = asked.data.autocomplete().unwrap().value.to_lowercase();
    let all = ["apple", "apricot", "banana"]
        .into_iter()
        .filter(|word| word.contains(&typed));
    let choices = all
        .map(|word| AutocompleteChoice::new(format!("{word}: a fruit"), word))
        .collect();
    let response = CreateInteractionResponse::Autocomplete(
        CreateAutocompleteResponse::new().set_choices(choices),
    );
    asked.create_response(context, response).await.unwrap();
}

/// A message with one of everything.
fn gallery(command: &CommandInteraction) -> CreateInteractionResponseMessage {
    let text = format!(
        "# Heading\n**14. Nf3+** by <@{0}>, *check*! Until <t:1900000000:f>, <t:1900000000:R>\n-# small words\n> a quote\n- one\n  - deeper\n1. first\n`code` ||secret|| <b>not bold</b> in <#{1}>\n```\nfn main() {{}}\n```",
        command.user.id, command.channel_id
    );
    let embed = CreateEmbed::new()
        .title("An embed")
        .description("With **bold** words")
        .color(0x0058_65e0)
        .field("Games", "42", true)
        .field("Draws", "7", true);
    let button = |id: &str, label: &str, style| CreateButton::new(id).label(label).style(style);
    let buttons = vec![
        button("update", "Update", ButtonStyle::Primary).emoji('♟'),
        button("private", "Private", ButtonStyle::Secondary),
        button("form", "Form", ButtonStyle::Success),
        button("silent", "Silent", ButtonStyle::Danger),
        button("off", "Disabled", ButtonStyle::Secondary).disabled(true),
    ];
    message()
        .content(text)
        .embed(embed)
        .add_file(CreateAttachment::bytes(picture(), "board.png").description("An empty board."))
        .add_file(CreateAttachment::bytes("1. e4 *\n", "game.pgn"))
        .components(vec![
            CreateActionRow::Buttons(buttons),
            CreateActionRow::Buttons(vec![
                CreateButton::new_link("https://example.org/").label("Elsewhere"),
            ]),
        ])
}

/// An empty board of 360 by 360 pixels.
fn picture() -> Vec<u8> {
    const SIDE: u32 = 360;
    let gray = (0..SIDE * SIDE).map(|at| {
        if (at % SIDE / 45 + at / SIDE / 45).is_multiple_of(2) {
            230
        } else {
            120
        }
    });
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, SIDE, SIDE);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&gray.collect::<Vec<u8>>()).unwrap();
    writer.finish().unwrap();
    bytes
}

fn menus() -> CreateInteractionResponseMessage {
    let option = |label: &str| CreateSelectMenuOption::new(label, label.to_lowercase());
    let topics = vec![
        option("Castling").description("King and rook in one move"),
        option("Promotion"),
    ];
    let strings = |options| CreateSelectMenuKind::String { options };
    let one = CreateSelectMenu::new("one", strings(topics)).placeholder("Choose a topic");
    let many = CreateSelectMenu::new(
        "many",
        strings(["Red", "Green", "Blue"].map(option).to_vec()),
    );
    let people = CreateSelectMenu::new(
        "people",
        CreateSelectMenuKind::User {
            default_users: None,
        },
    );
    message().content("Menus").components(vec![
        CreateActionRow::SelectMenu(one),
        CreateActionRow::SelectMenu(
            many.placeholder("Choose colors")
                .min_values(1)
                .max_values(2),
        ),
        CreateActionRow::SelectMenu(people.placeholder("Choose a player")),
    ])
}

fn form() -> CreateModal {
    let short = CreateInputText::new(InputTextStyle::Short, "Move", "move")
        .placeholder("e4")
        .max_length(20);
    let long = CreateInputText::new(InputTextStyle::Paragraph, "Note", "note")
        .required(false)
        .min_length(3);
    let rows = vec![
        CreateActionRow::InputText(short),
        CreateActionRow::InputText(long),
    ];
    CreateModal::new("form", "Your move").components(rows)
}

async fn component(context: &Context, pressed: &ComponentInteraction) {
    let answer =
        |text: String| CreateInteractionResponse::Message(message().content(text).ephemeral(true));
    let response = match (pressed.data.custom_id.as_str(), &pressed.data.kind) {
        ("update", _) => CreateInteractionResponse::UpdateMessage(
            message().content("Updated in place").components(vec![]),
        ),
        ("private", _) => answer("For your eyes only".to_owned()),
        ("form", _) => CreateInteractionResponse::Modal(form()),
        ("silent", _) => return,
        (_, ComponentInteractionDataKind::StringSelect { values }) => {
            answer(format!("Picked {}", values.join(" and ")))
        }
        (_, ComponentInteractionDataKind::UserSelect { values }) => {
            answer(format!("Picked <@{}>", values[0]))
        }
        (other, _) => panic!("no such component: {other}"),
    };
    pressed.create_response(context, response).await.unwrap();
}

async fn filled_in(context: &Context, form: &ModalInteraction) {
    let inputs = form.data.components.iter().flat_map(|row| &row.components);
    let values = inputs.map(|input| match input {
        ActionRowComponent::InputText(input) => format!(
            "{}={}",
            input.custom_id,
            input.value.as_deref().unwrap_or("")
        ),
        other => panic!("not a text: {other:?}"),
    });
    let text = values.collect::<Vec<_>>().join(", ");
    form.create_response(
        context,
        CreateInteractionResponse::Message(message().content(text)),
    )
    .await
    .unwrap();
}
