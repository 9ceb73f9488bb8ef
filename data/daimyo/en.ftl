# Sentences of daimyo. Each rule id stands beside its sentence in the log, so it is not repeated here.

# --- what is asked
ask-order = { $side } has the initiative. Try to activate a clan first or second?
ask-slot = Turn { $turn }: which clan does { $side } try to activate?
ask-omen = The omen was good: roll again for { $clan }?
ask-enter = { $clan } arrives: which unit enters, and where?
ask-rally = { $side }: which unit tries to rally or to calm down?
ask-facing = Which way does { $unit } face?
ask-form = How many files does { $unit } form?
ask-charge = { $side }: declare charges, all of them before any is carried out.
ask-answer = { $charger } charges { $unit } in the { $sector }. What does { $unit } do?
ask-move = { $side }: which unit moves?
ask-march = { $unit } has { $left } cm of its move left.
ask-leader = Where does { $leader } go?
ask-answer-fire = { $charger } charges { $unit } in the { $sector }: does it fire?
ask-fire = { $side }: who fires?
ask-melee = { $side }: which melee is fought next?
ask-challenge = Does { $leader } challenge { $other }?
ask-accept = { $other } challenges { $leader }. Accept?
ask-follow = { $target } gives ground. Does { $unit } follow up?
ask-pursue = { $target } is routing. Does { $unit } pursue?
ask-flank = { $side }: from which flank do you begin the morale tests?

# --- where a body is struck
sector-front = front
sector-flank = flank
sector-rear = rear

# --- what can be done
do-first = go first
do-second = go second
do-activate = activate { $clan }
do-pass = pass
do-again = roll again
do-let-be = keep the result
do-place = { $unit } enters at { $x } cm in { $n } { $n ->
    [one] file
   *[other] files
  }
do-try = { $unit } tries
do-leave = no attempt for { $unit }
do-leave-all = no attempt for the others
do-face = face { $n } degrees
do-form = form { $n } { $n ->
    [one] file
   *[other] files
  }
do-reform-none = all units stay as they are
do-charge = { $unit } charges { $target } in the { $sector }
do-no-more = no more charges
do-stand = stand
do-stand-facing = stand, facing { $unit }
do-counter = counter-charge { $unit }
do-retire = retire
do-pick = move { $unit }
do-end-all = end all moves
do-advance = advance { $n } cm
do-wheel-left = wheel left { $n } degrees
do-wheel-right = wheel right { $n } degrees
do-turn-left = turn left
do-turn-right = turn right
do-turn-about = turn about
do-files = change to { $n } { $n ->
    [one] file
   *[other] files
  }
do-back = step back { $n } cm
do-through = pass through { $unit }
do-enter = enter { $ground }
do-out = leave by side { $side } in { $n } { $n ->
    [one] file
   *[other] files
  }
do-rotate = rotate to { $n } degrees
do-end = end the move
do-attach = join { $unit }
do-go = go to { $spot }
do-rise = stand up and leave the headquarters
do-stay = stay
do-fire = { $unit } fires
do-hold = { $unit } holds its fire
do-fire-all = everyone fires
do-fight = fight the melee of { $unit }
do-challenge = challenge
do-no-challenge = no challenge
do-accept = accept
do-refuse = refuse
do-follow = follow up
do-pursue = pursue
do-hold-back = do not pursue
do-left = from the left
do-right = from the right

# --- warnings
warn-disorder = this disorders { $unit }
cost-of-drag = { $cost } cm
warn-obedience = out of command: it must obey first

# --- rolls
roll-weather = Weather
roll-clearing = Does the weather clear?
roll-initiative = Initiative: one die each
roll-card = Which card is drawn?
roll-activation = { $clan }: activation, { $need } or more
roll-arrival = Does { $clan } arrive? { $need } or more
roll-obedience = { $unit }: obedience, { $need } or more
roll-morale = { $unit }: morale, { $need } or more ({ $reason })
roll-calm = { $unit }: does it calm down? { $need } or more
roll-rout = How far does { $unit } run?
roll-pursuit = How far does { $unit } pursue?
roll-volley = { $unit } fires at { $target } with { $stands } { $stands ->
    [one] stand
   *[other] stands
  }: each hits on { $need } or more
