/**
 * `<wd-board>`: draws a table as SVG from its scene, for any board that the server can load.
 *
 * Set the property `scene` (that of a `scene` message) and `targets`, a Set of the keys of items that can be picked,
 * such as "place 7" or "seat 1". A pick, by pointer, Enter or Space, fires the event `wd-pick` with {kind, number,
 * title} in `detail`. Screen readers announce items that can be picked as buttons, and the rest as one image with a text.
 */
import {Drawing, inkOn} from "./drawing.js";
import {html, nothing, svg} from "./vendor/lit-html.js";

const PAPER = "#e2daca";
const CLOSED = "#80848a";
const NO_PIECE = "#8c8c8c";
const LETTER = 0.56; // width of a letter relative to its height
const LEADING = 1.2;
const GAP = 0.25; // degrees between two spaces
const TOKEN = 15;
const STEP_IN = 24; // distance of the first row of pieces from the ring
const ROW = 33; // distance between two rows of pieces
const LEGEND = html`<p class="fine">A piece shows its initials and the number of its seat. RSZ: Resurrected Soldier Zone. The soldiers in
  the middle are those of the Garrison. "(reconstructed)" follows texts that the rule book does not have and that we wrote.</p>`;

/** Returns a point around the middle of the board. */
function polar([x, y], angle, radius) {
  const turned = (angle * Math.PI) / 180;
  return [x + radius * Math.cos(turned), y + radius * Math.sin(turned)];
}

function outline(centre, {start, end, inner, outer}) {
  const at = (angle, radius) => polar(centre, angle, radius).map((coordinate) => coordinate.toFixed(1)).join(" ");
  const [from, to] = [start + GAP, end - GAP];
  const isLarge = to - from > 180 ? 1 : 0;
  return `M${at(from, outer)}A${outer} ${outer} 0 ${isLarge} 1 ${at(to, outer)}L${at(to, inner)}` +
    `A${inner} ${inner} 0 ${isLarge} 0 ${at(from, inner)}Z`;
}

/** Returns a paler colour, so that a plain space differs from the Continent Space of its region. */
function pale(colour) {
  const mix = (at) => Math.round(parseInt(colour.slice(at, at + 2), 16) * 0.45 + parseInt(PAPER.slice(at, at + 2), 16) * 0.55);
  return `#${[1, 3, 5].map((at) => mix(at).toString(16).padStart(2, "0")).join("")}`;
}

/** Wraps words to rows of a maximum length; longer words are truncated. */
function wrapped(text, letters) {
  const rows = [];
  for (const word of text.split(" ")) {
    const last = rows.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= letters) rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word.length > letters ? `${word.slice(0, letters - 1)}.` : word);
  }
  return rows;
}

/** Returns the initials of a piece: `GK` for Genghis Khan, `Bu` for Buddha. */
export function initials(piece) {
  const words = (piece || "?").split(" ");
  return words.length > 1 ? words.map((word) => word[0]).join("") : words[0].slice(0, 2);
}

/** Describes the image as text. */
export function describe(scene) {
  const pieces = scene.seats.map((seat) => `${seat.name}: ${seat.piece || "no piece"}, ${seat.army} soldiers, ` +
    `${seat.is_in_play ? seat.space || "off the board" : "out of play"}`);
  const closed = scene.closed ? ` ${scene.closed} is closed.` : "";
  return `The board. ${pieces.join("; ")}. Garrison ${scene.garrison}, Resurrected Soldier Zone ${scene.rsz}.${closed}`;
}

export class WdBoard extends Drawing {
  sceneKey = "board";

