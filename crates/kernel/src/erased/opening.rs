//! Tables of a system: new ones, and those of records.

use std::sync::Arc;

use super::{Spoken, ToldStep, telling::told};
use crate::{
    data::DataSet,
    fault::{Fault, Faults},
    record::{Header, Record, Source},
    rules::Play as _,
    setup::Setup,
    system::System,
    table::Table,
    thing::Viewer,
    words::Words,
};

/// The words of a system in the language of the data set.
pub fn words<R: System>(data: &DataSet) -> Result<Arc<Words>, Faults> {
    Words::of(data, R::NAME).map(Arc::new)
}

/// Opens a table of a system.
pub fn open<R: System>(
    data: &DataSet,
    setup: &Setup,
    source: Source,
    secret: Option<[u8; 16]>,
) -> Result<Spoken<R>, Faults> {
    let rules = Arc::new(R::open(data, setup).map_err(|faults| data.located(faults))?);
    let header =
        Header { setup: setup.clone(), data: (data.name.clone(), data.digest(R::NAME)), source, secret };
    let (table, _) = Table::open(rules, header);
    Ok(Spoken::new(table, words::<R>(data)?))
}

/// Hears each step of a record in words, and the hash of the state it led to.
pub type Heard<'a> = &'a mut dyn FnMut(&ToldStep, u64);

/// Opens the table of a record and plays it up to input `upto`.
pub fn replay<R: System>(
    data: &DataSet,
    file: &str,
    record: &Record,
    upto: Option<u32>,
    heard: Option<Heard<'_>>,
) -> Result<Spoken<R>, Faults> {
    let digest = data.digest(R::NAME);
    if record.header.data.1 != digest {
        let message = format!(
            "the record was made with data set {} {}, this one is {} {digest}",
            record.header.data.0, record.header.data.1, data.name
        );
        return Err(Fault::new(file, message).hint("give the data it was made with by --data DIR").into());
    }
    let rules = Arc::new(R::open(data, &record.header.setup).map_err(|faults| data.located(faults))?);
    let words = words::<R>(data)?;
    let table = match heard {
        None => Table::check(rules, file, record, upto)?,
        Some(heard) => Table::replay(rules, file, record, upto, |table, step| {
            heard(&told(&words, table, step, Viewer::Everyone), table.rules.hash(table.state()));
        })?,
    };
    Ok(Spoken::new(table, words))
}
