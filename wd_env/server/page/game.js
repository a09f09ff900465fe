/** A game on the page: board, node, history, players. */
import "./board.js";
import "./map.js";
import {DecisionPanel} from "./decision.js";
import {Review} from "./review.js";
import {clickedChoice, choicesFor, pickableKeys} from "./picking.js";
import {countriesTable, legend, playersTable} from "./seats.js";
import {withCode} from "./text.js";
import {html, nothing} from "./vendor/lit-html.js";
import {linkFor} from "./storage.js";

const SHOWN = 40; // maximum number of lines of the history

export class GameView {
  constructor(session, ready, redraw, open) {
    Object.assign(this, {session, ready, redraw});
    this.panel = new DecisionPanel(redraw, ready.game.corrections);
    this.review = new Review(ready, redraw, open);
    this.hasHelp = false;
    this.isLarge = false; // whether the map is enlarged
  }

  render() {
    const {session} = this;
    this.panel.take(session);
    if (session.next) return html`<main class="game">${this.panel.render(session)}</main>`; // hides the previous human's view
    return html`<main class="game"><h1 class="visually-hidden">${this.ready.game.title}</h1>
      ${session.isConnected ? nothing : html`<p class="error" role="alert">Connection lost. Reconnecting...</p>`}
      <div class="play">${session.pinnedLine === null || session.isOver ? this._played() : this._past()}</div>
      <div class="left">${this._board()} ${this._players()}</div>
      <div class="side">${this.review.render(session)} ${this._history()} ${this._about()} ${this._help()}</div></main>`;
  }

  _played() {
    return this.panel.render(this.session);
  }

  _past() {
    return html`<section class="decision"><h2>You are viewing line ${this.session.line}</h2>
      <button class="main" @click=${() => this.session.show(null)}>Back to the game</button></section>`;
  }

  /** Renders the board or map; a game without one shows its table as text. */
  _board() {
    const {session} = this;
    if (!session.scene) return session.error ? nothing : html`<p>Loading...</p>`;
    const {scene} = session.scene;
    const targets = this._targets();
    const pick = ({detail: {kind, number, title}}) => this._pick(`${kind} ${number}`, title);
    if (scene.board?.spaces) return html`<wd-board .scene=${scene} .targets=${targets} @wd-pick=${pick}></wd-board>`;
    const enlarge = () => { this.isLarge = !this.isLarge; this.redraw(""); };
    const map = scene.map ? html`<div class=${this.isLarge ? "scroll large" : "scroll"} role="region" aria-label="Map" tabindex="0">
      <wd-map .scene=${scene} .targets=${targets} @wd-pick=${pick}></wd-map></div>
      <p><button class="small" @click=${enlarge}>${this.isLarge ? "Fit the map to the page" : "Enlarge the map"}</button></p>` : nothing;
    if (scene.countries) return html`${map} ${countriesTable(scene, targets, (key, title) => this._pick(key, title))}`;
    const lines = scene.summary ?? [];
    return html`<section aria-labelledby="table"><h2 id="table">Table</h2>${lines.map((line) => html`<p>${line}</p>`)}</section>`;
  }

  /** Returns the choices that can be played now, as drawn. */
  _all() {
    return this.session.pinnedLine === null ? this.panel.all : [];
  }

  /** Returns the items that some but not all choices refer to, and those of a single choice. */
  _targets() {
    const choices = this._all();
    const isFiltered = (key) => choices.length === 1 || choicesFor(choices, key).length < choices.length;
    return new Set([...pickableKeys(choices)].filter(isFiltered));
  }

  /** Plays the only choice that refers to an item, or shows the choices that do. */
  _pick(key, title) {
    const option = clickedChoice(this._all(), key);
    if (option) this.panel.choose(this.session, option);
    else this.panel.pick(key, title);
  }

