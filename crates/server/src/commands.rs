//! What can be done at a table, by whichever channel it comes.

use std::sync::Arc;

use axum::http::StatusCode;
use kernel::{
    Seat,
    data::hex,
    erased::{Asked, Wrong},
    record::{Forfeit, Input, Source},
    shared::Shared,
};
use store::{Change, ChatRow, StoreError};

use crate::{
    failure::No,
    game::{Course, Game, place_of, real_dice, withholding},
    hall::{Hall, millis, now},
    people::Person,
    seat,
    shelf::level,
    table::{Entered, Inside, Sitting, Table},
    times::{Neglect, Times},
    wire::{AtZero, Chat, Command, Done, Offer, StandingOrder, Tell},
};

const MOST_CHAT: usize = 500;
pub(crate) const MOST_NOTES: usize = 20_000;
const MOST_ORDERS: usize = 200;
/// Devices that may hold a seat for an account, beside its link.
const MOST_KEYS: usize = 20;
/// No action of any system is longer.
const MOST_ACTION: usize = 2_000;

impl Table {
    /// Does what a viewer asks for; answered when it is on disk.
    pub(crate) async fn perform(
        self: Arc<Self>,
        hall: Arc<Hall>,
        seat: Option<u8>,
        command: Command,
    ) -> Result<Done, No> {
        if let Some(seat) = seat {
            self.paces[usize::from(seat)].may_act()?;
        }
        if self.is_closed() {
            return Err(No::closed());
        }
        let mut entered = self.enter(&hall).await?;
        let inside = entered.inside_mut()?;
        let seated = || seat.map(Seat).ok_or_else(No::wrong_seat);
        if let Some(seat) = seat {
            self.shut(inside, Seat(seat)).await?;
        }
        let course = match command {
            Command::Act { action, after } => {
                let seat = seated()?;
                fresh(&inside.game, seat, after)?;
                hall.budgets.measured(|| act(inside, seat, action))?
            }
            Command::Dice { pips, after } => {
                let seat = seated()?;
                fresh(&inside.game, seat, after)?;
                self.may_throw(&inside.game, seat)?;
                let roll = Input::Roll { number: inside.game.table.throws() + 1, pips, entered: true };
                hall.budgets.measured(|| Course::of(&inside.game, roll, &inside.orders))?
            }
            Command::Resign { after } => {
                let seat = seated()?;
                fresh(&inside.game, seat, after)?;
                let input = Input::Resign { seat, why: Forfeit::Resigned };
                hall.budgets.measured(|| Course::of(&inside.game, input, &inside.orders))?
            }
            Command::Undo { to, after } => {
                let seat = seated()?;
                fresh(&inside.game, seat, after)?;
                match hall.budgets.measured(|| self.undo(inside, seat, to))? {
                    Wanted::Course(course) => course,
                    Wanted::Consent(offer) => return self.offer(inside, seat, Some(offer)).await,
                }
            }
            Command::Answer { agree, to, after } => {
                let seat = seated()?;
                let Some(offer) = inside.offer else {
                    return Err(No::new(StatusCode::CONFLICT, "no-offer", "nobody offers anything"));
                };
                // What is agreed to is what was seen, whatever was asked for in the meantime.
                fresh(&inside.game, seat, after)?;
                if offer.to != to {
                    return Err(No::new(StatusCode::CONFLICT, "other-offer", "the offer is another one now"));
                }
                // Who asked may take his wish back, but not agree to it.
                if !agree {
                    return self.offer(inside, seat, None).await;
                }
                if offer.seat == seat.0 {
                    return Err(No::not_your_turn("the other seat must agree to this"));
                }
                let input = match offer.to {
                    Some(to) => Input::Undo { seat: Seat(offer.seat), to, agreed: true },
                    None => Input::Resign { seat, why: Forfeit::Draw },
                };
                hall.budgets.measured(|| Course::of(&inside.game, input, &inside.orders))?
            }
            Command::Draw { after } => {
                let seat = seated()?;
                fresh(&inside.game, seat, after)?;
                if inside.game.table.is_over() {
                    return Err(No::new(StatusCode::CONFLICT, "over", "the game is over"));
                }
                if !inside.game.people[seat.other().index()] {
                    return Err(No::not_your_turn("a computer plays on: resign, or win"));
                }
                return self.offer(inside, seat, Some(Offer { seat: seat.0, to: None })).await;
            }
            Command::Share { commitment } => {
                let (seat, commitment) = (seated()?, secret(&commitment)?);
                let course = hall.budgets.measured(|| {
                    Course::of(&inside.game, Input::Share { seat, commitment }, &inside.orders)
                })?;
                self.commit(&hall, &mut entered, course).await?;
                let inside = entered.inside()?;
                self.tell_shares(&inside.game);
                return Ok(done(inside, Some(seat.0)));
            }
            Command::OpenShare { share } => {
                self.open_share(inside, seated()?, secret(&share)?).await?;
                // Now the other seat is asked for its share, or the last one brings the dice that were waited for.
                let course = Course::onward(&inside.game, &inside.orders)?;
                if course.inputs.is_empty() {
                    let times = self.times_after(&hall, inside, &course);
                    self.keep_times(inside, times).await?;
                }
                course
            }
            Command::Chat { text } => return self.chat(&hall, inside, seat, &text).await,
            Command::Notes { text } => return self.notes(inside, seated()?, text).await,
            Command::Orders { orders } => {
                self.set_orders(inside, seated()?, orders).await?;
                // The new order may answer the very question that is asked.
                Course::onward(&inside.game, &inside.orders)?
            }
            Command::Name { name } => {
                let seat = seated()?;
                self.set_name(inside, seat, &name).await?;
                return Ok(done(inside, Some(seat.0)));
            }
            Command::StopLooking {} => {
                let seat = seated()?;
                self.shut(inside, seat.other()).await?;
                return Ok(done(inside, Some(seat.0)));
            }
            Command::Mute { on } => {
                let seat = seated()?;
                let mut wishes = inside.notify[seat.index()].clone();
                wishes.muted = on;
                self.keep_wishes(&hall, inside, seat.0, wishes).await?;
                self.tell(None, &Tell::Muted { muted: inside.is_muted() });
                return Ok(done(inside, Some(seat.0)));
            }
            Command::Vacation { on } => {
                self.rest(inside, seated()?, on).await?;
                return Ok(done(inside, seat));
            }
            Command::Claim { computer } => {
                let from = seated()?.other();
                let why = self.claimable(inside, from)?;
                match computer {
                    None => hall.budgets.measured(|| {
                        Course::of(&inside.game, Input::Resign { seat: from, why }, &inside.orders)
                    })?,
                    Some(name) => {
                        self.replace(&hall, &mut entered, from, level(&name)?).await?;
                        return Ok(done(entered.inside()?, seat));
                    }
                }
            }
        };
        self.commit(&hall, &mut entered, course).await?;
        Ok(done(entered.inside()?, seat))
    }

