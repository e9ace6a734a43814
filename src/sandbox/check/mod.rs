//! What Discord refuses in a body: one file a kind of thing, each a walk over JSON that notes every fault by its place.

pub(super) mod command;
pub(super) mod component;
pub(super) mod embed;
pub(super) mod modal;
