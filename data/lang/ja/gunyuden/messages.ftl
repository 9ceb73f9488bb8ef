# Sentences of gunyuden. Each rule id stands beside its sentence in the log, so it is not repeated here.

# --- what is asked
ask-deploy = { $side }：自由配置のユニットを置いてください。ユニットを選ぶか、残り全部の配置先を選んでください。
ask-set-up = { $side }：部隊を編成し、守備隊を城に入れてください。終了を選ぶとゲームが始まります。
ask-place = { $unit }をどこに配置しますか？
ask-declare = { $house }：いま挙兵しますか、待ちますか？
ask-operation = 第{ $inning }イニング（{ date }）第{ $stage }ステージ：{ $side }の作戦フェイズです。部隊を選ぶか、フェイズを終えてください。
ask-hand = { $unit }は何をしますか？
ask-drop = { $unit }は区切って移動しています。ユニットを残すか、移動を続けるか、ここで止まってください。
ask-draft = { $unit }の編成：ユニットを指揮枠に割り当て、済んだら終了を選んでください。
ask-draft-beside = マップ外での編成：ユニットを指揮枠に割り当て、済んだら終了を選んでください。
ask-draft-start = { $hex }のユニットを編成し、済んだら終了を選んでください。
ask-refit = { $unit }は補充も行えます。補充しますか？
ask-gain = { $unit }は残り{ $left }ステップ回復できます。どのユニットを回復しますか？
ask-gain-prisoners = 降伏した兵を{ $unit }に加えます（残り{ $left }ステップ）。どのユニットを回復しますか？
ask-losses = { $unit }の損害は残り{ $left }です{ $mark ->
    [0] {""}
   *[other] （1ユニット以上の除去が必要）
  }。ステップを失いますか、残りを後退でまかないますか？
ask-lose-counter = 反撃による損害、残り{ $left }ステップ。どのユニットが失いますか？
ask-lose-battle = 合戦による損害、残り{ $left }ステップ。どのユニットが失いますか？
ask-lose-interception = 守備隊の迎撃による損害、残り{ $left }ステップ。どのユニットが失いますか？
ask-lose-toll = 後退経路による損害、残り{ $left }ステップ。どのユニットが失いますか？
ask-lose-trapped = { $unit }は後退先がなく、残り{ $left }ステップを失います。どのユニットが失いますか？
ask-lose-rout = 敗走による損害、残り{ $left }ステップ。どのユニットが失いますか？
ask-lose-deserters = 脱走による損害、残り{ $left }ステップ。どのユニットが失いますか？
ask-aim = { $hex }のどの部隊を攻撃しますか？
ask-battle = { $hex }の合戦にどの部隊が参加しますか？
ask-join = どの部隊が共同で{ $hex }を包囲しますか？
ask-storm = { $hex }は包囲されました。{ $unit }はすぐに強襲しますか？
ask-lift = { $hex }で攻撃されました。包囲を解きますか、半分の戦闘力で戦いますか？
ask-pursue = 敵が後退しました。{ $unit }はどこまで追撃しますか？
ask-retreat = { $unit }は後退します（残り{ $left }ヘクス）。次のヘクスを選んでください。
ask-consent = { $hex }で合戦を挑まれました。応じますか？
ask-muster = { $hex }の合戦にどの部隊を参加させますか？
ask-break = こちらの与えた損害のほうが大きくなりました。合戦を打ち切りますか、続けますか？
ask-enter-field = { $hex }の戦場を得ました。どの部隊が入りますか？
ask-remove = { $hex }の守備隊から除去するユニットを選んでください（残り{ $left }）。
ask-leave = 守備隊は{ $hex }を退去します。どこへ行きますか？
ask-check = { $hex }は包囲されています（耐久力{ $durability }）。抗戦を続けますか、条件つきの開城を申し出ますか？
ask-traitor = { $hex }で内応者が城門を開きました。守備隊から除去するユニットを選んでください（残り{ $left }）。
ask-terms = { $hex }の開城条件：守備隊のうち誰を差し出すか決めてください（現在{ $count }ユニット）。
ask-agree = { $hex }の開城条件：守備隊の{ $count }ユニットを差し出し、残りは退去して城を明け渡します。合意しますか？

