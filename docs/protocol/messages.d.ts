// Messages of wd_env, protocol 1: made from their classes, not written by hand.

/** Asks a bot for a move; exactly one of `state`, `record` and `view` says where. */
export interface Act {
  type: "act";
  /** chosen by who asks */
  id: string;
  bot: string;
  /** A table as `Table.to_json` writes it. */
  state?: Record<string, unknown>;
  /** a record file, as `wd play` writes */
  record?: string;
  view?: ViewData;
  /** The same seed gives the same answer; without one the server takes a new one. */
  seed?: string;
  /** The option of the greatest odds, for bots that tell odds. */
  greedy?: boolean;
  /** milliseconds; the server's own limit holds too */
  budget_ms?: number;
  /** Also the odds of every option, what each does in words, and the value of the seat. */
  analysis?: boolean;
}

/** A bot's move. */
export interface Action {
  type: "action";
  /** chosen by who asks */
  id: string;
  /** seat at the table */
  seat?: number;
  decision: string;
  /** number of an action */
  index: number;
  text: string;
  seed: string;
  elapsed_ms: number;
  analysis?: AnalysisData;
}

/** An option with the odds that the bot takes it. */
export interface ActionProbability {
  /** number of an action */
  index: number;
  text: string;
  /** The number to type. */
  label?: string;
  description?: string;
  /** What else it may be called: the title on the card, who is named. */
  aliases?: Array<string>;
  /** The things of the scene that it is about, such as `place 7` or `seat 1`: a click on one means this option. */
  targets?: Array<string>;
  probability: number;
  /** The odds of winning that the option has brought in samples, for bots that look ahead. */
  action_value?: number;
}

/** What a person should know beside the record: a bot that failed, a seat that was handed over. */
export interface Alert {
  type: "alert";
  game: string;
  viewer: number | null;
  undo_count?: number;
  /** lines of the record so far */
  line: number;
  text: string;
  bot?: string;
}

/** What a bot thinks: the odds sum to 1. */
export interface AnalysisData {
  actions: Array<ActionProbability>;
  /** What it expects the seat to get in the end, from -1 to +1; null where it tells none. */
  value?: number | null;
  /** What it took was drawn by these odds, and need not be the greatest. */
  sampled?: boolean;
}

/** What a bot thinks of a decision. */
export interface AnalysisReply {
  type: "analysis";
  /** chosen by who asks */
  id: string;
  game: string;
  /** lines of the record so far */
  line: number;
  /** seat at the table */
  seat: number;
  bot: string;
  analysis: AnalysisData;
  /** What was answered there. */
  action_taken?: number | null;
}

/** Asks a bot what it thinks of the decision after so many lines. */
export interface AnalysisRequest {
  type: "analysis";
  /** chosen by who asks */
  id: string;
  game: string;
  /** Who asks: of a player, or of a watcher. Over HTTP it may be the header `Authorization: Bearer` instead. */
  secret?: string;
  /** lines of the record so far */
  line: number;
  bot: string;
}

/** A bot that can be asked and seated. */
export interface BotInfo {
  id: string;
  description: string;
  /** What it tells: only what it would do, the odds, a value too, or what each option has brought in samples. */
  analysis_level: "action values" | "choice" | "probabilities" | "probabilities and value";
}

/** What may be answered, and what it does. */
export interface ChoiceData {
  /** number of an action */
  index: number;
  text: string;
  /** The number to type. */
  label?: string;
  description?: string;
  /** What else it may be called: the title on the card, who is named. */
  aliases?: Array<string>;
  /** The things of the scene that it is about, such as `place 7` or `seat 1`: a click on one means this option. */
  targets?: Array<string>;
}

/** It is done; the record has so many lines. */
export interface Done {
  type: "done";
  /** chosen by who asks */
  id: string;
  /** lines of the record so far */
  line: number;
  undo_count?: number;
}

/** What was refused, and why; nothing has changed. */
export interface Error {
  type: "error";
  /** null where the request had none that could be read. */
  id?: string | null;
  code: string;
  message: string;
  field?: string;
}

/** A line of the record. Private ones of others leave a gap in `n`. */
export interface Event {
  type: "event";
  game: string;
  viewer: number | null;
  undo_count?: number;
  /** lines of the record so far */
  n: number;
  turn: string;
  /** null: chance, or a correction. */
  seat: number | null;
  text: string;
  narration: string;
  changes?: Array<string>;
  instructions?: Array<string>;
  is_bot?: boolean;
  is_illegal?: boolean;
  /** Only the viewer knows it. */
  is_secret?: boolean;
}

