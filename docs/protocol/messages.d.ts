// Messages of wd_env, protocol 1: generated from their classes.

/** Ask a bot for an action; exactly one of `state`, `record` and `view` gives the position. */
export interface Act {
  type: "act";
  /** chosen by the client */
  id: string;
  bot: string;
  /** A table as `Table.to_json` returns it. */
  state?: Record<string, unknown>;
  /** a record file, as `wd play` writes */
  record?: string;
  view?: ViewData;
  /** The same seed gives the same action; by default the server draws one. */
  seed?: string;
  /** Whether to take the most probable action, for bots with probabilities. */
  greedy?: boolean;
  /** milliseconds; the server has its own limit, too */
  budget_ms?: number;
  /** Whether to return an analysis too. */
  analysis?: boolean;
}

/** A bot's action. */
export interface Action {
  type: "action";
  /** chosen by the client */
  id: string;
  /** seat at the table */
  seat?: number;
  decision: string;
  /** index of an action */
  index: number;
  text: string;
  seed: string;
  elapsed_ms: number;
  analysis?: AnalysisData;
}

/** An action with the probability that the bot takes it. */
export interface ActionProbability {
  /** index of an action */
  index: number;
  text: string;
  /** The number to type. */
  label?: string;
  description?: string;
  /** Further texts for it, such as the title of a card or a player's name. */
  aliases?: Array<string>;
  /** Items of the scene that it refers to, such as `place 7` or `seat 1`: a click on one selects it. */
  targets?: Array<string>;
  probability: number;
  /** Estimated probability of winning after the action, of bots that look ahead. */
  action_value?: number;
}

/** An alert that is not in the record, such as a failed bot or a seat that was handed over. */
export interface Alert {
  type: "alert";
  game: string;
  viewer: number | null;
  undo_count?: number;
  /** number of lines of the record */
  line: number;
  text: string;
  bot?: string;
}

/** A bot's analysis; the probabilities sum to 1. */
export interface AnalysisData {
  actions: Array<ActionProbability>;
  /** Expected final reward of the seat, from -1 to +1; null if the bot has no estimate. */
  value?: number | null;
  /** Whether the action was sampled from the probabilities. */
  sampled?: boolean;
}

/** A bot's analysis of a decision. */
export interface AnalysisReply {
  type: "analysis";
  /** chosen by the client */
  id: string;
  game: string;
  /** number of lines of the record */
  line: number;
  /** seat at the table */
  seat: number;
  bot: string;
  analysis: AnalysisData;
  /** The action that was taken. */
  action_taken?: number | null;
}

/** Ask for a bot's analysis of the decision after a number of lines. */
export interface AnalysisRequest {
  type: "analysis";
  /** chosen by the client */
  id: string;
  game: string;
  /** Secret of a player or spectator. Over HTTP the header `Authorization: Bearer` can carry it instead. */
  secret?: string;
  /** number of lines of the record */
  line: number;
  bot: string;
}

/** A bot that can play and be asked for actions. */
export interface BotInfo {
  id: string;
  description: string;
  /** What an analysis holds: the choice, also probabilities, also a value, or also estimates of each action. */
  analysis_level: "action values" | "choice" | "probabilities" | "probabilities and value";
}

/** An action, and its effect. */
export interface ChoiceData {
  /** index of an action */
  index: number;
  text: string;
  /** The number to type. */
  label?: string;
  description?: string;
  /** Further texts for it, such as the title of a card or a player's name. */
  aliases?: Array<string>;
  /** Items of the scene that it refers to, such as `place 7` or `seat 1`: a click on one selects it. */
  targets?: Array<string>;
}

/** The request was carried out; `line` is the new number of lines. */
export interface Done {
  type: "done";
  /** chosen by the client */
  id: string;
  /** number of lines of the record */
  line: number;
  undo_count?: number;
}

/** A rejected request and the reason; nothing was changed. */
export interface Error {
  type: "error";
  /** null if the request had no readable id. */
  id?: string | null;
  code: string;
  message: string;
  field?: string;
}

/** A line of the record. Private lines of others leave a gap in `n`. */
export interface Event {
  type: "event";
  game: string;
  viewer: number | null;
  undo_count?: number;
  /** number of lines of the record */
  n: number;
  turn: string;
  /** null for chance and corrections. */
  seat: number | null;
  text: string;
  narration: string;
  changes?: Array<string>;
  instructions?: Array<string>;
  is_bot?: boolean;
  is_illegal?: boolean;
  /** Whether only the viewer sees it. */
  is_secret?: boolean;
}

