# Sentences of summits. Each rule id stands beside its sentence in the log, so it is not repeated here.

# --- what is asked
ask-bid = 羽柴方の入札です。何ターンで勝てますか？（1～{ $most }）
ask-layout = { $side }：増援トラックの番号つきの欄に増援を配置してください。
ask-hand = 第{ $turn }ターン：{ $side }は手札を選んでください（{ $limit }枚まで）。
ask-order = 第{ $turn }ターン：山は{ $side }の支配下です。先手と後手のどちらを取りますか？
ask-play = 第{ $turn }ターン：{ $side }の手番です（残り{ $left }枚）。札を出すかパスしてください。
ask-pick = { $side }：どのグループが行動しますか？
ask-pick-next = { $side }：次はどのグループが行動しますか？
ask-group = { $side }：{ $area }のグループは何をしますか？ ユニットを指定しなければ、できるもの全部が行動します。
ask-assault = { $side }：{ $area }で突撃が続きます。2つめの行動を選んでください。
ask-enter = { $side }：増援はどこから進入しますか？
ask-marshal = { $side }：次に{ $area }を攻撃するのは誰ですか？ 支援は何ユニットですか？
ask-ambush = { $side }：敵が{ $area }に入ってきます。伏兵を使いますか？
ask-muster = { $side }：{ $area }の伏兵に誰が加わりますか？
ask-flip = { $side }は{ $area }で損害{ $points }を受けます。どのユニットを裏返しますか？
ask-back = { $side }：{ $area }の残りの損害は{ $points }です。どのユニットが後退しますか？
ask-lose = { $side }：{ $area }の残りの損害は{ $points }です。どのユニットを除去しますか？
ask-retreat = { $unit }は{ $area }からどこへ後退しますか？

# --- what can be done
do-bid = { $turns }ターン
do-secret-bid = 秘密の入札
do-layout = { $a }、{ $b }、{ $c }、{ $d }
do-hand = 手札：{ hand-words }
hand-words = { $types ->
    [0] 札なし
    [1] { $a }{ $na }枚
    [2] { $a }{ $na }枚と{ $b }{ $nb }枚
    [3] { $a }{ $na }枚、{ $b }{ $nb }枚、{ $c }{ $nc }枚
    [4] { $a }{ $na }枚、{ $b }{ $nb }枚、{ $c }{ $nc }枚、{ $d }{ $nd }枚
    [5] { $a }{ $na }枚、{ $b }{ $nb }枚、{ $c }{ $nc }枚、{ $d }{ $nd }枚、{ $e }{ $ne }枚
   *[other] { $a }{ $na }枚、{ $b }{ $nb }枚、{ $c }{ $nc }枚、{ $d }{ $nd }枚、{ $e }{ $ne }枚、{ $f }{ $nf }枚
  }
do-secret-hand = 手札を選ぶ
do-first = 先手を取る
do-second = 後手に回る
do-pass = パス
do-play = { $count ->
    [1] { $a }を出す
    [2] { $a }と{ $b }を出す
    [3] { $a }、{ $b }、{ $c }を出す
    [4] { $a }、{ $b }、{ $c }、{ $d }を出す
   *[other] { $a }、{ $b }、{ $c }、{ $d }、{ $e }を出す
  }
do-down = { $card }を伏せて出す
do-secret-down = 札を1枚伏せて出す
do-area = { $area }のグループ
do-assault = { $area }のグループ（突撃）
do-arrive = 次の増援を登場させる
do-assault-arrive = 次の増援を登場させる（突撃）
do-bring = 盤外で待つ{ $group }の増援を登場させる
do-assault-bring = 盤外で待つ{ $group }の増援を登場させる（突撃）
do-with = { $unit }を加える
do-lead = { $unit }とその兵を加える
do-to = { $area }へ移動
do-to-by = { $by }を通って{ $area }へ移動
do-attack = 攻撃
do-marshal = 支援と順番を決めて攻撃
do-marshal-fire = 支援と順番を決めて{ $area }へ射撃
do-fire = { $area }へ射撃
do-rally = 回復
do-rally-at = { $area }の全員を回復
do-treason = { $clan }勢が裏切る
do-done = これで終える
do-strike = { $unit }が攻撃（支援{ $count }ユニット）
do-volley = 武将のいない{ $clan }勢
do-go = いつもの順番で攻撃
do-hold = 伏兵を使わない
do-ambush = 全員で伏兵
do-muster = ユニットを選んで伏兵
do-flip = { $unit }を裏返す
do-back = { $unit }が後退
do-lose = { $unit }を除去
do-rest = 残りはいつもどおり（兵が先）
warn-contact = { $area }には敵がいます。伏兵を受けるかもしれません。
warn-empty = 札がなければパスしかできません。

