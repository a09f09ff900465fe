/** Tables of the public information about players and countries. */
import {html, nothing} from "./vendor/lit-html.js";

const COLUMN_TITLES = ["Piece", "Soldiers", "Space", "Cards", "Notes"]; // for games with pieces on a board

/** Renders the table of players; `pick` is called with key and title of a picked item. */
export function playersTable(scene, targets, pick) {
  const hasPieces = Boolean(scene.board?.spaces);
  const titles = hasPieces ? COLUMN_TITLES : Object.keys(scene.seats[0]?.columns ?? {}).map(sentence);
  const cellsOf = (seat) => (hasPieces ? pieceCells(seat, targets, pick) : Object.values(seat.columns ?? {}));
  const cellKinds = cellsOf(scene.seats[0]).map(kindOf); // column titles are aligned like their values
  const row = (seat) => {
    return html`<tr role="row" class=${seat.is_in_play ? nothing : "out"}><th scope="row" role="rowheader">
      ${named(seat, targets, pick)}${state(seat, scene)}</th>
      ${cellsOf(seat).map((value, place) => html`<td role="cell" data-head=${titles[place]} class=${kindOf(value)}>${value === "" ? "none" : value}</td>`)}</tr>`;
  };
  return html`<section aria-labelledby="players"><h2 id="players">Players</h2>
    ${(scene.roles ?? []).map((line) => html`<p class="roles">${line}</p>`)}
    <div class="scroll" role="region" aria-label="Table of players" tabindex="0"><table class="seats" role="table">
      <thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">${scene.seat_title ?? "Player"}</th>
        ${titles.map((title, place) => html`<th scope="col" role="columnheader" class=${cellKinds[place]}>${title}</th>`)}</tr></thead>
      <tbody role="rowgroup">${scene.seats.filter(({name}) => name).map(row)}</tbody></table></div></section>`;
}

/** Renders the countries of a map by group; open if no map is drawn. */
export function countriesTable(scene, targets, pick) {
  const names = new Map(scene.seats.map(({seat, name}) => [seat, name]));
  const groups = grouped(scene.countries, "group");
  const hasText = scene.countries.some(({text}) => text);
  const titles = ["Country", "Player", "Armies", ...(hasText ? ["Units"] : [])];
  const row = ({number, title, seat, armies, text}) => html`<tr><th scope="row">${number}. ${chosen(`country ${number}`, title, targets, pick)}</th>
    <td>${names.get(seat) ?? "no player"}</td><td class="number">${armies}</td>${hasText ? html`<td>${text}</td>` : nothing}</tr>`;
  return html`<details class="countries" ?open=${!scene.map}><summary>Countries</summary>
    <table><thead><tr>${titles.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
    ${[...groups].map(([group, members]) => html`<tbody><tr><th scope="rowgroup" colspan=${titles.length} class="group">${group}</th></tr>${members.map(row)}</tbody>`)}</table></details>`;
}

/** Renders what short names mean, if the game has any. */
export function legend({legend: lines = []}) {
  return lines.length ? html`<details class="legend" open><summary>Short names</summary>${lines.map((line) => html`<p class="fine">${line}</p>`)}</details>` : nothing;
}

function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the class of a cell: numbers are right-aligned, long values get their own row on a small screen. */
function kindOf(value) {
  if (typeof value === "object") return "wide";
  return typeof value === "number" || /^-?\d+$/.test(value) ? "number" : nothing;
}

/** Renders a title, as a button if a choice refers to it. */
function chosen(key, title, targets, pick) {
  return targets.has(key) ? html`<button class="small" data-key=${key} @click=${() => pick(key, title)}>${title}</button>` : title;
}

function named(seat, targets, pick) {
  return chosen(`seat ${seat.seat}`, seat.title ?? seat.name, targets, pick);
}

function state(seat, scene) {
  const status = [seat.seat === scene.turn && !scene.is_terminal && "turn", seat.has_won && "has won", !seat.is_in_play && "out of play"].filter(Boolean);
  return status.length ? ` (${status.join(", ")})` : "";
}

function pieceCells(seat, targets, pick) {
  const position = seat.is_in_play ? seat.space || "off the board" : "out of play";
  return [seat.piece ?? "none", seat.army, position, cards(seat, targets, pick), notes(seat).join(", ") || "none"];
}

/** Renders cards by region, laid ones in brackets; those that choices refer to can be picked. */
function cards(seat, targets, pick) {
  if (!seat.cards.length) return html`none`;
  const regions = [...grouped(seat.cards, "region")];
  const card = ({title, index}) => html`<span>${chosen(`card ${index}`, seat.laid.includes(index) ? `[${title}]` : title, targets, pick)}</span>`;
  return html`<details><summary>${seat.cards.length}: ${regions.map(([region, held]) => `${region} ${held.length}`).join(", ")}</summary>
    ${regions.map(([region, held]) => html`<p class="row">${region}: ${held.map(card)}</p>`)}</details>`;
}

/** Groups items by one of their fields, in order. */
function grouped(items, field) {
  const byValue = new Map();
  for (const item of items) byValue.set(item[field], [...(byValue.get(item[field]) ?? []), item]);
  return byValue;
}

function notes(seat) {
  return [
    seat.holds_khyber_pass && "Khyber Pass", seat.ice_turns && `turns in the Ice House: ${seat.ice_turns}`, seat.is_pardoned && "pardoned",
    seat.turns_to_miss && `turns to miss: ${seat.turns_to_miss}`, seat.reinforcements && `unused reinforcements: ${seat.reinforcements}`,
    ...seat.stacks.map((name) => `Stack of ${name}`), seat.sets && `${seat.sets} sets`,
  ].filter(Boolean);
}
