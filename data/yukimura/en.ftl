# Sentences of yukimura. Each rule id stands beside its sentence in the log, so it is not repeated here.

# --- what is asked
ask-entry = { $side }: choose the western road on which Hideyori may arrive.
ask-move = Inning { $inning }: { $side } moves. Pick a unit, or end the phase.
ask-defence = { $side } fires in defence. Pick a target, or end the phase.
ask-fire = { $side } fires. Pick a target, or go on to hand-to-hand combat.
ask-melee = { $side } attacks hand to hand. Pick a target, or end the phase.
ask-to = Where does { $unit } go?
ask-enter = Where does { $unit } go after entering?
ask-firers = Who fires at { $unit }?
ask-attackers = Who attacks { $unit }?
ask-order = Which attacker checks morale next (+{ $modifier })?
ask-retreat = { $unit } must retreat: { $left } { $left ->
    [one] hex
   *[other] hexes
  } to go. Choose the last hex, or the next.
ask-displaced = { $unit } must move on one hex. Choose the hex.
ask-stack = { $unit } and { $other } share a hex. Which of them moves on?
ask-advance = { $unit } has given way. Who advances?
ask-advance-to = How far does { $unit } advance?

# --- what can be done
do-entry = by { $hex }
do-move = move { $unit }
do-enter-unit = bring on { $unit }
do-enter = bring on all of { $force } ({ $count } waiting)
do-to = to { $hex }
do-off = leave the map for good
do-done = end the phase
do-target = attack { $unit }
do-with = with { $unit }
do-all = everyone who can
do-go = go
do-check = { $unit } checks
do-back = back to { $hex }
do-step = one hex back, to { $hex }
do-shift = { $unit } moves on
do-advance = advance { $unit }
do-halt = nobody advances further
warn-collapse = If { $unit } leaves his hex, the battle is lost.
warn-friend = { $unit } stands in the way and will have to check.
warn-friends = { $count } friends stand in the way and will have to check.

# --- dice
roll-fire = { $count ->
    [one] One unit fires
   *[other] { $count } units fire
  } at { $unit } with strength { $value }
roll-melee = { $count ->
    [one] One unit attacks
   *[other] { $count } units attack
  } { $unit }; difference { $value }
roll-check = { $unit } checks morale { $morale }
roll-chain = { $unit } checks morale { $morale }, as friends run through its hex
roll-release = Is { $force } released? On { $low } to { $high }
shift-target-high = only the target on a mountain: columns to the left
shift-attackers-high = all attackers on a mountain: columns to the right
shift-river = all attackers across a small river: columns to the left
check-result = result of the combat
check-morale = morale

# --- what happened
phase-movement = { $side } moves.
phase-defence = { $side } fires in defence.
phase-fire = { $side } fires.
phase-melee = { $side } attacks hand to hand.
inning = Inning { $inning } begins.
road-chosen = Hideyori will arrive by { $hex }.
arrives = { $force } arrives.
released = { $die }: { $force } is released.
not-released = { $die }: { $force } waits.
moved = { $unit } moves to { $hex } for { $cost } { $cost ->
    [one] point
   *[other] points
  }.
moved-into-zone = { $unit } moves to { $hex } for { $cost } { $cost ->
    [one] point
   *[other] points
  } and stops in an enemy zone.
marched = { $unit } marches { $hexes } { $hexes ->
    [one] hex
   *[other] hexes
  } along the road to { $hex }.
entered = { $unit } enters and goes to { $hex } for { $cost } { $cost ->
    [one] point
   *[other] points
  }.
entered-zone = { $unit } enters and goes to { $hex } for { $cost } { $cost ->
    [one] point
   *[other] points
  }, where it stops in an enemy zone.
entered-by-road = { $unit } enters and marches { $hexes } { $hexes ->
    [one] hex
   *[other] hexes
  } along the road to { $hex }.
left = { $unit } leaves the map at { $hex }.
crossed = { $unit } has crossed the Ishikawa at { $hex }.
taken = { $unit } reaches { $hex }.
fires = { $count ->
    [one] { $first } fires
   *[other] { $count } units, { $first } among them, fire
  } at { $unit }.
attacks = { $count ->
    [one] { $first } attacks
   *[other] { $count } units, { $first } among them, attack
  } { $unit }.
result-none = { $sum } on strength { $value }: no effect on { $unit }.
result-check = { $sum } on { $melee ->
    [0] strength
   *[other] difference
  } { $value }: { $unit } checks with +{ $modifier }.
result-removed = { $sum } on { $melee ->
    [0] strength
   *[other] difference
  } { $value }: { $unit } is destroyed.
result-attackers-removed = { $sum } on difference { $value }: all attackers of { $unit } are destroyed.
result-attackers-check = { $sum } on difference { $value }: all attackers of { $unit } check with +{ $modifier }.
result-both-check = { $sum } on difference { $value }: { $unit } and then all attackers check with +{ $modifier }.
unshaken = { $unit } never checks.
held = { $unit } holds.
trapped = { $unit } cannot retreat { $hexes } { $hexes ->
    [one] hex
   *[other] hexes
  }.
retreats = { $unit } fails and must retreat { $hexes } { $hexes ->
    [one] hex
   *[other] hexes
  }.
