/** Texts of the server, in which `code` is between backticks. */
import {html} from "./vendor/lit-html.js";

/** Renders a text with its code as <code>, without the backticks; a single backtick stays. */
export function withCode(text) {
  return (text ?? "").split(/`([^`]+)`/).map((part, place) => (place % 2 ? html`<code>${part}</code>` : part));
}
