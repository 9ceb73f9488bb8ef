# Sentences of gunyuden. Each rule id stands beside its sentence in the log, so it is not repeated here.

# --- what is asked
ask-deploy = { $side }: place your free units. Pick one, or choose where all the rest begin.
ask-set-up = { $side }: organise your forces, put garrisons into castles, or begin.
ask-place = Where does { $unit } begin?
ask-declare = { $house }: declare war now, or wait?
ask-operation = Inning { $inning } ({ date }), stage { $stage }: { $side } acts. Pick a force, or end the phase.
ask-hand = What does { $unit } do?
ask-drop = { $unit } marches in legs: leave units behind, march on, or stop.
ask-draft = { $unit } organises: assign units to command boxes, then choose done.
ask-draft-beside = An army gathers off the map: assign units to command boxes, then choose done.
ask-draft-start = Organise the units at { $hex }, then choose done.
ask-refit = { $unit } may also replenish. Replenish now?
ask-gain = { $unit } may restore { $left } { $left ->
    [one] step
   *[other] steps
  }. To whom?
ask-gain-prisoners = Prisoners fill the ranks of { $unit }: { $left } { $left ->
    [one] step
   *[other] steps
  }. To whom?
ask-losses = { $unit } has { $left } { $left ->
    [one] loss
   *[other] losses
  } to take{ $mark ->
    [0] {""}
   *[other] , and somebody must fall
  }: a step, or go back for the rest?
ask-lose-counter = The counterattack costs { $left } more { $left ->
    [one] step
   *[other] steps
  }. Whose?
ask-lose-battle = The battle costs { $left } more { $left ->
    [one] step
   *[other] steps
  }. Whose?
ask-lose-interception = The garrison's fire costs { $left } more { $left ->
    [one] step
   *[other] steps
  }. Whose?
ask-lose-toll = The way back costs { $left } more { $left ->
    [one] step
   *[other] steps
  }. Whose?
ask-lose-trapped = With nowhere to go, { $unit } loses { $left } more { $left ->
    [one] step
   *[other] steps
  }. Whose?
ask-lose-rout = The rout costs { $left } more { $left ->
    [one] step
   *[other] steps
  }. Whose?
ask-lose-deserters = Men desert: { $left } more { $left ->
    [one] step
   *[other] steps
  }. Whose?
ask-aim = Which force do you attack at { $hex }?
ask-battle = Which forces join the pitched battle at { $hex }?
ask-join = Which forces surround { $hex } together?
ask-storm = { $hex } is surrounded. Does { $unit } assault at once?
ask-lift = You are attacked at { $hex }. Lift the surround, or fight at half strength?
ask-pursue = The enemy has given way. How far does { $unit } pursue?
ask-retreat = { $unit } goes back: { $left } { $left ->
    [one] hex
   *[other] hexes
  } to go. Choose the next.
ask-consent = A pitched battle is offered at { $hex }. Do you accept?
ask-muster = Which forces do you bring to the battle at { $hex }?
ask-break = You did more damage. Break off, or fight on?
ask-enter-field = The field at { $hex } is yours. Which force enters it?
ask-remove = Choose which of the garrison of { $hex } die: { $left } more.
ask-leave = The garrison leaves { $hex }. Where does it go?
ask-check = { $hex } is surrounded, durability { $durability }. Hold out, or offer to surrender on terms?
ask-traitor = A traitor opens a gate at { $hex }. Choose which of the garrison die: { $left } more.
ask-terms = Set terms for { $hex }: who of the garrison is given up ({ $count } so far)?
ask-agree = Terms for { $hex }: { $count } of the garrison are given up, the rest leave, and the castle changes hands. Do you agree?

