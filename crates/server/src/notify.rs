//! Notices to people who are away: that they are asked, once until they act again.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use serde::{Deserialize, Serialize};
use store::{Change, StoreError};
use subtle::ConstantTimeEq as _;

use crate::{
    failure::No,
    game::withholding,
    hall::{Hall, millis},
    outside::{Call, Letter},
    requests::{Address, Bearer, Body},
    seat,
    table::{Inside, Table},
    wire::Notify,
};

const MOST_ADDRESS: usize = 300;

/// How the owner of a seat gets notices.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Wishes {
    webhook: Option<String>,
    email: Option<String>,
    confirmed: bool,
    /// In every letter: it confirms the address, or stops the letters.
    code: String,
    /// Watchers cannot write in the chat.
    pub(crate) muted: bool,
}

impl Wishes {
    pub(crate) fn read(text: &str) -> Wishes {
        serde_json::from_str(text).unwrap_or_default()
    }

    pub(crate) fn card(&self) -> Notify {
        Notify { webhook: self.webhook.clone(), email: self.email.clone(), confirmed: self.confirmed }
    }

    /// Is there a way to send a notice?
    pub(crate) fn is_reachable(&self) -> bool {
        self.webhook.is_some() || self.mail().is_some()
    }

    /// Nobody gets mail before they have confirmed the address.
    fn mail(&self) -> Option<&str> {
        self.email.as_deref().filter(|_| self.confirmed)
    }

    fn is_code(&self, code: &str) -> bool {
        !self.code.is_empty() && bool::from(self.code.as_bytes().ct_eq(code.as_bytes()))
    }
}

/// What goes to a webhook.
#[derive(Debug, Serialize)]
struct Summons<'a> {
    table: &'a str,
    seat: u8,
    title: &'a str,
    /// What is asked, in one sentence.
    asked: &'a str,
    url: &'a str,
}

impl Table {
    /// Sends a notice to each person who is asked and has been away for a while.
    pub(crate) async fn notice(&self, hall: &Arc<Hall>, inside: &mut Inside, now: u64) -> Result<(), No> {
        // A server to which the person is connected postpones the notice; the others give it time to.
        let grace = if hall.shared { hall.patience.due.as_millis() as u64 * 3 } else { 0 };
        let mut times = inside.times.clone();
        for seat in 0..2u8 {
            let place = usize::from(seat);
            let Some(at) = times.notice(place).filter(|at| *at <= now) else { continue };
            if self.is_watched(place) {
                times.plan_notice(place, Some(now + hall.patience.away.as_millis() as u64));
            } else if at + grace <= now {
                times.plan_notice(place, None);
                let number = inside.game.table.len();
                let acted = times.acted[place];
                let change = Change::Notice { game: self.id.clone(), seat, acted, number };
                match self.store.write(change).await {
                    Ok(()) => self.summon(hall, inside, seat),
                    // Another server has sent it.
                    Err(StoreError::Exists(_)) => {}
                    Err(error) => return Err(error.into()),
                }
            }
        }
        if times != inside.times {
            self.keep_times(inside, times).await?;
        }
        Ok(())
    }

    /// Warns the owners of the seats that nobody has touched the table for long, and that it will be deleted.
    pub(crate) fn warn(&self, hall: &Arc<Hall>, inside: &Inside) {
        let title = self.card.card.title.en.clone();
        let url = hall.outside.page(&format!("/t/{}", self.id));
        let asked = "Nobody has touched this table for long. In 30 days it will be gone. Open it once, and it stays; \
                     its record can be exported until then.";
        for (seat, wishes) in (0u8..).zip(&inside.notify) {
            self.reach(hall, seat, wishes, &title, asked, &url, format!("A table will be gone: {title}"));
        }
    }

    fn summon(&self, hall: &Arc<Hall>, inside: &Inside, seat: u8) {
        let wishes = &inside.notify[usize::from(seat)];
        let title = self.card.card.title.en.clone();
        let owes = withholding(&*inside.game.table, inside.game.people)[usize::from(seat)];
        let asked = match inside.game.gazes[2].table.asked() {
            _ if owes => Some("The dice wait for your share. Open the table, and it is sent.".to_owned()),
            kernel::erased::Asked::Questions { questions } => {
                questions.into_iter().find(|question| question.seat == seat).map(|question| question.prompt)
            }
            _ => None,
        };
        let asked = asked.unwrap_or_else(|| "It is your move.".to_owned());
        let url = hall.outside.page(&format!("/t/{}", self.id));
        self.reach(hall, seat, wishes, &title, &asked, &url, format!("Your move: {title}"));
    }

    #[allow(clippy::too_many_arguments)]
    fn reach(
        &self,
        hall: &Hall,
        seat: u8,
        wishes: &Wishes,
        title: &str,
        asked: &str,
        url: &str,
        subject: String,
    ) {
        if let Some(address) = &wishes.webhook {
            let summons = Summons { table: &self.id, seat, title, asked, url };
            let body = serde_json::to_string(&summons).unwrap_or_default();
            hall.outside.call(Call { address: address.clone(), body });
        }
        if let Some(to) = wishes.mail() {
            let stop = hall.outside.page(&format!("/notices#stop.{}.{seat}.{}", self.id, wishes.code));
            let at_once = hall.outside.page(&format!("/api/notices/stop/{}/{seat}/{}", self.id, wishes.code));
            hall.outside.write(Letter {
                to: to.to_owned(),
                subject,
                text: format!(
                    "{asked}\n\nThe table: {url}\n\nNo more is sent until you have moved. To get no more mail of this \
                     table at all: {stop}\n"
                ),
                stop: Some(at_once),
            });
        }
    }

