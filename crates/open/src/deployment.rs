//! A deployment as a file has it: everybody in his zone, on ground that bears him, and on nobody.

use kernel::Fault;
use plane::{Area, Outline, Point};

use crate::ground::{Ground, Kind};

/// Somebody who stands on the table when the battle begins.
#[derive(Clone, Debug)]
pub struct Deployed<'a> {
    pub id: &'a str,
    /// Where the file speaks of him, for faults.
    pub field: String,
    pub shape: Outline,
    pub mounted: bool,
    /// The south-west and north-east corners of where his side deploys; he may stand anywhere if there is none.
    pub zone: Option<[[i32; 2]; 2]>,
}

impl Deployed<'_> {
    fn is_in_zone(&self) -> bool {
        let Some([[west, south], [east, north]]) = self.zone else { return true };
        let corners = [(west, south), (east, south), (east, north), (west, north)];
        let zone = Area::new(&corners.map(|(x, y)| Point::new(x, y)));
        zone.is_ok_and(|zone| zone.holds_all(&self.shape))
    }
}

/// The same of a position in the middle of a game: the first thing that is wrong.
pub fn placed<K: Kind>(ground: &Ground<K>, all: &[Deployed<'_>]) -> Result<(), Fault> {
    let off = all.iter().find(|one| ground.is_off(&one.shape));
    let off = off.map(|one| Fault::new("position", "it does not stand on the table").field(&one.field));
    match off.or_else(|| faults("position", ground, all).into_iter().next()) {
        None => Ok(()),
        Some(fault) => Err(fault),
    }
}

/// A zone is named by its south-west corner, then its north-east corner; anything else holds nobody.
pub fn zone_fault(path: &str, field: String, [[west, south], [east, north]]: [[i32; 2]; 2]) -> Option<Fault> {
    (west >= east || south >= north).then(|| {
        let why = "a zone is its south-west corner, then its north-east corner";
        Fault::new(path, why).field(field).hint("the second corner has the larger numbers")
    })
}

/// Everything that is wrong with where they stand.
pub fn faults<K: Kind>(path: &str, ground: &Ground<K>, all: &[Deployed<'_>]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (n, one) in all.iter().enumerate() {
        let mut fault = |why: String| faults.push(Fault::new(path, why).field(&one.field));
        if !one.is_in_zone() || ground.is_off(&one.shape) {
            fault("it does not stand in the zone of its side".to_owned());
        }
        if ground.closed(&one.shape, one.mounted).is_some() {
            fault("it stands on ground it cannot enter".to_owned());
        }
        if let Some(other) = all[..n].iter().find(|other| other.shape.overlaps(&one.shape)) {
            fault(format!("it stands on {}", other.id));
        }
    }
    faults
}
