//! A REST request, read: method, path, query, token, and a body that is JSON or a form with files.

use axum::extract::{FromRequest, Multipart, Request};
use axum::http::{HeaderName, header};
use serde_json::Value;

use crate::sandbox::draft::{Upload, read_id};
use crate::sandbox::error::ApiError;
use crate::sandbox::id::Id;
use crate::sandbox::log;

/// A request may be so long in all (docs: reference, "Uploading Files").
pub(in crate::sandbox) const LONGEST_REQUEST: usize = 25 * 1024 * 1024;

/// One request.
#[derive(Debug, Default)]
pub(super) struct Call {
    pub(super) method: String,
    /// Below `/api/v10`, with a leading slash.
    pub(super) path: String,
    pub(super) query: String,
    pub(super) token: Option<String>,
    pub(super) body: Value,
    pub(super) uploads: Vec<Upload>,
}

impl Call {
    /// Reads a request; with a fault, what could be read of it comes along for the log.
    pub(super) async fn read(request: Request) -> Result<Self, (Self, ApiError)> {
        let mut call = Self::read_head(&request);
        let read = if is_form(&request) {
            call.read_form(request).await
        } else {
            call.read_json(request).await
        };
        match read {
            Ok(()) => Ok(call),
            Err(error) => Err((call, error)),
        }
    }

    fn read_head(request: &Request) -> Self {
        let path = request.uri().path();
        let path = path.strip_prefix("/api").unwrap_or(path);
        let path = ["/v10", "/v9"]
            .iter()
            .find_map(|version| path.strip_prefix(version))
            .unwrap_or(path);
        Self {
            method: request.method().to_string(),
            // Some clients write `@original` with its sign encoded; nothing else in these paths ever is.
            path: path.replace("%40", "@"),
            query: request.uri().query().unwrap_or_default().to_owned(),
            token: header_text(request, &header::AUTHORIZATION)
                .and_then(|value| value.strip_prefix("Bot "))
                .map(str::to_owned),
            body: Value::Null,
            uploads: Vec::new(),
        }
    }

    async fn read_json(&mut self, request: Request) -> Result<(), ApiError> {
        let bytes = axum::body::to_bytes(request.into_body(), LONGEST_REQUEST)
            .await
            .map_err(|_| ApiError::too_large())?;
        if !bytes.is_empty() {
            self.body = serde_json::from_slice(&bytes).map_err(|_| invalid_json())?;
        }
        Ok(())
    }

    async fn read_form(&mut self, request: Request) -> Result<(), ApiError> {
        let broken = |_| ApiError::new(400, 50035, "Invalid Form Body");
        let mut form = Multipart::from_request(request, &())
            .await
            .map_err(|_| ApiError::new(400, 50035, "Invalid Form Body"))?;
        let mut total = 0;
        while let Some(field) = form.next_field().await.map_err(broken)? {
            let name = field.name().unwrap_or_default().to_owned();
            let filename = field.file_name().map(str::to_owned);
            let content_type = field.content_type().map(str::to_owned);
            let bytes = field.bytes().await.map_err(|_| ApiError::too_large())?;
            total += bytes.len();
            if total > LONGEST_REQUEST {
                return Err(ApiError::too_large());
            }
            if name == "payload_json" {
                self.body = serde_json::from_slice(&bytes).map_err(|_| invalid_json())?;
            } else if let Some(filename) = filename {
                self.uploads.push(Upload {
                    field: name,
                    filename,
                    content_type,
                    bytes,
                });
            } else {
                return Err(ApiError::new(400, 50035, "Invalid Form Body"));
            }
        }
        Ok(())
    }

    /// The parts of the path.
    pub(super) fn segments(&self) -> Vec<&str> {
        self.path
            .split('/')
            .filter(|segment| !segment.is_empty())
            .collect()
    }

    /// The value of a query field. Discord's own fields need no decoding but ids and numbers.
    pub(super) fn query(&self, name: &str) -> Option<&str> {
        self.query
            .split('&')
            .find_map(|field| field.strip_prefix(name)?.strip_prefix('='))
    }

    /// Whether a query field is true, in any of the ways that clients write it.
    pub(super) fn says(&self, name: &str) -> bool {
        self.query(name)
            .is_some_and(|value| ["true", "True", "1"].contains(&value))
    }

    /// Interactions and their follow-ups carry a token of their own; where the gateway is, everybody may know.
    pub(super) fn needs_no_token(&self) -> bool {
        matches!(
            self.segments().as_slice(),
            ["interactions" | "webhooks", _, _, ..] | ["gateway"]
        )
    }

    pub(super) fn into_record(
        self,
        status: u16,
        response: Value,
        known_route: bool,
        at_ms: i64,
    ) -> log::Request {
        log::Request {
            method: self.method,
            path: self.path,
            query: self.query,
            body: self.body,
            files: self
                .uploads
                .into_iter()
                .map(|upload| log::SentFile {
                    field: upload.field,
                    filename: upload.filename,
                    size: upload.bytes.len(),
                })
                .collect(),
            status,
            response,
            known_route,
            at_ms,
        }
    }
}

fn is_form(request: &Request) -> bool {
    header_text(request, &header::CONTENT_TYPE)
        .is_some_and(|kind| kind.starts_with("multipart/form-data"))
}

fn header_text<'a>(request: &'a Request, name: &HeaderName) -> Option<&'a str> {
    request
        .headers()
        .get(name)
        .and_then(|value| value.to_str().ok())
}

fn invalid_json() -> ApiError {
    ApiError::new(400, 50109, "The request body contains invalid JSON.")
}

/// An id in a path; anything else is a bad body to Discord.
pub(super) fn path_id(text: &str, error: impl FnOnce() -> ApiError) -> Result<Id, ApiError> {
    read_id(&Value::from(text)).ok_or_else(error)
}
