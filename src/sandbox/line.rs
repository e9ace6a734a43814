//! The TCP side: a listener whose connections can be cut by whoever serves a request on them.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

/// Accepts connections that can be cut.
pub(super) struct Lines(pub(super) TcpListener);

/// The handle by which a connection is cut.
#[derive(Clone, Debug)]
pub(super) struct Line(Arc<AtomicBool>);

impl Line {
    /// Breaks the connection: nothing more is read from it or written to it, not even the answer to the request that
    /// is being served.
    pub(super) fn cut(&self) {
        self.0.store(true, Ordering::Release);
    }
}

/// A connection.
pub(super) struct Stream {
    tcp: TcpStream,
    cut: Arc<AtomicBool>,
}

impl Stream {
    fn check(&self) -> io::Result<()> {
        if self.cut.load(Ordering::Acquire) {
            return Err(io::ErrorKind::ConnectionReset.into());
        }
        Ok(())
    }
}

impl Listener for Lines {
    type Io = Stream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Stream, SocketAddr) {
        // axum's own implementation knows which errors of accept pass.
        let (tcp, address) = Listener::accept(&mut self.0).await;
        // Answers are small and awaited: without this, some wait for the client's delayed acknowledgement.
        let _ = tcp.set_nodelay(true);
        let cut = Arc::new(AtomicBool::new(false));
        (Stream { tcp, cut }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        TcpListener::local_addr(&self.0)
    }
}

impl Connected<IncomingStream<'_, Lines>> for Line {
    fn connect_info(stream: IncomingStream<'_, Lines>) -> Self {
        Self(Arc::clone(&stream.io().cut))
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.check()?;
        Pin::new(&mut self.tcp).poll_read(cx, buf)
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.check()?;
        Pin::new(&mut self.tcp).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.check()?;
        Pin::new(&mut self.tcp).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.tcp).poll_shutdown(cx)
    }
}
