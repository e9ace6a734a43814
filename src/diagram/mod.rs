//! A chess diagram as a picture. Knows the board, not the rules of the game, and nothing of Discord.
//!
//! ```text
//! Diagram   what to show, in chess terms      board, view, last move, check, arrows      (input)
//!    |
//! Scene     what to paint, in picture terms   9 x 9 tiles and the shapes over them       (scene, layout)
//!    |
//! Atlas     every tile as palette indices     drawn once per theme, piece set and size   (tiles, palette, atlas)
//!    |
//! pixels    rows of tiles side by side                                                   (atlas, overlay, shapes)
//!    |
//! file      PNG for a diagram, GIF for a game                                            (encode, animate, renderer)
//! ```

mod animate;
mod atlas;
mod color;
mod describe;
mod encode;
mod glyphs;
mod input;
mod layout;
#[cfg(test)]
mod oracle;
mod overlay;
mod palette;
mod pieces;
mod renderer;
mod replay;
mod scene;
mod shapes;
mod theme;
mod tiles;

pub use describe::{describe, describe_board, move_in_words};
pub use input::{Diagram, Ink};
pub use layout::{Size, View};
pub use pieces::{PieceSet, UnknownPieceSet};
pub use renderer::Renderer;
pub use replay::Replay;
pub use theme::{Theme, UnknownTheme};
