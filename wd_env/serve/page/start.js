/** The first page: who plays, by which rules, and records that are opened. */
import {chairOf, chairsForm, firstChairs, knownOf} from "./chairs.js";
import {html} from "./vendor/lit-html.js";
import {remember} from "./memory.js";

const PACES_MS = [0, 400, 800, 1600, 3200]; // between two things that happen without people
const WATCHED_MS = 800; // where nobody but bots plays
const MOST_RECORD = 250_000; // bytes; the server takes little more in a message

export class Start {
  constructor(client, ready, changed, open) {
    Object.assign(this, {client, ready, changed, open});
    this.chairs = firstChairs(ready.bots);
    this.rules = {};
    this.options = {luck: "sampled", take_back: "own", open: false, advice: false, pace_ms: 0};
    this.error = "";
  }

  async _begin(request, chairs) {
    this.error = "";
    try {
      const made = await this.client.newGame(request);
      remember(made.game, knownOf(made, chairs, request));
      this.open(made.game);
    } catch (problem) {
      this.error = problem.message;
      this.changed(problem.message);
    }
  }

  _submit(event) {
    event.preventDefault();
    const players = this.chairs.map(chairOf);
    const isWatched = !players.some(({person}) => person) && this.options.pace_ms === 0;
    const paced = isWatched ? {pace_ms: WATCHED_MS} : {};
    this._begin({players, rules: this.rules, ...this.options, ...paced}, this.chairs);
  }

  async _openRecord(event) {
    const [file] = event.target.files;
    if (!file) return;
    if (file.size > MOST_RECORD) {
      this.error = `The file has ${file.size} bytes; a record has at most ${MOST_RECORD}.`;
      this.changed(this.error);
      return;
    }
    await this._begin({record: await file.text(), open: true}, []);
  }

  _setRule(rule, value) {
    if (value === rule.default) delete this.rules[rule.name];
    else this.rules[rule.name] = value;
  }

  _rule(rule) {
    const id = `rule-${rule.name}`;
    const set = (value) => this._setRule(rule, value);
    let entry = html`<input id=${id} type="number" min=${rule.low ?? 0} max=${rule.high ?? ""} .value=${rule.default ?? ""}
      @input=${({target}) => set(target.value === "" ? rule.default : Number(target.value))}>`;
    if (rule.kind === "switch") {
      entry = html`<input id=${id} type="checkbox" ?checked=${rule.default} @change=${({target}) => set(target.checked)}>`;
    } else if (rule.kind === "choice") {
      entry = html`<select id=${id} @change=${({target}) => set(target.value)}>${rule.names.map((name) =>
        html`<option ?selected=${name === rule.default}>${name}</option>`)}</select>`;
    }
    return html`<div class="rule"><label for=${id}>${rule.name.replaceAll("_", " ")}</label>${entry}<small>${rule.about}</small></div>`;
  }

  render() {
    const {ready, options} = this;
    const set = (what) => Object.assign(options, what) && this.changed();
    const choice = (name, value, words) => html`<label class="choice"><input type="radio" name=${name}
      .checked=${options[name] === value} @change=${() => set({[name]: value})}>${words}</label>`;
    const check = (name, words) => html`<label class="choice"><input type="checkbox" .checked=${options[name]}
      @change=${({target}) => set({[name]: target.checked})}>${words}</label>`;
    return html`<main class="start"><h1>${ready.game.title}</h1>
      <form @submit=${(event) => this._submit(event)}><h2>A new game</h2>
        ${chairsForm(this.chairs, ready.bots, ready.game.players, () => this.changed())}
        <fieldset><legend>Luck</legend>${choice("luck", "sampled", "thrown by the engine")}
          ${choice("luck", "asked", "thrown on the printed board, and entered here")}</fieldset>
        <details><summary>What is agreed on</summary>
          <fieldset><legend>Taking back</legend>${choice("take_back", "own", "only what nobody has learnt from")}
            ${choice("take_back", "always", "always")}${choice("take_back", "never", "never")}</fieldset>
          ${check("advice", "people may ask bots about their own question")}
          ${check("open", "everybody may see everything")}
          <label>Pause after what bots do <select @change=${({target}) => set({pace_ms: Number(target.value)})}>${PACES_MS.map((ms) =>
            html`<option value=${ms} ?selected=${ms === options.pace_ms}>${ms / 1000} s</option>`)}</select></label></details>
        <details><summary>House rules</summary>${ready.rules.map((rule) => this._rule(rule))}</details>
        ${this.error ? html`<p class="error" role="alert">${this.error}</p>` : ""}
        <p><button class="main">Begin</button></p></form>
      <h2>A game that was played</h2>
      <p><label>Open a record <input type="file" accept=".txt,.record,text/plain" @change=${(event) => this._openRecord(event)}></label></p>
      <p class="fine">wd_env ${ready.package}, protocol ${ready.protocol}. Nothing leaves this server.</p></main>`;
  }
}