fell-back = { $unit } falls back to { $hex }.
marked = { $unit } is run through and gets a chain-retreat marker.
run-through = { $unit } is run through, but never checks.
spared = { $unit } has retreated already and does not check.
displaced = { $unit } must move on one hex.
removed = { $unit } is removed at { $hex }.
no-advance = No advance after defensive fire, though { $unit } gave way.
advanced = { $unit } advances to { $hex }.
halted = No further advance.
over-collapse = A leader has left his ground: { $side } wins.
over-breakthrough = Eastern units hold a western road: { $side } wins.
over-west = Ten Eastern units stand west of the Ishikawa: { $side } wins.
over-otherwise = The East has run out of time: { $side } wins.
over-nearest = { $side } has come closer to the enemy's leaders and wins.
over-superiority = More units press the enemy's leaders: { $side } wins.
over-equal = Neither side has the better of it: a draw.
over-komatsuyama = { $side } holds Komatsuyama and wins.

# --- why not
no-not-yours = { $unit } is not yours to command.
no-not-your-force = That force is not yours.
no-off-the-map = { $unit } is not on the map.
no-not-on-the-map = { $unit } is not on the map yet.
no-left-the-map = { $unit } has left the map and does not come back.
no-moved-already = { $unit } has already moved in this phase.
no-held-all-game = { $unit } stays where it is all game.
no-held-until = { $unit } may not move before inning { $inning }, unless it is released.
no-held-no-advance = { $unit } may not move yet, so it cannot advance either.
no-pinned = { $unit } began the phase in an enemy zone and cannot move.
no-command = { $unit } is out of command range of every leader of its force.
no-nowhere-to-go = { $unit } has no hex to move to.
no-already-there = { $unit } is there already.
no-enemy-there = An enemy, { $unit }, is there.
no-friend-there = { $unit } is there; only one unit may stand in a hex.
no-entry-occupied = { $unit } blocks the entry hex.
no-large-river = A large river can be entered only by road.
no-other-map = { $unit } cannot go to the other map.
no-impassable = The hexside between is impassable.
no-points = That needs { $needs } points; it has { $has }.
no-points-entering = Entering and going there needs { $needs } points; it has { $has }.
no-march-too-long = By road that is { $needs } hexes; a march covers { $has }.
no-march-too-long-entering = By road that is { $needs } hexes, the entry hex counted; a march covers { $has }.
no-march-barred = { $unit } could march there, but enemies or their zones lie on the road.
no-entry-in-zone = { $unit } would enter an enemy zone and end its move there.
no-zone-in-the-way = { $unit } would have to pass through enemies or their zones.
no-cut-off = Enemies and their zones cut that hex off; and even without them it needs { $needs } points and has { $has }.
no-way-there = No way leads there.
no-edge-in-reach = { $unit } cannot reach the edge with a point to spare.
no-not-summoned = { $unit } waits for the die roll that brings Hideyori on.
no-arrives-later = { $unit } arrives in inning { $inning }.
no-never-arrives = { $unit } does not take part in this scenario.
no-entries-full = Every entry hex is occupied; { $unit } waits.
no-nobody-waits = No unit of that force is waiting beside the map.
no-one-left = Only { $unit } can enter: pick that unit.
no-not-a-western-road = That is not one of the western road hexes.
no-not-an-enemy = { $unit } is not an enemy.
no-attacked-already = { $unit } has already been a target in this phase.
no-nobody-adjacent = None of your units stands next to { $unit }.
no-not-riflemen = { $unit } carries no rifles.
no-fired-already = { $unit } has already fired in this phase.
no-fought-already = { $unit } has already fought in this phase.
no-not-adjacent = { $unit } is not adjacent to the target.
no-chosen-already = { $unit } already takes part.
no-nobody-else = No other unit can join.
no-attacker-chosen = No unit takes part yet.
no-finish-this-attack = Finish the attack on { $unit } first.
no-checked-already = { $unit } has already checked.
no-not-in-this-attack = { $unit } is not part of this attack.
no-map-ends = The map ends there.
no-retreat-into-zone = A retreat may not enter an enemy zone.
no-not-back-again = A displaced unit moves on, not back.
no-not-away = A retreat must lead away from the enemy.
no-dead-end = From there the remaining { $left } { $left ->
    [one] hex
   *[other] hexes
  } could not be walked.
no-not-a-retreat = { $unit } has { $left } { $left ->
    [one] hex
   *[other] hexes
  } to retreat: choose the last of them, or the next.
no-one-way = Only one way is open to { $unit }: choose its last hex.
no-way-back = No way open to a retreat of { $left } { $left ->
    [one] hex
   *[other] hexes
  } leads { $unit } there.
no-cannot-go-on = { $unit } has no hex to move on to.
no-not-stacked = { $unit } shares its hex with no other unit.
no-advanced-already = { $unit } has already advanced.
no-was-driven-back = { $unit } was driven from its place and cannot advance.
no-hex-taken = The way is taken; { $unit } cannot advance.
no-hex-occupied = { $unit } is there.
no-not-along-the-way = { $unit } cannot advance there.

# --- odds
forecast-losses = units lost
forecast-leader = a general is lost
verdict-held = held
verdict-back = back { $hexes }
verdict-gone = gone
verdict-attackers-check = attackers check
verdict-attackers-back = attackers driven back
verdict-attackers-lost = { $count ->
    [one] one attacker lost
   *[other] { $count } attackers lost
  }
verdict-released = released
verdict-waits = not released
verdict-over = { $side } wins
verdict-draw = a draw

# --- words
branch-general = general
branch-mounted = mounted
branch-mounted-riflemen = mounted riflemen
branch-riflemen = riflemen
branch-foot = foot

# --- routine questions, as standing orders name them
order-checks = The order of morale checks
order-retreats = Retreats
order-stacks = Which of two units in a hex moves on
order-displacement = Displaced units