# --- what can be done
do-rest = 残り全部を{ $hex }に配置
do-organise-at = { $hex }のユニットを編成
do-shut = { $unit }を籠城状態で配置
do-usual = 標準の配置にする
do-declare = 挙兵する
do-wait = 待つ
do-force = { $unit }
do-lift = { $unit }の包囲を解く
do-done = 終了
do-to = { $hex }へ
do-into = { $hex }の城に籠城
do-by = { $hex }を経由
do-legs = ユニットを残しながら区切って移動
do-drop = { $unit }をここに残す
do-stay = ここで止まる
do-attack = { $hex }を攻撃
do-battle = { $hex }で合戦を挑む
do-surround = 城を包囲
do-assault = { $unit }が強襲
do-demand = 降伏勧告
do-peace = 講和を求める
do-organise = 編成
do-refit = ユニットを補充
do-repair = 城を修復
do-recover = 士気回復
do-stand = 何もしない
do-at = { $unit }を目標にする
do-with = { $unit }を加える
do-all = 全部隊
do-go = 実行
do-join = { $unit }を{ $head }の指揮下に入れる
do-alone = { $unit }を単独にする
do-house = { $house }の全ユニットを{ $head }の指揮下に入れる
do-fill = { $unit }の指揮枠を強い順に埋める
do-gain = { $unit }を1ステップ回復
do-lose = { $unit }が1ステップを失う
do-retreat = 残りを後退でまかなう
do-back = { $hex }へ後退
do-hole = ここの城に籠城
do-pursue = { $hex }まで追撃
do-halt = これ以上進まない
do-accept = 合戦に応じる
do-refuse = 拒否する
do-break = 打ち切る
do-fight = 戦闘を続ける
do-advance = { $unit }が入る
do-remove = { $unit }
do-leave = { $hex }へ
do-hold = 抗戦を続ける
do-offer = 条件つきの開城を申し出る
do-give = { $unit }を差し出す
do-propose = この条件を示す
do-agree = 合意する
do-counter = こちらの条件を示す
warn-dies = { $unit }は残り1ステップで、討死となる。
warn-toll = この経路では{ $steps }ステップを失う。

# --- dice
roll-intervention = { $army }は出陣するか（備えの戦闘力{ $strength }、{ $need }以上で成功）
roll-thaw = { $house }は行動可能になるか（{ $need }以上で成功）
roll-pact = 和睦は成るか（{ $need }以上で成功）
roll-waver = { $house }はどちらにつくか（{ $high }以上で反羽柴、{ $low }以下で羽柴）
roll-surprise = { $hex }の奇襲は成功するか（{ $need }以上で成功）
roll-attack = { $unit }が{ $hex }を攻撃、戦闘力{ $strength }
roll-counter = { $unit }の反撃、戦闘力{ $strength }
roll-battle = 第{ $round }ラウンド：{ $unit }の攻撃、戦闘力{ $strength }
roll-battle-back = 第{ $round }ラウンド：{ $unit }の応戦、戦闘力{ $strength }
roll-rout = { $unit }の敗走距離
roll-interception = { $hex }の守備隊の迎撃、戦闘力{ $strength }
roll-assault = { $unit }が{ $hex }を強襲、戦闘力{ $strength }
roll-demand = { $unit }が{ $hex }に降伏勧告、耐久力{ $durability }
roll-peace = { $unit }が{ $hex }で講和を求める
roll-fall = { $hex }が{ $unit }の手に落ちる。守備隊の運命は？
roll-check = { $hex }の包囲チェック
roll-incident = { $hex }の異変
roll-refit = { $unit }の補充{ $home ->
    [0] {""}
   *[other] （自城・本国）
  }
