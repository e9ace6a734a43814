//! Sheets to look at: what a picture can show, and every theme, with both piece sets, as a phone shows them on a dark
//! and on a light ground; and every piece at several sizes and as a silhouette. Not a test of anything; run it after
//! changing a drawing or a color: `cargo test --test diagram_sheets -- --ignored --nocapture`, which prints where they
//! are.

use std::fs;
use std::path::{Path, PathBuf};

use penpawn::chess::{CastlingMode, Color, Position, Square};
use penpawn::diagram::{Diagram, Ink, PieceSet, Renderer, Theme, View};
use resvg::usvg;
use tiny_skia::{FilterQuality, Pixmap, PixmapPaint, Transform};

/// The grounds of Discord's dark and light themes.
const GROUNDS: [&str; 2] = ["#313338", "#ffffff"];
/// How wide a phone shows a picture.
const PHONE: f32 = 350.0;
const MARGIN: f32 = 10.0;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const MIDDLE_GAME: &str = "r4rk1/1bq1bppp/p2p1n2/np2p3/3PP3/2PB1N1P/PPBQ1PP1/R3R1K1 b - - 1 16";
const CHECK: &str = "rnbqkbnr/ppp2ppp/3p4/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 1 3";
const MATE: &str = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4";
const PROMOTION: &str = "3Q4/5pk1/1p4p1/p2r3p/P6P/1PR3P1/5P2/6K1 b - - 0 41";

#[test]
#[ignore = "draws sheets for people to look at"]
fn ideas() {
    let middle_game = position(MIDDLE_GAME).last_move(Square::C1, Square::D2);
    let diagrams = [
        position(START),
        middle_game.clone(),
        middle_game.clone().view(View::Black),
        position(CHECK).last_move(Square::F1, Square::B5),
        position(MATE).last_move(Square::H5, Square::F7),
        position(PROMOTION).last_move(Square::D7, Square::D8),
        middle_game
            .arrow(Square::A5, Square::C4, Ink::Blue)
            .arrow(Square::D3, Square::H7, Ink::Orange)
            .arrow(Square::F3, Square::G5, Ink::Ink)
            .circle(Square::G8, Ink::Blue),
    ];
    for pieces in PieceSet::ALL {
        let columns = diagrams.iter().map(|it| vec![it.clone().pieces(pieces)]);
        on_a_phone(&format!("ideas_{pieces}"), &columns.collect::<Vec<_>>());
    }
}

#[test]
#[ignore = "draws sheets for people to look at"]
fn themes() {
    let diagrams = [
        position(MIDDLE_GAME).last_move(Square::C1, Square::D2),
        position(MATE)
            .view(View::Black)
            .last_move(Square::H5, Square::F7)
            .arrow(Square::C4, Square::F7, Ink::Blue)
            .arrow(Square::F6, Square::E4, Ink::Orange)
            .circle(Square::C6, Ink::Ink)
            .highlights([Square::D5, Square::E6])
            .targets([Square::G5, Square::H5, Square::D5, Square::E4, Square::G8]),
    ];
    for pieces in PieceSet::ALL {
        let columns = Theme::ALL.map(|theme| {
            let diagrams = diagrams.iter().cloned();
            diagrams.map(|it| it.theme(theme).pieces(pieces)).collect()
        });
        on_a_phone(&format!("themes_{pieces}"), &columns);
    }
}

#[test]
#[ignore = "draws sheets for people to look at"]
fn pieces() {
    const SIZES: [f32; 4] = [150.0, 90.0, 44.0, 32.0];
    let row = 300.0;
    for set in PieceSet::ALL {
        let names = ["king", "queen", "rook", "bishop", "knight", "pawn"];
        let mut sheet = Sheet::new(1000.0, row * names.len() as f32);
        for (line, name) in (0..).zip(names) {
            let drawing = drawing(set, name);
            let y = line as f32 * row;
            let mut x = 0.0;
            for color in Color::ALL {
                for size in SIZES {
                    for (step, square) in (0..).zip(["#f0e4cf", "#b38a63"]) {
                        let y = y + step as f32 * size;
                        sheet.fill(x, y, size, square);
                        sheet.draw(&colored(&drawing, color), x, y, size);
                    }
                    x += size;
                }
            }
            for size in SIZES {
                sheet.draw(&silhouette(&drawing), x, y, size);
                x += size;
            }
        }
        sheet.save(&format!("pieces_{set}"));
    }
}