# --- what is thrown
roll-sides = 入札が同数：1～3で第1席、4～6で第2席が羽柴方になる。
roll-general = { $unit }が{ $area }を攻撃する。
roll-volley = 武将のいない{ $clan }勢{ $count }ユニットが{ $area }を攻撃する。
mod-attack = 攻撃力
mod-support = 支援
mod-volley = ユニット数
mod-slope = 高低差
mod-turn = 第1ターン
mod-defence = 防御力
mod-barrier = 防御柵

# --- what happened
told-bid = あなたの入札は{ $turns }ターン。
told-has-bid = 第{ $seat }席が入札した。
told-bids = 入札は{ $first }ターンと{ $second }ターン。
told-seated = 第{ $seat }席が羽柴方となり、合戦は{ $turns }ターンとなる。
told-layout = { $side }は増援を配置した。
told-own-hand = { $side }は{ hand-words }を選んだ。
told-chose = { $side }は手札を選んだ。
told-locked = 手札が決まった。羽柴方{ $hideyoshi }枚、相手方{ $anti }枚。
told-begins = { $side }が先手を取る。
told-passed = { $side }はパスした。
told-no-cards = { $side }は札がなく、パスした。
told-turn-ends = ターン終了。すべてのユニットを表に戻し、札をすべて山札に返す。
told-turn = 第{ $turn }ターン開始。
told-played = { $count ->
    [1] { $side }は{ $a }を出した。
    [2] { $side }は{ $a }と{ $b }を出した。
    [3] { $side }は{ $a }、{ $b }、{ $c }を出した。
    [4] { $side }は{ $a }、{ $b }、{ $c }、{ $d }を出した。
   *[other] { $side }は{ $a }、{ $b }、{ $c }、{ $d }、{ $e }を出した。
  }
told-down = { $side }は札を1枚伏せて出した。
told-own-down = { $side }は{ $card }を伏せて出した。
told-moved = { $others ->
    [0] { $unit }は{ $from }から{ $area }へ移動した。
   *[other] { $unit }ほか{ $others }ユニットは{ $from }から{ $area }へ移動した。
  }
told-entered = { $others ->
    [0] { $unit }は{ $area }から進入した。
   *[other] { $unit }ほか{ $others }ユニットは{ $area }から進入した。
  }
told-rallied = { $area }の{ $count }ユニットが回復した。
told-flipped = { $others ->
    [0] { $unit }は行動済となった。
   *[other] { $unit }ほか{ $others }ユニットは行動済となった。
  }
told-forgone = 2つめの行動は放棄された。
told-spent = 2つめの行動をするユニットが残っていない。
told-lapsed = 残りの札は効果なし。
told-no-ambush = { $side }は伏兵を使わなかった。
told-ambush = { $side }の伏兵が{ $area }で襲いかかる！
told-attack = { $side }は{ $area }で攻撃した（ダイス{ $count }回）。
told-fire = { $side }は{ $from }から{ $area }へ射撃した（ダイス{ $count }回）。
told-ambush-attack = { $area }の伏兵が攻撃した（ダイス{ $count }回）。
told-struck = { $points ->
    [0] { $unit }が{ $area }を攻撃：出目{ $sum }、修正{ $net }、損害なし。
   *[other] { $unit }が{ $area }を攻撃：出目{ $sum }、修正{ $net }、損害{ $points }。
  }
told-volley = { $points ->
    [0] 武将のいない{ $clan }勢が{ $area }を攻撃：出目{ $sum }、修正{ $net }、損害なし。
   *[other] 武将のいない{ $clan }勢が{ $area }を攻撃：出目{ $sum }、修正{ $net }、損害{ $points }。
  }
