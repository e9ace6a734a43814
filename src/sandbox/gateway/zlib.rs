//! How gateway payloads are packed: plain text, one zlib block a payload, or one zlib stream for the connection
//! (docs: events/gateway, "Encoding and Compression").

use axum::extract::ws::Message;
use flate2::{Compress, FlushCompress};
use serde_json::Value;

/// The packing of one connection.
pub(super) enum Compression {
    None,
    /// Asked for by IDENTIFY with `compress`; HELLO came before it, as text.
    Payload,
    /// Asked for by the address. Boxed because a deflate window is large.
    Stream(Box<Compress>),
}

impl Compression {
    pub(super) fn stream() -> Self {
        Self::Stream(Box::new(Compress::new(
            flate2::Compression::default(),
            true,
        )))
    }

    /// Turns payload compression on, unless the transport compresses already.
    pub(super) fn by_payload(&mut self) {
        if matches!(self, Self::None) {
            *self = Self::Payload;
        }
    }

    /// A payload as it goes over the wire.
    pub(super) fn pack(&mut self, payload: &Value) -> Message {
        let text = payload.to_string();
        match self {
            Self::None => Message::text(text),
            Self::Payload => {
                let mut whole = Compress::new(flate2::Compression::default(), true);
                Message::binary(deflate(&mut whole, text.as_bytes(), FlushCompress::Finish))
            }
            // The sync flush ends every payload with 00 00 FF FF, by which clients find its end.
            Self::Stream(stream) => {
                Message::binary(deflate(stream, text.as_bytes(), FlushCompress::Sync))
            }
        }
    }
}

fn deflate(stream: &mut Compress, input: &[u8], flush: FlushCompress) -> Vec<u8> {
    let start = stream.total_in();
    let mut output = Vec::with_capacity(input.len() + 64);
    loop {
        let done = (stream.total_in() - start) as usize;
        stream
            .compress_vec(&input[done..], &mut output, flush)
            .expect("deflate takes any input");
        let all_read = (stream.total_in() - start) as usize == input.len();
        // Room left over means that nothing more is waiting to be written.
        if all_read && output.len() < output.capacity() {
            return output;
        }
        output.reserve(1024);
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use serde_json::json;

    use super::*;

    fn bytes(message: Message) -> Vec<u8> {
        message.into_data().to_vec()
    }

    #[test]
    fn a_stream_reads_back_payload_by_payload() {
        let mut packing = Compression::stream();
        let long: Vec<u32> = (0..20_000)
            .map(|n: u32| n.wrapping_mul(2_654_435_761))
            .collect();
        let payloads = [json!({"op": 10}), json!({"d": long}), json!({"op": 11})];
        let mut wire = Vec::new();
        for payload in &payloads {
            let packed = bytes(packing.pack(payload));
            assert_eq!(packed[packed.len() - 4..], [0, 0, 0xFF, 0xFF]);
            wire.extend(packed);
        }
        let mut text = Vec::new();
        // The stream is never finished, so reading ends with an error after the last whole payload.
        let _ = flate2::read::ZlibDecoder::new(&wire[..]).read_to_end(&mut text);
        let expected: String = payloads.iter().map(ToString::to_string).collect();
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }

    #[test]
    fn a_payload_is_text_until_the_client_asks() {
        let mut packing = Compression::None;
        let payload = json!({"op": 10, "d": "x".repeat(5000)});
        assert_eq!(
            bytes(packing.pack(&payload)),
            payload.to_string().into_bytes()
        );
        packing.by_payload();
        let packed = bytes(packing.pack(&payload));
        let mut text = String::new();
        flate2::read::ZlibDecoder::new(&packed[..])
            .read_to_string(&mut text)
            .unwrap();
        assert_eq!(text, payload.to_string());
    }
}
