# Sentences of ageofwar. Each rule id stands beside its sentence in the log, so it is not repeated here.

# --- what is asked
ask-rally = { $unit } must test. Does { $general } rally it?
ask-face = Which way does { $unit } face?
ask-reform-facing = { $unit } re-forms: which way does it face?
ask-reform-files = How many files does { $unit } re-form in?
ask-reform-front = How many missile bases of { $unit } stand in front?
ask-risk = { $unit } has no commander. Risk its best base for a new one?
ask-close-up = { $unit } has lost a base: fill the gap from the rear, or contract by a file?
ask-general = { $general } may go { $n } inches. Where to?
ask-allot = Which messenger gets a die? { $n ->
    [one] 1 die is
   *[other] { $n } dice are
  } left.
ask-award = { $n ->
    [one] 1 determination die
   *[other] { $n } determination dice
  }: keep the result, or roll again?
ask-motivate = { $side }: which unit do you try to motivate?
ask-determination = { $general } has failed. Spend one of { $n } determination dice?
ask-act = { $unit } has { $ap ->
    [one] 1 action point
   *[other] { $ap } action points
  } left.
ask-snap = { $unit } has acted. Does a unit shoot at it?
ask-snap-contact = { $unit } is about to strike: does its target shoot?
ask-answer = { $other } assaults { $unit } in the { $sector }. Stand, or withdraw?
ask-name-shooter = You choose: which base of { $other } is hit?
ask-name-owner = Which base of { $other } is hit?
ask-challenge = { $side }: do you challenge an enemy leader?
ask-accept = { $unit } challenges { $other }. Accept?
ask-duel = { $unit } has { $own } against { $other }, and dies above { $limit }. Roll again?
ask-arrive = Where does { $unit } come onto the table?

# --- where a body is struck
sector-front = front
sector-flank = flank
sector-rear = rear

# --- what can be done
do-rally = rally
do-no-rally = let it test
do-face = face { $n } degrees
do-form = { $n ->
    [one] 1 file
   *[other] { $n } files
  }
do-front = { $n ->
    [one] 1 missile base
   *[other] { $n } missile bases
  } in front
do-reform-none = no unit re-forms
do-risk = risk the best base
do-no-risk = risk no base
do-fill-in = fill the gap from the rear
do-contract = contract by a file
do-join-front = join { $unit } in its front rank
do-join-behind = join { $unit } behind it
do-go = go to { $spot }
do-stay = stay
do-send = a die for { $messenger } to { $general }
do-no-send = no more dice
do-evenly = share the dice evenly
do-keep = keep the result
do-again = roll again
do-motivate = motivate { $unit }
do-stop = { $general } stops
do-stop-all = all generals stop
do-spend = spend a die
do-fail = accept the failure
do-restore = restore order
do-control = try to control it
do-dismount = dismount
do-mount = try to mount
do-files = { $n ->
    [one] 1 file
   *[other] { $n } files
  }, { $front ->
    [one] 1 missile base
   *[other] { $front } missile bases
  } in front
do-face-left = face left
do-face-right = face right
do-face-about = face about
do-wheel-left = wheel left
do-wheel-right = wheel right
do-advance = advance { $whole }{ $tenths ->
    [0] {""}
   *[other] .{ $tenths }
  }"
do-through = pass through { $unit }
do-shoot = shoot at { $unit }
do-fight = fight { $unit } in the { $sector }
do-end = end this unit’s actions
do-snap = { $unit } shoots
do-pass = hold fire
do-pass-unit = hold fire at this unit
do-pass-turn = hold fire for this turn
do-stand = stand
do-withdraw-rear = withdraw to the rear
do-withdraw-left = withdraw to the left
do-withdraw-right = withdraw to the right
do-name = { $what }
do-name-general = the general
do-name-commander = the commander
do-name-all = choose as usual
do-challenge = { $unit } challenges { $other }
do-no-challenge = no challenge
do-accept = accept
do-refuse = refuse
do-roll = roll
do-stand-pat = stand
do-place = enter at { $x } in { $n ->
    [one] 1 file
   *[other] { $n } files
  }

