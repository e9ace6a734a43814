//! When a position is a draw by itself, and what may be claimed.
//! Knows nothing of draw offers.

use super::board::Board;
use super::dead;
use super::piece::Role;
use super::position::Position;
use super::square::Square;

/// What the player to move may claim (FIDE articles 9.2 and 9.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Claims {
    /// The position has stood three times or more.
    pub threefold: bool,
    /// 50 moves or more by each side without a capture or pawn move.
    pub fifty: bool,
}

impl Claims {
    /// Whether there is anything to claim.
    pub fn any(self) -> bool {
        self.threefold || self.fifty
    }
}

/// Half-moves without capture or pawn move after which a draw may be claimed (article 9.3).
pub(super) const FIFTY_MOVES: u32 = 100;
/// Half-moves without capture or pawn move after which the game is drawn (article 9.6.2).
pub(super) const SEVENTY_FIVE_MOVES: u32 = 150;

impl Position {
    /// Whether no series of legal moves leads to mate (FIDE article 5.2.2), as far as a short look proves it.
    pub fn is_dead(&self) -> bool {
        has_dead_material(self.board()) || dead::is_dead(self)
    }
}

/// Bare kings, one knight, or nothing but bishops of one square color: no mate can be set up with these.
fn has_dead_material(board: &Board) -> bool {
    let kings = board.role(Role::King);
    let knights = board.role(Role::Knight);
    let bishops = board.role(Role::Bishop);
    let others = board.occupied() - kings - knights - bishops;
    if !others.is_empty() {
        return false;
    }
    match (knights.len(), bishops.len()) {
        (0, _) => {
            bishops.into_iter().all(Square::is_light) || !bishops.into_iter().any(Square::is_light)
        }
        (knights, bishops) => knights == 1 && bishops == 0,
    }
}
