//! What kind of file something is and how large a picture it holds, told from its name and first bytes.

/// The media type that Discord answers: by the file's ending, else what the sender said.
pub(crate) fn content_type(filename: &str, said: Option<&str>) -> String {
    let ending = filename
        .rsplit('.')
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    let known = match ending.as_str() {
        "png" => "image/png",
        "gif" => "image/gif",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "txt" | "pgn" => "text/plain; charset=utf-8",
        "json" => "application/json; charset=utf-8",
        _ => said.unwrap_or("application/octet-stream"),
    };
    known.to_owned()
}

/// Width and height in pixels of a PNG or GIF picture.
pub(crate) fn dimensions(bytes: &[u8]) -> Option<(u32, u32)> {
    let big = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let little = |at: usize| Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?));
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some((big(16)?, big(20)?))
    } else if bytes.starts_with(b"GIF8") {
        Some((little(6)?.into(), little(8)?.into()))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_measured_by_their_first_bytes() {
        let png = [
            &b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..],
            &[0, 0, 2, 208, 0, 0, 3, 0],
        ]
        .concat();
        assert_eq!(dimensions(&png), Some((720, 768)));
        assert_eq!(dimensions(b"GIF89a\x10\x01\x20\x00"), Some((272, 32)));
        assert_eq!(dimensions(b"\x89PNG"), None);
        assert_eq!(dimensions(b"hello"), None);
    }

    #[test]
    fn the_ending_tells_the_media_type() {
        assert_eq!(content_type("a.PNG", None), "image/png");
        assert_eq!(content_type("a.bin", Some("x/y")), "x/y");
        assert_eq!(content_type("a", None), "application/octet-stream");
    }
}
