//! The sandbox against clients that it does not know: serenity, plain HTTP, discord.js and discord.py.
#![cfg(feature = "sandbox")]

mod bot;
mod clients;
mod conversation;
mod gateway;
mod kept;
mod rest;

#[path = "../support/openapi.rs"]
mod openapi;
