//! Forecasts whose fractions have no room in 128 bits.

use std::sync::Arc;

use contract::probes::{self, Bend, Sealed, Twin};
use kernel::{
    Ask, Fair, Notation, Plan, Rules, Setup, System, Table,
    erased::{self, AnyTable, Spoken},
    odds::{NoForecast, Wish, known_odds},
    record::{Header, Source},
};

/// Where the mean over hidden hands overflows, plays are sampled: every figure has its error, and none is called exact.
#[test]
fn a_forecast_without_room_is_sampled_and_has_its_error() {
    let data = probes::data();
    let words = erased::words::<Sealed>(&data).expect("the probes' own files");
    let card = &Sealed::cards(&data).expect("the probes' own files")[0];
    let header = Header {
        setup: Setup::plain(Sealed::NAME, &card.scenario, Sealed::REVISION),
        data: (data.name.clone(), data.digest(Sealed::NAME)),
        source: Source::Scripted,
        secret: Some([0; 16]),
    };
    let rules = Arc::new(Twin::new(probes::open::<Sealed>(), Bend::Unwieldy));
    let (mut table, _) = Table::open(rules.clone(), header);
    let mut dice = Fair::new(1);
    let mut sampled = 0;
    loop {
        let ask = table.ask();
        let questions = match &*ask {
            Ask::Over(_) => break,
            Ask::Throw(_) => {
                table.throw(&mut dice);
                continue;
            }
            Ask::Choose(questions) => questions,
        };
        let seat = questions[0].seat;
        let action = rules.habit(table.state(), seat);
        let plan = Plan::from(action);
        if known_odds(&*rules, table.state(), seat, &plan, Wish::default()) == Err(NoForecast::Overflow) {
            let text = rules.write_action(&action);
            let said = Spoken::new(table.clone(), words.clone()).odds(seat, &[text], Wish::default());
            let said = said.expect("a habit is legal");
            assert!(!said.exact && said.samples.is_some_and(|samples| samples > 0), "{said:?}");
            assert!(said.outcomes.len() > 1, "{said:?}");
            for row in &said.outcomes {
                assert!(row.error_millionths > 0, "without an error: {row:?}");
                assert_eq!(row.chance, "", "no fraction is exact here");
            }
            sampled += 1;
        }
        table.act(seat, &action).expect("a habit is legal");
    }
    assert!(sampled > 0, "no forecast of the game overflowed");
}
