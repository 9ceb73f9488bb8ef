// Made from crates/server/src/wire by `GUNBAI_BLESS=1 cargo test -p server wire`.

export type Name = { en: string, ja?: string, };

export type Setup = { system: string, scenario: string, 
/**
 * Only what differs from the default.
 */
options?: { [key in string]: string }, 
/**
 * The revision of the system's behaviour this game began under and keeps.
 */
revision: number, 
/**
 * Where play starts instead of the scenario's own set-up: a position as TOML.
 */
position?: string | null, };

export type Card = { system: string, scenario: string, title: Name, summary: string, sides: Array<SideCard>, options: Array<OptionCard>, 
/**
 * "12 innings"
 */
length: string, minutes: number, origin: Array<Origin>, };

export type SideCard = { id: string, name: Name, 
/**
 * The crest.
 */
mon: string, 
/**
 * Its colours, of those sides are printed in, counted from 0; by its place among the sides unless its name says
 * otherwise.
 */
livery: number | null, };

export type OptionCard = { id: string, title: string, explanation: string, rule: string, values: Array<string>, default: string, };

export type Origin = { part: string, 
/**
 * `printed`, `reported` or `reconstructed`.
 */
source: string, reason: string, };

export type Order = "ask" | "never" | "always" | "habit";

export type Scene = { boards: Array<Board>, pieces: Array<Piece>, tracks?: Array<Track>, hands?: Array<Hand>, charts?: Array<Chart>, notes?: Array<Note>, scores?: Array<Score>, };

export type Board = { id: string, name: Name, 
/**
 * The digest of its [`Ground`].
 */
ground: string, };

export type Ground = { "kind": "hexes", id: string, name: Name, columns: number, rows: number, 
/**
 * Even columns sit half a hex lower; otherwise odd ones do.
 */
even_down: boolean, 
/**
 * What lies at the top of the sheet: "north".
 */
up: string, cells: Array<Cell>, 
/**
 * Parts of the sheet that have a name: provinces, seas.
 */
regions?: Array<Region>, } | { "kind": "areas", id: string, name: Name, width: number, height: number, areas: Array<Area>, } | { "kind": "open", id: string, name: Name, width: number, height: number, 
/**
 * What a ruler is marked in: `cm`, `in`.
 */
unit: string, patches: Array<Patch>, };

export type Cell = { 
/**
 * Its label as actions write it: `2412` or `D:2412`.
 */
id: string, terrain: string, road?: number, river?: number, wall?: number, name?: Name | null, 
/**
 * Words for what else is there: `star`, `west_of_ishikawa`.
 */
marks?: Array<string>, };

export type Region = { 
/**
 * `province:omi`
 */
mark: string, name: Name, };

export type Area = { id: string, name: Name, terrain: string, outline: Array<[number, number]>, marks: Array<string>, };

export type Patch = { terrain: string, name: Name | null, outline: Array<[number, number]>, 
/**
 * How high it stands: a hill of level 2 has two contours.
 */
level?: number, };

export type Piece = { id: string, side: number, 
/**
 * A label of a place, or `None` beside the boards.
 */
place: string | null, 
/**
 * On an open table: where and how it stands.
 */
pose?: Pose | null, face: Face, 
/**
 * On an open table: the figures on its stands.
 */
figure?: Figure | null, 
/**
 * Names of its conditions, as `data/art/conditions.json` lists them: `acted`, `target`, `chosen`, `disordered`.
 */
states?: Array<string>, 
/**
 * A full sentence for tooltips and screen readers.
 */
label: string, 
/**
 * The piece on whose display it lies, if it lies on one.
 */
under?: string | null, display?: Display | null, };

export type Figure = { 
/**
 * Kinds of `data/art/figures.json`: one for all stands, or one for each.
 */
kinds: Array<string>, 
/**
 * `L`, `M` or `H`, or nothing.
 */
armour: string, 
/**
 * In one word: `Veteran`.
 */
quality: string, 
/**
 * Stands at the start.
 */
full: number, 
/**
 * Hits that have not yet cost a stand.
 */
hits: number, };

