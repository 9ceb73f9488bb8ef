# Texts of the data files of daimyo.

# --- scenarios
scenario-kawanakajima-title = 八幡原 第四次川中島の戦い
scenario-kawanakajima-summary = 二筋の川に挟まれた野に、夜明けの霧。謙信は信玄の本隊の眼前に下りてきた。より大きな武田の別働隊は、その背後の渡しへと急いでいる。
scenario-kawanakajima-origin-army = 1スタンドを150～300人として、公刊の記述から独自にまとめた。能力値とユニット数は選択による。
scenario-kawanakajima-origin-ground = 地形は戦場の記述により、180×120cmのテーブルに合わせた。

scenario-shitaragahara-title = 設楽原 長篠の戦い
scenario-shitaragahara-summary = 武田の騎馬は連吾川を渡り、織田・徳川の鉄砲が待ち構える柵を突き破らなければならない。
scenario-shitaragahara-origin-army = 1スタンドを150～300人として、公刊の記述から独自にまとめた。能力値とユニット数は選択による。
scenario-shitaragahara-origin-ground = 地形は戦場の記述により、180×120cmのテーブルに合わせた。

scenario-sunagawa-title = 砂川の遭遇戦
scenario-sunagawa-summary = 対称な地形で、同じ戦力の2軍が出会う。ルールを覚えるための合戦である。
scenario-sunagawa-origin-army = 架空。両軍の兵は同じである。
scenario-sunagawa-origin-ground = 架空。テーブルの中心に対して対称である。

scenario-mustered-title = 滝川対佐々
scenario-mustered-summary = シード1568の地形で行う、編成した軍どうしの合戦。
scenario-mustered-origin-army = ポイントで編成した。
scenario-mustered-origin-ground = シードから作成。双方から見て同じ地形である。

# --- options
option-initiative_attrition-title = 損失で主導権が下がる
option-initiative_attrition-explanation = 壊滅・離散・潰走中の味方ユニット1つにつき、主導権のダイスから1を引く。
option-initiative_attrition-value-on = 使う
option-initiative_attrition-value-off = 使わない
option-natural_12_2-title = 6のゾロ目と1のゾロ目
option-natural_12_2-explanation = 士気チェックで、6のゾロ目は必ず合格、1のゾロ目は必ず最悪の結果の不合格となる。
option-natural_12_2-value-on = 使う
option-natural_12_2-value-off = 使わない
option-weather-title = 天候
option-weather-explanation = 天候は毎ターン変わりうる。雨は火薬を湿らせ、霧は姿を隠し、雪は足を鈍らせる。使わなければ、いつも晴れである。
option-weather-value-on = 使う
option-weather-value-off = 使わない
option-random_events-title = ランダムイベント
option-random_events-explanation = 毎ターンの終わりにダイス2個を振る。流れ弾、湿った火薬、前兆など。
option-random_events-value-off = 使わない
option-random_events-value-on = 使う
option-challenges-title = 一騎討ち
option-challenges-explanation = 白兵戦で指揮官どうしが出会うと、ダイスを振る前に一方が他方に一騎討ちを挑める。
option-challenges-value-on = 使う
option-challenges-value-off = 使わない
option-card_activation-title = 札の順番
option-card_activation-explanation = 交互に行う代わりに、備ごとの札を切った山札から引く。どの備が次かはダイスで決まる。活性化のダイスはいつもどおり振る。
option-card_activation-value-off = 使わない
option-card_activation-value-on = 使う
option-whole_front-title = 側面には正面全体で
option-whole_front-explanation = 側面か背面を攻撃するユニットは、その辺から1スタンド以内のすべての列で戦う。使わなければ、その辺が前にある列だけで戦う。
option-whole_front-value-on = 使う
option-whole_front-value-off = 使わない
option-fire_into_melee-title = 白兵戦への射撃
option-fire_into_melee-explanation = 使うと、白兵戦中の敵もほかの敵と同じく目標になる。使わなければ、白兵戦中のユニットには誰も射撃できない。
option-fire_into_melee-value-off = 使わない
option-fire_into_melee-value-on = 使う