told-pooled = 合計の損害は{ $points }。
told-cancelled = { $area }に敵がいなくなり、攻撃{ $count }回は取り消された。
told-hit = { $others ->
    [0] { $unit }は裏返された。
   *[other] { $unit }ほか{ $others }ユニットは裏返された。
  }
told-retreated = { $unit }は{ $area }へ後退した。
told-removed = { $unit }は除去された。
told-surplus = 残りの損害{ $points }を受けるユニットがない。
told-controls = { $side }が{ $area }を支配した。
told-arrives = 増援トラック{ $space }つめの欄：{ $group }の増援が到着した。
told-waits = 増援トラック{ $space }つめの欄：{ $group }の増援は登場できず、盤外で待つ。
told-empty = 増援トラック{ $space }つめの欄は空欄。
told-no-effect = 増援トラックは使い切っており、札は効果なし。
told-treason = { $clan }勢が裏切った！
told-deserted = { $others ->
    [0] { $unit }は戦場を去った。
   *[other] { $unit }ほか{ $others }ユニットは戦場を去った。
  }
told-wavered = { $others ->
    [0] { $unit }は裏返された。
   *[other] { $unit }ほか{ $others }ユニットは裏返された。
  }
told-shortened = 合戦は第{ $turn }ターンまでに短縮された。

# --- how it ended
over-honjin = { $side }は敵の本陣を奪い、勝利した。
over-taisho = 敵の大将は敗れた。{ $side }の勝利。
over-road = { $side }は北国街道の全域を支配し、勝利した。
over-time = 最終ターンが終わり、{ $side }の勝利。
over-more-road = 北国街道をより多く支配した{ $side }の勝利。
over-losses = 北国街道は互角。失ったユニットの少ない{ $side }の勝利。
over-draw = 北国街道も失ったユニットも同数。引き分け。

# --- outcomes for odds
verdict-none = 損害なし
verdict-flipped = 裏返し{ $count }
verdict-back = 後退{ $count }
verdict-lost = 除去{ $count }
verdict-cleared = 敵を一掃
verdict-own-flipped = 味方の裏返し{ $count }
verdict-own-back = 味方の後退{ $count }
verdict-own-lost = 味方の除去{ $count }
verdict-own-cleared = 味方が追い出される
verdict-seated = あなたは{ $side }
odds-if-ambush = 敵に伏兵があるとき
forecast-losses = 失うユニット
forecast-leader = 武将を失う
forecast-morale = 損害
verdict-over = { $side }の勝利
verdict-draw = 引き分け

