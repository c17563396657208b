import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { tell, WORDS } from "../../autograd_studio/web/player/base/phrases.js";

const FOLDER = new URL("../../autograd_studio/web/player/", import.meta.url);
const read = (name) => readFileSync(new URL(name, FOLDER), "utf-8");

test("places are filled, and what is missing leaves nothing", () => {
  assert.equal(tell("{a} of {b}", { a: 1 }), "1 of ");
  assert.equal(tell("{a}", { a: 0 }), "0");
});

test("every word that the skeleton and the modules name is there, and every one that is there is named", () => {
  const code = readdirSync(FOLDER, { recursive: true })
    .filter((name) => name.endsWith(".js") && name !== "base/phrases.js")
    .map(read)
    .join("\n");
  const named = [
    ...code.matchAll(/\bwords\.(?!js)(\w+)/g),
    ...read("player.html").matchAll(/data-(?:label|text|hint)="(\w+)"/g),
  ].map((m) => m[1]);
  for (const word of named) assert.ok(WORDS[word], word);
  const looked = [...code.matchAll(/words\[/g)].length; // words looked up by a computed name: phases, the legend
  assert.ok(looked > 0);
  const computed = /^(forward|backward|update|key)/;
  for (const word of Object.keys(WORDS))
    assert.ok(named.includes(word) || computed.test(word), `${word} is not used`);
});
