/** Which games this tab knows, secrets included: they are kept for as long as the tab is open, and in no address. */

const KEY = "wd games";

/** Returns what is known of a game: {humans: [{name, player, secret}], spectatorSecret, remote, chance}; undefined for none. */
export function loadKnown(game) {
  return all()[game];
}

/** Keeps what is known of a game. */
export function saveKnown(game, known) {
  sessionStorage.setItem(KEY, JSON.stringify({...all(), [game]: known}));
}

/** Takes the secret out of an address such as `#g3k9.secret` and returns the game's id; empty where there is none. */
export function gameFromAddress() {
  const [game, secret] = decodeURIComponent(location.hash.slice(1)).split(".");
  if (secret) {
    saveKnown(game, {humans: [], remote: [], ...loadKnown(game), spectatorSecret: secret});
    history.replaceState(null, "", `#${game}`);
  }
  return game;
}

/** The address at which somebody else takes part. */
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
