//! A store that keeps nothing, for games that live in memory only.

use crate::{
    Answer, Store,
    rows::{Account, Change, Game, Listed},
};

/// Takes every change and forgets it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nowhere;

fn answer<'a, T: Default + Send + 'a>() -> Answer<'a, T> {
    Box::pin(async { Ok(T::default()) })
}

impl Store for Nowhere {
    fn write(&self, _: Change) -> Answer<'_, ()> {
        answer()
    }
    fn game(&self, _: &str) -> Answer<'_, Option<Game>> {
        answer()
    }
    fn standings(&self, _: Vec<String>) -> Answer<'_, Vec<Listed>> {
        answer()
    }
    fn listed(&self, _: u32) -> Answer<'_, Vec<Listed>> {
        answer()
    }
    fn open_seats(&self, _: u32) -> Answer<'_, Vec<Listed>> {
        answer()
    }
    fn computers_to_move(&self) -> Answer<'_, Vec<String>> {
        answer()
    }
    fn data(&self, _: &str) -> Answer<'_, Vec<(String, String)>> {
        answer()
    }
    fn ids(&self) -> Answer<'_, Vec<String>> {
        answer()
    }
    fn count(&self) -> Answer<'_, u32> {
        answer()
    }
    fn probe(&self, _: u32) -> Answer<'_, ()> {
        answer()
    }
    fn close(&self) -> Answer<'_, ()> {
        answer()
    }
    fn due(&self, _: u32) -> Answer<'_, Vec<String>> {
        answer()
    }
    fn account(&self, _: &str) -> Answer<'_, Option<Account>> {
        answer()
    }
    fn accounts(&self) -> Answer<'_, Vec<Account>> {
        answer()
    }
    fn session(&self, _: [u8; 32], _: u32) -> Answer<'_, Option<String>> {
        answer()
    }
    fn belongings(&self, _: &str) -> Answer<'_, Vec<(String, u8)>> {
        answer()
    }
}
