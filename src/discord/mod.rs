//! The discord module.
