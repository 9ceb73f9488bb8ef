unchosen = not chosen
ambush = ambush
stores = stores
river = river
hill = hill
sealed-keep = Which card do you keep, in secret?
sealed-routine = Bids
sealed-bid = How much do you bid, and for which banner?
sealed-window = You were outbid at the { $board }. Do you spring an ambush?
sealed-stake-roll = How much is at stake in round { $round }?
sealed-spring-roll = Does the ambush succeed? It needs a 4.
sealed-over = East has { $east } points, West { $west }.
sealed-most = Nobody may bid more than { $most }.
sealed-coins = The bid needs { $needs } coins; you have { $has }.
sealed-no-ambush = You did not keep the ambush.
sealed-staked = { $stake ->
    [one] One coin is
   *[other] { $stake } coins are
} at stake.
sealed-kept = { $side } keeps the { $card } in secret.
sealed-bade = { $side } bids { $strength } for the { $board } in secret.
sealed-chose = { $side } has chosen.
sealed-opened = { $side } bids { $strength } for the { $board }.
sealed-pulled = { $side } pulls the { $board } banner.
sealed-passed = { $side } lets it pass.
sealed-sprung = { $side } springs an ambush!
sealed-failed = { $side }'s ambush fails.
sealed-held = { $side } kept the { $card }.
sealed-pass = Let it pass
sealed-spring = Spring the ambush
sealed-secret = a secret choice
sealed-keep-card = Keep the { $card }
sealed-bid-on = Bid { $strength } for the { $board }
sealed-if-ambush = if they keep an ambush
sealed-verdict = the river banner moves { $river } west, the hill banner { $hill }
