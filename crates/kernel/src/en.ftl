# Sentences of the table itself; each system adds its own.
table-not-your-choice = It is not your turn to choose; { $side } decides.
table-not-asked = That is not what is being asked now.
table-rolling = Dice are being thrown; nobody chooses now.
table-over = The game is over.
table-resigned = { $side } resigns.
table-out-of-time = { $side } has no time left.
table-absent = { $side } was away too long; the game was claimed.
table-forced = Only one answer was possible.
odds-other = other
