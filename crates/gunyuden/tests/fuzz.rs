//! Well-formed positions, records and data files that are wrong: refused with a reason, or sound.

use gunyuden::{Gunyuden, frames::Frame};

contract::fuzz!(Gunyuden, Frame<String, String> => ["properties", "frames", "items"]);
