//! What other servers write, as it happens.

use std::{future::poll_fn, ops::ControlFlow, sync::Arc, time::Duration};

use tokio::{
    sync::mpsc,
    time::{sleep, timeout},
};
use tokio_postgres::AsyncMessage;

use super::{CONNECT_DEADLINE, Connected, DEADLINE, address::Address};
use crate::Elsewhere;

pub(super) const CHANNEL: &str = "gunbai";

/// How often an idle connection is asked whether it still answers.
const HEARTBEAT: Duration = Duration::from_secs(4);

/// Listens until the receiver is dropped, and connects again whenever the connection breaks or goes silent.
pub(super) async fn listen(address: Arc<Address>, server: String, tell: mpsc::UnboundedSender<Elsewhere>) {
    let mut before = false;
    while !tell.is_closed() {
        if let Ok(Ok((client, mut connection))) = timeout(CONNECT_DEADLINE, address.connect()).await {
            let (to, mut from) = mpsc::unbounded_channel();
            let driver = tokio::spawn(async move {
                while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
                    if let AsyncMessage::Notification(news) = message
                        && to.send(news.payload().to_owned()).is_err()
                    {
                        return;
                    }
                }
            });
            let connected = Connected { client, driver };
            let listen = format!("LISTEN {CHANNEL}");
            if matches!(timeout(DEADLINE, connected.batch_execute(&listen)).await, Ok(Ok(()))) {
                // What was written before LISTEN was not announced to us.
                if before && tell.send(Elsewhere::Anything).is_err() {
                    return;
                }
                before = true;
                if forward(&connected, &mut from, &server, &tell).await.is_break() {
                    return;
                }
            }
        }
        sleep(Duration::from_millis(200)).await;
    }
}

/// Passes notifications on until the connection is lost, or breaks if nobody wants them any more.
async fn forward(
    connected: &Connected,
    from: &mut mpsc::UnboundedReceiver<String>,
    server: &str,
    tell: &mpsc::UnboundedSender<Elsewhere>,
) -> ControlFlow<()> {
    loop {
        match timeout(HEARTBEAT, from.recv()).await {
            Ok(Some(news)) => {
                let Some((by, game)) = news.split_once(' ') else { continue };
                if by != server && tell.send(Elsewhere::Game(game.to_owned())).is_err() {
                    return ControlFlow::Break(());
                }
            }
            Ok(None) => return ControlFlow::Continue(()),
            Err(_) => match timeout(DEADLINE, connected.batch_execute("")).await {
                Ok(Ok(())) => {}
                _ => return ControlFlow::Continue(()),
            },
        }
    }
}
