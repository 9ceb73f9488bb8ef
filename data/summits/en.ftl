# Sentences of summits. Each rule id stands beside its sentence in the log, so it is not repeated here.

# --- what is asked
ask-bid = Bid for Hideyoshi: in how many turns, 1 to { $most }, can he win?
ask-layout = { $side }: lay out your reinforcements on the numbered spaces of the track.
ask-hand = Turn { $turn }: { $side } chooses a hand of up to { $limit } cards.
ask-order = Turn { $turn }: { $side } holds the mountain. Play first or second?
ask-play = Turn { $turn }: { $side } to play, { $left } { $left ->
    [one] card
   *[other] cards
  } left. Play or pass.
ask-pick = { $side }: which group acts?
ask-pick-next = { $side }: which group acts next?
ask-group = { $side }: what does the group in { $area } do? Everyone goes who can, unless you name some.
ask-assault = { $side }: the Assault goes on in { $area }. What is its second action?
ask-enter = { $side }: where do the reinforcements enter?
ask-marshal = { $side }: who strikes next at { $area }, with how many supporters?
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
do-marshal = attack, naming supporters and order
do-marshal-fire = fire at { $area }, naming supporters and order
do-fire = fire at { $area }
do-rally = rally
do-rally-at = rally everyone in { $area }
do-treason = the { $clan } waver
do-done = nothing more
do-strike = { $unit } with { $count } { $count ->
    [one] supporter
   *[other] supporters
  }
do-volley = the { $clan } by themselves
do-go = as is customary
do-hold = no ambush
do-ambush = ambush with everyone
do-muster = ambush, choosing who takes part
do-flip = flip { $unit }
do-back = { $unit } retreats
do-lose = { $unit } is lost
do-rest = the rest as is customary: combat units first
warn-contact = The enemy is in { $area }: you may be ambushed.
warn-empty = Without cards you can only pass.

# --- what is thrown
roll-sides = Equal bids: on 1 to 3 the first seat plays Hideyoshi, on 4 to 6 the second.
roll-general = { $unit } strikes at { $area }.
roll-volley = { $count } { $clan } strike at { $area } without a general.
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
told-turn-ends = The turn is over: all units are turned to the front, all cards go back to their packs.
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
told-spent = Nobody is left for the second action.
told-lapsed = What is left of the cards lapses.
told-no-ambush = { $side } springs no ambush.
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
told-struck = { $unit } strikes at { $area }: { $sum } with { $net } is { $points ->
    [0] no damage
    [one] 1 point of damage
   *[other] { $points } points of damage
  }.
told-volley = The { $clan } strike at { $area } by themselves: { $sum } with { $net } is { $points ->
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
  } of damage find nobody.
