//! From one store to another: moving house, and backups while games go on.

use crate::{
    Store, StoreError,
    rows::{Change, Game, NewGame},
};

/// What came of copying.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Copied {
    /// Games that were not there before.
    pub new: u32,
    /// Games that had gone on since they were copied last.
    pub longer: u32,
    /// Games that were there as they are.
    pub same: u32,
    pub inputs: u32,
}

/// Copies every game with everything that belongs to it. Each is read as of one moment, so games may go on meanwhile;
/// what is there already is only added to, so copying again brings a backup up to date.
pub async fn copy(
    from: &dyn Store,
    to: &dyn Store,
    mut at: impl FnMut(usize, usize),
) -> Result<Copied, StoreError> {
    let ids = from.ids().await?;
    let mut copied = Copied::default();
    for (n, id) in ids.iter().enumerate() {
        if let Some(game) = from.game(id).await? {
            match to.game(id).await? {
                None => begin(from, to, &game, &mut copied).await?,
                Some(old) => go_on(to, game, &old, &mut copied).await?,
            }
        }
        at(n + 1, ids.len());
    }
    Ok(copied)
}

async fn begin(from: &dyn Store, to: &dyn Store, game: &Game, copied: &mut Copied) -> Result<(), StoreError> {
    let new = NewGame {
        id: game.id.clone(),
        system: game.system.clone(),
        scenario: game.scenario.clone(),
        data: game.data.clone(),
        files: from.data(&game.data.1).await?,
        header: game.header.clone(),
        listed: game.listed,
        created: game.created,
        seats: game.seats.clone(),
        lines: game.lines.clone(),
        standing: game.standing.clone(),
    };
    copied.new += 1;
    copied.inputs += game.lines.len() as u32;
    to.write(Change::Open(Box::new(new))).await?;
    beside(to, game, 0).await
}

async fn go_on(to: &dyn Store, game: Game, old: &Game, copied: &mut Copied) -> Result<(), StoreError> {
    if old.header != game.header || !game.lines.starts_with(&old.lines) {
        return Err(StoreError::Broken(format!(
            "game {} is another one there; nothing of it was copied",
            game.id
        )));
    }
    let lines = game.lines[old.lines.len()..].to_vec();
    *(if lines.is_empty() { &mut copied.same } else { &mut copied.longer }) += 1;
    copied.inputs += lines.len() as u32;
    for (seat, row) in (0..).zip(&game.seats) {
        if let Some(share) = row.share.filter(|_| old.seats[usize::from(seat)].share.is_none()) {
            to.write(Change::Share { game: game.id.clone(), seat, share }).await?;
        }
    }
    if !lines.is_empty() {
        let standing = game.standing.clone();
        to.write(Change::Append { game: game.id.clone(), lines, standing }).await?;
    }
    beside(to, &game, old.chat.len()).await
}

/// What lies beside a game: chat after the first `said` lines, notes, orders, an offer.
async fn beside(to: &dyn Store, game: &Game, said: usize) -> Result<(), StoreError> {
    let id = &game.id;
    for row in game.chat.iter().skip(said) {
        to.write(Change::Chat { game: id.clone(), row: row.clone() }).await?;
    }
    for (seat, text) in (0..).zip(&game.notes).filter(|(_, text)| !text.is_empty()) {
        to.write(Change::Notes { game: id.clone(), seat, text: text.clone() }).await?;
    }
    for (seat, orders) in (0..).zip(&game.orders).filter(|(_, orders)| !orders.is_empty()) {
        to.write(Change::Orders { game: id.clone(), seat, orders: orders.clone() }).await?;
    }
    to.write(Change::Offer { game: id.clone(), offer: game.offer }).await
}
