//! Pictures, pixel by pixel, one for each idea.
//!
//! On a difference the test leaves expected, difference and actual side by side and prints where. After a
//! deliberate change, look at the new pictures and store them with
//! `PENPAWN_BLESS=1 cargo test --test diagram`.

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Barrier, LazyLock};
use std::thread;

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
    let other = Renderer::new();
    other.warm_up(&diagram);
    assert!(
        other.png(&diagram) == later,
        "another renderer draws it in other bytes"
    );
}

#[test]
fn fifty_pictures_at_once_equal_the_same_pictures_alone() {
    let positions = [MIDDLE_GAME, CHECK, MATE].map(position);
    let diagrams: Vec<Diagram> = (0..50)
        .map(|i| {
            // Few styles, so that many threads want the same tiles, and some want others at that moment.
            let diagram = positions[i % 3]
                .clone()
                .theme(Theme::ALL[i % 5])
                .size([Size::Small, Size::Medium][i / 5 % 2])
                .pieces(PieceSet::ALL[i / 10 % 2])
                .view(View::ALL[i % 2])
                .last_move(Square::ALL[i], Square::ALL[63 - i]);
            match i % 4 {
                0 => diagram.arrow(Square::A1, Square::ALL[1 + i], Ink::ALL[i % 3]),
                1 => diagram.targets([Square::D4, Square::D5, Square::E7]),
                _ => diagram,
            }
        })
        .collect();
    let alone = Renderer::new();
    let expected: Vec<Picture> = diagrams.iter().map(|it| picture(&alone.png(it))).collect();

    let shared = Renderer::new();
    let start = Barrier::new(diagrams.len());
    let draw = |diagram: &Diagram| {
        start.wait();
        // Again when tiles may be compressed meanwhile.
        [(); 3].map(|()| picture(&shared.png(diagram)))
    };
    thread::scope(|scope| {
        let drawn: Vec<_> = diagrams.iter().map(|it| scope.spawn(|| draw(it))).collect();
        for (number, (drawn, expected)) in drawn.into_iter().zip(&expected).enumerate() {
            let same = |found: &Picture| found.width == expected.width && found.rgb == expected.rgb;
            assert!(drawn.join().unwrap().iter().all(same), "picture {number}");
        }
    });
}

#[test]
fn the_program_needs_nothing_but_itself() {
    let folder = tempfile::tempdir().unwrap();
    let program = Command::new(env!("CARGO_BIN_EXE_penpawn"))
        .args(["board", MIDDLE_GAME, "--last", "c1d2", "-o", "board.png"])
        .env_clear()
        .current_dir(&folder)
        .output()
        .unwrap();
    assert!(program.status.success(), "{program:?}");
    let diagram = position(MIDDLE_GAME).last_move(Square::C1, Square::D2);
    let file = fs::read(folder.path().join("board.png")).unwrap();
    assert!(file == Renderer::new().png(&diagram));
}

#[test]
fn a_replay_has_a_frame_for_each_position() {
    let mut line = Line::new(Position::start());
    for san in ["f3", "e5", "g4", "Qh4#"] {
        line.push(line.position().parse_san(san).unwrap());
    }
    let renderer = Renderer::new();
    let replay = Replay::new(&line).unwrap().view(View::Black);
    let file = renderer.gif(&replay.size(Size::Small));

    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut reader = options.read_info(&file[..]).unwrap();
    assert_eq!((reader.width(), reader.height()), (512, 512));
    assert_eq!(reader.repeat(), gif::Repeat::Infinite);
    let (mut screen, mut delays) = (vec![0; 512 * 512 * 3], Vec::new());
    let moves = std::iter::once(None).chain(line.moves().iter().copied().map(Some));
    for (position, mv) in line.positions().iter().zip(moves) {
        let frame = reader.read_next_frame().unwrap().unwrap();
        delays.push(frame.delay);
        lay_over(&mut screen, frame);
        let still = Diagram::of(position, mv)
            .view(View::Black)
            .size(Size::Small);
        let mut still = picture(&renderer.png(&still)).rgb;
        for picture in [&mut screen, &mut still] {
            hide_turn(picture);
        }
        assert!(screen == still, "after {mv:?}");
    }
    assert_eq!(delays, [150, 70, 70, 70, 300]);
    assert!(reader.read_next_frame().unwrap().is_none());
}

/// Puts what a frame changes on a screen of 512 pixels.
fn lay_over(screen: &mut [u8], frame: &gif::Frame<'_>) {
    let (left, top) = (usize::from(frame.left), usize::from(frame.top));
    for (i, pixel) in frame.buffer.chunks_exact(4).enumerate() {
        let (x, y) = (i % usize::from(frame.width), i / usize::from(frame.width));
        if pixel[3] != 0 {
            screen[3 * ((top + y) * 512 + left + x)..][..3].copy_from_slice(&pixel[..3]);
        }
    }
}

/// Replays show nobody to move: blackens the corner of a picture of 512 pixels in which stills do.
fn hide_turn(rgb: &mut [u8]) {
    let gutter = Size::Small.gutter();
    for y in 512 - gutter..512 {
        rgb[3 * y * 512..][..3 * gutter].fill(0);
    }
}