/** Asks for what happened after a line and from then on; over HTTP a stream of lines. */
export interface EventsRequest {
  type: "events";
  /** chosen by who asks */
  id: string;
  game: string;
  /** Who asks: of a player, or of a watcher. Over HTTP it may be the header `Authorization: Bearer` instead. */
  secret?: string;
  /** lines of the record so far */
  after?: number;
  /** How often entries had been taken back when that line was seen. */
  undo_count?: number;
}

/** Begins a game from a line of this one, which is over or open, with other seats. */
export interface Fork {
  type: "fork";
  /** chosen by who asks */
  id: string;
  game: string;
  /** Who asks: of a player, or of a watcher. Over HTTP it may be the header `Authorization: Bearer` instead. */
  secret?: string;
  /** lines of the record so far */
  line: number;
  players: Array<PlayerConfig>;
  open?: boolean;
  advice?: boolean;
  undo?: "always" | "never" | "own";
  /** milliseconds */
  delay_ms?: number;
}

/** A new game and its secrets: one for each player, and one to watch. */
export interface GameCreated {
  type: "game";
  /** chosen by who asks */
  id: string;
  game: string;
  /** The first person; null where only bots play. */
  first_human: number | null;
  secrets: Array<string>;
  spectator_secret: string;
  /** SHA-256 of nonce and seed, which are told at the end. */
  seed_hash: string;
}

/** Which game this is, and what its numbers mean. */
export interface GameInfo {
  name: string;
  title: string;
  version: number;
  /** The least and the most. */
  players: Array<number>;
  actions_hash: string;
  layout_hash: string;
  state_schema: string;
  /** How the account is set right by hand, a line of help for each kind; none where the game takes none. */
  corrections?: Array<string>;
}

/** The game is over; everything may be seen now. */
export interface GameOver {
  type: "game_over";
  game: string;
  viewer: number | null;
  undo_count?: number;
  /** lines of the record so far */
  line: number;
  text: string;
  winners: Array<number>;
  rewards: Array<number>;
  seed: string;
  nonce: string;
  is_truncated?: boolean;
}

/** Lets a bot play on for a player; asked with the secret of that player. */
export interface HandOver {
  type: "hand_over";
  /** chosen by who asks */
  id: string;
  game: string;
  /** Who asks: of a player, or of a watcher. Over HTTP it may be the header `Authorization: Bearer` instead. */
  secret?: string;
  player: number;
  bot: string;
}

/** Nothing happened for a while; the stream is alive. */
export interface Heartbeat {
  type: "heartbeat";
}

/** Asks what there is; answered by `ready`, or by an error where no protocol is known to both. */
export interface Hello {
  type: "hello";
  /** chosen by who asks */
  id: string;
  protocols: Array<number>;
}

/** What the server takes. */
export interface Limits {
  bytes: number;
  budget_ms: number;
  queue: number;
  games: number;
  /** Of one player or watcher of a game. */
  streams: number;
  /** Of a game, which then goes no further. */
  lines: number;
}

/** Begins a game, or goes on with a `record` or a `state`; `players` may be empty with a record of a table. */
export interface NewGame {
  type: "new_game";
  /** chosen by who asks */
  id: string;
  players?: Array<PlayerConfig>;
  /** House rules by name, as `ready` lists them. */
  rules?: Record<string, unknown>;
  /** `sampled`: the engine throws (the usual); `explicit`: people enter what fell on the real table. */
  chance?: "explicit" | "sampled";
  /** `own`: not past chance, a secret or another person's answer. */
  undo?: "always" | "never" | "own";
  /** Everybody may see everything. */
  open?: boolean;
  /** People may ask bots about their own open question. */
  advice?: boolean;
  /** milliseconds */
  delay_ms?: number;
  /** Only for open games and games of bots. */
  seed?: string;
  /** a record file, as `wd play` writes */
  record?: string;
  state?: Record<string, unknown>;
}

/** Answers the open question; exactly one of `text`, `index`, `outcome`, `sample`, `violation` and `correction`. `line` is the number of lines it rests on: an answer to an older table is refused as stale. */
export interface Play {
  type: "play";
  /** chosen by who asks */
  id: string;
  game: string;
  /** Who asks: of a player, or of a watcher. Over HTTP it may be the header `Authorization: Bearer` instead. */
  secret?: string;
  /** lines of the record so far */
  line: number;
  /** seat at the table */
  seat?: number;
  text?: string;
  /** number of an action */
  index?: number;
  /** What fell on the real table. */
  outcome?: string;
  /** The engine throws this once. */
  sample?: true;
  /** What the seat did against the rules, where the table punishes it. */
  violation?: string;
  /** What is different on the real table, in the words of `wd table`. */
  correction?: string;
}

