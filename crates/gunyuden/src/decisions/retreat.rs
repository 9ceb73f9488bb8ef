//! 23-4: going back, hex by hex, each force its own way. Which hex is next?

use super::{
    Frame,
    lose::{self, Why},
};
use crate::{model::map::Terrain, prelude::*};

/// A force and the hexes it has left to go.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Going<U = UnitId> {
    pub force: U,
    pub hexes: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Retreat<U = UnitId, H = HexId> {
    pub from: H,
    /// 23-4-5: does it cost morale?
    pub morale: bool,
    /// The forces that have still to go, the first of them now.
    pub queue: Vec<Going<U>>,
    pub path: Vec<H>,
    /// The paths of the forces that have gone.
    pub paths: Vec<Vec<H>>,
}

impl Retreat {
    pub(crate) fn new(from: HexId, morale: bool, queue: Vec<Going>) -> Retreat {
        Retreat { from, morale, queue, path: Vec::new(), paths: Vec::new() }
    }

    fn force(&self) -> UnitId {
        self.queue[0].force
    }

    fn walked(&self) -> u8 {
        self.path.len() as u8
    }

    fn left(&self) -> u8 {
        self.queue[0].hexes - self.walked()
    }

    fn next_to_go(&mut self) -> Going {
        self.paths.push(std::mem::take(&mut self.path));
        self.queue.remove(0)
    }

    /// 23-4-5. The commander-in-chief of a house may be among those who leave the game, and with him others who go.
    fn dishearten(&mut self, cx: CxMut<'_>, force: UnitId, hexes: u8) {
        if self.morale {
            let members = cx.state.members(force);
            let heirs = cx.rules.dishearten_all(cx.state, members, hexes, cx.story);
            self.queue.iter_mut().for_each(|going| heirs.rename(&mut going.force));
        }
    }

    fn judge_back(&self, cx: Cx<'_>, hex: HexId) -> May {
        let Cx { rules, state, .. } = cx;
        let (atlas, at) = (&rules.ground.atlas, state.hex(self.force()));
        let side = rules.side_of(self.force());
        let Some(dir) = atlas.direction(at, hex) else {
            return Err(No::new(R_23_4_2, "no-one-hex").hex(hex));
        };
        if !rules.ground.is_walk(at, dir) {
            return Err(No::new(R_23_4_3, "no-water").hex(hex));
        }
        if atlas.distance(self.from, hex) <= atlas.distance(self.from, at) {
            return Err(No::new(R_23_4_2, "no-not-away").hex(hex));
        }
        if rules.stands(state, side.other(), hex) {
            return Err(No::new(R_23_4_3, "no-enemy-there").hex(hex));
        }
        match rules.barred(state, side, hex) {
            Some(rule) => Err(No::new(rule, "no-barred").hex(hex)),
            None => Ok(()),
        }
    }

    fn ways<'a>(&'a self, cx: Cx<'a>) -> impl Iterator<Item = HexId> + 'a {
        let at = cx.state.hex(self.force());
        let hexes = cx.rules.ground.atlas.neighbours(at).map(|(_, hex)| hex);
        hexes.filter(move |&hex| self.judge_back(cx, hex).is_ok())
    }

    /// 23-4-6.
    fn judge_hole(&self, cx: Cx<'_>) -> May {
        let at = cx.state.hex(self.force());
        match cx.rules.castle_of(cx.state, cx.rules.side_of(self.force()), at) {
            Some(_) => Ok(()),
            None => Err(No::new(R_23_4_6, "no-own-castle").hex(at)),
        }
    }

    /// 23-4-4: steps it costs to enter a hex on the way back.
    pub(crate) fn toll(&self, rules: &Gunyuden, state: &State, hex: HexId) -> u8 {
        let Some(going) = self.queue.first() else { return 0 };
        let (enemy, at) = (rules.side_of(going.force).other(), state.hex(going.force));
        let river = rules.ground.atlas.direction(at, hex).is_some_and(|dir| rules.ground.rivers.has(at, dir));
        let ground = matches!(rules.ground.terrain[hex.index()], Terrain::Hills | Terrain::Marsh);
        u8::from(state.zones[enemy.index()].has(hex))
            + u8::from(rules.castle_of(state, enemy, hex).is_some())
            + u8::from(river)
            + u8::from(ground)
    }
}

