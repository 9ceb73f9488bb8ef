//! From one store to another: backup, restore and migration, while games go on.

use crate::{
    Place, Store, StoreError,
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

/// Copies one store to another. A destination file is complete in itself afterwards: its log is merged, it is synced to
/// disk, its structure is checked and every copied game is read back.
pub async fn copy(from: &Place, to: &Place, at: impl FnMut(usize, usize)) -> Result<Copied, StoreError> {
    let source = from.open_existing("copy").await?;
    if source.count().await? == 0 && source.accounts().await?.is_empty() {
        return Err(StoreError::Broken(format!("{from} holds no games and no accounts: nothing to copy")));
    }
    let target = to.open("copy").await?;
    let written = copy_games(&*source, &*target, at).await;
    // Also after an error: what was copied is kept, and the next copy adds the rest.
    let closed = target.close().await;
    let (copied, games) = written?;
    closed?;
    if let Place::File(path) = to {
        std::fs::File::open(path)
            .and_then(|file| file.sync_all())
            .map_err(|error| StoreError::Broken(format!("{to}: {error}")))?;
    }
    let there = to.open_existing("copy").await?;
    there.check_integrity().await?;
    for (id, inputs) in &games {
        let found = there.game(id).await?.map_or(0, |game| game.lines.len());
        if found < *inputs {
            let why = format!("{to}: game {id} has {found} inputs where {inputs} were copied");
            return Err(StoreError::Corrupt(why));
        }
    }
    Ok(copied)
}

/// Copies every game with everything that belongs to it. Each is read as of one moment, so games may go on meanwhile;
/// what is there already is only added to, so copying again brings a backup up to date. Also returns the number of
/// inputs of every game.
async fn copy_games(
    from: &dyn Store,
    to: &dyn Store,
    mut at: impl FnMut(usize, usize),
) -> Result<(Copied, Vec<(String, usize)>), StoreError> {
    let ids = from.ids().await?;
    let (mut copied, mut games) = (Copied::default(), Vec::with_capacity(ids.len()));
    for (n, id) in ids.iter().enumerate() {
        if let Some(game) = from.game(id).await? {
            games.push((id.clone(), game.lines.len()));
            match to.game(id).await? {
                None => begin(from, to, &game, &mut copied).await?,
                Some(old) => go_on(to, game, &old, &mut copied).await?,
            }
        }
        at(n + 1, ids.len());
    }
    accounts(from, to).await?;
    Ok((copied, games))
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
        terms: game.terms.clone(),
        lines: game.lines.clone(),
        standing: game.standing.clone(),
        after: None,
    };
    copied.new += 1;
    copied.inputs += game.lines.len() as u32;
    to.write(Change::Open(Box::new(new))).await?;
    beside(to, game, 0, 0).await
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
    for (seat, (row, old)) in (0..).zip(game.seats.iter().zip(&old.seats)) {
        let id = || game.id.clone();
        if let Some(share) = row.share.filter(|_| old.share.is_none()) {
            to.write(Change::Share { game: id(), seat, share }).await?;
        }
        if (&row.who, row.token) != (&old.who, old.token)
            || old.keys.iter().any(|key| !row.keys.contains(key))
        {
            // The links were replaced: those of the copy must not open the seat any more.
            let (who, token) = (row.who.clone(), row.token);
            to.write(Change::Seat { game: id(), seat, who, token, by: None }).await?;
            for key in &row.keys {
                to.write(Change::Key { game: id(), seat, token: *key, account: None }).await?;
            }
        } else {
            for key in row.keys.iter().filter(|key| !old.keys.contains(key)) {
                to.write(Change::Key { game: id(), seat, token: *key, account: None }).await?;
            }
        }
        to.write(Change::Notify { game: id(), seat, notify: row.notify.clone() }).await?;
        to.write(Change::Person { game: id(), seat, name: row.person.clone() }).await?;
        if !row.open {
            to.write(Change::Shut { game: id(), seat }).await?;
        }
    }
    if !lines.is_empty() {
        let standing = game.standing.clone();
        to.write(Change::Append { game: game.id.clone(), lines, standing }).await?;
    }
    let known = old.snapshots.last().map_or(0, |row| row.number);
    beside(to, &game, old.chat.len(), known).await
}

/// What lies beside a game: chat after the first `said` lines, snapshots after input `known`, notes, orders, an offer.
async fn beside(to: &dyn Store, game: &Game, said: usize, known: u32) -> Result<(), StoreError> {
    let id = &game.id;
    let rows: Vec<_> = game.snapshots.iter().filter(|row| row.number > known).cloned().collect();
    if !rows.is_empty() {
        to.write(Change::Snapshots { game: id.clone(), rows }).await?;
    }
    for row in game.chat.iter().skip(said) {
        to.write(Change::Chat { game: id.clone(), row: row.clone() }).await?;
    }
    for (seat, text) in (0..).zip(&game.notes).filter(|(_, text)| !text.is_empty()) {
        to.write(Change::Notes { game: id.clone(), seat, text: text.clone() }).await?;
    }
    for (seat, orders) in (0..).zip(&game.orders).filter(|(_, orders)| !orders.is_empty()) {
        to.write(Change::Orders { game: id.clone(), seat, orders: orders.clone() }).await?;
    }
    to.write(Change::Offer { game: id.clone(), offer: game.offer }).await?;
    let (times, due) = (game.standing.times.clone(), game.standing.due);
    to.write(Change::Times { game: id.clone(), times, due }).await?;
    if let Some(next) = game.next.clone() {
        to.write(Change::Next { game: id.clone(), next }).await?;
    }
    if game.closed {
        to.write(Change::Close { game: id.clone() }).await?;
    }
    Ok(())
}

/// Accounts with what they gather; signed-in devices sign in once more.
async fn accounts(from: &dyn Store, to: &dyn Store) -> Result<(), StoreError> {
    for account in from.accounts().await? {
        let name = account.name.clone();
        match to.account(&name).await? {
            None => to.write(Change::Account(account)).await?,
            Some(old) if old.secret != account.secret => {
                to.write(Change::Passphrase { account: name.clone(), secret: account.secret }).await?;
            }
            Some(_) => {}
        }
        for (game, seat) in from.belongings(&name).await? {
            to.write(Change::Belongs { account: name.clone(), game, seat }).await?;
        }
    }
    Ok(())
}
