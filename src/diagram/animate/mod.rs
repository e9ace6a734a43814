//! Diagrams to an animated GIF, which plays inline wherever people read messages. Knows nothing of the rules.
//!
//! The first frame is a whole picture. Each further one covers the tiles that changed, and in these what did not
//! change is transparent.

mod lzw;

use std::borrow::Cow;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::atlas::Atlas;
use super::palette;
use super::scene::{Scene, Tile};
use lzw::Lzw;

/// The index behind the last color of a palette.
const TRANSPARENT: u8 = palette::COLORS as u8;

/// A picture and for how long it is shown, in hundredths of a second.
#[derive(Debug)]
pub(super) struct Still {
    pub(super) scene: Scene,
    pub(super) delay: u16,
}

/// The stills one after the other, for ever. Shapes are left out. All stills must have the atlas's style.
pub(super) fn gif(atlas: &Atlas, stills: &[Still]) -> Vec<u8> {
    let side = atlas.size().pixels() as u16;
    let mut colors: Vec<u8> = atlas.palette().iter().flat_map(|color| color.0).collect();
    colors.resize(3 * lzw::COLORS, 0);
    let mut lzw = Lzw::new();
    let mut encoder =
        Encoder::new(Vec::new(), side, side, &colors).expect("writing to memory does not fail");
    encoder
        .set_repeat(Repeat::Infinite)
        .expect("writing to memory does not fail");
    let mut before: Option<&Scene> = None;
    for Still { scene, delay } in stills {
        let patch = match before {
            None => Patch {
                left: 0,
                top: 0,
                width: side,
                pixels: atlas.compose(scene),
            },
            Some(before) => difference(atlas, before, scene),
        };
        let frame = Frame {
            delay: *delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(TRANSPARENT),
            left: patch.left,
            top: patch.top,
            width: patch.width,
            height: (patch.pixels.len() / usize::from(patch.width)) as u16,
            buffer: Cow::Owned(lzw.encode(&patch.pixels)),
            ..Frame::default()
        };
        encoder
            .write_lzw_pre_encoded_frame(&frame)
            .expect("writing to memory does not fail");
        before = Some(scene);
    }
    encoder
        .into_inner()
        .expect("writing to memory does not fail")
}

/// A part of a picture.
struct Patch {
    left: u16,
    top: u16,
    width: u16,
    pixels: Vec<u8>,
}

/// The smallest box of tiles with all that changed, transparent where nothing did.
fn difference(atlas: &Atlas, before: &Scene, after: &Scene) -> Patch {
    let changed = |row: usize, column: usize| before.tiles[row][column] != after.tiles[row][column];
    let places = || {
        (0..9)
            .flat_map(|row| (0..9).map(move |column| (row, column)))
            .filter(|&(r, c)| changed(r, c))
    };
    // If nothing changed, one tile stands for the pause: some programs drop empty frames.
    let bounds = |part: fn((usize, usize)) -> usize| {
        let parts = || places().map(part);
        parts().min().unwrap_or(0)..=parts().max().unwrap_or(0)
    };
    let (rows, columns) = (bounds(|(row, _)| row), bounds(|(_, column)| column));

    let edge = |tiles: &[Tile]| {
        tiles
            .iter()
            .map(|tile| tile.dimensions(atlas.size()).0)
            .sum::<usize>()
    };
    let line = &after.tiles[0];
    let left = edge(&line[..*columns.start()]);
    let width = edge(&line[columns.clone()]);
    let top = *rows.start() * atlas.size().square();

    let mut pixels = Vec::new();
    for row in rows {
        let (_, height) = after.tiles[row][0].dimensions(atlas.size());
        for y in 0..height {
            for column in columns.clone() {
                let (old, new) = (before.tiles[row][column], after.tiles[row][column]);
                let (tile_width, _) = new.dimensions(atlas.size());
                if old == new {
                    pixels.resize(pixels.len() + tile_width, TRANSPARENT);
                    continue;
                }
                let span = y * tile_width..(y + 1) * tile_width;
                let pairs = atlas.tile(old)[span.clone()]
                    .iter()
                    .zip(&atlas.tile(new)[span]);
                pixels.extend(pairs.map(|(&old, &new)| if old == new { TRANSPARENT } else { new }));
            }
        }
    }
    Patch {
        left: left as u16,
        top: top as u16,
        width: width as u16,
        pixels,
    }
}
