/** The panel of the current decision: numbered actions, a filter for long lists, and private information. */
import {filterChoices, labelOf, choicesFor, numberedChoices} from "./picking.js";
import {withCode} from "./text.js";
import {html, nothing} from "./vendor/lit-html.js";

const MANY_CHOICES = 8; // choices; longer lists have a filter

export class DecisionPanel {
  /** `corrections` are the help lines of the game's corrections. */
  constructor(redraw, corrections = []) {
    Object.assign(this, {redraw, corrections});
    this.filter = ""; // text that was typed
    this.picked = null; // item picked on the board: {key, title}
    this._of = null; // the node that is shown
  }

  /** Returns all choices that were drawn or hidden by the filter, not those that arrived later. */
  get all() {
    return this._of?.type === "prompt" ? this._of.choices : [];
  }

  /** Returns the choices that match the filter and the picked item. */
  get choices() {
    return this.picked ? choicesFor(this.all, this.picked.key) : filterChoices(this.all, this.filter);
  }

  /** Plays a choice of the node that is shown. */
  choose(session, option) {
    return session.play(this._of.kind === "chance" ? {outcome: option.text} : {text: option.text}, this._of);
  }

  /** Shows only the choices that refer to an item. */
  pick(key, title) {
    this.picked = {key, title};
    this.redraw(this._status());
  }

  /** Sets the node to draw; none while bots move. */
  take(session) {
    const node = session.isWaitingForBots ? null : session.node;
    if (this._of !== node) Object.assign(this, {_of: node, filter: "", picked: null});
  }

  render(session) {
    const {node} = session;
    if (session.isWaitingForBots) return this._waiting(session);
    if (session.next) return this._handOver(session);
    return html`<section class="decision" aria-labelledby="decision-title" data-line=${node.line} data-kind=${node.type}><h2 id="decision-title" tabindex="-1">${this._heading(session)}</h2>
      ${(node.read_out ?? []).map((line) => html`<p class="readout">${withCode(line)}</p>`)}
      ${node.printed_answer ? html`<p class="printed">${node.printed_answer}</p>` : nothing}
      ${node.type === "prompt" ? this._answers(session) : nothing}
      ${this._error(session)}
      ${this._undo(session)} ${this._violation(session)} ${this._private(session)}</section>`;
  }

  /** Renders that bots move, and the decision of the bot as far as it is known. */
  _waiting(session) {
    const {node, scene, error} = session;
    const isCurrent = scene && scene.line > (node?.line ?? -1);
    return html`<section class="decision"><h2>${error && !node ? "No game" : scene ? "Waiting for the bots..." : "Loading..."}</h2>
      ${isCurrent ? html`<p>${scene.scene.decision_text}</p>` : nothing} ${this._error(session)} ${this._private(session)}</section>`;
  }

  _error({error}) {
    return error ? html`<p class="error" role="alert">${error}</p>` : nothing;
  }

  _heading({node}) {
    if (node.type === "waiting") return `Waiting: ${node.text}`;
    return node.text;
  }

  _handOver(session) {
    return html`<section class="decision hand"><h2 id="decision-title" tabindex="-1">Hand the device to ${session.next.name}</h2>
      <p>Other players should look away now.</p>
      <button class="main" @click=${() => session.passDevice(session.next)}>I am ${session.next.name}</button></section>`;
  }

  _answers(session) {
    const {node} = session;
    const {all, choices: filtered} = this;
    const enter = (event) => {
      if (event.key === "Enter" && filtered.length === 1) this.choose(session, filtered[0]);
      if (event.key === "Escape") this.showAll();
    };
    return html`${node.entry_prompt ? html`<p>${node.entry_prompt}</p>` : nothing}
      ${all.length > MANY_CHOICES || this.filter ? html`<label class="filter">Find an option <input id="filter" type="search"
        autocomplete="off" .value=${this.filter} @input=${({target}) => this._setFilter(target.value)} @keydown=${enter}></label>` : nothing}
      ${this.filter || this.picked ? html`<p class="fine row"><span role="status">${this._status()}</span>
        <button type="button" class="small" @click=${() => this.showAll()}>Show all</button></p>` : nothing}
      <ol class="choices">${filtered.map((option) => this._option(session, option, all.indexOf(option)))}</ol>
      ${node.may_sample ? html`<button ?disabled=${node === session.sentNode} @click=${() => session.play({sample: true})}>Roll or draw for me</button>` : nothing}
      ${session.known.chance === "explicit" && this.corrections.length ? this._correction(session) : nothing}`;
  }