# --- guides
guide-sunagawa-title = 砂川の10分間
guide-sunagawa-step-1 = 同じ戦力の2軍が出会いました。あなたは下側の赤軍を率います。ユニットは約200人のスタンドが集まったもので、前に旗が立ちます。名札には練度と残りのスタンド数が出ています。
guide-sunagawa-step-2 = 重みの3分の1を超えて失った軍は負けです。ユニットの重みは1、旗本は2、あなたの幕は3です。10ターン後にどちらも負けていなければ、点数の多い側が勝ちます。
guide-sunagawa-step-3 = あなたが主導権を握りました。先に動きますか、それとも青軍に始めさせますか？ 両軍は備ごとに交互に行動します。
guide-sunagawa-step-4 = 備を選んでください。ダイス2個に大名の指揮値を足して8以上なら活性化します。大将が幕に着座していれば、さらに1を足します。失敗した備は、このターン動けません。大将の手勢はいつでも行動できます。
guide-sunagawa-step-5 = 備のユニットを1つずつ動かします。強調表示されたユニットをクリックするか、ドラッグしてください。ルール上立てる位置、その移動力、何で混乱するかが影の駒で示されます。
guide-sunagawa-step-6 = 前進し、正面の角を軸に旋回し、1回だけ転回し、1回だけ列を変えられます。徒歩は8～11cm、騎馬は15cm以上動きます。森と水田は移動力が2倍かかり、ユニットが混乱します。避けて通りましょう。よければ移動を終えます。
guide-sunagawa-step-7 = 旋回では遠いほうの角が大きく回るので、正面が広いほど移動力がかかります。幅の狭いユニットや練度の高いユニットは楽に旋回できます。戦列をまっすぐに保ち、側面を守りましょう。側面を突かれたユニットはただちに混乱します。
guide-sunagawa-step-8 = 次は大名です。20cmより遠くのユニットは命令に従わないかもしれないので、大名は兵の中ほどに置きましょう。ユニットに加われば、その士気を支え、ともに戦いますが、命の危険もあります。
guide-sunagawa-step-9 = 射撃の目標がいます。鉄砲と弓は15cmまで届き、8cm以内ならよく当たります。各スタンドは8以上で命中し、3回の命中で1スタンドがなくなります。最初の斉射がいちばん強いので、遠くから撃ってむだにしないようにしましょう。
guide-sunagawa-step-10 = 突撃が敵に届きます。敵にポインターを合わせると確率が出ます。騎馬は弓・鉄砲足軽や混乱した徒歩を打ち破りますが、整然とした槍には敵いません。突撃をすべて宣言してから、宣言を終えます。突撃は一斉に行われます。
guide-sunagawa-step-11 = 突撃を受けました。踏みとどまれば、弓や鉄砲はもう一度射撃できます。逆突撃なら、同じ勢いでぶつかります。後退すれば、兵は失いませんが場所を譲ります。
guide-sunagawa-step-12 = 突撃を受けたユニットは先に射撃できますが、当たりにくくなります。
guide-sunagawa-step-13 = 白兵戦は1ターンに1ラウンド戦います。最初は、長槍が2段、ほかは1段で戦います。多く命中を受けた側が押し戻され、与えたより3以上多く受けたユニットは潰走します。
guide-sunagawa-step-14 = 敵が押し戻されました。追随すれば、次のラウンドは有利です。とどまれば、戦いはひとまず終わります。
guide-sunagawa-step-15 = 敵が潰走しました。追撃は追いついた敵を斬り伏せますが、望まない所まで行ってしまうこともあります。
guide-sunagawa-step-16 = 潰走したユニットは、最初に逃げたあと、一度だけ再集結を試みられます。失敗すれば失われ、試みなければテーブルの外まで逃げていきます。
guide-sunagawa-step-17 = ターンの終わりです。スタンドを失ったユニット、味方の潰走を見たユニット、指揮官を失ったユニットは、みな士気チェックを行います。選んだ翼から順にチェックし、潰走は広がることもあります。
guide-sunagawa-step-18 = これで1ターンです。ログの各行にはルール番号がついています。番号をクリックすると、ルールブックのその箇所が開きます。ここからはあなたの戦場です。戦列をそろえて前進し、突撃の前に射撃し、予備を残しておきましょう。