export type Display = { title: string, 
/**
 * What the pieces on it are together.
 */
about: string, 
/**
 * How many pieces it has room for, beside the one it belongs to.
 */
boxes: number, };

export type Pose = { 
/**
 * The middle of the front edge.
 */
x: number, y: number, 
/**
 * In tenths of a degree, clockwise from the top of the table.
 */
heading: number, width: number, depth: number, 
/**
 * Stands in files, the last rank centred; one of each for a base that is not divided.
 */
stands: number, files: number, };

export type Face = { mon: string, glyph: string, 
/**
 * A sign of rank: `★★`.
 */
badge?: string, name: Name, 
/**
 * In rule order.
 */
values: Array<string>, };

export type Track = { id: string, title: string, boxes: Array<string>, at: number | null, };

export type Hand = { seat: number, title: string, count: number | null, cards: Array<CardFace>, };

export type CardFace = { id: string, name: Name, text: string, };

export type Chart = { id: string, title: string, rule: string, columns: Array<string>, rows: Array<[string, Array<string>]>, 
/**
 * The column in use now.
 */
column: number | null, 
/**
 * Where its figures come from: printed, reported or reconstructed.
 */
origin: string, };

export type Note = { id: string, text: string, rule: string, };

export type Score = { side: number, points: number, 
/**
 * Where they come from, item by item: together they are `points`.
 */
items: Array<[string, number]>, 
/**
 * What else there is to know.
 */
about: string, rule: string, };

export type Overlay = { id: string, title: string, rule: string, 
/**
 * The side it speaks of.
 */
side: number | null, 
/**
 * Labels of places, each with a word or figure to write there (often none).
 */
places: Array<[string, string]>, 
/**
 * On an open table: what is drawn over it.
 */
shapes?: Array<Shape>, 
/**
 * The piece it speaks of: it is shown while that piece is looked at.
 */
piece?: string | null, };

export type Shape = { "kind": "circle", x: number, y: number, radius: number, word: string, } | { "kind": "fan", pose: Pose, outward: number, reach: number, word: string, } | { "kind": "ring", outline: Array<[number, number]>, word: string, } | { "kind": "line", points: Array<[number, number]>, word: string, };

export type Difference = { gone?: Array<string>, 
/**
 * New or changed pieces.
 */
pieces?: Array<Piece>, 
/**
 * The order of all pieces by id, where it changed otherwise than by pieces going or coming at the end.
 */
order?: Array<string> | null, boards?: Array<Board> | null, tracks?: Array<Track> | null, hands?: Array<Hand> | null, charts?: Array<Chart> | null, notes?: Array<Note> | null, scores?: Array<Score> | null, };

export type Side = number;

export type Stroke = { "moved": { piece: string, path: Array<string>, } } | { "turned": { piece: string, heading: number, } } | { "flipped": { piece: string, } } | { "appeared": { piece: string, place: string, } } | { "gone": { piece: string, } } | { "joined": { piece: string, to: string, } } | { "thrown": { dice: Array<number>, } } | { "counted": { what: string, value: number, } } | { "shown": { card: string, name: Name, side: Side, } } | { "face-down": { side: Side, } };

export type UsedCell = { chart: string, 
/**
 * Counted from 0.
 */
row: number, column: number, };

export type Said = { rule: string, key: string, text: string, };

export type Choice = { 
/**
 * The canonical text of the action.
 */
action: string, text: string, 
/**
 * What to click: `piece:goto_G1`, `place:2412`, `button:done`.
 */
tie?: string | null, 
/**
 * The cards it is made of, as they are called in a hand: it is put together by clicking them.
 */
cards?: Array<string>, cost?: number | null, warning?: string | null, 
/**
 * On an open table: how the piece would stand then.
 */
pose?: Pose | null, role?: Role, };

export type Role = "plain" | "main" | "finish" | "end" | "pass" | "face-down";

export type SaidDrag = { 
/**
 * The actions to be taken, in order, and what each is called.
 */
actions: Array<string>, texts: Array<string>, 
/**
 * How the piece stands after them.
 */
pose: Pose, cost: string, warnings: Array<Said>, 
/**
 * Why it goes no nearer.
 */
stopped: Said | null, };

