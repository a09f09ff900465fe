/** Which games this tab knows, secrets included: they are kept for as long as the tab is open, and in no address. */

const KEY = "wd games";

/** Returns what is known of a game: {people: [{name, player, secret}], watch, elsewhere, luck}; undefined for none. */
export function recalled(game) {
  return all()[game];
}

/** Keeps what is known of a game. */
export function remember(game, known) {
  sessionStorage.setItem(KEY, JSON.stringify({...all(), [game]: known}));
}

/** Takes the secret out of an address such as `#g3k9.secret` and returns the game's id; empty where there is none. */
export function gameInAddress() {
  const [game, secret] = decodeURIComponent(location.hash.slice(1)).split(".");
  if (secret) {
    remember(game, {people: [], elsewhere: [], ...recalled(game), watch: secret});
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
