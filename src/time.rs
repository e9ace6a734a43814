//! The time module.
