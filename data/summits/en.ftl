# Sentences of summits. Each rule id stands beside its sentence in the log, so it is not repeated here.

# --- what is asked
ask-bid = Bid for Hideyoshi: in how many turns, from 1 to { $most }, can he win?
ask-layout = { $side }: place your reinforcements on the numbered spaces of the track.
ask-hand = Turn { $turn }: { $side } chooses a hand of up to { $limit } cards.
ask-order = Turn { $turn }: { $side } holds the mountain. Play first or second?
ask-play = Turn { $turn }: { $side } to play, { $left } { $left ->
    [one] card
   *[other] cards
  } left. Play or pass.
ask-pick = { $side }: which group acts?
ask-pick-next = { $side }: which group acts next?
ask-group = { $side }: what does the group in { $area } do? All who can will go, unless you name some of them.
ask-assault = { $side }: the Assault goes on in { $area }. Choose its second action.
ask-enter = { $side }: where do your reinforcements enter?
ask-marshal = { $side }: who attacks { $area } next, and with how many supporters?
ask-ambush = { $side }: the enemy enters { $area }. Ambush?
ask-muster = { $side }: who takes part in the ambush in { $area }?
ask-flip = { $side } takes { $points } { $points ->
    [one] point
   *[other] points
  } of damage in { $area }. Which unit is flipped?
ask-back = { $side }: { $points } { $points ->
    [one] point
   *[other] points
  } of damage left in { $area }. Which unit retreats?
ask-lose = { $side }: { $points } { $points ->
    [one] point
   *[other] points
  } of damage left in { $area }. Which unit is lost?
ask-retreat = Where does { $unit } retreat to from { $area }?

# --- what can be done
do-bid = { $turns } { $turns ->
    [one] turn
   *[other] turns
  }
do-secret-bid = a secret bid
do-layout = { $a }, { $b }, { $c }, { $d }
do-hand = take { hand-words }
hand-words = { $types ->
    [0] no cards
    [1] { $na } { $a }
    [2] { $na } { $a } and { $nb } { $b }
    [3] { $na } { $a }, { $nb } { $b } and { $nc } { $c }
    [4] { $na } { $a }, { $nb } { $b }, { $nc } { $c } and { $nd } { $d }
    [5] { $na } { $a }, { $nb } { $b }, { $nc } { $c }, { $nd } { $d } and { $ne } { $e }
   *[other] { $na } { $a }, { $nb } { $b }, { $nc } { $c }, { $nd } { $d }, { $ne } { $e } and { $nf } { $f }
  }
do-secret-hand = a hand of cards
do-first = play first
do-second = play second
do-pass = pass
do-play = { $count ->
    [1] play { $a }
    [2] play { $a } and { $b }
    [3] play { $a }, { $b } and { $c }
    [4] play { $a }, { $b }, { $c } and { $d }
   *[other] play { $a }, { $b }, { $c }, { $d } and { $e }
  }
do-down = play { $card } face down
do-secret-down = a card face down
do-area = a group from { $area }
do-assault = a group from { $area }, with the Assault
do-arrive = bring on the next reinforcements
do-assault-arrive = bring on the next reinforcements, with the Assault
do-bring = bring on { $group } from beside the map
do-assault-bring = bring on { $group } from beside the map, with the Assault
do-with = with { $unit }
do-lead = with { $unit } and his men
do-to = to { $area }
do-to-by = to { $area } by way of { $by }
do-attack = attack
do-marshal = attack: choose supporters and order
do-marshal-fire = fire at { $area }: choose supporters and order
do-fire = fire at { $area }
do-rally = rally
do-rally-at = rally everyone in { $area }
do-treason = the { $clan } turn traitor
do-done = nothing more
do-strike = { $unit } with { $count } { $count ->
    [one] supporter
   *[other] supporters
  }
do-volley = the { $clan } without a general
do-go = attack in the usual order
do-hold = no ambush
do-ambush = ambush with everyone
do-muster = ambush with chosen units
do-flip = flip { $unit }
do-back = { $unit } retreats
do-lose = { $unit } is lost
do-rest = take the rest as usual: combat units first
warn-contact = The enemy is in { $area }: you may be ambushed.
warn-empty = Without cards you can only pass.

# --- what is thrown
roll-sides = Equal bids: on 1 to 3 the first seat plays Hideyoshi, on 4 to 6 the second.
roll-general = { $unit } attacks { $area }.
roll-volley = { $count ->
    [one] One { $clan } unit attacks
   *[other] { $count } { $clan } units attack
  } { $area } without a general.
mod-attack = attack
mod-support = supporters
mod-volley = numbers
mod-slope = slope
mod-turn = first turn
mod-defence = defence
mod-barrier = barrier

# --- what happened
told-bid = You bid { $turns } { $turns ->
    [one] turn
   *[other] turns
  }.
