# Sentences of yukimura. Each rule id stands beside its sentence in the log, so it is not repeated here.

# --- what is asked
ask-entry = { $side }：秀頼が登場する西端の街道を選んでください。
ask-move = 第{ $inning }イニング：{ $side }の移動です。ユニットを選ぶか、フェイズを終えてください。
ask-defence = { $side }の防御射撃です。目標を選ぶか、フェイズを終えてください。
ask-fire = { $side }の射撃です。目標を選ぶか、白兵戦に進んでください。
ask-melee = { $side }の白兵戦です。目標を選ぶか、フェイズを終えてください。
ask-to = { $unit }はどこへ移動しますか？
ask-enter = { $unit }は登場後どこへ移動しますか？
ask-firers = どのユニットが{ $unit }を射撃しますか？
ask-attackers = どのユニットが{ $unit }を攻撃しますか？
ask-order = 次に士気チェックを行う攻撃側ユニットはどれですか？（修正＋{ $modifier }）
ask-retreat = { $unit }は後退しなければなりません（残り{ $left }ヘクス）。最後のヘクスか、次の1ヘクスを選んでください。
ask-displaced = { $unit }は押し出され、もう1ヘクス進みます。ヘクスを選んでください。
ask-stack = { $unit }と{ $other }が同じヘクスにいます。押し出されるのはどちらですか？
ask-advance = { $unit }がヘクスを明け渡しました。どのユニットが前進しますか？
ask-advance-to = { $unit }はどこまで前進しますか？

# --- what can be done
do-entry = { $hex }から登場
do-move = { $unit }を移動
do-enter-unit = { $unit }を登場させる
do-enter = { $force }隊をすべて登場させる（待機中{ $count }ユニット）
do-to = { $hex }へ
do-off = マップから離脱（戻れない）
do-done = フェイズを終える
do-target = { $unit }を目標にする
do-with = { $unit }を加える
do-all = 可能な全ユニット
do-go = 実行
do-check = { $unit }が士気チェック
do-back = { $hex }へ後退
do-step = { $hex }へ1ヘクス後退
do-shift = { $unit }を押し出す
do-advance = { $unit }が前進
do-halt = これ以上前進しない
warn-collapse = { $unit }がこのヘクスを離れると、戦いは敗北に終わる。
warn-friend = 途中に{ $unit }がおり、士気チェックが必要になる。
warn-friends = 途中に味方が{ $count }ユニットおり、士気チェックが必要になる。

# --- dice
roll-fire = { $count }ユニットが{ $unit }を射撃、戦闘力{ $value }
roll-melee = { $count }ユニットが{ $unit }を攻撃、戦闘力差{ $value }
roll-check = { $unit }の士気チェック、士気{ $morale }
roll-chain = 味方が逃げ込んだ{ $unit }の士気チェック、士気{ $morale }
roll-release = { $force }隊は行動可能になるか（{ $low }～{ $high }で成功）
shift-target-high = 目標だけが山地：左へコラムシフト
shift-attackers-high = 攻撃側の全ユニットが山地：右へコラムシフト
shift-river = 攻撃側の全ユニットが小河川越し：左へコラムシフト
check-result = 戦闘結果
check-morale = 士気

# --- what happened
phase-movement = { $side }の移動フェイズ。
phase-defence = { $side }の防御射撃。
phase-fire = { $side }の射撃。
phase-melee = { $side }の白兵戦。
inning = 第{ $inning }イニング開始。
road-chosen = 秀頼の登場場所は{ $hex }に決まった。
arrives = { $force }隊が増援として到着した。
released = { $die }：{ $force }隊は行動可能になった。
not-released = { $die }：{ $force }隊は待機を続ける。
moved = { $unit }は{ $hex }へ移動した（移動力{ $cost }）。
moved-into-zone = { $unit }は{ $hex }へ移動し（移動力{ $cost }）、敵の制圧地域で止まった。
marched = { $unit }は街道を{ $hexes }ヘクス進み、{ $hex }へ移動した。
entered = { $unit }は登場し、{ $hex }へ移動した（移動力{ $cost }）。
entered-zone = { $unit }は登場して{ $hex }へ移動し（移動力{ $cost }）、敵の制圧地域で止まった。
entered-by-road = { $unit }は登場し、街道を{ $hexes }ヘクス進んで{ $hex }へ移動した。
left = { $unit }は{ $hex }からマップを離脱した。
crossed = { $unit }は{ $hex }で石川を渡った。
taken = { $unit }は{ $hex }に達した。
fires = { $count ->
    [1] { $first }
   *[other] { $first }など{ $count }ユニット
  }が{ $unit }を射撃。
