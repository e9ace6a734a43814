//! The tiles of one style as palette indices, and pictures put together from them.
//!
//! Drawing a piece takes a millisecond, copying it a microsecond: every tile is drawn once, when it is first needed.

use std::sync::OnceLock;

use tiny_skia::Pixmap;

use super::color::Rgb;
use super::encode::{Sample, SplicedTile, Splicer};
use super::input::Style;
use super::layout::Size;
use super::overlay::ShapePalette;
use super::palette::{self, Histogram, Mapper};
use super::scene::{Content, Ground, Scene, Shade, SquareTile, Tile};
use super::theme;
use super::tiles::{TilePainter, ground_color};
use crate::chess::{Color, Role};

/// The palette and the tiles of one style.
#[derive(Debug)]
pub(super) struct Atlas {
    style: Style,
    painter: TilePainter,
    palette: Vec<Rgb>,
    tiles: Vec<OnceLock<Box<[u8]>>>,
    spliced: Vec<OnceLock<SplicedTile>>,
    splicer: OnceLock<Splicer>,
    shape_palette: OnceLock<ShapePalette>,
}

impl Atlas {
    pub(super) fn new(style: Style) -> Atlas {
        let painter = TilePainter::new(style);
        let mut histogram = Histogram::default();
        for tile in Tile::all() {
            let weight = weight(tile);
            if weight > 0.0 {
                histogram.add(colors(&painter.paint(tile)), weight);
            }
        }
        Atlas {
            style,
            palette: palette::choose(&flat_colors(style), &histogram),
            painter,
            tiles: (0..Tile::COUNT).map(|_| OnceLock::new()).collect(),
            spliced: (0..Tile::COUNT).map(|_| OnceLock::new()).collect(),
            splicer: OnceLock::new(),
            shape_palette: OnceLock::new(),
        }
    }

    pub(super) fn size(&self) -> Size {
        self.style.size
    }

    pub(super) fn palette(&self) -> &[Rgb] {
        &self.palette
    }

    /// The palette of pictures with shapes over the tiles; it begins with [`Atlas::palette`].
    pub(super) fn shape_palette(&self) -> &ShapePalette {
        self.shape_palette
            .get_or_init(|| ShapePalette::new(&self.palette, &flat_colors(self.style)))
    }

    /// The palette indices of a tile, row by row.
    pub(super) fn tile(&self, tile: Tile) -> &[u8] {
        self.tiles[tile.index()].get_or_init(|| {
            let mut mapper = Mapper::new(&self.palette);
            colors(&self.painter.paint(tile))
                .map(|color| mapper.index(color))
                .collect()
        })
    }

    /// Whether [`Atlas::splice`] can answer at once.
    pub(super) fn can_splice(&self) -> bool {
        self.splicer.get().is_some()
    }

    /// Makes [`Atlas::splice`] ready. It takes a good part of a second, once.
    pub(super) fn prepare_splicing(&self) -> &Splicer {
        self.splicer.get_or_init(|| {
            let samples: Vec<Sample<'_>> = Tile::all()
                .filter(|&tile| expected(tile) > 0)
                .map(|tile| {
                    let (width, _) = tile.dimensions(self.style.size);
                    Sample {
                        pixels: self.tile(tile),
                        width,
                        count: expected(tile),
                    }
                })
                .collect();
            Splicer::new(self.style.size.pixels(), &self.palette, &samples)
        })
    }

    /// The PNG file of a picture without its shapes, from tiles that are compressed already.
    pub(super) fn splice(&self, scene: &Scene) -> Vec<u8> {
        let splicer = self.prepare_splicing();
        splicer.png(&scene.tiles.map(|row| {
            row.map(|tile| {
                self.spliced[tile.index()].get_or_init(|| {
                    let (width, _) = tile.dimensions(self.style.size);
                    splicer.tile(self.tile(tile), width)
                })
            })
        }))
    }

    /// The palette indices of a picture without its shapes, row by row.
    pub(super) fn compose(&self, scene: &Scene) -> Vec<u8> {
        let width = self.style.size.pixels();
        let mut pixels = Vec::with_capacity(width * width);
        for row in &scene.tiles {
            let tiles = row.map(|tile| (tile.dimensions(self.style.size), self.tile(tile)));
            let (_, height) = tiles[0].0;
            for y in 0..height {
                for ((width, _), tile) in tiles {
                    pixels.extend_from_slice(&tile[y * width..(y + 1) * width]);
                }
            }
        }
        pixels
    }
}

/// How often a tile is seen in a hundred pictures or so.
fn expected(tile: Tile) -> u32 {
    let Tile::Square(SquareTile {
        ground,
        content: Content::Piece(piece),
        ..
    }) = tile
    else {
        return 1;
    };
    let pieces = match piece.role {
        Role::Pawn => 300,
        Role::Knight | Role::Bishop | Role::Rook => 70,
        Role::Queen | Role::King => 50,
    };
    match ground {
        Ground::Plain => pieces,
        Ground::LastMove => pieces / 10,
        Ground::Highlight | Ground::Check | Ground::Mate => 0,
    }
}

/// How much a tile counts when the palette is chosen: by how often it is seen, nought for what has no tints of its
/// own that matter.
fn weight(tile: Tile) -> f32 {
    let Tile::Square(SquareTile {
        ground, content, ..
    }) = tile
    else {
        return 1.0;
    };
    match (ground, content) {
        (Ground::Plain, Content::Empty | Content::Piece(_)) => 4.0,
        (Ground::LastMove, Content::Empty | Content::Piece(_)) | (Ground::Plain, Content::Dot) => {
            1.0
        }
        (Ground::Highlight, Content::Piece(piece)) if piece.color == Color::White => 0.3,
        (Ground::Check, Content::Piece(piece)) if piece.role == Role::King => 0.3,
        _ => 0.0,
    }
}

/// Colors of areas, which must come out exactly.
fn flat_colors(style: Style) -> Vec<Rgb> {
    let mut flat = vec![
        theme::GUTTER,
        theme::LABEL,
        theme::WHITE_DISC,
        theme::BLACK_DISC,
        theme::FRAME,
    ];
    for color in Color::ALL {
        let piece = style.theme.pieces(color);
        flat.extend([piece.fill, piece.shade, piece.outline, piece.detail]);
    }
    for ground in [
        Ground::Plain,
        Ground::LastMove,
        Ground::Highlight,
        Ground::Check,
    ] {
        for shade in [Shade::Light, Shade::Dark] {
            let color = ground_color(style, ground, shade);
            flat.push(color);
            if ground == Ground::Plain {
                flat.push(color.covered(theme::TARGET, theme::TARGET_OPACITY));
            }
        }
    }
    flat
}

/// The colors of an opaque picture.
fn colors(pixmap: &Pixmap) -> impl Iterator<Item = Rgb> {
    pixmap
        .pixels()
        .iter()
        .map(|pixel| Rgb([pixel.red(), pixel.green(), pixel.blue()]))
}