roll-blow = { $unit } strikes { $target } with { $stands } { $stands ->
    [one] stand
   *[other] stands
  }: each hits on { $need } or more
roll-duel = { $leader } against { $other }: one die each and the Command Ratings
roll-leader-shot = Is { $leader } hit? Killed on { $need ->
    [12] 12
   *[other] { $need } or more
  }
roll-leader-struck = Is { $leader } struck down? Killed on { $need ->
    [12] 12
   *[other] { $need } or more
  }
roll-leader-overrun = Does { $leader } escape? { $need } or more
roll-event = Random event
roll-event-side = Whom does the event concern?
roll-event-pick = Which of them?
roll-stray-shot = Does the stray shot kill? On { $need ->
    [6] a 6
   *[other] { $need } or more
  }
roll-omen = What does the omen mean?

# --- modifiers
mod-rating = { $leader }
mod-seated = { $side }'s General is seated
mod-worn = units of { $side } lost or routing
mod-heads = heads were counted for { $side }
mod-hesitates = the clan hesitates
mod-messenger = a messenger has come
mod-winter = winter
mod-pursuing = pursuing
mod-above = above all enemies near
mod-cover = cover
mod-general-near = General near
mod-long-spears = long spears in good order, charged frontally by cavalry
mod-enemy-routing = enemies routing near
mod-hatamoto = hatamoto
mod-disordered = disordered
mod-out-of-command = out of command
mod-charged-by-horse = infantry charged by cavalry
mod-friends-routing = friends of equal or higher quality routing near
mod-stands-lost = stands lost
mod-flank-threatened = enemy facing flank or rear
mod-leader-killed = leader killed near this turn
mod-routing = routing
mod-shamed = a challenge was refused
mod-first-volley = first volley of the game
mod-light-armour = target in light armour
mod-horse = target is cavalry
mod-effective = effective range
mod-long-range = long range
mod-flanked = target flanked
mod-column = target in column
mod-building = enemy in a building
mod-bow-v-heavy = bow against heavy armour
mod-raw = raw troops
mod-charged = being charged
mod-moved = moved this turn
mod-weather = weather
mod-wet-powder = wet powder
mod-weapon-spear = long spear
mod-weapon-pole-arm = pole arm
mod-weapon-improvised = improvised weapon
mod-weapon-lance = lance
mod-horse-charging = cavalry charging
mod-foot-charging = infantry charging
mod-general-with = General with the unit
mod-daimyo-with = daimyo with the unit
mod-frenzied = frenzied
mod-first-round = first round in good order
mod-following = following up
mod-challenge-won = challenge won
mod-heavy-armour = enemy in heavy armour
mod-medium-armour = enemy in medium armour
mod-flank = enemy to flank or rear
mod-higher-quality = enemy of higher quality
mod-enemy-above = enemy uphill
mod-obstacle = enemy behind an obstacle

# --- words
weather-fine = fine
weather-light-rain = light rain
weather-heavy-rain = heavy rain
weather-thunderstorm = a thunderstorm
weather-snow = snow
weather-fog = fog
reason-stand-lost = a stand was lost
reason-charged = being charged
reason-charged-by-horse = being charged by cavalry
reason-starts-charge = starting a charge
reason-leader-lost = a leader was lost
reason-friend-routing = a friend is routing
reason-run-through = run through by a friend
reason-rally = rallying
result-pass = passes
result-halt = must halt
result-retire = must retire
result-retreat = must retreat
result-rout = routs
result-dispersed = disperses

