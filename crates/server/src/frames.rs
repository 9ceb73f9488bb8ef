//! The continuation frames that come over a WebSocket.
//!
//! The library joins them into messages and says nothing of them, not even of empty ones, which can be sent without end
//! and never make a message too long. So they are counted in the bytes before it reads them.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// No client of ours divides a message at all; who divides one into more parts than this is disconnected.
const MOST: u32 = 1_000;

/// A stream whose continuation frames are counted as it is read.
pub(crate) struct Counted<S> {
    stream: S,
    frames: Frames,
}

impl<S> Counted<S> {
    pub(crate) fn new(stream: S) -> Counted<S> {
        Counted { stream, frames: Frames::default() }
    }

    /// How many came since this was asked last.
    pub(crate) fn take(&mut self) -> u32 {
        std::mem::take(&mut self.frames.continuations)
    }
}

#[derive(Default)]
struct Frames {
    /// The header of a frame, as far as it has come.
    header: [u8; 14],
    have: usize,
    /// What is still to come of the frame's content.
    content: u64,
    continuations: u32,
}

impl Frames {
    fn read(&mut self, mut bytes: &[u8]) {
        while let [first, rest @ ..] = bytes {
            if self.content > 0 {
                let come = bytes.len().min(usize::try_from(self.content).unwrap_or(usize::MAX));
                self.content -= come as u64;
                bytes = &bytes[come..];
                continue;
            }
            self.header[self.have] = *first;
            self.have += 1;
            bytes = rest;
            if self.have < 2 {
                continue;
            }
            let (masked, short) = (self.header[1] & 0x80 != 0, self.header[1] & 0x7f);
            let long = match short {
                126 => 2,
                127 => 8,
                _ => 0,
            };
            if self.have == 2 + long + if masked { 4 } else { 0 } {
                let length =
                    self.header[2..2 + long].iter().fold(0, |length, byte| length << 8 | u64::from(*byte));
                self.content = if long == 0 { u64::from(short) } else { length };
                self.have = 0;
                self.continuations += u32::from(self.header[0] & 0x0f == 0);
            }
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Counted<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        self.frames.read(&buffer.filled()[before..]);
        if self.frames.continuations > MOST {
            return Poll::Ready(Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "a message in too many parts",
            )));
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Counted<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio_tungstenite::tungstenite::protocol::frame::{
        Frame,
        coding::{Data, OpCode},
    };

    use super::*;

    #[test]
    fn continuation_frames_are_counted_and_no_others_however_the_bytes_come() {
        let mut bytes = Vec::new();
        let mut expected = 0;
        for length in [0, 1, 125, 126, 300, 70_000] {
            // The content looks like headers of continuation frames.
            let content = vec![0_u8; length];
            let mut frames = vec![
                Frame::message(content.clone(), OpCode::Data(Data::Text), false),
                Frame::message(content.clone(), OpCode::Data(Data::Continue), true),
            ];
            frames.extend((length <= 125).then(|| Frame::ping(content)));
            for mut frame in frames {
                frame.header_mut().mask = (length % 2 == 0).then_some([0; 4]);
                frame.format(&mut bytes).unwrap();
            }
            expected += 1;
        }
        for part in [1, 2, 3, 7, 4_096, bytes.len()] {
            let mut frames = Frames::default();
            bytes.chunks(part).for_each(|chunk| frames.read(chunk));
            assert_eq!((frames.continuations, frames.have, frames.content), (expected, 0, 0), "{part}");
        }
    }
}