  _history() {
    const {session} = this;
    const lines = session.events.slice(-SHOWN).reverse();
    return html`<section class="history" aria-labelledby="history"><h2 id="history">History</h2>
      <ol reversed>${lines.map((event) => html`<li value=${event.n} aria-current=${event.n === session.line ? "step" : nothing}>
        <button class="line" @click=${() => session.show(event.n)}>${withCode(event.narration)}</button>${event.is_secret ? html`<span class="mark">only you saw this</span>` : nothing}
        ${event.is_illegal ? html`<span class="mark">rule violation</span>` : nothing}
        ${(event.changes ?? []).map((change) => html`<span class="change">${change}</span>`)}</li>`)}</ol>
      ${session.alerts.map((notice) => html`<p class="fine">${withCode(notice)}</p>`)}</section>`;
  }

  _players() {
    const scene = this.session.scene?.scene;
    return scene ? html`${playersTable(scene, this._targets(), (key, title) => this._pick(key, title))} ${legend(scene)}` : nothing;
  }

  _about() {
    const {session} = this;
    const links = session.known.remote ?? [];
    const viewer = session.scene?.viewer;
    return html`<details><summary>Table as text</summary><pre>${session.scene?.text}</pre></details>
      <details><summary>Invite others</summary>
        ${links.map(({name, secret}) => html`<p><label>Link for ${name} only <input class="link" readonly .value=${linkFor(session.game, secret)}></label></p>`)}
        ${session.known.spectatorSecret ? html`<p><label>Link for spectators <input class="link" readonly .value=${linkFor(session.game, session.known.spectatorSecret)}></label></p>` : nothing}
        ${viewer == null || session.isOver ? nothing : html`<p class="row">Leave and let a bot continue: ${this.ready.bots.map(({id}) =>
          html`<button class="small" @click=${() => session.handOver(id)}>${id}</button>`)}</p>`}</details>
      <p><a href="#">New game</a></p>`;
  }

  _help() {
    const keys = [["0 to 9", "choose an option by its number; Enter after several digits"], ["/", "find an option"], ["u", "undo"], ["Left, Right", "previous or next line"],
      ["Home, End", "first line, current game"], ["Space", "play or pause"], ["n, p", "next or previous decision of this player"], ["w", "ask a bot"], ["?", "show this list"]];
    return html`<details .open=${this.hasHelp} @toggle=${({target}) => { this.hasHelp = target.open; }}><summary>Keys</summary>
      <dl>${keys.map(([key, about]) => html`<dt><kbd>${key}</kbd></dt><dd>${about}</dd>`)}</dl></details>`;
  }

  /** Handles a key; returns whether it has a meaning. */
  press(key) {
    const {session} = this;
    if (session.next) return false;
    const keys = {
      ArrowLeft: () => session.show(session.line - 1),
      ArrowRight: () => session.show(session.line + 1),
      Home: () => session.show(0),
      End: () => session.show(null),
      " ": () => session.playOrPause(),
      "/": () => document.getElementById("filter")?.focus(),
      u: () => !session.isWaitingForBots && (session.node?.max_undo ?? 0) > 0 && session.undo(),
      w: () => session.mayAnalyse && session.analyse(this.review.bot),
      n: () => this._decision(1),
      p: () => this._decision(-1),
      "?": () => { this.hasHelp = !this.hasHelp; this.redraw(""); },
    };
    if (/^\d$/.test(key)) return this._all().length > 0 && this.panel.pressDigit(session, key);
    if (Object.hasOwn(keys, key)) keys[key]();
    else return false;
    return true;
  }

  /** Goes to the next or previous decision of this seat; of any seat for spectators. */
  _decision(way) {
    const {session} = this;
    const {scene} = session;
    const ownSeat = scene?.viewer == null ? null : scene.scene.seats.find(({name}) => name === session.human?.name)?.seat;
    const lines = session.events.filter(({seat}) => seat !== null && (ownSeat == null || seat === ownSeat)).map(({n}) => n - 1);
    const target = way > 0 ? lines.find((line) => line > session.line) : lines.findLast((line) => line < session.line);
    if (target !== undefined) session.show(target);
  }
}
