//! The macros that forward an enum to its decisions and [`Rules`](crate::Rules) to the decision that is due.

/// Implements [`Decision`](crate::decision::Decision) for an enum whose variants are decisions.
///
/// Each arm maps a pattern of the enum to the decision: a binding of the variant's data, or a unit struct.
///
/// ```text
/// kernel::dispatch! { Frame: Decision<Yukimura> {
///     Frame::Picked(picked) => picked,
///     Frame::Fight(fight) => fight,
/// } }
/// kernel::dispatch! { Stage: Decision<Yukimura, Fight> {
///     Stage::Order => Order,
///     Stage::Check(check) => check,
/// } }
/// ```
#[macro_export]
macro_rules! dispatch {
    ($enum:ty: Decision<$rules:ty> { $($arms:tt)+ }) => {
        $crate::dispatch! { $enum: Decision<$rules, ()> { $($arms)+ } }
    };
    ($enum:ty: Decision<$rules:ty, $parent:ty> { $($variant:pat => $decision:expr),+ $(,)? }) => {
        impl $crate::decision::Decision<$rules, $parent> for $enum {
            #[inline]
            fn asked(&self, cx: $crate::decision::Cx<'_, $rules, $parent>) -> $crate::decision::AskedSeats {
                match self { $($variant => $decision.asked(cx)),+ }
            }
            #[inline]
            fn question(&self, cx: $crate::decision::Cx<'_, $rules, $parent>) -> $crate::Question {
                match self { $($variant => $decision.question(cx)),+ }
            }
            fn always(&self, cx: $crate::decision::Cx<'_, $rules, $parent>) -> bool {
                match self { $($variant => $decision.always(cx)),+ }
            }
            #[inline]
            fn list(
                &self,
                cx: $crate::decision::Cx<'_, $rules, $parent>,
                out: &mut $crate::Actions<<$rules as $crate::Rules>::Action>,
            ) {
                match self { $($variant => $decision.list(cx, out)),+ }
            }
            fn judge(
                &self,
                cx: $crate::decision::Cx<'_, $rules, $parent>,
                action: &<$rules as $crate::Rules>::Action,
            ) -> Option<$crate::May> {
                match self { $($variant => $decision.judge(cx, action)),+ }
            }
            #[inline]
            fn act(
                &mut self,
                cx: $crate::decision::CxMut<'_, $rules, $parent>,
                action: <$rules as $crate::Rules>::Action,
            ) -> $crate::decision::FlowOf<$rules, $parent> {
                match self { $($variant => $decision.act(cx, action)),+ }
            }
            #[inline]
            fn roll(&self, cx: $crate::decision::Cx<'_, $rules, $parent>) -> $crate::Roll {
                match self { $($variant => $decision.roll(cx)),+ }
            }
            #[inline]
            fn rolled(
                &mut self,
                cx: $crate::decision::CxMut<'_, $rules, $parent>,
                fall: $crate::Fall,
            ) -> $crate::decision::FlowOf<$rules, $parent> {
                match self { $($variant => $decision.rolled(cx, fall)),+ }
            }
            #[inline]
            fn is_waiting(&self, cx: $crate::decision::Cx<'_, $rules, $parent>) -> bool {
                match self { $($variant => $decision.is_waiting(cx)),+ }
            }
            fn advance(
                &mut self,
                cx: $crate::decision::CxMut<'_, $rules, $parent>,
            ) -> $crate::decision::FlowOf<$rules, $parent> {
                match self { $($variant => $decision.advance(cx)),+ }
            }
            fn click(
                &self,
                cx: $crate::decision::Cx<'_, $rules, $parent>,
                thing: $crate::Thing,
            ) -> Option<<$rules as $crate::Rules>::Action> {
                match self { $($variant => $decision.click(cx, thing)),+ }
            }
            fn default_action(
                &self,
                cx: $crate::decision::Cx<'_, $rules, $parent>,
            ) -> Option<<$rules as $crate::Rules>::Action> {
                match self { $($variant => $decision.default_action(cx)),+ }
            }
            fn standing_answer(
                &self,
                cx: $crate::decision::Cx<'_, $rules, $parent>,
                order: $crate::Order,
            ) -> Option<<$rules as $crate::Rules>::Action> {
                match self { $($variant => $decision.standing_answer(cx, order)),+ }
            }
            fn branches(&self, cx: $crate::decision::Cx<'_, $rules, $parent>) -> bool {
                match self { $($variant => $decision.branches(cx)),+ }
            }
            fn depth(&self, cx: $crate::decision::Cx<'_, $rules, $parent>) -> usize {
                match self { $($variant => $decision.depth(cx)),+ }
            }
        }
    };
}

/// Inside `impl Rules`: the methods that follow from [`DecisionRules`](crate::decision::DecisionRules).
#[macro_export]
macro_rules! decision_rules {
    () => {
        fn ask(&self, state: &Self::State) -> $crate::Ask {
            $crate::decision::ask(self, state)
        }
        fn settles(&self, state: &Self::State) -> Option<$crate::Seat> {
            $crate::decision::settles(self, state)
        }
        fn actions(&self, state: &Self::State, seat: $crate::Seat, out: &mut $crate::Actions<Self::Action>) {
            $crate::decision::actions(self, state, seat, out);
        }
        fn judge(
            &self,
            state: &Self::State,
            seat: $crate::Seat,
            action: &Self::Action,
        ) -> Result<(), $crate::Refusal> {
            $crate::decision::judge(self, state, seat, action)
        }
        fn resolve(
            &self,
            state: &mut Self::State,
            input: $crate::Move<Self::Action>,
            story: &mut $crate::Story<Self::Event>,
        ) {
            $crate::decision::resolve(self, state, input, story);
        }
        fn habit(&self, state: &Self::State, seat: $crate::Seat) -> Self::Action {
            $crate::decision::default_action(self, state, seat)
        }
        fn by_order(
            &self,
            state: &Self::State,
            seat: $crate::Seat,
            order: $crate::Order,
        ) -> Option<Self::Action> {
            $crate::decision::by_order(self, state, seat, order)
        }
        fn meant(
            &self,
            state: &Self::State,
            seat: $crate::Seat,
            thing: $crate::Thing,
        ) -> Option<Self::Action> {
            $crate::decision::click(self, state, seat, thing)
        }
        fn branches(&self, state: &Self::State, seat: $crate::Seat) -> bool {
            $crate::decision::branches(self, state, seat)
        }
        fn depth(&self, state: &Self::State) -> usize {
            $crate::decision::DecisionRules::total_depth(self, state)
        }
    };
}
