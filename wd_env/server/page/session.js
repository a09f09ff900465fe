/** One game as somebody at this device follows it: the story so far, the open question, the table at a line. */
import {Refusal} from "./client.js";

const LATEST = 6; // lines that are announced at once

export class Session {
  /** `known` is what storage.js keeps; `changed` is called after everything that happens, with what is to be said. */
  constructor(client, game, known, changed) {
    Object.assign(this, {client, game, known, changed});
    this.person = known.people[0]; // who holds the device; undefined for whoever watches
    this.paceMs = 800;
    this.error = "";
    this._reset();
  }

  _reset() {
    this.story = [];
    this.notices = [];
    this.question = null;
    this.scene = null; // the reply to `look`
    this.shown = null; // line that is looked at; null follows the game
    this.opinion = null;
    this.isConnected = true;
    this._unsaid = [];
    this._looks = 0;
  }

  get secret() {
    return this.person?.secret ?? this.known.watch;
  }

  /** Lines of the record that are known. */
  get last() {
    return this.question?.line ?? this.story.at(-1)?.n ?? 0;
  }

  /** The line that is looked at. */
  get line() {
    return Math.min(this.shown ?? this.last, this.last);
  }

  get isOver() {
    return this.question?.type === "over";
  }

  /** Bots may be asked here what they think. */
  get mayAsk() {
    const isAdvice = this.known.advice && this.question?.type === "ask" && this.shown === null;
    return this.isOver || Boolean(this.known.open) || Boolean(isAdvice);
  }

  /** The event after which the table is as it is shown. */
  get event() {
    return this.story.findLast((event) => event.n <= this.line);
  }

  /** Somebody else at this device who is asked now; undefined for nobody. */
  get next() {
    if (this.question?.type !== "asked" || this.shown !== null) return undefined;
    const seats = this.scene?.scene.seats ?? [];
    const asked = seats.find((seat) => seat.seat === this.question.seat);
    const owner = asked?.ally_of == null ? asked : seats.find((seat) => seat.seat === asked.ally_of);
    return this.known.people.find((person) => person !== this.person && person.name === owner?.name);
  }

  /** Follows the game until `stop`. */
  async start() {
    this._stopper = new AbortController();
    const {signal} = this._stopper;
    const onConnection = (isThere) => {
      if (this.isConnected === isThere) return;
      this.isConnected = isThere;
      this.changed(isThere ? "Connected again." : "Connection lost. Reconnecting...");
    };
    this.look(); // bots may be a while at the first move
    try {
      for await (const event of this.client.events(this.game, this.secret, {signal, onConnection})) this._take(event);
    } catch (problem) {
      this._refused(problem);
    }
  }

  stop() {
    this._stopper?.abort();
    clearTimeout(this._timer);
    clearInterval(this._player);
  }

  /** Gives the device to another person, who sees nothing of what only the first one knows. */
  handTo(person) {
    this.stop();
    this.person = person;
    this._reset();
    this.start();
    this.changed(`${person.name} has the device.`);
  }

  _take(event) {
    if (event.type === "event") {
      this.story = this.story.filter((known) => known.n < event.n);
      this.story.push(event);
      this._unsaid.push(event.told, ...(event.changes ?? []));
    } else if (event.type === "back") {
      this.story = this.story.filter((known) => known.n <= event.to);
      this.question = null;
      this._unsaid.push("A move was undone.");
    } else if (event.type === "notice") {
      this.notices.push(event.text);
      this._unsaid.push(event.text);
    } else {
      this.question = event;
      this.opinion = null;
      this._unsaid.push(event.words);
    }
    clearTimeout(this._timer);
    this._timer = setTimeout(() => this.look(), 0); // once for all that came together
  }

  /** Shows the table after so many lines; null follows the game. */
  show(line) {
    this.shown = line === null || (line >= this.last && !this.isOver) ? null : Math.max(0, Math.min(line, this.last));
    this.opinion = null;
    return this.look();
  }

  async look() {
    const number = ++this._looks;
    try {
      const at = this.last > 0 ? {line: this.line} : {};
      const scene = await this.client.inGame("look", this.game, this.secret, at);
      if (number !== this._looks) return; // a later one is under way
      this.scene = scene;
      const said = this._unsaid.slice(-LATEST).join(" ");
      this._unsaid = [];
      this.changed(said);
    } catch (problem) {
      this._refused(problem);
    }
  }

  /** Sends an answer to the open question, or to the one that was seen: {text}, {luck}, {throw: true}, {correction}, {offence, seat}. */
  async answer(what, question = this.question) {
    const {line, seat, kind} = question;
    const named = kind === "decision" && !("correction" in what) ? {seat} : {};
    await this._do("answer", {line, ...named, ...what});
  }

  async takeBack(entries = 1) {
    await this._do("take_back", {line: this.question.line, entries});
  }

  async leaveTo(bot) {
    await this._do("hand_over", {player: this.scene.viewer, bot});
  }

  /** Asks a bot what it thinks of the decision after the line that is looked at. */
  async ask(bot) {
    this.opinion = await this._do("opinion", {line: this.line, bot}) ?? null;
    this.changed(this.opinion ? `${bot} has an opinion.` : "");
  }

  /** Begins another game from the line that is looked at; undefined where that is refused. */
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
    } catch (problem) {
      this._refused(problem);
      return undefined;
    }
  }

  _refused(problem) {
    if (!(problem instanceof Refusal)) throw problem; // which the page shows as its own failure
    this.error = problem.message;
    this.changed(this.error);
  }

  get isPlaying() {
    return this._player !== undefined;
  }

  /** Goes on line by line at the pace, or pauses. */
  playOrPause() {
    if (this.isPlaying) {
      clearInterval(this._player);
      this._player = undefined;
    } else {
      if (this.line >= this.last) this.show(0);
      this._player = setInterval(() => this._step(), this.paceMs);
    }
    this.changed("");
  }

  setPace(ms) {
    this.paceMs = ms;
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
