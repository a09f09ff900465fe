/** What a click on the board means: the choices that are about the thing, by the keys that the server sends. */

/** The choices about a thing, such as "place 7" or "seat 1". */
export function choicesFor(choices, key) {
  return choices.filter((option) => option.targets?.includes(key));
}

/** The option that a click on a thing answers with; undefined where several, none, or one about other things too, is meant. */
export function clickedChoice(choices, key) {
  const found = choicesFor(choices, key);
  return found.length === 1 && found[0].targets.length === 1 ? found[0] : undefined;
}

/** Everything that can be picked: what some choices are about. */
export function pickableKeys(choices) {
  return new Set(choices.flatMap((option) => option.targets ?? []));
}

/** The number before an option. */
export function labelOf(option, place) {
  return option.label ?? String(place + 1);
}

/** The choices that typed words leave: a number is one option; else each word begins a word of the option. */
export function filterChoices(choices, typed) {
  const words = typed.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const numbered = choices.filter((option, place) => words.length === 1 && labelOf(option, place) === words[0]);
  return numbered.length ? numbered : choices.filter((option) => words.every((word) => begins(option, word)));
}

function begins(option, word) {
  const text = [option.text, option.description ?? "", ...(option.aliases ?? [])].join(" ").toLowerCase();
  return text.split(/\s+/).some((part) => part.startsWith(word) || part.replace(/^[^\p{L}\p{N}]+/u, "").startsWith(word));
}