warn-edge = { $unit } comes to the far edge of scenery and may be disordered.
cost-of-drag = { $cost } action points

# --- what is thrown for
roll-morale = { $unit } tests morale with { $dice ->
    [one] 1 die
   *[other] { $dice } dice
  }; each 4 or more is a fail
roll-rally-risk = Does { $general } survive rallying in a fight? 5 or 6 kills
roll-fall-back = How far does { $unit } fall back? One die plus 1"
roll-sneak-commander = Does the commander of { $unit } sneak off? On 5 or 6
roll-sneak = Which ashigaru of { $unit } sneak off? On 5 or 6
roll-fate = Does { $general } get away? On 4 or more
roll-escape = Does the daimyo of { $side } get away? On 4 or more
roll-danger = Does { $unit } catch { $messenger }? On 5 or 6
roll-edge = Is { $unit } disordered at the far edge? On 5 or 6
roll-restore = Does { $unit } restore its order? On 4 or more
roll-commander = A new commander for { $unit }
roll-new-general = A new general for { $clan }
roll-general = How far may { $general } go? Three dice
roll-ride = { $messenger } rides 8" for each 4 or more
roll-award = How many determination dice does { $messenger } bring?
roll-motivation = { $general } motivates { $unit }: two dice, { $need } or more
roll-points = Action points of { $unit }
roll-control = Is { $unit } brought under control? On 5 or 6
roll-mount = Does { $unit } mount? On 5 or 6
roll-hit = { $unit } shoots at { $other }: { $need } or more hits
roll-hit-again = { $unit } rolls its lowest dice again: { $need } or more hits
roll-choice = Who chooses what is hit? On 5 or 6 the shooter
roll-save = { $other } saves its { $what }: { $need } or more
roll-fighter = Does { $other } catch { $unit }? Two dice
roll-withdrawer = Does { $unit } get away from { $other }? Two dice
roll-withdraws = How far does { $unit } withdraw? One die plus 1"
roll-spears = Spears of { $unit } against { $other }
roll-fight = { $unit } fights { $other }: 5 or 6 hits
roll-fight-save = { $unit } saves its { $what }
roll-duel = { $unit } rolls, having { $own }
roll-late = Does { $unit } arrive? On 5 or 6
roll-lot = Which unit is late?
roll-countdown = The countdown

# --- modifiers
mod-casualties = casualty markers
mod-levy = levy
mod-below-half = below half strength
mod-disordered = disordered
mod-began-disordered = disordered when the turn began
mod-no-commander = no commander
mod-no-general = no clan general
mod-no-daimyo = no daimyo
mod-few-bases = one or two bases left
mod-surrounded = enemy in the rear box or on opposite faces
mod-no-support = no support rank
mod-friend-lost = a friendly unit lost within 6"
mod-lost-fight = lost a fight this turn
mod-samurai = samurai
mod-general-with = general with the unit
mod-general-near = a general within 3"
mod-led-or-samurai = general with the unit, or samurai
mod-avenge = avenge the commander
mod-general-value = value of the general
mod-unit-value = value of the unit
mod-distance = distance
mod-hidden = in woods or buildings
mod-between = a unit between them
mod-separated = wood, hill or buildings between them
mod-save = basic save
mod-short = short range
mod-long = long range
mod-levy-target = target is levy
mod-samurai-target = target is samurai
mod-cover = target in cover
mod-front = bases in the front rank
mod-fresh = first round, started the fight, or won the last round
mod-horse = mounted against foot in the open
mod-friends = friendly units near
mod-horse-cover = mounted against cover
mod-uphill-or-edge = enemy uphill or defending an edge
mod-narrow = frontage of one or two bases
mod-two-or-flank = two enemies, or struck in flank or rear
mod-shooters = shooting bases in front
mod-commander = commander in front
mod-general-front = general in front
mod-support = support rank
mod-proud = commander won a challenge
mod-spears = enemy spears
mod-alone = general alone
mod-with-guard = general with his guard
mod-gun = a gun
mod-horse-v-foot = mounted against foot
mod-superior = superior troops
mod-cavalry-v-foot = samurai cavalry against foot
mod-rough = foot in or touching rough ground
mod-general = a general
mod-engaged = enemy fights another unit
mod-far = more than 3" away when the turn began

