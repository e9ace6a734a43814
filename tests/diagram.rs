//! Pictures, pixel by pixel, one for each idea.
//!
//! On a difference the test leaves expected, difference and actual side by side in `target/tmp/diagram`. After a
//! deliberate change, look at the new pictures and store them with
//! `PENPAWN_BLESS=1 cargo test --test diagram`.

use std::fs::{self, File};
use std::io::{BufWriter, Cursor};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use penpawn::chess::{Board, CastlingMode, Color, Line, Position, Square};
use penpawn::diagram::{Diagram, Ink, PieceSet, Renderer, Replay, Size, Theme, View};

const MIDDLE_GAME: &str = "r4rk1/1bq1bppp/p2p1n2/np2p3/3PP3/2PB1N1P/PPBQ1PP1/R3R1K1 b - - 1 16";
const CHECK: &str = "rnbqkbnr/ppp2ppp/3p4/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 1 3";
const MATE: &str = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4";

#[test]
fn positions() {
    check(
        "start",
        &position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    );
    check(
        "last_move",
        &position(MIDDLE_GAME).last_move(Square::C1, Square::D2),
    );
    check(
        "black_view",
        &position(MIDDLE_GAME)
            .last_move(Square::C1, Square::D2)
            .view(View::Black),
    );
    check("check", &position(CHECK).last_move(Square::F1, Square::B5));
    check("mate", &position(MATE).last_move(Square::H5, Square::F7));
}

#[test]
fn marks() {
    let queen = board("8/8/8/1R1q4/8/8/3k2n1/8");
    let targets = queen.pseudo_legal_targets(Square::D5);
    check(
        "targets",
        &Diagram::new(&queen)
            .targets(targets)
            .highlights([Square::D5]),
    );
    check("highlights", &Diagram::new(&queen).highlights(targets));
    let knight = board("R7/2B1b3/2PPQRN1/3npP2/8/8/3k2n1/8");
    let arrows = ["b6", "c7", "f6", "b4", "c3", "e3", "f4"].map(|name| name.parse().unwrap());
    let arrows = arrows.into_iter().fold(Diagram::new(&knight), |it, to| {
        it.arrow(Square::D5, to, Ink::Blue)
    });
    check("knight_arrows", &arrows);
    let inks = position(MIDDLE_GAME)
        .arrow(Square::A5, Square::C4, Ink::Blue)
        .arrow(Square::D3, Square::H7, Ink::Orange)
        .arrow(Square::E7, Square::E7, Ink::Ink)
        .circle(Square::B2, Ink::Blue)
        .circle(Square::H3, Ink::Orange);
    check("inks", &inks);
    check("inks_black_view", &inks.view(View::Black));
}

#[test]
fn styles() {
    let diagram = position(MATE)
        .last_move(Square::H5, Square::F7)
        .targets([Square::G8, Square::E4]);
    for theme in Theme::ALL {
        check(&format!("theme_{theme}"), &diagram.clone().theme(theme));
    }
    check("pieces_book", &diagram.pieces(PieceSet::Book));
    for size in [Size::Medium, Size::Large, Size::Huge] {
        let start = Diagram::new(Position::start().board())
            .turn(Color::White)
            .size(size);
        let pixels = picture(&Renderer::new().png(&start));
        assert_eq!(pixels.width, size.pixels());
    }
}

#[test]
fn a_picture_is_the_same_whenever_it_is_drawn() {
    let diagram = position(MIDDLE_GAME);
    let renderer = Renderer::new();
    let first = renderer.png(&diagram);
    renderer.warm_up(&diagram);
    let later = renderer.png(&diagram);
    assert_ne!(first, later, "the second is not drawn in the fast way");
    assert!(picture(&first).rgb == picture(&later).rgb);
}

#[test]
fn a_replay_has_a_frame_for_each_position() {
    let mut line = Line::new(Position::start());
    for san in ["f3", "e5", "g4", "Qh4#"] {
        line.push(line.position().parse_san(san).unwrap());
    }
    let file = Renderer::new().gif(&Replay::new(&line).view(View::Black).size(Size::Small));
    let mut reader = gif::DecodeOptions::new().read_info(&file[..]).unwrap();
    assert_eq!((reader.width(), reader.height()), (512, 512));
    let mut delays = Vec::new();
    while let Some(frame) = reader.read_next_frame().unwrap() {
        delays.push(frame.delay);
    }
    assert_eq!(delays, [150, 70, 70, 70, 300]);
}

fn board(placement: &str) -> Board {
    placement.parse().unwrap()
}

/// A position at the size at which references are kept.
fn position(fen: &str) -> Diagram {
    Diagram::of(
        &Position::from_fen(fen, CastlingMode::Standard).unwrap(),
        None,
    )
}

/// Compares a picture with the one that is kept under this name.
#[track_caller]
fn check(name: &str, diagram: &Diagram) {
    static RENDERER: LazyLock<Renderer> = LazyLock::new(Renderer::new);
    let file = RENDERER.png(&diagram.clone().size(Size::Small));
    let reference = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/diagram/{name}.png"));
    if std::env::var_os("PENPAWN_BLESS").is_some() {
        fs::write(&reference, &file).unwrap();
        return;
    }
    let expected =
        fs::read(&reference).unwrap_or_else(|error| panic!("{}: {error}", reference.display()));
    let (expected, actual) = (picture(&expected), picture(&file));
    if expected.rgb != actual.rgb {
        let panels = show_difference(name, &expected, &actual);
        panic!("{name} looks different: see {}", panels.display());
    }
}

struct Picture {
    width: usize,
    rgb: Vec<u8>,
}

fn picture(file: &[u8]) -> Picture {
    let mut decoder = png::Decoder::new(Cursor::new(file));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut rgb).unwrap();
    assert_eq!(info.color_type, png::ColorType::Rgb);
    Picture {
        width: info.width as usize,
        rgb,
    }
}

/// Writes expected, difference (differing pixels red on a faint picture) and actual side by side.
fn show_difference(name: &str, expected: &Picture, actual: &Picture) -> PathBuf {
    let width = expected.width.min(actual.width);
    let row =
        |picture: &Picture, y: usize| picture.rgb[3 * y * picture.width..][..3 * width].to_vec();
    let panels: Vec<u8> = (0..width)
        .flat_map(|y| {
            let (left, right) = (row(expected, y), row(actual, y));
            let middle: Vec<u8> = left
                .chunks_exact(3)
                .zip(right.chunks_exact(3))
                .flat_map(|(one, other)| {
                    if one == other {
                        std::array::from_fn(|i| 192 + one[i] / 4)
                    } else {
                        [255, 0, 0]
                    }
                })
                .collect();
            [left, middle, right].concat()
        })
        .collect();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("diagram");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("{name}.png"));
    let file = BufWriter::new(File::create(&path).unwrap());
    let mut encoder = png::Encoder::new(file, 3 * width as u32, width as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder
        .write_header()
        .unwrap()
        .write_image_data(&panels)
        .unwrap();
    path
}