# --- what can be done
do-rest = place all the rest at { $hex }
do-organise-at = organise the units at { $hex }
do-shut = { $unit } begins inside
do-usual = set up as usual
do-declare = declare war
do-wait = wait
do-force = { $unit }
do-lift = { $unit } lifts the surround
do-done = done
do-to = to { $hex }
do-into = into the castle at { $hex }
do-by = by way of { $hex }
do-legs = march in legs, leaving units behind
do-drop = leave { $unit } here
do-stay = stay here
do-attack = attack { $hex }
do-battle = offer a pitched battle at { $hex }
do-surround = surround the castle
do-assault = { $unit } assaults
do-demand = demand surrender
do-peace = demand peace
do-organise = organise
do-refit = replenish the units
do-repair = repair the castle
do-recover = rest and recover
do-stand = stand and do nothing
do-at = against { $unit }
do-with = with { $unit }
do-all = everyone
do-go = go
do-join = { $unit } under { $head }
do-alone = { $unit } alone
do-house = all { $house } under { $head }
do-fill = fill the boxes of { $unit }, the strongest first
do-gain = a step for { $unit }
do-lose = a step of { $unit }
do-retreat = retreat for the rest
do-back = back to { $hex }
do-hole = into the castle here
do-pursue = pursue to { $hex }
do-halt = no further
do-accept = accept battle
do-refuse = refuse
do-break = break off
do-fight = fight on
do-advance = { $unit } enters
do-remove = { $unit }
do-leave = to { $hex }
do-hold = hold out
do-offer = offer terms
do-give = give up { $unit }
do-propose = propose these terms
do-agree = agree
do-counter = name terms of your own
warn-dies = { $unit } has only one step left and would be killed.
warn-toll = This way costs { $steps } { $steps ->
    [one] step
   *[other] steps
  }.

# --- dice
roll-intervention = Do the { $army } take the field? Guarded by strength { $strength }: on { $need } or more
roll-thaw = Are the { $house } free to act? On { $need } or more
roll-pact = Is there a truce? On { $need } or more
roll-waver = Whom do the { $house } follow? { $high } or more against, { $low } or less for Hashiba
roll-surprise = Is { $hex } taken by surprise? On { $need } or more
roll-attack = { $unit } attacks { $hex } with strength { $strength }
roll-counter = { $unit } strikes back with strength { $strength }
roll-battle = Round { $round }: { $unit } attacks with strength { $strength }
roll-battle-back = Round { $round }: { $unit } answers with strength { $strength }
roll-rout = How far does { $unit } run?
roll-interception = The garrison of { $hex } fires with strength { $strength }
roll-assault = { $unit } storms { $hex } with strength { $strength }
roll-demand = { $unit } demands the surrender of { $hex }, durability { $durability }
roll-peace = { $unit } demands peace at { $hex }
roll-fall = { $hex } falls to { $unit }. What becomes of the garrison?
roll-check = The siege of { $hex } goes on
roll-incident = An incident at { $hex }
roll-refit = { $unit } replenishes{ $home ->
    [0] {""}
   *[other] {" "}at home
  }
roll-repair = { $unit } repairs the castle
roll-recover = Does { $unit } recover without a line of communication? On { $need } or less
mod-ground = ground
mod-river = river between
mod-field = field modifier
mod-morale = morale
mod-sortie = a sortie
mod-against-sortie = against a sortie
mod-ambush = caught on the march
mod-walls = from the walls
mod-level = level of the castle
mod-chief-inside = a commander-in-chief inside
mod-general-inside = a general inside
mod-refused = refused before
mod-low-morale = lowered morale
mod-battles = pitched battles
mod-pact = the truce
mod-capital = the capital
mod-castles = great castles held
mod-near = Hideyoshi is near

# A die as it fell, each modifier by name, and the sum.
dice = { $mods ->
    [0] { $die }
    [1] { $die } ({ mods-1 }) = { $total }
    [2] { $die } ({ mods-2 }) = { $total }
    [3] { $die } ({ mods-3 }) = { $total }
    [4] { $die } ({ mods-4 }) = { $total }
   *[other] { $die } ({ mods-5 }) = { $total }
  }
mods-1 = { $m1 } { $s1 }{ $n1 }
mods-2 = { mods-1 }, { $m2 } { $s2 }{ $n2 }
mods-3 = { mods-2 }, { $m3 } { $s3 }{ $n3 }
mods-4 = { mods-3 }, { $m4 } { $s4 }{ $n4 }
mods-5 = { mods-4 }, { $m5 } { $s5 }{ $n5 }
plus = +
minus = −

