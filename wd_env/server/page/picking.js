/** What a click on the board means: the options that are about the thing, by the keys that the server sends. */

/** The options about a thing, such as "place 7" or "seat 1". */
export function optionsAbout(options, key) {
  return options.filter((option) => option.targets?.includes(key));
}

/** The option that a click on a thing answers with; undefined where several, none, or one about other things too, is meant. */
export function clicked(options, key) {
  const found = optionsAbout(options, key);
  return found.length === 1 && found[0].targets.length === 1 ? found[0] : undefined;
}

/** Everything that can be picked: what some options are about. */
export function pickable(options) {
  return new Set(options.flatMap((option) => option.targets ?? []));
}

/** The number before an option. */
export function numberOf(option, place) {
  return option.label ?? String(place + 1);
}

/** The options that typed words leave: a number is one option; else each word begins a word of the option. */
export function matching(options, typed) {
  const words = typed.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const numbered = options.filter((option, place) => words.length === 1 && numberOf(option, place) === words[0]);
  return numbered.length ? numbered : options.filter((option) => words.every((word) => begins(option, word)));
}

function begins(option, word) {
  const text = [option.text, option.about ?? "", ...(option.names ?? [])].join(" ").toLowerCase();
  return text.split(/\s+/).some((part) => part.startsWith(word) || part.replace(/^[^\p{L}\p{N}]+/u, "").startsWith(word));
}
