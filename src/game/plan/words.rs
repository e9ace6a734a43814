//! What a player types, split into words, with what the marks and little words between them say about where a move
//! begins and whose it is. Knows no chess.

/// Who makes a move of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Opponent,
    Owner,
}

/// One word of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    /// Whether a move begins here for certain.
    pub(super) begins: bool,
    /// Whose move begins here, after "if" or "then".
    pub(super) side: Option<Side>,
}

/// What stands between moves.
#[derive(Clone, Copy)]
enum Mark {
    Break,
    If,
    Then,
}

/// The words that can be part of moves. A last "if" without a move behind it is kept as a word: the line is not
/// complete.
pub(super) fn split(text: &str) -> Vec<Word<'_>> {
    let mut words: Vec<Word<'_>> = Vec::new();
    let mut begins = true;
    let mut side = None;
    let mut dangling = None;
    for piece in pieces(text) {
        let Some(mark) = mark(piece) else {
            words.push(Word {
                text: piece,
                begins,
                side: side.take(),
            });
            begins = false;
            dangling = None;
            continue;
        };
        begins = true;
        // An arrow in front of a mark says no more than the mark.
        words.pop_if(|word| is_arrow(word.text));
        match mark {
            Mark::Break => {}
            Mark::If => {
                side = Some(Side::Opponent);
                dangling = Some(piece);
            }
            Mark::Then => side = Some(Side::Owner),
        }
    }
    words.extend(dangling.map(|text| Word {
        text,
        begins: true,
        side,
    }));
    words
}

/// The text cut at white space and around commas, semicolons and such colons as are no sign of capture.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        let cuts = match c {
            c if is_colon(c) => is_separating_colon(&text[start..at], &text[end..]),
            c => is_comma(c) || c.is_whitespace(),
        };
        if cuts {
            pieces.extend([&text[start..at], &text[at..end]]);
            start = end;
        }
    }
    pieces.push(&text[start..]);
    pieces.retain(|piece| !piece.trim().is_empty());
    pieces
}

/// `e:d5` takes; a colon before white space, or right behind "any", separates.
fn is_separating_colon(before: &str, after: &str) -> bool {
    after.chars().next().is_none_or(char::is_whitespace) || is_any(before)
}

/// Whether the text is what stands for any move of the opponent.
pub(super) fn is_any(text: &str) -> bool {
    ["any", "anything", "any move"]
        .iter()
        .any(|any| text.eq_ignore_ascii_case(any))
}

fn mark(piece: &str) -> Option<Mark> {
    if piece.eq_ignore_ascii_case("if") {
        Some(Mark::If)
    } else if piece.eq_ignore_ascii_case("then") {
        Some(Mark::Then)
    } else if piece.eq_ignore_ascii_case("and")
        || is_number(piece)
        || piece.chars().all(|c| is_comma(c) || is_colon(c))
    {
        Some(Mark::Break)
    } else {
        None
    }
}

/// A comma or semicolon, that of Asian keyboards too.
fn is_comma(c: char) -> bool {
    matches!(c, ',' | ';' | '\u{ff0c}' | '\u{ff1b}' | '\u{3001}')
}

fn is_colon(c: char) -> bool {
    matches!(c, ':' | '\u{ff1a}')
}

/// An arrow by itself, which may stand between two moves, or between the squares of one.
pub(super) fn is_arrow(piece: &str) -> bool {
    matches!(
        piece,
        "->" | "=>" | "-->" | "\u{2192}" | "\u{279c}" | "\u{21d2}"
    )
}

/// `1.`, `12...`, `...`: the number in front of a move. What it says is not looked at: the position knows better.
fn is_number(piece: &str) -> bool {
    let dots = piece.trim_start_matches(|c: char| c.is_ascii_digit());
    piece.len() - dots.len() <= 4
        && !dots.is_empty()
        && dots.chars().all(|c| matches!(c, '.' | '\u{2026}'))
}
