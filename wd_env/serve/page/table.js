/** A game on the page: board, question, history, players. */
import "./board.js";
import {Question, meant} from "./question.js";
import {Study} from "./study.js";
import {html, nothing} from "./vendor/lit-html.js";
import {linkFor} from "./memory.js";

const SHOWN = 40; // lines of the history
const HEADS = ["Piece", "Soldiers", "Space", "Cards", "Notes"]; // of what the table of players tells of each
const ARMY = HEADS.indexOf("Soldiers");

export class Table {
  constructor(session, ready, changed, open) {
    Object.assign(this, {session, ready, changed});
    this.question = new Question(changed);
    this.study = new Study(ready, changed, open);
    this.hasHelp = false;
  }

  render() {
    const {session} = this;
    if (session.next) return html`<main class="table">${this.question.render(session)}</main>`; // nothing of the one before
    return html`<main class="table"><h1 class="unseen">${this.ready.game.title}</h1>
      ${session.isConnected ? nothing : html`<p class="error" role="alert">The connection is lost; trying again.</p>`}
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

  _board() {
    const {session} = this;
    if (!session.scene) return html`<p>The board is fetched.</p>`;
    return html`<wd-board .scene=${session.scene.scene} .targets=${this._targets()} @wd-pick=${(event) => this._pick(event.detail)}></wd-board>`;
  }

  _all() {
    const {question, shown} = this.session;
    return question?.type === "ask" && shown === null ? question.options : [];
  }

  /** What on the board some but not all answers name. */
  _targets() {
    const {board, seats} = this.session.scene.scene;
    const options = this._all();
    const named = (kind, number, title) => {
      const found = meant(options, {kind, title}, this.session.scene.scene).length;
      return found > 0 && (found < options.length || found === 1) ? [`${kind} ${number}`] : [];
    };
    return new Set([
      ...board.spaces.flatMap(({place, code, title}) => named("place", place, `${code} ${title}`)),
      ...seats.flatMap(({seat, name}) => named("seat", seat, name)),
    ]);
  }

  /** Answers where only one answer is meant, else leaves those that are. */
  _pick(detail) {
    const found = meant(this._all(), detail, this.session.scene.scene);
    if (found.length === 1) this.question.choose(this.session, found[0]);
    else if (found.length > 1) {
      this.question.filter = detail.kind === "place" ? detail.title.split(" ")[0] : detail.title;
      this.changed(`${found.length} answers`);
    }
  }

  _history() {
    const {session} = this;
    const lines = session.story.slice(-SHOWN).reverse();
    return html`<section class="history" aria-labelledby="history"><h2 id="history">History</h2>
      <ol reversed>${lines.map((event) => html`<li value=${event.n} aria-current=${event.n === session.line ? "step" : nothing}>
        <button class="line" @click=${() => session.show(event.n)}>${event.told}</button>${event.secret ? html`<span class="mark">only you saw this</span>` : nothing}
        ${event.illegal ? html`<span class="mark">against the rules</span>` : nothing}
        ${(event.changes ?? []).map((change) => html`<span class="change">${change}</span>`)}</li>`)}</ol>
      ${session.notices.map((notice) => html`<p class="fine">${notice}</p>`)}</section>`;
  }

  _players() {
    const scene = this.session.scene?.scene;
    if (!scene) return nothing;
    const row = (seat) => html`<tr role="row" class=${seat.is_in_play ? nothing : "out"}><th scope="row" role="rowheader">${seat.name}${seat.seat === scene.turn && !scene.is_over ? " (turn)" : ""}${seat.has_won ? " (has won)" : ""}</th>
      ${[seat.piece ?? "none", seat.army, seat.is_in_play ? seat.space || "off the board" : "out of play", this._cards(seat), notes(seat).join(", ") || "none"].map(
        (told, place) => html`<td role="cell" data-head=${HEADS[place]} class=${place === ARMY ? "number" : nothing}>${told}</td>`)}</tr>`;
    return html`<section aria-labelledby="players"><h2 id="players">Players</h2><div class="scroll" role="region" aria-label="Table of players" tabindex="0"><table class="seats" role="table"><thead role="rowgroup"><tr role="row">
      ${["Player", ...HEADS].map((head) => html`<th scope="col" role="columnheader">${head}</th>`)}</tr></thead>
      <tbody role="rowgroup">${scene.seats.map(row)}</tbody></table></div></section>`;
  }

  /** Cards by region, with what is laid in brackets; those that answers name can be picked. */
  _cards(seat) {
    if (!seat.cards.length) return "none";
    const regions = grouped(seat.cards);
    const card = ({title, index}) => {
      const told = seat.laid.includes(index) ? `[${title}]` : title;
      const isMeant = meant(this._all(), {kind: "card", title}, this.session.scene.scene).length > 0;
      return isMeant ? html`<button class="small" @click=${() => this._pick({kind: "card", title})}>${told}</button>` : html`<span>${told}</span>`;
    };
    return html`<details><summary>${seat.cards.length}: ${[...regions].map(([region, held]) => `${region} ${held.length}`).join(", ")}</summary>
      ${[...regions].map(([region, held]) => html`<p class="row">${region}: ${held.map(card)}</p>`)}</details>`;
  }

  _about() {
    const {session} = this;
    const links = session.known.elsewhere ?? [];
    const viewer = session.scene?.viewer;
    return html`<details><summary>The account in words</summary><pre>${session.scene?.account}</pre></details>
      <details><summary>Others at this table</summary>
        ${links.map(({name, secret}) => html`<p><label>For ${name} alone <input class="link" readonly .value=${linkFor(session.game, secret)}></label></p>`)}
        ${session.known.watch ? html`<p><label>To this seat or to watch <input class="link" readonly .value=${linkFor(session.game, session.known.watch)}></label></p>` : nothing}
        ${viewer == null || session.isOver ? nothing : html`<p class="row">Leave, and let a bot play on: ${this.ready.bots.map(({id}) =>
          html`<button class="small" @click=${() => session.leaveTo(id)}>${id}</button>`)}</p>`}</details>
      <p><a href="#">Another game</a></p>`;
  }

  _help() {
    const keys = [["1 to 9", "answer by its number"], ["/", "find an answer"], ["u", "take back"], ["Left, Right", "a line back or on"],
      ["Home, End", "the first line, the game as it is"], ["Space", "play or pause"], ["n, p", "next or earlier decision of this seat"], ["w", "what a bot would do"], ["?", "this list"]];
    return html`<details .open=${this.hasHelp} @toggle=${({target}) => { this.hasHelp = target.open; }}><summary>Keys</summary>
      <dl>${keys.map(([key, about]) => html`<dt><kbd>${key}</kbd></dt><dd>${about}</dd>`)}</dl></details>`;
  }

  /** Carries out a key; returns whether it meant something. */
  press(key) {
    const {session} = this;
    if (session.next) return false;
    const number = Number(key);
    const options = session.shown === null && session.question?.type === "ask" ? this.question.options(session) : [];
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

/** Cards by the name of their region. */
function grouped(held) {
  const regions = new Map();
  for (const card of held) regions.set(card.region, [...(regions.get(card.region) ?? []), card]);
  return regions;
}

function notes(seat) {
  return [
    seat.holds_khyber_pass && "Khyber Pass", seat.ice_turns && `Ice House ${seat.ice_turns}`, seat.is_pardoned && "pardoned",
    seat.turns_to_miss && `misses ${seat.turns_to_miss}`, seat.reinforcements && `reinforcements ${seat.reinforcements}`,
    ...seat.stacks.map((name) => `Stack of ${name}`), seat.sets && `${seat.sets} sets`,
  ].filter(Boolean);
}