# --- what happened
told-turn = Turn { $n }: { $side }
told-late-by-lot = { $unit } is late
told-tests = { $unit } tests: { $fails ->
    [0] no fails
    [one] one fail
   *[other] { $fails } fails
  }
told-rallied = { $general } rallies { $unit }; it does not test
told-general-safe = { $general } is safe
told-halted = { $unit } will not move
told-fights-on = { $unit } fights on
told-stands-uphill = { $unit } stands: it is uphill
told-falls-back = { $unit } falls back { $n }"
told-faces = { $unit } faces { $n } degrees
told-sneak = { $n ->
    [one] One base of { $unit } sneaks off
   *[other] { $n } bases of { $unit } sneak off
  }
told-sneak-commander = The commander of { $unit } sneaks off
told-leaves = { $unit } leaves the table
told-routs = { $unit } routs
told-destroyed = { $unit } is destroyed
told-disordered = { $unit } is disordered
told-keeps-order = { $unit } keeps its order
told-general-dies = { $general } is dead; { $clan } has no general
told-general-flees = { $general } gets away to { $unit }
told-general-runs = { $general } gets away
told-reforms = { $unit } re-forms in { $n ->
    [one] 1 file
   *[other] { $n } files
  }
told-front = { $unit } has { $n ->
    [one] 1 missile base
   *[other] { $n } missile bases
  } in front
told-gone-for-help = A base of { $unit } has gone to get help
told-fills-in = { $unit } fills the gap from the rear
told-contracts = { $unit } contracts to { $n ->
    [one] 1 file
   *[other] { $n } files
  }
told-new-commander = { $unit } has a new commander
told-avenge = { $unit } will avenge its commander
told-no-general = { $clan } finds no general
told-new-general = { $clan } has a new general of value { $n }, with { $unit }
told-joins-front = { $general } joins { $unit } in its front rank
told-joins-behind = { $general } joins { $unit } behind it
told-general-goes = { $general } goes to { $spot }
told-general-arrives = { $general } arrives with { $unit }
told-rides = { $messenger } rides to { $general }
told-reaches = { $messenger } reaches { $general }
told-not-riding = { $messenger } waits
told-messenger-dies = { $messenger } is killed by { $unit }
told-messenger-delivers = { $messenger } is not caught and delivers his message
told-messenger-flees = { $messenger } gets away and stops
told-award = { $general } gains { $n ->
    [one] 1 determination die
   *[other] { $n } determination dice
  }
told-motivated = { $general } motivates { $unit }: { $n } against { $need }
told-not-motivated = { $general } does not motivate { $unit }: { $n } against { $need }
told-determined = { $general } spends a determination die
told-fails = { $general } motivates no more units this turn
told-stops = { $general } stops
told-points = { $unit } has { $n ->
    [one] 1 action point
   *[other] { $n } action points
  }
told-one-point = { $unit } has no general, and 1 action point
told-ronin-point = Ronin without a general: { $unit } has 1 action point
told-out-of-control = { $unit } is out of control
told-controlled = { $unit } is under control
told-not-controlled = { $unit } is not brought under control
told-advances = { $unit } advances { $whole }{ $tenths ->
    [0] {""}
   *[other] .{ $tenths }
  }"
told-wheels-left = { $unit } wheels left
told-wheels-right = { $unit } wheels right
told-turns-left = { $unit } faces left
told-turns-right = { $unit } faces right
told-turns-about = { $unit } faces about
told-files = { $unit } forms { $n ->
    [one] 1 file
   *[other] { $n } files
  }
