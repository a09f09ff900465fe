/** The open question, always in one place: its numbered answers, a filter for long lists, and what only this seat knows. */
import {html, nothing} from "./vendor/lit-html.js";

const RANGE = /s\d+ to s\d+/g; // where a throw may lead names no space
const LONG = 8; // options; longer lists have a filter

/** What may be typed or picked for an option. */
function wordsOf(option) {
  return [option.text, option.about ?? "", ...(option.names ?? [])].join(" ").toLowerCase();
}

/** The number before an option. */
export function numberOf(option, place) {
  return option.label ?? String(place + 1);
}

/** The options that a filter leaves: a number is one option, words must all be there. */
export function left(options, filter) {
  const words = filter.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const exact = options.filter((option, place) => words.length === 1 && numberOf(option, place) === words[0]);
  return exact.length ? exact : options.filter((option) => words.every((word) => wordsOf(option).includes(word)));
}

/** Options that name what was picked on the board. */
export function meant(options, {kind, title}, scene) {
  const [code, ...rest] = title.split("(")[0].split(" ");
  const names = kind === "place" ? [code, rest.join(" ")] : [title];
  if (kind === "place") names.push(...scene.board.spaces.filter((space) => space.code === code && space.is_continent).map((space) => space.region));
  const isMeant = (words) => names.some((name) => name && words.includes(name.trim().toLowerCase()));
  return options.filter((option) => isMeant(wordsOf(option).replace(RANGE, "")));
}

export class Question {
  constructor(changed) {
    this.changed = changed;
    this.filter = "";
    this._of = null;
  }

  /** Options that are offered now and pass the filter. */
  options(session) {
    if (this._of !== session.question) {
      this._of = session.question;
      this.filter = "";
    }
    return left(session.question?.options ?? [], this.filter);
  }

  choose(session, option) {
    return session.answer(session.question.kind === "luck" ? {luck: option.text} : {text: option.text});
  }

  render(session) {
    const {question} = session;
    if (!question) return html`<section class="question"><h2>The game goes on</h2></section>`;
    if (session.next) return this._handOver(session);
    return html`<section class="question" aria-labelledby="asked" data-line=${question.line} data-kind=${question.type}><h2 id="asked" tabindex="-1">${this._heading(session)}</h2>
      ${(question.read_out ?? []).map((line) => html`<p class="readout">${line}</p>`)}
      ${question.printed ? html`<p class="printed">${question.printed}</p>` : nothing}
      ${question.type === "ask" ? this._answers(session) : nothing}
      ${session.error ? html`<p class="error" role="alert">${session.error}</p>` : nothing}
      ${this._undo(session)} ${this._offence(session)} ${this._private(session)}</section>`;
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
    const all = question.options;
    const shown = this.options(session);
    const enter = (event) => {
      if (event.key === "Enter" && shown.length === 1) this.choose(session, shown[0]);
      if (event.key === "Escape") this._setFilter("");
    };
    return html`${question.prompt ? html`<p>${question.prompt}</p>` : nothing}
      ${all.length > LONG ? html`<label class="filter">Find among ${all.length} <input id="filter" type="search"
        autocomplete="off" .value=${this.filter} @input=${({target}) => this._setFilter(target.value)} @keydown=${enter}></label>` : nothing}
      ${this.filter ? html`<p class="fine" role="status">${shown.length} of ${all.length} answers
        <button type="button" class="small" @click=${() => this._setFilter("")}>all</button></p>` : nothing}
      <ol class="options">${shown.map((option) => this._option(session, option, all.indexOf(option)))}</ol>
      ${question.may_throw ? html`<button @click=${() => session.answer({throw: true})}>Let the engine throw</button>` : nothing}
      ${session.known.luck === "asked" ? this._correction(session) : nothing}`;
  }

  _setFilter(filter) {
    this.filter = filter;
    this.changed("");
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
    return html`<details><summary>The table is different</summary><form @submit=${send}><label>Set right
      <input name="correction" placeholder="set soldiers Anna 7" required></label><button>Set right</button></form></details>`;
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
    return html`<details class="offence"><summary>Something was done against the rules</summary><form @submit=${send}>
      <label>Who <select name="seat">${seats.map((seat) => html`<option value=${seat}>${named.get(seat)}</option>`)}</select></label>
      <label>What <input name="offence" placeholder="roll" required></label><button>Have it punished</button></form></details>`;
  }

  _undo(session) {
    const most = session.question.may_take_back ?? 0;
    if (most === 0) return nothing;
    return html`<button class="undo" @click=${() => session.takeBack()}>Take back <kbd aria-hidden="true">u</kbd></button>`;
  }

  /** Shut where several people share the device. */
  _private(session) {
    const lines = session.scene?.private ?? [];
    if (!lines.length) return nothing;
    return html`<details class="private" ?open=${session.known.people.length < 2}><summary>Only ${session.person?.name ?? "you"} may see this</summary>
      <ul>${lines.map((line) => html`<li>${line}</li>`)}</ul></details>`;
  }
}