# --- what happened
told-turn = Turn { $turn }.
told-weather = The weather is { $weather }.
told-surprise = { $side } has surprised the enemy and has the initiative.
told-tie = Both sides have { $total }: roll again.
told-initiative = { $side } has the initiative, { $total } to { $against }.
told-first = { $side } goes first.
told-card = The card of { $clan } is drawn.
told-passes-slot = { $side } passes.
told-activated = { $clan } is activated ({ $total }).
told-idle = { $clan } is not activated ({ $total }).
told-general-acts = { $clan } act.
told-arrives = { $clan } arrives.
told-delayed = { $clan } has not arrived yet.
told-enters = { $unit } enters the table.
told-obeys = { $unit } obeys ({ $total }).
told-disobeys = { $unit } does not obey ({ $total }) and halts.
told-test = { $unit }, { $reason }: { $total } against { $need }, { $result }.
told-test-natural = { $unit }, { $reason }: { $total } against { $need }, but two { $natural ->
    [12] sixes
   *[other] ones
  } decide: { $result }.
told-test-fury = { $unit }, { $reason }: { $total } against { $need }, but { $natural } on the dice makes it frenzied: { $result }.
told-frenzied = { $unit } is frenzied.
told-calms = { $unit } calms down.
told-rages-on = { $unit } rages on.
told-rages = { $unit } storms toward { $target }.
told-halts = { $unit } halts.
told-hangs-back = { $unit } hangs back from its charge.
told-rallies = { $unit } rallies.
told-reformed = { $unit } is in good order again.
told-disordered = { $unit } is disordered.
told-declares = { $unit } charges { $target }.
told-stands = { $unit } stands.
told-faces = { $unit } turns to face { $target }.
told-cannot-face = { $unit } has no time or room to face { $target }.
told-counter-charges = { $unit } counter-charges { $target }.
told-retires = { $unit } retires.
told-retreats = { $unit } retreats.
told-falls-short = The charge of { $unit } does not reach its target.
told-contacts-front = { $unit } strikes { $target } in front.
told-contacts-flank = { $unit } strikes { $target } in the flank.
told-contacts-rear = { $unit } strikes { $target } in the rear.
told-advances = { $unit } advances { $n } cm.
told-wheels-left = { $unit } wheels left { $n } degrees.
told-wheels-right = { $unit } wheels right { $n } degrees.
told-turns-left = { $unit } turns left.
told-turns-right = { $unit } turns right.
told-turns-about = { $unit } turns about.
told-files = { $unit } forms { $n } { $n ->
    [one] file
   *[other] files
  }.
told-steps-back = { $unit } steps back { $n } cm.
told-rotates = { $unit } is pointed at { $n } degrees.
told-passes = { $unit } passes through { $other }.
told-enters-block = { $unit } enters { $ground }.
told-leaves-block = { $unit } leaves { $ground }.
told-attaches = { $leader } joins { $unit }.
told-leader-goes = { $leader } goes to { $spot }.
told-rises = { $leader } rises and leaves the headquarters.
told-fires = { $unit } fires at { $target } with { $stands } { $stands ->
    [one] stand
   *[other] stands
  }: { $hits } { $hits ->
    [one] hit
   *[other] hits
  }.
told-loses = { $unit } loses { $stands } { $stands ->
    [one] stand
   *[other] stands
  }.
told-melee = Melee, round { $round }: { $unit } and { $others ->
    [one] one other unit
   *[other] { $others } other units
  }.
told-challenges = { $leader } challenges { $other }.
told-refuses = The leader of { $unit } refuses.
told-duel = { $leader } beats { $other } by { $by }.
told-duel-even = { $leader } and { $other } part with honour.
told-strikes = { $unit } strikes { $target } with { $stands } { $stands ->
    [one] stand
   *[other] stands
  }: { $hits } { $hits ->
    [one] hit
   *[other] hits
  }.
told-stand-off = A stand-off: { $hits } { $hits ->
    [one] hit
   *[other] hits
  } each.
told-wins = { $side } wins the round, { $hits } { $hits ->
    [one] hit
   *[other] hits
  } to { $against }.
