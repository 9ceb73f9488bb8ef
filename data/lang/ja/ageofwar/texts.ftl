# Texts of the data files of ageofwar.

# --- scenarios
scenario-kawanakajima-title = 八幡原 第四次川中島の戦い
scenario-kawanakajima-summary = 野に夜明けの霧。謙信が信玄に襲いかかる。信玄の別働隊は、謙信の背後の渡しを越えて急ぎ戻る。
scenario-kawanakajima-origin-armies = 編成と数値は独自のもの。
scenario-kawanakajima-origin-ground = 地形は、ルールで扱えるものに簡略化した。

scenario-shitaragahara-title = 設楽原 長篠の戦い
scenario-shitaragahara-summary = 武田の騎馬に、柵の内の3千挺の鉄砲。間を一筋の川が流れる。
scenario-shitaragahara-origin-armies = 編成と数値は独自のもの。
scenario-shitaragahara-origin-ground = 地形は、ルールで扱えるものに簡略化した。

scenario-sunagawa-title = 砂川の遭遇戦
scenario-sunagawa-summary = 対称な地形に、同じ戦力の2軍。防御側の1ユニットが遅参する。
scenario-sunagawa-origin-armies = 編成と数値は独自のもの。
scenario-sunagawa-origin-ground = 地形は、ルールで扱えるものに簡略化した。

scenario-mustered-title = 真田対雑賀
scenario-mustered-summary = シード1585の地形で行う、編成した軍どうしの合戦。
scenario-mustered-origin-armies = ポイントで編成した。
scenario-mustered-origin-ground = シードから作成。双方から見て同じ地形である。

# --- options
option-order-title = 隊伍の立て直し
option-order-explanation = 「行動点」では、ユニットは行動点1で1手番に1回試みる。「無料」では、乱れたユニットはみなステップ1にダイス1個を振る。
option-order-value-point = 行動点
option-order-value-free = 無料
option-centre-title = 正面の的
option-centre-explanation = 「前方」では、正面からまっすぐ前に延ばした線に触れる目標だけが正面の的となる。「常に」では、どの射撃もそうなる。
option-centre-value-ahead = 前方
option-centre-value-always = 常に
option-general_withdraws-title = 武将は退きやすい
option-general_withdraws-explanation = ひとりで攻めかかられた武将は、ダイスに3を足す。原版の早見表ではこの数値が欠けている。
option-general_withdraws-value-on = 使う
option-general_withdraws-value-off = 使わない
option-support_saves-title = 退きそこねても支援で助かる
option-support_saves-explanation = 6インチ以内に戦闘中でない味方ユニットがあれば、潰走せずに後退する。
option-support_saves-value-on = 使う
option-support_saves-value-off = 使わない
option-challenge_per-title = 一騎討ちの回数
option-challenge_per-explanation = 早見表には1ターンに1回とある。「手番ごと」では、双方が自分の手番に1回ずつ挑める。「ターンごと」では双方合わせて1回で、攻撃側が先に選ぶ。
option-challenge_per-value-player_turn = 手番ごと
option-challenge_per-value-game_turn = ターンごと
option-over-title = 一騎討ちで限度を超えたとき
option-over-explanation = 「討死」では、限度を超えた者は必ず討死する。「差」では、3以上超えた者だけが討死し、それ以外は勝負なしに終わる。
option-over-value-dead = 討死
option-over-value-difference = 差
option-bodies-title = 討死した武将の損害マーカー
option-bodies-explanation = 一騎討ちで討たれた武将は、最も近い2ユニットにマーカーを3個ずつ残す（「それぞれ」）。または合わせて3個とし、近いほうに2個、他方に1個を残す（「分ける」）。
option-bodies-value-each = それぞれ
option-bodies-value-shared = 分ける

# --- guides
guide-sunagawa-title = 砂川の10分間
guide-sunagawa-step-1 = 対称な地形に、同じ戦力の2軍。あなたは下側の赤軍を率います。備は2つで、それぞれに武将とユニットがいます。ユニットはベースの集まりです。名札には兵種と、残りのベース数と、損害マーカーが出ています。
guide-sunagawa-step-2 = カウントダウンは20から始まり、毎ターン、ダイスの目だけ減ります。いつ日が暮れるかはわかりません。最後は勝利点で決まります。敵のユニット、組頭、武将を倒すと得点になり、中央の丘の頂に最も近い側は30点を得ます。
guide-sunagawa-step-3 = あなたの手番は武将の移動から始まります。武将はダイス3個の合計インチまで動けます。采配は近いほど通りやすいので、ユニットに加わるか、ユニットの間に置きましょう。加わるなら、前の段よりも後ろがよいでしょう。
guide-sunagawa-step-4 = 使番が本陣から武将のもとへ走ります。使番にダイスを与えてください。4、5、6が1個出るごとに8インチ進みます。着いた使番は、采配に失敗した武将を救う決意ダイスを届けます。
guide-sunagawa-step-5 = 使番が着きました。出た数の決意ダイスを受け取るか、もう一度だけ振って、その結果を受け入れます。
guide-sunagawa-step-6 = ここがゲームの核心です。ユニットを選び、ダイスを2個振ります。必要な目は、武将、ユニットの質、両者の距離で決まります。通ればユニットは行動し、通らなければこの武将の采配はこの手番では終わりです。ですから、通りやすく大事なユニットから始めましょう。
guide-sunagawa-step-7 = ユニットの行動点が決まったので、使いましょう。先に向きと隊形、次に2回までの旋回、それから行軍です。行軍は1点につき徒歩3インチ、騎馬4インチです。行きたい所へユニットをドラッグすると、影の駒が費用を示します。
guide-sunagawa-step-8 = 弓は1点、鉄砲は2点で射撃し、10インチまで届きます。射撃や戦闘にポインターを合わせると確率が出ます。戦闘をしかけるには2点かかり、接触して行軍が終わります。
guide-sunagawa-step-9 = 采配は通りませんでしたが、決意ダイスを使えば2個とも振り直せます。まだ動かしたいユニットがあれば使いましょう。
guide-sunagawa-step-10 = 射程内の敵が行動したところです。弓・鉄砲のユニットは敵の手番に一度だけ、前の段で射撃できます。敵が近ければ撃ち、そうでなければもっとよい機会を待ちましょう。
guide-sunagawa-step-11 = 敵が攻めかかってきます。踏みとどまって戦うか、退くかです。退くときは双方がダイスを2個振り、敗れると潰走します。騎馬は徒歩から楽に退けますが、徒歩はたいてい踏みとどまるべきです。
guide-sunagawa-step-12 = 一騎討ちは手番に1回です。武将か組頭が、4インチ以内の敵に挑みます。ダイスを1個ずつ振り、限度のどこまで近づけるかを競います。断った者は面目を失います。
guide-sunagawa-step-13 = もう一度振りますか、いまの値で止めますか？ 限度を超えれば討死します。双方が止めたとき、3以上低いほうが討死します。選択肢にポインターを合わせると確率が出ます。
guide-sunagawa-step-14 = 武将が2人とも采配を終えると、接触しているユニットは双方とも戦います。ダイスをまとめて振り、5と6が命中です。多くのベースを失った側は士気チェックです。支援は大切です。2段めの兵と、6インチ以内の味方が力になります。