# 34.12: a week of the calendar.
date = { $week ->
    [1] first
    [2] second
    [3] third
   *[other] fourth
  } week of { $month ->
    [1] January
    [2] February
    [3] March
    [4] April
    [5] May
    [6] June
    [7] July
    [8] August
    [9] September
    [10] October
    [11] November
   *[other] December
  }

# --- what happened
inning = Inning { $inning } begins: the { date }.
phase = Stage { $stage }: { $side } acts.
deployed = { $side } has set up.
placed = { $unit } begins at { $hex }.
intervention-comes = { dice }: the { $army } take the field!
intervention-waits = { dice }: the { $army } stay at home.
thaw = { $die }: the { $house } are free to act.
no-thaw = { $die }: the { $house } cannot act yet.
arrives = The { $army } have come; they may enter from now on.
pact-made = { $die }: there is a truce.
pact-not-made = { $die }: no truce yet.
wavers = { dice }: the { $house } wait and see.
chooses = { dice }: the { $house } stand with the { $side }.
provoked = The { $house } are attacked, and stand with the { $side }.
surprised = { $die }: { $hex } is taken by surprise.
not-surprised = { $die }: { $hex } is on its guard.
earthworks = The earthworks at { $hex } are ready.
declared = The { $house } declare war.
lines-tested = Lines of communication are tested.
cut-off = { $unit } is cut off.
morale = The morale of { $unit } falls to { $low }.
recovered = { $unit } recovers morale.
recovered-die = { $die }: { $unit } recovers morale.
unmoved = { $die }: { $unit } does not recover.
killed = { $unit } is killed at { $hex }.
deserted = The men of { $unit } at { $hex } have all deserted.
disbanded = { $unit } disbands at { $hex }.
surrendered = { $unit } is lost at { $hex }.
scattered-unit = { $unit } at { $hex } leaves the war.
scattered-beside = { $unit } will not join the war.
scattered = With the loss of { $unit }, the house is broken.
step-lost = { $unit } loses a step.
step-gained = { $unit } is at full strength again.
stood = { $unit } stands.
moved = { $unit } marches to { $hex } for { $cost } { $cost ->
    [one] point
   *[other] points
  }.
moved-strategic = { $unit } makes a strategic march to { $hex } for { $cost } { $cost ->
    [one] point
   *[other] points
  }.
entered-map = { $unit } comes on and marches to { $hex } for { $cost } { $cost ->
    [one] point
   *[other] points
  }.
came-out = { $unit } comes out of the castle at { $hex }.
holed-up = { $unit } withdraws into the castle at { $hex }.
dropped = { $unit } is left behind at { $hex }.
joined = { $unit } joins { $head }.
separated = { $unit } leaves { $head }.
organised = { $unit } has organised.
replenished-none = { dice }: { $unit } finds no recruits.
replenished = { dice }: { $unit } may restore { $steps } { $steps ->
    [one] step
   *[other] steps
  }.
deserters = { dice }: { $unit } loses { $steps } { $steps ->
    [one] step
   *[other] steps
  } to desertion.
repaired = { dice }: { $unit } repairs the castle by { $steps }.
crumbled = { dice }: under { $unit } the castle decays by { $steps }.
rebuilt = { $unit } takes over the ruin at { $hex } as a castle.
surrounded = { $unit } surrounds { $hex } with strength { $strength }.
lifted = { $unit } lifts the surround.
surround-ended = { $hex } is no longer surrounded; its morale is restored.
assault-begins = { $unit } assaults { $hex }.
intercepted = The garrison of { $hex } fires with strength { $strength }, die { dice }: { $losses } { $losses ->
    [one] loss
   *[other] losses
  } for { $unit }{ $mark ->
    [0] {""}
   *[other] , somebody among them
  }.
assaulted = { $unit } storms { $hex } with strength { $strength }, die { dice }: { $lost ->
    [0] the walls hold
   *[other] durability −{ $lost }
  }.
