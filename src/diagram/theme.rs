//! Colors, and the rules that every set of colors must keep to be readable by everybody.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::color::Rgb;
use crate::chess::Color;

/// A set of colors for board and pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Theme {
    /// Warm wood.
    #[default]
    Walnut,
    /// Cool gray-blue.
    Slate,
    /// Soft green.
    Moss,
    /// Dark, for dark rooms.
    Night,
    /// Black on white, for weak eyes and bad screens.
    Contrast,
}

/// The name is none of the themes.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("no theme is called {0:?}; there are walnut, slate, moss, night and contrast")]
pub struct UnknownTheme(String);

impl Theme {
    /// Every theme, the default first.
    pub const ALL: [Theme; 5] = [
        Theme::Walnut,
        Theme::Slate,
        Theme::Moss,
        Theme::Night,
        Theme::Contrast,
    ];

    /// The name by which people choose it.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Walnut => "walnut",
            Theme::Slate => "slate",
            Theme::Moss => "moss",
            Theme::Night => "night",
            Theme::Contrast => "contrast",
        }
    }

    /// The colors of the board.
    pub(super) const fn board(self) -> BoardColors {
        match self {
            Theme::Walnut => BoardColors {
                plain: Pair::hex("#f0e4cf", "#b38a63"),
                last_move: Pair::hex("#f4cf5c", "#dba92b"),
                highlight: Pair::hex("#a9cfe8", "#6aa6cf"),
            },
            Theme::Slate => BoardColors {
                plain: Pair::hex("#e4e8ec", "#8497a8"),
                last_move: Pair::hex("#f2da7c", "#c9a94a"),
                highlight: Pair::hex("#90d0f0", "#62c5d9"),
            },
            Theme::Moss => BoardColors {
                plain: Pair::hex("#eeeedd", "#7d9a66"),
                last_move: Pair::hex("#f5dd72", "#c8b13e"),
                highlight: Pair::hex("#a9cfe8", "#6aa6cf"),
            },
            Theme::Night => BoardColors {
                plain: Pair::hex("#9aa3ae", "#5c6672"),
                last_move: Pair::hex("#d6c069", "#a58c3c"),
                highlight: Pair::hex("#7fc0e0", "#4a90bd"),
            },
            Theme::Contrast => BoardColors {
                plain: Pair::hex("#ffffff", "#8f8f8f"),
                last_move: Pair::hex("#ffd54a", "#d79b00"),
                highlight: Pair::hex("#9fd4f5", "#4fa3d9"),
            },
        }
    }

    /// The colors of one side's pieces.
    pub(super) const fn pieces(self, color: Color) -> PieceColors {
        match (color, self) {
            (Color::White, _) => PieceColors::hex("#fdfaf3", "#dacdb6", "#241f1b", "#241f1b"),
            (Color::Black, Theme::Walnut | Theme::Slate | Theme::Moss) => {
                PieceColors::hex("#37312c", "#231f1b", "#100e0c", "#dcd2c2")
            }
            (Color::Black, Theme::Night) => {
                PieceColors::hex("#16181b", "#0c0d0f", "#050607", "#d4d8dd")
            }
            (Color::Black, Theme::Contrast) => {
                PieceColors::hex("#000000", "#000000", "#000000", "#ffffff")
            }
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Theme {
    type Err = UnknownTheme;

    fn from_str(name: &str) -> Result<Theme, UnknownTheme> {
        let known = Theme::ALL
            .into_iter()
            .find(|theme| theme.name().eq_ignore_ascii_case(name));
        known.ok_or_else(|| UnknownTheme(name.to_owned()))
    }
}

/// Ground of the label column and row, and of nothing else.
pub(super) const GUTTER: Rgb = Rgb::hex("#2b2d31");
/// Labels, and the rim of the disc that shows the side to move.
pub(super) const LABEL: Rgb = Rgb::hex("#dbdee1");
/// The disc when White is to move.
pub(super) const WHITE_DISC: Rgb = Rgb::hex("#fdfaf3");
/// The disc when Black is to move: a hole in the gutter, told from White's by shape as well.
pub(super) const BLACK_DISC: Rgb = Rgb::hex("#121213");
/// The square of a king in check. Color alone fails for color-blind eyes, so a frame goes with it.
pub(super) const CHECK: Pair = Pair::hex("#f7b1aa", "#f2a097");
/// The frame around a king in check; twice as wide when it is mate.
pub(super) const FRAME: Rgb = Rgb::hex("#9c1006");
/// Dots and rings on squares that a piece can reach, laid over the square at [`TARGET_OPACITY`].
pub(super) const TARGET: Rgb = Rgb::hex("#1d1916");
/// How much of [`TARGET`] covers the square.
pub(super) const TARGET_OPACITY: f32 = 0.28;
/// The rim of arrows and circles.
pub(super) const CASING: Rgb = Rgb::hex("#ffffff");

/// One color for light squares and one for dark squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) light: Rgb,
    pub(super) dark: Rgb,
}

impl Pair {
    const fn hex(light: &str, dark: &str) -> Pair {
        Pair {
            light: Rgb::hex(light),
            dark: Rgb::hex(dark),
        }
    }
}

/// The colors of the squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BoardColors {
    pub(super) plain: Pair,
    pub(super) last_move: Pair,
    /// Squares that a lesson or a choice points out.
    pub(super) highlight: Pair,
}

