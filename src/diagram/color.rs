//! A color of a pixel. Knows nothing of chess.

use std::fmt;

/// An opaque color in sRGB.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Rgb(pub(super) [u8; 3]);

impl Rgb {
    /// From the notation of CSS, `#ffd54a`. Meant for constants: anything else does not compile.
    pub(super) const fn hex(css: &str) -> Rgb {
        let [b'#', digits @ ..] = css.as_bytes() else {
            panic!("a color starts with #")
        };
        assert!(digits.len() == 6, "a color has six digits");
        let mut value = [0; 3];
        let mut i = 0;
        while i < 6 {
            let digit = match digits[i] {
                digit @ b'0'..=b'9' => digit - b'0',
                digit @ b'a'..=b'f' => digit - b'a' + 10,
                _ => panic!("digits are 0 to 9 and a to f"),
            };
            value[i / 2] = value[i / 2] * 16 + digit;
            i += 1;
        }
        Rgb(value)
    }

    /// `self` covered by as much of `other` as `opacity` says, from 0 to 1.
    pub(super) fn covered(self, other: Rgb, opacity: f32) -> Rgb {
        let mix =
            |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * opacity).round() as u8;
        Rgb(std::array::from_fn(|i| mix(self.0[i], other.0[i])))
    }

    /// Square of the distance to another color in the cube of sRGB values.
    pub(super) fn distance(self, other: Rgb) -> u32 {
        self.0
            .iter()
            .zip(other.0)
            .map(|(a, b)| u32::from(a.abs_diff(b)).pow(2))
            .sum()
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// How people see colors, for the rules that themes must keep.
#[cfg(test)]
pub(super) mod sight {
    use super::Rgb;

    /// Common kinds of color vision.
    #[derive(Debug, Clone, Copy)]
    pub(in crate::diagram) enum Eyes {
        Normal,
        Protan,
        Deutan,
        Tritan,
    }

    impl Eyes {
        pub(in crate::diagram) const ALL: [Eyes; 4] =
            [Eyes::Normal, Eyes::Protan, Eyes::Deutan, Eyes::Tritan];

        /// What linear RGB becomes for these eyes, at full strength (Machado, Oliveira and Fernandes, 2009).
        fn matrix(self) -> [[f64; 3]; 3] {
            match self {
                Eyes::Normal => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
                Eyes::Protan => [
                    [0.152_286, 1.052_583, -0.204_868],
                    [0.114_503, 0.786_281, 0.099_216],
                    [-0.003_882, -0.048_116, 1.051_998],
                ],
                Eyes::Deutan => [
                    [0.367_322, 0.860_646, -0.227_968],
                    [0.280_085, 0.672_501, 0.047_413],
                    [-0.011_820, 0.042_940, 0.968_881],
                ],
                Eyes::Tritan => [
                    [1.255_528, -0.076_749, -0.178_779],
                    [-0.078_411, 0.930_809, 0.147_602],
                    [0.004_733, 0.691_367, 0.303_900],
                ],
            }
        }
    }

    /// Contrast ratio of WCAG 2.1, from 1 to 21.
    pub(in crate::diagram) fn contrast(one: Rgb, other: Rgb) -> f64 {
        let [one, other] = [one, other].map(|color| {
            let [red, green, blue] = linear(color);
            0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
        });
        one.max(other) / one.min(other)
    }

    /// Distance in `OKLab` times 100; from about 2 on, two colors side by side can be told apart.
    pub(in crate::diagram) fn difference(one: Rgb, other: Rgb, eyes: Eyes) -> f64 {
        let [one, other] = [one, other].map(|color| oklab(times(eyes.matrix(), linear(color))));
        let squares = one.iter().zip(other).map(|(a, b)| (a - b).powi(2));
        squares.sum::<f64>().sqrt() * 100.0
    }

    fn linear(color: Rgb) -> [f64; 3] {
        color.0.map(|value| {
            let value = f64::from(value) / 255.0;
            if value <= 0.04045 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        })
    }

    /// Björn Ottosson's `OKLab` (2020).
    fn oklab(rgb: [f64; 3]) -> [f64; 3] {
        let cones = times(
            [
                [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
                [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
                [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
            ],
            rgb.map(|value| value.clamp(0.0, 1.0)),
        );
        times(
            [
                [0.210_454_255_3, 0.793_617_785_0, -0.004_072_046_8],
                [1.977_998_495_1, -2.428_592_205_0, 0.450_593_709_9],
                [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766_0],
            ],
            cones.map(f64::cbrt),
        )
    }

    fn times(matrix: [[f64; 3]; 3], vector: [f64; 3]) -> [f64; 3] {
        matrix.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
    }
}
