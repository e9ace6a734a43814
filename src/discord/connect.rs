//! The connection: who the bot is, its commands, and the gateway through which everything comes in.

use std::sync::Arc;
use std::time::Duration;

use serenity::async_trait;
use serenity::client::{Client, ClientBuilder, Context, RawEventHandler};
use serenity::gateway::GatewayError;
use serenity::http::{Http, HttpBuilder};
use serenity::model::event::Event;
use serenity::model::gateway::GatewayIntents;
use tokio::sync::{RwLock, watch};
use tracing::{debug, error, info, warn};

use crate::app::{App, Fault};
use crate::chess::Position;
use crate::config::Token;
use crate::diagram::{Diagram, Renderer};
use crate::game::{GuildId, InteractionId};
use crate::time::Clock;

use super::call::Bot;
use super::deliver::{Callback, Courier};
use super::handle::handle;
use super::invocation::Invocation;
use super::liveness::{Heard, Liveness};
use super::pace::Pace;
use super::rest::{Rest, SendError};
use super::text::Text;
use super::view::{Message, choices_json};
use super::{commands, permissions};

/// The commands as last registered, and for which application.
const REGISTERED: &str = "commands";
/// The type of an interaction that asks for values of an option and takes no other answer.
/// <https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object-interaction-type>
const AUTOCOMPLETE: u64 = 4;
/// How long a shutdown waits for answers that are on their way, and for the gateway.
const GRACE: Duration = Duration::from_secs(5);

/// Why there is no connection.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// The token is wrong.
    #[error(
        "Discord refuses the bot's token. Copy it again from the developer portal (Bot, Reset Token)."
    )]
    BadToken,
    /// Discord cannot be reached.
    #[error("Discord cannot be reached: {0}. Check the network and start again.")]
    Unreachable(String),
    /// What has to be kept could not be written.
    #[error("the database cannot be used: {0}")]
    Database(String),
    /// The gateway gave the bot up.
    #[error("Discord closed the connection for good: {0}.")]
    Closed(String),
    /// A fault of our own.
    #[error("the connection could not be set up: {0}")]
    Fault(String),
}

impl From<SendError> for ConnectError {
    fn from(error: SendError) -> Self {
        match error {
            SendError::BadToken => ConnectError::BadToken,
            SendError::Trouble { what, .. } => ConnectError::Unreachable(what),
            other => ConnectError::Unreachable(other.to_string()),
        }
    }
}

/// A connection that is ready to be run.
pub struct Connection {
    bot: Arc<Bot>,
    client: Client,
    answering: Arc<RwLock<()>>,
    heard: Heard,
}

/// Introduces the bot to Discord and registers its commands if they have changed. `api` is another address than
/// Discord's, for the sandbox.
pub async fn connect(
    app: App,
    token: &Token,
    api: Option<&str>,
) -> Result<Connection, ConnectError> {
    let fault = |error: anyhow::Error| ConnectError::Fault(error.to_string());
    let pace = match app.clock() {
        Clock::System => Some(Pace::default()),
        // Time that a test sets goes by in leaps, and a real second says nothing about it.
        Clock::File(_) => None,
    };
    let rest = Rest::new(token.reveal(), api, pace).map_err(fault)?;
    let courier = Courier::introduce(rest).await?;
    let bot = Arc::new(Bot {
        app,
        renderer: warm_renderer(),
        courier,
    });
    // Serenity falls back to the real gateway when it cannot ask for the address, so it is asked for here first.
    bot.courier.gateway().await?;
    register(&bot).await?;
    let answering = Arc::new(RwLock::new(()));
    let heard = Heard::default();
    let gateway = Gateway {
        heard: heard.clone(),
        bot: bot.clone(),
        answering: answering.clone(),
    };
    let client = gateway_client(token, api, gateway).await?;
    Ok(Connection {
        bot,
        client,
        answering,
        heard,
    })
}

impl Connection {
    /// Tells whether what players do reaches the bot.
    pub fn liveness(&self) -> Liveness {
        Liveness::new(self.client.shard_manager.clone(), self.heard.clone())
    }

    /// What the worker needs to deliver.
    pub fn bot(&self) -> Arc<Bot> {
        self.bot.clone()
    }

    /// Where a server's owner lets the bot in, with the permissions that it needs.
    /// <https://discord.com/developers/docs/topics/oauth2#bot-authorization-flow>
    pub fn invite_link(&self) -> String {
        format!(
            "https://discord.com/oauth2/authorize?client_id={}&scope=bot+applications.commands&permissions={}",
            self.bot.courier.application(),
            permissions::ASKED_FOR.bits()
        )
    }

    /// Receives and answers until `stop` becomes true, then lets answers that are on their way arrive.
    pub async fn run(mut self, mut stop: watch::Receiver<bool>) -> Result<(), ConnectError> {
        let shards = self.client.shard_manager.clone();
        let ended = tokio::select! {
            ended = self.client.start() => Some(ended),
            _ = stop.wait_for(|&stop| stop) => None,
        };
        // A gateway that cannot connect does not hear the request to stop, hence the limits.
        let _ = tokio::time::timeout(GRACE, shards.shutdown_all()).await;
        let _ = tokio::time::timeout(GRACE, self.answering.write()).await;
        match ended {
            None | Some(Ok(())) => Ok(()),
            Some(Err(serenity::Error::Gateway(GatewayError::InvalidAuthentication))) => {
                Err(ConnectError::BadToken)
            }
            Some(Err(error)) => Err(ConnectError::Closed(error.to_string())),
        }
    }
}

