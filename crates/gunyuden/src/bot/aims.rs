//! What never changes of what the sides want: what each castle is worth, and how far it is from everywhere.

use hexmap::{HexId, Reach, Step};
use kernel::Side;

use crate::{
    Gunyuden,
    model::{
        scenarios::Condition,
        units::{ANTI, CastleId, HASHIBA, HouseId},
    },
};

/// Beyond this many points distance no longer matters.
pub(super) const FAR: u8 = 160;
/// A march over the marshes, which the strategic column does not know.
const MARSH: u8 = 4;
/// Points to come on from beside the map.
const ENTRY: u8 = 8;

#[derive(Clone, Debug)]
pub(crate) struct Aims {
    /// By castle: points of a march from every hex.
    fields: Vec<Vec<u8>>,
    /// By castle: the Hashiba side's lead through it if that side, the other, or nobody holds it.
    leads: Vec<[i16; 3]>,
    /// By castle: is it some house's main castle, of either side?
    mains: Vec<[bool; 2]>,
    /// By house and castle: points from beside the map.
    entries: Vec<Vec<u8>>,
}

impl Gunyuden {
    #[inline]
    pub(super) fn aims(&self) -> &Aims {
        self.aims.get_or_init(|| Aims::new(self))
    }
}

impl Aims {
    fn new(rules: &Gunyuden) -> Aims {
        let castles = || (0..rules.keeps.len() as u8).map(CastleId);
        let fields: Vec<Vec<u8>> = castles().map(|castle| field(rules, rules.keep(castle).hex)).collect();
        let from_edge = |edge: &[HexId], far: &Vec<u8>| {
            let nearest = edge.iter().map(|hex| far[hex.index()]).min().unwrap_or(FAR);
            (nearest.saturating_add(ENTRY)).min(FAR)
        };
        let entries = rules.houses.iter();
        let entries = entries.map(|house| fields.iter().map(|far| from_edge(&house.edge, far)).collect());
        let main_of = |castle: CastleId, side: Side| {
            rules.houses.iter().any(|house| house.side == side && house.main.contains(&castle))
        };
        Aims {
            leads: castles().map(|castle| leads(rules, castle)).collect(),
            mains: castles().map(|castle| Side::ALL.map(|side| main_of(castle, side))).collect(),
            entries: entries.collect(),
            fields,
        }
    }

    #[inline]
    pub(super) fn far(&self, castle: CastleId, hex: HexId) -> u8 {
        self.fields[castle.index()][hex.index()]
    }

    #[inline]
    pub(super) fn far_from_beside(&self, castle: CastleId, house: HouseId) -> u8 {
        self.entries[house.index()][castle.index()]
    }

    /// Points a side gains when it takes a castle that the other side or nobody holds.
    #[inline]
    pub(super) fn prize(&self, castle: CastleId, side: Side, holder: Option<Side>) -> i32 {
        let place = |holder: Option<Side>| holder.map_or(2, Side::index);
        let leads = &self.leads[castle.index()];
        let gain = i32::from(leads[side.index()] - leads[place(holder)]);
        if side == HASHIBA { gain } else { -gain }
    }

    pub(super) fn is_main(&self, castle: CastleId, side: Side) -> bool {
        self.mains[castle.index()][side.index()]
    }
}

/// Points of a march to this hex from every other.
fn field(rules: &Gunyuden, to: HexId) -> Vec<u8> {
    let ground = &rules.ground;
    let mut reach = Reach::new();
    reach.run(&ground.atlas, to, u16::from(FAR), |_, dir, hex| {
        // The way is walked from the other end.
        let (at, dir) = (hex.index(), dir.opposite().index());
        match (ground.strategic[at][dir], ground.tactical[at][dir]) {
            (0, 0) => Step::Closed,
            (0, _) => Step::Go(u16::from(MARSH)),
            (cost, _) => Step::Go(u16::from(cost)),
        }
    });
    let mut far = vec![FAR; ground.atlas.len()];
    for &hex in reach.reached() {
        far[hex.index()] = reach.cost(hex).map_or(FAR, |cost| cost as u8);
    }
    far[to.index()] = 0;
    far
}

/// 36.6(1) and the awards for castles held.
fn leads(rules: &Gunyuden, castle: CastleId) -> [i16; 3] {
    let keep = rules.keep(castle);
    let first = (keep.owner.index() < rules.houses.len()).then(|| rules.house(keep.owner).side);
    let mut leads = [0; 3];
    for (holder, sign) in [(HASHIBA, 1), (ANTI, -1)] {
        let mut points = 0;
        if first == Some(holder.other()) {
            points += rules.scenario.victory.castles[usize::from(keep.level)];
        }
        for award in &rules.scenario.awards {
            let counts = award.condition == Condition::Held(castle) && award.side.is_none_or(|s| s == holder);
            points += if counts { award.points } else { 0 };
        }
        leads[holder.index()] = sign * points;
    }
    leads
}
