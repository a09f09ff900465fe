/**
 * A bot for boardgame.io (https://boardgame.io, tried with 0.50.2) that asks `wd serve` for its moves.
 *
 *   import {Bot} from "boardgame.io/ai";
 *   import {Local} from "boardgame.io/multiplayer";
 *   import {Client as Server} from "./client.js"; // wd_env/server/page/client.js, which `wd serve` serves too
 *   import {botOf} from "./bot.mjs";
 *
 *   const Rob = botOf(Bot, new Server("http://127.0.0.1:8151"), {bot: "scripted"});
 *   const multiplayer = Local({bots: {1: Rob}});
 *
 * `G.table` must contain the state as `Table.to_json` writes it; otherwise pass a function `stateOf` that returns it.
 * `ai.enumerate` must list every legal action as {move: "play", args: [text]}. The bot returns one of these moves, so
 * boardgame.io checks it like the move of a person. A page from another origin needs
 * `wd serve --allowed-origins ORIGIN`.
 */
export function botOf(Bot, server, {bot = "scripted", stateOf = (G) => G.table} = {}) {
  return class extends Bot {
    async play({G, ctx}, playerID) {
      const {text} = await server.act({bot, state: stateOf(G, ctx, playerID)});
      const action = this.enumerate(G, ctx, playerID).find(({payload}) => payload.args[0] === text);
      if (!action) throw new Error(`${bot} chose ${text}, which ai.enumerate does not list`);
      return {action};
    }
  };
}
