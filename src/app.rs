//! The app module.