export type Asked = { "rests-in": "questions", questions: Array<AskedQuestion>, } | { "rests-in": "roll", seat: number, rule: string, text: string, dice: number, sides: number, modifiers: Array<SaidModifier>, } | { "rests-in": "over", winner: string | null, rule: string, text: string, };

export type AskedQuestion = { seat: number, kind: string, rule: string, prompt: string, 
/**
 * Where it lies, if in one place: `piece:goto_G1`.
 */
at?: string | null, 
/**
 * Asked whatever the seat holds: neither that it is asked nor how long it takes may tell anything.
 */
window: boolean, 
/**
 * The standing orders that would answer such a question.
 */
orders?: Array<Order>, };

export type Routine = { kind: string, 
/**
 * What such questions are called.
 */
name: string, };

export type SaidModifier = { value: number, rule: string, text: string, };

export type Told = { strokes: Array<Stroke>, cell?: UsedCell | null, rule: string, key: string, text: string, };

export type Forfeit = "resigned" | "time" | "absence" | "share" | "draw";

export type Cause = { "kind": "beginning" } | { "kind": "act", seat: number, } | { "kind": "throw", entered: boolean, } | { "kind": "undo", seat: number, to: number, agreed: boolean, } | { "kind": "resign", seat: number, why: Forfeit, } | { "kind": "share", seat: number, } | { "kind": "dice", file: boolean, };

export type ToldStep = { number: number, cause: Cause, 
/**
 * The inning or turn in which it leaves the game.
 */
clock: number, 
/**
 * The pips, when the input was a throw.
 */
pips: Array<number>, events: Array<Told>, head: string, };

export type SaidForecast = { 
/**
 * At most eight, most likely first; the last sums up those that are folded.
 */
outcomes: Array<SaidChance>, 
/**
 * The rows behind the last one, where there are more.
 */
folded?: Array<SaidChance>, 
/**
 * What it costs each side; only what can be lost at all.
 */
tolls: Array<SaidToll>, 
/**
 * Throws looked at.
 */
states: number, exact: boolean, 
/**
 * The plays or imagined worlds behind sampled figures.
 */
samples?: number | null, 
/**
 * The policy of each seat for questions on the way.
 */
policy: [string, string], until: string, 
/**
 * The same for each answer of the other seat to its first question that matters.
 */
answers?: Array<SaidBranch>, 
/**
 * The same by what is hidden.
 */
hidden?: Array<SaidBranch>, };

export type SaidChance = { key: string, text: string, 
/**
 * As a fraction; empty where it is not exact.
 */
chance: string, millionths: number, 
/**
 * Half the 95 % interval where the figure was sampled.
 */
error_millionths: number, };

export type SaidToll = { kind: TollKind, text: string, 
/**
 * By side.
 */
of: Array<SaidAmount>, };

export type TollKind = "losses" | "leader" | "morale";

export type SaidAmount = { side: string, 
/**
 * As a fraction; empty where it is not exact.
 */
amount: string, millionths: number, error_millionths: number, };

export type SaidBranch = { 
/**
 * The answer of the other seat, or the condition.
 */
text: string, 
/**
 * The action, where it is an answer.
 */
action?: string | null, 
/**
 * How likely the condition is.
 */
millionths: number, forecast: SaidForecast, };

export type SaidLuck = { number: number, clock: number, 
/**
 * Who threw.
 */
side: number, rule: string, text: string, pips: Array<number>, 
/**
 * The expected sum of the pips, in tenths.
 */
expected_tenths: number, 
/**
 * What the fall was worth to side 0 beyond expectation, in points of judgement.
 */
swing: number, };

export type Lobby = { version: number, systems: Array<SystemCard>, 
/**
 * Computer players, weakest first.
 */
levels: Array<LevelCard>, 
/**
 * Data sets by name; the first is the built-in one.
 */
data: Array<string>, 
/**
 * Tables anyone here may watch, newest first.
 */
tables: Array<TableCard>, 
/**
 * Tables with a seat that anyone may take, newest first.
 */
open: Array<TableCard>, 
/**
 * Which notices can be sent to an absent player.
 */
notify: CanNotify, };

