//! Bodies of troops as scenes tell them.

use kernel::scene::Pose;
use plane::{Footprint, Formation, Heading, Point, Sector, drag::Goal};

/// A footprint with its stands.
pub fn pose(print: &Footprint, formation: Formation) -> Pose {
    Pose {
        x: print.front.x,
        y: print.front.y,
        heading: print.heading.tenths(),
        width: print.width.0,
        depth: print.depth.0,
        stands: formation.stands.into(),
        files: formation.files.into(),
    }
}

/// A single base of this size around a place, upright.
pub fn base_around(at: Point, size: i32) -> Pose {
    Pose { x: at.x, y: at.y + size / 2, heading: 0, width: size, depth: size, stands: 1, files: 1 }
}

/// Where a ghost was put.
pub fn goal(pose: Pose) -> Goal {
    Goal { front: Point::new(pose.x, pose.y), heading: Heading::of_tenths(pose.heading) }
}

/// The key of the word for where a body is struck. Every system has these words.
pub fn sector_key(sector: Sector) -> &'static str {
    match sector {
        Sector::Front => "sector-front",
        Sector::Flank(_) => "sector-flank",
        Sector::Rear => "sector-rear",
    }
}
