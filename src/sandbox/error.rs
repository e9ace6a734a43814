//! Discord's error answers: an HTTP status, a JSON error code, and for bad bodies the tree of what is wrong where.

use serde_json::{Map, Value, json};

/// An error answer of the REST interface.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    pub(crate) status: u16,
    pub(crate) code: u32,
    pub(crate) message: String,
    pub(crate) errors: Option<Value>,
    /// Seconds to wait, with a 429.
    pub(crate) retry_after: Option<f64>,
    pub(crate) global: bool,
}

impl ApiError {
    /// An error by its codes (docs: topics/opcodes-and-status-codes, "JSON Error Codes").
    pub(crate) fn new(status: u16, code: u32, message: impl Into<String>) -> Self {
        Self {
            status,
            code,
            message: message.into(),
            errors: None,
            retry_after: None,
            global: false,
        }
    }

    pub(crate) fn unauthorized() -> Self {
        Self::new(401, 0, "401: Unauthorized")
    }
    pub(crate) fn no_such_route() -> Self {
        Self::new(404, 0, "404: Not Found")
    }
    pub(crate) fn unknown_channel() -> Self {
        Self::new(404, 10003, "Unknown Channel")
    }
    pub(crate) fn unknown_guild() -> Self {
        Self::new(404, 10004, "Unknown Guild")
    }
    pub(crate) fn unknown_member() -> Self {
        Self::new(404, 10007, "Unknown Member")
    }
    pub(crate) fn unknown_message() -> Self {
        Self::new(404, 10008, "Unknown Message")
    }
    pub(crate) fn unknown_user() -> Self {
        Self::new(404, 10013, "Unknown User")
    }
    pub(crate) fn unknown_webhook() -> Self {
        Self::new(404, 10015, "Unknown Webhook")
    }
    pub(crate) fn unknown_interaction() -> Self {
        Self::new(404, 10062, "Unknown interaction")
    }
    pub(crate) fn unknown_command() -> Self {
        Self::new(404, 10063, "Unknown application command")
    }
    pub(crate) fn missing_access() -> Self {
        Self::new(403, 50001, "Missing Access")
    }
    pub(crate) fn missing_permissions() -> Self {
        Self::new(403, 50013, "Missing Permissions")
    }
    pub(crate) fn too_large() -> Self {
        Self::new(413, 40005, "Request entity too large")
    }

    pub(crate) fn rate_limited(retry_after: f64, global: bool) -> Self {
        Self {
            retry_after: Some(retry_after),
            global,
            ..Self::new(429, 0, "You are being rate limited.")
        }
    }

    /// The body, as Discord writes it.
    pub(crate) fn body(&self) -> Value {
        if let Some(seconds) = self.retry_after {
            let mut body =
                json!({"message": self.message, "retry_after": seconds, "global": self.global});
            if self.code != 0 {
                body["code"] = json!(self.code);
            }
            return body;
        }
        let mut body = json!({"message": self.message, "code": self.code});
        if let Some(errors) = &self.errors {
            body["errors"] = errors.clone();
        }
        body
    }
}

/// Collects what is wrong with a body, so that one answer names every fault by its place.
#[derive(Debug, Default)]
pub(crate) struct Form {
    errors: Map<String, Value>,
}

impl Form {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Notes a fault at a dotted path such as `embeds.0.title`.
    pub(crate) fn error(&mut self, path: &str, code: &str, message: impl Into<String>) {
        let mut place = &mut self.errors;
        for key in path.split('.').filter(|key| !key.is_empty()) {
            let next = place.entry(key).or_insert_with(|| json!({}));
            place = next.as_object_mut().expect("only objects are put here");
        }
        let list = place.entry("_errors").or_insert_with(|| json!([]));
        if let Some(list) = list.as_array_mut() {
            list.push(json!({"code": code, "message": message.into()}));
        }
    }

    pub(crate) fn required(&mut self, path: &str) {
        self.error(path, "BASE_TYPE_REQUIRED", "This field is required");
    }

    /// Checks a text's length in characters, when there is one.
    pub(crate) fn length(&mut self, path: &str, value: &Value, min: usize, max: usize) {
        if value.is_null() {
            return;
        }
        let Some(text) = value.as_str() else {
            self.error(
                path,
                "STRING_TYPE_CONVERT",
                "Could not interpret the value as a string.",
            );
            return;
        };
        let length = text.chars().count();
        if length > max && min <= 1 {
            let message = format!("Must be {max} or fewer in length.");
            self.error(path, "BASE_TYPE_MAX_LENGTH", message);
        } else if length < min && max == usize::MAX {
            let message = format!("Must be {min} or more in length.");
            self.error(path, "BASE_TYPE_MIN_LENGTH", message);
        } else if !(min..=max).contains(&length) {
            let message = format!("Must be between {min} and {max} in length.");
            self.error(path, "BASE_TYPE_BAD_LENGTH", message);
        }
    }

    /// As [`Form::length`], and the text must be there.
    pub(crate) fn required_length(&mut self, path: &str, value: &Value, min: usize, max: usize) {
        if value.is_null() {
            self.required(path);
        } else {
            self.length(path, value, min, max);
        }
    }

    /// Checks how many entries a list has. A missing list counts as none.
    pub(crate) fn count(&mut self, path: &str, count: usize, min: usize, max: usize) {
        if count > max && min == 0 {
            let message = format!("Must be {max} or fewer in length.");
            self.error(path, "BASE_TYPE_MAX_LENGTH", message);
        } else if !(min..=max).contains(&count) {
            let message = format!("Must be between {min} and {max} in length.");
            self.error(path, "BASE_TYPE_BAD_LENGTH", message);
        }
    }

    /// The verdict: 50035 with everything that was noted, or nothing.
    pub(crate) fn finish(self) -> Result<(), ApiError> {
        if self.errors.is_empty() {
            return Ok(());
        }
        Err(ApiError {
            errors: Some(Value::Object(self.errors)),
            ..ApiError::new(400, 50035, "Invalid Form Body")
        })
    }
}

/// The entries of a list, none when it is missing.
pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
