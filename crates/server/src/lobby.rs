//! The lobby: what can be played, which tables there are, and new ones.

use std::{net::IpAddr, sync::Arc, time::Duration};

use axum::{
    Json,
    extract::{Query, State},
    http::StatusCode,
};
use kernel::{
    DataSet, Setup, Viewer,
    erased::AnyTable,
    record::{Header, Record, Source},
    shared::Shared,
};
use roster::AnySystem;
use serde::Deserialize;
use store::{Change, Listed, NewGame};

use crate::{
    failure::No,
    game::{self, Course, Game, place_of},
    hall::{Hall, millis, now},
    people::{Person, name_of},
    requests::{Address, Bearer, Body},
    seat,
    shelf::{level, levels},
    sight::seat_cards,
    table::{Inside, Played, Sitting, Table},
    times::Times,
    wire::{self, Lobby, NewTable, Opened, Sitter, TableCard, Terms},
};

/// Tables shown in the lobby.
const SHOWN: u32 = 50;
/// Tables asked for at once.
const MOST_IDS: usize = 100;
/// What a file of a stranger may take of the processor until it is replayed, and until it is shown as a table. With
/// what reading it takes this stays below two seconds.
const MOST_WORK: Duration = Duration::from_millis(1_200);
const MOST_SHOWING: Duration = Duration::from_millis(400);
/// Bytes of a position in a file.
const MOST_POSITION: usize = 256 * 1024;

pub(crate) async fn lobby(State(hall): State<Arc<Hall>>) -> Result<Json<Lobby>, No> {
    let tables = hall.store.listed(SHOWN).await?;
    let open = hall.store.open_seats(SHOWN).await?;
    let this = hall.clone();
    let lobby = hall.work_out(move || {
        Ok(Lobby {
            version: wire::VERSION,
            systems: this.shelf.system_cards(),
            levels: levels(),
            data: this.shelf.data_names(),
            tables: tables.into_iter().filter_map(|listed| this.table_card(listed)).collect(),
            open: open.into_iter().filter_map(|listed| this.table_card(listed)).collect(),
            notify: this.outside.can(),
        })
    });
    lobby.await.map(Json)
}

#[derive(Debug, Deserialize)]
pub(crate) struct Ids {
    ids: String,
}

pub(crate) async fn tables(
    State(hall): State<Arc<Hall>>,
    ids: Result<Query<Ids>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<Vec<TableCard>>, No> {
    let Ok(Query(Ids { ids })) = ids else {
        return Err(No::malformed("which tables? GET /api/tables?ids=A,B"));
    };
    let ids: Vec<String> = ids.split(',').filter(|id| seat::is_id(id)).map(str::to_owned).collect();
    if ids.len() > MOST_IDS {
        return Err(No::malformed(format!("at most {MOST_IDS} tables can be asked for at once")));
    }
    let found = hall.store.standings(ids).await?;
    Ok(Json(found.into_iter().filter_map(|listed| hall.table_card(listed)).collect()))
}

impl Hall {
    /// `None` for a table of a system that is not here.
    pub(crate) fn table_card(&self, listed: Listed) -> Option<TableCard> {
        let data = self.shelf.data(Some(&listed.data)).unwrap_or(self.shelf.built_in());
        let found = self.shelf.card(data, &listed.system, &listed.scenario).ok()?;
        let card = &found.card;
        let standing = listed.standing;
        let table = self.in_memory(&listed.id);
        let here = table.map_or([false; 2], |table| [table.is_watched(0), table.is_watched(1)]);
        let [first, second] = listed.people;
        let people =
            [Person { name: first, open: listed.open[0] }, Person { name: second, open: listed.open[1] }];
        Some(TableCard {
            seats: seat_cards(card, &standing.sides, &listed.who, here, &people),
            table: listed.id,
            system: listed.system,
            scenario: listed.scenario,
            title: card.title.clone(),
            clock: standing.clock,
            status: standing.status,
            waiting: standing.waiting,
            over: standing.over,
            winner: standing.winner,
            terms: serde_json::from_str(&listed.terms).unwrap_or_default(),
            number: standing.number,
            created: listed.created,
            changed: standing.changed,
        })
    }
}

pub(crate) async fn open(
    State(hall): State<Arc<Hall>>,
    Address(address): Address,
    bearer: Bearer,
    Body(wanted): Body<NewTable>,
) -> Result<(StatusCode, Json<Opened>), No> {
    hall.limits.new_table(address)?;
    let opened = hall.clone().open_table(wanted, bearer, address).await?;
    Ok((StatusCode::CREATED, Json(opened)))
}

/// Whose dice a new table has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DiceOf {
    Server,
    /// Shared by the server and everybody who sits down.
    Everyone,
    /// Thrown at a real table.
    Players,
}