told-pushed-back = { $unit } is pushed back.
told-not-pushed = { $unit } has no room to give ground.
told-follows = { $unit } follows up.
told-holds = { $unit } stays where it is.
told-pursues = { $unit } pursues { $target }.
told-pursuit = { $unit } goes { $cm } cm in pursuit.
told-runs-into = { $unit } runs into { $target }.
told-rides-down = { $unit } catches { $target } from behind.
told-cuts-down = { $unit } cuts down the men of { $target }: { $hits } { $hits ->
    [one] hit
   *[other] hits
  }.
told-melee-over = The melee is over.
told-routs = { $unit } routs.
told-runs = { $unit } runs { $cm } cm.
told-run-through = { $router } runs through { $unit }.
told-dispersed = { $unit } is dispersed.
told-destroyed = { $unit } is destroyed.
told-captured = { $unit } is captured.
told-abandoned = The crew of { $unit } runs; the gun is abandoned.
told-manned = { $other } mans { $unit } again.
told-gun-taken = { $other } takes { $unit }.
told-leader-killed = { $leader } is killed.
told-leader-unhurt = { $leader } is unhurt.
told-leader-escapes = { $leader } escapes to { $unit }.
told-event-nothing = Nothing unusual happens.
told-event-heads = Heads are counted before { $side }'s General.
told-event-hesitates = { $clan } hesitates.
told-event-messenger = A messenger reaches { $clan }.
told-event-omen = { $side } sees a good omen.
told-event-wet = The powder of { $clan } is wet.

# --- why not
no-not-your-clan = { $clan } is not yours to activate.
no-tried = { $clan } has had its attempt this turn.
no-nobody-of-clan = No unit of { $clan } is on the table.
no-pass = Only the side with fewer clans left may pass.
no-not-waiting = { $unit } is not waiting to enter.
no-enter-column = { $unit } enters in 1 file, or in 2 with three ranks or more.
no-enter-gap = It must enter inside the gap.
no-enter-room = { $other } stands there.
no-end-entry = A unit that has room must enter.
no-not-of-group = { $unit } does not belong to the clan that acts.
no-not-here = { $unit } is not on the table.
no-decided = You have already decided for { $unit }.
no-not-routing = { $unit } is neither routing nor frenzied.
no-rally-used = { $unit } has had its one attempt to rally.
no-rally-not-run = { $unit } must run at least once before it can rally.
no-rally-shot-at = { $unit } was shot at this turn.
no-rally-doomed = { $unit } has broken a second time and cannot rally.
no-room = There is no room for { $unit } that way.
no-headquarters-moves = A headquarters does not move.
no-routing = { $unit } is routing.
no-disobeyed = { $unit } did not obey this turn.
no-halted = { $unit } must halt.
no-rallied = { $unit } has rallied and stays put this turn.
no-frenzied = { $unit } is frenzied and cannot be commanded.
no-picked = { $unit } has already moved.
no-in-contact = { $unit } is in contact with the enemy.
no-charge-kind = { $unit } never charges.
no-charge-disordered = { $unit } is disordered and may not start a charge.
no-enemy = { $other } is not an enemy on the table.
no-sight = { $unit } cannot see { $other }.
no-path = { $unit } has no straight path to { $other } within its charge move.
no-not-charging = { $other } is not charging this unit.
no-faces-already = { $other } is already in front.
no-counter-kind = { $unit } cannot counter-charge.
no-counter-block = { $unit } is in a building.
no-counter-palisade = { $unit } is behind a palisade.
no-counter-front = The charger is not in front of { $unit }.
no-counter-way = { $unit } has no free way to its charger.
no-gun-manoeuvre = A gun can only go straight ahead or rotate.
no-gun-bogged = In this weather guns may only be rotated.
no-gun-both = A gun goes ahead or rotates, not both.
no-gun-rough = A gun needs clear ground.
no-gun-moved = { $unit } has moved and may not fire.
no-rotate = Only guns rotate.
no-nothing = That would change nothing.
no-edge = The table ends there.
no-closed = { $ground } closes the way.
no-ford = { $ground } may not be entered by this side.
no-blocked = { $other } is in the way.
no-too-near = It may not come nearer than 1 cm to { $other } without charging.
no-allowance = It needs { $need } cm of its move and has { $left }.
no-back-disordered = Disordered troops cannot step back.
no-back-far = It may step back at most half its move.
no-back-again = It has already stepped back in this move.
no-turn-again = It has already turned in this move.
no-turn-near = { $other } is within 4 cm in front.
no-files-again = It has already changed its files in this move.
no-such-files = It cannot form that number of files.
no-not-a-friend = { $other } is not a friend on the table.
no-through-headquarters = No unit passes through { $other }.
no-friend-moved = { $other } has already moved in this slot.
no-not-ahead = { $other } is not straight ahead.
no-in-block = It is in a building.
no-not-in-block = It is not in a building.
no-block = { $ground } is not a building.
no-block-mounted = { $unit } cannot enter buildings.
no-block-touch = It does not touch { $ground }.
no-block-big = { $unit } has more than 4 stands.
no-block-full = { $ground } is occupied.
no-such-side = There is no such way out.
no-leader-far = That is too far: he moves { $left } cm.
no-leader-closed = { $ground } closes the way.
no-leader-through = An enemy unit is in the way.
no-leader-near = That is within 1 cm of an enemy.
no-leader-fights = He does not leave a unit that is fighting.
no-leader-seated = He is seated; he must stand up first.
no-leader-grid = Leaders move to points of a 2 cm grid.
no-not-seated = He is not seated.
no-attach-clan = { $unit } is not of his command.
no-attach-kind = He cannot join { $unit }.
no-attach-taken = { $unit } already has a leader.
no-missile = { $unit } has no missile weapons.
no-fired = { $unit } has already fired this turn.
no-held = { $unit } holds its fire.
no-spent = { $unit } fell back or counter-charged in this slot and does not fire.
no-wet = No arquebus fires in a thunderstorm.
no-fire-melee = { $unit } is charging or in melee.
no-target = { $unit } has no target in range and sight.
no-fire-all = Fewer than two units can fire.
no-target-melee = All enemies in range of { $unit } are in melee.
no-not-charged = Only the unit that is charged answers with fire.
no-fought = { $unit } has already fought this turn.
no-melee = { $unit } is not in a melee that can be fought now.

