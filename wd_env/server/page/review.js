/** Looking back: a slider over every line with what it changed, what bots think there, and playing on from it. */
import {chairOf, chairsForm, firstChairs, knownOf} from "./players.js";
import {html, nothing} from "./vendor/lit-html.js";
import {remember} from "./storage.js";

const PACES_MS = [200, 400, 800, 1600, 3200];

export class Study {
  constructor(ready, changed, open) {
    Object.assign(this, {ready, changed, open});
    this.bot = (ready.bots.find(({opinion}) => opinion === "odds and value") ?? ready.bots[0]).id;
    this.chairs = null; // of a game that goes on from here
  }

  render(session) {
    const {line, last, event} = session;
    const told = event && event.n === line ? event : undefined;
    const text = told ? told.told : line === 0 ? "the beginning" : "only somebody else saw this line";
    const step = (to) => () => session.show(to);
    return html`<section class="study" aria-labelledby="study"><h2 id="study">Line ${line} of ${last}</h2>
      <label class="slider"><span class="unseen">Line</span><input id="slider" type="range" min="0" max=${last} .value=${String(line)}
        aria-valuetext=${`line ${line} of ${last}: ${text}`} @input=${({target}) => session.show(Number(target.value))}></label>
      <p class="row"><button aria-label="To the beginning" @click=${step(0)}>|&lt;</button>
        <button aria-label="One line back" @click=${step(line - 1)}>&lt;</button>
        <button @click=${() => session.playOrPause()}>${session.isPlaying ? "Pause" : "Play"}</button>
        <button aria-label="One line on" @click=${step(line + 1)}>&gt;</button>
        <button aria-label="To the end" @click=${() => session.show(null)}>&gt;|</button>
        <label>Pace <select @change=${({target}) => session.setPace(Number(target.value))}>${PACES_MS.map((ms) =>
          html`<option value=${ms} ?selected=${ms === session.paceMs}>${ms / 1000} s</option>`)}</select></label></p>
      <p class="told">${told ? html`<b>${told.turn}</b>: ` : nothing}${text}</p>
      ${told?.changes?.length ? html`<ul>${told.changes.map((change) => html`<li>${change}</li>`)}</ul>` : nothing}
      ${session.shown === null && !session.isOver ? nothing : html`<p>Then: ${session.scene?.scene.question_in_words ?? ""}</p>`}
      ${this._opinion(session)} ${this._goOn(session)}</section>`;
  }

  _opinion(session) {
    if (!session.mayAsk) return nothing;
    const ask = html`<p class="row"><label>Bot <select @change=${({target}) => { this.bot = target.value; }}>${this.ready.bots.map(({id}) =>
      html`<option ?selected=${id === this.bot}>${id}</option>`)}</select></label>
      <button @click=${() => session.ask(this.bot)}>Ask bot <kbd aria-hidden="true">w</kbd></button></p>`;
    return html`${ask}${session.opinion ? this._odds(session.opinion) : nothing}`;
  }

  _odds({opinion, taken, bot}) {
    const ranked = [...opinion.options].sort((one, other) => other.odds - one.odds);
    const rank = ranked.findIndex(({index}) => index === taken) + 1;
    const value = opinion.value ?? null;
    const bar = (option) => html`<tr class=${option.index === taken ? "taken" : nothing}>
      <th scope="row">${option.text}${option.index === taken ? " (taken)" : ""}</th>
      <td class="number">${(100 * option.odds).toFixed(1)} %</td>
      <td><svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width=${100 * option.odds} height="10"></rect></svg></td>
      <td>${option.mean === undefined ? nothing : `won ${(100 * option.mean).toFixed(0)} % of samples`}</td></tr>`;
    return html`<div class="scroll" role="region" aria-label="Opinion of ${bot}" tabindex="0"><table class="odds-table"><caption>${bot}${value === null ? "" : ` expects ${value.toFixed(2)} of -1 to +1`}
      ${rank ? `; what was taken is number ${rank} of ${ranked.length}` : ""}</caption>
      <thead><tr><th scope="col">Answer</th><th scope="col">Odds</th><th scope="col"><span class="unseen">Bar</span></th><th scope="col"><span class="unseen">Samples</span></th></tr></thead>
      <tbody>${ranked.map(bar)}</tbody></table></div>`;
  }

  _goOn(session) {
    return html`<p class="row"><button @click=${() => save(session)}>Save record</button>
      ${session.isOver ? html`<button aria-expanded=${this.chairs !== null} @click=${() => this._chairs(session)}>Continue from this line</button>` : nothing}</p>
      ${this.chairs === null ? nothing : html`<form @submit=${(event) => this._fork(event, session)}>
        ${chairsForm(this.chairs, this.ready, [this.chairs.length, this.chairs.length], () => this.changed(""))}
        <button class="main">Start game</button></form>`}`;
  }

  _chairs(session) {
    this.chairs = this.chairs === null ? firstChairs(this.ready, session.scene.scene.players) : null;
    this.changed("");
  }

  async _fork(event, session) {
    event.preventDefault();
    const {chairs} = this;
    const made = await session.fork(chairs.map(chairOf));
    if (!made) return;
    remember(made.game, knownOf(made, chairs, {open: true}));
    this.chairs = null;
    this.open(made.game);
  }
}

/** Gives the record to the browser as a file. */
async function save(session) {
  const reply = await session.record();
  if (!reply) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([reply.record], {type: "text/plain"}));
  link.download = `${session.game}.txt`;
  link.click();
  URL.revokeObjectURL(link.href);
}