    /// Entered dice come from the seat that throws; for a computer any person at the table throws.
    fn may_throw(&self, game: &Game, seat: Seat) -> Result<(), No> {
        if !real_dice(game.table.source()) {
            let message = "dice are not entered at this table";
            return Err(No::new(StatusCode::CONFLICT, "no-dice-wanted", message));
        }
        match game.table.asked() {
            Asked::Roll { seat: thrower, .. } if thrower == seat.0 => Ok(()),
            Asked::Roll { seat: thrower, .. } if self.computers()[usize::from(thrower)] => Ok(()),
            Asked::Roll { text, .. } => Err(No::not_your_turn(format!("the other seat throws: {text}"))),
            _ => Err(No::new(StatusCode::CONFLICT, "no-dice-wanted", "no dice are wanted now")),
        }
    }

    fn undo(&self, inside: &Inside, seat: Seat, to: u32) -> Result<Wanted, No> {
        let game = &inside.game;
        let computer = self.computers()[seat.other().index()];
        // The record of a finished game shows the dice to come and what was hidden.
        if game.table.is_over() && !computer && self.branch_of.is_none() {
            let message =
                "the game is over, and everything about it was told; go on from here at a new table";
            return Err(No::new(StatusCode::CONFLICT, "over", message));
        }
        let undo = |agreed: bool| {
            let course = Course::of(game, Input::Undo { seat, to, agreed }, &inside.orders);
            course.map(Wanted::Course)
        };
        let free = to >= game.table.free_undo(seat);
        if free || to >= game.table.tip() || !game.table.is_in_force(to) {
            // Free, or refused with the reason.
            undo(false)
        } else if computer {
            undo(true)
        } else {
            Ok(Wanted::Consent(Offer { seat: seat.0, to: Some(to) }))
        }
    }