/// A renderer that gets ready for the usual board while the connection is made; nobody waits for it.
fn warm_renderer() -> Arc<Renderer> {
    let renderer = Arc::new(Renderer::new());
    let warming = Arc::clone(&renderer);
    let start = Position::start();
    tokio::task::spawn_blocking(move || warming.warm_up(&Diagram::of(&start, None)));
    renderer
}

/// Discord counts new commands against a daily limit, so they are only sent when they have changed.
async fn register(bot: &Bot) -> Result<(), ConnectError> {
    let fault = |fault: crate::app::Fault| ConnectError::Database(fault.to_string());
    let commands = commands::registration(Text::default());
    let current = format!("{} {commands}", bot.courier.application());
    if bot.app.setting(REGISTERED).await.map_err(fault)?.as_deref() == Some(&current) {
        return Ok(());
    }
    bot.courier.register(&commands).await?;
    info!("The commands were registered");
    bot.app
        .set_setting(REGISTERED, current)
        .await
        .map_err(fault)
}

async fn gateway_client(
    token: &Token,
    api: Option<&str>,
    gateway: Gateway,
) -> Result<Client, ConnectError> {
    // Messages that mention the bot and direct messages come with their text; none of these is privileged.
    // https://discord.com/developers/docs/events/gateway#gateway-intents
    let intents =
        GatewayIntents::GUILDS | GatewayIntents::GUILD_MESSAGES | GatewayIntents::DIRECT_MESSAGES;
    let http = gateway_http(token, api)?;
    let client = ClientBuilder::new_with_http(http, intents)
        .raw_event_handler(gateway)
        .await;
    let client = client.map_err(|error| ConnectError::Fault(error.to_string()))?;
    if api.is_some()
        && client
            .ws_url
            .lock()
            .await
            .starts_with("wss://gateway.discord.gg")
    {
        return Err(ConnectError::Unreachable(
            "the gateway's address is not to be had".to_owned(),
        ));
    }
    Ok(client)
}

fn gateway_http(token: &Token, api: Option<&str>) -> Result<Http, ConnectError> {
    let mut builder = HttpBuilder::new(token.reveal());
    if let Some(api) = api {
        // What stays on this machine goes through nobody's proxy.
        let client = reqwest::Client::builder().no_proxy().build();
        let client = client.map_err(|error| ConnectError::Fault(error.to_string()))?;
        // The rate limiter would ask Discord itself and not `api`.
        builder = builder.client(client).proxy(api).ratelimiter_disabled(true);
    }
    Ok(builder.build())
}

struct Gateway {
    heard: Heard,
    bot: Arc<Bot>,
    /// Held for reading by every answer in the making.
    answering: Arc<RwLock<()>>,
}

#[async_trait]
impl RawEventHandler for Gateway {
    async fn raw_event(&self, _: Context, event: Event) {
        self.heard.event();
        match event {
            Event::Ready(ready) => {
                info!(
                    "Connected as {} in {} servers",
                    ready.ready.user.name,
                    ready.ready.guilds.len()
                );
                let servers = ready.ready.guilds.iter();
                let servers = servers.map(|server| GuildId(server.id.get())).collect();
                note(self.bot.app.servers_are(servers).await);
                self.connected();
            }
            // One that is only out of order will be there again.
            Event::GuildDelete(gone) if !gone.guild.unavailable => {
                note(self.bot.app.server_gone(GuildId(gone.guild.id.get())).await);
            }
            Event::GuildCreate(there) => {
                note(
                    self.bot
                        .app
                        .server_back(GuildId(there.guild.id.get()))
                        .await,
                );
            }
            Event::Resumed(_) => {
                self.connected();
                debug!("The gateway session was resumed");
            }
            Event::InteractionCreate(created) => {
                let _answering = self.answering.read().await;
                if let Some(invocation) = Invocation::read(created.interaction) {
                    handle(&self.bot, &invocation).await;
                }
            }
            // What serenity cannot read arrives here and nowhere else.
            Event::Unknown(unknown) if unknown.kind == "INTERACTION_CREATE" => {
                let _answering = self.answering.read().await;
                warn!("An interaction could not be read");
                self.answer_unreadable(&unknown.value).await;
            }
            Event::Unknown(unknown) => debug!("An event could not be read: {}", unknown.kind),
            // Discord sends many more events; nothing depends on them.
            _ => {}
        }
    }
}

fn note(done: Result<(), Fault>) {
    if let Err(fault) = done {
        error!("A change of servers could not be kept: {fault}");
    }
}

impl Gateway {
    fn connected(&self) {
        // Until the worker has looked, whoever acts may come after an outage.
        self.bot.app.left();
        self.heard.connection();
    }

    async fn answer_unreadable(&self, interaction: &serde_json::Value) {
        let id = interaction["id"]
            .as_str()
            .and_then(|id| id.parse().ok())
            .map(InteractionId);
        let (Some(id), Some(token)) = (id, interaction["token"].as_str()) else {
            return;
        };
        let (callback, data) = if interaction["type"] == AUTOCOMPLETE {
            (Callback::Choices, choices_json(&[]))
        } else {
            let sorry = Message::private(Text::default().something_went_wrong());
            (Callback::Message, sorry.json())
        };
        let sent = self
            .bot
            .courier
            .answer(id, token, callback, data, Vec::new())
            .await;
        if let Err(error) = sent {
            error!("An interaction that could not be read could not be answered either: {error}");
        }
    }
}
