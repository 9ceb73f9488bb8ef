//! Arcs of fire as data files have them.

use plane::Arc;
use serde::Deserialize;

/// An arc by the tenths of a degree it opens at each corner.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "u16")]
pub struct Opening(pub Arc);

impl TryFrom<u16> for Opening {
    type Error = String;

    fn try_from(tenths: u16) -> Result<Opening, String> {
        match tenths {
            0 => Ok(Opening(Arc::STRAIGHT)),
            150 => Ok(Opening(Arc::DEGREES_15)),
            225 => Ok(Opening(Arc::DEGREES_22_5)),
            450 => Ok(Opening(Arc::DEGREES_45)),
            other => Err(format!("an arc opens by 0, 150, 225 or 450 tenths of a degree, not {other}")),
        }
    }
}
