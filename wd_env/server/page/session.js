/** A game as a viewer at this device follows it: events, the current node, and the table at a line. */
import {ApiError} from "./client.js";

const MAX_ANNOUNCED_LINES = 6; // maximum number of lines that are announced at once
const BUSY = 429, BUSY_RETRY_MS = 1_000; // HTTP status of a busy server, and the time until the scene is requested again

export class Session {
  /** `known` is an entry of storage.js; `redraw` is called after every event, with a text to announce. */
  constructor(client, game, known, redraw) {
    Object.assign(this, {client, game, known, redraw});
    this.human = known.humans[0]; // the human at the device; undefined for spectators
    this.delayMs = 800;
    this.error = "";
    this._reset();
  }

  _reset() {
    this.events = [];
    this.alerts = [];
    this.node = null;
    this.sentNode = null; // the node at which an entry or an undo was sent; the server's next node replaces it
    this.scene = null; // reply to a `scene` request
    this.pinnedLine = null; // the line that is shown; null follows the game
    this.analysis = null;
    this.isConnected = true;
    this._unannounced = [];
    this._sceneRequests = 0;
  }

  get secret() {
    return this.human?.secret ?? this.known.spectatorSecret;
  }

  /** Returns the number of known lines. */
  get last() {
    return Math.max(this.node?.line ?? 0, this.events.at(-1)?.n ?? 0); // the node is older while bots move
  }

  /** Returns the line that is shown. */
  get line() {
    return Math.min(this.pinnedLine ?? this.last, this.last);
  }

  /** Returns whether bots move: lines have arrived after the node, and the next node has not. */
  get isWaitingForBots() {
    return !this.isOver && (!this.node || this.events.at(-1)?.n > this.node.line);
  }

  get isOver() {
    return this.node?.type === "game_over";
  }

  /** Returns whether analyses are allowed here. */
  get mayAnalyse() {
    const isAdvice = this.known.advice && this.node?.type === "prompt" && this.pinnedLine === null;
    return this.isOver || Boolean(this.known.open) || Boolean(isAdvice);
  }

  /** Returns the event of the line that is shown. */
  get event() {
    return this.events.findLast((event) => event.n <= this.line);
  }

  /** Returns another human at this device who is to move, or undefined. */
  get next() {
    if (this.node?.type !== "waiting" || this.pinnedLine !== null) return undefined;
    const seats = this.scene?.scene.seats ?? [];
    const asked = seats.find((seat) => seat.seat === this.node.seat);
    const owner = asked?.ally_of == null ? asked : seats.find((seat) => seat.seat === asked.ally_of);
    return this.known.humans.find((human) => human !== this.human && human.name === owner?.name);
  }

  /** Streams the game until `stop`. */
  async start() {
    this._stopper = new AbortController();
    const {signal} = this._stopper;
    const onConnection = (isConnected) => {
      if (this.isConnected === isConnected) return;
      this.isConnected = isConnected;
      this.redraw(isConnected ? "Connected again." : "Connection lost. Reconnecting...");
    };
    this.loadScene(); // bots may need some time for the first action
    try {
      for await (const event of this.client.events(this.game, this.secret, {signal, onConnection})) this._take(event);
    } catch (error) {
      this._showError(error);
    }
  }

  stop() {
    this._stopper?.abort();
    clearTimeout(this._timer);
    clearInterval(this._player);
  }

  /** Hands the device to another human, without the private information of the first one. */
  passDevice(human) {
    this.stop();
    this.human = human;
    this._reset();
    this.start();
    this.redraw(`${human.name} has the device.`);
  }

  _take(event) {
    if (event.type === "event") {
      this.events = this.events.filter((known) => known.n < event.n);
      this.events.push(event);
      this._unannounced.push(event.narration, ...(event.changes ?? []));
    } else if (event.type === "undone") {
      this.events = this.events.filter((known) => known.n <= event.to);
      this.node = null;
      this._unannounced.push("A move was undone.");
    } else if (event.type === "alert") {
      this.alerts.push(event.text);
      this._unannounced.push(event.text);
    } else {
      this.node = event;
      this.events = this.events.filter((known) => known.n <= event.line); // later lines were undone meanwhile
      this.analysis = null;
      this.error = ""; // it was about the previous node
      this._unannounced.push(event.text);
    }
    clearTimeout(this._timer);
    this._timer = setTimeout(() => this.loadScene(), 0); // once for events that arrive together
  }

