// Runs wdbot.js on positions: node run_bot.mjs WDBOT_JS BOT LAYOUT [POSITIONS]; a JSON object on stdout.
// POSITIONS is JSON: {obs: [[...]], mask: [[...]]}. A refusal is {refused: message}.
import {readFile} from "node:fs/promises";
import {pathToFileURL} from "node:url";

const [script, bot, layout, positions] = process.argv.slice(2);
const {BotError, readBot} = await import(pathToFileURL(script));

async function answers() {
  const network = await readBot(await readFile(bot), JSON.parse(await readFile(layout)));
  const {obs, mask} = positions ? JSON.parse(await readFile(positions)) : {obs: [], mask: []};
  const told = obs.map((row, number) => ({
    ...network.evaluate(row, mask[number]),
    best: network.best(row, mask[number]),
    sum: network.probabilities(row, mask[number]).reduce((total, odds) => total + odds, 0),
  }));
  return told.map(({logits, ...others}) => ({...others, logits: Array.from(logits)})); // -Infinity becomes null
}

try {
  process.stdout.write(JSON.stringify({answers: await answers()}));
} catch (problem) {
  if (!(problem instanceof BotError)) throw problem;
  process.stdout.write(JSON.stringify({refused: problem.message}));
}
