/** The open question, always in one place: its numbered answers, a filter for long lists, and what only this seat knows. */
import {matching, numberOf, optionsAbout} from "./picking.js";
import {html, nothing} from "./vendor/lit-html.js";

const LONG = 8; // options; longer lists have a filter

export class Question {
  /** `corrections` are the lines of help for those that the game takes. */
  constructor(changed, corrections = []) {
    Object.assign(this, {changed, corrections});
    this.filter = ""; // words that were typed
    this.picked = null; // on the board: {key, title}
    this._of = null; // the question that is on the screen
  }

  /** All options that are on the screen or hidden by the filter; what has come since it was drawn is no part of them. */
  get all() {
    return this._of?.type === "ask" ? this._of.options : [];
  }

  /** Those of them that are left by the filter and by what was picked. */
  get options() {
    return this.picked ? optionsAbout(this.all, this.picked.key) : matching(this.all, this.filter);
  }

  /** Answers with an option of the question that is on the screen. */
  choose(session, option) {
    return session.answer(this._of.kind === "luck" ? {luck: option.text} : {text: option.text}, this._of);
  }

  /** Shows the options about a thing alone. */
  pick(key, title) {
    this.picked = {key, title};
    this.changed(this._status());
  }

  /** Takes over the question that is to be drawn. */
  take(question) {
    if (this._of !== question) Object.assign(this, {_of: question, filter: "", picked: null});
  }

  render(session) {
    const {question} = session;
    if (!question) return html`<section class="question"><h2>${session.error ? "No game" : session.scene ? "Waiting for the bots..." : "Loading..."}</h2>${this._error(session)}</section>`;
    if (session.next) return this._handOver(session);
    return html`<section class="question" aria-labelledby="asked" data-line=${question.line} data-kind=${question.type}><h2 id="asked" tabindex="-1">${this._heading(session)}</h2>
      ${(question.read_out ?? []).map((line) => html`<p class="readout">${line}</p>`)}
      ${question.printed ? html`<p class="printed">${question.printed}</p>` : nothing}
      ${question.type === "ask" ? this._answers(session) : nothing}
      ${this._error(session)}
      ${this._undo(session)} ${this._offence(session)} ${this._private(session)}</section>`;
  }

  _error({error}) {
    return error ? html`<p class="error" role="alert">${error}</p>` : nothing;
  }

  _heading({question}) {
    if (question.type === "asked") return `Waiting: ${question.words}`;
    return question.words;
  }

  _handOver(session) {
    return html`<section class="question hand"><h2 id="asked" tabindex="-1">Hand the device to ${session.next.name}</h2>
      <p>Nobody else should look now.</p>
      <button class="main" @click=${() => session.handTo(session.next)}>I am ${session.next.name}</button></section>`;
  }

  _answers(session) {
    const {question} = session;
    const {all, options: shown} = this;
    const enter = (event) => {
      if (event.key === "Enter" && shown.length === 1) this.choose(session, shown[0]);
      if (event.key === "Escape") this.showAll();
    };
    return html`${question.prompt ? html`<p>${question.prompt}</p>` : nothing}
      ${all.length > LONG ? html`<label class="filter">Find an option <input id="filter" type="search"
        autocomplete="off" .value=${this.filter} @input=${({target}) => this._setFilter(target.value)} @keydown=${enter}></label>` : nothing}
      ${this.filter || this.picked ? html`<p class="fine row"><span role="status">${this._status()}</span>
        <button type="button" class="small" @click=${() => this.showAll()}>Show all</button></p>` : nothing}
      <ol class="options">${shown.map((option) => this._option(session, option, all.indexOf(option)))}</ol>
      ${question.may_throw ? html`<button @click=${() => session.answer({throw: true})}>Roll or draw for me</button>` : nothing}
      ${session.known.luck === "asked" && this.corrections.length ? this._correction(session) : nothing}`;
  }

  /** How many options are left; the last one in full, for Enter would take it. */
  _status() {
    const {all, options} = this;
    const last = options.length === 1 ? `: ${options[0].text}` : "";
    return `${options.length} of ${all.length} options${this.picked ? ` for ${this.picked.title}` : ""}${last}`;
  }

  _setFilter(filter) {
    Object.assign(this, {filter, picked: null});
    this.changed("");
  }

  /** Takes filter and pick away. */
  showAll() {
    this._setFilter("");
  }

  _option(session, option, place) {
    const odds = session.opinion?.opinion.options.find(({index}) => index === option.index)?.odds;
    return html`<li><button @click=${() => this.choose(session, option)}><kbd aria-hidden="true">${numberOf(option, place)}</kbd>
      <b>${option.text}</b>${option.about ? html` <span>${option.about}</span>` : nothing}
      ${odds === undefined ? nothing : html`<span class="odds">${Math.round(100 * odds)} % by ${session.opinion.bot}</span>`}</button></li>`;
  }

  _correction(session) {
    const send = (event) => {
      event.preventDefault();
      session.answer({correction: new FormData(event.target).get("correction")});
    };
    return html`<details><summary>Correct the table</summary><form @submit=${send}>
      ${this.corrections.map((line) => html`<p class="fine">${line}</p>`)}
      <label>Correction <input name="correction" required></label><button>Correct</button></form></details>`;
  }

  /** What the one at the device did against the rules, where the table punishes that. */
  _offence(session) {
    const seats = session.shown === null ? session.scene?.may_offend ?? [] : [];
    if (!seats.length) return nothing;
    const named = new Map(session.scene.scene.seats.map(({seat, name}) => [seat, name]));
    const send = (event) => {
      event.preventDefault();
      const said = new FormData(event.target);
      session.answer({offence: said.get("offence").trim(), seat: Number(said.get("seat"))});
    };
    return html`<details class="offence"><summary>Report a rule violation</summary><form @submit=${send}>
      <label>Player <select name="seat">${seats.map((seat) => html`<option value=${seat}>${named.get(seat)}</option>`)}</select></label>
      <label>Action <input name="offence" placeholder="roll" required></label><button>Report</button></form></details>`;
  }

  _undo(session) {
    const most = session.question.may_take_back ?? 0;
    if (most === 0) return nothing;
    return html`<button class="undo" @click=${() => session.takeBack()}>Undo <kbd aria-hidden="true">u</kbd></button>`;
  }

  /** Shut where several people share the device. */
  _private(session) {
    const lines = session.scene?.private ?? [];
    if (!lines.length) return nothing;
    return html`<details class="private" ?open=${session.known.people.length < 2}><summary>Only ${session.person?.name ?? "you"} can see this</summary>
      <ul>${lines.map((line) => html`<li>${line}</li>`)}</ul></details>`;
  }
}
