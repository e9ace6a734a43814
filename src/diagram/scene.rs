//! A diagram in the words of pictures: which tile stands where, which shapes lie over them. Complete before a pixel
//! is set, so that painting decides nothing.

use super::input::{Danger, Diagram, Ink, Style};
use super::layout::{Layout, Point};
use crate::chess::{Color, File, Piece, Rank, Role, Square};

/// Everything that painting needs to know.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Scene {
    pub(super) style: Style,
    pub(super) tiles: [[Tile; 9]; 9],
    /// In the order of painting.
    pub(super) shapes: Vec<Shape>,
}

/// One of the nine by nine parts of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Tile {
    Square(SquareTile),
    RankLabel(Rank),
    FileLabel(File),
    /// The lower left corner, with a disc in the color of the side to move.
    Corner(Option<Color>),
}

/// A square of the board with what stands on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct SquareTile {
    pub(super) shade: Shade,
    pub(super) ground: Ground,
    pub(super) content: Content,
}

/// Light or dark, as the board is checkered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Shade {
    Light,
    Dark,
}

/// How a square is filled. Later ones win where several are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Ground {
    Plain,
    LastMove,
    Highlight,
    Check,
    Mate,
}

/// What is drawn on the fill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Content {
    Empty,
    /// An empty square that a piece can go to.
    Dot,
    Piece(Piece),
    /// A piece that can be taken.
    Ringed(Piece),
}

/// A drawing over the pieces.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Shape {
    pub(super) ink: Ink,
    pub(super) outline: Outline,
}

/// Where a shape lies, in pixels; its proportions follow from the size of a square.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Outline {
    /// Between the middles of two different squares.
    Arrow {
        from: Point,
        to: Point,
    },
    Circle {
        center: Point,
    },
}

impl Scene {
    pub(super) fn new(diagram: &Diagram) -> Scene {
        let layout = diagram.layout();
        let circles = diagram.circles.iter().map(|&(square, ink)| Shape {
            ink,
            outline: Outline::Circle {
                center: layout.center(square),
            },
        });
        let arrows = diagram.arrows.iter().map(|&(from, to, ink)| Shape {
            ink,
            outline: Outline::Arrow {
                from: layout.center(from),
                to: layout.center(to),
            },
        });
        Scene {
            style: diagram.style,
            tiles: std::array::from_fn(|row| {
                std::array::from_fn(|column| tile(diagram, layout, row, column))
            }),
            shapes: circles.chain(arrows).collect(),
        }
    }
}

fn tile(diagram: &Diagram, layout: Layout, row: usize, column: usize) -> Tile {
    match (row, column) {
        (8, 0) => Tile::Corner(diagram.turn),
        (8, _) => Tile::FileLabel(layout.file_at(column - 1)),
        (_, 0) => Tile::RankLabel(layout.rank_at(row)),
        (_, _) => Tile::Square(square_tile(diagram, layout.square_at(row, column - 1))),
    }
}

fn square_tile(diagram: &Diagram, square: Square) -> SquareTile {
    let target = diagram.targets.contains(square);
    SquareTile {
        shade: Shade::of(square),
        ground: ground(diagram, square),
        content: match (diagram.board.piece_at(square), target) {
            (None, false) => Content::Empty,
            (None, true) => Content::Dot,
            (Some(piece), false) => Content::Piece(piece),
            (Some(piece), true) => Content::Ringed(piece),
        },
    }
}

fn ground(diagram: &Diagram, square: Square) -> Ground {
    match diagram.check {
        Some((king, Danger::Check)) if king == square => Ground::Check,
        Some((king, Danger::Mate)) if king == square => Ground::Mate,
        _ if diagram.highlights.contains(square) => Ground::Highlight,
        _ if diagram
            .last_move
            .is_some_and(|(from, to)| square == from || square == to) =>
        {
            Ground::LastMove
        }
        _ => Ground::Plain,
    }
}

impl Shade {
    fn of(square: Square) -> Shade {
        if square.is_light() {
            Shade::Light
        } else {
            Shade::Dark
        }
    }
}

impl Ground {
    pub(super) const ALL: [Ground; 5] = [
        Ground::Plain,
        Ground::LastMove,
        Ground::Highlight,
        Ground::Check,
        Ground::Mate,
    ];
}

impl Content {
    const COUNT: usize = 26;

    /// Every content, in the order of [`Content::index`].
    fn all() -> impl Iterator<Item = Content> {
        let pieces = || {
            Color::ALL
                .into_iter()
                .flat_map(|color| Role::ALL.map(|role| Piece { color, role }))
        };
        let free = [Content::Empty, Content::Dot];
        free.into_iter()
            .chain(pieces().map(Content::Piece))
            .chain(pieces().map(Content::Ringed))
    }

    fn index(self) -> usize {
        let piece = |piece: Piece| piece.color.index() * Role::ALL.len() + piece.role.index();
        match self {
            Content::Empty => 0,
            Content::Dot => 1,
            Content::Piece(it) => 2 + piece(it),
            Content::Ringed(it) => 14 + piece(it),
        }
    }
}

impl Tile {
    /// How many different tiles there are.
    pub(super) const COUNT: usize = Ground::ALL.len() * 2 * Content::COUNT + 8 + 8 + 3;

    /// Every tile, in the order of [`Tile::index`].
    pub(super) fn all() -> impl Iterator<Item = Tile> {
        let squares = Ground::ALL.into_iter().flat_map(|ground| {
            [Shade::Light, Shade::Dark]
                .into_iter()
                .flat_map(move |shade| {
                    Content::all().map(move |content| {
                        Tile::Square(SquareTile {
                            shade,
                            ground,
                            content,
                        })
                    })
                })
        });
        let labels = Rank::ALL
            .into_iter()
            .map(Tile::RankLabel)
            .chain(File::ALL.into_iter().map(Tile::FileLabel));
        let corners = [None, Some(Color::White), Some(Color::Black)].map(Tile::Corner);
        squares.chain(labels).chain(corners)
    }

    /// A number of its own below [`Tile::COUNT`].
    pub(super) fn index(self) -> usize {
        const LABELS: usize = Ground::ALL.len() * 2 * Content::COUNT;
        match self {
            Tile::Square(SquareTile {
                shade,
                ground,
                content,
            }) => (ground as usize * 2 + shade as usize) * Content::COUNT + content.index(),
            Tile::RankLabel(rank) => LABELS + rank.index(),
            Tile::FileLabel(file) => LABELS + 8 + file.index(),
            Tile::Corner(turn) => LABELS + 16 + turn.map_or(0, |color| 1 + color.index()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_has_a_number_of_its_own() {
        assert_eq!(Tile::all().count(), Tile::COUNT);
        for (number, tile) in Tile::all().enumerate() {
            assert_eq!(tile.index(), number, "{tile:?}");
        }
    }
}
