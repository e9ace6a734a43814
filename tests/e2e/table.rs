//! A game between two people who play by `/move`, with the position that it must have come to. After every move the
//! post is looked at: the picture, its alt text and who is pinged.

use penpawn::chess::{Color, Line, Position};
use penpawn::diagram::{Diagram, Renderer, View, describe};
use penpawn::sandbox::{Answer, Id, Message, Person, Reply};

use crate::conduct::board_of;
use crate::scene::Scene;

/// A game in progress.
pub(crate) struct Table {
    /// Where it is played.
    pub(crate) channel: Id,
    /// Its number.
    pub(crate) game: u64,
    /// White.
    pub(crate) white: Person,
    /// Black.
    pub(crate) black: Person,
    /// What has been played.
    pub(crate) line: Line,
    /// The latest board.
    pub(crate) post: Message,
    pub(crate) renderer: Renderer,
}

impl Table {
    /// Alice, White, challenges Bob in the channel `chess`, and Bob accepts.
    pub(crate) async fn begin(scene: &Scene) -> Table {
        Self::between(scene, scene.chess(), "alice", "bob").await
    }

    /// One challenges the other to a game, and the other accepts.
    pub(crate) async fn between(scene: &Scene, channel: Id, white: &str, black: &str) -> Table {
        Self::on_terms(scene, channel, [white, black], &[]).await
    }

    /// The same with these options of the challenge.
    pub(crate) async fn on_terms(
        scene: &Scene,
        channel: Id,
        players: [&str; 2],
        terms: &[(&str, &str)],
    ) -> Table {
        let [white, black] = players.map(|player| scene.person(player));
        let opponent = black.id().to_string();
        let options = [&[("opponent", &*opponent), ("color", "white")], terms].concat();
        let challenge = white.command(channel, "challenge", &options).await;
        let accepted = black.press(challenge.message(), "Accept").await;
        let post = posted(&accepted);
        let (game, revision) = board_of(&post).expect("a board");
        assert_eq!(revision, 0);
        let table = Table {
            channel,
            game,
            white,
            black,
            line: Line::new(Position::start()),
            post,
            renderer: Renderer::new(),
        };
        table.check_board(&table.post.clone());
        table
    }

    /// The player of a color.
    pub(crate) fn player(&self, color: Color) -> &Person {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    /// The one to move.
    pub(crate) fn mover(&self) -> &Person {
        self.player(self.line.position().turn())
    }

    /// The one who waits.
    pub(crate) fn waiter(&self) -> &Person {
        self.player(!self.line.position().turn())
    }

    /// The player to move types a move; nothing is looked at.
    pub(crate) async fn type_move(&self, text: &str) -> Answer {
        self.mover()
            .command(self.channel, "move", &[("move", text)])
            .await
    }

    /// The player to move types a move, which is played, and the new board is right.
    pub(crate) async fn play(&mut self, text: &str) -> Message {
        let answer = self.type_move(text).await;
        self.played(text, posted(&answer));
        self.post.clone()
    }

    /// Several moves, one after another.
    pub(crate) async fn play_all(&mut self, moves: &str) {
        for text in moves.split_whitespace() {
            self.play(text).await;
        }
    }

    /// A move stands as this post; the post must be right.
    pub(crate) fn played(&mut self, text: &str, post: Message) {
        let position = self.line.position();
        let mv = penpawn::chess::notation::read(position, text).expect("a move that tests play");
        self.line.push(mv);
        self.check_board(&post);
        // Whoever is to move is called; after an end that is the one who did not bring it about.
        assert_eq!(post.pings, [self.mover().id()], "{}", post.content);
        self.post = post;
    }

    /// The picture of a post and its alt text show the game as it stands.
    #[track_caller]
    pub(crate) fn check_board(&self, post: &Message) {
        let (game, _) = board_of(post).expect("a board");
        assert_eq!(game, self.game);
        let over = post.content.contains("1-0")
            || post.content.contains("0-1")
            || post.content.contains("½-½");
        let side = if over {
            Color::White
        } else {
            self.line.position().turn()
        };
        self.check_picture(post, side);
    }

    /// A picture of the game as it stands, seen from `side`.
    #[track_caller]
    pub(crate) fn check_picture(&self, message: &Message, side: Color) {
        self.check_picture_of(&self.line, message, side);
    }

    /// A picture of a game as it stands after these moves, seen from `side`.
    #[track_caller]
    pub(crate) fn check_picture_of(&self, line: &Line, message: &Message, side: Color) {
        let file = &message.attachments[0];
        let (position, last) = (line.position(), line.moves().last().copied());
        let view = match side {
            Color::White => View::White,
            Color::Black => View::Black,
        };
        let fresh = self.renderer.png(&Diagram::of(position, last).view(view));
        assert!(
            pixels(&file.bytes) == pixels(&fresh),
            "another picture than that of {}",
            position.fen()
        );
        let mut before = line.clone();
        before.pop();
        let alt = describe(position, last.map(|last| (before.position(), last)));
        assert_eq!(file.description.as_deref(), Some(alt.as_str()));
        assert_eq!(file.content_type, "image/png");
    }
}

/// The message of an answer that everybody sees.
#[track_caller]
pub(crate) fn posted(answer: &Answer) -> Message {
    match &answer.reply {
        Reply::Posted(message) => message.clone(),
        other => panic!("a post was expected, not {other:?}"),
    }
}

/// The words of an answer that only the person sees.
#[track_caller]
pub(crate) fn private(answer: &Answer) -> String {
    assert!(
        answer.is_private(),
        "a private answer was expected: {answer:?}"
    );
    answer.text()
}

/// The private message that an answer turned into the next step.
#[track_caller]
pub(crate) fn updated(answer: &Answer) -> &Message {
    match &answer.reply {
        Reply::Updated(message) => {
            assert!(message.is_ephemeral(), "everybody sees it: {message:?}");
            message
        }
        other => panic!("a private message that changes was expected, not {other:?}"),
    }
}

/// What the buttons of a message say.
pub(crate) fn labels(message: &Message) -> Vec<String> {
    let buttons = message.buttons().into_iter();
    buttons.map(|button| button.label).collect()
}

/// Every pixel of a PNG file as red, green, blue and alpha, behind width and height.
pub(crate) fn pixels(file: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().expect("a PNG file");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut pixels).expect("a picture");
    (info.width, info.height, pixels)
}
