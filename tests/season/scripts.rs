//! Short games, so that a season is played within minutes.

/// Games that end by themselves or in a claim, in SAN.
pub(crate) const SHORT_GAMES: [&str; 8] = [
    "f3 e5 g4 Qh4#",
    "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#",
    "e4 e5 Nf3 d6 Bc4 Bg4 Nc3 g6 Nxe5 Bxd1 Bxf7+ Ke7 Nd5#",
    "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nd7 Qe2 Ngf6 Nd6#",
    "d4 f5 Bg5 h6 Bh4 g5 e4 gxh4 Qh5#",
    "e4 g5 d4 f6 Qh5#",
    // Stalemate after ten moves.
    "e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6",
    // The third time may be claimed; who plays on comes to the fifth.
    "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8",
];