  /** Shows the table after a number of lines; null follows the game. */
  show(line) {
    this.pinnedLine = line === null || (line >= this.last && !this.isOver) ? null : Math.max(0, Math.min(line, this.last));
    this.analysis = null;
    return this.loadScene();
  }

  async loadScene() {
    const number = ++this._sceneRequests;
    try {
      const at = this.pinnedLine === null ? {} : {line: this.line}; // the last known line may have been undone
      const scene = await this.client.inGame("scene", this.game, this.secret, at);
      if (number !== this._sceneRequests) return; // a later request is pending
      this.scene = scene;
      if (this.error === this._sceneError) this.error = "";
      const announcement = this._unannounced.slice(-MAX_ANNOUNCED_LINES).join(" ");
      this._unannounced = [];
      this.redraw(announcement);
    } catch (error) {
      if (number !== this._sceneRequests) return;
      this._sceneError = error.message;
      if (error.status === BUSY) this._timer = setTimeout(() => this.loadScene(), BUSY_RETRY_MS);
      this._showError(error);
    }
  }

  /**
   * Plays an entry at the current node, or at the one that was shown: {text}, {outcome}, {sample: true}, {correction},
   * {violation, seat}. Does nothing if an entry was already sent at this node.
   */
  async play(action, node = this.node) {
    const {line, seat, kind} = node;
    const named = kind === "decision" && !("correction" in action) ? {seat} : {};
    await this._change(node, "play", {line, ...named, ...action});
  }

  /** Undoes the last entries. Does nothing if an entry was already sent at this node. */
  undo(entries = 1) {
    return this._change(this.node, "undo", {line: this.node.line, entries});
  }

  /** Sends a request that replaces the node, once. */
  async _change(node, type, request) {
    if (node === this.sentNode) return;
    this.sentNode = node;
    const reply = this._do(type, request);
    this.redraw("");
    const isDone = await reply.catch((error) => { this._unlock(node); throw error; });
    if (isDone === undefined) this._unlock(node);
  }

  /** Enables the options of a node again whose request was rejected. */
  _unlock(node) {
    if (this.sentNode !== node) return;
    this.sentNode = null;
    this.redraw(this.error);
  }

  async handOver(bot) {
    await this._do("hand_over", {player: this.scene.viewer, bot});
  }

  /** Asks a bot for an analysis of the decision at the line that is shown. */
  async analyse(bot) {
    this.analysis = await this._do("analysis", {line: this.line, bot}) ?? null;
    this.redraw(this.analysis ? `${bot} has an analysis.` : "");
  }

  /** Creates a game that continues from the line that is shown; undefined if the server rejects it. */
  fork(players) {
    return this._do("fork", {line: this.line, players, open: true});
  }

  record() {
    return this._do("record", {});
  }

  async _do(type, request) {
    this.error = "";
    try {
      return await this.client.inGame(type, this.game, this.secret, request);
    } catch (error) {
      if (error.code === "stale") await this.loadScene(); // the game continues elsewhere; the stream brings its node
      else this._showError(error);
      if (error.code === "timeout") this.loadScene(); // the request may have been handled
      return undefined;
    }
  }

  _showError(error) {
    if (!(error instanceof ApiError)) throw error; // the page shows it as its own failure
    this.error = error.message;
    this.redraw(this.error);
  }

  get isPlaying() {
    return this._player !== undefined;
  }

  /** Shows line after line with the delay, or pauses. */
  playOrPause() {
    if (this.isPlaying) {
      clearInterval(this._player);
      this._player = undefined;
    } else {
      if (this.line >= this.last) this.show(0);
      this._player = setInterval(() => this._step(), this.delayMs);
    }
    this.redraw("");
  }

  setDelay(ms) {
    this.delayMs = ms;
    if (this.isPlaying) {
      this.playOrPause();
      this.playOrPause();
    }
  }

  _step() {
    if (this.line >= this.last) this.playOrPause();
    else this.show(this.line + 1);
  }
}
