//! From characters to symbols: letters, ranks, and the words that people use for pieces and actions.
//! Knows the vocabulary, not what may follow what.

use crate::chess::{Rank, Role};

/// The smallest parts of a typed move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symbol {
    /// A letter as it was typed: a file or a piece, which its case may tell.
    Letter(char),
    Rank(Rank),
    /// A piece named by a word or a figurine, where case leaves no doubt.
    Role(Role),
    /// `x` or `:`, or a word for it. The word says nothing about which piece takes.
    Takes {
        word: bool,
    },
    /// `-` or "to" before a square.
    To,
    /// "on" or "from" before a square.
    At,
    /// `=`, `/` or "promotes".
    Promotes,
    /// `(` of `e8(Q)`.
    Open,
    /// `)` of `e8(Q)`.
    Close,
}

/// Splits cleaned text into symbols; `None` when it holds anything that belongs to no move.
pub(super) fn symbols(text: &str) -> Option<Vec<Symbol>> {
    let mut symbols = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = if c.is_alphabetic() {
            rest.find(|c: char| !c.is_alphabetic())
                .unwrap_or(rest.len())
        } else {
            c.len_utf8()
        };
        let (part, after) = rest.split_at(length);
        rest = after;
        if c.is_alphabetic() {
            push_letters(part, &mut symbols)?;
        } else if c != ' ' {
            symbols.push(mark(c)?);
        }
    }
    Some(symbols)
}

/// A run of letters: a word, or single letters that stand for files and pieces.
fn push_letters(run: &str, symbols: &mut Vec<Symbol>) -> Option<()> {
    let lower = run.to_lowercase();
    if let Some(&(_, symbol)) = WORDS.iter().find(|(word, _)| *word == lower) {
        symbols.push(symbol);
        return Some(());
    }
    if let Some(&(_, letter)) = FILE_WORDS.iter().find(|(word, _)| *word == lower) {
        symbols.push(Symbol::Letter(letter));
        return Some(());
    }
    if let Some(number) = RANK_WORDS.iter().position(|word| *word == lower) {
        symbols.push(Symbol::Rank(Rank::ALL[number]));
        return Some(());
    }
    let mut letters = run;
    // "Kt" is the knight of old English books: `Ktf3`, `KtxP`.
    if lower.starts_with("kt") {
        symbols.push(Symbol::Role(Role::Knight));
        letters = &run[2..];
    }
    for c in letters.chars() {
        match c {
            'x' | 'X' => symbols.push(Symbol::Takes { word: false }),
            c if c.is_ascii() => symbols.push(Symbol::Letter(c)),
            _ => return None,
        }
    }
    Some(())
}

/// A digit, a figurine or a mark.
fn mark(c: char) -> Option<Symbol> {
    Some(match c {
        '-' | '>' => Symbol::To,
        ':' => Symbol::Takes { word: false },
        '=' | '/' => Symbol::Promotes,
        '(' => Symbol::Open,
        ')' => Symbol::Close,
        '\u{2654}' => Symbol::Role(Role::King),
        '\u{2655}' => Symbol::Role(Role::Queen),
        '\u{2656}' => Symbol::Role(Role::Rook),
        '\u{2657}' => Symbol::Role(Role::Bishop),
        '\u{2658}' => Symbol::Role(Role::Knight),
        '\u{2659}' => Symbol::Role(Role::Pawn),
        _ => Symbol::Rank(Rank::from_char(c)?),
    })
}

/// Piece letters of other languages that English does not use, capitals only, since small ones would be files:
/// German, Dutch, French, Spanish, Italian.
pub(super) fn foreign_role(letter: char) -> Option<Role> {
    match letter {
        'D' => Some(Role::Queen),
        'T' => Some(Role::Rook),
        'L' | 'F' | 'A' => Some(Role::Bishop),
        'S' | 'C' => Some(Role::Knight),
        _ => None,
    }
}

/// English words, and the German ones that the Laws use for announcing moves aloud (FIDE Laws, appendix D.2.1).
const WORDS: [(&str, Symbol); 31] = [
    ("king", Symbol::Role(Role::King)),
    ("queen", Symbol::Role(Role::Queen)),
    ("rook", Symbol::Role(Role::Rook)),
    ("bishop", Symbol::Role(Role::Bishop)),
    ("knight", Symbol::Role(Role::Knight)),
    ("kt", Symbol::Role(Role::Knight)),
    ("horse", Symbol::Role(Role::Knight)),
    ("pawn", Symbol::Role(Role::Pawn)),
    ("könig", Symbol::Role(Role::King)),
    ("koenig", Symbol::Role(Role::King)),
    ("dame", Symbol::Role(Role::Queen)),
    ("turm", Symbol::Role(Role::Rook)),
    ("läufer", Symbol::Role(Role::Bishop)),
    ("laeufer", Symbol::Role(Role::Bishop)),
    ("springer", Symbol::Role(Role::Knight)),
    ("bauer", Symbol::Role(Role::Pawn)),
    ("takes", Symbol::Takes { word: true }),
    ("take", Symbol::Takes { word: true }),
    ("captures", Symbol::Takes { word: true }),
    ("capture", Symbol::Takes { word: true }),
    ("schlägt", Symbol::Takes { word: true }),
    ("to", Symbol::To),
    ("on", Symbol::At),
    ("from", Symbol::At),
    ("nach", Symbol::To),
    ("auf", Symbol::At),
    ("von", Symbol::At),
    ("promotes", Symbol::Promotes),
    ("promote", Symbol::Promotes),
    ("equals", Symbol::Promotes),
    ("becomes", Symbol::Promotes),
];

/// FIDE Laws, appendix D.2.1: how the files are announced.
const FILE_WORDS: [(&str, char); 8] = [
    ("anna", 'a'),
    ("bella", 'b'),
    ("cesar", 'c'),
    ("david", 'd'),
    ("eva", 'e'),
    ("felix", 'f'),
    ("gustav", 'g'),
    ("hector", 'h'),
];

/// FIDE Laws, appendix D.2.1: how the ranks are announced.
const RANK_WORDS: [&str; 8] = [
    "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht",
];
