/** Clicks on the board: the choices that refer to an item, by the keys that the server sends. */

/** Returns the choices that refer to an item, such as "place 7" or "seat 1". */
export function choicesFor(choices, key) {
  return choices.filter((option) => option.targets?.includes(key));
}

/** Returns the only choice that refers to an item and to no other one; undefined if there is none. */
export function clickedChoice(choices, key) {
  const targets = choicesFor(choices, key);
  return targets.length === 1 && targets[0].targets.length === 1 ? targets[0] : undefined;
}

/** Returns the items that can be picked, those to which a choice refers. */
export function pickableKeys(choices) {
  return new Set(choices.flatMap((option) => option.targets ?? []));
}

/** Returns the number in front of a choice. */
export function labelOf(option, place) {
  return option.label ?? String(place + 1);
}

/** Returns the choices whose numbers begin with these digits, and the one that has exactly this number, if any. */
export function numberedChoices(choices, digits) {
  const begun = choices.filter((option, place) => labelOf(option, place).startsWith(digits));
  return {begun, exact: begun.find((option) => labelOf(option, choices.indexOf(option)) === digits)};
}

/** Returns the choices that match typed text: a number selects one; otherwise each word begins a word of the choice. */
export function filterChoices(choices, typed) {
  const words = typed.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 1) {
    const {begun, exact} = numberedChoices(choices, words[0]);
    if (exact) return [exact];
    if (begun.length) return begun;
  }
  return choices.filter((option) => words.every((word) => begins(option, word)));
}

function begins(option, word) {
  const text = [option.text, option.description ?? "", ...(option.aliases ?? [])].join(" ").toLowerCase();
  return text.split(/\s+/).some((part) => part.startsWith(word) || part.replace(/^[^\p{L}\p{N}]+/u, "").startsWith(word));
}
