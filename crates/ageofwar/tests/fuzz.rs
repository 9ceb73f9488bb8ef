//! Well-formed positions, records and data files that are wrong: refused with a reason, or sound.

use ageofwar::{
    AgeOfWar,
    decisions::{Errand, Step},
};

contract::fuzz!(AgeOfWar, Step => ["properties", "step"], Errand => ["properties", "errands", "items"]);