    async fn offer(&self, inside: &mut Inside, seat: Seat, offer: Option<Offer>) -> Result<Done, No> {
        let kept = offer.map(|offer| store::Offer { seat: offer.seat, to: offer.to });
        self.store.write(Change::Offer { game: self.id.clone(), offer: kept }).await?;
        inside.offer = offer;
        self.tell(None, &Tell::Offer { offer });
        Ok(done(inside, Some(seat.0)))
    }

    /// Takes a seat's share of the dice. Before everyone is bound to his, one who knew it could choose his own by it.
    async fn open_share(&self, inside: &mut Inside, seat: Seat, share: [u8; 32]) -> Result<(), No> {
        let committed = inside.game.table.shares();
        let owing = inside.game.owing();
        if (0..2).any(|other| owing[other] && committed[other].is_none()) {
            let message = "the other seat is not bound to its share yet; tell yours when it is";
            return Err(No::new(StatusCode::CONFLICT, "too-early", message));
        }
        let mut table = inside.game.table.fork();
        table.open_share(seat, share).map_err(No::share)?;
        self.store.write(Change::Share { game: self.id.clone(), seat: seat.0, share }).await?;
        inside.game.table = table.into();
        self.tell_shares(&inside.game);
        Ok(())
    }

    async fn chat(&self, hall: &Hall, inside: &mut Inside, seat: Option<u8>, text: &str) -> Result<Done, No> {
        let text = plain(text, false);
        if text.is_empty() {
            return Err(No::malformed("there is nothing to say in this"));
        }
        if text.chars().count() > MOST_CHAT {
            return Err(No::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "too-large",
                format!("a line of chat has at most {MOST_CHAT} letters"),
            ));
        }
        if seat.is_none() && inside.is_muted() {
            let message = "the players want to play in silence; those who look on have nothing to say here";
            return Err(No::new(StatusCode::CONFLICT, "muted", message));
        }
        let watched = inside.chat.iter().filter(|chat| chat.seat.is_none()).count();
        let (lines, of_watchers) = hall.limits.allowed.chat;
        if inside.chat.len() >= lines as usize || (seat.is_none() && watched >= of_watchers as usize) {
            return Err(No::new(StatusCode::CONFLICT, "too-large", "enough was said at this table"));
        }
        let chat = Chat { n: inside.chat.len() as u32 + 1, seat, text, at: now() };
        let row = ChatRow { n: chat.n, seat, text: chat.text.clone(), at: chat.at };
        self.store.write(Change::Chat { game: self.id.clone(), row }).await?;
        inside.chat.push(chat.clone());
        self.tell(None, &Tell::Chat { chat });
        Ok(done(inside, seat))
    }

    async fn notes(&self, inside: &mut Inside, seat: Seat, text: String) -> Result<Done, No> {
        if text.len() > MOST_NOTES {
            return Err(No::too_large("notes", MOST_NOTES));
        }
        let text = plain(&text, true);
        let change = Change::Notes { game: self.id.clone(), seat: seat.0, text: text.clone() };
        self.store.write(change).await?;
        inside.notes[seat.index()] = text;
        Ok(done(inside, Some(seat.0)))
    }

    async fn set_orders(
        &self,
        inside: &mut Inside,
        seat: Seat,
        orders: Vec<StandingOrder>,
    ) -> Result<(), No> {
        let long = |text: &str| text.len() > 100;
        let odd = orders.iter().any(|order| long(&order.kind) || order.at.as_deref().is_some_and(long));
        if orders.len() > MOST_ORDERS || odd {
            return Err(No::too_large("standing orders", MOST_ORDERS * 100));
        }
        let text = serde_json::to_string(&orders).map_err(|_| No::internal())?;
        self.store.write(Change::Orders { game: self.id.clone(), seat: seat.0, orders: text }).await?;
        inside.orders[seat.index()] = orders;
        Ok(())
    }
}

/// Time, absence, and who sits where.
impl Table {
    async fn rest(&self, inside: &mut Inside, seat: Seat, on: bool) -> Result<(), No> {
        let mut times = inside.times.clone();
        if !times.rest(&self.terms, millis(), seat.index(), on) {
            return Err(No::new(StatusCode::CONFLICT, "no-vacation", "no days of vacation are left"));
        }
        self.keep_times(inside, times).await?;
        let times = inside.times.card(&self.terms, millis());
        self.tell(None, &Tell::Times { times });
        Ok(())
    }