told-passes = { $unit } passes through { $other }
told-dismounts = { $unit } dismounts
told-mounts = { $unit } mounts
told-not-mounted = { $unit } does not mount
told-restored = { $unit } is back in order
told-not-restored = { $unit } stays disordered
told-shoots = { $unit } shoots at { $other }
told-hits = { $unit } hits { $n ->
    [one] once
   *[other] { $n } times
  }
told-dead = { $unit } loses { $n } { $what }
told-assaults = { $unit } assaults { $other }
told-tries-withdraw = { $unit } tries to withdraw
told-withdraws = { $unit } withdraws, { $own } to { $other }
told-fails-to-withdraw = { $unit } does not get away, { $own } to { $other }
told-strikes-front = { $unit } strikes { $other } in front
told-strikes-flank = { $unit } strikes { $other } in the flank
told-strikes-rear = { $unit } strikes { $other } in the rear
told-maku-taken = { $unit } is captured
told-daimyo-escapes = The daimyo of { $side } escapes to { $unit }
told-daimyo-dies = The daimyo of { $side } is dead
told-fight = { $unit } fights, { $n } bodies in all
told-spears = The spears of { $unit } take { $n ->
    [one] 1 die
   *[other] { $n } dice
  }
told-blows = { $unit } hits { $n ->
    [one] once
   *[other] { $n } times
  }
told-round = { $side } wins the round
told-round-drawn = The round is drawn
told-gun-taken = { $unit } is captured
told-challenges = { $unit } challenges { $other }
told-accepts = { $other } accepts
told-refuses = { $other } refuses
told-duel-die = { $unit } comes to { $n }
told-stands-pat = { $unit } stands on { $n }
told-duel-won = { $unit } kills { $other }
told-duel-won-commander = { $unit } kills the commander of { $other }
told-duel-drawn = The challenge ends without a death
told-comes = { $unit } is on its way
told-still-late = { $unit } is still late
told-waits = { $unit } finds no room and waits
told-arrives = { $unit } enters the table
told-countdown = The countdown is at { $n }
told-objective = { $side } holds { $spot } for { $n } points
told-points-of-victory = Victory points: { $own } to { $other }
over-drawn = The battle is drawn
over-won = { $side } wins
over-decisive = { $side } wins decisively

# --- why not
no-points = That takes { $need } action points; { $left } are left.
no-stage-over = That is no longer possible: formation and facing come before wheels, wheels before marching.
no-move-after-shot = It has shot after moving and does not move again.
no-not-first = That must be done before anything else.
no-halted = { $unit } does not move this turn.
no-formation = That formation is not possible.
no-nothing = That would change nothing.
no-wheels = It has wheeled twice.
no-lot = A march segment is { $n }" at most.
no-lots = It has already marched { $n } segments.
no-not-a-friend = { $other } is not a friendly unit to pass through.
no-not-ahead = { $other } is not straight ahead within reach.
no-clear = It cannot get clear of { $other }.
no-restore-free = Order is restored by a free die in step 1.
no-in-order = { $unit } is in order.
no-restored-twice = It has already tried once this turn.
no-horses = { $unit } has nothing to mount or dismount.
no-in-control = It is already under control.
no-out-of-control = { $unit } is out of control and cannot be commanded.
no-edge = That leads off the table.
no-closed = { $ground } is closed to it.
no-blocked = { $other } stands in the way.
no-enemy-passed = { $other } stands in the way; enemies are never passed.
no-too-near = That would be nearer than 1" to { $other }.
no-room = There is no room.
no-missiles = { $unit } has nothing to shoot with there.
no-target = { $other } cannot be shot at.
no-target-fights = { $other } is fighting.
no-general-covered = { $other } has friendly troops within 3".
no-range = { $other } is out of range.
no-range-close = In or into woods and buildings the range is 4"; { $other } is farther.
no-arc = { $other } is outside the arc.
no-sight = { $other } cannot be seen.
no-nearer = Other targets are nearer than { $other }.
no-shots = It has already shot twice.
no-name = That base cannot be named now.
no-name-all = There is only one way to choose.
no-snap-unit = { $unit } cannot shoot now.
no-snap-target = Only the unit that is about to be struck may shoot now, not { $unit }.
no-snapped = { $unit } has already had its shot this turn.
no-snap-disordered = { $unit } is disordered.
no-snap-fights = { $unit } is fighting.
no-fight-target = { $other } cannot be fought.
no-gun-fights = { $unit } is a gun.
no-fight-horse = { $other } is mounted and was not within 4" when the turn began.
no-fight-reach = { $other } cannot be reached straight ahead.
no-horse-across = Horses do not fight { $other } across a rampart.
no-withdraw-room = { $unit } has not even an inch of room that way.
no-withdraw-clear = That way { $unit } would not get clear of { $other }.
no-reform-facing = Re-forming turns by 45 or 90 degrees.
no-contract-fights = { $unit } is fighting and keeps its front.
no-join-unit = { $unit } is not a friendly unit on the table.
no-join-far = { $unit } is out of his reach.
no-leave-fight = He may not leave a fight.
no-general-far = He cannot get there.
no-send = That messenger cannot be given that errand.
no-motivate-unit = { $unit } is not yours to motivate.
no-motivate-leaderless = The clan of { $unit } has no general.
no-motivate-stopped = The general of { $unit } has stopped for this turn.
no-motivate-twice = { $unit } has already been tried this turn.
no-motivate-fights = { $unit } is fighting.
no-stop = No general is left to stop.
no-challenge-side = { $unit } cannot challenge { $other }: choose one of yours and one of theirs.
no-challenge-who = No challenge is possible between { $unit } and { $other }.
no-challenge-rank = { $unit } is a commander and { $other } a general.
no-challenge-far = { $unit } and { $other } are more than 4" apart.
no-entry = It may not enter there.
no-place-near = { $other } is within 4".

