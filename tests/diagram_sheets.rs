//! Sheets to look at: every theme and piece set as a phone shows them on a dark and on a light ground, and every piece
//! at several sizes and as a silhouette. Not a test of anything; run it after changing a drawing or a color:
//! `cargo test --test diagram_sheets -- --ignored`. The sheets go to `target/tmp/sheets`.

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

#[test]
#[ignore = "draws sheets for people to look at"]
fn themes() {
    let renderer = Renderer::new();
    let middle_game = "r4rk1/1bq1bppp/p2p1n2/np2p3/3PP3/2PB1N1P/PPBQ1PP1/R3R1K1 b - - 1 16";
    let mate = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4";
    let diagrams = [
        position(middle_game).last_move(Square::C1, Square::D2),
        position(mate)
            .view(View::Black)
            .last_move(Square::H5, Square::F7)
            .arrow(Square::C4, Square::F7, Ink::Blue)
            .arrow(Square::F6, Square::E4, Ink::Orange)
            .circle(Square::C6, Ink::Ink)
            .highlights([Square::D5, Square::E6])
            .targets([Square::G5, Square::H5, Square::D5, Square::E4, Square::G8]),
    ];
    let cell = PHONE + MARGIN;
    for pieces in PieceSet::ALL {
        let mut sheet = Sheet::new(cell * Theme::ALL.len() as f32, cell * 4.0);
        for (column, theme) in (0..).zip(Theme::ALL) {
            for (row, (diagram, ground)) in (0..).zip(
                diagrams
                    .iter()
                    .flat_map(|it| GROUNDS.map(|ground| (it, ground))),
            ) {
                let (x, y) = (column as f32 * cell, row as f32 * cell);
                sheet.fill(x, y, cell, ground);
                let file = renderer.png(&diagram.clone().theme(theme).pieces(pieces));
                let picture = Pixmap::decode_png(&file).unwrap();
                sheet.put(&picture, x + MARGIN / 2.0, y + MARGIN / 2.0, PHONE);
            }
        }
        sheet.save(&format!("themes_{pieces}"));
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
        self.0.save_png(folder.join(format!("{name}.png"))).unwrap();
    }
}