attacks = { $count ->
    [1] { $first }
   *[other] { $first }など{ $count }ユニット
  }が{ $unit }を攻撃。
result-none = 戦闘力{ $value }、出目{ $sum }：{ $unit }に効果なし。
result-check = { $melee ->
    [0] 戦闘力
   *[other] 戦闘力差
  }{ $value }、出目{ $sum }：{ $unit }は修正＋{ $modifier }で士気チェック。
result-removed = { $melee ->
    [0] 戦闘力
   *[other] 戦闘力差
  }{ $value }、出目{ $sum }：{ $unit }は除去。
result-attackers-removed = 戦闘力差{ $value }、出目{ $sum }：{ $unit }を攻撃した全ユニットは除去。
result-attackers-check = 戦闘力差{ $value }、出目{ $sum }：{ $unit }を攻撃した全ユニットは修正＋{ $modifier }で士気チェック。
result-both-check = 戦闘力差{ $value }、出目{ $sum }：{ $unit }、続いて攻撃した全ユニットが修正＋{ $modifier }で士気チェック。
unshaken = { $unit }は士気チェックを行わない。
held = { $unit }は踏みとどまった。
trapped = { $unit }は{ $hexes }ヘクスの後退ができない。
retreats = { $unit }は士気チェックに失敗し、{ $hexes }ヘクス後退する。
fell-back = { $unit }は{ $hex }へ後退した。
marked = { $unit }のヘクスに味方が逃げ込み、連鎖後退マーカーが置かれた。
run-through = { $unit }のヘクスに味方が逃げ込んだが、士気チェックは行わない。
spared = { $unit }はすでに後退しているので、士気チェックを行わない。
displaced = { $unit }は1ヘクス押し出される。
removed = { $unit }は{ $hex }で除去された。
no-advance = { $unit }はヘクスを明け渡したが、防御射撃の後に前進はない。
advanced = { $unit }は{ $hex }へ前進した。
halted = これ以上の前進なし。
over-collapse = 武将が持ち場を離れた。{ $side }の勝利。
over-breakthrough = 東軍が西端の街道を押さえた。{ $side }の勝利。
over-west = 東軍10ユニットが石川の西にいる。{ $side }の勝利。
over-otherwise = 東軍は時間切れとなった。{ $side }の勝利。
over-nearest = { $side }が敵の武将により近く迫り、勝利した。
over-superiority = 敵の武将に迫るユニットは{ $side }が多い。{ $side }の勝利。
over-equal = 両軍に優劣なし。引き分け。
over-komatsuyama = { $side }が小松山を押さえ、勝利した。

