//! What reports count: the deeds of either side, and its losses.

use kernel::Side;

use crate::{Yukimura, presentation::event::Event};

/// Under one name, however many rules they come from.
pub(crate) const DEEDS: [(&str, &[&str]); 6] = [
    ("volleys", &["fires"]),
    ("hand-to-hand attacks", &["attacks"]),
    ("retreats", &["retreats"]),
    ("units removed", &["removed"]),
    ("advances", &["advanced"]),
    ("units that came on", &["entered", "entered-zone", "entered-by-road"]),
];

impl Yukimura {
    /// The side whose deed an event is, or whose loss.
    pub(crate) fn deed_of(&self, event: &Event) -> Option<Side> {
        Some(match *event {
            Event::Attack { ref attackers, .. } => self.side_of(attackers[0]),
            Event::Marched { unit, .. }
            | Event::Entered { unit, .. }
            | Event::Left { unit, .. }
            | Event::Crossed { unit, .. }
            | Event::Taken { unit, .. }
            | Event::Trapped { unit, .. }
            | Event::Retreats { unit, .. }
            | Event::Displaced { unit }
            | Event::Removed { unit, .. }
            | Event::Advanced { unit, .. } => self.side_of(unit),
            Event::Released { force, free: true, .. } => self.force(force).side,
            _ => return None,
        })
    }
}