  picture() {
    const scene = this.scene;
    const {board} = scene;
    const [width, height] = board.size;
    return html`<svg viewBox="0 0 ${width} ${height}" role="group" aria-label=${describe(scene)}>
      <circle cx=${board.centre[0]} cy=${board.centre[1]} r=${board.spaces[0].inner - 2} fill="#223144"></circle>
      ${board.ways.map((way) => this.#way(way))} ${board.gates.map((place) => this.#gate(place))}
      ${board.spaces.map((space) => this.#space(space))} ${this.#pole()} ${this.#middle()} ${this.#pieces()}
    </svg>${LEGEND}`;
  }

  #spaceAt(place) {
    return this.scene.board.spaces.find((space) => space.place === place);
  }

  #inner(place) {
    const space = this.#spaceAt(place);
    return polar(this.scene.board.centre, (space.start + space.end) / 2, space.inner - 3);
  }

  #way([here, there]) {
    const [from, to] = [this.#inner(here), this.#inner(there)];
    const half = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    const frame = svg`<line x1=${from[0]} y1=${from[1]} x2=${to[0]} y2=${to[1]} stroke="#96a6b8" stroke-width="9"></line>`;
    return [frame, ...[[from, here], [to, there]].map(([end, place]) => svg`<line x1=${end[0]} y1=${end[1]} x2=${half[0]}
      y2=${half[1]} stroke=${this.#colour(this.#spaceAt(place).region)} stroke-width="5"></line>`)];
  }

  #gate(place) {
    const [x, y] = this.#inner(place);
    const [poleX, poleY] = this.scene.board.pole.at;
    const offset = Math.sign(x - poleX) * this.scene.board.pole.size[0] / 2;
    return svg`<line x1=${x} y1=${y} x2=${poleX + offset} y2=${poleY} stroke="#e8edf3" stroke-width="2"
      stroke-dasharray="2 6"></line>`;
  }

  #colour(region) {
    return region === this.scene.closed ? CLOSED : this.scene.board.regions[region];
  }

  #space(space) {
    const {board, closed} = this.scene;
    const isClosed = closed !== null && space.region === closed;
    const ground = space.region === null ? PAPER : space.is_continent ? this.#colour(space.region) : pale(this.#colour(space.region));
    const [x, y] = polar(board.centre, (space.start + space.end) / 2, (space.inner + space.outer) / 2);
    const across = ((space.end - space.start) * Math.PI / 180) * (space.inner + space.outer) / 2;
    const size = Math.min(space.is_continent ? 14 : 12, across / 6);
    const title = space.is_continent ? space.region : space.title.split(" (")[0];
    const inPack = this.scene.pack.filter((card) => card.region === space.region).length;
    const notes = [...(space.is_continent ? [`${inPack} cards`] : []), ...(isClosed ? ["CLOSED"] : [])];
    const rows = [space.code, ...wrapped(title, Math.floor(across / (size * LETTER))), ...notes];
    const label = `${rows.join(" ")}, ${space.title}`;
    return this.target("place", space.place, `${space.code} ${space.title}`, label, svg`
      <path d=${outline(board.centre, space)} fill=${ground} stroke=${space.is_continent ? "#e8edf3" : "#17212f"}
        stroke-width="1.5" stroke-dasharray=${isClosed ? "6 4" : nothing}></path>
      <text aria-hidden="true" x=${x} text-anchor="middle" fill=${inkOn(ground)} font-size=${size}>${rows.map((row, number) => svg`<tspan
        x=${x} y=${y + (number - (rows.length - 1) / 2 + 0.35) * size * LEADING}>${row} </tspan>`)}</text>`);
  }

  #pole() {
    const {board, closed, pack, garrison_cards: garrisonCards} = this.scene;
    const {at: [x, y], size: [width, height], title, place} = board.pole;
    const region = "Antarctica";
    const isClosed = closed === region;
    const ground = this.#colour(region);
    const cards = `${pack.filter((card) => card.region === region).length} cards${garrisonCards.length ? ", South Pole to be won" : ""}`;
    const named = `${region}${isClosed ? ", CLOSED" : ""}`;
    return this.target("place", place, title, `${named} ${cards}`, svg`
      <rect x=${x - width / 2} y=${y - height / 2} width=${width} height=${height} rx=${height / 2} fill=${ground}
        stroke="#96a6b8" stroke-width="2" stroke-dasharray=${isClosed ? "6 4" : nothing}></rect>
      <text aria-hidden="true" text-anchor="middle" fill=${inkOn(ground)}><tspan x=${x} y=${y - 4} font-size="15">${named} </tspan>
      <tspan x=${x} y=${y + 15} font-size="12">${cards}</tspan></text>`);
  }

  #middle() {
    const {board, garrison, rsz, khyber_pass: khyber, manoeuvres_unseen: unseen, manoeuvre_queue: queue} = this.scene;
    const [x, y, radius] = board.middle;
    const holder = khyber === null ? "lies here" : `at ${this.scene.seats.find((seat) => seat.seat === khyber)?.name}`;
    return svg`<g aria-hidden="true"><circle cx=${x} cy=${y} r=${radius} fill="#29394d" stroke="#465a72"></circle>
      <text text-anchor="middle" fill="#e8edf3"><tspan x=${x} y=${y - 48} font-size="13">GARRISON</tspan>
      <tspan x=${x} y=${y - 14} font-size="34">${garrison}</tspan><tspan x=${x} y=${y + 6} font-size="12">Resurrected Soldier </tspan>
      <tspan x=${x} y=${y + 20} font-size="12">Zone ${rsz} </tspan><tspan x=${x} y=${y + 38} font-size="12">Khyber Pass ${holder}</tspan>
      <tspan x=${x} y=${y + 56} font-size="12">${unseen + queue.length} Manoeuvres</tspan></text></g>`;
  }

  #pieces() {
    const {seats} = this.scene;
    return seats.filter((seat) => seat.place !== null).map((seat) => {
      const here = seats.filter((other) => other.place === seat.place);
      return this.#piece(seat, this.#standing(seat.place, here.indexOf(seat), here.length));
    });
  }

  /** Returns the position of a piece, in rows of two towards the middle. */
  #standing(place, number, pieces) {
    const {board} = this.scene;
    const space = this.#spaceAt(place);
    if (!space) {
      const [x, y] = board.pole.at;
      return [x + (number - (pieces - 1) / 2) * ROW, y + board.pole.size[1] / 2 + TOKEN + 3];
    }
    const angle = (space.start + space.end) / 2;
    const [x, y] = polar(board.centre, angle, space.inner - STEP_IN - ROW * Math.floor(number / 2));
    const isCentred = number === pieces - 1 && number % 2 === 0;
    const shift = isCentred ? 0 : ((number % 2) - 0.5) * ROW;
    const turned = ((angle + 90) * Math.PI) / 180;
    return [x + shift * Math.cos(turned), y + shift * Math.sin(turned)];
  }

  #piece(seat, [x, y]) {
    const colour = this.scene.board.pieces[seat.piece] ?? NO_PIECE;
    const label = `${initials(seat.piece)} ${seat.seat}, ${seat.name}, ${seat.piece || "no piece"}, ${seat.army} soldiers`;
    return this.target("seat", seat.seat, seat.name, label, svg`<g aria-hidden="true" class=${seat.is_in_play ? "piece" : "piece out"}>
      <circle cx=${x} cy=${y} r=${TOKEN} fill=${colour} stroke="#e8edf3" stroke-width="2"></circle>
      <text x=${x} y=${y + 5} text-anchor="middle" font-size="14" fill=${inkOn(colour)}>${initials(seat.piece)} </text>
      <circle cx=${x + 12} cy=${y + 11} r="8" fill="#17212f" stroke="#e8edf3"></circle>
      <text x=${x + 12} y=${y + 15} text-anchor="middle" font-size="11" fill="#e8edf3">${seat.seat}</text></g>`);
  }
}

customElements.define("wd-board", WdBoard);
