/** The games of this tab with their secrets, stored while the tab is open and never in the address. */

const KEY = "wd games";

/** Returns the data of a game: {humans: [{name, player, secret}], spectatorSecret, remote, chance}; undefined for none. */
export function loadKnown(game) {
  return all()[game];
}

/** Stores the data of a game. */
export function saveKnown(game, known) {
  sessionStorage.setItem(KEY, JSON.stringify({...all(), [game]: known}));
}

/** Removes the secret from an address such as `#g3k9.secret` and returns the game's id, or an empty text. */
export function gameFromAddress() {
  const [game, secret] = decodeURIComponent(location.hash.slice(1)).split(".");
  if (secret) {
    saveKnown(game, {humans: [], remote: [], ...loadKnown(game), spectatorSecret: secret});
    history.replaceState(null, "", `#${game}`);
  }
  return game;
}

/** Returns the address for another participant. */
export function linkFor(game, secret) {
  return `${location.origin}${location.pathname}#${game}.${secret}`;
}

function all() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}