roll-repair = { $unit }による城の修復
roll-recover = { $unit }は連絡線なしで士気を回復するか（{ $need }以下で成功）
mod-ground = 地形
mod-river = 間に川
mod-field = 野戦修正
mod-morale = 士気
mod-sortie = 出撃
mod-against-sortie = 出撃への反撃
mod-ambush = 移動直後の敵
mod-walls = 城からの迎撃
mod-level = 城のレベル
mod-chief-inside = 総大将が籠城中
mod-general-inside = 大将が籠城中
mod-refused = 以前の拒否
mod-low-morale = 士気低下
mod-battles = 合戦の勝敗
mod-pact = 和睦
mod-capital = 京の支配
mod-castles = 大きな城の支配
mod-near = 秀吉が近い

# A die as it fell, each modifier by name, and the sum.
dice = { $mods ->
    [0] { $die }
    [1] { $die }（{ mods-1 }）＝{ $total }
    [2] { $die }（{ mods-2 }）＝{ $total }
    [3] { $die }（{ mods-3 }）＝{ $total }
    [4] { $die }（{ mods-4 }）＝{ $total }
   *[other] { $die }（{ mods-5 }）＝{ $total }
  }
mods-1 = { $m1 }{ $s1 }{ $n1 }
mods-2 = { mods-1 }、{ $m2 }{ $s2 }{ $n2 }
mods-3 = { mods-2 }、{ $m3 }{ $s3 }{ $n3 }
mods-4 = { mods-3 }、{ $m4 }{ $s4 }{ $n4 }
mods-5 = { mods-4 }、{ $m5 }{ $s5 }{ $n5 }
plus = ＋
minus = －

# 34.12: a week of the calendar.
date = { $month }月第{ $week }週

# --- what happened
inning = 第{ $inning }イニング開始：{ date }。
phase = 第{ $stage }ステージ：{ $side }の作戦フェイズ。
deployed = { $side }は配置を終えた。
placed = { $unit }を{ $hex }に配置。
intervention-comes = { dice }：{ $army }が出陣する！
intervention-waits = { dice }：{ $army }は動かない。
thaw = { $die }：{ $house }は行動可能になった。
no-thaw = { $die }：{ $house }はまだ行動できない。
arrives = { $army }が到着した。これ以後マップに登場できる。
pact-made = { $die }：和睦が成立した。
pact-not-made = { $die }：和睦はまだ成らない。
wavers = { dice }：{ $house }は日和見を続ける。
chooses = { dice }：{ $house }は{ $side }についた。
provoked = 攻められた{ $house }は{ $side }についた。
surprised = { $die }：{ $hex }は奇襲により落ちた。
not-surprised = { $die }：{ $hex }は奇襲に備えていた。
earthworks = { $hex }の陣城が完成した。
declared = { $house }が挙兵した。
lines-tested = 連絡線の判定。
cut-off = { $unit }は連絡線を断たれた。
morale = { $unit }の士気が{ $low }に低下した。
recovered = { $unit }は士気を回復した。
recovered-die = { $die }：{ $unit }は士気を回復した。
unmoved = { $die }：{ $unit }の士気は回復しない。
killed = { $unit }は{ $hex }で討死した。
deserted = { $hex }の{ $unit }の兵はすべて脱走した。
disbanded = { $unit }は{ $hex }で四散した。
surrendered = { $unit }は{ $hex }で失われた。
scattered-unit = { $hex }の{ $unit }は戦列を離れた。
scattered-beside = { $unit }はもう参戦しない。
scattered = { $unit }を失い、大名家は瓦解した。
step-lost = { $unit }は1ステップを失った。
step-gained = { $unit }は完全戦力に回復した。
stood = { $unit }は何もしない。
moved = { $unit }は{ $hex }へ移動した（移動力{ $cost }）。
moved-strategic = { $unit }は{ $hex }へ戦略移動した（移動力{ $cost }）。
entered-map = { $unit }は登場し、{ $hex }へ移動した（移動力{ $cost }）。
came-out = { $unit }は{ $hex }の城を出た。
holed-up = { $unit }は{ $hex }の城に籠城した。
dropped = { $unit }は{ $hex }に残された。
joined = { $unit }は{ $head }の指揮下に入った。
separated = { $unit }は{ $head }の指揮下を離れた。
organised = { $unit }は編成を行った。
replenished-none = { dice }：{ $unit }の補充は効果なし。
replenished = { dice }：{ $unit }は{ $steps }ステップ回復できる。
deserters = { dice }：{ $unit }は脱走により{ $steps }ステップを失う。
repaired = { dice }：{ $unit }が城の耐久力を{ $steps }修復した。
crumbled = { dice }：{ $unit }の修復は失敗し、城の耐久力は{ $steps }低下した。
rebuilt = { $unit }は{ $hex }の廃城を自城とした。
surrounded = { $unit }は戦闘力{ $strength }で{ $hex }を包囲した。
lifted = { $unit }は包囲を解いた。
surround-ended = { $hex }の包囲は終わり、城の士気は元に戻った。
assault-begins = { $unit }が{ $hex }を強襲する。
intercepted = { $hex }の守備隊の迎撃、戦闘力{ $strength }、出目{ dice }：{ $unit }に損害{ $losses }{ $mark ->
    [0] {""}
   *[other] （1ユニット以上の除去を含む）
  }。
