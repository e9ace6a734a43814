//! What people typed, fit to be shown: cut to a limit, escaped, and without what only disturbs.

/// At most `limit` characters; a longer text ends in an ellipsis.
pub fn clip(text: &str, limit: usize) -> String {
    // Discord counts UTF-16 units in some places and code points in others; the larger count is safe in both.
    let units = |c: char| c.len_utf16();
    if text.chars().map(units).sum::<usize>() <= limit {
        return text.to_owned();
    }
    let mut left = limit - 1;
    let kept = text.chars().take_while(|&c| {
        let fits = units(c) <= left;
        left = left.saturating_sub(units(c));
        fits
    });
    kept.chain(['…']).collect()
}

/// What people typed, as plain words: markdown does not apply and no mention or timestamp resolves.
/// <https://discord.com/developers/docs/reference#message-formatting>
pub fn escape(text: &str) -> String {
    let text = legible(text);
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '*' | '_' | '~' | '`' | '|' | '>' | '<' | '#' | '-' | '[' | ']' | '(' | ')'
            | ':' => {
                escaped.push('\\');
                escaped.push(c);
            }
            // A zero-width space keeps "@everyone" and "@here" from being read as such.
            '@' => escaped.push_str("@\u{200b}"),
            c => escaped.push(c),
        }
    }
    if text.chars().any(is_right_to_left) {
        // An isolate, so that the words around it keep their order.
        escaped = format!("\u{2068}{escaped}\u{2069}");
    }
    escaped
}

/// What people typed without what only disturbs: characters that rearrange or hide others, line breaks, and more
/// marks on a letter than any language has.
pub fn legible(text: &str) -> String {
    const MOST_MARKS: usize = 3;
    let mut kept = String::with_capacity(text.len());
    let mut marks = 0;
    for c in text.chars() {
        marks = if is_mark(c) { marks + 1 } else { 0 };
        match c {
            // Directions and their isolates, zero-width spaces and joiners of words, invisible operators, soft hyphens.
            '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{200b}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{061c}'
            | '\u{180e}'
            | '\u{feff}'
            | '\u{00ad}' => {}
            '\u{2028}' | '\u{2029}' => kept.push(' '),
            c if c.is_control() => kept.push(' '),
            _ if marks > MOST_MARKS => {}
            c => kept.push(c),
        }
    }
    kept.trim().to_owned()
}

/// Whether a legible text shows at least one sign.
pub fn shows_something(text: &str) -> bool {
    let is_empty = |c: char| {
        c.is_whitespace()
            || is_mark(c)
            // Joiners and fillers: Hangul's, the blank Braille pattern, variation selectors, tags.
            || matches!(c, '\u{200c}' | '\u{200d}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{2800}'
                | '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e0fff}')
    };
    !text.chars().all(is_empty)
}

/// The blocks of combining marks in Unicode.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{0300}'..='\u{036f}' | '\u{0483}'..='\u{0489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// Hebrew, Arabic and the other scripts that Unicode writes from right to left.
fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{0590}'..='\u{08ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}' | '\u{10800}'..='\u{10fff}'
        | '\u{1e800}'..='\u{1efff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_clip(text: &str, limit: usize, expected: &str) {
        assert_eq!(clip(text, limit), expected);
    }

    #[test]
    fn long_texts_end_in_an_ellipsis() {
        check_clip("Nf3", 3, "Nf3");
        check_clip("Nxf3", 3, "Nx…");
        check_clip("♞♞♞♞", 3, "♞♞…");
        check_clip("🏁🏁🏁", 4, "🏁…");
    }

    #[track_caller]
    fn check_escape(text: &str, expected: &str) {
        assert_eq!(escape(text), expected);
    }

    #[test]
    fn what_people_type_stays_words() {
        check_escape("Bob", "Bob");
        check_escape("**bold** <@5>", "\\*\\*bold\\*\\* \\<@\u{200b}5\\>");
        check_escape("@everyone", "@\u{200b}everyone");
        check_escape("\u{202e}evil\n# big", "evil \\# big");
        check_escape("a\u{200b}b\u{2028}c\u{7}", "ab c");
        check_escape(
            "[click](https://x.test)",
            "\\[click\\]\\(https\\://x.test\\)",
        );
        check_escape("שלום", "\u{2068}שלום\u{2069}");
        check_escape(
            "Z\u{301}\u{302}\u{303}\u{304}\u{305}a",
            "Z\u{301}\u{302}\u{303}a",
        );
        check_escape("👩\u{200d}🚀", "👩\u{200d}🚀");
    }

    #[test]
    fn a_name_that_shows_nothing_is_known() {
        for empty in ["", " ", "\u{3164}", "\u{200d}\u{fe0f}", "\u{2800}\u{301}"] {
            assert!(!shows_something(&legible(empty)), "{empty:?}");
        }
        for name in ["a", "שלום", "♟", "é", "_"] {
            assert!(shows_something(&legible(name)), "{name:?}");
        }
    }
}
