//! Diagrams to PNG files, shared by everybody who needs one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;

use super::animate;
use super::atlas::Atlas;
use super::encode;
use super::input::{Diagram, Style};
use super::layout::Size;
use super::overlay;
use super::replay::{self, Replay};
use super::scene::Scene;

/// Draws diagrams. One for the whole program, because it keeps what it has drawn once: per theme, piece set and size,
/// the tiles that pictures are put together from.
///
/// It reads no files and no clock, uses no fonts and cannot fail.
#[derive(Debug, Default)]
pub struct Renderer {
    atlases: Mutex<HashMap<Style, Arc<Shelf>>>,
}

/// The place of a style's atlas, so that nobody waits for the atlas of another style.
#[derive(Debug, Default)]
struct Shelf {
    atlas: OnceLock<Atlas>,
    preparing: OnceLock<()>,
}

impl Renderer {
    /// A renderer that has drawn nothing yet.
    pub fn new() -> Renderer {
        Renderer::default()
    }

    /// The diagram as a PNG file.
    ///
    /// The first picture of a style takes some 20 ms, because its tiles are drawn, and the next ones a few, while a
    /// thread compresses the tiles; after that a picture without shapes takes a twentieth of one.
    pub fn png(&self, diagram: &Diagram) -> Vec<u8> {
        let scene = Scene::new(diagram);
        let shelf = self.shelf(scene.style);
        let atlas = shelf.atlas(scene.style);
        if scene.shapes.is_empty() && atlas.can_splice() {
            return atlas.splice(&scene);
        }
        shelf.prepare_in_background(scene.style);
        let width = atlas.size().pixels();
        let mut pixels = atlas.compose(&scene);
        if scene.shapes.is_empty() {
            return encode::indexed(width, atlas.palette(), &pixels);
        }
        overlay::lay_over(atlas, &scene, &mut pixels);
        encode::indexed(width, &atlas.shape_palette().colors, &pixels)
    }

    /// The replay as a GIF file, below 10 MiB: one that grows too large is drawn again at the smallest size.
    pub fn gif(&self, replay: &Replay) -> Vec<u8> {
        self.gif_within(replay, replay::MOST_BYTES)
    }

    fn gif_within(&self, replay: &Replay, most_bytes: usize) -> Vec<u8> {
        let file = self.gif_of_any_length(replay);
        if file.len() <= most_bytes {
            return file;
        }
        self.gif_of_any_length(&replay.clone().size(Size::Small))
    }

    fn gif_of_any_length(&self, replay: &Replay) -> Vec<u8> {
        let style = replay.style();
        animate::gif(self.shelf(style).atlas(style), &replay.stills())
    }

    /// Makes the diagram's theme, piece set and size as fast as they get, before it is needed. Takes up to 0.1 s.
    pub fn warm_up(&self, diagram: &Diagram) {
        self.shelf(diagram.style)
            .atlas(diagram.style)
            .prepare_splicing();
    }

    fn shelf(&self, style: Style) -> Arc<Shelf> {
        let mut atlases = self.atlases.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(atlases.entry(style).or_default())
    }
}

impl Shelf {
    fn atlas(&self, style: Style) -> &Atlas {
        self.atlas.get_or_init(|| Atlas::new(style))
    }

    fn prepare_in_background(self: &Arc<Shelf>, style: Style) {
        self.preparing.get_or_init(|| {
            let shelf = Arc::clone(self);
            let work = move || {
                shelf.atlas(style).prepare_splicing();
            };
            // Without a thread, pictures stay correct and take longer.
            drop(
                thread::Builder::new()
                    .name("diagram".to_owned())
                    .spawn(work),
            );
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Line, Position};

    #[test]
    fn a_replay_that_grows_too_large_is_drawn_smaller() {
        let mut line = Line::new(Position::start());
        line.push(line.position().parse_san("e4").expect("a legal move"));
        let renderer = Renderer::new();
        let replay = Replay::new(&line).expect("one move is not too many");
        let whole = renderer.gif(&replay);
        let smaller = renderer.gif_within(&replay, whole.len() - 1);
        assert!(renderer.gif_within(&replay, whole.len()) == whole);
        assert!(renderer.gif(&replay.size(Size::Small)) == smaller);
        assert!(smaller.len() < whole.len());
    }
}