worn = { $hex } has durability { $left }.
demand-made = { $unit } demands the surrender of { $hex }.
peace-demanded = { $unit } demands peace at { $hex }.
peace-made = { dice }: peace is made at { $hex }; the war is over.
peace-refused = { dice }: no peace is made at { $hex }.
answer-death = { dice }: { $hex } will fight to the death.
answer-refused = { dice }: { $hex } refuses.
answer-silence = { dice }: { $hex } gives no answer.
answer-opened = { dice }: { $hex } opens its gates.
answer-castellan = { dice }: { $hex } opens its gates, and the castellan takes his life.
answer-war-party = { dice }: { $hex } opens its gates, and those who wanted war take their lives.
answer-disbanded = { dice }: the garrison of { $hex } is disbanded.
answer-surrender = { dice }: { $hex } surrenders with all its men.
castle-falls = { $hex } falls.
castle-taken = { $unit } takes { $hex }.
ruined = { $hex } is a ruin.
marched-out = { $count ->
    [one] { $unit } leaves
   *[other] { $count } units leave
  } { $from } for { $hex }.
checked-incident = { $die }: an incident at { $hex }.
checked-nothing = { $die }: { $hex } holds.
checked-worn = { $die }: { $hex } is worn down.
incident-traitor = { dice }: a traitor at { $hex }.
incident-durability = { dice }: { $hex } is undermined.
incident-morale = { dice }: the garrison of { $hex } loses morale.
incident-heart = { dice }: the besiegers of { $hex } lose morale.
terms-offered = { $hex } offers to surrender; { $count } given up.
terms-answered = Other terms are proposed for { $hex }: { $count } given up.
terms-refused = No terms are agreed for { $hex }.
terms-agreed = { $hex } surrenders on terms.
attacks = { $unit } attacks { $count ->
    [one] one force
   *[other] { $count } forces
  } at { $hex }.
sortie = { $unit } makes a sortie at { $hex } against { $count ->
    [one] one force
   *[other] { $count } forces
  }.
challenge = { $unit } offers a pitched battle at { $hex }.
accepted = There will be a pitched battle at { $hex }.
declined = The battle at { $hex } is refused.
struck = { $unit } strikes with strength { $strength }, die { dice }: { $losses } { $losses ->
    [one] loss
   *[other] losses
  }{ $mark ->
    [0] {""}
   *[other] , and somebody falls
  }.
fell-back = { $unit } falls back to { $hex }.
trapped = { $unit } has nowhere to go.
retreated = { $unit } has retreated { $hexes } { $hexes ->
    [one] hex
   *[other] hexes
  } and loses heart.
stepped-back = { $unit } has fallen back in good order.
pursued = { $unit } pursues to { $hex }.
battle-lost = { $side } has lost the battle.
battle-drawn = Neither side can go on; both fall back.
broke-off = { $side } breaks off the battle.
routed = { $die }: { $unit } runs { $hexes } { $hexes ->
    [one] hex
   *[other] hexes
  }{ $steps ->
    [0] {""}
    [one] , with a step lost
   *[other] , with { $steps } steps lost
  }.
entered = { $unit } enters { $hex }.
points = { $side }: { $points } for { $what }.
points-castles = castles taken
points-lost = officers lost
points-holed-up = enemies holed up
points-stayed = Katsuie, who never came out
points-undeclared = the Kanbe, who never declared
points-fallen = the enemy's chief, who is dead
points-peace = the peace he made
points-held = a great prize held
over = { $side } has won: Hashiba leads by { $lead }, needing { $needed }.