/** Ask for the events after a line and all later ones; over HTTP a stream of lines. */
export interface EventsRequest {
  type: "events";
  /** chosen by the client */
  id: string;
  game: string;
  /** Secret of a player or spectator. Over HTTP the header `Authorization: Bearer` can carry it instead. */
  secret?: string;
  /** number of lines of the record */
  after?: number;
  /** Number of undos when that line was seen. */
  undo_count?: number;
}

/** Create a game that continues from a line of this one, which must be over or open, with other players. */
export interface Fork {
  type: "fork";
  /** chosen by the client */
  id: string;
  game: string;
  /** Secret of a player or spectator. Over HTTP the header `Authorization: Bearer` can carry it instead. */
  secret?: string;
  /** number of lines of the record */
  line: number;
  players: Array<PlayerConfig>;
  open?: boolean;
  advice?: boolean;
  undo?: "always" | "never" | "own";
  /** milliseconds */
  delay_ms?: number;
}

/** A new game and its secrets: one per player, and one for spectators. */
export interface GameCreated {
  type: "game";
  /** chosen by the client */
  id: string;
  game: string;
  /** The first person; null if only bots play. */
  first_human: number | null;
  secrets: Array<string>;
  spectator_secret: string;
  /** SHA-256 of nonce and seed, which are revealed at the end. */
  seed_hash: string;
}

/** The game, and the digests of its actions, observation and state. */
export interface GameInfo {
  name: string;
  title: string;
  version: number;
  /** Minimum and maximum number of players. */
  players: Array<number>;
  actions_hash: string;
  layout_hash: string;
  state_schema: string;
  /** Corrections of the state, a line of help for each; empty if the game has none. */
  corrections?: Array<string>;
}

/** The game is over; all information is public now. */
export interface GameOver {
  type: "game_over";
  game: string;
  viewer: number | null;
  undo_count?: number;
  /** number of lines of the record */
  line: number;
  text: string;
  winners: Array<number>;
  rewards: Array<number>;
  seed: string;
  nonce: string;
  is_truncated?: boolean;
}

/** Let a bot continue for a player; requires the secret of that player. */
export interface HandOver {
  type: "hand_over";
  /** chosen by the client */
  id: string;
  game: string;
  /** Secret of a player or spectator. Over HTTP the header `Authorization: Bearer` can carry it instead. */
  secret?: string;
  player: number;
  bot: string;
}

/** Nothing happened for a while; the stream is open. */
export interface Heartbeat {
  type: "heartbeat";
}

/** Ask for the description of the server; an error if no protocol is shared. */
export interface Hello {
  type: "hello";
  /** chosen by the client */
  id: string;
  protocols: Array<number>;
}

/** The limits of the server. */
export interface Limits {
  bytes: number;
  budget_ms: number;
  queue: number;
  games: number;
  /** Of one player or spectator of a game. */
  streams: number;
  /** Of a game, which then stops. */
  lines: number;
}

/** Create a game, or continue a `record` or `state`; with a record, `players` may be empty. */
export interface NewGame {
  type: "new_game";
  /** chosen by the client */
  id: string;
  players?: Array<PlayerConfig>;
  /** Rule options by name, as `ready` lists them. */
  rules?: Record<string, unknown>;
  /** `sampled` (default): the engine draws; `explicit`: people enter the outcomes of a physical board. */
  chance?: "explicit" | "sampled";
  /** `own`: only if no chance outcome, secret or action of another person was revealed. */
  undo?: "always" | "never" | "own";
  /** Whether all viewers see everything. */
  open?: boolean;
  /** Whether people may ask bots about their current decision. */
  advice?: boolean;
  /** milliseconds */
  delay_ms?: number;
  /** Only for open games and for games of bots. */
  seed?: string;
  /** a record file, as `wd play` writes */
  record?: string;
  state?: Record<string, unknown>;
}

