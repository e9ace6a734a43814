//! What stands beside a move: a comment, and the clock commands `[%clk]` and `[%emt]` inside it.
//! Refuses to know other commands: they stay part of the comment.

use std::time::Duration;

/// A comment and the times in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotation {
    /// `[%clk 1:02:03]`: what the mover had left after the move.
    pub clock: Option<Duration>,
    /// `[%emt 0:02:03]`: how long the mover thought.
    pub elapsed: Option<Duration>,
    /// Everything else, without braces. Several comments are joined with a space.
    pub comment: String,
}

impl Annotation {
    /// Whether there is nothing to write.
    pub fn is_empty(&self) -> bool {
        self.clock.is_none() && self.elapsed.is_none() && self.comment.is_empty()
    }

    /// Adds the text of one comment.
    pub(super) fn add(&mut self, text: &str) {
        let mut rest = text;
        while let Some(start) = rest.find("[%") {
            let Some(end) = rest[start..].find(']').map(|length| start + length) else {
                break;
            };
            let command = &rest[start + 2..end];
            let known = match command.split_once(char::is_whitespace) {
                Some(("clk", time)) => duration(time).map(|time| self.clock = Some(time)),
                Some(("emt", time)) => duration(time).map(|time| self.elapsed = Some(time)),
                _ => None,
            };
            self.push_words(if known.is_some() {
                &rest[..start]
            } else {
                &rest[..=end]
            });
            rest = &rest[end + 1..];
        }
        self.push_words(rest);
    }

    /// Line breaks in a comment mean no more than a space.
    fn push_words(&mut self, text: &str) {
        for word in text.split_whitespace() {
            if !self.comment.is_empty() {
                self.comment.push(' ');
            }
            self.comment.push_str(word);
        }
    }

    /// The clock commands, as they are written.
    pub(super) fn commands(&self) -> Vec<String> {
        let clock = self.clock.map(|time| format!("[%clk {}]", hours(time)));
        let elapsed = self.elapsed.map(|time| format!("[%emt {}]", hours(time)));
        clock.into_iter().chain(elapsed).collect()
    }
}

/// Reads `h:mm:ss` with an optional fraction; hours may pass 24.
fn duration(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    let mut seconds: u64 = 0;
    let mut parts = 0;
    for part in whole.split(':') {
        if part.is_empty() || part.len() > 9 || !part.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        seconds = seconds.checked_mul(60)?.checked_add(part.parse().ok()?)?;
        parts += 1;
    }
    if parts != 3 || fraction.len() > 9 || !fraction.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Some(Duration::new(
        seconds,
        format!("{fraction:0<9}").parse().ok()?,
    ))
}

/// Writes `h:mm:ss`, with a fraction only if there is one.
fn hours(time: Duration) -> String {
    let seconds = time.as_secs();
    let mut text = format!(
        "{}:{:02}:{:02}",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    );
    if time.subsec_nanos() > 0 {
        let fraction = format!(".{:09}", time.subsec_nanos());
        text.push_str(fraction.trim_end_matches('0'));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::Annotation;

    #[track_caller]
    fn check(text: &str, commands: &[&str], comment: &str) {
        let mut annotation = Annotation::default();
        annotation.add(text);
        assert_eq!(annotation.commands(), commands, "{text:?}");
        assert_eq!(annotation.comment, comment, "{text:?}");
    }

    #[test]
    fn clocks_are_taken_out_of_comments() {
        check("[%clk 71:59:59.1]", &["[%clk 71:59:59.1]"], "");
        check("good [%emt 0:00:05] move", &["[%emt 0:00:05]"], "good move");
        check(
            "[%clk 0:01:00][%emt 0:00:02]",
            &["[%clk 0:01:00]", "[%emt 0:00:02]"],
            "",
        );
        check(
            "[%eval 0.17] [%clk 1:00:00]",
            &["[%clk 1:00:00]"],
            "[%eval 0.17]",
        );
        check(
            "[%clk 12] [%clk 1:2:x] [%clk",
            &[],
            "[%clk 12] [%clk 1:2:x] [%clk",
        );
        check(
            "[%clk 99999999999999999999:00:00]",
            &[],
            "[%clk 99999999999999999999:00:00]",
        );
        check("two\n  lines", &[], "two lines");
    }
}