  /** Returns the number of remaining choices; the last one in full, because Enter plays it. */
  _status() {
    const {all, choices} = this;
    const last = choices.length === 1 ? `: ${choices[0].text}` : "";
    return `${choices.length} of ${all.length} options${this.picked ? ` for ${this.picked.title}` : ""}${last}`;
  }

  _setFilter(filter) {
    Object.assign(this, {filter, picked: null});
    this.redraw("");
  }

  /**
   * Plays the choice whose number is this digit. If the digit may begin a longer number, it opens the filter, where the
   * other digits follow and Enter plays the choice. Returns whether a choice that is shown has such a number.
   */
  pressDigit(session, digit) {
    const {begun, exact} = numberedChoices(this.all, digit);
    const [first, ...others] = begun.filter((option) => this.choices.includes(option));
    if (!first) return false;
    if (first === exact && !others.length) {
      this.choose(session, first);
    } else {
      this._setFilter(digit);
      document.getElementById("filter").focus();
    }
    return true;
  }

  /** Clears filter and pick. */
  showAll() {
    this._setFilter("");
  }

  _option(session, option, place) {
    const probability = session.analysis?.analysis.actions.find(({index}) => index === option.index)?.probability;
    return html`<li><button ?disabled=${this._of === session.sentNode} @click=${() => this.choose(session, option)}><kbd aria-hidden="true">${labelOf(option, place)}</kbd>
      <b>${option.text}</b>${option.description ? html` <span>${withCode(option.description)}</span>` : nothing}
      ${probability === undefined ? nothing : html`<span class="probability">${Math.round(100 * probability)}% by ${session.analysis.bot}</span>`}</button></li>`;
  }

  _correction(session) {
    const send = (event) => {
      event.preventDefault();
      session.play({correction: new FormData(event.target).get("correction")});
    };
    return html`<details><summary>Correct the table</summary><form @submit=${send}>
      ${this.corrections.map((line) => html`<p class="fine">${withCode(line)}</p>`)}
      <label>Correction <input name="correction" required></label><button>Correct</button></form></details>`;
  }

  /** Renders the report of a rule violation, if the table penalises them. */
  _violation(session) {
    const seats = session.pinnedLine === null ? session.scene?.violation_seats ?? [] : [];
    if (!seats.length) return nothing;
    const named = new Map(session.scene.scene.seats.map(({seat, name}) => [seat, name]));
    const send = (event) => {
      event.preventDefault();
      const form = new FormData(event.target);
      session.play({violation: form.get("violation").trim(), seat: Number(form.get("seat"))});
    };
    return html`<details class="violation"><summary>Report a rule violation</summary><form @submit=${send}>
      <label>Player <select name="seat">${seats.map((seat) => html`<option value=${seat}>${named.get(seat)}</option>`)}</select></label>
      <label>Action <input name="violation" placeholder="roll" required></label><button>Report</button></form></details>`;
  }

  _undo(session) {
    const maxUndo = session.node.max_undo ?? 0;
    if (maxUndo === 0) return nothing;
    return html`<button class="undo" ?disabled=${session.node === session.sentNode} @click=${() => session.undo()}>Undo <kbd aria-hidden="true">u</kbd></button>`;
  }

  /** Renders private information, closed if several humans share the device. */
  _private(session) {
    const lines = session.scene?.private ?? [];
    if (!lines.length) return nothing;
    return html`<details class="private" ?open=${session.known.humans.length < 2}><summary>Only ${session.human?.name ?? "you"} can see this</summary>
      <ul>${lines.map((line) => html`<li>${line}</li>`)}</ul></details>`;
  }
}
