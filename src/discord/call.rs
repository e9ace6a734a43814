//! One invocation on its way to its answer: what it may use, and what an answer can be.

use std::pin::Pin;
use std::sync::Arc;

use crate::app::Errand;
use crate::app::{App, Fault, Occasion, Origin};
use crate::diagram::Renderer;

use super::deliver::Courier;
use super::invocation::Invocation;
use super::text::Text;
use super::view::{Choice, Form, Message};

/// What every invocation shares.
pub struct Bot {
    /// The games.
    pub app: App,
    /// The pictures.
    pub renderer: Arc<Renderer>,
    /// The way to Discord.
    pub courier: Courier,
}

/// One invocation.
#[derive(Clone, Copy)]
pub(super) struct Call<'a> {
    /// What all share.
    pub bot: &'a Bot,
    /// Who did what, where and when.
    pub invocation: &'a Invocation,
    /// The words, in the person's language.
    pub text: Text,
}

/// What somebody gets for what he did.
#[derive(Debug)]
pub(super) enum Answer {
    /// A message.
    Message(Message),
    /// What an accepted action made: everybody sees the first post as the answer if it belongs here; otherwise it
    /// goes where it belongs, and the person reads `done`. A private question that led to it becomes `done` as well.
    Posts {
        /// What the action made.
        errands: Vec<Errand>,
        /// What the person alone reads.
        done: Message,
    },
    /// The private message whose button was pressed becomes this one.
    Replace(Message),
    /// A form to fill in.
    Form(Form),
    /// Values for an option.
    Choices(Vec<Choice>),
    /// Nothing: it was answered before.
    Nothing,
}

/// The answer, or what went wrong on our side.
pub(super) type Outcome = Result<Answer, Fault>;

/// An answer in the making.
pub(super) type Answering<'a> = Pin<Box<dyn Future<Output = Outcome> + Send + 'a>>;

impl Call<'_> {
    /// What is kept with an action that this invocation leads to.
    pub(super) fn occasion(&self) -> Occasion {
        let invocation = self.invocation;
        Occasion {
            at: invocation.at,
            interaction: Some(Origin {
                interaction: invocation.id,
                token: invocation.token.clone(),
            }),
            people: vec![(invocation.person.id, invocation.person.name.clone())],
        }
    }
}

/// Words for the person alone.
#[expect(
    clippy::unnecessary_wraps,
    reason = "an answer like that of every command"
)]
pub(super) fn private(words: impl Into<String>) -> Outcome {
    Ok(Answer::Message(Message::private(words)))
}