    pub(crate) async fn keep_times(&self, inside: &mut Inside, times: Times) -> Result<(), No> {
        let (text, due) = (times.text(), times.due(&self.terms));
        self.store.write(Change::Times { game: self.id.clone(), times: text, due }).await?;
        inside.times = times;
        Ok(())
    }

    /// For what the game can be claimed from a seat.
    fn claimable(&self, inside: &Inside, from: Seat) -> Result<Forfeit, No> {
        let person = inside.game.people[from.index()];
        let why = inside.times.claimable(&self.terms, millis(), from.index());
        let owes = withholding(&*inside.game.table, inside.game.people)[from.index()];
        why.filter(|_| person).map(|why| if owes { Forfeit::Share } else { why }).ok_or_else(|| {
            let message =
                "a game can be claimed from a person who has been asked for too long and is not on vacation";
            No::new(StatusCode::CONFLICT, "not-absent", message)
        })
    }

    /// A computer sits down in the place of somebody who does not come back.
    async fn replace(
        self: &Arc<Self>,
        hall: &Arc<Hall>,
        entered: &mut Entered<'_>,
        seat: Seat,
        level: bots::Level,
    ) -> Result<(), No> {
        let sitting = Sitting::Computer(level);
        let (game, who) = (self.id.clone(), sitting.who());
        self.store.write(Change::Seat { game, seat: seat.0, who, token: None, by: None }).await?;
        self.seat(seat.index(), sitting);
        let inside = entered.inside_mut()?;
        inside.game.people[seat.index()] = false;
        inside.people[seat.index()] = Person::default();
        self.without_its_share(hall, entered, seat).await?;
        let inside = entered.inside_mut()?;
        // Nobody counts the time of a computer, and somebody must have it move after a restart, too.
        let times = self.times_after(hall, inside, &Course::default());
        self.keep_times(inside, times).await?;
        self.tell_seats(inside);
        self.consult(hall, inside);
        Ok(())
    }

    /// Who has left was bound to a share that nobody else knows: the others need other dice.
    async fn without_its_share(
        self: &Arc<Self>,
        hall: &Arc<Hall>,
        entered: &mut Entered<'_>,
        seat: Seat,
    ) -> Result<(), No> {
        let inside = entered.inside()?;
        let table = &inside.game.table;
        let stuck = matches!(table.source(), Source::Shared(dice) if dice.shares[seat.index()].is_none())
            && table.shares()[seat.index()].is_some()
            && !table.has_thrown();
        if !stuck {
            return Ok(());
        }
        let source = Source::Shared(Shared::new(seat::random()?));
        let input = Input::Dice { file: false, source, secret: Some(seat::random()?) };
        let course = Course::of(&inside.game, input, &inside.orders)?;
        self.commit(hall, entered, course).await?;
        self.tell_shares(&entered.inside()?.game);
        Ok(())
    }

    /// A token for one more device of an account that gathers the seat.
    pub(crate) async fn sit(&self, seat: u8, account: &str) -> Result<String, No> {
        // As with a new link: in the order in which both are written, they are true here.
        let _inside = self.inside().await;
        if self.seats()[usize::from(seat)].tokens().len() > MOST_KEYS {
            let message =
                "this seat is held by many devices; ask for a new link of it, and the others hold it no more";
            return Err(No::new(StatusCode::CONFLICT, "too-many", message));
        }
        let token = seat::new_token()?;
        let hashed = seat::hashed(&token);
        let change =
            Change::Key { game: self.id.clone(), seat, token: hashed, account: Some(account.to_owned()) };
        self.store.write(change).await?;
        self.add_key(usize::from(seat), hashed);
        Ok(token)
    }

    /// Gives a seat a new token; old ones open nothing any more.
    pub(crate) async fn new_link(&self, old: &str) -> Result<String, No> {
        let token = seat::new_token()?;
        let hashed = seat::hashed(&token);
        // While nobody else does anything here: whether the old token opens the seat is looked at and written as one.
        let mut inside = self.inside().await;
        let seat = self.seat_of(Some(old))?.ok_or_else(No::wrong_seat)?;
        let (game, who) = (self.id.clone(), "person".to_owned());
        let by = Some(seat::hashed(old));
        self.store.write(Change::Seat { game, seat, who, token: Some(hashed), by }).await?;
        self.seat(usize::from(seat), Sitting::Person(vec![hashed]));
        if let Some(inside) = inside.as_mut() {
            inside.people[usize::from(seat)] = Person::default();
            self.tell_seats(inside);
        }
        Ok(token)
    }