# --- what may come of it
forecast-losses = steps lost
forecast-leader = a commander is lost
forecast-morale = morale lost
verdict-over = { $side } wins the game
verdict-stands = nobody gives way
verdict-back = { $side } gives way
verdict-declined = the battle is refused
verdict-beaten = { $side } is beaten
verdict-drawn = a draw
verdict-broken-off = { $side } breaks off
verdict-holds = { $hex } holds
verdict-worn = { $hex } −{ $lost }
verdict-taken = { $hex } is taken
verdict-ruined = { $hex } is a ruin
verdict-traitor = a traitor at { $hex }
verdict-inside-shaken = the garrison of { $hex } loses morale
verdict-outside-shaken = the besiegers of { $hex } lose morale
verdict-death = { $hex } fights to the death
verdict-refused = { $hex } refuses
verdict-silence = { $hex } gives no answer
verdict-no-peace = no peace
verdict-restored = { $steps ->
    [-2] two steps desert
    [-1] a step deserts
    [0] nobody comes
    [one] a step comes back
   *[other] { $steps } steps come back
  }
verdict-repaired = { $steps ->
    [-2] the castle decays by 2
    [-1] the castle decays by 1
    [0] nothing is repaired
   *[other] repaired by { $steps }
  }
verdict-recovers = recovers
verdict-does-not-recover = does not recover
verdict-comes = the { $army } take the field
verdict-waits = the { $army } stay at home
verdict-free = the { $house } are free to act
verdict-held = the { $house } cannot act yet
verdict-truce = there is a truce
verdict-no-truce = no truce yet
verdict-wavers = the { $house } wait and see
verdict-chooses = the { $house } stand with the { $side }
verdict-surprised = { $hex } is taken by surprise

