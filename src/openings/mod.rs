//! The openings module.
