//! The game module.
