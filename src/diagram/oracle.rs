//! Both of our own encoders against the `png` and `gif` crates, on random boards with random marks.
//!
//! A sample runs with every test. All of it, ten thousand pictures:
//! `cargo test --lib diagram::oracle -- --include-ignored`

use std::io::Cursor;

use fastrand::Rng;

use super::animate::{self, Still};
use super::atlas::Atlas;
use super::color::Rgb;
use super::input::{Diagram, Style};
use super::layout::{Size, View};
use super::pieces::PieceSet;
use super::scene::{Scene, Tile};
use super::theme::Theme;
use crate::chess::{Board, Color, Piece, Role, Square};

#[test]
fn spliced_pictures_are_the_composed_ones() {
    // Every theme, size and piece set, but not every combination.
    for (theme, size, pieces) in [
        (Theme::Walnut, Size::Medium, PieceSet::Turned),
        (Theme::Slate, Size::Small, PieceSet::Book),
        (Theme::Moss, Size::Large, PieceSet::Turned),
        (Theme::Night, Size::Huge, PieceSet::Book),
        (Theme::Contrast, Size::Small, PieceSet::Turned),
    ] {
        check_splicing(
            Style {
                theme,
                pieces,
                size,
            },
            40,
        );
    }
}

#[test]
#[ignore = "ten thousand pictures; see the top of the module"]
fn ten_thousand_spliced_pictures_are_the_composed_ones() {
    for theme in Theme::ALL {
        for size in Size::ALL {
            for pieces in PieceSet::ALL {
                check_splicing(
                    Style {
                        theme,
                        pieces,
                        size,
                    },
                    250,
                );
            }
        }
    }
}

#[test]
fn every_tile_can_be_spliced() {
    let style = Style::default();
    let atlas = Atlas::new(style);
    let mut scene = Scene::new(&Diagram::new(&"8/8/8/8/8/8/8/8".parse().unwrap()));
    let squares: Vec<Tile> = Tile::all()
        .filter(|tile| matches!(tile, Tile::Square(_)))
        .collect();
    for tiles in squares.chunks(64) {
        for (place, &tile) in tiles.iter().enumerate() {
            scene.tiles[place / 8][place % 8 + 1] = tile;
        }
        check_picture(&atlas, &scene, style);
    }
}

#[test]
fn replays_show_what_stills_show() {
    check_replay(Style::default(), 12);
    check_replay(
        Style {
            size: Size::Small,
            theme: Theme::Night,
            pieces: PieceSet::Book,
        },
        12,
    );
}

#[track_caller]
fn check_splicing(style: Style, pictures: usize) {
    let atlas = Atlas::new(style);
    let mut random = Rng::with_seed(11);
    for _ in 0..pictures {
        check_picture(
            &atlas,
            &Scene::new(&random_diagram(style, &mut random)),
            style,
        );
    }
}

#[track_caller]
fn check_picture(atlas: &Atlas, scene: &Scene, style: Style) {
    let file = atlas.splice(scene);
    let mut reader = png::Decoder::new(Cursor::new(&file))
        .read_info()
        .expect("a valid file");
    let info = reader.info();
    let side = style.size.pixels();
    assert_eq!((info.width, info.height), (side as u32, side as u32));
    let palette: Vec<u8> = atlas.palette().iter().flat_map(|color| color.0).collect();
    assert_eq!(info.palette.as_deref(), Some(&palette[..]));
    let mut pixels = vec![0; side * side];
    reader
        .next_frame(&mut pixels)
        .expect("valid pixels and checksums");
    reader.finish().expect("nothing is missing");
    assert!(
        pixels == atlas.compose(scene),
        "{style:?}: {:?}",
        scene.tiles
    );
}

#[track_caller]
fn check_replay(style: Style, stills: usize) {
    let atlas = Atlas::new(style);
    let mut random = Rng::with_seed(5);
    let mut stills: Vec<Still> = (0..stills)
        .map(|_| Still {
            scene: Scene::new(&random_diagram(style, &mut random)),
            delay: random.u16(2..500),
        })
        .collect();
    // The same picture twice: nothing changes, and still there is a frame.
    stills.push(Still {
        scene: stills[stills.len() - 1].scene.clone(),
        delay: 40,
    });
    let file = animate::gif(&atlas, &stills);

    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::Indexed);
    let mut reader = options.read_info(&file[..]).expect("a valid file");
    let side = style.size.pixels();
    let colors = reader.global_palette().expect("a palette").chunks_exact(3);
    let colors: Vec<Rgb> = colors.map(|rgb| Rgb([rgb[0], rgb[1], rgb[2]])).collect();
    assert_eq!(colors[..atlas.palette().len()], *atlas.palette());
    let mut screen = vec![0u8; side * side];
    for Still { scene, delay } in &stills {
        let frame = reader
            .read_next_frame()
            .expect("a valid frame")
            .expect("a frame for each still");
        assert_eq!(frame.delay, *delay);
        let (left, top, width) = (
            usize::from(frame.left),
            usize::from(frame.top),
            usize::from(frame.width),
        );
        for (y, row) in frame.buffer.chunks_exact(width).enumerate() {
            for (x, &index) in row
                .iter()
                .enumerate()
                .filter(|&(_, &index)| Some(index) != frame.transparent)
            {
                screen[(top + y) * side + left + x] = index;
            }
        }
        assert!(
            screen == atlas.compose(scene),
            "{style:?}: {:?}",
            scene.tiles
        );
    }
    assert!(reader.read_next_frame().expect("a valid end").is_none());
}

/// Anything that a caller may ask for, but for shapes.
fn random_diagram(style: Style, random: &mut Rng) -> Diagram {
    let mut board: Board = "8/8/8/8/8/8/8/8".parse().unwrap();
    for _ in 0..random.usize(0..=64) {
        let piece = Piece {
            color: random_of(&Color::ALL, random),
            role: random_of(&Role::ALL, random),
        };
        board.set(random_of(&Square::ALL, random), Some(piece));
    }
    let mut diagram = Diagram::new(&board)
        .view(random_of(&View::ALL, random))
        .theme(style.theme)
        .pieces(style.pieces)
        .size(style.size);
    if random.bool() {
        diagram = diagram.turn(random_of(&Color::ALL, random));
    }
    if random.bool() {
        diagram = diagram.last_move(
            random_of(&Square::ALL, random),
            random_of(&Square::ALL, random),
        );
    }
    let king = random_of(&Square::ALL, random);
    diagram = match random.u8(..4) {
        0 => diagram.check(king),
        1 => diagram.mate(king),
        _ => diagram,
    };
    if random.u8(..4) == 0 {
        let some = |random: &mut Rng| -> Vec<Square> {
            (0..random.usize(..30))
                .map(|_| random_of(&Square::ALL, random))
                .collect()
        };
        diagram = diagram.highlights(some(random)).targets(some(random));
    }
    diagram
}

fn random_of<T: Copy>(all: &[T], random: &mut Rng) -> T {
    all[random.usize(..all.len())]
}