/// The colors of one side's pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PieceColors {
    pub(super) fill: Rgb,
    /// The side that lies in shadow.
    pub(super) shade: Rgb,
    pub(super) outline: Rgb,
    /// Lines inside the piece: dark on White, light on Black.
    pub(super) detail: Rgb,
}

impl PieceColors {
    const fn hex(fill: &str, shade: &str, outline: &str, detail: &str) -> PieceColors {
        PieceColors {
            fill: Rgb::hex(fill),
            shade: Rgb::hex(shade),
            outline: Rgb::hex(outline),
            detail: Rgb::hex(detail),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::color::sight::{Eyes, contrast, difference};

    #[test]
    fn names_are_read_back() {
        for theme in Theme::ALL {
            assert_eq!(theme.name().parse(), Ok(theme));
        }
        assert_eq!("Walnut".parse(), Ok(Theme::Walnut));
        assert!("plaid".parse::<Theme>().is_err());
    }

    #[track_caller]
    fn check_range(theme: Theme, what: &str, value: f64, at_least: f64, at_most: f64) {
        assert!(
            (at_least..=at_most).contains(&value),
            "{theme}: {what} is {value:.2}, not {at_least} to {at_most}"
        );
    }

    #[test]
    fn pieces_stand_out_from_squares() {
        for theme in Theme::ALL {
            let (board, black) = (theme.board(), theme.pieces(Color::Black));
            let white = theme.pieces(Color::White);
            let dark = board.plain.dark;
            // On Night's dark squares pure black reaches 3.6 to 1, so what holds is WCAG's 3 to 1 for graphics.
            let (fill, outline) = if theme == Theme::Night {
                (3.0, 3.0)
            } else {
                (4.0, 5.0)
            };
            check_range(
                theme,
                "light to dark squares",
                contrast(board.plain.light, dark),
                2.2,
                3.3,
            );
            check_range(
                theme,
                "black pieces on dark",
                contrast(black.fill, dark),
                fill,
                21.0,
            );
            check_range(
                theme,
                "black outline on dark",
                contrast(black.outline, dark),
                outline,
                21.0,
            );
            check_range(
                theme,
                "white outline on light",
                contrast(white.outline, board.plain.light),
                5.0,
                21.0,
            );
            check_range(
                theme,
                "white to black pieces",
                contrast(white.fill, black.fill),
                10.0,
                21.0,
            );
            check_range(
                theme,
                "lines on white pieces",
                contrast(white.detail, white.fill),
                7.0,
                21.0,
            );
            check_range(
                theme,
                "lines on black pieces",
                contrast(black.detail, black.fill),
                7.0,
                21.0,
            );
            for ground in [board.last_move, board.highlight, CHECK] {
                check_range(
                    theme,
                    "black pieces on a marked square",
                    contrast(black.fill, ground.dark),
                    4.0,
                    21.0,
                );
            }
        }
        check_range(Theme::Walnut, "labels", contrast(LABEL, GUTTER), 7.0, 21.0);
        check_range(
            Theme::Walnut,
            "discs",
            contrast(WHITE_DISC, BLACK_DISC),
            10.0,
            21.0,
        );
    }

    #[test]
    fn every_eye_tells_marked_squares_apart() {
        for theme in Theme::ALL {
            let board = theme.board();
            for eyes in Eyes::ALL {
                let pairs = [
                    ("last move and plain", board.last_move, board.plain),
                    ("highlight and plain", board.highlight, board.plain),
                    ("highlight and last move", board.highlight, board.last_move),
                    ("check and plain", CHECK, board.plain),
                ];
                for plain in [board.plain.light, board.plain.dark] {
                    let dot = plain.covered(TARGET, TARGET_OPACITY);
                    check_range(theme, "dots", difference(plain, dot, eyes), 7.0, 100.0);
                }
                for (what, one, other) in pairs {
                    let what = format!("{what} for {eyes:?} eyes");
                    check_range(
                        theme,
                        &what,
                        difference(one.light, other.light, eyes),
                        7.0,
                        100.0,
                    );
                    check_range(
                        theme,
                        &what,
                        difference(one.dark, other.dark, eyes),
                        7.0,
                        100.0,
                    );
                }
            }
        }
    }
}
