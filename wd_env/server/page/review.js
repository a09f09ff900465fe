/** The review: a slider over all lines with their changes, analyses by bots, and a fork of the game. */
import {playerConfig, playersForm, defaultPlayers, knownGame} from "./players.js";
import {withCode} from "./text.js";
import {html, nothing} from "./vendor/lit-html.js";
import {saveKnown} from "./storage.js";

const DELAYS_MS = [200, 400, 800, 1600, 3200];

export class Review {
  constructor(ready, redraw, open) {
    Object.assign(this, {ready, redraw, open});
    this.bot = (ready.bots.find(({analysis_level}) => analysis_level === "probabilities and value") ?? ready.bots[0]).id;
    this.players = null; // players of a game that continues from here
  }

  render(session) {
    const {line, last, event} = session;
    const lineEvent = event && event.n === line ? event : undefined;
    const text = lineEvent ? lineEvent.narration : line === 0 ? "the start of the game" : "this line is private to another player";
    const step = (to) => () => session.show(to);
    return html`<section class="review" aria-labelledby="review"><h2 id="review">Line ${line} of ${last}</h2>
      <label class="slider"><span class="visually-hidden">Line</span><input id="slider" type="range" min="0" max=${last} .value=${String(line)}
        aria-valuetext=${`line ${line} of ${last}: ${text}`} @input=${({target}) => session.show(Number(target.value))}></label>
      <p class="row"><button aria-label="First line" @click=${step(0)}>|&lt;</button>
        <button aria-label="Previous line" @click=${step(line - 1)}>&lt;</button>
        <button @click=${() => session.playOrPause()}>${session.isPlaying ? "Pause" : "Play"}</button>
        <button aria-label="Next line" @click=${step(line + 1)}>&gt;</button>
        <button aria-label="Current game" @click=${() => session.show(null)}>&gt;|</button>
        <label>Delay <select @change=${({target}) => session.setDelay(Number(target.value))}>${DELAYS_MS.map((ms) =>
          html`<option value=${ms} ?selected=${ms === session.delayMs}>${ms / 1000} s</option>`)}</select></label></p>
      <p class="narration">${lineEvent ? html`<b>${lineEvent.turn}</b>: ` : nothing}${withCode(text)}</p>
      ${lineEvent?.changes?.length ? html`<ul>${lineEvent.changes.map((change) => html`<li>${change}</li>`)}</ul>` : nothing}
      ${session.pinnedLine === null && !session.isOver ? nothing : html`<p>Next: ${session.scene?.scene.decision_text ?? ""}</p>`}
      ${this._analysis(session)} ${this._continue(session)}</section>`;
  }

  _analysis(session) {
    if (!session.mayAnalyse) return nothing;
    const ask = html`<p class="row"><label>Bot <select @change=${({target}) => { this.bot = target.value; }}>${this.ready.bots.map(({id}) =>
      html`<option ?selected=${id === this.bot}>${id}</option>`)}</select></label>
      <button @click=${() => session.analyse(this.bot)}>Ask bot <kbd aria-hidden="true">w</kbd></button></p>`;
    return html`${ask}${session.analysis ? this._probabilities(session.analysis) : nothing}`;
  }

  _probabilities({analysis, action_taken: taken, bot}) {
    const ranked = [...analysis.actions].sort((one, other) => other.probability - one.probability);
    const rank = ranked.findIndex(({index}) => index === taken) + 1;
    const value = analysis.value ?? null;
    const bar = (option) => html`<tr class=${option.index === taken ? "taken" : nothing}>
      <th scope="row">${option.text}${option.index === taken ? " (chosen)" : ""}</th>
      <td class="number">${(100 * option.probability).toFixed(1)}%</td>
      <td><svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width=${100 * option.probability} height="10"></rect></svg></td>
      <td>${option.action_value === undefined ? nothing : `wins ${(100 * option.action_value).toFixed(0)}% of the samples`}</td></tr>`;
    return html`<div class="scroll" role="region" aria-label="Analysis of ${bot}" tabindex="0"><table class="probability-table"><caption>${bot}${value === null ? "" : `: expected result ${value.toFixed(2)}, from -1 (loss) to +1 (win)`}
      ${rank ? `; the chosen action has rank ${rank} of ${ranked.length}` : ""}</caption>
      <thead><tr><th scope="col">Action</th><th scope="col">Probability</th><th scope="col"><span class="visually-hidden">Bar</span></th><th scope="col"><span class="visually-hidden">Samples</span></th></tr></thead>
      <tbody>${ranked.map(bar)}</tbody></table></div>`;
  }

  _continue(session) {
    return html`<p class="row"><button @click=${() => save(session)}>Save record</button>
      ${session.isOver ? html`<button aria-expanded=${this.players !== null} @click=${() => this._players(session)}>Continue from this line</button>` : nothing}</p>
      ${this.players === null ? nothing : html`<form @submit=${(event) => this._fork(event, session)}>
        ${playersForm(this.players, this.ready, [this.players.length, this.players.length], () => this.redraw(""))}
        <button class="main">Start game</button></form>`}`;
  }

  _players(session) {
    this.players = this.players === null ? defaultPlayers(this.ready, session.scene.scene.players) : null;
    this.redraw("");
  }

  async _fork(event, session) {
    event.preventDefault();
    const {players} = this;
    const created = await session.fork(players.map(playerConfig));
    if (!created) return;
    saveKnown(created.game, knownGame(created, players, {open: true}));
    this.players = null;
    this.open(created.game);
  }
}

/** Downloads the record as a file. */
async function save(session) {
  const reply = await session.record();
  if (!reply) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([reply.record], {type: "text/plain"}));
  link.download = `${session.game}.txt`;
  link.click();
  URL.revokeObjectURL(link.href);
}