told-has-bid = Seat { $seat } has bid.
told-bids = The bids: { $first } and { $second }.
told-seated = Seat { $seat } plays Hideyoshi; the battle lasts { $turns } turns.
told-layout = { $side } has laid out the reinforcements.
told-own-hand = { $side } chooses { hand-words }.
told-chose = { $side } has chosen a hand.
told-locked = Hands are chosen: { $hideyoshi } cards for Hideyoshi, { $anti } for his enemy.
told-begins = { $side } plays first.
told-passed = { $side } passes.
told-no-cards = { $side } has no cards left and passes.
told-turn-ends = The turn is over: all units are turned face up, and all cards return to their packs.
told-turn = Turn { $turn } begins.
told-played = { $side } plays { $count ->
    [1] { $a }
    [2] { $a } and { $b }
    [3] { $a }, { $b } and { $c }
    [4] { $a }, { $b }, { $c } and { $d }
   *[other] { $a }, { $b }, { $c }, { $d } and { $e }
  }.
told-down = { $side } plays a card face down.
told-own-down = { $side } plays { $card } face down.
told-moved = { $unit } { $others ->
    [0] moves
   *[other] and { $others } more move
  } from { $from } to { $area }.
told-entered = { $unit } { $others ->
    [0] enters
   *[other] and { $others } more enter
  } at { $area }.
told-rallied = { $count } { $count ->
    [one] unit
   *[other] units
  } in { $area } { $count ->
    [one] rallies.
   *[other] rally.
  }
told-flipped = { $unit } { $others ->
    [0] has
   *[other] and { $others } more have
  } acted.
told-forgone = The second action is given up.
told-spent = No unit is left for the second action.
told-lapsed = The remaining cards have no effect.
told-no-ambush = { $side } does not ambush.
told-ambush = { $side } springs an ambush in { $area }!
told-attack = { $side } attacks in { $area } ({ $count } { $count ->
    [one] roll
   *[other] rolls
  }).
told-fire = { $side } fires from { $from } at { $area } ({ $count } { $count ->
    [one] roll
   *[other] rolls
  }).
told-ambush-attack = The ambush in { $area } strikes ({ $count } { $count ->
    [one] roll
   *[other] rolls
  }).
told-struck = { $unit } attacks { $area }: roll { $sum }, modifier { $net }, { $points ->
    [0] no damage
    [one] 1 point of damage
   *[other] { $points } points of damage
  }.
told-volley = The { $clan } attack { $area } without a general: roll { $sum }, modifier { $net }, { $points ->
    [0] no damage
    [one] 1 point of damage
   *[other] { $points } points of damage
  }.
told-pooled = Together { $points ->
    [one] 1 point of damage
   *[other] { $points } points of damage
  }.
told-cancelled = { $area } is empty: { $count } { $count ->
    [one] attack is
   *[other] attacks are
  } cancelled.
told-hit = { $unit } { $others ->
    [0] is
   *[other] and { $others } more are
  } flipped.
told-retreated = { $unit } retreats to { $area }.
told-removed = { $unit } is lost.
told-surplus = { $points } { $points ->
    [one] point
   *[other] points
  } of damage have no target.
told-controls = { $side } controls { $area }.
told-arrives = Space { $space } of the track: { $group } arrive.
told-waits = Space { $space } of the track: { $group } cannot enter the map and wait.
told-empty = Space { $space } of the track is empty.
told-no-effect = The track is used up: the card has no effect.
told-treason = The { $clan } turn traitor!
told-deserted = { $unit } { $others ->
    [0] leaves
   *[other] and { $others } more leave
  } the battle.
told-wavered = { $unit } { $others ->
    [0] is
   *[other] and { $others } more are
  } flipped.
told-shortened = The battle now ends after turn { $turn }.

# --- how it ended
over-honjin = { $side } takes the enemy honjin and wins.
over-taisho = The enemy commander is beaten: { $side } wins.
over-road = { $side } controls the whole Hokkoku-Kaido and wins.
over-time = Time is up: { $side } wins.
over-more-road = { $side } controls more of the Hokkoku-Kaido and wins.
over-losses = The road is shared; { $side } has lost fewer units and wins.
over-draw = The road is shared and the losses are equal: a draw.

# --- outcomes for odds
verdict-none = no damage
verdict-flipped = flipped { $count }
verdict-back = driven back { $count }
verdict-lost = lost { $count }
verdict-cleared = cleared
verdict-own-flipped = own units flipped { $count }
verdict-own-back = own units driven back { $count }
verdict-own-lost = own units lost { $count }
verdict-own-cleared = own units driven out
verdict-seated = you play { $side }
odds-if-ambush = if they hold an Ambush
forecast-losses = units lost
forecast-leader = a general is lost
forecast-morale = points of damage
verdict-over = { $side } wins
verdict-draw = draw

