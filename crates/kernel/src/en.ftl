# Sentences of the table itself; each system adds its own.
table-not-your-choice = It is not your turn to choose; { $side } decides.
table-not-asked = That is not what is being asked now.
table-rolling = Dice are being rolled; there is nothing to choose now.
table-over = The game is over.
table-resigned = { $side } resigns.
table-out-of-time = { $side } has no time left.
table-share-withheld = { $side } did not confirm its part of the shared dice in time.
table-drawn = Both sides agree to a draw.
table-absent = { $side } was away too long, and the game was claimed.
table-forced = Only one answer was possible.
odds-other = other
odds-nothing = no effect
odds-if-not = if not
# What a side loses in a forecast, by the units of the system.
forecast-losses = losses
forecast-leader = a leader falls
forecast-morale = morale lost
