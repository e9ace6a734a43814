//! What people's keyboards, chat clients and books add to a move, taken off again: full-width letters, long dashes,
//! spoiler bars, move numbers, comments like `!?` and check marks. Knows letters, not chess.

/// In bytes, without the padding. Longer input is no move; the limit keeps every later step trivially bounded.
pub(super) const LONGEST: usize = 200;

/// A typed move without its wrapping.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Cleaned {
    /// What is left, in plain characters; figurines have become `♔♕♖♗♘♙` whatever their color.
    pub(super) text: String,
    /// The text said "e.p.".
    pub(super) en_passant: bool,
}

/// Takes the wrapping off, or `None` when the text is far too long or nothing is left.
pub(super) fn clean(raw: &str) -> Option<Cleaned> {
    let raw = raw.trim_matches(|c: char| c.is_whitespace() || is_invisible(c));
    if raw.len() > LONGEST {
        return None;
    }
    let mut plain = String::with_capacity(raw.len());
    for c in raw.chars().filter(|&c| !is_invisible(c)) {
        match plain_form(c) {
            Plain::Same(c) => plain.push(c),
            Plain::Text(text) => plain.push_str(text),
        }
    }
    let unwrapped = plain.trim_matches(is_wrapping).trim_start_matches('.');
    let (body, en_passant) = without_suffixes(without_number(unwrapped.trim()));
    (!body.is_empty()).then(|| Cleaned {
        text: body.to_owned(),
        en_passant,
    })
}

enum Plain {
    Same(char),
    Text(&'static str),
}

/// One character in its plain form.
fn plain_form(c: char) -> Plain {
    match c {
        // The full-width forms stand at a fixed distance from ASCII.
        '\u{ff01}'..='\u{ff5e}' => {
            Plain::Same(char::from_u32(c as u32 - 0xff01 + 0x21).unwrap_or(c))
        }
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{2192}' | '\u{279c}' => Plain::Same('-'),
        '\u{00d7}' | '\u{2715}' | '\u{2716}' => Plain::Same('x'),
        '\u{2026}' => Plain::Text("..."),
        '\u{203c}' => Plain::Text("!!"),
        '\u{2047}'..='\u{2049}' => Plain::Text("!?"),
        // Black figurines (solid) onto white ones (outlined): the color of the glyph means nothing.
        '\u{265a}'..='\u{265f}' => Plain::Same(char::from_u32(c as u32 - 6).unwrap_or(c)),
        c if c.is_whitespace() => Plain::Same(' '),
        c => Plain::Same(c),
    }
}

/// Zero-width marks, direction marks and emoji selectors.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{00ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{fe0e}' | '\u{fe0f}'
    )
}

/// White space, quotation marks and the marks of Markdown, as they stand around a word.
fn is_wrapping(c: char) -> bool {
    c == ' '
        || matches!(
            c,
            '*' | '_' | '~' | '|' | '`' | '"' | '\'' | '\u{2018}'..='\u{201f}'
        )
}

/// `1. e4`, `1.e4`, `1... e5`, `1 e4`: the move without its number.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = text.len() - rest.len();
    if digits == 0 || digits > 4 || text.starts_with('0') {
        return text;
    }
    if rest.starts_with('.') {
        return rest.trim_start_matches(['.', ' ']);
    }
    // Without a dot only a letter may follow, so that `52 54` keeps its squares.
    match rest.strip_prefix(' ').map(str::trim_start) {
        Some(after) if after.starts_with(|c: char| !c.is_ascii_digit() && c != '-') => after,
        _ => text,
    }
}

/// Takes `!`, `?`, `+`, `#`, a full stop, "mate", "check" and "e.p." off the end. They are not checked against the
/// board, but for "e.p.", which the caller must check.
fn without_suffixes(text: &str) -> (&str, bool) {
    let mut rest = text.trim_end();
    let mut en_passant = false;
    loop {
        let before = rest;
        for mark in ["e.p.", "e.p", "ep"] {
            if let Some(shorter) = without_word(rest, mark) {
                rest = shorter;
                en_passant = true;
            }
        }
        rest = rest.trim_end_matches(['!', '?', '+', '#', '.', ',', ';', ' ']);
        for word in ["checkmate", "mate", "check", "ch"] {
            rest = without_word(rest, word).unwrap_or(rest);
        }
        if rest == before {
            return (rest, en_passant);
        }
    }
}

/// `text` without a last `word`, which must not be the tail of a longer one.
fn without_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let start = text.len().checked_sub(word.len())?;
    let head = text.get(..start)?;
    let stands_alone = !head.is_empty() && !head.ends_with(char::is_alphabetic);
    (stands_alone && text[start..].eq_ignore_ascii_case(word)).then(|| head.trim_end())
}

#[cfg(test)]
mod tests {
    use super::clean;

    #[track_caller]
    fn check(raw: &str, expected: &str, en_passant: bool) {
        let cleaned = clean(raw).expect("something is left");
        assert_eq!(
            (cleaned.text.as_str(), cleaned.en_passant),
            (expected, en_passant),
            "{raw:?}"
        );
    }

    #[test]
    fn wrapping_is_taken_off() {
        check("  ||e4|| ", "e4", false);
        check("**Nf3**", "Nf3", false);
        check("\u{ff2e}\u{ff46}\u{ff13}", "Nf3", false);
        check("e2\u{2014}e4", "e2-e4", false);
        check("\u{265e}f3", "\u{2658}f3", false);
        check("1\u{2026} e5", "e5", false);
        check("12.Nf3", "Nf3", false);
        check("1 e4", "e4", false);
        check("0 - 0", "0 - 0", false);
        check("52 54", "52 54", false);
        check("Qh5#!!", "Qh5", false);
        check("queen h5 checkmate!", "queen h5", false);
        check("exd6 e.p.", "exd6", true);
        check("exd6ep+", "exd6", true);
        check("step", "step", false);
        check("a8=", "a8=", false);
    }

    #[test]
    fn endless_text_is_dropped_but_padding_is_not() {
        assert_eq!(clean(&"e4 ".repeat(500)), None);
        assert_eq!(clean("  \u{200b} "), None);
        check(
            &format!("{}e4{}", " ".repeat(5000), " ".repeat(5000)),
            "e4",
            false,
        );
    }
}