/** Who plays: a person by name, or a bot by its id; exactly one of the two. */
export interface PlayerConfig {
  human?: string;
  bot?: string;
  /** What the bot is called at the table. */
  name?: string;
}

/** The open question, for who answers it or enters what fell. */
export interface Prompt {
  type: "prompt";
  game: string;
  viewer: number | null;
  undo_count?: number;
  /** lines of the record so far */
  line: number;
  /** seat at the table */
  seat: number;
  kind: "chance" | "decision";
  node: string;
  text: string;
  choices: Array<ChoiceData>;
  read_out?: Array<string>;
  /** What the card says, for who asks in a quiz. */
  printed_answer?: string;
  entry_prompt?: string;
  may_sample?: boolean;
  max_undo?: number;
}

/** What there is. */
export interface Ready {
  type: "ready";
  /** chosen by who asks */
  id: string;
  protocol: number;
  package: string;
  game: GameInfo;
  bots: Array<BotInfo>;
  /** The one of them that people meet unless they choose another. */
  default_bot: string;
  rules: Array<RuleInfo>;
  limits: Limits;
}

/** The text of a record file. */
export interface RecordReply {
  type: "record";
  /** chosen by who asks */
  id: string;
  game: string;
  record: string;
}

/** Asks for the record: what the player saw, or all of a game that is over or open. */
export interface RecordRequest {
  type: "record";
  /** chosen by who asks */
  id: string;
  game: string;
  /** Who asks: of a player, or of a watcher. Over HTTP it may be the header `Authorization: Bearer` instead. */
  secret?: string;
}

/** A house rule: what it is called, what it may be, what it is unless said. */
export interface RuleInfo {
  name: string;
  kind: "boolean" | "choice" | "integer";
  default: number | string | boolean | null;
  description: string;
  allowed: string;
  low?: number;
  high?: number;
  /** What may be chosen: of files (boards, maps, decks) the shipped ones, then those of whoever started the server. */
  choices?: Array<string>;
  /** Those names that stand for files of whoever started the server. */
  custom_files?: Array<string>;
  /** It may be null. */
  nullable?: boolean;
  /** It stands for a file: a board, a map or a deck. */
  is_file?: boolean;
}

/** The table in the eyes of one player. */
export interface SceneReply {
  type: "scene";
  /** chosen by who asks */
  id: string;
  game: string;
  /** lines of the record so far */
  line: number;
  /** null: a bystander. */
  viewer: number | null;
  scene: Record<string, unknown>;
  text: string;
  /** What only this player knows. */
  private: Array<string>;
  /** Own seats whose offences may be told now, where the table punishes them. */
  violation_seats?: Array<number>;
}

/** Asks how the table is, or was after so many lines, in the eyes of who asks. */
export interface SceneRequest {
  type: "scene";
  /** chosen by who asks */
  id: string;
  game: string;
  /** Who asks: of a player, or of a watcher. Over HTTP it may be the header `Authorization: Bearer` instead. */
  secret?: string;
  /** lines of the record so far */
  line?: number;
}

/** Takes back the last entries of people and all that followed from them. */
export interface Undo {
  type: "undo";
  /** chosen by who asks */
  id: string;
  game: string;
  /** Who asks: of a player, or of a watcher. Over HTTP it may be the header `Authorization: Bearer` instead. */
  secret?: string;
  /** lines of the record so far */
  line: number;
  entries?: number;
}

/** Lines after `to` are taken back. */
export interface Undone {
  type: "undone";
  game: string;
  viewer: number | null;
  undo_count?: number;
  /** lines of the record so far */
  to: number;
}

/** What one seat sees, in the numbers of the layout. */
export interface ViewData {
  layout_hash: string;
  obs: Array<number>;
  mask: Array<number>;
}

/** The open question of somebody else. */
export interface Waiting {
  type: "waiting";
  game: string;
  viewer: number | null;
  undo_count?: number;
  /** lines of the record so far */
  line: number;
  /** seat at the table */
  seat: number;
  kind: "chance" | "decision";
  node: string;
  text: string;
  read_out?: Array<string>;
  printed_answer?: string;
  max_undo?: number;
}

export type AnyRequest = Hello | Act | NewGame | SceneRequest | Play | Undo | Fork | HandOver | AnalysisRequest | RecordRequest | EventsRequest;

export type AnyReply = Ready | Action | GameCreated | SceneReply | AnalysisReply | RecordReply | Done | Error;

export type AnyEvent = Event | Prompt | Waiting | Undone | Alert | GameOver | Heartbeat;