# --- why not
no-acted = { $unit } has already acted in this phase.
no-after-assault = { $hex } has been assaulted in this phase; no demand for surrender may follow.
no-after-demand = Surrender of { $hex } has been demanded in this phase; no assault may follow.
no-able-left = Then no force that can act would be left to organise.
no-able-yet = No force organised so far can act in this stage.
no-all = There is no other force to bring.
no-all-enter = Fewer than two forces could enter.
no-alone-already = { $unit } is on his own already.
no-barred = { $hex } may not be entered yet.
no-battle-ground = No pitched battle can be fought at { $hex }.
no-battle-inside = { $unit } is inside a castle.
no-beside = The force is waiting off the map.
no-box = { $unit } has no free command box.
no-choice = { $unit } can only stand now.
no-castle = There is no castle at { $hex }.
no-chief = { $unit } is not a commander-in-chief.
no-choose-enemy = The defender chooses which of their forces take part, { $unit } included.
no-commander = { $unit } is not a commander.
no-companion = { $unit } cannot take part in this.
no-drop-beside = Units cannot be left behind off the map.
no-drop-other = { $unit } is not led by the force that marches.
no-drop-yet = Leave a unit behind or march a leg first.
no-enemy = There is no enemy at { $hex }.
no-enemy-castle = There is no enemy castle at { $hex }.
no-enemy-chief = No enemy commander-in-chief stands in the field at { $hex }.
no-enemy-there = An enemy force stands at { $hex }.
no-entry = { $hex } cannot be reached from the edge of the map.
no-fixed = { $unit } may not be placed freely.
no-gain-full = { $unit } has lost no step.
no-gain-other = { $unit } is not led by this commander.
no-garrison = { $unit } is not in that garrison.
no-gone = { $unit } is out of the game.
no-ground = Nobody can stand at { $hex }.
no-heart = { $unit } has not lost morale.
no-held = { $unit } may not act yet.
no-holed-up = All enemies at { $hex } are inside the castle.
no-inside-already = { $unit } is inside already.
no-joint = { $unit } cannot attack together with the others.
no-leading = { $unit } leads others and cannot be led.
no-leave = Leaving the enemy's zone for { $hex } takes more than { $points } points.
no-led = { $unit } is led by { $head }.
no-led-leader = { $unit } is led himself and cannot lead.
no-led-units = { $unit } leads nobody.
no-line = { $unit } has no line of communication.
no-losses = No losses are to be taken now.
no-mark = A unit must be lost; a step of { $unit } would leave too few losses for that.
no-mark-first = A unit must be lost before the rest can retreat.
no-more-terms = No more terms can be named; agree or refuse.
no-moved-already = { $unit } has already been assigned.
no-nobody-waits = All units have been placed.
no-not-adjacent = { $hex } is not adjacent.
no-not-away = { $hex } is not farther from the attacker.
no-not-eligible = { $unit } cannot be organised by this commander now.
no-not-hit = { $unit } does not take these losses.
no-not-surrounding = { $unit } is not surrounding a castle.
no-not-target = { $unit } cannot be attacked there.
no-not-trapped = There is still a way back.
no-not-yet = That is not asked yet.
no-not-yours = { $unit } is not yours to command now.
no-one-here = There is no unit at { $hex } to organise.
no-one-hex = { $hex } is not one hex away.
no-one-to-organise = { $unit } has no unit in his hex to organise.
no-other-army = { $unit } belongs to another army.
no-other-hex = { $unit } is in another hex.
no-other-in-hand = Finish with the selected force before you pick { $unit }.
no-others-castle = { $hex } is not a castle of this army.
no-own-castle = There is no castle of yours at { $hex }.
no-path = The enemy did not retreat that way.
no-peace-here = No force can demand peace here.
no-peace-unit = { $unit } is not besieged here.
no-peace-yet = Peace cannot be demanded before inning { $inning }.
no-place-first = Place all free units first.
no-point-to-go-in = No movement point is left to enter the castle at { $hex }.
no-points = { $hex } is out of reach with { $points } points.
no-points-morale = { $hex } is out of reach; low morale leaves { $points } points.
no-power = { $unit } has action power { $power } and cannot act in this stage.
no-rank = { $unit } is not of lower rank.
no-refit-surrounded = { $unit } is inside a surrounded castle.
no-refuge = There is neither a force nor a castle of yours at { $hex }.
no-refused = The battle has been refused.
no-repaired = { $hex } has been repaired in this stage.
no-retreat-instead = These losses must be taken in steps; a retreat does not replace them.
no-same-hex = { $unit } is there already.
no-second-demand = Surrender of { $hex } has been demanded in this phase.
no-set-up-there = No unit may begin at { $hex }.
no-siege-inside = { $unit } is inside a castle himself.
no-small-house = { $unit } belongs to another small house.
no-sortie-far = { $unit } can only make a sortie against enemies in his own hex.
no-sound = { $hex } is not damaged.
no-storm-other = { $unit } has not just surrounded this castle.
no-strategic-close = An enemy is too near for a strategic march.
no-strategic-entry = A force that enters the map makes no strategic march.
no-strategic-line = A strategic march needs a line of communication.
no-strategic-morale = A strategic march needs full morale.
no-strength = A surround needs strength { $needs }; there is { $has }.
no-surround-first = { $unit } must have surrounded the castle before.
no-surrounding = { $unit } surrounds a castle and must lift that first.
no-surrounds-already = { $unit } surrounds the castle already.
no-takers = Fewer than two units could join { $unit }.
no-target-yet = Name a target first.
no-tethered = The force is bound to its ground and may not march to { $hex } yet.
no-there-already = { $unit } is there already.
no-to-the-death = { $hex } fights to the death and accepts no demand.
no-too-many = { $left } losses are more than { $most } hexes; take steps first.
no-truce = { $unit } may not be attacked yet.
no-twice = { $unit } has already been named.
no-unfinished = Finish organising first.
no-usual = Nothing is left to set up: begin.
no-unplaced = { $unit } has not been placed yet.
no-waiting = This army has not taken the field.
no-walls-between = The walls of the castle are between { $unit } and the other.
no-water = Water lies between, or { $hex } cannot be entered.
no-way-out = Enemies stand before the gate; { $unit } can only make a sortie.
no-wounded = { $unit } and the units he leads have lost no step.

# --- routine questions, as standing orders name them
order-retreats = Retreats
order-leave = Where a departing garrison goes
order-losses = How losses are taken
order-lose-counter = Losses by a counterattack
order-lose-battle = Losses in a pitched battle
order-lose-interception = Losses by the fire of a garrison
order-lose-toll = Losses on the way back
order-lose-trapped = Losses with nowhere to go
order-lose-rout = Losses in a rout
order-lose-deserters = Deserters
order-remove = Losses of a garrison
order-traitor = Losses by a traitor
order-hold-out = Holding out in a siege