    pub(crate) async fn keep_wishes(
        &self,
        hall: &Arc<Hall>,
        inside: &mut Inside,
        seat: u8,
        wishes: Wishes,
    ) -> Result<(), No> {
        let place = usize::from(seat);
        let text = serde_json::to_string(&wishes).map_err(|_| No::internal())?;
        self.store.write(Change::Notify { game: self.id.clone(), seat, notify: text }).await?;
        let reachable = wishes.is_reachable();
        inside.notify[place] = wishes;
        let mut times = inside.times.clone();
        let soon = millis() + hall.patience.away.as_millis() as u64;
        times.plan_notice(place, reachable.then_some(soon));
        self.keep_times(inside, times).await
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    #[serde(default)]
    webhook: Option<String>,
    #[serde(default)]
    email: Option<String>,
}

/// `POST /api/tables/ID/notify`
pub(crate) async fn set(
    State(hall): State<Arc<Hall>>,
    Path(id): Path<String>,
    Address(address): Address,
    bearer: Bearer,
    Body(wanted): Body<Wanted>,
) -> Result<Json<Notify>, No> {
    let table = hall.table(&id).await?;
    let seat = table.seat_of(bearer.0.as_deref())?.ok_or_else(No::wrong_seat)?;
    let filled =
        |text: Option<String>| text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    let (webhook, email) = (filled(wanted.webhook), filled(wanted.email));
    let can = hall.outside.can();
    if webhook.is_some() && !can.webhook || email.is_some() && !can.email {
        return Err(No::new(
            StatusCode::CONFLICT,
            "cannot-notify",
            "this server tells nobody anything that way",
        ));
    }
    if [&webhook, &email].into_iter().flatten().any(|text| text.len() > MOST_ADDRESS) {
        return Err(No::too_large("an address", MOST_ADDRESS));
    }
    if let Some(webhook) = &webhook {
        hall.outside.is_address(webhook).map_err(No::malformed)?;
    }
    if let Some(email) = &email {
        hall.outside.is_mailbox(email).map_err(No::malformed)?;
    }
    let this = hall.clone();
    hall.run(async move {
        let mut entered = table.enter(&this).await?;
        let inside = entered.inside_mut()?;
        let old = &inside.notify[usize::from(seat)];
        let mut wishes = Wishes { webhook, email, ..old.clone() };
        let asked = wishes.email.clone().filter(|email| Some(email) != old.email.as_ref() || !old.confirmed);
        if let Some(mailbox) = &asked {
            this.limits.mail(address, mailbox)?;
            wishes.confirmed = false;
            wishes.code = kernel::data::hex(&seat::random::<16>()?);
        }
        let card = wishes.card();
        let code = wishes.code.clone();
        table.keep_wishes(&this, inside, seat, wishes).await?;
        if let Some(to) = asked {
            let confirm = this.outside.page(&format!("/notices#confirm.{}.{seat}.{code}", table.id));
            this.outside.write(Letter {
                to,
                subject: "Shall this table write to you?".to_owned(),
                text: format!(
                    "Somebody wants to be told at this address when it is his move at {}.\n\nIf that is you: \
                     {confirm}\n\nIf not, do nothing, and no more will come.\n",
                    table.card.card.title.en
                ),
                stop: None,
            });
        }
        Ok(Json(card))
    })
    .await
}

/// What stands in a letter.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Code {
    table: String,
    seat: u8,
    code: String,
}

/// `POST /api/notices/confirm`
pub(crate) async fn confirm(
    State(hall): State<Arc<Hall>>,
    Body(code): Body<Code>,
) -> Result<Json<Notify>, No> {
    change(hall, code, |wishes| wishes.confirmed = true).await.map(Json)
}

/// `POST /api/notices/stop`
pub(crate) async fn stop(State(hall): State<Arc<Hall>>, Body(code): Body<Code>) -> Result<Json<Notify>, No> {
    change(hall, code, stopped).await.map(Json)
}

/// The same for programs that read mail, which send a form (RFC 8058).
pub(crate) async fn stop_at_once(
    State(hall): State<Arc<Hall>>,
    Path((table, seat, code)): Path<(String, u8, String)>,
) -> Result<Json<Notify>, No> {
    change(hall, Code { table, seat, code }, stopped).await.map(Json)
}

fn stopped(wishes: &mut Wishes) {
    *wishes = Wishes { webhook: wishes.webhook.take(), ..Wishes::default() };
}

async fn change(hall: Arc<Hall>, code: Code, change: fn(&mut Wishes)) -> Result<Notify, No> {
    let table = hall.table(&code.table).await?;
    let this = hall.clone();
    hall.run(async move {
        let mut entered = table.enter(&this).await?;
        let inside = entered.inside_mut()?;
        let old = inside.notify.get(usize::from(code.seat)).filter(|old| old.is_code(&code.code));
        let mut wishes = old.cloned().ok_or_else(|| {
            No::new(
                StatusCode::FORBIDDEN,
                "unknown-code",
                "this link is not valid any more; nothing is sent by it",
            )
        })?;
        change(&mut wishes);
        let card = wishes.card();
        table.keep_wishes(&this, inside, code.seat, wishes).await?;
        Ok(card)
    })
    .await
}