/// Columns of diagrams, each of them on every ground.
fn on_a_phone(name: &str, columns: &[Vec<Diagram>]) {
    let renderer = Renderer::new();
    let cell = PHONE + MARGIN;
    let rows = columns[0].len() * GROUNDS.len();
    let mut sheet = Sheet::new(cell * columns.len() as f32, cell * rows as f32);
    for (column, diagrams) in (0..).zip(columns) {
        let x = column as f32 * cell;
        let on_grounds = diagrams
            .iter()
            .flat_map(|it| GROUNDS.map(|ground| (it, ground)));
        for (row, (diagram, ground)) in (0..).zip(on_grounds) {
            let y = row as f32 * cell;
            sheet.fill(x, y, cell, ground);
            let picture = Pixmap::decode_png(&renderer.png(diagram)).unwrap();
            sheet.put(&picture, x + MARGIN / 2.0, y + MARGIN / 2.0, PHONE);
        }
    }
    sheet.save(name);
}

fn position(fen: &str) -> Diagram {
    Diagram::of(
        &Position::from_fen(fen, CastlingMode::Standard).unwrap(),
        None,
    )
}

fn drawing(set: PieceSet, name: &str) -> String {
    let path = format!("assets/pieces/{set}/{name}.svg");
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

fn colored(drawing: &str, color: Color) -> String {
    match color {
        Color::White => drawing.to_owned(),
        // Lines inside become light, the outline dark.
        Color::Black => drawing
            .replace(
                r##"stroke="#241f1b" stroke-width="1."##,
                r##"stroke="#dcd2c2" stroke-width="1."##,
            )
            .replace("#fdfaf3", "#37312c")
            .replace("#dacdb6", "#231f1b"),
    }
}

fn silhouette(drawing: &str) -> String {
    ["#fdfaf3", "#dacdb6", "#241f1b"]
        .into_iter()
        .fold(drawing.to_owned(), |it, color| it.replace(color, "#000000"))
}

struct Sheet(Pixmap);

impl Sheet {
    fn new(width: f32, height: f32) -> Sheet {
        let mut pixmap = Pixmap::new(width as u32, height as u32).unwrap();
        pixmap.fill(tiny_skia::Color::WHITE);
        Sheet(pixmap)
    }

    fn fill(&mut self, x: f32, y: f32, side: f32, color: &str) {
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path fill="{color}" d="M0 0H1V1H0Z"/></svg>"#
        );
        self.draw(&svg, x, y, side);
    }

    fn draw(&mut self, svg: &str, x: f32, y: f32, side: f32) {
        let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).unwrap();
        let scale = side / tree.size().width();
        resvg::render(
            &tree,
            Transform::from_row(scale, 0.0, 0.0, scale, x, y),
            &mut self.0.as_mut(),
        );
    }

    fn put(&mut self, picture: &Pixmap, x: f32, y: f32, side: f32) {
        let scale = side / picture.width() as f32;
        let paint = PixmapPaint {
            quality: FilterQuality::Bicubic,
            ..PixmapPaint::default()
        };
        let place = Transform::from_row(scale, 0.0, 0.0, scale, x, y);
        self.0
            .draw_pixmap(0, 0, picture.as_ref(), &paint, place, None);
    }

    fn save(&self, name: &str) {
        let folder: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sheets");
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join(format!("{name}.png"));
        self.0.save_png(&path).unwrap();
        println!("{}", path.display());
    }
}