export type SystemCard = { id: string, name: Name, scenarios: Array<ScenarioCard>, };

export type ScenarioCard = { 
/**
 * The digest of the ground of each board: `/api/thumbnail/DIGEST.svg`, `/api/map/DIGEST.svg`.
 */
grounds: Array<string>, 
/**
 * Where on the first of them it is fought, if the scenario is called after a place there: percent across and down.
 */
focus?: [number, number], 
/**
 * There is a guide for newcomers: `/api/guide/SYSTEM/SCENARIO`.
 */
guide: boolean, system: string, scenario: string, title: Name, summary: string, sides: Array<SideCard>, options: Array<OptionCard>, 
/**
 * "12 innings"
 */
length: string, minutes: number, origin: Array<Origin>, };

export type LevelCard = { 
/**
 * As a table is asked for: `greedy`, `search:400`.
 */
id: string, name: string, explanation: string, };

export type TableCard = { table: string, system: string, scenario: string, title: Name, seats: Array<SeatCard>, clock: number, 
/**
 * What it waits for, in one sentence.
 */
status: string, 
/**
 * The seats that are asked now.
 */
waiting: Array<number>, over: boolean, 
/**
 * The seat that won, if it is over; `null` after a draw.
 */
winner: number | null, 
/**
 * What was agreed about time.
 */
terms: Terms, number: number, 
/**
 * Seconds since 1970.
 */
created: number, changed: number, };

export type SeatCard = { seat: number, side: string, name: Name, mon: string, 
/**
 * The colours of its side, counted from 0.
 */
livery: number, 
/**
 * `person` or a computer level.
 */
who: string, 
/**
 * Somebody with this seat's link is looking at the table now.
 */
here: boolean, 
/**
 * What the person is called, if they have said.
 */
person: string | null, 
/**
 * Anyone may take the seat: `POST /api/tables/ID/join`.
 */
open: boolean, };

export type Sitter = "person" | { "computer": string };

export type NewTable = { 
/**
 * `yukimura/yao`. Not needed with `record` or `from`.
 */
scenario: string | null, options: { [key in string]: string }, 
/**
 * The name of a data set; the built-in one if absent.
 */
data: string | null, seats: [Sitter, Sitter], 
/**
 * Players throw at a real table and enter the pips.
 */
real_dice: boolean, 
/**
 * Dice follow from secrets of the server and of each person's seat; the first throw waits for all of them.
 */
shared_dice: boolean, 
/**
 * Shown in the list of tables that anyone may watch.
 */
listed: boolean, 
/**
 * What the people in the seats are called.
 */
names?: [string, string], 
/**
 * This seat of a person is open: the table is in the list of those who look for an opponent, and the first who asks
 * takes it.
 */
open_seat?: number, 
/**
 * What is agreed about time.
 */
terms: Terms, 
/**
 * A record to go on from, as text.
 */
record: string | null, 
/**
 * Start from a position of another table.
 */
from: From | null, };

export type Terms = { 
/**
 * `null`: nobody counts.
 */
clock: Clock | null, 
/**
 * Days without an answer after which the game can be claimed; 0: never.
 */
claim_days: number, 
/**
 * Days of vacation each seat has in this game.
 */
vacation_days: number, };

export type Clock = { 
/**
 * Seconds each seat begins with.
 */
bank: number, 
/**
 * Seconds that are added whenever a seat has answered and another is asked.
 */
each: number, at_zero: AtZero, };

export type AtZero = "resign" | "computer" | "claim";

export type Times = { 
/**
 * Seconds in each bank; `null` without a clock.
 */
left: [number, number] | null, 
/**
 * Whose runs down now.
 */
running: [boolean, boolean], vacation: [boolean, boolean], 
/**
 * Seconds of vacation each seat has left.
 */
vacation_left: [number, number], 
/**
 * From which seats the other may claim the game.
 */
claimable: [boolean, boolean], };

export type Notify = { 
/**
 * An address that is sent a JSON object.
 */
webhook: string | null, email: string | null, 
/**
 * The address was confirmed by a mail to it.
 */
confirmed: boolean, };

export type CanNotify = { webhook: boolean, email: boolean, };

