//! Palette indices to PNG files. Knows nothing of chess.
//!
//! The plain way is here and uses the `png` crate: for the first pictures after a start, for pictures with shapes, and
//! as the judge of the fast way, which is in `splice`.

mod bits;
mod codebook;
mod container;
mod huffman;
mod splice;
mod symbols;
mod tile;
mod tokens;
mod walk;

use super::color::Rgb;

pub(super) use splice::Splicer;
pub(super) use tile::SplicedTile;

/// A square picture of palette indices as a PNG file.
pub(super) fn indexed(width: usize, palette: &[Rgb], pixels: &[u8]) -> Vec<u8> {
    let mut file = Vec::with_capacity(32 << 10);
    let mut encoder = png::Encoder::new(&mut file, width as u32, width as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(
        palette
            .iter()
            .flat_map(|color| color.0)
            .collect::<Vec<u8>>(),
    );
    // Half the time of the default for a twentieth more bytes.
    encoder.set_deflate_compression(png::DeflateCompression::Level(4));
    // Neighboring indices are no neighboring colors: filters only hurt.
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder
        .write_header()
        .expect("a palette picture has a valid header");
    writer
        .write_image_data(pixels)
        .expect("writing to memory does not fail");
    writer.finish().expect("writing to memory does not fail");
    file
}
