//! Penpawn.
fn main() {}
