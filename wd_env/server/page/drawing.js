/** What `<wd-board>` and `<wd-map>` share: a drawing as SVG, whose items can be picked by pointer, Enter or Space. */
import {render, svg} from "./vendor/lit-html.js";

/** Returns black or white, whichever is readable on a colour. */
export function inkOn(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  const light = [red, green, blue].map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4));
  return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2] > 0.18 ? "#10151c" : "#ffffff";
}

/** A subclass has `picture()`, which draws `scene`, and `sceneKey`, the part of the scene without which it draws nothing. */
export class Drawing extends HTMLElement {
  #scene = null;
  #targets = new Set();

  get scene() {
    return this.#scene;
  }

  set scene(scene) {
    this.#scene = scene;
    this.draw();
  }

  set targets(targets) {
    this.#targets = targets;
    this.draw();
  }

  connectedCallback() {
    this.draw();
  }

  draw() {
    if (this.isConnected && this.#scene?.[this.sceneKey]) render(this.picture(), this);
  }

  isTarget(kind, number) {
    return this.#targets.has(`${kind} ${number}`);
  }

  /** Makes a drawing a button if it can be picked; `label` begins with the visible text. */
  target(kind, number, title, label, drawing) {
    if (!this.isTarget(kind, number)) return svg`<g aria-hidden="true"><title>${label}</title>${drawing}</g>`;
    const pick = () => this.dispatchEvent(new CustomEvent("wd-pick", {bubbles: true, composed: true, detail: {kind, number, title}}));
    const press = (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      pick();
    };
    return svg`<g class="target" data-key=${`${kind} ${number}`} role="button" tabindex="0" aria-label=${label} @click=${pick} @keydown=${press}>
      <title>${label}</title>${drawing}</g>`;
  }
}