# --- what a plan comes to
verdict-gone = gone
verdict-falls-back = falls back
verdict-halts = will not move
verdict-loses = loses { $n }
verdict-holds = holds
verdict-rallied = rallied
verdict-fights-on = fights on
verdict-routs = routs
verdict-caught = falls back, caught
verdict-withdraws = withdraws
verdict-stands = stands and fights
verdict-attacker-gone = the attacker is gone
verdict-gets-away = gets away
verdict-dead = dead
verdict-alive = alive
verdict-disordered = disordered
verdict-in-order = in order
verdict-motivated = motivated
verdict-not-motivated = not motivated
verdict-points = { $n } points
verdict-controlled = under control
verdict-wild = out of control
verdict-mounted = mounted
verdict-on-foot = on foot
verdict-won = wins the round
verdict-lost = loses the round
verdict-drawn = draw
verdict-enemy-broken = the enemy breaks
verdict-own-broken = breaks
verdict-kills = kills
verdict-killed = is killed
verdict-refused = refused
verdict-none = none
verdict-avenge = avenges
verdict-new-disordered = new commander, disordered
verdict-new-general = a general of value { $n }
verdict-reaches = reaches him
verdict-short = falls short
verdict-dice = { $n } dice
verdict-comes = is on its way
verdict-late = still late
verdict-count = countdown at { $n }
forecast-losses = bases lost
forecast-leader = a commander or general falls

# --- words
word-general = general
word-commander = commander
word-guard = bodyguard
word-levy-spear = levy spear
word-levy-bow = levy bow
word-levy-arquebus = levy arquebus
word-arm-spear = armoured spear
word-arm-bow = armoured bow
word-arm-arquebus = armoured arquebus
word-samurai-foot = samurai on foot
word-samurai-cav = samurai cavalry
word-ronin = ronin
word-gun = gun

# --- routine questions, as standing orders name them
order-rally = Morale tests that a general may rally
order-face = Which way a unit faces
order-reform-facing = Which way a re-forming unit faces
order-reform-files = How many files a re-forming unit takes
order-reform-front = Who stands in front when a unit re-forms
order-close-up = How ranks close after a loss
order-name-owner = Which of your bases is hit