    /// Somebody's time may be up, or somebody who is away wants to be told that he is asked.
    pub(crate) async fn time_is_up(self: Arc<Self>, hall: &Arc<Hall>) -> Result<(), No> {
        let mut entered = self.enter(hall).await?;
        let inside = entered.inside_mut()?;
        let now = millis();
        match inside.times.neglect(now) {
            Neglect::None => {}
            Neglect::Gone => {
                tracing::info!(table = self.id, "an untouched table is deleted");
                return self.delete_entered(hall, entered).await;
            }
            Neglect::Warn => {
                let mut times = inside.times.clone();
                times.warned(now);
                // Of several servers that look at the table, one warns.
                let change = Change::Warned {
                    game: self.id.clone(),
                    touched: times.touched(),
                    at: u32::try_from(now / 1_000).unwrap_or(u32::MAX),
                    times: times.text(),
                    due: times.due(&self.terms),
                };
                match self.store.write(change).await {
                    Ok(()) => {
                        inside.times = times;
                        self.warn(hall, inside);
                    }
                    Err(StoreError::Exists(_)) => return self.follow(hall, &mut entered).await,
                    Err(error) => return Err(error.into()),
                }
            }
        }
        let out = Seat::ALL.into_iter().find(|seat| inside.times.is_out(&self.terms, now, seat.index()));
        let owes = withholding(&*inside.game.table, inside.game.people);
        match (out, self.terms.clock.map(|clock| clock.at_zero)) {
            // Nobody can bring a share in the place of another.
            (Some(seat), Some(at_zero))
                if at_zero == AtZero::Resign || at_zero == AtZero::Computer && owes[seat.index()] =>
            {
                let why = if owes[seat.index()] { Forfeit::Share } else { Forfeit::Time };
                let course = Course::of(&inside.game, Input::Resign { seat, why }, &inside.orders)?;
                return self.commit(hall, &mut entered, course).await;
            }
            (Some(_), Some(AtZero::Computer)) => self.consult(hall, inside),
            _ => {}
        }
        self.notice(hall, inside, now).await
    }
}

enum Wanted {
    Course(Course),
    Consent(Offer),
}

/// An action must follow on the last news of the seat.
fn fresh(game: &Game, seat: Seat, after: u32) -> Result<(), No> {
    let now = game.gazes[seat.index()].stream.number();
    if after == now { Ok(()) } else { Err(No::stale(after, now)) }
}

fn act(inside: &Inside, seat: Seat, action: String) -> Result<Course, No> {
    if action.len() > MOST_ACTION {
        return Err(No::too_large("an action", MOST_ACTION));
    }
    let table = &*inside.game.table;
    if !table.waiting().contains(&seat) {
        return Err(match table.judge(seat, &action) {
            Err(Wrong::Refused(said)) => {
                let mut no = No::not_your_turn(said.text);
                no.failure.rule = Some(said.rule);
                no
            }
            Err(wrong) => wrong.into(),
            Ok(()) => No::not_your_turn("you are not asked now"),
        });
    }
    Course::of(&inside.game, Input::Act { seat, action }, &inside.orders)
}

fn done(inside: &Inside, seat: Option<u8>) -> Done {
    let gaze = &inside.game.gazes[place_of(seat)];
    Done { number: gaze.stream.number(), head: hex(&gaze.table.head()) }
}

/// 32 bytes as hexadecimal digits.
fn secret(text: &str) -> Result<[u8; 32], No> {
    kernel::data::unhex(text).ok_or_else(|| No::malformed("64 hexadecimal digits are expected here"))
}

/// Text without control characters; lines are kept where they make sense.
pub(crate) fn plain(text: &str, lines: bool) -> String {
    let kept = text.chars().filter(|c| !c.is_control() || (lines && matches!(c, '\n' | '\t')));
    let text: String = kept.collect();
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn control_characters_are_dropped() {
        assert_eq!(plain(" a\u{7}b\nc\u{1b}[31m ", false), "abc[31m");
        assert_eq!(plain("a\nb", true), "a\nb");
    }
}
