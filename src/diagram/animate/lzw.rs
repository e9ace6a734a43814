//! The compression of GIF: LZW, taking a run of one color in one step.
//!
//! Most of a frame is long runs. A dictionary that is fed with pixels learns the runs of each color one pixel longer
//! at a time, so the codes for "color c, 1, 2, 3 ... times" are kept in a list, and the longest that fits is found by
//! counting equal pixels, which is far faster than walking the dictionary pixel by pixel. What comes out is what any
//! LZW encoder writes.

/// Bits of a color.
pub(super) const COLOR_BITS: u8 = 6;
/// How many colors there can be.
pub(super) const COLORS: usize = 1 << COLOR_BITS;

/// Forgets the dictionary.
const CLEAR: u16 = COLORS as u16;
const END: u16 = CLEAR + 1;
const FIRST: u16 = CLEAR + 2;
/// A dictionary never grows beyond codes of twelve bits.
const LIMIT: u16 = 1 << 12;
/// No string continues this way: [`CLEAR`] is no string.
const NONE: u16 = CLEAR;

/// Compresses pictures of [`COLORS`] colors. Reused, because its dictionary is large.
#[derive(Debug)]
pub(super) struct Lzw {
    /// For each known string and each color, the code of the string with the color behind it.
    longer: Vec<[u16; COLORS]>,
    /// For each color, the codes of its runs, by length less one.
    runs: [Vec<u16>; COLORS],
    /// The code that the next new string gets.
    next: u16,
    /// Bits of a code.
    width: u32,
}

impl Lzw {
    pub(super) fn new() -> Lzw {
        Lzw {
            longer: vec![[NONE; COLORS]; usize::from(LIMIT)],
            runs: std::array::from_fn(|_| Vec::new()),
            next: FIRST,
            width: 0,
        }
    }

    /// The number of color bits, then the codes.
    pub(super) fn encode(&mut self, pixels: &[u8]) -> Vec<u8> {
        let mut out = CodeWriter {
            bytes: vec![COLOR_BITS],
            waiting: 0,
            len: 0,
        };
        self.clear();
        out.put(CLEAR, self.width);
        let mut at = 0;
        while at < pixels.len() {
            let (code, end, is_run) = self.longest(pixels, at);
            out.put(code, self.width);
            if let Some(&color) = pixels.get(end) {
                if self.next < LIMIT {
                    self.learn(code, color, is_run && color == pixels[at]);
                } else {
                    out.put(CLEAR, self.width);
                    self.clear();
                }
            }
            at = end;
        }
        out.put(END, self.width);
        out.finish()
    }

    /// The longest known string at a place: its code, where it ends, and whether it is the longest known run.
    fn longest(&self, pixels: &[u8], at: usize) -> (u16, usize, bool) {
        let color = pixels[at];
        let runs = &self.runs[usize::from(color)];
        let run = run_length(&pixels[at..pixels.len().min(at + runs.len())], color);
        let mut code = runs[run - 1];
        let mut end = at + run;
        while let Some(&color) = pixels.get(end) {
            match self.longer[usize::from(code)][usize::from(color)] {
                NONE => break,
                longer => code = longer,
            }
            end += 1;
        }
        (code, end, run == runs.len() && end == at + run)
    }

    fn learn(&mut self, code: u16, color: u8, is_run: bool) {
        self.longer[usize::from(code)][usize::from(color)] = self.next;
        self.longer[usize::from(self.next)] = [NONE; COLORS];
        if is_run {
            self.runs[usize::from(color)].push(self.next);
        }
        // The reader is one string behind, so the code that no longer fits is written in the wider form at once.
        if self.next == 1 << self.width {
            self.width += 1;
        }
        self.next += 1;
    }

    fn clear(&mut self) {
        self.next = FIRST;
        self.width = u32::from(COLOR_BITS) + 1;
        for (color, runs) in (0..).zip(&mut self.runs) {
            self.longer[usize::from(color)] = [NONE; COLORS];
            runs.clear();
            runs.push(color);
        }
    }
}

/// How many pixels from the first on have this color.
fn run_length(pixels: &[u8], color: u8) -> usize {
    const STEP: usize = 32;
    // Without a way out in the middle, the comparison of a whole step is a few machine instructions.
    let same = |step: &[u8]| {
        step.iter()
            .fold(0, |difference, &pixel| difference | (pixel ^ color))
            == 0
    };
    let whole = pixels
        .chunks_exact(STEP)
        .take_while(|step| same(step))
        .count()
        * STEP;
    whole
        + pixels[whole..]
            .iter()
            .take_while(|&&pixel| pixel == color)
            .count()
}

/// Collects codes, least significant bit first.
struct CodeWriter {
    bytes: Vec<u8>,
    waiting: u64,
    len: u32,
}

impl CodeWriter {
    fn put(&mut self, code: u16, width: u32) {
        self.waiting |= u64::from(code) << self.len;
        self.len += width;
        if self.len >= 32 {
            self.bytes
                .extend_from_slice(&(self.waiting as u32).to_le_bytes());
            self.waiting >>= 32;
            self.len -= 32;
        }
    }

    fn finish(mut self) -> Vec<u8> {
        let rest = self.len.div_ceil(8) as usize;
        self.bytes
            .extend_from_slice(&self.waiting.to_le_bytes()[..rest]);
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;

    /// What the `gif` crate reads from our codes.
    #[track_caller]
    fn check(lzw: &mut Lzw, width: usize, pixels: &[u8]) {
        let mut file = Vec::new();
        let palette: Vec<u8> = (0..COLORS as u8).flat_map(|color| [color; 3]).collect();
        let side = (width as u16, (pixels.len() / width) as u16);
        let mut encoder = gif::Encoder::new(&mut file, side.0, side.1, &palette).unwrap();
        let frame = gif::Frame {
            width: side.0,
            height: side.1,
            buffer: Cow::Owned(lzw.encode(pixels)),
            ..gif::Frame::default()
        };
        encoder.write_lzw_pre_encoded_frame(&frame).unwrap();
        drop(encoder);
        let mut decoder = gif::DecodeOptions::new().read_info(&file[..]).unwrap();
        let frame = decoder.read_next_frame().unwrap().expect("a frame");
        assert!(
            frame.buffer == pixels,
            "{} pixels of width {width} came back changed",
            pixels.len()
        );
    }

    #[test]
    fn any_picture_comes_back() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut lzw = Lzw::new();
        check(&mut lzw, 1, &[0]);
        check(&mut lzw, 300, &vec![5; 300 * 300]);
        for round in 0..200 {
            let width = random.usize(1..200);
            let height = random.usize(1..120);
            let colors = random.u8(1..=COLORS as u8);
            let longest = [1, 3, 40, 900][round % 4];
            let mut pixels = Vec::new();
            while pixels.len() < width * height {
                pixels.extend(std::iter::repeat_n(
                    random.u8(..colors),
                    random.usize(1..=longest),
                ));
            }
            check(&mut lzw, width, &pixels[..width * height]);
        }
    }
}
