//! The sandbox module.
