//! Few colors for many pixels: chooses a palette and maps colors to it.

use std::collections::HashMap;
use std::hash::Hash;

use super::color::Rgb;

/// How many colors a still picture uses. One less than 64, so that an animation has room for "transparent" and its
/// codes still start at seven bits. More colors cost bytes and no eye sees them.
pub(super) const COLORS: usize = 63;

/// How often the seeds of a palette are moved to the middle of the colors that they stand for.
const ROUNDS: usize = 4;

/// How often each color is seen, weighted by how often its tile is. Colors may be transparent until they lie on a
/// ground. Whole numbers, because their sum is the same in any order, and a hash map has none.
#[derive(Debug)]
pub(super) struct Histogram<C = Rgb>(HashMap<C, u32>);

impl<C: Copy + Eq + Hash> Histogram<C> {
    pub(super) fn new() -> Histogram<C> {
        Histogram(HashMap::new())
    }

    /// Counts a color so many times.
    pub(super) fn add(&mut self, color: C, count: u32) {
        *self.0.entry(color).or_default() += count;
    }

    /// Counts pixels. Runs of one color are counted at once.
    pub(super) fn of(pixels: impl IntoIterator<Item = C>) -> Histogram<C> {
        let mut counted = Histogram::new();
        let mut pixels = pixels.into_iter();
        let Some(mut color) = pixels.next() else {
            return counted;
        };
        let mut run = 1;
        for next in pixels {
            if next == color {
                run += 1;
            } else {
                counted.add(color, run);
                (color, run) = (next, 1);
            }
        }
        counted.add(color, run);
        counted
    }

    /// Every color once, with its count.
    pub(super) fn counts(&self) -> impl Iterator<Item = (C, u32)> + '_ {
        self.0.iter().map(|(&color, &count)| (color, count))
    }
}

/// Chooses [`COLORS`] colors: the flat ones exactly as they are, the rest so that no color of the histogram is far
/// from all of them (farthest first, then moved to the middle of what they stand for).
pub(super) fn choose(flat: &[Rgb], histogram: &Histogram) -> Vec<Rgb> {
    // A square root keeps the many pixels of large areas from drowning the few on edges.
    let mut colors: Vec<(Rgb, f32)> = histogram
        .counts()
        .map(|(color, count)| (color, (count as f32).sqrt()))
        .collect();
    colors.sort_by_key(|&(color, _)| color);

    let mut palette = Vec::with_capacity(COLORS);
    for &color in flat {
        if !palette.contains(&color) {
            palette.push(color);
        }
    }
    let pinned = palette.len();
    assert!(
        pinned < COLORS,
        "a theme's flat colors leave room for tints"
    );

    let mut miss: Vec<u32> = colors
        .iter()
        .map(|&(color, _)| distance(&palette, color))
        .collect();
    while palette.len() < COLORS {
        let cost = |i: usize| miss[i] as f32 * colors[i].1;
        let Some(worst) = (0..colors.len()).max_by(|&a, &b| cost(a).total_cmp(&cost(b))) else {
            break;
        };
        if miss[worst] == 0 {
            break;
        }
        let seed = colors[worst].0;
        palette.push(seed);
        for (miss, &(color, _)) in miss.iter_mut().zip(&colors) {
            *miss = (*miss).min(color.distance(seed));
        }
    }
    for _ in 0..ROUNDS {
        move_to_middles(&mut palette, pinned, &colors);
    }
    palette
}

fn move_to_middles(palette: &mut [Rgb], pinned: usize, colors: &[(Rgb, f32)]) {
    let mut sums = vec![([0.0f32; 3], 0.0f32); palette.len()];
    for &(color, weight) in colors {
        let (sum, total) = &mut sums[nearest(palette, color)];
        for (sum, value) in sum.iter_mut().zip(color.0) {
            *sum += f32::from(value) * weight;
        }
        *total += weight;
    }
    for (color, (sum, total)) in palette.iter_mut().zip(sums).skip(pinned) {
        if total > 0.0 {
            *color = Rgb(sum.map(|sum| (sum / total).round() as u8));
        }
    }
}

/// Number of the color of a palette that is nearest to a color; the first of equals.
pub(super) fn nearest(palette: &[Rgb], color: Rgb) -> usize {
    (0..palette.len())
        .min_by_key(|&i| palette[i].distance(color))
        .expect("a palette is not empty")
}

fn distance(palette: &[Rgb], color: Rgb) -> u32 {
    palette
        .iter()
        .map(|it| it.distance(color))
        .min()
        .unwrap_or(u32::MAX)
}

/// The nearest colors of a palette to many pixels. Remembers the answers.
pub(super) fn map(palette: &[Rgb], pixels: impl Iterator<Item = Rgb>) -> Box<[u8]> {
    let mut known = HashMap::new();
    let mut last = (palette[0], 0);
    let mut index = |color: Rgb| {
        if color != last.0 {
            let index = *known
                .entry(color)
                .or_insert_with(|| nearest(palette, color) as u8);
            last = (color, index);
        }
        last.1
    };
    pixels.map(&mut index).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flat_colors_stay_and_the_rest_is_near() {
        let mut random = fastrand::Rng::with_seed(1);
        let flat = [
            Rgb::hex("#f0e4cf"),
            Rgb::hex("#b38a63"),
            Rgb::hex("#100e0c"),
        ];
        let tints: Vec<Rgb> = (0..2000)
            .map(|_| flat[random.usize(..3)].covered(flat[random.usize(..3)], random.f32()))
            .collect();
        let palette = choose(&flat, &Histogram::of(tints.iter().copied()));
        assert_eq!(palette.len(), COLORS);
        assert_eq!(palette[..3], flat);
        let indices = map(&palette, tints.iter().copied());
        for (tint, &index) in tints.iter().zip(&indices) {
            let found = palette[usize::from(index)];
            assert!(found.distance(*tint) <= 100, "{tint} became {found}");
        }
    }
}