told-controls = { $side } controls { $area }.
told-arrives = Space { $space } of the track: { $group } arrive.
told-waits = Space { $space } of the track: { $group } find no way onto the map and wait.
told-empty = Space { $space } of the track is empty.
told-no-effect = The track is used up: the card has no effect.
told-treason = The { $clan } waver!
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
over-honjin = { $side } takes the enemy's honjin and wins.
over-taisho = The enemy's commander is beaten: { $side } wins.
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
no-layout = Each group lies on one space of the track.
no-copies = At most { $most } { $card } in a hand.
no-hand = The hand may have { $limit } cards; these are { $count }.
no-card = There is no { $card } in your hand.
no-action = None of your units can act: a card cannot be spent.
no-ambush-own = Ambush is not played in one's own phase, except face down.
no-ambush-combined = Ambush cannot be combined.
no-type-twice = { $card } may be only once in a combination.
no-sum = Fire, Rally and Reinforcements each take up an action, and these cards have { $actions }.
no-second = One Reinforcements card a turn.
no-traitors = None of those who could change sides is left.
no-group-for-assault = Without an arriving group the card is an action of its own; an Assault needs a group.
no-action-now = No action of these cards can be carried out now.
no-rally-at-all = None of your units has acted.
no-fire-at-all = None of your ready units has an enemy in an adjacent area.
no-assault-here = Which group has the Assault is only said when Combined Actions and Assault are played together.
no-more-groups = All groups of this play have acted.
no-units = You have no units in { $area }.
no-special-kept = A card of this play would be left over that can still be carried out.
no-same-type = These units have acted by the same type of card this turn.
no-same-type-unit = { $unit } has acted by the same type of card this turn.
no-front = Everyone in { $area } has acted.
no-second-group = The second group cannot be the first one again, except to rally.
no-use = No unit in { $area } can do what these cards still ask for.
no-waiting = { $group } do not wait beside the map.
no-entry = { $group } find no way onto the map.
no-done = Something must be done with the cards first.
no-free-rally = No Rally is left that takes up no action.
no-rally = Nobody in { $area } has acted.
no-group-first = The group that has begun acts first.
no-joining = The group has been chosen: { $unit } cannot join it.
no-own = { $unit } is not yours.
no-same-area = { $unit } is not in the area of the group.
no-twice = { $unit } is in the group.
no-used = { $unit } has acted this turn.
no-again = { $unit } was in the first group.
no-alike = One is as good as the other: take { $unit }.
no-common-action = With { $unit } the group could do nothing together.
no-general = { $unit } is no general.
no-men = { $unit } has nobody of his clan here to lead.
no-plain = The cards of this play leave no plain move or attack.
no-attack-entering = A group that enters the map moves; it cannot attack.
no-enemy-here = There is no enemy in { $area }.
no-front-group = Nobody in the group is ready for this.
no-general-attacks = Only generals attack; combat units support them.
no-fire-card = Only enemies in the own area can be attacked; an adjacent area takes a Fire card.
no-fire-again = The Fire card of this play has been used.
no-fire-range = { $area } is not adjacent.
no-fire-target = There is no enemy in { $area }.
no-rally-card = To turn units to the front takes a Rally card.
no-rally-again = The Rally card of this play has been used.
no-rally-group = Nobody in the group has acted.
no-move-here = The group is in { $area }: a move ends elsewhere.
no-room = Ten units of a side may stand in { $area }: there is room for { $room }.
no-room-between = There is not room for so many on the way to { $area }.
no-way-named = Another way to { $area } makes no difference: it takes no area.
no-way-by = The way to { $area } does not lead by { $by }.
no-reach = { $area } is farther away than a move leads.
no-hill = { $area } is high ground: it can only be entered as the first step, from next to it.
no-over-hill = The way to { $area } leads over high ground, where a move ends.
no-leaving = Enemies are in the area: to leave it takes the whole move, so { $area } is too far.
no-entering = Enemies are in { $area }: to enter it takes the whole move, so only from next to it.
no-points = Enemies on every way to { $area }: not enough movement points.
no-ambush-card = There is no Ambush in your hand.
no-volley = No { $clan } are left to strike by themselves.
no-troops-strike = { $unit } is no general.
no-strike = { $unit } is not in this attack, or has his place in it already.
no-command = { $unit } commands { $command } combat units.
no-fewer = { $unit } can command them: they strike with him, { $count } or more.
no-clan-men = { $unit } leads only his own clan: { $count } of it are left.
no-back-ambush = Ready units are here: { $unit }, who has acted, does not ambush.
no-victim = { $unit } does not suffer this damage.
no-flip-first = First all ready units are flipped.
no-retreat-first = First everyone retreats who can; then units are lost.
no-way-back = There is no area to retreat to: { $unit } cannot retreat.
no-own-area = { $area } is not under your control.
no-adjacent = { $area } is not adjacent.
no-room-retreat = { $area } is full.
no-exposed = { $area } borders on more enemy areas than another you could retreat to.
no-reinforcements-card = No Reinforcements card of this play is left.
no-arrival = The second Reinforcements card of a turn brings nobody: choose who wavers.
no-treason = Only the second Reinforcements card of a turn is treason.
no-traitor = The { $clan } cannot change sides.

# --- routine questions, as standing orders name them
order-flip = Damage taken by flipping units
order-back = Damage taken by retreats
order-lose = Damage taken by losses
order-retreats = Where units retreat to