assaulted = { $unit }が{ $hex }を強襲、戦闘力{ $strength }、出目{ dice }：{ $lost ->
    [0] 城は持ちこたえた
   *[other] 耐久力－{ $lost }
  }。
worn = { $hex }の耐久力は{ $left }になった。
demand-made = { $unit }は{ $hex }に降伏を勧告した。
peace-demanded = { $unit }は{ $hex }で講和を求めた。
peace-made = { dice }：{ $hex }で講和が成立した。戦いは終わった。
peace-refused = { dice }：{ $hex }での講和は成らなかった。
answer-death = { dice }：{ $hex }は徹底抗戦を誓った。
answer-refused = { dice }：{ $hex }は拒否した。
answer-silence = { dice }：{ $hex }から回答なし。
answer-opened = { dice }：{ $hex }は開城した。
answer-castellan = { dice }：{ $hex }は開城し、城主は切腹した。
answer-war-party = { dice }：{ $hex }は開城し、主戦派は切腹した。
answer-disbanded = { dice }：{ $hex }の守備隊は解散した。
answer-surrender = { dice }：{ $hex }は全兵とともに降伏した。
castle-falls = { $hex }が落城した。
castle-taken = { $unit }が{ $hex }を手に入れた。
ruined = { $hex }は廃城となった。
marched-out = { $count ->
    [1] { $unit }
   *[other] { $unit }など{ $count }ユニット
  }が{ $from }を退去し、{ $hex }へ向かった。
checked-incident = { $die }：{ $hex }で異変が起きた。
checked-nothing = { $die }：{ $hex }は持ちこたえた。
checked-worn = { $die }：{ $hex }は疲弊した。
incident-traitor = { dice }：{ $hex }に内応者が出た。
incident-durability = { dice }：{ $hex }の守りが損なわれた。
incident-morale = { dice }：{ $hex }の守備隊の士気が低下した。
incident-heart = { dice }：{ $hex }の包囲部隊の士気が低下した。
terms-offered = { $hex }が開城を申し出た（差し出すのは{ $count }ユニット）。
terms-answered = { $hex }に別の開城条件が示された（差し出すのは{ $count }ユニット）。
terms-refused = { $hex }の開城交渉はまとまらなかった。
terms-agreed = { $hex }は条件つきで開城した。
attacks = { $unit }が{ $hex }の{ $count }部隊を攻撃。
sortie = { $unit }が{ $hex }で出撃し、{ $count }部隊を攻撃。
challenge = { $unit }が{ $hex }で合戦を挑んだ。
accepted = { $hex }で合戦となった。
declined = { $hex }での合戦は拒否された。
struck = { $unit }の攻撃、戦闘力{ $strength }、出目{ dice }：損害{ $losses }{ $mark ->
    [0] {""}
   *[other] （1ユニット以上の除去を含む）
  }。
