//! What a diagram shows, in the words of chess.

use super::layout::{Layout, Size, View};
use super::pieces::PieceSet;
use super::theme::Theme;
use crate::chess::{Bitboard, Board, Color, Move, Position, Square};

/// A diagram to be drawn: any board, with or without kings, and what is marked on it.
///
/// ```
/// # use penpawn::chess::{Board, Color, Square};
/// # use penpawn::diagram::{Diagram, View};
/// let board: Board = "8/8/8/8/2pP4/8/8/8".parse().unwrap();
/// let diagram = Diagram::new(&board)
///     .view(View::Black)
///     .turn(Color::Black)
///     .last_move(Square::D2, Square::D4)
///     .highlights([Square::D3]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagram {
    pub(super) board: Board,
    pub(super) style: Style,
    pub(super) view: View,
    pub(super) turn: Option<Color>,
    pub(super) last_move: Option<(Square, Square)>,
    pub(super) check: Option<(Square, Danger)>,
    pub(super) highlights: Bitboard,
    pub(super) targets: Bitboard,
    pub(super) arrows: Vec<(Square, Square, Ink)>,
    pub(super) circles: Vec<(Square, Ink)>,
}

/// What decides about every pixel of a piece or a square: one set of sprites each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Style {
    pub(super) theme: Theme,
    pub(super) pieces: PieceSet,
    pub(super) size: Size,
}

/// What threatens a king.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Danger {
    Check,
    Mate,
}

/// The color of an arrow or a circle, by what it means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Ink {
    /// Blue: a move, a hint.
    #[default]
    Blue,
    /// Orange: a threat.
    Orange,
    /// Near-black: everything else.
    Ink,
}

impl Ink {
    /// Every color.
    pub const ALL: [Ink; 3] = [Ink::Blue, Ink::Orange, Ink::Ink];
}

impl Diagram {
    /// The board from White's side at the default size and theme, with nothing marked.
    pub fn new(board: &Board) -> Diagram {
        Diagram {
            board: *board,
            style: Style::default(),
            view: View::default(),
            turn: None,
            last_move: None,
            check: None,
            highlights: Bitboard::EMPTY,
            targets: Bitboard::EMPTY,
            arrows: Vec::new(),
            circles: Vec::new(),
        }
    }

    /// A position of a game, with the side to move, the king's danger, and the move that led here.
    pub fn of(position: &Position, last: Option<Move>) -> Diagram {
        let mut diagram = Diagram::new(position.board()).turn(position.turn());
        if let Some(mv) = last {
            diagram = diagram.last_move(mv.from(), mv.to());
        }
        let king = position.king(position.turn());
        match (position.is_check(), position.legal_moves().is_empty()) {
            (false, _) => diagram,
            (true, false) => diagram.check(king),
            (true, true) => diagram.mate(king),
        }
    }

    /// Whose side is at the bottom.
    pub fn view(mut self, view: View) -> Diagram {
        self.view = view;
        self
    }

    /// The colors.
    pub fn theme(mut self, theme: Theme) -> Diagram {
        self.style.theme = theme;
        self
    }

    /// The drawings of the pieces.
    pub fn pieces(mut self, pieces: PieceSet) -> Diagram {
        self.style.pieces = pieces;
        self
    }

    /// Width and height.
    pub fn size(mut self, size: Size) -> Diagram {
        self.style.size = size;
        self
    }

    /// Shows in the lower left corner who is to move.
    pub fn turn(mut self, turn: Color) -> Diagram {
        self.turn = Some(turn);
        self
    }

    /// Shows nobody to move.
    pub(super) fn without_turn(mut self) -> Diagram {
        self.turn = None;
        self
    }

    /// Fills the square that the last move left and the one that it reached.
    pub fn last_move(mut self, from: Square, to: Square) -> Diagram {
        self.last_move = Some((from, to));
        self
    }

    /// Marks the square of a king in check, over any other mark of the square.
    pub fn check(mut self, king: Square) -> Diagram {
        self.check = Some((king, Danger::Check));
        self
    }

    /// Marks the square of a king that is mated.
    pub fn mate(mut self, king: Square) -> Diagram {
        self.check = Some((king, Danger::Mate));
        self
    }

    /// Fills squares that a text speaks of, over the marks of the last move.
    pub fn highlights(mut self, squares: impl IntoIterator<Item = Square>) -> Diagram {
        self.highlights |= squares.into_iter().collect();
        self
    }

    /// Marks squares that a piece can go to: a dot on an empty square, a ring around a piece that it can take.
    pub fn targets(mut self, squares: impl IntoIterator<Item = Square>) -> Diagram {
        self.targets |= squares.into_iter().collect();
        self
    }

    /// Draws an arrow over the pieces; one from a square to itself becomes a circle.
    pub fn arrow(mut self, from: Square, to: Square, ink: Ink) -> Diagram {
        if from == to {
            return self.circle(from, ink);
        }
        self.arrows.push((from, to, ink));
        self
    }

    /// Draws a circle around what stands on a square.
    pub fn circle(mut self, square: Square, ink: Ink) -> Diagram {
        self.circles.push((square, ink));
        self
    }

    pub(super) fn layout(&self) -> Layout {
        Layout {
            view: self.view,
            size: self.style.size,
        }
    }
}
