//! Secrets: tokens of seats, ids of tables, seeds.

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::failure::No;

/// Bytes nobody can guess.
pub(crate) fn random<const N: usize>() -> Result<[u8; N], No> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| {
        tracing::error!(%error, "the system gives no random bytes");
        No::internal()
    })?;
    Ok(bytes)
}

/// A token of 256 bits as text.
pub(crate) fn new_token() -> Result<String, No> {
    Ok(kernel::data::hex(&random::<32>()?))
}

/// What is kept of a token.
pub(crate) fn hashed(token: &str) -> [u8; 32] {
    Sha256::digest(token).into()
}

/// The seat a token opens. Every token is compared, each in constant time.
pub(crate) fn seat_of(tokens: [&[[u8; 32]]; 2], token: &str) -> Option<u8> {
    let given = hashed(token);
    let mut found = None;
    for (seat, kept) in (0u8..).zip(tokens) {
        for kept in kept {
            if bool::from(kept.ct_eq(&given)) {
                found = Some(seat);
            }
        }
    }
    found
}

/// Is this the secret whose hash is kept? Told in constant time.
pub(crate) fn is_secret(kept: &[u8; 32], given: &str) -> bool {
    kept.ct_eq(&hashed(given)).into()
}

/// Letters and digits that nobody confuses.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
const ID: usize = 10;

/// A name for a new table: ten letters, 50 bits.
pub(crate) fn new_id() -> Result<String, No> {
    Ok(random::<ID>()?.map(|byte| char::from(LETTERS[usize::from(byte % 32)])).iter().collect())
}

/// Could this be the name of a table? Anything else need not be looked up.
pub(crate) fn is_id(text: &str) -> bool {
    text.len() == ID && text.bytes().all(|byte| LETTERS.contains(&byte))
}

/// The seed of a computer player: follows from the secret of the table, and tells nothing of it.
pub(crate) fn bot_seed(secret: &[u8], seat: u8, number: u32) -> u64 {
    let mut hasher = Sha256::new();
    hasher.update(b"gunbai bot 1");
    hasher.update(secret);
    hasher.update([seat]);
    hasher.update(number.to_le_bytes());
    let digest: [u8; 32] = hasher.finalize().into();
    let mut seed = [0; 8];
    seed.copy_from_slice(&digest[..8]);
    u64::from_le_bytes(seed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_opens_its_own_seat_only() {
        let tokens = [new_token().unwrap(), new_token().unwrap()];
        let [first, second] = [[hashed(&tokens[0])], [hashed(&tokens[1])]];
        assert_eq!(seat_of([&first, &second], &tokens[0]), Some(0));
        assert_eq!(seat_of([&first, &second], &tokens[1]), Some(1));
        assert_eq!(seat_of([&[first[0], second[0]], &[]], &tokens[1]), Some(0));
        assert_eq!(seat_of([&first, &[]], &tokens[1]), None);
        assert_eq!(seat_of([&[], &[]], ""), None);
        assert!(is_secret(&first[0], &tokens[0]) && !is_secret(&first[0], &tokens[1]));
        assert_eq!(tokens[0].len(), 64);
    }

    #[test]
    fn ids_are_recognised() {
        let id = new_id().unwrap();
        assert!(is_id(&id), "{id}");
        assert!(!is_id("../../etc") && !is_id("") && !is_id("ABCDEFGHIJ"));
    }
}
