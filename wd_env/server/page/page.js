/** The page: asks the server for its description, and shows the start screen or the game of the address. */
import {Client, ApiError} from "./client.js";
import {Session} from "./session.js";
import {Start} from "./start.js";
import {GameView} from "./game.js";
import {gameFromAddress, loadKnown} from "./storage.js";
import {html, render} from "./vendor/lit-html.js";

const TOKEN = "wd token"; // key of the server's token in the tab's storage
const DOUBLE_CLICK_MS = 300; // after a decision is drawn, in which the rest of a double click is ignored
const REPEATED_KEYS = ["ArrowLeft", "ArrowRight"]; // keys that act repeatedly while they are held down
const TEXT_INPUTS = "input:not([type=range]):not([type=checkbox]):not([type=radio]), select, textarea";
const NATIVE_KEYS = {" ": "button, summary, a, [role=button], input", "Home": "input", "End": "input", "ArrowLeft": "input, .scroll", "ArrowRight": "input, .scroll"};

const root = document.getElementById("page");
const liveRegion = document.getElementById("live-region");
let client;
let ready;
let view; // the current view, with `render`, and `press` for keys
let drawn = {}; // view, node and next human of the last rendering
let drawnAt = -Infinity; // time at which one of them changed
let hasRendered = false;

/** Renders everything, and announces words to screen readers. */
function redraw(words = "") {
  const hadFocus = root.contains(document.activeElement) && document.activeElement !== document.body;
  if (!hasRendered) root.replaceChildren(); // removes the loading text
  hasRendered = true;
  render(view.render(), root);
  if (words) liveRegion.textContent = words;
  const last = drawn;
  drawn = {view, node: view.session?.node, human: view.session?.next};
  if (Object.keys(drawn).some((part) => drawn[part] !== last[part])) drawnAt = performance.now();
  if (drawn.node !== last.node) {
    // the pressed button may be gone: move the focus to the decision, not to the top of the page
    if (hadFocus || document.activeElement === document.body) document.getElementById("decision-title")?.focus({preventScroll: true});
  }
  return true;
}

function open(game) {
  location.hash = game;
}

function show() {
  const game = gameFromAddress();
  if (view?.session?.game === game) return;
  view?.session?.stop();
  const known = game ? loadKnown(game) : undefined;
  if (game && !known) {
    view = {render: () => html`<main class="start"><h1>${ready.game.title}</h1><p class="error">Game ${game} is not open
      in this tab. Use your invitation link.</p><p><a href="#">New game</a></p></main>`};
  } else if (game) {
    const session = new Session(client, game, known, redraw);
    view = new GameView(session, ready, redraw, open);
    session.start();
  } else {
    view = new Start(client, ready, redraw, open);
  }
  redraw();
  scrollTo(0, 0);
}

function askForToken(problem) {
  const enter = (event) => {
    event.preventDefault();
    sessionStorage.setItem(TOKEN, new FormData(event.target).get("token"));
    connect();
  };
  view = {render: () => html`<main class="start"><h1>wd_env</h1><p class="error" role="alert">${problem.message}</p>
    <form @submit=${enter}><label>Server token <input name="token" type="password" required></label>
    <button class="main">Connect</button></form></main>`};
  redraw();
}

/** Shows why the server's description could not be loaded, with a button to retry. */
function showFailure(problem) {
  view = {render: () => html`<main class="start"><h1>wd_env</h1><p class="error" role="alert">${problem.message}</p>
    <p><button class="main" @click=${connect}>Try again</button></p></main>`};
  redraw();
}

async function connect() {
  client = new Client("", sessionStorage.getItem(TOKEN) ?? "");
  try {
    ready = await client.ready();
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem;
    (problem.code === "no_secret" ? askForToken : showFailure)(problem);
    return;
  }
  document.title = ready.game.title;
  show();
}

addEventListener("hashchange", show);
/** Ignores the second click of a double click, which was meant for the decision that was there before. */
addEventListener("click", (event) => {
  if (event.detail < 2 || event.timeStamp - drawnAt > DOUBLE_CLICK_MS) return;
  event.preventDefault();
  event.stopPropagation();
}, true);
addEventListener("keydown", (event) => {
  const {key, target} = event;
  if (event.repeat && !REPEATED_KEYS.includes(key)) return;
  if (event.ctrlKey || event.metaKey || event.altKey || !view?.press) return;
  if (target.closest?.(TEXT_INPUTS) || target.closest?.(NATIVE_KEYS[key] ?? ":not(*)")) return;
  if (view.press(key)) event.preventDefault();
});
connect();
