//! The limits of embeds (docs: resources/message, "Embed Limits").

use serde_json::Value;

use crate::sandbox::error::{Form, list};

/// Texts of all embeds of a message together.
const SUM: usize = 6000;

/// Checks the embeds of a message at `path`.
pub(in crate::sandbox) fn check(form: &mut Form, path: &str, embeds: &[Value]) {
    form.count(path, embeds.len(), 0, 10);
    let mut sum = 0;
    for (n, embed) in embeds.iter().enumerate() {
        let at = |field: &str| format!("{path}.{n}.{field}");
        if !embed.is_object() {
            let message = "Only dictionaries may be used in a DictType";
            form.error(&format!("{path}.{n}"), "DICT_TYPE_CONVERT", message);
            continue;
        }
        let mut text = |place: String, value: &Value, max: usize, required: bool| {
            if required {
                form.required_length(&place, value, 1, max);
            } else {
                form.length(&place, value, 0, max);
            }
            sum += value.as_str().map_or(0, |text| text.chars().count());
        };
        text(at("title"), &embed["title"], 256, false);
        text(at("description"), &embed["description"], 4096, false);
        text(
            at("footer.text"),
            &embed["footer"]["text"],
            2048,
            embed["footer"].is_object(),
        );
        text(
            at("author.name"),
            &embed["author"]["name"],
            256,
            embed["author"].is_object(),
        );
        for (m, field) in list(&embed["fields"]).iter().enumerate() {
            text(at(&format!("fields.{m}.name")), &field["name"], 256, true);
            text(
                at(&format!("fields.{m}.value")),
                &field["value"],
                1024,
                true,
            );
        }
        form.count(&at("fields"), list(&embed["fields"]).len(), 0, 25);
        for image in ["image", "thumbnail"] {
            let url = &embed[image]["url"];
            if embed[image].is_object() && !url.as_str().is_some_and(is_url) {
                let message = "Not a well formed URL.";
                form.error(
                    &at(&format!("{image}.url")),
                    "URL_TYPE_INVALID_URL",
                    message,
                );
            }
        }
        let color = &embed["color"];
        if !color.is_null() && color.as_u64().is_none_or(|color| color > 0x00FF_FFFF) {
            let message = "int value should be less than or equal to 16777215.";
            form.error(&at("color"), "NUMBER_TYPE_MAX", message);
        }
    }
    if sum > SUM {
        let message = format!("Embed size exceeds maximum size of {SUM}");
        form.error(path, "MAX_EMBED_SIZE_EXCEEDED", message);
    }
}

fn is_url(text: &str) -> bool {
    ["http://", "https://", "attachment://"]
        .iter()
        .any(|scheme| text.len() > scheme.len() && text.starts_with(scheme))
}