impl NewTable {
    fn dice(&self) -> Result<DiceOf, No> {
        match (self.real_dice, self.shared_dice) {
            (true, true) => Err(No::malformed("dice are real or shared, not both")),
            (true, false) => Ok(DiceOf::Players),
            (false, true) => Ok(DiceOf::Everyone),
            (false, false) => Ok(DiceOf::Server),
        }
    }
}

/// What a table begins with.
struct Beginning {
    system: &'static dyn AnySystem,
    data: Arc<DataSet>,
    record: Record,
    /// The game of the record.
    table: Arc<dyn AnyTable>,
    rests: Vec<bool>,
    branch_of: Option<(String, u32)>,
}

/// Who sits at a new table, and what they agreed on.
struct Opening {
    id: String,
    seats: [Sitting; 2],
    people: [Person; 2],
    listed: bool,
    terms: Terms,
    /// The game it is the next of.
    after: Option<String>,
}

impl Hall {
    /// The same game once more with the same people and their tokens; with `swap` each plays the other side.
    pub(crate) async fn open_again(
        self: &Arc<Self>,
        table: &Table,
        source: Source,
        mut people: [Person; 2],
        swap: bool,
    ) -> Result<String, No> {
        let dice = match source {
            Source::Entered => DiceOf::Players,
            Source::Shared(_) => DiceOf::Everyone,
            Source::Seeded(_) | Source::Committed(_) | Source::Scripted => DiceOf::Server,
        };
        let header = self.new_header(table.system, &table.data, table.setup.clone(), dice)?;
        let beginning = self.fresh(table.system, table.data.clone(), header, None).await?;
        let mut seats = table.seats();
        if swap {
            seats.swap(0, 1);
            people.swap(0, 1);
        }
        let id = seat::new_id()?;
        let after = Some(table.id.clone());
        let opening = Opening { id: id.clone(), seats, people, listed: false, terms: table.terms, after };
        let next = self.begin(opening, beginning).await?;
        if let Some(payer) = table.payer() {
            next.is_for(payer);
        }
        self.go_on(&next).await?;
        Ok(id)
    }

    async fn open_table(
        self: Arc<Self>,
        wanted: NewTable,
        bearer: Bearer,
        address: IpAddr,
    ) -> Result<Opened, No> {
        sensible(&wanted.terms)?;
        let named = [wanted.scenario.is_some(), wanted.record.is_some(), wanted.from.is_some()];
        if named.iter().filter(|named| **named).count() != 1 {
            return Err(No::malformed("a table needs one of `scenario`, `record` or `from`"));
        }
        if wanted.real_dice && wanted.seats.iter().all(|sitter| matches!(sitter, Sitter::Computer(_))) {
            return Err(No::malformed(
                "two computers cannot throw real dice; a person must sit at the table",
            ));
        }
        let mut tokens = [None, None];
        let mut seats = Vec::new();
        let branch = wanted.from.as_ref().is_some_and(|from| from.branch);
        for (sitter, token) in wanted.seats.iter().zip(&mut tokens) {
            seats.push(match sitter {
                Sitter::Computer(name) if !branch => Sitting::Computer(level(name)?),
                // A branch is for one person, who plays both sides.
                _ => Sitting::Person(vec![seat::hashed(token.insert(seat::new_token()?))]),
            });
        }
        let seats: [Sitting; 2] = seats.try_into().map_err(|_| No::internal())?;

        let beginning = match (&wanted.record, &wanted.from) {
            (Some(text), _) => self.from_record(text.clone(), &wanted).await?,
            (_, Some(from)) => self.from_table(from, bearer, wanted.dice()?).await?,
            _ => self.from_scenario(&wanted).await?,
        };
        let id = seat::new_id()?;
        let listed = wanted.listed && !branch;
        let mut people = [Person::default(), Person::default()];
        for (person, name) in people.iter_mut().zip(&wanted.names) {
            person.name = name_of(name)?;
        }
        if let Some(seat) = wanted.open_seat {
            let at = usize::from(seat);
            if branch || seats.get(at).is_none_or(Sitting::is_computer) {
                return Err(No::malformed("a seat that anyone may take is seat 0 or 1 of a person"));
            }
            people[at].open = true;
        }
        let opening = Opening { id: id.clone(), seats, people, listed, terms: wanted.terms, after: None };
        let table = self.begin(opening, beginning).await?;
        table.is_for(address);
        self.go_on(&table).await?;
        Ok(Opened { table: id, tokens })
    }

