/**
 * `<wd-map>`: draws a map of countries as SVG, each with its holder's colour and its armies.
 *
 * Set `scene` (that of a `scene` message whose `map` is not null) and `targets`, as for `<wd-board>`: keys such as
 * "country 7". A pick fires the event `wd-pick` with {kind, number, title} in `detail`.
 */
import {Drawing, inkOn} from "./drawing.js";
import {html, nothing, svg} from "./vendor/lit-html.js";

const NOBODY = "#78808a";
const LARGE = 99; // armies; larger numbers have a smaller font
const HEAD = 0.6; // length of an arrow's head relative to the radius of a badge
const KEY_ROW = 26, KEY_TEXT = 17;
const MIN_TITLE = 9.5; // pixels; below this the small titles are not readable
const NAME = 14; // pixels; size of the title of the country under the pointer
const LETTER = 0.56; // width of a letter relative to its height

export class WdMap extends Drawing {
  sceneKey = "map";
  #named = null; // number of the country under the pointer or with the focus, whose title is drawn large
  #resized = new ResizeObserver(() => this.draw());

  connectedCallback() {
    this.#resized.observe(this);
    super.connectedCallback();
  }

  disconnectedCallback() {
    this.#resized.disconnect();
  }

  /** Returns the pixels of a unit of the map. */
  get #scale() {
    return this.clientWidth / this.scene.map.size[0] || 1;
  }

  picture() {
    const {map, countries, seats} = this.scene;
    const [width, height] = map.size;
    const isLarge = map.small_title_size * this.#scale >= MIN_TITLE;
    const [titles, size] = isLarge ? [map.small_titles, map.small_title_size] : [map.titles, map.title_size];
    const key = (Math.max(Math.ceil(map.groups.length / 2), seats.length) + 2) * KEY_ROW; // with headings and a margin
    return html`<svg viewBox="0 0 ${width} ${height + key}" role="group" aria-label=${`The map ${map.name}. Its countries are listed under Countries.`}
      @pointerover=${this.#name} @pointerleave=${this.#name} @focusin=${this.#name} @focusout=${this.#name}>
      <g aria-hidden="true">${map.borders.map((pair) => this.#border(pair))} ${map.one_way.map((pair) => this.#border(pair, true))}</g>
      ${countries.map((country) => this.#country(country))}
      <g class="titles" aria-hidden="true" font-size=${size} fill="#e8edf3" text-anchor="middle">${countries.map(({number, title}) => {
        const spot = titles[number - 1];
        return spot && number !== this.#named ? svg`<text x=${spot[0]} y=${spot[1] + size / 3}>${title}</text>` : nothing;
      })} ${this.#nameText()}</g>
      <g aria-hidden="true" font-size=${KEY_TEXT} fill="#e8edf3">${this.#key(height + KEY_ROW / 2)}</g></svg>`;
  }

  #name = ({type, target}) => {
    const country = type === "pointerover" || type === "focusin" ? target.closest("[data-country]") : null;
    const number = country ? Number(country.dataset.country) : null;
    if (number === this.#named) return;
    this.#named = number;
    this.draw();
  };

  /** Draws the title of the country under the pointer, readable at any size of the map. */
  #nameText() {
    const {map, countries} = this.scene;
    const country = countries.find(({number}) => number === this.#named);
    if (!country) return nothing;
    const [x, y] = map.at[country.number - 1];
    const size = NAME / this.#scale;
    const half = (country.title.length * size * LETTER) / 2;
    const below = y + map.radius + size;
    return svg`<text class="name" x=${Math.min(Math.max(x, half), map.size[0] - half)} font-size=${size}
      y=${below < map.size[1] ? below : y - map.radius - size / 3}>${country.title}</text>`;
  }

  /** Draws a border as a line, around the edges of the map for distant countries; with an arrow's head if it is one-way. */
  #border([from, to], isOneWay = false) {
    const {at, wraps, size, radius} = this.scene.map;
    const [one, other] = [at[from], at[to]];
    const line = ([x1, y1], [x2, y2]) => svg`<line x1=${x1} y1=${y1} x2=${x2} y2=${y2} stroke="#607288" stroke-width="2.5"></line>`;
    if (Math.abs(one[0] - other[0]) <= wraps) return [line(one, other), isOneWay ? arrow(one, other, radius) : nothing];
    const edge = (spot) => [spot[0] < size[0] / 2 ? 0 : size[0], (one[1] + other[1]) / 2];
    return [line(one, edge(one)), line(edge(other), other), isOneWay ? arrow(edge(other), other, radius) : nothing];
  }

  #country({number, title, group, seat, armies}) {
    const {map, seats, seat_colours: colours} = this.scene;
    const [x, y] = map.at[number - 1];
    const fill = seat === null ? NOBODY : colours[seat];
    const border = map.groups.find((each) => each.title === group)?.colour ?? NOBODY;
    const size = map.radius * (armies > LARGE ? 0.72 : 0.95);
    const holder = seat === null ? "no player" : seats.find((each) => each.seat === seat).name;
    const label = `${armies} ${title}, ${group}, ${holder}`;
    const halo = this.isTarget("country", number) ? svg`<circle class="halo" cx=${x} cy=${y} r=${map.radius * 1.35} fill="none"></circle>` : nothing;
    return svg`<g data-country=${number}>${this.target("country", number, title, label, svg`${halo}
      <circle cx=${x} cy=${y} r=${map.radius} fill=${fill} stroke=${border} stroke-width=${map.radius / 5}></circle>
      <text aria-hidden="true" x=${x} y=${y + size / 3} text-anchor="middle" font-size=${size} fill=${inkOn(fill)}>${armies}</text>`)}</g>`;
  }

  /** Draws the legend: what fill and ring mean, colours of players, and bonuses of groups. */
  #key(top) {
    const {map, seats, seat_colours: colours} = this.scene;
    const [width] = map.size;
    const row = (x, y, colour, text) => svg`<rect x=${x} y=${y - 9} width="18" height="18" rx="4" fill=${colour} stroke="#96a6b8"></rect>
      <text x=${x + 28} y=${y + 6}>${text}</text>`;
    const [first, groupsLeft] = [top + KEY_ROW, width / 3];
    const heading = (x, text) => svg`<text x=${x} y=${top + 6}>${text}</text>`;
    return [
      heading(40, "Fill: who holds it"), heading(groupsLeft, "Ring: its group"),
      seats.filter(({name}) => name).map(({seat, name}, place) => row(40, first + place * KEY_ROW, colours[seat], name)),
      map.groups.map(({title, bonus, colour}, place) =>
        row(groupsLeft + (place % 2) * (width / 3), first + Math.floor(place / 2) * KEY_ROW, colour, bonus ? `${title} +${bonus}` : title)),
    ];
  }
}

/** Returns the head of an arrow at the end of a border. */
function arrow(from, to, radius) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [x, y] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const tip = [to[0] - x * (radius + 2), to[1] - y * (radius + 2)];
  const back = [tip[0] - x * radius * HEAD, tip[1] - y * radius * HEAD];
  const side = [(-y * radius * HEAD) / 2, (x * radius * HEAD) / 2];
  const points = [tip, [back[0] + side[0], back[1] + side[1]], [back[0] - side[0], back[1] - side[1]]];
  return svg`<polygon points=${points.map((point) => point.join(",")).join(" ")} fill="#96a6b8"></polygon>`;
}

customElements.define("wd-map", WdMap);
