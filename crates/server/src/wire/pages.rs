//! By HTTP, for scripts and panels.

use kernel::SideCard;
use kernel::erased::Asked;
use kernel::erased::Said;
use kernel::erased::SaidLuck;
use kernel::erased::ToldStep;
use kernel::scene::Scene;
use serde::Serialize;

/// `POST /api/tables/ID/act` and its like answer with this.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Done {
    pub number: u32,
    pub head: String,
}

/// `GET /api/tables/ID/story?from=N`: a page of the log, as this viewer heard it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Log {
    pub steps: Vec<ToldStep>,
    /// Where the next page begins; `null` on the last.
    pub next: Option<u32>,
}

/// `GET /api/tables/ID/luck?from=N`, once the game is over: a page of its throws.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LuckPage {
    pub throws: Vec<SaidLuck>,
    /// Where the next page begins; `null` on the last.
    pub next: Option<u32>,
}

/// `GET /api/rules/SYSTEM`
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Book {
    pub system: String,
    pub chapters: Vec<Chapter>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Chapter {
    pub title: String,
    pub rules: Vec<Paragraph>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Paragraph {
    pub id: String,
    /// Markdown: paragraphs, emphasis, lists, tables.
    pub text: String,
    pub note: bool,
    /// Worked examples that show it: name and title.
    pub examples: Vec<(String, String)>,
}

/// `GET /api/examples/SYSTEM/NAME`: a worked example, moment by moment.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Demonstration {
    pub title: String,
    pub rules: Vec<String>,
    /// The sides of its scenario.
    pub sides: Vec<SideCard>,
    pub frames: Vec<Frame>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Frame {
    /// What was done: the action in words, or the throw; empty in the first.
    pub done: String,
    pub step: Option<ToldStep>,
    /// Refused, in the last frame of examples that show it.
    pub refused: Option<Said>,
    pub scene: Scene,
    pub asked: Asked,
}