fell-back = { $unit }は{ $hex }へ後退した。
trapped = { $unit }には後退先がない。
retreated = { $unit }は{ $hexes }ヘクス後退し、士気が低下した。
stepped-back = { $unit }は整然と後退した。
pursued = { $unit }は{ $hex }まで追撃した。
battle-lost = { $side }は合戦に敗れた。
battle-drawn = 両軍とも戦い続けられず、ともに後退する。
broke-off = { $side }は合戦を打ち切った。
routed = { $die }：{ $unit }は{ $hexes }ヘクス敗走する{ $steps ->
    [0] {""}
   *[other] （{ $steps }ステップを失う）
  }。
entered = { $unit }は{ $hex }に入った。
points = { $side }：{ $what }により{ $points }点。
points-castles = 奪った城
points-lost = 失った武将
points-holed-up = 籠城中の敵
points-stayed = 勝家が越前を出なかったこと
points-undeclared = 神戸が挙兵しなかったこと
points-fallen = 敵の総大将の死
points-peace = 講和の成立
points-held = 要地の支配
over = { $side }の勝利：羽柴方の得点差は{ $lead }、必要な得点差は{ $needed }。

# --- what may come of it
forecast-losses = 失うステップ
forecast-leader = 指揮官を失う
forecast-morale = 士気低下
verdict-over = { $side }がゲームに勝利
verdict-stands = 後退なし
verdict-back = { $side }が後退
verdict-declined = 合戦は拒否される
verdict-beaten = { $side }の敗北
verdict-drawn = 引き分け
verdict-broken-off = { $side }が打ち切る
verdict-holds = { $hex }は持ちこたえる
verdict-worn = { $hex }の耐久力－{ $lost }
verdict-taken = { $hex }を奪取
verdict-ruined = { $hex }は廃城
verdict-traitor = { $hex }に内応者
verdict-inside-shaken = { $hex }の守備隊の士気低下
verdict-outside-shaken = { $hex }の包囲部隊の士気低下
verdict-death = { $hex }は徹底抗戦
verdict-refused = { $hex }は拒否
verdict-silence = { $hex }は回答なし
verdict-no-peace = 講和は成らない
verdict-restored = { $steps ->
    [-2] 2ステップ脱走
    [-1] 1ステップ脱走
    [0] 補充なし
   *[other] { $steps }ステップ回復
  }
verdict-repaired = { $steps ->
    [-2] 城の耐久力－2
    [-1] 城の耐久力－1
    [0] 修復なし
   *[other] 耐久力＋{ $steps }
  }
verdict-recovers = 士気回復
verdict-does-not-recover = 回復せず
verdict-comes = { $army }が出陣
verdict-waits = { $army }は動かない
verdict-free = { $house }は行動可能になる
verdict-held = { $house }はまだ行動できない
verdict-truce = 和睦成立
verdict-no-truce = 和睦はまだ成らない
verdict-wavers = { $house }は日和見
verdict-chooses = { $house }は{ $side }につく
verdict-surprised = { $hex }は奇襲により落ちる

