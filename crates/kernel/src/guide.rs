//! Guides: a newcomer's walk through the first turn of a scenario, shown beside the real questions.

use serde::{Deserialize, Serialize};

use crate::{data::DataSet, erased::AnyTable, fault::Fault, thing::Viewer, words::Words};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Guide {
    pub title: String,
    /// The side the newcomer plays.
    pub side: String,
    pub steps: Vec<GuideStep>,
}

/// Shown when a question of its kind is asked; of the steps of one kind each once, in their order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GuideStep {
    /// The kind of question; `any` fits all.
    pub when: String,
    pub text: String,
    /// What to point at: `piece:…`, `place:…`, `button:…`, `prompt`, `log`.
    #[serde(default)]
    pub point: Option<String>,
    /// Done by reading: it goes on with a click on "next", not with an action.
    #[serde(default)]
    pub read: bool,
    /// The rule it speaks of.
    #[serde(default)]
    pub rule: Option<String>,
}

impl Guide {
    /// The guide to a scenario, in the language of the data set.
    pub fn read(data: &DataSet, file: &str, words: &Words) -> Result<Guide, Fault> {
        let text = data.text(file)?;
        let mut guide: Guide = toml::from_str(text).map_err(|error| Fault::toml(file, text, &error))?;
        let stem = file.rsplit('/').next().unwrap_or(file).trim_end_matches(".toml");
        words.translate(&format!("guide-{stem}-title"), &mut guide.title);
        for (n, step) in guide.steps.iter_mut().enumerate() {
            words.translate(&format!("guide-{stem}-step-{}", n + 1), &mut step.text);
        }
        Ok(guide)
    }

    /// Does it speak of what there is? `table` is the opening of its scenario.
    pub fn check(&self, file: &str, table: &dyn AnyTable, words: &Words) -> Vec<Fault> {
        let mut faults = Vec::new();
        let card = &table.profile().card;
        if !card.sides.iter().any(|side| side.id == self.side) {
            let message = format!("there is no side `{}` in {}", self.side, card.scenario);
            faults.push(Fault::new(file, message).field("side"));
        }
        let scene = table.scene(Viewer::Everyone);
        for (n, step) in self.steps.iter().enumerate() {
            let field = |name: &str| format!("steps.{n}.{name}");
            if step.when != "any" && !words.has(&step.when) {
                let message = format!("there is no question of the kind `{}`", step.when);
                faults.push(Fault::new(file, message).field(field("when")));
            }
            if let Some(piece) = step.point.as_deref().and_then(|point| point.strip_prefix("piece:"))
                && !scene.pieces.iter().any(|p| p.id == piece)
            {
                let message = format!("there is no piece `{piece}` at the beginning");
                faults.push(Fault::new(file, message).field(field("point")));
            }
        }
        faults
    }
}
