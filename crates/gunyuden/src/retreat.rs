//! 23-4: going back, hex by hex, each force its own way.

use hexmap::HexId;
use kernel::{Actions, Line, Question, Seat, Story};

use crate::{
    Gunyuden,
    action::Action,
    event::Event,
    frames::Why,
    map::Terrain,
    refuse::{About, May, No, no, piece},
    rule_ids::*,
    state::{Frame, State},
    units::UnitId,
};

/// The force on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walk {
    pub(crate) force: UnitId,
    from: HexId,
    at: HexId,
    walked: u8,
    hexes: u8,
}

impl Gunyuden {
    pub(crate) fn walk(&self, state: &State) -> Option<Walk> {
        let Some(Frame::Retreat { from, queue, path, .. }) = state.frames.last() else { return None };
        let going = queue.first()?;
        let at = state.hex(going.force);
        Some(Walk { force: going.force, from: *from, at, walked: path.len() as u8, hexes: going.hexes })
    }

    pub(crate) fn run_retreat(&self, state: &mut State, story: &mut Story<Event>) -> bool {
        let Some(walk) = self.walk(state) else {
            if let Some(Frame::Retreat { paths: walked, .. }) = state.frames.pop()
                && let Some(Frame::Fight { paths, .. }) = state.frames.last_mut()
            {
                *paths = walked;
            }
            return true;
        };
        let Some(Frame::Retreat { morale, .. }) = state.frames.last() else { return false };
        let morale = *morale;
        if !state.lives(walk.force) {
            self.next_to_go(state);
            return true;
        }
        if walk.walked < walk.hexes {
            return false;
        }
        self.next_to_go(state);
        if walk.hexes > 0 {
            let (force, hexes) = (walk.force, i32::from(walk.hexes));
            story.tell(|| Event::Retreated { force, hexes, morale });
        }
        if morale {
            self.dishearten_all(state, state.members(walk.force), walk.hexes, story);
        }
        true
    }

    fn next_to_go(&self, state: &mut State) {
        if let Some(Frame::Retreat { queue, path, paths, .. }) = state.frames.last_mut() {
            queue.remove(0);
            paths.push(std::mem::take(path));
        }
    }

    pub(crate) fn retreat_question(&self, walk: Walk) -> Question {
        let prompt = Line::new("ask-retreat")
            .with("unit", piece(walk.force))
            .with("left", i32::from(walk.hexes - walk.walked));
        Question::new(Seat(self.side_of(walk.force).0), R_23_4_2, prompt).at(piece(walk.force))
    }

    fn has_way_back(&self, state: &State, walk: Walk) -> bool {
        self.ground.atlas.neighbours(walk.at).any(|(_, hex)| self.judge_back(state, walk, hex).is_ok())
    }

    pub(crate) fn list_retreat(&self, state: &State, walk: Walk, out: &mut Actions<Action>) {
        let mut hexes: Vec<HexId> = self.ground.atlas.neighbours(walk.at).map(|(_, hex)| hex).collect();
        hexes.sort_unstable();
        let mut any = false;
        for hex in hexes {
            if self.judge_back(state, walk, hex).is_ok() {
                any = true;
                out.push(Action::Back(hex));
            }
        }
        if self.judge_hole(state, walk).is_ok() {
            out.push(Action::Hole);
        }
        if !any {
            out.push(Action::Stand);
        }
    }

    pub(crate) fn judge_back(&self, state: &State, walk: Walk, hex: HexId) -> May {
        let atlas = &self.ground.atlas;
        let side = self.side_of(walk.force);
        let Some(dir) = atlas.direction(walk.at, hex) else {
            return Err(No::new(R_23_4_2, "no-one-hex").hex(hex));
        };
        if !self.ground.is_walk(walk.at, dir) {
            return Err(No::new(R_23_4_3, "no-water").hex(hex));
        }
        if atlas.distance(walk.from, hex) <= atlas.distance(walk.from, walk.at) {
            return Err(No::new(R_23_4_2, "no-not-away").hex(hex));
        }
        if self.stands(state, side.other(), hex) {
            return Err(No::new(R_23_4_3, "no-enemy-there").hex(hex));
        }
        match self.barred(state, side, hex) {
            Some(rule) => Err(No::new(rule, "no-barred").hex(hex)),
            None => Ok(()),
        }
    }

