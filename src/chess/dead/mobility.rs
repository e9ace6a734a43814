//! Where every piece can ever go, at best: a superset that ignores whose turn it is and that one move spoils another.
//! Starts with every piece nailed to its square and lets loose what can move or be taken until nothing changes, so a
//! wall that holds in this picture holds on the board.

use crate::chess::{Bitboard, CastlingSide, Color, Piece, Position, Role, Square, attacks};

/// One piece and the squares it can ever stand on.
pub(super) struct Man {
    pub(super) piece: Piece,
    home: Square,
    /// Squares as what it is now.
    pub(super) reach: Bitboard,
    /// Squares as what a pawn became.
    pub(super) promoted: Bitboard,
}

impl Man {
    /// All squares it can ever stand on.
    pub(super) fn anywhere(&self) -> Bitboard {
        self.reach | self.promoted
    }
}

/// The picture of what can ever move.
pub(super) struct Mobility {
    pub(super) men: Vec<Man>,
    /// Squares whose piece can never leave nor be taken.
    pub(super) nailed: Bitboard,
}

impl Mobility {
    /// Whether the picture, grown to its end, never satisfies `enough`, which must stay true once it is.
    pub(super) fn grow(position: &Position, enough: impl Fn(&Mobility) -> bool) -> bool {
        let board = position.board();
        let men = board
            .pieces()
            .map(|(home, piece)| Man {
                piece,
                home,
                reach: home.into(),
                promoted: Bitboard::EMPTY,
            })
            .collect();
        let mut mobility = Mobility {
            men,
            nailed: board.occupied(),
        };
        mobility.start_castling(position);
        mobility.start_en_passant(position);
        loop {
            let changed = mobility.spread(position);
            if enough(&mobility) {
                return false;
            }
            if !changed {
                return true;
            }
        }
    }

    /// Takes for granted that castling will be possible while there is a right to it.
    fn start_castling(&mut self, position: &Position) {
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                let Some(rook) = position.castling_rook(color, side) else {
                    continue;
                };
                let king = position.king(color);
                for man in &mut self.men {
                    if man.home == king {
                        man.reach |= side.king_target(color).into();
                    } else if man.home == rook {
                        man.reach |= side.rook_target(color).into();
                    }
                }
                self.nailed = self.nailed - king.into() - rook.into();
            }
        }
    }

    /// A pawn that may be taken in passing counts as if it could be taken on the square it has passed. Later ones need
    /// nothing special: a pawn that can go two squares can go one.
    fn start_en_passant(&mut self, position: &Position) {
        let Some(passed) = position.en_passant() else {
            return;
        };
        let pawn = Bitboard::of(passed).forward(!position.turn());
        for man in self.men.iter_mut().filter(|man| pawn.contains(man.home)) {
            man.reach |= passed.into();
        }
        self.nailed -= pawn;
    }

    /// One round: whether anything changed.
    fn spread(&mut self, position: &Position) -> bool {
        let mut changed = false;
        for index in 0..self.men.len() {
            let man = &self.men[index];
            let (reach, promoted) = (
                self.next_reach(position, man),
                self.next_promoted(position, man),
            );
            if reach == man.reach && promoted == man.promoted {
                continue;
            }
            changed = true;
            let new = (reach | promoted) - man.anywhere();
            let home = man.home;
            self.men[index].reach = reach;
            self.men[index].promoted = promoted;
            // The piece can leave, and what stands where it can go can be taken: own men were no targets.
            self.nailed = self.nailed - home.into() - new;
        }
        changed
    }

    fn next_reach(&self, position: &Position, man: &Man) -> Bitboard {
        let Piece { color, role } = man.piece;
        let mut reach = man.reach;
        let closed = self.closed_to(position, color);
        for from in man.reach {
            let targets = match role {
                Role::Pawn => self.pawn_targets(from, color),
                Role::King => attacks::king(from) - self.guarded(position, !color),
                Role::Knight | Role::Bishop | Role::Rook | Role::Queen => {
                    attacks::by_role(role, from, self.nailed)
                }
            };
            reach |= targets - closed;
        }
        reach
    }

    /// What a pawn became moves like a queen and a knight.
    fn next_promoted(&self, position: &Position, man: &Man) -> Bitboard {
        if man.piece.role != Role::Pawn {
            return Bitboard::EMPTY;
        }
        let mut promoted = man.promoted | (man.reach & Bitboard::BACK_RANKS);
        let closed = self.closed_to(position, man.piece.color);
        for from in promoted {
            promoted |= (attacks::queen(from, self.nailed) | attacks::knight(from)) - closed;
        }
        promoted
    }

    fn pawn_targets(&self, from: Square, color: Color) -> Bitboard {
        let one = Bitboard::of(from).forward(color) - self.nailed;
        let start = color.pick(crate::chess::Rank::Second, crate::chess::Rank::Seventh);
        let two = if from.rank() == start {
            one.forward(color) - self.nailed
        } else {
            Bitboard::EMPTY
        };
        one | two | (attacks::pawn(color, from) & self.visited_by(!color))
    }

    /// Squares on which a piece of `color` that can be taken can ever stand.
    fn visited_by(&self, color: Color) -> Bitboard {
        let men = self
            .men
            .iter()
            .filter(|man| man.piece.color == color && man.piece.role != Role::King);
        men.fold(Bitboard::EMPTY, |squares, man| squares | man.anywhere())
    }

    /// Squares that no piece of `color` can ever enter: those of own men that never leave, and of a king that never
    /// moves.
    fn closed_to(&self, position: &Position, color: Color) -> Bitboard {
        (self.nailed & position.board().color(color))
            | (self.nailed & position.board().role(Role::King))
    }

    /// Squares that nailed pieces of `by` attack for ever: what they attack at a distance of one, where nothing can
    /// come between, and along lines up to the first square that anything can ever block.
    pub(super) fn guarded(&self, position: &Position, by: Color) -> Bitboard {
        let mut guarded = Bitboard::EMPTY;
        for man in self
            .men
            .iter()
            .filter(|man| man.piece.color == by && self.nailed.contains(man.home))
        {
            guarded |= match man.piece.role {
                Role::Pawn => attacks::pawn(by, man.home),
                Role::Knight => attacks::knight(man.home),
                Role::King => attacks::king(man.home),
                role @ (Role::Bishop | Role::Rook | Role::Queen) => {
                    attacks::by_role(role, man.home, position.board().occupied())
                        & attacks::king(man.home)
                }
            };
        }
        guarded
    }
}
