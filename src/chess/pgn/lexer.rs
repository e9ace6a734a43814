//! From the text of a PGN file to tokens, each with its line and column. Every byte is looked at a bounded number of
//! times, whatever is unclosed. Knows nothing of chess.

/// In bytes. The standard knows no longer lines than 255 characters; the limit bounds how far a `[` is followed.
const LONGEST_VALUE: usize = 1000;

/// Where something stands in a file, counted from one; columns are characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The character in the line.
    pub column: u32,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Tag {
        name: &'a str,
        value: String,
    },
    /// A `[` that opens no tag pair.
    BadTag,
    Comment(&'a str),
    /// A comment that never ends, or ends only after the next game's tags.
    OpenComment,
    VariationStart,
    VariationEnd,
    /// `<`, `>`, `}`, `]` and `"`, which mean nothing outside of tags and comments.
    Stray(char),
    /// Anything else up to white space: numbers, moves, results, `$` glyphs.
    Word(&'a str),
}

/// Walks over the text.
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// The place of `at`, carried along.
    place: Place,
    /// It is known that no `}` follows, so that a file full of unclosed comments is not searched again and again.
    no_brace_left: bool,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        Lexer {
            text,
            at: 0,
            place: Place { line: 1, column: 1 },
            no_brace_left: false,
        }
    }

    /// Where the next token starts, once [`Lexer::peek_line`] has looked there.
    pub(super) fn place(&self) -> Place {
        self.place
    }

    /// The next token and where it starts.
    pub(super) fn next(&mut self) -> Option<(Place, Token<'a>)> {
        self.skip_blank();
        let place = self.place;
        let rest = &self.text[self.at..];
        let first = rest.chars().next()?;
        let token = match first {
            '[' => {
                if let Some((name, value, length)) = tag_pair(rest) {
                    self.advance(length);
                    Token::Tag { name, value }
                } else {
                    self.advance(1);
                    Token::BadTag
                }
            }
            '{' => self.brace_comment(),
            ';' => Token::Comment(&self.advance(rest.find('\n').unwrap_or(rest.len()))[1..]),
            '(' => {
                self.advance(1);
                Token::VariationStart
            }
            ')' => {
                self.advance(1);
                Token::VariationEnd
            }
            '<' | '>' | '}' | ']' | '"' => {
                self.advance(1);
                Token::Stray(first)
            }
            _ => Token::Word(self.advance(word_length(rest))),
        };
        Some((place, token))
    }

    /// The rest of the line that the next token is on, or the beginning of it; nothing is taken.
    pub(super) fn peek_line(&mut self) -> Option<&'a str> {
        self.skip_blank();
        let rest = &self.text[self.at..];
        let end = rest
            .char_indices()
            .find(|&(index, c)| c == '\n' || index >= LONGEST_VALUE);
        (!rest.is_empty()).then(|| &rest[..end.map_or(rest.len(), |(index, _)| index)])
    }

    /// Drops the rest of the line, whatever is on it, and says where it began.
    pub(super) fn skip_line(&mut self) -> Place {
        let place = self.place;
        let rest = &self.text[self.at..];
        self.advance(rest.find('\n').unwrap_or(rest.len()));
        place
    }

    /// Goes over white space, byte order marks and lines that start with `%` (PGN standard, section 6).
    fn skip_blank(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let blank = rest
                .find(|c: char| !c.is_whitespace() && c != '\u{feff}')
                .unwrap_or(rest.len());
            self.advance(blank);
            if self.place.column != 1 || !self.text[self.at..].starts_with('%') {
                return;
            }
            self.skip_line();
        }
    }

    /// Takes `length` bytes.
    fn advance(&mut self, length: usize) -> &'a str {
        let taken = &self.text[self.at..self.at + length];
        self.at += length;
        match taken.rfind('\n') {
            Some(last) => {
                self.place.line += taken.bytes().filter(|&b| b == b'\n').count() as u32;
                self.place.column = 1 + columns(&taken[last + 1..]);
            }
            None => self.place.column += columns(taken),
        }
        taken
    }

    /// From `{` to `}`. A blank line and then an `Event` tag inside mean that the closing brace was forgotten.
    fn brace_comment(&mut self) -> Token<'a> {
        let rest = &self.text[self.at..];
        let mut first_tag = None;
        let mut blank = false;
        let mut start = 0;
        for line in rest.split_inclusive('\n') {
            if start > 0 && looks_like_tag(line) {
                if blank && line.trim_start().starts_with("[Event ") {
                    self.advance(start);
                    return Token::OpenComment;
                }
                first_tag = first_tag.or(Some(start));
                if self.no_brace_left {
                    break;
                }
            }
            if let Some(end) = line.find('}') {
                return Token::Comment(&self.advance(start + end + 1)[1..start + end]);
            }
            blank = line.trim().is_empty();
            start += line.len();
        }
        self.no_brace_left = true;
        self.advance(first_tag.unwrap_or(rest.len()));
        Token::OpenComment
    }
}

/// How far a text moves the column. The byte order mark is not seen by anybody.
fn columns(text: &str) -> u32 {
    text.chars().filter(|&c| c != '\u{feff}').count() as u32
}

/// Whether a line could open a tag section.
pub(super) fn looks_like_tag(line: &str) -> bool {
    let line = line.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let name = line
        .strip_prefix('[')
        .map(str::trim_start)
        .unwrap_or_default();
    let value = name.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
    value.len() < name.len() && value.trim_start().starts_with('"')
}

/// `[Name "value"]`, with white space anywhere between the parts: name, value and length. A quotation mark that is
/// not followed by `]` belongs to the value, as careless programs write it.
fn tag_pair(text: &str) -> Option<(&str, String, usize)> {
    let inside = text.strip_prefix('[')?.trim_start();
    let name_end = inside
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|&end| end > 0)?;
    let (name, rest) = inside.split_at(name_end);
    let quoted = rest.trim_start().strip_prefix('"')?;
    let mut value = String::new();
    let mut escaped = false;
    for (index, c) in quoted
        .char_indices()
        .take_while(|&(index, c)| c != '\n' && index < LONGEST_VALUE)
    {
        match c {
            '"' | '\\' if escaped => value.push(c),
            // A backslash before anything else is itself.
            _ if escaped => value.extend(['\\', c]),
            '\\' => {}
            '"' => {
                if let Some(after) = quoted[index + 1..].trim_start().strip_prefix(']') {
                    return Some((name, value, text.len() - after.len()));
                }
                value.push(c);
            }
            c => value.push(c),
        }
        escaped = c == '\\' && !escaped;
    }
    None
}

/// A word ends at white space and at what has a meaning of its own; `e8(Q)` is one word.
fn word_length(text: &str) -> usize {
    let ends = |c: char| c.is_whitespace() || "[]{}();<>\"\u{feff}".contains(c);
    let end = text.find(ends).unwrap_or(text.len());
    let word = &text.as_bytes()[..end];
    let promotes = matches!(
        text.as_bytes().get(end..end + 3),
        Some([b'(', b'Q' | b'R' | b'B' | b'N', b')'])
    );
    if promotes && matches!(word.last(), Some(b'1' | b'8')) {
        let tail = &text[end + 3..];
        return end + 3 + tail.find(ends).unwrap_or(tail.len());
    }
    end
}
