/** The players of a new game, or of one that continues from a line: a part of both forms. */
import {withCode} from "./text.js";
import {html} from "./vendor/lit-html.js";

export const LOCAL_HUMAN = "human on this device";
export const REMOTE_HUMAN = "human on another device";

/** Returns the default players: one human, and the server's default bot. */
export function defaultPlayers({bots, default_bot: proposed}, count = 2) {
  const bot = proposed ?? bots[0]?.id;
  return Array.from({length: count}, (_, number) => ({kind: number === 0 ? LOCAL_HUMAN : bot, name: number === 0 ? "Anna" : ""}));
}

/** Returns a player in the form of the protocol. */
export function playerConfig({kind, name}) {
  const called = name.trim();
  if (kind === LOCAL_HUMAN || kind === REMOTE_HUMAN) return {human: called};
  return called ? {bot: kind, name: called} : {bot: kind};
}

/** Returns the data that this tab stores of a new game. */
export function knownGame(created, players, {chance = "sampled", open = false, advice = false} = {}) {
  const humans = players.map(({kind, name}, player) => ({kind, name: name.trim(), player, secret: created.secrets[player]}));
  return {
    humans: humans.filter(({kind}) => kind === LOCAL_HUMAN),
    remote: humans.filter(({kind}) => kind === REMOTE_HUMAN),
    spectatorSecret: created.spectator_secret,
    chance,
    open,
    advice,
  };
}

/** Renders the form; changes modify `players` and call `redraw`. */
export function playersForm(players, ready, [fewest, most], redraw) {
  const {bots} = ready;
  const set = (player, changes) => Object.assign(player, changes) && redraw();
  const about = (id) => bots.find((bot) => bot.id === id)?.description ?? "";
  const row = (player, number) => html`<fieldset class="player"><legend>Player ${number + 1}</legend>
    <label>Player <select @change=${(event) => set(player, {kind: event.target.value})}>
      ${[LOCAL_HUMAN, REMOTE_HUMAN].map((kind) => html`<option value=${kind} ?selected=${player.kind === kind}>${kind}</option>`)}
      ${bots.map(({id}) => html`<option value=${id} ?selected=${player.kind === id}>bot: ${id}</option>`)}
    </select></label>
    <label>Name <input maxlength="20" .value=${player.name} ?required=${[LOCAL_HUMAN, REMOTE_HUMAN].includes(player.kind)}
      placeholder=${about(player.kind) ? player.kind : "a name"} @input=${(event) => set(player, {name: event.target.value})}></label>
    <small>${withCode(about(player.kind))}</small></fieldset>`;
  const add = () => players.push({...defaultPlayers(ready)[1]}) && redraw();
  const remove = () => players.pop() && redraw();
  return html`<div class="players">${players.map(row)}</div>
    <p class="row"><button type="button" ?disabled=${players.length >= most} @click=${add}>Add player</button>
    <button type="button" ?disabled=${players.length <= fewest} @click=${remove}>Remove player</button></p>`;
}