# --- why not
no-acted = { $unit }はこのフェイズにすでに行動しています。
no-after-assault = { $hex }はこのフェイズに強襲されたため、降伏勧告はできません。
no-after-demand = { $hex }にはこのフェイズに降伏勧告が行われたため、強襲はできません。
no-able-left = それでは、行動できる部隊が編成に残りません。
no-able-yet = ここまで編成した部隊のなかに、このステージに行動できるものがありません。
no-all = ほかに加えられる部隊はありません。
no-all-enter = 入れる部隊が2つに足りません。
no-alone-already = { $unit }はすでに単独です。
no-barred = { $hex }にはまだ入れません。
no-battle-ground = { $hex }では合戦を行えません。
no-battle-inside = { $unit }は城内にいます。
no-beside = その部隊はマップ外で待機しています。
no-box = { $unit }の指揮枠に空きはありません。
no-choice = { $unit }は、いまは何もできません。
no-castle = { $hex }に城はありません。
no-chief = { $unit }は総大将ではありません。
no-choose-enemy = { $unit }を含め、防御側のどの部隊が参加するかは防御側が決めます。
no-commander = { $unit }は指揮官ではありません。
no-companion = { $unit }はこれに参加できません。
no-drop-beside = マップ外ではユニットを残せません。
no-drop-other = { $unit }は移動中の部隊の指揮下にありません。
no-drop-yet = 先にユニットを残すか、ひと区切り移動してください。
no-enemy = { $hex }に敵はいません。
no-enemy-castle = { $hex }に敵の城はありません。
no-enemy-chief = { $hex }には、城外にいる敵の総大将がいません。
no-enemy-there = { $hex }には敵の部隊がいます。
no-entry = { $hex }はマップ端から届きません。
no-fixed = { $unit }は自由に配置できません。
no-gain-full = { $unit }はステップを失っていません。
no-gain-other = { $unit }はこの指揮官の指揮下にありません。
no-garrison = { $unit }はその守備隊に含まれていません。
no-gone = { $unit }はすでにゲームから除かれています。
no-ground = { $hex }にはどの部隊も入れません。
no-heart = { $unit }の士気は低下していません。
no-held = { $unit }はまだ行動できません。
no-holed-up = { $hex }の敵はすべて籠城しています。
no-inside-already = { $unit }はすでに城内にいます。
no-joint = { $unit }はほかの部隊と共同で攻撃できません。
no-leading = { $unit }はほかのユニットを指揮しており、指揮下に入れません。
no-leave = 敵の制圧地域を出て{ $hex }へ行くには、移動力{ $points }では足りません。
no-led = { $unit }は{ $head }の指揮下にあります。
no-led-leader = { $unit }は自身が指揮下にあるため、指揮できません。
no-led-units = { $unit }が指揮しているユニットはありません。
no-line = { $unit }には連絡線がありません。
no-losses = いま受ける損害はありません。
no-mark = 1ユニット以上を除去しなければなりません。{ $unit }のステップを失うと、残りの損害では除去できなくなります。
no-mark-first = 1ユニットを除去するまでは、残りを後退でまかなえません。
no-more-terms = これ以上条件は示せません。合意するか拒否してください。
no-moved-already = { $unit }はすでに割り当てられています。
no-nobody-waits = すべてのユニットが配置済みです。
no-not-adjacent = { $hex }は隣接していません。
no-not-away = { $hex }は攻撃側から遠ざかる方向にありません。
no-not-eligible = { $unit }は、いまこの指揮官の編成の対象になりません。
no-not-hit = { $unit }はこの損害を受ける対象ではありません。
no-not-surrounding = { $unit }は城を包囲していません。
no-not-target = そこにいる{ $unit }は攻撃できません。
no-not-trapped = まだ後退できる経路があります。
no-not-yet = まだその選択をするときではありません。
no-not-yours = { $unit }は、いまあなたが動かせるユニットではありません。
no-one-here = { $hex }には編成できるユニットがありません。
no-one-hex = { $hex }は1ヘクス先ではありません。
no-one-to-organise = { $unit }のヘクスには編成できるユニットがありません。
no-other-army = { $unit }は別の軍勢に属しています。
no-other-hex = { $unit }は別のヘクスにいます。
no-other-in-hand = { $unit }を選ぶ前に、選択中の部隊の行動を終えてください。
no-others-castle = { $hex }はこの軍勢の城ではありません。
no-own-castle = { $hex }に自軍の城はありません。
no-path = 敵はその経路では後退していません。
no-peace-here = ここには講和を求められる部隊がいません。
no-peace-unit = { $unit }はここで包囲されていません。
no-peace-yet = 第{ $inning }イニングより前には講和を求められません。
no-place-first = 先に自由配置のユニットをすべて置いてください。
no-point-to-go-in = { $hex }の城に入る移動力が残っていません。
no-points = 移動力{ $points }では{ $hex }に届きません。
no-points-morale = { $hex }には届きません。士気低下のため移動力は{ $points }です。
no-power = { $unit }の行動力は{ $power }で、このステージには行動できません。
no-rank = { $unit }の階級は下ではありません。
no-refit-surrounded = { $unit }は包囲された城の中にいます。
no-refuge = { $hex }には自軍の部隊も城もありません。
no-refused = 合戦は拒否されました。
no-repaired = { $hex }はこのステージにすでに修復されています。
no-retreat-instead = この損害はステップで受けなければならず、後退ではまかなえません。
no-same-hex = { $unit }はすでにそこにいます。
no-second-demand = { $hex }にはこのフェイズにすでに降伏勧告が行われています。
no-set-up-there = { $hex }にはユニットを配置できません。
no-siege-inside = { $unit }自身が城内にいます。
no-small-house = { $unit }は別の小大名に属しています。
no-sortie-far = { $unit }は、出撃で自分のヘクスにいる敵しか攻撃できません。
no-sound = { $hex }は損傷していません。
no-storm-other = { $unit }はいまこの城を包囲した部隊ではありません。
no-strategic-close = 敵が近すぎるため、戦略移動はできません。
no-strategic-entry = マップに登場する部隊は戦略移動ができません。
no-strategic-line = 戦略移動には連絡線が必要です。
no-strategic-morale = 士気が低下している部隊は戦略移動ができません。
no-strength = 包囲には戦闘力{ $needs }が必要ですが、{ $has }しかありません。
no-surround-first = { $unit }は、前もってこの城を包囲していなければなりません。
no-surrounding = { $unit }は城を包囲しています。先に包囲を解いてください。
no-surrounds-already = { $unit }はすでにこの城を包囲しています。
no-takers = { $unit }の指揮下に入れるユニットが2つに足りません。
no-target-yet = 先に目標を選んでください。
no-tethered = その部隊は行動範囲を限られており、まだ{ $hex }へは移動できません。
no-there-already = { $unit }はすでにそこにいます。
no-to-the-death = { $hex }は徹底抗戦中で、降伏勧告を受け付けません。
no-too-many = 残りの損害{ $left }は後退の上限{ $most }ヘクスを超えています。先にステップを失ってください。
no-truce = { $unit }はまだ攻撃できません。
no-twice = { $unit }はすでに指定されています。
no-unfinished = 先に編成を終えてください。
no-usual = 配置するものは残っていません。終了を選ぶとゲームが始まります。
no-unplaced = { $unit }はまだ配置されていません。
no-waiting = この軍勢はまだ出陣していません。
no-walls-between = { $unit }との間は城壁で隔てられています。
no-water = 間に水域があるか、{ $hex }が進入できないヘクスです。
no-way-out = 敵が城門の前にいます。{ $unit }は出撃しかできません。
no-wounded = { $unit }とその指揮下のユニットは、ステップを失っていません。

# --- routine questions, as standing orders name them
order-retreats = 後退
order-leave = 退去する守備隊の行き先
order-losses = 損害の受け方
order-lose-counter = 反撃による損害
order-lose-battle = 合戦の損害
order-lose-interception = 守備隊の迎撃による損害
order-lose-toll = 後退経路による損害
order-lose-trapped = 後退先がないときの損害
order-lose-rout = 敗走の損害
order-lose-deserters = 脱走
order-remove = 守備隊の損害
order-traitor = 内応による損害
order-hold-out = 包囲下の抗戦
