//! A worked example as a spectator sees it: moment by moment.

use kernel::{
    DataSet, Fault, Faults, Scripted, Seat, SideCard, Viewer,
    erased::{AnyTable, Asked, Said, ToldStep, Wrong},
    example::Example,
    scene::{Ground, Scene},
};

use crate::AnySystem;

/// What an example shows, from its position to its last step.
#[derive(Clone, Debug)]
pub struct Demonstration {
    pub moments: Vec<Moment>,
    pub sides: Vec<SideCard>,
    /// The grounds of its boards.
    pub grounds: Vec<Ground>,
}

/// The table after one action or one throw; the first moment is the position itself.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The action in words, or what was thrown for; empty in the first.
    pub done: String,
    pub step: Option<ToldStep>,
    /// Refused: the last moment of examples that show it.
    pub refused: Option<Said>,
    pub scene: Scene,
    pub asked: Asked,
}

/// Plays the example of `file` with the dice it names; what it expects is not checked.
pub fn demonstrate(
    data: &DataSet,
    file: &str,
    system: &dyn AnySystem,
    example: &Example,
    scenario: &str,
) -> Result<Demonstration, Faults> {
    let mut table = system.open_example(data, example, scenario)?;
    let (grounds, sides) = (table.grounds(), table.profile().card.sides.clone());
    let mut dice = Scripted::new(example.dice.iter().copied());
    let mut moments = vec![moment(&*table, String::new(), None)];
    throw_all(&mut *table, &mut dice, &mut moments);
    for (n, step) in example.steps.iter().enumerate() {
        let seat = Seat(step.seat);
        let choice = table.choices(seat).into_iter().find(|choice| choice.action == step.action);
        let done = choice.map_or_else(|| step.action.clone(), |choice| choice.text);
        match table.act(seat, &step.action, Viewer::Everyone) {
            Ok(told) => moments.push(moment(&*table, done, Some(told))),
            Err(Wrong::Refused(said)) => {
                moments.push(Moment { refused: Some(said), ..moment(&*table, done, None) });
                break;
            }
            Err(wrong) => {
                return Err(Fault::new(file, format!("action {} `{}`: {wrong}", n + 1, step.action))
                    .field("do")
                    .into());
            }
        }
        throw_all(&mut *table, &mut dice, &mut moments);
    }
    Ok(Demonstration { moments, sides, grounds })
}

fn throw_all(table: &mut dyn AnyTable, dice: &mut Scripted, moments: &mut Vec<Moment>) {
    while let Asked::Roll { text, .. } = table.asked() {
        let Some(told) = table.throw(dice, Viewer::Everyone) else { return };
        moments.push(moment(table, text, Some(told)));
    }
}

fn moment(table: &dyn AnyTable, done: String, step: Option<ToldStep>) -> Moment {
    Moment { done, step, refused: None, scene: table.scene(Viewer::Everyone), asked: table.asked() }
}