/// What the README shows is what is drawn.
#[test]
fn readme() {
    let famous = position("b2r3r/k4p1p/p2q1np1/NppP4/3R1Q2/P4PPB/1PP4P/1K2R3 b - - 1 24");
    let famous = famous.last_move(Square::D1, Square::D4);
    check_file("assets/readme/board.png", &Renderer::new().png(&famous));

    let middle_game = position(MIDDLE_GAME).last_move(Square::C1, Square::D2);
    let promotion = board("3Q4/5pk1/1p4p1/p2r3p/P6P/1PR3P1/5P2/6K1");
    let rook_targets = promotion.pseudo_legal_targets(Square::D5);
    let promotion = Diagram::new(&promotion)
        .turn(Color::Black)
        .last_move(Square::D7, Square::D8);
    let rows = [
        [
            middle_game.clone(),
            position(CHECK)
                .last_move(Square::F1, Square::B5)
                .view(View::Black)
                .theme(Theme::Slate),
            middle_game
                .arrow(Square::A5, Square::C4, Ink::Blue)
                .arrow(Square::D3, Square::H7, Ink::Orange)
                .circle(Square::G8, Ink::Ink)
                .theme(Theme::Moss)
                .pieces(PieceSet::Book),
        ],
        [
            position(MATE)
                .last_move(Square::H5, Square::F7)
                .theme(Theme::Night),
            promotion
                .targets(rook_targets)
                .highlights([Square::D5])
                .theme(Theme::Contrast),
            position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
                .pieces(PieceSet::Book),
        ],
    ];
    let renderer = Renderer::new();
    let rows =
        rows.map(|row| side_by_side(&row.map(|it| picture(&renderer.png(&it.size(Size::Small))))));
    let width = rows[0].width;
    let rgb = rows.map(|row| row.rgb).concat();
    check_file("assets/readme/gallery.png", &png(width, &rgb));
}

fn board(placement: &str) -> Board {
    placement.parse().unwrap()
}

fn position(fen: &str) -> Diagram {
    Diagram::of(
        &Position::from_fen(fen, CastlingMode::Standard).unwrap(),
        None,
    )
}

/// Compares a picture with the one that is kept under this name, at the smallest size.
#[track_caller]
fn check(name: &str, diagram: &Diagram) {
    static RENDERER: LazyLock<Renderer> = LazyLock::new(Renderer::new);
    let file = RENDERER.png(&diagram.clone().size(Size::Small));
    check_file(&format!("tests/diagram/{name}.png"), &file);
}

/// Compares a picture with the one that is kept in this file of the repository.
#[track_caller]
fn check_file(kept: &str, file: &[u8]) {
    let reference = Path::new(env!("CARGO_MANIFEST_DIR")).join(kept);
    if std::env::var_os("PENPAWN_BLESS").is_some() {
        fs::write(&reference, file).unwrap();
        return;
    }
    let expected = fs::read(&reference).unwrap_or_else(|error| panic!("{kept}: {error}"));
    let (expected, actual) = (picture(&expected), picture(file));
    if expected.rgb != actual.rgb {
        let panels = show_difference(kept, &expected, &actual);
        panic!("{kept} looks different: see {}", panels.display());
    }
}

#[derive(Clone)]
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

/// Pictures of one height next to each other.
fn side_by_side(pictures: &[Picture]) -> Picture {
    let height = |it: &Picture| it.rgb.len() / 3 / it.width;
    let rows = (0..pictures.iter().map(height).min().unwrap()).flat_map(|y| {
        let row = move |it: &Picture| it.rgb[3 * y * it.width..][..3 * it.width].to_vec();
        pictures.iter().flat_map(row)
    });
    Picture {
        rgb: rows.collect(),
        width: pictures.iter().map(|it| it.width).sum(),
    }
}

/// Writes expected, difference (differing pixels red on a faint picture) and actual side by side.
fn show_difference(kept: &str, expected: &Picture, actual: &Picture) -> PathBuf {
    let pixels = expected.rgb.chunks_exact(3).zip(actual.rgb.chunks_exact(3));
    let differing = pixels.flat_map(|(one, other)| {
        if one == other {
            std::array::from_fn(|i| 192 + one[i] / 4)
        } else {
            [255, 0, 0]
        }
    });
    let mut panels = vec![expected.clone(), actual.clone()];
    if expected.width == actual.width {
        let width = expected.width;
        let rgb = differing.collect();
        panels.insert(1, Picture { width, rgb });
    }
    let panels = side_by_side(&panels);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("diagram");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(Path::new(kept).file_name().unwrap());
    fs::write(&path, png(panels.width, &panels.rgb)).unwrap();
    path
}

/// Pixels as a small PNG file.
fn png(width: usize, rgb: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    let height = rgb.len() / 3 / width;
    let mut encoder = png::Encoder::new(&mut file, width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(rgb).unwrap();
    writer.finish().unwrap();
    file
}
