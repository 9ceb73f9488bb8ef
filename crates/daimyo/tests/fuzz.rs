//! Well-formed positions, records and data files that are wrong: refused with a reason, or sound.

use daimyo::{
    Daimyo,
    decisions::{Errand, Step},
};

contract::fuzz!(Daimyo, Step => ["properties", "step"], Errand => ["properties", "errands", "items"]);
