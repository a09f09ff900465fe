// Answers lines of JSON about what is picked or typed: {options, key} or {options, typed}.
import {createInterface} from "node:readline";

const {clicked, matching, optionsAbout, pickable} = await import(process.argv[2]);
for await (const line of createInterface({input: process.stdin})) {
  const {options, key, typed} = JSON.parse(line);
  const texts = (found) => found.map(({text}) => text);
  const reply = key === undefined ? {left: texts(matching(options, typed))}
    : {answer: clicked(options, key)?.text ?? null, about: texts(optionsAbout(options, key)), keys: [...pickable(options)]};
  console.log(JSON.stringify(reply));
}