    async fn from_scenario(self: &Arc<Self>, wanted: &NewTable) -> Result<Beginning, No> {
        let data = self.shelf.data(wanted.data.as_deref())?.clone();
        let name = wanted.scenario.as_deref().unwrap_or_default();
        let (system, setup) = self.shelf.setup(&data, name, &wanted.options)?;
        let header = self.new_header(system, &data, setup, wanted.dice()?)?;
        self.fresh(system, data, header, None).await
    }

    /// A record without inputs under this header.
    async fn fresh(
        self: &Arc<Self>,
        system: &'static dyn AnySystem,
        data: Arc<DataSet>,
        header: Header,
        branch_of: Option<(String, u32)>,
    ) -> Result<Beginning, No> {
        let (hall, this) = (self.clone(), data.clone());
        let work = move || {
            let table: Arc<dyn AnyTable> =
                hall.shelf.replay(&this, system, "a new game", &Record::new(header), None)?.into();
            Ok((table.record(Viewer::Everyone), table))
        };
        let (record, table) = self.work_out_within(MOST_WORK, work).await?;
        Ok(Beginning { system, data, record, table, rests: Vec::new(), branch_of })
    }

    /// A record of somewhere else, checked by replaying it. Its author may know its dice and its salt, so whatever
    /// comes after it has others.
    async fn from_record(self: &Arc<Self>, text: String, wanted: &NewTable) -> Result<Beginning, No> {
        let hall = self.clone();
        let dice = wanted.dice()?;
        let faulty = |why: String| No::new(StatusCode::UNPROCESSABLE_ENTITY, "faulty", why);
        let most = self.limits.allowed.inputs as usize;
        // Each input has a line, and another one where it was hidden; the header has no more than a position has.
        if text.lines().count() > 2 * most + MOST_POSITION / 2 {
            return Err(faulty(format!("a game here has at most {most} inputs")));
        }
        let work = move || {
            let record = Record::parse("record", &text).map_err(kernel::Faults::from)?;
            if record.entries.len() >= most {
                return Err(faulty(format!("a game here has at most {most} inputs")));
            }
            if record.header.setup.position.as_ref().is_some_and(|position| position.len() > MOST_POSITION) {
                return Err(faulty(format!("a position has at most {MOST_POSITION} bytes")));
            }
            let system = hall.shelf.system(&record.header.setup.system)?;
            let data = hall.shelf.data_of(system, &record.header.data).ok_or_else(|| {
                No::new(
                    StatusCode::UNPROCESSABLE_ENTITY,
                    "other-data",
                    format!("it was played with the data set `{}`, which is not here", record.header.data.0),
                )
            })?;
            let mut rests = Vec::with_capacity(record.entries.len() + 1);
            let mut table = hall.shelf.replay(&data, system, "record", &record, Some(&mut rests))?;
            let source = match dice {
                // Who threw by hand goes on throwing.
                DiceOf::Server if table.source() == Source::Entered => Source::Entered,
                dice => new_source(dice, hall.seed)?,
            };
            table.fresh_dice(true, source, seat::random()?)?;
            // With the hash of every state, whether the file had it or not.
            let record = table.record(Viewer::Everyone);
            rests.push(rests.last().copied().unwrap_or(true));
            Ok(Beginning { system, data, record, table: table.into(), rests, branch_of: None })
        };
        self.work_out_within(MOST_WORK, work).await
    }

    /// A position of another table. Of a running game only who sits there may take one, as he may know it.
    async fn from_table(
        self: &Arc<Self>,
        from: &wire::From,
        bearer: Bearer,
        dice: DiceOf,
    ) -> Result<Beginning, No> {
        let table = self.table(&from.table).await?;
        let seat = table.seat_of(bearer.0.as_deref())?;
        let gaze = {
            let entered = table.enter(self).await?;
            entered.inside()?.game.gazes[place_of(seat)].clone()
        };
        if seat.is_none() && !gaze.table.is_over() {
            return Err(No::wrong_seat());
        }
        if from.at > gaze.stream.number() {
            return Err(No::not_found(format!("there is no input {} yet", from.at)));
        }
        let (at, _) = gaze.stream.moment(from.at);
        let seed = u64::from_le_bytes(seat::random()?);
        let work = move || {
            let then = gaze.table.rewound(at).ok_or_else(No::internal)?;
            Ok(then.imagined(gaze.eyes(), seed))
        };
        let position = self.work_out(work).await?;
        let setup = Setup { position: Some(position), ..table.setup.clone() };
        let header = self.new_header(table.system, &table.data, setup, dice)?;
        let branch_of = from.branch.then(|| (from.table.clone(), at));
        self.fresh(table.system, table.data.clone(), header, branch_of).await
    }