export type Account = { name: string, 
/**
 * What the account gathers: table and seat, the latest first.
 */
seats: Array<[string, number]>, };

export type NewLink = { token: string, };

export type Joined = { seat: number, token: string, };

export type Rematch = { table: string, };

export type PastGame = { 
/**
 * The seat of the account.
 */
seat: number, result: GameResult, table: TableCard, };

export type GameResult = "won" | "lost" | "drawn" | "running";

export type From = { table: string, 
/**
 * After this input.
 */
at: number, 
/**
 * A private branch: kept in memory only, for both seats, gone an hour after it was last looked at.
 */
branch: boolean, };

export type Opened = { table: string, 
/**
 * The token of each seat a person takes; `null` for a computer.
 */
tokens: [string | null, string | null], };

export type Sight = { table: string, setup: Setup, card: ScenarioCard, data: string, real_dice: boolean, 
/**
 * The input up to which the game comes from a file; its dice are new from there on. `null`: played here from its
 * beginning.
 */
from_file: number | null, 
/**
 * How far shared dice are; `null` where dice are not shared.
 */
shared_dice: SharedDice | null, 
/**
 * A private branch of this table and input.
 */
branch_of: [string, number] | null, 
/**
 * The seat of the viewer; `null` for a watcher.
 */
seat: number | null, seats: Array<SeatCard>, scene: Scene, 
/**
 * The number of the last news this viewer has had.
 */
seq: number, chat: Array<Chat>, 
/**
 * The viewer's own notes and standing orders.
 */
notes: string, orders: Array<StandingOrder>, 
/**
 * The kinds of questions that a seat may leave to its habit.
 */
routine: Array<Routine>, terms: Terms, times: Times, 
/**
 * Those who only look on have nothing to say.
 */
muted: boolean, 
/**
 * Seconds since 1970: nobody has touched the table for long, and it will be deleted then. A seat keeps it
 * by looking at it.
 */
expires: number | null, 
/**
 * Nothing more happens here; the operator closed it.
 */
closed: boolean, 
/**
 * How the viewer is told that he is asked; `null` for a watcher.
 */
notify: Notify | null, 
/**
 * The table of the next game with the same people, once one of them has opened it.
 */
rematch: string | null, 
/**
 * How many inputs there have been, and the head of their chain.
 */
number: number, head: string, clock: number, asked: Asked, 
/**
 * What the viewer may choose, if he is asked.
 */
choices: Array<Choice>, 
/**
 * The viewer is in the middle of a chain of clicks that others do not see yet.
 */
in_chain: boolean, 
/**
 * The input the viewer can go back to without asking; `number` if there is nothing to take back.
 */
free_undo: number, 
/**
 * Somebody asks to go back, or for a draw.
 */
offer: Offer | null, 
/**
 * The head, or why it is over and the seed it was played with.
 */
over: boolean, };

export type SharedDice = { 
/**
 * What the server is bound to since before anyone sat down.
 */
commitment: string, shares: [ShareCard, ShareCard], };

export type ShareCard = { 
/**
 * What the seat is bound to.
 */
commitment: string | null, 
/**
 * The server knows what the seat brought.
 */
told: boolean, 
/**
 * The first throw waits for it.
 */
owed: boolean, };

export type Rest = { 
/**
 * How many inputs there have been, and the head of their chain.
 */
number: number, head: string, clock: number, asked: Asked, 
/**
 * What the viewer may choose, if he is asked.
 */
choices: Array<Choice>, 
/**
 * The viewer is in the middle of a chain of clicks that others do not see yet.
 */
in_chain: boolean, 
/**
 * The input the viewer can go back to without asking; `number` if there is nothing to take back.
 */
free_undo: number, 
/**
 * Somebody asks to go back, or for a draw.
 */
offer: Offer | null, 
/**
 * The head, or why it is over and the seed it was played with.
 */
over: boolean, };

export type Offer = { seat: number, 
/**
 * The input to go back to; `null`: a draw.
 */
to: number | null, };

export type Chat = { n: number, 
/**
 * `null`: a watcher.
 */
seat: number | null, text: string, at: number, };