impl Decision<Gunyuden> for Retreat {
    fn asked(&self, cx: Cx<'_>) -> AskedSeats {
        seat_of(cx.rules.side_of(self.force()))
    }

    fn question(&self, cx: Cx<'_>) -> Question {
        let force = piece(self.force());
        let prompt = Line::new("ask-retreat").with("unit", force).with("left", i32::from(self.left()));
        Question::new(cx.seat, R_23_4_2, prompt).at(force)
    }

    fn list(&self, cx: Cx<'_>, out: &mut Actions<Action>) {
        let mut hexes: Vec<HexId> = self.ways(cx).collect();
        hexes.sort_unstable();
        out.extend(hexes.iter().copied().map(Action::Back));
        if self.judge_hole(cx).is_ok() {
            out.push(Action::Hole);
        }
        if hexes.is_empty() {
            out.push(Action::Stand);
        }
    }

    fn judge(&self, cx: Cx<'_>, action: &Action) -> Option<May> {
        Some(match *action {
            Action::Back(hex) => self.judge_back(cx, hex),
            Action::Hole => self.judge_hole(cx),
            Action::Stand if self.ways(cx).next().is_some() => no(R_23_4_2, "no-not-trapped"),
            Action::Stand => Ok(()),
            _ => return None,
        })
    }

    fn act(&mut self, cx: CxMut<'_>, action: Action) -> Flow {
        let CxMut { rules, state, story, .. } = cx;
        let force = self.force();
        match action {
            Action::Back(hex) => {
                let (toll, from) = (self.toll(rules, state, hex), state.hex(force));
                let left = rules.unbind(state, force);
                rules.shift(state, force, hex);
                self.path.push(hex);
                let units = state.members(force);
                story.tell(|| Event::FellBack { force, units, from, to: hex });
                rules.after_leaving(state, left, story);
                lose::push(state, vec![force], toll, false, Why::Toll);
            }
            // 23-4-6: the rest is spared, but morale falls as if the whole way had been gone.
            Action::Hole => {
                let hexes = self.next_to_go().hexes;
                let left = rules.unbind(state, force);
                rules.hole_up(state, force, R_23_4_6, story);
                rules.after_leaving(state, left, story);
                self.dishearten(
                    CxMut { rules, state, story, parent: cx.parent, seat: cx.seat },
                    force,
                    hexes,
                );
            }
            // 23-4-2: nowhere to go, so the rest is paid in steps.
            _ => {
                let left = self.left();
                self.queue[0].hexes = self.walked();
                story.tell(|| Event::Trapped { force });
                lose::push(state, vec![force], left, false, Why::Trapped);
            }
        }
        Flow::Stay
    }

    fn is_waiting(&self, cx: Cx<'_>) -> bool {
        let going = self.queue.first();
        going.is_some_and(|going| cx.state.lives(going.force) && self.walked() < going.hexes)
    }

    fn advance(&mut self, mut cx: CxMut<'_>) -> Flow {
        let Some(Going { force, .. }) = self.queue.first() else {
            if let Some(Frame::Fight(fight)) = cx.caller() {
                fight.paths = std::mem::take(&mut self.paths);
            }
            return Flow::Done;
        };
        let lives = cx.state.lives(*force);
        let Going { force, hexes } = self.next_to_go();
        if lives {
            if hexes > 0 {
                let morale = self.morale;
                cx.story.tell(|| Event::Retreated { force, hexes: i32::from(hexes), morale });
            }
            self.dishearten(cx, force, hexes);
        }
        Flow::Stay
    }

    fn click(&self, cx: Cx<'_>, thing: Thing) -> Option<Action> {
        cx.rules.hex_clicked(cx.state, thing).map(Action::Back)
    }

    /// Away from enemies, by the way that costs least.
    fn default_action(&self, cx: Cx<'_>) -> Option<Action> {
        if self.judge_hole(cx).is_ok() {
            return Some(Action::Hole);
        }
        let best = self.ways(cx).min_by_key(|&hex| (self.toll(cx.rules, cx.state, hex), hex));
        Some(best.map_or(Action::Stand, Action::Back))
    }

    fn depth(&self, _cx: Cx<'_>) -> usize {
        3
    }
}
