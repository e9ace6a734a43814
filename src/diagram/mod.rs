//! The diagram module.