    /// 23-4-6.
    pub(crate) fn judge_hole(&self, state: &State, walk: Walk) -> May {
        match self.castle_of(state, self.side_of(walk.force), walk.at) {
            Some(_) => Ok(()),
            None => Err(No::new(R_23_4_6, "no-own-castle").hex(walk.at)),
        }
    }

    pub(crate) fn judge_trapped(&self, state: &State, walk: Walk) -> May {
        if self.has_way_back(state, walk) { no(R_23_4_2, "no-not-trapped") } else { Ok(()) }
    }

    /// 23-4-4: steps it costs to enter a hex on the way back.
    pub(crate) fn toll(&self, state: &State, side: kernel::Side, at: HexId, hex: HexId) -> u8 {
        let enemy = side.other();
        let river = self.ground.atlas.direction(at, hex).is_some_and(|dir| self.ground.rivers.has(at, dir));
        let ground = matches!(self.ground.terrain[hex.index()], Terrain::Hills | Terrain::Marsh);
        u8::from(state.zones[enemy.index()].has(hex))
            + u8::from(self.castle_of(state, enemy, hex).is_some())
            + u8::from(river)
            + u8::from(ground)
    }

    /// The toll of the next hex, for the list.
    pub(crate) fn toll_of(&self, state: &State, hex: HexId) -> u8 {
        self.walk(state).map_or(0, |walk| self.toll(state, self.side_of(walk.force), walk.at, hex))
    }

    pub(crate) fn resolve_back(&self, state: &mut State, hex: HexId, story: &mut Story<Event>) {
        let Some(walk) = self.walk(state) else { return };
        let toll = self.toll(state, self.side_of(walk.force), walk.at, hex);
        let left = self.unbind(state, walk.force);
        self.shift(state, walk.force, hex);
        if let Some(Frame::Retreat { path, .. }) = state.frames.last_mut() {
            path.push(hex);
        }
        let (force, from) = (walk.force, walk.at);
        let units = state.members(force);
        story.tell(|| Event::FellBack { force, units, from, to: hex });
        self.after_leaving(state, left, story);
        self.push_losses(state, vec![force], toll, false, Why::Toll);
    }

    /// 23-4-6: the rest is spared, but morale falls as if the whole way had been gone.
    pub(crate) fn resolve_hole(&self, state: &mut State, story: &mut Story<Event>) {
        let Some(walk) = self.walk(state) else { return };
        let Some(Frame::Retreat { morale, .. }) = state.frames.last() else { return };
        let morale = *morale;
        self.next_to_go(state);
        let left = self.unbind(state, walk.force);
        self.hole_up(state, walk.force, R_23_4_6, story);
        self.after_leaving(state, left, story);
        if morale {
            self.dishearten_all(state, state.members(walk.force), walk.hexes, story);
        }
    }

    /// 23-4-2: nowhere to go, so the rest is paid in steps.
    pub(crate) fn resolve_trapped(&self, state: &mut State, story: &mut Story<Event>) {
        let Some(walk) = self.walk(state) else { return };
        if let Some(Frame::Retreat { queue, .. }) = state.frames.last_mut() {
            queue[0].hexes = walk.walked;
        }
        let force = walk.force;
        story.tell(|| Event::Trapped { force });
        self.push_losses(state, vec![force], walk.hexes - walk.walked, false, Why::Trapped);
    }

    /// Away from enemies, ways that cost least: what an owner does without thinking.
    pub(crate) fn habitual_retreat(&self, state: &State, walk: Walk) -> Action {
        if self.judge_hole(state, walk).is_ok() {
            return Action::Hole;
        }
        let side = self.side_of(walk.force);
        let hexes = self.ground.atlas.neighbours(walk.at).map(|(_, hex)| hex);
        let best = hexes
            .filter(|&hex| self.judge_back(state, walk, hex).is_ok())
            .min_by_key(|&hex| (self.toll(state, side, walk.at, hex), hex));
        best.map_or(Action::Stand, Action::Back)
    }
}
