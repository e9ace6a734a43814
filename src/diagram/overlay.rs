//! Pictures with arrows or circles: the tiles in full color, the shapes over them, and back to palette indices.

use tiny_skia::{ColorU8, Pixmap};

use super::atlas::Atlas;
use super::color::Rgb;
use super::input::Ink;
use super::palette::nearest;
use super::scene::{Scene, Shape};

/// Bits of each color value that decide about its palette index. Four neighboring values look the same in an arrow.
const BITS: u32 = 5;

/// The palette of pictures with shapes: the atlas's own colors, then what shapes make of them.
#[derive(Debug)]
pub(super) struct ShapePalette {
    pub(super) colors: Vec<Rgb>,
    /// The nearest color for every color with [`BITS`] bits a value.
    table: Box<[u8]>,
}

impl ShapePalette {
    /// `grounds` are the colors of the areas that shapes are often laid over.
    pub(super) fn new(atlas: &[Rgb], grounds: &[Rgb]) -> ShapePalette {
        let mut colors = atlas.to_vec();
        let mut add = |color: Rgb| {
            if !colors.contains(&color) {
                colors.push(color);
            }
        };
        for &ground in grounds {
            let casing = Shape::casing_over(ground);
            add(casing);
            for ink in Ink::ALL {
                let body = ink.over(casing);
                add(body);
                add(casing.covered(body, 0.5));
            }
        }
        assert!(colors.len() <= 256, "indices are bytes");
        let table = (0..1u32 << (3 * BITS))
            .map(|key| nearest(&colors, middle(key)) as u8)
            .collect();
        ShapePalette { colors, table }
    }
}

/// Lays the shapes of a scene over its composed pixels. The result is in colors of [`Atlas::shape_palette`].
pub(super) fn lay_over(atlas: &Atlas, scene: &Scene, pixels: &mut [u8]) {
    let palette = atlas.shape_palette();
    let (width, square) = (atlas.size().pixels(), atlas.size().square() as f32);
    let rows = scene.shapes.iter().map(|shape| shape.rows(square));
    let Some(rows) = rows.reduce(|a, b| a.start.min(b.start)..a.end.max(b.end)) else {
        return;
    };
    let mut picture =
        Pixmap::new(width as u32, width as u32).expect("a picture is neither empty nor huge");
    let touched = rows.start * width..rows.end.min(width) * width;
    for (pixel, &index) in picture.pixels_mut()[touched.clone()]
        .iter_mut()
        .zip(&pixels[touched.clone()])
    {
        let Rgb([red, green, blue]) = palette.colors[usize::from(index)];
        *pixel = ColorU8::from_rgba(red, green, blue, u8::MAX).premultiply();
    }
    for shape in &scene.shapes {
        shape.paint(&mut picture, square);
    }
    for (pixel, index) in picture.pixels()[touched.clone()]
        .iter()
        .zip(&mut pixels[touched])
    {
        let color = Rgb([pixel.red(), pixel.green(), pixel.blue()]);
        // What no shape has touched stays exactly as it was.
        if color != palette.colors[usize::from(*index)] {
            *index = palette.table[key(color)];
        }
    }
}

fn key(Rgb([red, green, blue]): Rgb) -> usize {
    let high = |value: u8| usize::from(value >> (8 - BITS));
    high(red) << (2 * BITS) | high(green) << BITS | high(blue)
}

/// The middle of the colors with a key.
fn middle(key: u32) -> Rgb {
    let value = |shift: u32| {
        let high = key >> shift & ((1 << BITS) - 1);
        (high << (8 - BITS) | 1 << (7 - BITS)) as u8
    };
    Rgb([value(2 * BITS), value(BITS), value(0)])
}