# --- why not
no-not-yours = { $unit }はあなたのユニットではありません。
no-not-your-force = その部隊はあなたのものではありません。
no-off-the-map = { $unit }はマップ上にいません。
no-not-on-the-map = { $unit }はまだ登場していません。
no-left-the-map = { $unit }はマップを離脱しており、戻れません。
no-moved-already = { $unit }はこのフェイズにすでに移動しています。
no-held-all-game = { $unit }はゲームを通じて移動できません。
no-held-until = { $unit }は、行動可能にならないかぎり、第{ $inning }イニングより前には移動できません。
no-held-no-advance = { $unit }はまだ移動できないため、前進もできません。
no-pinned = { $unit }はフェイズ開始時に敵の制圧地域にいたため、移動できません。
no-command = { $unit }は、同じ部隊のどの武将の指揮範囲にも入っていません。
no-nowhere-to-go = { $unit }が移動できるヘクスはありません。
no-already-there = { $unit }はすでにそのヘクスにいます。
no-enemy-there = そこには敵の{ $unit }がいます。
no-friend-there = そこには{ $unit }がいます。1ヘクスに置けるのは1ユニットだけです。
no-entry-occupied = 登場ヘクスは{ $unit }にふさがれています。
no-large-river = 大河には街道を通ってしか進入できません。
no-other-map = { $unit }はもう一方のマップへは移動できません。
no-impassable = 間のヘクスサイドは通行不能です。
no-points = 移動力が{ $needs }必要ですが、{ $has }しかありません。
no-points-entering = 登場してそこへ行くには移動力が{ $needs }必要ですが、{ $has }しかありません。
no-march-too-long = 街道では{ $needs }ヘクスの距離です。街道移動は{ $has }ヘクスまでです。
no-march-too-long-entering = 登場ヘクスを含めて街道で{ $needs }ヘクスの距離です。街道移動は{ $has }ヘクスまでです。
no-march-barred = { $unit }が街道移動で届く距離ですが、敵またはその制圧地域が街道をふさいでいます。
no-entry-in-zone = { $unit }は敵の制圧地域に登場することになり、そこで移動を終えます。
no-zone-in-the-way = { $unit }は、敵またはその制圧地域を通り抜けなければそこへ行けません。
no-cut-off = そのヘクスは敵とその制圧地域にさえぎられています。たとえさえぎられていなくても、移動力が{ $needs }必要なところ、{ $has }しかありません。
no-way-there = そこへ通じる道はありません。
no-edge-in-reach = { $unit }は、移動力を1残してマップ端に着くことができません。
no-not-summoned = { $unit }は、秀頼を登場させるダイスの成功を待っています。
no-arrives-later = { $unit }が到着するのは第{ $inning }イニングです。
no-never-arrives = { $unit }はこのシナリオには登場しません。
no-entries-full = 登場ヘクスがすべてふさがっているため、{ $unit }は待機します。
no-nobody-waits = マップ外で待機しているその部隊のユニットはありません。
no-one-left = 登場できるのは{ $unit }だけです。そのユニットを選んでください。
no-not-a-western-road = そこは西端の街道ヘクスではありません。
no-not-an-enemy = { $unit }は敵ではありません。
no-attacked-already = { $unit }はこのフェイズにすでに目標になっています。
no-nobody-adjacent = { $unit }に隣接する自軍ユニットがありません。
no-not-riflemen = { $unit }は鉄砲を持っていません。
no-fired-already = { $unit }はこのフェイズにすでに射撃しています。
no-fought-already = { $unit }はこのフェイズにすでに白兵戦を行っています。
no-not-adjacent = { $unit }は目標に隣接していません。
no-chosen-already = { $unit }はすでに参加しています。
no-nobody-else = ほかに参加できるユニットはありません。
no-attacker-chosen = 参加するユニットがまだ選ばれていません。
no-finish-this-attack = 先に{ $unit }への攻撃を終わらせてください。
no-checked-already = { $unit }はすでに士気チェックを済ませています。
no-not-in-this-attack = { $unit }はこの攻撃に参加していません。
no-map-ends = そこから先はマップの外です。
no-retreat-into-zone = 敵の制圧地域へは後退できません。
no-not-back-again = 押し出されたユニットは先へ進みます。来た道には戻れません。
no-not-away = 後退は敵から遠ざかる方向に行わなければなりません。
no-dead-end = そこへ行くと、残り{ $left }ヘクスの後退ができなくなります。
no-not-a-retreat = { $unit }は{ $left }ヘクス後退します。最後のヘクスか、次の1ヘクスを選んでください。
no-one-way = { $unit }が後退できる経路は1つだけです。最後のヘクスを選んでください。
no-way-back = { $unit }が{ $left }ヘクスの後退でそこへ至る経路はありません。
no-cannot-go-on = { $unit }が押し出されて進めるヘクスはありません。
no-not-stacked = { $unit }はほかのユニットと同じヘクスにいません。
no-advanced-already = { $unit }はすでに前進しています。
no-was-driven-back = { $unit }は元の場所から追われたため、前進できません。
no-hex-taken = 進路がふさがっているため、{ $unit }は前進できません。
no-hex-occupied = そこには{ $unit }がいます。
no-not-along-the-way = { $unit }はそこへは前進できません。

# --- odds
forecast-losses = 失われるユニット
forecast-leader = 武将を失う
verdict-held = 踏みとどまる
verdict-back = { $hexes }ヘクス後退
verdict-gone = 除去
verdict-attackers-check = 攻撃側が士気チェック
verdict-attackers-back = 攻撃側が後退
verdict-attackers-lost = 攻撃側{ $count }ユニット除去
verdict-released = 行動可能になる
verdict-waits = 待機のまま
verdict-over = { $side }の勝利
verdict-draw = 引き分け

# --- words
branch-general = 武将
branch-mounted = 騎馬隊
branch-mounted-riflemen = 騎馬鉄砲隊
branch-riflemen = 鉄砲隊
branch-foot = 足軽隊

# --- routine questions, as standing orders name them
order-checks = 士気チェックの順番
order-retreats = 後退
order-stacks = 同じヘクスの2ユニットのどちらを押し出すか
order-displacement = 押し出し
