/** Who sits where: the part of a form that is the same for a new game and for one that goes on from a line. */
import {html} from "./vendor/lit-html.js";

export const HERE = "human on this device";
export const ELSEWHERE = "human on another device";

/** Chairs such as a new game has at first: one person, and the bot that the server proposes. */
export function firstChairs({bots, default_bot: proposed}, count = 2) {
  const bot = proposed ?? bots[0]?.id;
  return Array.from({length: count}, (_, number) => ({kind: number === 0 ? HERE : bot, name: number === 0 ? "Anna" : ""}));
}

/** A chair as the server takes it. */
export function chairOf({kind, name}) {
  const called = name.trim();
  if (kind === HERE || kind === ELSEWHERE) return {person: called};
  return called ? {bot: kind, name: called} : {bot: kind};
}

/** What this tab is to know of a game that was made. */
export function knownOf(made, chairs, {luck = "sampled", open = false, advice = false} = {}) {
  const people = chairs.map(({kind, name}, player) => ({kind, name: name.trim(), player, secret: made.secrets[player]}));
  return {
    people: people.filter(({kind}) => kind === HERE),
    elsewhere: people.filter(({kind}) => kind === ELSEWHERE),
    watch: made.watch,
    luck,
    open,
    advice,
  };
}

/** The form: `chairs` are changed in place, and `changed` is called. */
export function chairsForm(chairs, ready, [fewest, most], changed) {
  const {bots} = ready;
  const set = (chair, what) => Object.assign(chair, what) && changed();
  const about = (id) => bots.find((bot) => bot.id === id)?.about ?? "";
  const row = (chair, number) => html`<fieldset class="chair"><legend>Player ${number + 1}</legend>
    <label>Player <select @change=${(event) => set(chair, {kind: event.target.value})}>
      ${[HERE, ELSEWHERE].map((kind) => html`<option value=${kind} ?selected=${chair.kind === kind}>${kind}</option>`)}
      ${bots.map(({id}) => html`<option value=${id} ?selected=${chair.kind === id}>bot: ${id}</option>`)}
    </select></label>
    <label>Name <input maxlength="20" .value=${chair.name} ?required=${[HERE, ELSEWHERE].includes(chair.kind)}
      placeholder=${about(chair.kind) ? chair.kind : "a name"} @input=${(event) => set(chair, {name: event.target.value})}></label>
    <small>${about(chair.kind)}</small></fieldset>`;
  const add = () => chairs.push({...firstChairs(ready)[1]}) && changed();
  const remove = () => chairs.pop() && changed();
  return html`<div class="chairs">${chairs.map(row)}</div>
    <p class="row"><button type="button" ?disabled=${chairs.length >= most} @click=${add}>Add player</button>
    <button type="button" ?disabled=${chairs.length <= fewest} @click=${remove}>Remove player</button></p>`;
}