/** Play an entry; exactly one of `text`, `index`, `outcome`, `sample`, `violation` and `correction`. `line` is the number of lines for which it was chosen; if it differs from the current number, the error is `stale`. */
export interface Play {
  type: "play";
  /** chosen by the client */
  id: string;
  game: string;
  /** Secret of a player or spectator. Over HTTP the header `Authorization: Bearer` can carry it instead. */
  secret?: string;
  /** number of lines of the record */
  line: number;
  /** seat at the table */
  seat?: number;
  text?: string;
  /** index of an action */
  index?: number;
  /** The outcome on the physical board. */
  outcome?: string;
  /** Let the engine draw this outcome. */
  sample?: true;
  /** A violation of the seat, if the table penalises it. */
  violation?: string;
  /** A correction of the state, in the syntax of `wd table`. */
  correction?: string;
}

/** A player: a person by name, or a bot by id; exactly one of the two. */
export interface PlayerConfig {
  human?: string;
  bot?: string;
  /** Name of the bot in the game. */
  name?: string;
}

/** The current decision or chance node, for the viewer who must enter it. */
export interface Prompt {
  type: "prompt";
  game: string;
  viewer: number | null;
  undo_count?: number;
  /** number of lines of the record */
  line: number;
  /** seat at the table */
  seat: number;
  kind: "chance" | "decision";
  node: string;
  text: string;
  choices: Array<ChoiceData>;
  read_out?: Array<string>;
  /** The answer on the card, for the player who reads out a quiz question. */
  printed_answer?: string;
  entry_prompt?: string;
  may_sample?: boolean;
  max_undo?: number;
}

/** The description of the server. */
export interface Ready {
  type: "ready";
  /** chosen by the client */
  id: string;
  protocol: number;
  package: string;
  game: GameInfo;
  bots: Array<BotInfo>;
  /** The default opponent. */
  default_bot: string;
  rules: Array<RuleInfo>;
  limits: Limits;
}

/** The text of a record file. */
export interface RecordReply {
  type: "record";
  /** chosen by the client */
  id: string;
  game: string;
  record: string;
}

/** Ask for the record: what the player saw, or all of a game that is over or open. */
export interface RecordRequest {
  type: "record";
  /** chosen by the client */
  id: string;
  game: string;
  /** Secret of a player or spectator. Over HTTP the header `Authorization: Bearer` can carry it instead. */
  secret?: string;
}

/** A rule option with its default and allowed values. */
export interface RuleInfo {
  name: string;
  kind: "boolean" | "choice" | "integer" | "text";
  default: number | string | boolean | null;
  description: string;
  allowed: string;
  low?: number;
  high?: number;
  /** Allowed names; for files (boards, maps, decks) the bundled ones first, then those of the server's owner. */
  choices?: Array<string>;
  /** Names of the files of the server's owner. */
  custom_files?: Array<string>;
  /** Whether it may be null. */
  nullable?: boolean;
  /** Whether it names a file: a board, a map or a deck. */
  is_file?: boolean;
}

/** The table as seen by one player. */
export interface SceneReply {
  type: "scene";
  /** chosen by the client */
  id: string;
  game: string;
  /** number of lines of the record */
  line: number;
  /** null for a spectator. */
  viewer: number | null;
  scene: Record<string, unknown>;
  text: string;
  /** Private information of this player. */
  private: Array<string>;
  /** Seats of this player whose violations may be reported now, if the table penalises them. */
  violation_seats?: Array<number>;
}

/** Ask for the table now, or after a number of lines, as the viewer sees it. */
export interface SceneRequest {
  type: "scene";
  /** chosen by the client */
  id: string;
  game: string;
  /** Secret of a player or spectator. Over HTTP the header `Authorization: Bearer` can carry it instead. */
  secret?: string;
  /** number of lines of the record */
  line?: number;
}

/** Undo the last entries of people and everything after them. */
export interface Undo {
  type: "undo";
  /** chosen by the client */
  id: string;
  game: string;
  /** Secret of a player or spectator. Over HTTP the header `Authorization: Bearer` can carry it instead. */
  secret?: string;
  /** number of lines of the record */
  line: number;
  entries?: number;
}

/** The lines after `to` are undone. */
export interface Undone {
  type: "undone";
  game: string;
  viewer: number | null;
  undo_count?: number;
  /** number of lines of the record */
  to: number;
}

/** The observation and mask of one seat. */
export interface ViewData {
  layout_hash: string;
  obs: Array<number>;
  mask: Array<number>;
}

/** The current decision or chance node of another player. */
export interface Waiting {
  type: "waiting";
  game: string;
  viewer: number | null;
  undo_count?: number;
  /** number of lines of the record */
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
