// Answers lines of JSON about what is picked or typed: {options, key} or {options, typed}.
import {createInterface} from "node:readline";

const {clickedChoice, filterChoices, choicesFor, pickableKeys} = await import(process.argv[2]);
for await (const line of createInterface({input: process.stdin})) {
  const {options, key, typed} = JSON.parse(line);
  const texts = (found) => found.map(({text}) => text);
  const reply = key === undefined ? {left: texts(filterChoices(options, typed))}
    : {answer: clickedChoice(options, key)?.text ?? null, about: texts(choicesFor(options, key)), keys: [...pickableKeys(options)]};
  console.log(JSON.stringify(reply));
}