# --- why not
no-bid = 入札は1～{ $most }ターンです。
no-layout = 増援トラックの欄には1組ずつ置きます。
no-copies = 手札に入れられる{ $card }は{ $most }枚までです。
no-hand = 手札は{ $limit }枚までですが、{ $count }枚あります。
no-card = { $card }が手札にありません。
no-action = 行動できるユニットがないので、札を使えません。
no-ambush-own = 伏兵は、伏せて出すほかは自分の手番に出せません。
no-ambush-combined = 伏兵は組み合わせられません。
no-type-twice = 1つの組み合わせに{ $card }は1枚だけです。
no-sum = 射撃・回復・増援は行動を1つずつ使います。この札では行動は{ $actions }つです。
no-second = 増援の札は1ターンに1枚しか出せません。
no-traitors = 裏切るユニットが残っていません。
no-group-for-assault = 到着するグループがなければ増援はそれだけで1つの行動です。突撃にはグループが要ります。
no-action-now = この札では、いま実行できる行動がありません。
no-rally-at-all = 行動済のユニットがありません。
no-fire-at-all = 隣接エリアに敵のいる未行動ユニットがありません。
no-assault-here = 突撃するグループを指定するのは、別動隊と突撃を一緒に出したときだけです。
no-more-groups = この札で行動できるグループはすべて行動しました。
no-units = { $area }に味方ユニットがありません。
no-special-kept = まだ実行できる札が残っています。放棄はできません。
no-same-type = これらのユニットは、このターンすでに同じ種類の札で行動しました。
no-same-type-unit = { $unit }は、このターンすでに同じ種類の札で行動しました。
no-front = { $area }のユニットはすべて行動済です。
no-second-group = 2つめのグループは、回復を除き、最初のグループと同じにできません。
no-use = この札の残りの行動ができるユニットは{ $area }にありません。
no-waiting = { $group }の増援は盤外で待っていません。
no-entry = { $group }の増援は登場できません。
no-done = 先に札で何か行動してください。
no-free-rally = 行動を使わない回復は残っていません。
no-rally = { $area }に行動済のユニットがありません。
no-group-first = 行動を始めたグループが先です。
no-joining = グループはもう決まっています。{ $unit }は加われません。
no-own = { $unit }は味方ではありません。
no-same-area = { $unit }はグループと同じエリアにいません。
no-twice = { $unit }はすでにグループに入っています。
no-used = { $unit }はこのターンすでに行動済です。
no-again = { $unit }は最初のグループにいました。
no-alike = どれも同じユニットです。{ $unit }を選んでください。
no-common-action = { $unit }を加えると、グループ全員にできる行動がなくなります。
no-general = { $unit }は武将ではありません。
no-men = { $unit }が率いる同じ家の兵は、ここにいません。
no-plain = この札では通常の移動や攻撃はもうできません。
no-attack-entering = 登場するグループは移動だけで、攻撃はできません。
no-enemy-here = { $area }に敵がいません。
no-front-group = グループに、それができる未行動ユニットがありません。
no-general-attacks = 攻撃できるのは武将だけです。兵は武将を支援します。
no-fire-card = 攻撃できるのは同じエリアの敵だけです。隣接エリアを攻撃するには射撃の札が要ります。
no-fire-again = 射撃の札はもう使いました。
no-fire-range = { $area }は隣接していません。
no-fire-target = { $area }に敵がいません。
no-rally-card = ユニットを表に戻すには回復の札が要ります。
no-rally-again = 回復の札はもう使いました。
no-rally-group = グループに行動済のユニットがありません。
no-move-here = グループはすでに{ $area }にいます。
no-room = { $area }に置けるのは各軍10ユニットまでです。あと{ $room }ユニットしか入れません。
no-room-between = { $area }への途中に余地がありません。
no-way-named = { $area }への経路を指定する必要はありません。新たに支配するエリアがないからです。
no-way-by = { $area }への経路は{ $by }を通りません。
no-reach = { $area }は移動の届かない所にあります。
no-hill = { $area }は高地です。隣接エリアから、移動の1歩めでしか入れません。
no-over-hill = { $area }への途中に高地があり、移動はそこで終わります。
no-leaving = 敵のいるエリアから出ると移動力を使い切るので、{ $area }には届きません。
no-entering = 敵のいる{ $area }に入るには移動力をすべて使うので、隣接していなければなりません。
no-points = { $area }への経路にはどこも敵がいて、移動力が足りません。
no-ambush-card = 伏兵の札がありません。
no-volley = 武将のいない{ $clan }勢はもう残っていません。
no-troops-strike = { $unit }は武将ではありません。
no-strike = { $unit }はこの攻撃に加わっていないか、順番がもう決まっています。
no-command = { $unit }が指揮できる兵は{ $command }ユニットです。
no-fewer = { $unit }が指揮できる兵は一緒に攻撃します（{ $count }ユニット以上）。
no-clan-men = { $unit }が率いるのは同じ家の兵だけです（残り{ $count }ユニット）。
no-back-ambush = ここには未行動のユニットがいるので、行動済の{ $unit }は伏兵に加われません。
no-victim = { $unit }はこの損害を受けません。
no-flip-first = 先に、未行動のユニットをすべて裏返さなければなりません。
no-retreat-first = 後退できるユニットが残っている間は除去できません。
no-way-back = { $unit }には後退できるエリアがありません。
no-own-area = { $area }は味方の支配下にありません。
no-adjacent = { $area }は隣接していません。
no-room-retreat = { $area }は満杯です。
no-exposed = { $area }より、敵の支配エリアとの隣接が少ない後退先があります。
no-reinforcements-card = この手番の増援の札はもう残っていません。
no-arrival = 1ターンに2枚めの増援では増援は到着しません。裏切る家を選んでください。
no-treason = 裏切りになるのは、1ターンに2枚めの増援だけです。
no-traitor = { $clan }勢は裏切りません。

# --- routine questions, as standing orders name them
order-flip = 裏返して受ける損害
order-back = 後退で受ける損害
order-lose = 除去で受ける損害
order-retreats = ユニットの後退先
