//! The chess module.
