/** The start screen: players, rules, and opening of records. */
import {playerConfig, playersForm, defaultPlayers, knownGame} from "./players.js";
import {withCode} from "./text.js";
import {html} from "./vendor/lit-html.js";
import {saveKnown} from "./storage.js";

const DELAYS_MS = [0, 400, 800, 1600, 3200]; // between two steps without humans
const SPECTATOR_DELAY_MS = 800; // if only bots play
const MAX_RECORD_BYTES = 250_000; // bytes; slightly less than the server's limit of a message

export class Start {
  constructor(client, ready, redraw, open) {
    Object.assign(this, {client, ready, redraw, open});
    this.players = defaultPlayers(ready, Math.max(2, ready.game.players[0]));
    this.rules = {};
    this.options = {chance: "sampled", undo: "own", open: false, advice: false, delay_ms: 0};
    this.error = "";
  }

  async _begin(request, players) {
    this.error = "";
    try {
      const created = await this.client.newGame(request);
      saveKnown(created.game, knownGame(created, players, request));
      this.open(created.game);
    } catch (problem) {
      this.error = problem.message;
      this.redraw(problem.message);
    }
  }

  _submit(event) {
    event.preventDefault();
    const players = this.players.map(playerConfig);
    const isSpectated = !players.some(({human}) => human) && this.options.delay_ms === 0;
    const paced = isSpectated ? {delay_ms: SPECTATOR_DELAY_MS} : {};
    this._begin({players, rules: this.rules, ...this.options, ...paced}, this.players);
  }

  async _openRecord(event) {
    const [file] = event.target.files;
    if (!file) return;
    if (file.size > MAX_RECORD_BYTES) {
      this.error = `The file has ${file.size} bytes; a record has at most ${MAX_RECORD_BYTES}.`;
      this.redraw(this.error);
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
    return html`<div class="rule"><label for=${id}>${titleOf(rule)}</label>${this._entry(rule, id)}<small>${withCode(rule.description)}</small></div>`;
  }

  _entry(rule, id) {
    const set = (value) => this._setRule(rule, value);
    if (rule.kind === "integer") {
      return html`<input id=${id} type="number" min=${rule.low ?? 0} max=${rule.high ?? ""} .value=${rule.default ?? ""} placeholder="default"
        @input=${({target}) => set(target.value === "" ? rule.default : Number(target.value))}>`;
    }
    if (rule.kind === "text") {
      return html`<input id=${id} type="text" .value=${rule.default ?? ""} placeholder=${rule.allowed}
        @input=${({target}) => set(target.value === "" ? rule.default : target.value)}>`;
    }
    if (rule.kind === "boolean" && !rule.nullable) {
      return html`<input id=${id} type="checkbox" ?checked=${rule.default} @change=${({target}) => set(target.checked)}>`;
    }
    const values = [...(rule.nullable ? [null] : []), ...(rule.kind === "boolean" ? [true, false] : rule.choices)];
    return html`<select id=${id} @change=${({target}) => set(values[target.selectedIndex])}>${values.map((value) =>
      html`<option value=${value === null ? "" : String(value)} ?selected=${value === rule.default}>${textOf(value)}</option>`)}</select>`;
  }

  render() {
    const {ready, options} = this;
    const set = (changes) => Object.assign(options, changes) && this.redraw();
    const choice = (name, value, words) => html`<label class="choice"><input type="radio" name=${name}
      .checked=${options[name] === value} @change=${() => set({[name]: value})}>${words}</label>`;
    const check = (name, words) => html`<label class="choice"><input type="checkbox" .checked=${options[name]}
      @change=${({target}) => set({[name]: target.checked})}>${words}</label>`;
    const files = ready.rules.filter((rule) => rule.is_file);
    const others = ready.rules.filter((rule) => !rule.is_file);
    return html`<main class="start"><h1>${ready.game.title}</h1>
      <form @submit=${(event) => this._submit(event)}><h2>New game</h2>
        ${playersForm(this.players, ready, ready.game.players, () => this.redraw())}
        ${files.length ? html`<fieldset class="files"><legend>Boards, maps and decks</legend>${files.filter(({choices}) => choices.length).map((rule) => this._rule(rule))}
          <p class="fine">To offer other files, start the server with ${files.map((rule, place) => html`${place ? ", " : ""}<code>--${
            rule.name.replaceAll("_", "-")} FILE</code>`)}.</p></fieldset>` : ""}
        <fieldset><legend>Dice and cards</legend>${choice("chance", "sampled", "Computer")}
          ${choice("chance", "explicit", "Physical board (enter results here)")}</fieldset>
        <details><summary>Game settings</summary>
          <fieldset><legend>Undo</legend>${choice("undo", "own", "Only if nothing was revealed")}
            ${choice("undo", "always", "Always")}${choice("undo", "never", "Never")}</fieldset>
          ${check("advice", "Players may ask bots for advice")}
          ${check("open", "Open game: everyone sees everything")}
          <label>Delay after bot moves <select @change=${({target}) => set({delay_ms: Number(target.value)})}>${DELAYS_MS.map((ms) =>
            html`<option value=${ms} ?selected=${ms === options.delay_ms}>${ms / 1000} s</option>`)}</select></label></details>
        <details><summary>House rules</summary>${others.map((rule) => this._rule(rule))}</details>
        ${this.error ? html`<p class="error" role="alert">${this.error}</p>` : ""}
        <p><button class="main">Start game</button></p></form>
      <h2>Recorded games</h2>
      <p><label>Open file <input type="file" accept=".txt,.record,text/plain" @change=${(event) => this._openRecord(event)}></label></p>
      <p class="fine">wd_env ${ready.package}, protocol ${ready.protocol}. This page sends data only to this server.</p></main>`;
  }
}

function titleOf({name}) {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns a value of a rule for humans. */
function textOf(value) {
  if (value === null) return "default";
  return typeof value === "boolean" ? (value ? "yes" : "no") : value.replaceAll("_", " ");
}
