//! Which line of a plan is meant, in few bytes: a button has no room for the line itself.

use crate::chess::Position;

/// A line of a plan by what it says. Once it says something else, because moves were played or dropped, it is another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlanLine(pub u64);

impl PlanLine {
    /// The line that [`Plan::lines`](super::Plan::lines) lists so from that position: an "any" line of the next move
    /// reads the same and is another.
    pub fn of(position: &Position, text: &str) -> PlanLine {
        PlanLine(fnv1a(&format!("{} {text}", position.fullmove_number())))
    }
}

/// A hash that no later version may change: <http://www.isthe.com/chongo/tech/comp/fnv/>
fn fnv1a(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_hashed_as_ever() {
        // Test vectors of the hash's authors.
        let check = |text, hash| assert_eq!(fnv1a(text), hash, "{text:?}");
        check("", 0xcbf2_9ce4_8422_2325);
        check("a", 0xaf63_dc4c_8601_ec8c);
        check("foobar", 0x8594_4171_f739_67e8);
    }
}
