# Sentences of the table itself; each system adds its own.
table-not-your-choice = いまはあなたが選ぶ番ではありません。選ぶのは{ $side }です。
table-not-asked = いま求められている選択ではありません。
table-rolling = ダイスを振っています。いま選ぶことはありません。
table-over = ゲームは終了しています。
table-resigned = { $side }は投了した。
table-out-of-time = { $side }は時間切れになった。
table-share-withheld = { $side }は共有ダイスの自分の分を期限までに確認しなかった。
table-drawn = 両者の合意により引き分けとなった。
table-absent = { $side }の不在が長く続き、相手の勝ちが認められた。
table-forced = 選べるものは1つだけだった。
odds-other = その他
odds-nothing = 効果なし
odds-if-not = それ以外のとき
# What a side loses in a forecast, by the units of the system.
forecast-losses = 損害
forecast-leader = 武将が倒れる
forecast-morale = 士気低下
