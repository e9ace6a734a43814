//! The worker module.
