// Plays by client.js against a server: node run_client.mjs CLIENT_JS BOT_MJS URL STATE; a JSON object on stdout.
import {readFile} from "node:fs/promises";
import {pathToFileURL} from "node:url";

const [script, example, url, stateFile] = process.argv.slice(2);
const {Client, ApiError} = await import(pathToFileURL(script));
const {botOf} = await import(pathToFileURL(example));
const client = new Client(url);
const state = JSON.parse(await readFile(stateFile));

async function wholeGame() {
  const made = await client.newGame({players: [{human: "Anna"}, {bot: "scripted", name: "Rob"}], rules: {max_turns: 10}});
  const lines = [];
  let backs = 0;
  let over;
  for await (const event of client.events(made.game, made.secrets[0])) {
    if (event.type === "event") lines.push(event.n);
    if (event.type === "undone") backs += 1;
    if (event.type === "game_over") over = event;
    if (event.type === "prompt") {
      await client.inGame("play", made.game, made.secrets[0], {line: event.line, seat: event.seat, text: event.choices[0].text});
    }
  }
  const {record} = await client.inGame("record", made.game, made.secrets[0]);
  const again = [];
  for await (const event of client.events(made.game, made.secrets[0], {after: 5})) if (event.type === "event") again.push(event.n);
  return {lines, backs, over, record, again};
}

async function refusal(asked) {
  try {
    await asked;
  } catch (problem) {
    if (problem instanceof ApiError) return {code: problem.code, status: problem.status};
    throw problem;
  }
  return null;
}

/** What boardgame.io's own class does for a bot: it makes actions of what a game enumerates. */
class Bot {
  enumerate(G, ctx, playerID) {
    return G.texts.map((text) => ({type: "MAKE_MOVE", payload: {type: "play", args: [text], playerID}}));
  }
}

const Rob = botOf(Bot, client, {bot: "scripted"});
const ready = await client.ready();
const move = await client.act({bot: "scripted", state, seed: "7"});
process.stdout.write(JSON.stringify({
  title: ready.game.title,
  move,
  game: await wholeGame(),
  bot: (await new Rob().play({G: {table: state, texts: ["other", move.text]}, ctx: {}}, "1")).action.payload,
  lost: await new Rob().play({G: {table: state, texts: []}, ctx: {}}, "1").catch((problem) => problem.message),
  noBot: await refusal(client.act({bot: "nobody", state})),
  noGame: await refusal(client.inGame("scene", "g0", "0".repeat(32))),
}));
