/** The open node, always in one place: its numbered answers, a filter for long lists, and what only this seat knows. */
import {filterChoices, labelOf, choicesFor} from "./picking.js";
import {html, nothing} from "./vendor/lit-html.js";

const MANY_CHOICES = 8; // choices; longer lists have a filter

export class DecisionPanel {
  /** `corrections` are the lines of help for those that the game takes. */
  constructor(redraw, corrections = []) {
    Object.assign(this, {redraw, corrections});
    this.filter = ""; // words that were typed
    this.picked = null; // on the board: {key, title}
    this._of = null; // the node that is on the screen
  }

  /** All choices that are on the screen or hidden by the filter; what has come since it was drawn is no part of them. */
  get all() {
    return this._of?.type === "prompt" ? this._of.choices : [];
  }

  /** Those of them that are left by the filter and by what was picked. */
  get choices() {
    return this.picked ? choicesFor(this.all, this.picked.key) : filterChoices(this.all, this.filter);
  }

  /** Answers with an option of the node that is on the screen. */
  choose(session, option) {
    return session.play(this._of.kind === "chance" ? {outcome: option.text} : {text: option.text}, this._of);
  }

  /** Shows the choices about a thing alone. */
  pick(key, title) {
    this.picked = {key, title};
    this.redraw(this._status());
  }

  /** Takes over the node that is to be drawn. */
  take(node) {
    if (this._of !== node) Object.assign(this, {_of: node, filter: "", picked: null});
  }

  render(session) {
    const {node} = session;
    if (!node) return html`<section class="decision"><h2>${session.error ? "No game" : session.scene ? "Waiting for the bots..." : "Loading..."}</h2>${this._error(session)}</section>`;
    if (session.next) return this._handOver(session);
    return html`<section class="decision" aria-labelledby="decision-title" data-line=${node.line} data-kind=${node.type}><h2 id="decision-title" tabindex="-1">${this._heading(session)}</h2>
      ${(node.read_out ?? []).map((line) => html`<p class="readout">${line}</p>`)}
      ${node.printed_answer ? html`<p class="printed">${node.printed_answer}</p>` : nothing}
      ${node.type === "prompt" ? this._answers(session) : nothing}
      ${this._error(session)}
      ${this._undo(session)} ${this._violation(session)} ${this._private(session)}</section>`;
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
      <p>Nobody else should look now.</p>
      <button class="main" @click=${() => session.passDevice(session.next)}>I am ${session.next.name}</button></section>`;
  }

  _answers(session) {
    const {node} = session;
    const {all, choices: shown} = this;
    const enter = (event) => {
      if (event.key === "Enter" && shown.length === 1) this.choose(session, shown[0]);
      if (event.key === "Escape") this.showAll();
    };
    return html`${node.entry_prompt ? html`<p>${node.entry_prompt}</p>` : nothing}
      ${all.length > MANY_CHOICES ? html`<label class="filter">Find an option <input id="filter" type="search"
        autocomplete="off" .value=${this.filter} @input=${({target}) => this._setFilter(target.value)} @keydown=${enter}></label>` : nothing}
      ${this.filter || this.picked ? html`<p class="fine row"><span role="status">${this._status()}</span>
        <button type="button" class="small" @click=${() => this.showAll()}>Show all</button></p>` : nothing}
      <ol class="choices">${shown.map((option) => this._option(session, option, all.indexOf(option)))}</ol>
      ${node.may_sample ? html`<button @click=${() => session.play({sample: true})}>Roll or draw for me</button>` : nothing}
      ${session.known.chance === "explicit" && this.corrections.length ? this._correction(session) : nothing}`;
  }

  /** How many choices are left; the last one in full, for Enter would take it. */
  _status() {
    const {all, choices} = this;
    const last = choices.length === 1 ? `: ${choices[0].text}` : "";
    return `${choices.length} of ${all.length} options${this.picked ? ` for ${this.picked.title}` : ""}${last}`;
  }

  _setFilter(filter) {
    Object.assign(this, {filter, picked: null});
    this.redraw("");
  }

  /** Takes filter and pick away. */
  showAll() {
    this._setFilter("");
  }

  _option(session, option, place) {
    const probability = session.analysis?.analysis.actions.find(({index}) => index === option.index)?.probability;
    return html`<li><button @click=${() => this.choose(session, option)}><kbd aria-hidden="true">${labelOf(option, place)}</kbd>
      <b>${option.text}</b>${option.description ? html` <span>${option.description}</span>` : nothing}
      ${probability === undefined ? nothing : html`<span class="probability">${Math.round(100 * probability)} % by ${session.analysis.bot}</span>`}</button></li>`;
  }

  _correction(session) {
    const send = (event) => {
      event.preventDefault();
      session.play({correction: new FormData(event.target).get("correction")});
    };
    return html`<details><summary>Correct the table</summary><form @submit=${send}>
      ${this.corrections.map((line) => html`<p class="fine">${line}</p>`)}
      <label>Correction <input name="correction" required></label><button>Correct</button></form></details>`;
  }

  /** What the one at the device did against the rules, where the table punishes that. */
  _violation(session) {
    const seats = session.pinnedLine === null ? session.scene?.violation_seats ?? [] : [];
    if (!seats.length) return nothing;
    const named = new Map(session.scene.scene.seats.map(({seat, name}) => [seat, name]));
    const send = (event) => {
      event.preventDefault();
      const said = new FormData(event.target);
      session.play({violation: said.get("violation").trim(), seat: Number(said.get("seat"))});
    };
    return html`<details class="violation"><summary>Report a rule violation</summary><form @submit=${send}>
      <label>Player <select name="seat">${seats.map((seat) => html`<option value=${seat}>${named.get(seat)}</option>`)}</select></label>
      <label>Action <input name="violation" placeholder="roll" required></label><button>Report</button></form></details>`;
  }

  _undo(session) {
    const most = session.node.max_undo ?? 0;
    if (most === 0) return nothing;
    return html`<button class="undo" @click=${() => session.undo()}>Undo <kbd aria-hidden="true">u</kbd></button>`;
  }

  /** Shut where several humans share the device. */
  _private(session) {
    const lines = session.scene?.private ?? [];
    if (!lines.length) return nothing;
    return html`<details class="private" ?open=${session.known.humans.length < 2}><summary>Only ${session.human?.name ?? "you"} can see this</summary>
      <ul>${lines.map((line) => html`<li>${line}</li>`)}</ul></details>`;
  }
}