# --- what comes of it: outcomes of a forecast, and what each side pays
forecast-losses = stands lost
forecast-morale = units that break
verdict-over = { $side } wins
verdict-draw = a draw
verdict-initiative = { $side } has the initiative
verdict-activated = activated
verdict-idle = not activated
verdict-obeys = obeys
verdict-disobeys = does not obey
verdict-nobody-hurt = no stand lost
verdict-loses = { $stands } { $stands ->
    [one] stand
   *[other] stands
  } lost
verdict-holds = holds
verdict-halts = halts
verdict-rallies = rallies
verdict-calms = calms down
verdict-rages = rages on
verdict-hangs-back = the charge is called off
verdict-falls-short = the charge falls short
verdict-own-retires = own unit retires
verdict-enemy-retires = enemy retires
verdict-own-retreats = own unit retreats
verdict-enemy-retreats = enemy retreats
verdict-won = won, no ground gained
verdict-lost = lost, no ground given
verdict-stand-off = drawn
verdict-own-pushed = pushed back
verdict-enemy-pushed = enemy pushed back
verdict-own-routs = routed
verdict-enemy-routs = enemy routed
verdict-own-gone = own unit lost
verdict-enemy-gone = enemy unit lost

# --- the end
over-draw = The battle is drawn.
over-losses = { $side } wins: the enemy has lost more than a third.
over-scenario = { $side } has won the battle.
over-time = Night falls: { $side } wins.

# --- routine questions, as standing orders name them
order-tests = The order of morale tests
order-rally = Rallies
order-facing = Which way a unit faces
order-form = How many files a unit forms
