//! How players do what they do: by slash commands, buttons and forms, as Discord sends them.

use penpawn::sandbox::{Answer, Id, Message, Person, Reply};

use crate::rules::Deed;

/// Who does what where.
#[derive(Clone)]
pub(crate) struct Act {
    pub(crate) person: Person,
    pub(crate) channel: Id,
    pub(crate) game: u64,
    /// The latest board, when buttons are used rather than commands.
    pub(crate) board: Option<Message>,
    pub(crate) deed: Deed,
}

impl Act {
    /// Does it, with all the steps that it takes.
    pub(crate) async fn done(self) -> Answer {
        if let Some(board) = &self.board
            && let Some(answer) = self.press(board).await
        {
            return answer;
        }
        let (command, options) = self.command();
        let options: Vec<_> = options
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        let answer = self.person.command(self.channel, command, &options).await;
        if self.deed == Deed::Resign {
            return self.person.press(answer.message(), "Yes, resign").await;
        }
        self.played(answer).await
    }

    /// Who wants to see his moves first has seen one, and plays it.
    async fn played(&self, shown: Answer) -> Answer {
        let (Deed::Move { draw, .. }, Reply::Private(preview) | Reply::Updated(preview)) =
            (&self.deed, &shown.reply)
        else {
            return shown;
        };
        let label = if *draw {
            "Play and offer a draw"
        } else {
            "Play"
        };
        if preview.button(label).is_none() {
            return shown;
        }
        self.person.press(preview, label).await
    }

    /// The slash command for it and its options.
    pub(crate) fn command(&self) -> (&'static str, Vec<(&'static str, String)>) {
        let mut options = vec![("game", self.game.to_string())];
        let command = match &self.deed {
            Deed::Move { san, draw } => {
                options.push(("move", san.clone()));
                if *draw {
                    options.push(("draw", "true".to_owned()));
                }
                "move"
            }
            Deed::OfferDraw => "draw offer",
            Deed::AcceptDraw => "draw accept",
            Deed::DeclineDraw => "draw decline",
            Deed::ClaimDraw => "draw claim",
            Deed::Resign => "resign",
            Deed::Abort => "abort",
            Deed::Takeback => "takeback ask",
            Deed::AcceptTakeback => "takeback accept",
            Deed::DeclineTakeback => "takeback decline",
            Deed::Give => "time give",
            // A pause has no command to agree; who asks too agrees.
            Deed::Pause | Deed::AcceptPause | Deed::DeclinePause => "time pause",
            Deed::Resume => "time resume",
            Deed::ClaimWin => "time claim",
        };
        (command, options)
    }

    /// Does it by the buttons of the board, where it has one for it.
    async fn press(&self, board: &Message) -> Option<Answer> {
        let label = match &self.deed {
            Deed::Move { draw: true, .. } => return None,
            Deed::Move { .. } => "Move",
            Deed::AcceptDraw => "Accept draw",
            Deed::DeclineDraw => "Decline draw",
            Deed::ClaimDraw => "Claim a draw",
            Deed::AcceptTakeback => "Allow takeback",
            Deed::DeclineTakeback => "Refuse takeback",
            Deed::AcceptPause => "Agree to pause",
            Deed::DeclinePause => "Decline pause",
            Deed::Resume => "Resume",
            Deed::ClaimWin => "Claim the win",
            Deed::OfferDraw
            | Deed::Resign
            | Deed::Abort
            | Deed::Takeback
            | Deed::Give
            | Deed::Pause => "More",
        };
        board.button(label)?;
        let pressed = self.person.press(board, label).await;
        let answer = match &self.deed {
            Deed::Move { san, .. } => {
                let form = pressed.modal();
                let field = form.fields.first().expect("a field").custom_id.clone();
                let answer = self.person.submit(form, &[(&field, san)]).await;
                self.played(answer).await
            }
            deed if label == "More" => self.choose_in_the_menu(deed, pressed.message()).await,
            _ => pressed,
        };
        Some(answer)
    }

    async fn choose_in_the_menu(&self, deed: &Deed, menu: &Message) -> Answer {
        let label = match deed {
            Deed::OfferDraw => "Offer a draw",
            Deed::Abort => "Abort game",
            Deed::Takeback if menu.button("Undo my move").is_some() => "Undo my move",
            Deed::Takeback => "Ask for a takeback",
            Deed::Give => "Give a day",
            Deed::Pause => "Ask for a pause",
            _ => "Resign",
        };
        let answer = self.person.press(menu, label).await;
        if label == "Resign" {
            return self.person.press(answer.message(), "Yes, resign").await;
        }
        answer
    }
}
