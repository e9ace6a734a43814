//! A record of every REST request and its answer, so that tests can check bodies against Discord's own description.

use serde_json::Value;

/// A file that came with a request.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SentFile {
    /// The form field, `files[0]` and so on.
    pub field: String,
    /// The file's name.
    pub filename: String,
    /// Its length in bytes.
    pub size: usize,
}

/// One request of the app and what it was answered.
#[derive(Clone, Debug)]
pub struct Request {
    /// The HTTP method.
    pub method: String,
    /// The path below `/api/v10`, with a leading slash.
    pub path: String,
    /// The query, undecoded, without its question mark.
    pub query: String,
    /// The JSON body, or the `payload_json` of a form with files; null when there was none.
    pub body: Value,
    /// The files of a form.
    pub files: Vec<SentFile>,
    /// The status that was answered; 0 when the connection was dropped instead.
    pub status: u16,
    /// The body that was answered; null when there was none.
    pub response: Value,
    /// Whether the sandbox knows such a route at all.
    pub known_route: bool,
    /// The clock's time in Unix milliseconds.
    pub at_ms: i64,
}