    /// Stores a new table and puts it up.
    async fn begin(self: &Arc<Self>, opening: Opening, beginning: Beginning) -> Result<Arc<Table>, No> {
        let Opening { id, seats, people: persons, listed, terms, after } = opening;
        let Beginning { system, data, record, table: played, rests, branch_of } = beginning;
        let setup = &record.header.setup;
        let card = self.shelf.card(&data, &setup.system, &setup.scenario)?;
        let created = now();
        let stored = branch_of.is_none();
        let paces = self.limits.paces();
        let mut table = Table::new(
            id.clone(),
            seats,
            Played { system, data: data.clone(), card, store: self.store.clone() },
            &record,
            terms,
            paces,
            branch_of,
        );

        let people = table.computers().map(|computer| !computer);
        let (work_record, work_rests) = (record.clone(), rests.clone());
        let played = self.work_out_within(MOST_SHOWING, move || {
            let game = Game::replayed(played, &work_record, &work_rests, people);
            game.can_be_shown()?;
            Ok(game)
        });
        let mut inside = Inside::new(played.await?);
        inside.people = persons;
        inside.changed = created;
        inside.times = Times::begin(&terms, millis());
        inside.times.expire_after(self.limits.allowed.expire_days);
        inside.times = table.times_after(self, &inside, &Course::default());
        if stored {
            let mut standing = game::standing(&inside.game, &Course::default(), table.computers(), created);
            (standing.times, standing.due) = (inside.times.text(), inside.times.due(&terms));
            let lines = (1..)
                .zip(&record.entries)
                .zip(&rests)
                .map(|((number, entry), rests)| store::Line {
                    number,
                    text: entry.text(number),
                    rests: *rests,
                })
                .collect();
            let mut rows = table.rows();
            for (row, person) in rows.iter_mut().zip(&inside.people) {
                (row.person, row.open) = (person.name.clone(), person.open);
            }
            let new = NewGame {
                id,
                system: setup.system.clone(),
                scenario: setup.scenario.clone(),
                data: record.header.data.clone(),
                files: self.shelf.files_of(&setup.system, &data, &record.header.data.1),
                header: header_text(&record),
                listed,
                created,
                seats: rows,
                after,
                terms: serde_json::to_string(&terms).map_err(|_| No::internal())?,
                lines,
                standing,
            };
            self.store.write(Change::Open(Box::new(new))).await?;
            self.shelf.stored(&record.header.data.1);
        }
        table.keep_snapshots(&mut inside);
        table.put(inside);
        Ok(self.put_up(table))
    }
}

/// Longer is no clock any more.
fn sensible(terms: &Terms) -> Result<(), No> {
    const YEAR: u32 = 365 * 24 * 3_600;
    let clock = terms.clock.is_none_or(|clock| (1..=YEAR).contains(&clock.bank) && clock.each <= YEAR);
    if clock && terms.claim_days <= 366 && terms.vacation_days <= 366 {
        return Ok(());
    }
    Err(No::malformed("a clock has a second to a year; claims and vacation are counted in days of a year"))
}

/// The dice of a game that begins, or goes on from a file. Their secrets come from the operating system, in tests from
/// a seed.
fn new_source(dice: DiceOf, seed: Option<u64>) -> Result<Source, No> {
    let mut secret = seat::random::<32>()?;
    if let Some(seed) = seed {
        secret = [0; 32];
        secret[..8].copy_from_slice(&seed.to_le_bytes());
    }
    Ok(match dice {
        DiceOf::Server => Source::Seeded(u64::from_le_bytes(*secret.first_chunk().unwrap_or(&[0; 8]))),
        DiceOf::Everyone => Source::Shared(Shared::new(secret)),
        DiceOf::Players => Source::Entered,
    })
}

impl Hall {
    /// The header of a new game. Its secrets come from the operating system.
    fn new_header(
        &self,
        system: &dyn AnySystem,
        data: &DataSet,
        setup: Setup,
        dice: DiceOf,
    ) -> Result<Header, No> {
        let source = new_source(dice, self.seed)?;
        let data = (data.name.clone(), self.shelf.digest(system.name(), data));
        Ok(Header { setup, data, source, secret: Some(seat::random()?) })
    }
}

/// The record up to its `begin` line.
fn header_text(record: &Record) -> String {
    let bare = Record { entries: Vec::new(), ..record.clone() }.text();
    let end = bare.rfind("\nhead ").map_or(bare.len(), |at| at + 1);
    bare[..end].to_owned()
}
