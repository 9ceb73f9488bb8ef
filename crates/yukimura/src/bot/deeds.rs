//! Deeds that reports add up.

/// Under one name, however many rules they come from.
pub(crate) const DEEDS: [(&str, &[&str]); 6] = [
    ("volleys", &["fires"]),
    ("hand-to-hand attacks", &["attacks"]),
    ("retreats", &["retreats"]),
    ("units removed", &["removed"]),
    ("advances", &["advanced"]),
    ("units that came on", &["entered", "entered-zone", "entered-by-road"]),
];