# --- why not
no-bid = A bid is between 1 and { $most } turns.
no-layout = Each group takes one space of the track.
no-copies = A hand holds at most { $most } { $card }.
no-hand = The hand may hold { $limit } cards; these are { $count }.
no-card = You hold no { $card }.
no-action = None of your units can act, so no card can be spent.
no-ambush-own = An Ambush is not played in your own phase, except face down.
no-ambush-combined = An Ambush cannot be combined.
no-type-twice = A combination holds only one { $card }.
no-sum = Fire, Rally and Reinforcements each use an action, and these cards give { $actions }.
no-second = Only one Reinforcements card may be played in a turn.
no-traitors = No unit that could turn traitor is left.
no-group-for-assault = Without an arriving group, Reinforcements is an action of its own; an Assault needs a group.
no-action-now = No action of these cards can be carried out now.
no-rally-at-all = None of your units has acted.
no-fire-at-all = None of your ready units has an enemy in an adjacent area.
no-assault-here = You name the group with the Assault only when Combined Actions and Assault are played together.
no-more-groups = All groups of this play have acted.
no-units = You have no units in { $area }.
no-special-kept = A card of this play can still be carried out; it may not be left over.
no-same-type = These units have already acted with the same type of card this turn.
no-same-type-unit = { $unit } has already acted with the same type of card this turn.
no-front = Every unit in { $area } has acted.
no-second-group = The second group cannot be the first one again, except to rally.
no-use = No unit in { $area } can do what these cards still ask for.
no-waiting = { $group } are not waiting beside the map.
no-entry = { $group } cannot enter the map.
no-done = Carry out something with the cards first.
no-free-rally = No Rally is left that costs no action.
no-rally = No unit in { $area } has acted.
no-group-first = The group that has begun acts first.
no-joining = The group has been chosen: { $unit } cannot join it.
no-own = { $unit } is not yours.
no-same-area = { $unit } is not in the area of the group.
no-twice = { $unit } is already in the group.
no-used = { $unit } has already acted this turn.
no-again = { $unit } was in the first group.
no-alike = These units are alike: take { $unit }.
no-common-action = With { $unit }, the group would have no action in common.
no-general = { $unit } is not a general.
no-men = { $unit } has no units of his clan here to lead.
no-plain = The cards of this play leave no ordinary move or attack.
no-attack-entering = A group that enters the map moves; it cannot attack.
no-enemy-here = There is no enemy in { $area }.
no-front-group = No unit of the group is ready for this.
no-general-attacks = Only generals attack; combat units support them.
no-fire-card = You can only attack enemies in your own area; an adjacent area takes a Fire card.
no-fire-again = The Fire card of this play has been used.
no-fire-range = { $area } is not adjacent.
no-fire-target = There is no enemy in { $area }.
no-rally-card = Turning units face up takes a Rally card.
no-rally-again = The Rally card of this play has been used.
no-rally-group = No unit of the group has acted.
no-move-here = The group is already in { $area }.
no-room = A side may have ten units in { $area }: there is room for { $room }.
no-room-between = There is too little room on the way to { $area }.
no-way-named = There is no need to name this way to { $area }: it takes no area.
no-way-by = The way to { $area } does not lead by { $by }.
no-reach = { $area } is out of reach of a move.
no-hill = { $area } is high ground: it can be entered only as the first step, from an adjacent area.
no-over-hill = The way to { $area } leads over high ground, where a move ends.
no-leaving = Leaving an area with enemies takes the whole move, so { $area } is too far.
no-entering = Entering { $area }, where enemies stand, takes the whole move, so it must be adjacent.
no-points = There are enemies on every way to { $area }: not enough movement points.
no-ambush-card = You hold no Ambush.
no-volley = No { $clan } are left to attack without a general.
no-troops-strike = { $unit } is not a general.
no-strike = { $unit } is not in this attack, or already has a place in it.
no-command = { $unit } commands { $command } combat units.
no-fewer = { $unit } can command them: they attack with him, { $count } or more.
no-clan-men = { $unit } leads only his own clan: { $count } of it are left.
no-back-ambush = Ready units are here, so { $unit }, who has acted, does not ambush.
no-victim = { $unit } does not take this damage.
no-flip-first = All ready units must be flipped first.
no-retreat-first = All who can must retreat first; only then are units lost.
no-way-back = { $unit } has no area to retreat to.
no-own-area = { $area } is not under your control.
no-adjacent = { $area } is not adjacent.
no-room-retreat = { $area } is full.
no-exposed = { $area } borders more enemy areas than another area you could retreat to.
no-reinforcements-card = No Reinforcements card of this play is left.
no-arrival = The second Reinforcements card of a turn brings no group: choose who turns traitor.
no-treason = Only the second Reinforcements card of a turn is treason.
no-traitor = The { $clan } cannot turn traitor.

# --- routine questions, as standing orders name them
order-flip = Damage taken by flipping units
order-back = Damage taken by retreats
order-lose = Damage taken by losses
order-retreats = Where units retreat to
