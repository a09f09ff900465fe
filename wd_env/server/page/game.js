/** A game on the page: board, question, history, players. */
import "./board.js";
import "./map.js";
import {Question} from "./decision.js";
import {Study} from "./review.js";
import {clicked, optionsAbout, pickable} from "./picking.js";
import {countries, players} from "./seats.js";
import {html, nothing} from "./vendor/lit-html.js";
import {linkFor} from "./storage.js";

const SHOWN = 40; // lines of the history

export class Table {
  constructor(session, ready, changed, open) {
    Object.assign(this, {session, ready, changed});
    this.question = new Question(changed, ready.game.corrections);
    this.study = new Study(ready, changed, open);
    this.hasHelp = false;
  }

  render() {
    const {session} = this;
    this.question.take(session.question);
    if (session.next) return html`<main class="table">${this.question.render(session)}</main>`; // nothing of the one before
    return html`<main class="table"><h1 class="unseen">${this.ready.game.title}</h1>
      ${session.isConnected ? nothing : html`<p class="error" role="alert">Connection lost. Reconnecting...</p>`}
      <div class="play">${session.shown === null || session.isOver ? this._played() : this._past()}</div>
      <div class="left">${this._board()} ${this._players()}</div>
      <div class="side">${this.study.render(session)} ${this._history()} ${this._about()} ${this._help()}</div></main>`;
  }

  _played() {
    return this.question.render(this.session);
  }

  _past() {
    return html`<section class="question"><h2>Looking back at line ${this.session.line}</h2>
      <button class="main" @click=${() => this.session.show(null)}>Back to the game</button></section>`;
  }

  /** The board or map of the game; a game without one shows its table as text. */
  _board() {
    const {session} = this;
    if (!session.scene) return html`<p>Loading...</p>`;
    const {scene} = session.scene;
    const targets = this._targets();
    const pick = ({detail: {kind, number, title}}) => this._pick(`${kind} ${number}`, title);
    if (scene.board?.spaces) return html`<wd-board .scene=${scene} .targets=${targets} @wd-pick=${pick}></wd-board>`;
    const map = scene.map ? html`<div class="scroll" role="region" aria-label="Map" tabindex="0">
      <wd-map .scene=${scene} .targets=${targets} @wd-pick=${pick}></wd-map></div>` : nothing;
    if (scene.countries) return html`${map} ${countries(scene, targets, (key, title) => this._pick(key, title))}`;
    const lines = scene.summary ?? [];
    return html`<section aria-labelledby="table"><h2 id="table">Table</h2>${lines.map((line) => html`<p>${line}</p>`)}</section>`;
  }

  /** Options that can be answered now, as they were drawn. */
  _all() {
    return this.session.shown === null ? this.question.all : [];
  }

  /** What some but not all options are about, and what the only option is about. */
  _targets() {
    const options = this._all();
    const isTold = (key) => options.length === 1 || optionsAbout(options, key).length < options.length;
    return new Set([...pickable(options)].filter(isTold));
  }

  /** Answers where exactly this was offered, else shows the options that are about it. */
  _pick(key, title) {
    const option = clicked(this._all(), key);
    if (option) this.question.choose(this.session, option);
    else this.question.pick(key, title);
  }

  _history() {
    const {session} = this;
    const lines = session.story.slice(-SHOWN).reverse();
    return html`<section class="history" aria-labelledby="history"><h2 id="history">History</h2>
      <ol reversed>${lines.map((event) => html`<li value=${event.n} aria-current=${event.n === session.line ? "step" : nothing}>
        <button class="line" @click=${() => session.show(event.n)}>${event.told}</button>${event.secret ? html`<span class="mark">only you saw this</span>` : nothing}
        ${event.illegal ? html`<span class="mark">rule violation</span>` : nothing}
        ${(event.changes ?? []).map((change) => html`<span class="change">${change}</span>`)}</li>`)}</ol>
      ${session.notices.map((notice) => html`<p class="fine">${notice}</p>`)}</section>`;
  }

  _players() {
    const scene = this.session.scene?.scene;
    return scene ? players(scene, this._targets(), (key, title) => this._pick(key, title)) : nothing;
  }

  _about() {
    const {session} = this;
    const links = session.known.elsewhere ?? [];
    const viewer = session.scene?.viewer;
    return html`<details><summary>Table as text</summary><pre>${session.scene?.account}</pre></details>
      <details><summary>Invite others</summary>
        ${links.map(({name, secret}) => html`<p><label>Link for ${name} only <input class="link" readonly .value=${linkFor(session.game, secret)}></label></p>`)}
        ${session.known.watch ? html`<p><label>Link to watch <input class="link" readonly .value=${linkFor(session.game, session.known.watch)}></label></p>` : nothing}
        ${viewer == null || session.isOver ? nothing : html`<p class="row">Leave and let a bot continue: ${this.ready.bots.map(({id}) =>
          html`<button class="small" @click=${() => session.leaveTo(id)}>${id}</button>`)}</p>`}</details>
      <p><a href="#">New game</a></p>`;
  }

  _help() {
    const keys = [["1 to 9", "choose an option by its number"], ["/", "find an option"], ["u", "undo"], ["Left, Right", "previous or next line"],
      ["Home, End", "first line, current game"], ["Space", "play or pause"], ["n, p", "next or previous decision of this player"], ["w", "ask a bot"], ["?", "show this list"]];
    return html`<details .open=${this.hasHelp} @toggle=${({target}) => { this.hasHelp = target.open; }}><summary>Keys</summary>
      <dl>${keys.map(([key, about]) => html`<dt><kbd>${key}</kbd></dt><dd>${about}</dd>`)}</dl></details>`;
  }

  /** Carries out a key; returns whether it meant something. */
  press(key) {
    const {session} = this;
    if (session.next) return false;
    const number = Number(key);
    const options = session.shown === null ? this.question.options : [];
    const keys = {
      ArrowLeft: () => session.show(session.line - 1),
      ArrowRight: () => session.show(session.line + 1),
      Home: () => session.show(0),
      End: () => session.show(null),
      " ": () => session.playOrPause(),
      "/": () => document.getElementById("filter")?.focus(),
      u: () => (session.question?.may_take_back ?? 0) > 0 && session.takeBack(),
      w: () => session.mayAsk && session.ask(this.study.bot),
      n: () => this._decision(1),
      p: () => this._decision(-1),
      "?": () => { this.hasHelp = !this.hasHelp; this.changed(""); },
    };
    if (number >= 1 && number <= options.length) this.question.choose(session, options[number - 1]);
    else if (Object.hasOwn(keys, key)) keys[key]();
    else return false;
    return true;
  }

  /** Goes to the next or the earlier decision of this seat; of any seat for whoever watches. */
  _decision(way) {
    const {session} = this;
    const {scene} = session;
    const mine = scene?.viewer == null ? null : scene.scene.seats.find(({name}) => name === session.person?.name)?.seat;
    const lines = session.story.filter(({by}) => by !== null && (mine == null || by === mine)).map(({n}) => n - 1);
    const found = way > 0 ? lines.find((line) => line > session.line) : lines.findLast((line) => line < session.line);
    if (found !== undefined) session.show(found);
  }
}
