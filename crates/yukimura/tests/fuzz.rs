//! Well-formed positions, records and data files that are wrong: refused with a reason, or sound.

contract::fuzz!(yukimura::Yukimura);
