//! A game as a film.

use super::animate::Still;
use super::input::{Diagram, Style};
use super::layout::{Size, View};
use super::pieces::PieceSet;
use super::scene::Scene;
use super::theme::Theme;
use crate::chess::Line;

/// Files beyond this size are not accepted everywhere: 10 MiB.
pub(super) const MOST_BYTES: usize = 10 << 20;

/// Plies beyond which a replay goes faster.
const LONG: usize = 120;

/// How long a position is shown, in hundredths of a second. None is nought, which some programs take for very slow.
const FIRST: u16 = 150;
const LAST: u16 = 300;
const EACH: u16 = 70;
const EACH_OF_MANY: u16 = 40;

/// A game to be shown move by move.
///
/// ```
/// # use penpawn::chess::{Line, Position};
/// # use penpawn::diagram::{Renderer, Replay, View};
/// let mut line = Line::new(Position::start());
/// line.push(line.position().parse_san("e4").unwrap());
/// let replay = Replay::new(&line).expect("not thousands of moves").view(View::Black);
/// let gif = Renderer::new().gif(&replay);
/// assert!(gif.starts_with(b"GIF89a"));
/// ```
#[derive(Debug, Clone)]
pub struct Replay {
    /// One for each position; never empty.
    positions: Vec<Diagram>,
}

impl Replay {
    /// How many plies a replay can have, so that its file stays below 10 MiB, which is what Discord takes everywhere: at
    /// the smallest size, a ply of the longest moves and with a check takes less than 2,500 bytes.
    /// <https://discord.com/developers/docs/reference#uploading-files>
    pub const MOST_PLIES: usize = 3000;

    /// All positions of a line, from its first to its last; none if there are more than [`Replay::MOST_PLIES`] moves.
    /// The moves show who is to move, so no disc does.
    pub fn new(line: &Line) -> Option<Replay> {
        if line.plies() > Replay::MOST_PLIES {
            return None;
        }
        let moves = std::iter::once(None).chain(line.moves().iter().copied().map(Some));
        let positions = line.positions().iter().zip(moves);
        Some(Replay {
            positions: positions
                .map(|(position, mv)| Diagram::of(position, mv).without_turn())
                .collect(),
        })
    }

    /// Whose side is at the bottom.
    pub fn view(self, view: View) -> Replay {
        self.each(|diagram| diagram.view(view))
    }

    /// The colors.
    pub fn theme(self, theme: Theme) -> Replay {
        self.each(|diagram| diagram.theme(theme))
    }

    /// The drawings of the pieces.
    pub fn pieces(self, pieces: PieceSet) -> Replay {
        self.each(|diagram| diagram.pieces(pieces))
    }

    /// Width and height.
    pub fn size(self, size: Size) -> Replay {
        self.each(|diagram| diagram.size(size))
    }

    pub(super) fn style(&self) -> Style {
        self.positions[0].style
    }

    pub(super) fn stills(&self) -> Vec<Still> {
        let last = self.positions.len() - 1;
        let each = if last > LONG { EACH_OF_MANY } else { EACH };
        let delay = |ply: usize| match ply {
            ply if ply == last => LAST,
            0 => FIRST,
            _ => each,
        };
        let scenes = self.positions.iter().map(Scene::new).enumerate();
        scenes
            .map(|(ply, scene)| Still {
                scene,
                delay: delay(ply),
            })
            .collect()
    }

    fn each(mut self, change: impl Fn(Diagram) -> Diagram) -> Replay {
        self.positions = self.positions.into_iter().map(change).collect();
        self
    }
}
