//! Paints single tiles in full color, by resvg and tiny-skia.

use resvg::usvg;
use tiny_skia::{
    Color as SkiaColor, FillRule, Paint, PathBuilder, Pixmap, PixmapPaint, PremultipliedColorU8,
    Rect, Stroke, Transform,
};

use super::color::Rgb;
use super::glyphs;
use super::input::Style;
use super::layout::Size;
use super::pieces;
use super::scene::{Content, Ground, Shade, SquareTile, Tile};
use super::theme::{self, Pair};
use crate::chess::{Color, Piece, Role};

/// Side of the square on which pieces are drawn.
const PIECE_UNITS: f32 = 45.0;
/// Radius of a dot, in squares.
const DOT_RADIUS: f32 = 0.14;
/// Radius and width of the ring around a piece that can be taken, in squares.
const RING: (f32, f32) = (0.44, 0.07);
/// Radius of the disc that shows the side to move, in gutters.
const DISC_RADIUS: f32 = 0.3;
/// Height of the labels, in gutters.
const LABEL_HEIGHT: f32 = 0.62;

/// Paints the tiles of one style. Holds the twelve pieces as transparent pictures.
#[derive(Debug)]
pub(super) struct TilePainter {
    style: Style,
    pieces: Vec<Pixmap>,
}

impl TilePainter {
    pub(super) fn new(style: Style) -> TilePainter {
        TilePainter {
            style,
            pieces: all_pieces().map(|piece| draw_piece(style, piece)).collect(),
        }
    }

    /// Every piece with its drawing.
    pub(super) fn drawings(&self) -> impl Iterator<Item = (Piece, &Pixmap)> {
        all_pieces().zip(&self.pieces)
    }

    /// The tile's pixels, all opaque.
    pub(super) fn paint(&self, tile: Tile) -> Pixmap {
        match tile {
            Tile::Square(square) => self.square(square),
            Tile::RankLabel(rank) => self.label(glyphs::rank(rank), glyphs::MIDDLE, tile),
            Tile::FileLabel(file) => self.label(glyphs::file(file), glyphs::LETTER_MIDDLE, tile),
            Tile::Corner(turn) => self.corner(turn),
        }
    }

    fn square(&self, tile: SquareTile) -> Pixmap {
        let side = self.style.size.square() as f32;
        let ground = ground_color(self.style, tile.ground, tile.shade);
        let mut pixmap = match frame_width(tile.ground, self.style.size) {
            0 => filled(side, side, ground),
            frame => {
                let mut framed = filled(side, side, theme::FRAME);
                let inner = side - 2.0 * frame as f32;
                fill_rect(&mut framed, frame as f32, inner, ground);
                framed
            }
        };
        match tile.content {
            Content::Empty => {}
            Content::Dot => {
                fill_circle(&mut pixmap, side / 2.0, DOT_RADIUS * side, &target_paint());
            }
            Content::Piece(piece) => self.put_piece(&mut pixmap, piece),
            Content::Ringed(piece) => {
                let (radius, width) = RING;
                stroke_circle(
                    &mut pixmap,
                    side / 2.0,
                    radius * side,
                    width * side,
                    &target_paint(),
                );
                self.put_piece(&mut pixmap, piece);
            }
        }
        pixmap
    }

    fn put_piece(&self, pixmap: &mut Pixmap, piece: Piece) {
        let drawing = &self.pieces[piece.color.index() * Role::ALL.len() + piece.role.index()];
        pixmap.draw_pixmap(
            0,
            0,
            drawing.as_ref(),
            &PixmapPaint::default(),
            Transform::identity(),
            None,
        );
    }

    fn label(&self, glyph: &str, middle: (f32, f32), tile: Tile) -> Pixmap {
        let (width, height) = tile.dimensions(self.style.size);
        let (width, height) = (width as f32, height as f32);
        let scale = self.style.size.gutter() as f32 * LABEL_HEIGHT / glyphs::CAP_HEIGHT;
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"><path d="{glyph}" fill="none"
            stroke="{color}" stroke-width="{stroke}" stroke-linecap="round" stroke-linejoin="round"
            transform="translate({x} {y}) scale({scale})"/></svg>"#,
            color = theme::LABEL,
            stroke = glyphs::STROKE,
            x = width / 2.0 - middle.0 * scale,
            y = height / 2.0 - middle.1 * scale,
        );
        let mut pixmap = filled(width, height, theme::GUTTER);
        resvg::render(
            &parse(&svg, None),
            Transform::identity(),
            &mut pixmap.as_mut(),
        );
        pixmap
    }

    fn corner(&self, turn: Option<Color>) -> Pixmap {
        let side = self.style.size.gutter() as f32;
        let mut pixmap = filled(side, side, theme::GUTTER);
        if let Some(turn) = turn {
            let disc = match turn {
                Color::White => theme::WHITE_DISC,
                Color::Black => theme::BLACK_DISC,
            };
            let radius = DISC_RADIUS * side;
            fill_circle(&mut pixmap, side / 2.0, radius, &paint(theme::LABEL, 1.0));
            fill_circle(
                &mut pixmap,
                side / 2.0,
                radius - side / 16.0,
                &paint(disc, 1.0),
            );
        }
        pixmap
    }
}

