//! The tiles of one style as palette indices, and pictures put together from them.
//!
//! Drawing a piece takes a millisecond, copying it a microsecond: every tile is drawn once, when it is first needed.

use std::sync::OnceLock;

use tiny_skia::Pixmap;

use super::color::Rgb;
use super::encode::{SplicedTile, Splicer};
use super::input::{Diagram, Style};
use super::layout::Size;
use super::overlay::ShapePalette;
use super::palette::{self, Histogram};
use super::scene::{Ground, Scene, Shade, Tile};
use super::theme;
use super::tiles::{Layer, TilePainter, ground_color};
use crate::chess::{Color, Piece, Role, Square};

/// Boards as they are at several stages of a game, with a last move: what the compression of tiles is fitted to.
const TYPICAL: [(&str, Square, Square); 6] = [
    (
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R",
        Square::G1,
        Square::F3,
    ),
    (
        "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R",
        Square::E8,
        Square::G8,
    ),
    (
        "r4rk1/1bq1bppp/p2p1n2/np2p3/3PP3/2PB1N1P/PPBQ1PP1/R3R1K1",
        Square::C1,
        Square::D2,
    ),
    (
        "3r2k1/pp3p1p/2n3p1/2b1p3/4P3/1P3N2/P1R2PPP/5BK1",
        Square::D7,
        Square::D8,
    ),
    (
        "8/5pk1/1p4p1/p2r3p/P6P/1PR3P1/5P2/6K1",
        Square::C2,
        Square::C3,
    ),
    ("8/8/4k1p1/1p5p/1P2K2P/6P1/8/8", Square::D3, Square::E4),
];

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
        Atlas {
            style,
            palette: palette::choose(&flat_colors(style), &seen(style, &painter)),
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
        self.tiles[tile.index()]
            .get_or_init(|| palette::map(&self.palette, colors(&self.painter.paint(tile))))
    }

    /// Whether [`Atlas::splice`] can answer at once.
    pub(super) fn can_splice(&self) -> bool {
        self.splicer.get().is_some()
    }

    /// Makes [`Atlas::splice`] ready. It takes some 50 ms, once.
    pub(super) fn prepare_splicing(&self) -> &Splicer {
        self.splicer.get_or_init(|| {
            let typical = TYPICAL.map(|(placement, from, to)| {
                let board = placement.parse().expect("a valid board");
                let diagram = Diagram::new(&board).turn(Color::White).last_move(from, to);
                Scene::new(&diagram).tiles.map(|row| row.map(Tile::index))
            });
            let tiles: Vec<Tile> = Tile::all().collect();
            let size = self.style.size;
            Splicer::new(
                size.pixels(),
                size.square(),
                &self.palette,
                &typical,
                |number| (self.tile(tiles[number]), tiles[number].dimensions(size).0),
            )
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

/// The colors that pictures show, by how often: of the labels as they are, of the pieces on each ground on which they
/// often stand. Blending the few colors of a drawing is far quicker than painting all these tiles.
fn seen(style: Style, painter: &TilePainter) -> Histogram {
    let mut seen = Histogram::new();
    for tile in Tile::all() {
        match tile {
            Tile::RankLabel(_) | Tile::FileLabel(_) | Tile::Corner(_) => {
                for (color, count) in Histogram::of(colors(&painter.paint(tile))).counts() {
                    seen.add(color, count * LABEL_WEIGHT);
                }
            }
            Tile::Square(_) => {}
        }
    }
    for (piece, drawing) in painter.drawings() {
        let layer = Histogram::of(drawing.pixels().iter().copied().map(Layer::from));
        for ground in Ground::ALL {
            let weight = weight(ground, piece);
            for shade in [Shade::Light, Shade::Dark] {
                let below = ground_color(style, ground, shade);
                for (color, count) in layer.counts().filter(|_| weight > 0) {
                    seen.add(color.over(below), count * weight);
                }
            }
        }
    }
    seen
}

/// How often a label stands in a picture, on the scale of [`weight`].
const LABEL_WEIGHT: u32 = 10;

/// How often a piece stands on a ground, compared with others.
fn weight(ground: Ground, piece: Piece) -> u32 {
    match (ground, piece.role) {
        (Ground::Plain, _) => 40,
        (Ground::LastMove, _) => 10,
        (Ground::Highlight, _) | (Ground::Check, Role::King) => 3,
        (Ground::Check | Ground::Mate, _) => 0,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_style_fits_in_thirty_megabytes_when_every_tile_was_needed() {
        let atlas = Atlas::new(Style {
            size: Size::Huge,
            ..Style::default()
        });
        let splicer = atlas.prepare_splicing();
        let drawings: usize = atlas
            .painter
            .drawings()
            .map(|(_, it)| it.data().len())
            .sum();
        let tiles: usize = Tile::all()
            .map(|tile| {
                let (width, _) = tile.dimensions(Size::Huge);
                let pixels = atlas.tile(tile);
                pixels.len() + splicer.tile(pixels, width).bytes()
            })
            .sum();
        // Palettes, tables and codes are below a megabyte.
        let bytes = drawings + tiles + (1 << 20);
        assert!(bytes < 30_000_000, "{bytes} bytes");
    }
}