export type StandingOrder = { 
/**
 * The kind of question, as [`kernel::erased::AskedQuestion`] has it.
 */
kind: string, 
/**
 * Only for questions that lie here: "ask me here".
 */
at: string | null, order: Order, };

export type Greeting = { "say": "hello", version: number, 
/**
 * The token of a seat; none for a watcher.
 */
token: string | null, 
/**
 * The last news it has had, if it was here before.
 */
since: number | null, };

export type Command = { "say": "act", action: string, after: number, } | { "say": "dice", pips: Array<number>, after: number, } | { "say": "undo", to: number, after: number, } | { "say": "answer", agree: boolean, to: number | null, after: number, } | { "say": "draw", after: number, } | { "say": "resign", after: number, } | { "say": "share", commitment: string, } | { "say": "open-share", share: string, } | { "say": "chat", text: string, } | { "say": "notes", text: string, } | { "say": "orders", orders: Array<StandingOrder>, } | { "say": "name", name: string, } | { "say": "stop-looking", } | { "say": "vacation", on: boolean, } | { "say": "mute", on: boolean, } | { "say": "claim", computer: string | null, };

export type Question = { "say": "odds", actions: Array<string>, until_question: boolean, } | { "say": "why", thing: string, } | { "say": "overlays", } | { "say": "drag", piece: string, to: Pose, };

export type Tell = { "tell": "welcome", sight: Sight, missed: Array<ToldStep>, } | { "tell": "news", seq: number, steps: Array<ToldStep>, difference: Difference, rest: Rest, } | { "tell": "done", id: number, number: number, head: string, } | { "tell": "no", id: number, error: Failure, } | { "tell": "odds", id: number, odds: SaidForecast | null, preview: ToldStep, } | { "tell": "why", id: number, said: Said | null, } | { "tell": "overlays", id: number, overlays: Array<Overlay>, } | { "tell": "drag", id: number, drag: SaidDrag | null, } | { "tell": "chat", chat: Chat, } | { "tell": "seats", seats: Array<SeatCard>, } | { "tell": "rematch", table: string, } | { "tell": "offer", offer: Offer | null, } | { "tell": "shares", dice: SharedDice, } | { "tell": "times", times: Times, } | { "tell": "closed" } | { "tell": "muted", muted: boolean, } | { "tell": "waiting", id: number, ahead: number, } | { "tell": "thinking", seat: number, share: number | null, ahead: number, };

export type Failure = { code: string, message: string, rule?: string | null, };

export type Done = { number: number, head: string, };

export type Log = { steps: Array<ToldStep>, 
/**
 * Where the next page begins; `null` on the last.
 */
next: number | null, };

export type LuckPage = { throws: Array<SaidLuck>, 
/**
 * Where the next page begins; `null` on the last.
 */
next: number | null, };

export type Book = { system: string, chapters: Array<Chapter>, };

export type Chapter = { title: string, rules: Array<Paragraph>, };

export type Paragraph = { id: string, 
/**
 * Markdown: paragraphs, emphasis, lists, tables.
 */
text: string, note: boolean, 
/**
 * Worked examples that show it: name and title.
 */
examples: Array<[string, string]>, };

export type Demonstration = { title: string, rules: Array<string>, 
/**
 * The sides of its scenario.
 */
sides: Array<SideCard>, frames: Array<Frame>, };

export type Frame = { 
/**
 * What was done: the action in words, or the throw; empty in the first.
 */
done: string, step: ToldStep | null, 
/**
 * Refused, in the last frame of examples that show it.
 */
refused: Said | null, scene: Scene, asked: Asked, };

export type Guide = { title: string, 
/**
 * The side the newcomer plays.
 */
side: string, steps: Array<GuideStep>, };

export type GuideStep = { 
/**
 * The kind of question; `any` fits all.
 */
when: string, text: string, 
/**
 * What to point at: `piece:…`, `place:…`, `button:…`, `prompt`, `log`.
 */
point: string | null, 
/**
 * Done by reading: it goes on with a click on "next", not with an action.
 */
read: boolean, 
/**
 * The rule it speaks of.
 */
rule: string | null, };

export type Say = Greeting | ({ id: number } & (Command | Question));