impl Tile {
    /// Width and height in pixels.
    pub(super) fn dimensions(self, size: Size) -> (usize, usize) {
        match self {
            Tile::Square(_) => (size.square(), size.square()),
            Tile::RankLabel(_) => (size.gutter(), size.square()),
            Tile::FileLabel(_) => (size.square(), size.gutter()),
            Tile::Corner(_) => (size.gutter(), size.gutter()),
        }
    }
}

/// The color that fills a square.
pub(super) fn ground_color(style: Style, ground: Ground, shade: Shade) -> Rgb {
    let board = style.theme.board();
    let Pair { light, dark } = match ground {
        Ground::Plain => board.plain,
        Ground::LastMove => board.last_move,
        Ground::Highlight => board.highlight,
        Ground::Check | Ground::Mate => theme::CHECK,
    };
    match shade {
        Shade::Light => light,
        Shade::Dark => dark,
    }
}

/// Width of the frame around a square in whole pixels, so that its edges are sharp: 3/45 of the square for check,
/// twice that for mate.
fn frame_width(ground: Ground, size: Size) -> usize {
    let check = (size.square() * 3 + 22) / 45;
    match ground {
        Ground::Plain | Ground::LastMove | Ground::Highlight => 0,
        Ground::Check => check,
        Ground::Mate => 2 * check,
    }
}

/// A pixel of a drawing, to be laid over a ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Layer {
    /// Already multiplied by the opacity.
    color: Rgb,
    opacity: u8,
}

impl From<PremultipliedColorU8> for Layer {
    fn from(pixel: PremultipliedColorU8) -> Layer {
        Layer {
            color: Rgb([pixel.red(), pixel.green(), pixel.blue()]),
            opacity: pixel.alpha(),
        }
    }
}

impl Layer {
    pub(super) fn over(self, Rgb(below): Rgb) -> Rgb {
        let clear = u32::from(u8::MAX - self.opacity);
        let value =
            |i: usize| u32::from(self.color.0[i]) + (u32::from(below[i]) * clear + 127) / 255;
        Rgb(std::array::from_fn(|i| value(i).min(255) as u8))
    }
}

/// The twelve pieces, in the order of [`TilePainter::pieces`].
fn all_pieces() -> impl Iterator<Item = Piece> {
    Color::ALL
        .into_iter()
        .flat_map(|color| Role::ALL.map(|role| Piece { color, role }))
}

fn draw_piece(style: Style, piece: Piece) -> Pixmap {
    let side = style.size.square();
    let tree = parse(
        style.pieces.drawing(piece.role),
        Some(pieces::style_sheet(style.theme, piece)),
    );
    let mut pixmap = blank(side as f32, side as f32);
    let scale = side as f32 / PIECE_UNITS;
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixmap.as_mut(),
    );
    pixmap
}

fn parse(svg: &str, style_sheet: Option<String>) -> usvg::Tree {
    let options = usvg::Options {
        style_sheet,
        ..usvg::Options::default()
    };
    usvg::Tree::from_str(svg, &options).expect("our own drawings are valid SVG")
}

fn blank(width: f32, height: f32) -> Pixmap {
    Pixmap::new(width as u32, height as u32).expect("tiles are neither empty nor huge")
}

fn filled(width: f32, height: f32, color: Rgb) -> Pixmap {
    let mut pixmap = blank(width, height);
    pixmap.fill(skia(color, 1.0));
    pixmap
}

fn fill_rect(pixmap: &mut Pixmap, inset: f32, side: f32, color: Rgb) {
    let rect = Rect::from_xywh(inset, inset, side, side).expect("a frame leaves room inside");
    pixmap.fill_rect(rect, &paint(color, 1.0), Transform::identity(), None);
}

fn fill_circle(pixmap: &mut Pixmap, center: f32, radius: f32, paint: &Paint<'_>) {
    let path = PathBuilder::from_circle(center, center, radius).expect("the radius is positive");
    pixmap.fill_path(&path, paint, FillRule::Winding, Transform::identity(), None);
}

fn stroke_circle(pixmap: &mut Pixmap, center: f32, radius: f32, width: f32, paint: &Paint<'_>) {
    let path = PathBuilder::from_circle(center, center, radius).expect("the radius is positive");
    let stroke = Stroke {
        width,
        ..Stroke::default()
    };
    pixmap.stroke_path(&path, paint, &stroke, Transform::identity(), None);
}

fn target_paint() -> Paint<'static> {
    paint(theme::TARGET, theme::TARGET_OPACITY)
}

/// A smooth brush of one color.
pub(super) fn paint(color: Rgb, opacity: f32) -> Paint<'static> {
    let mut paint = Paint {
        anti_alias: true,
        ..Paint::default()
    };
    paint.set_color(skia(color, opacity));
    paint
}

fn skia(Rgb([red, green, blue]): Rgb, opacity: f32) -> SkiaColor {
    let mut color = SkiaColor::from_rgba8(red, green, blue, 255);
    color.set_alpha(opacity);
    color
}
