import assert from "node:assert/strict";
import { test } from "node:test";

import {
  findCommands,
  findLessons,
  findOperators,
  isCode,
  isProgram,
  lessonsWith,
  marked,
  questionOf,
  withImport,
} from "../../autograd_studio/web/shell/finding.js";
import { LESSONS, OPERATORS } from "./gallery.mjs";

const ids = (query) => findLessons(query, LESSONS).map(({ id }) => id);

const FIRST = {
  "What do the numbers in backward(gradient) mean?": "upstream-gradient",
  "what are the numbers in backward(gradient)": "upstream-gradient",
  "what does backward do": "upstream-gradient",
  "why is x.grad None": "leaf-and-non-leaf",
  "requires_grad=True meaning": "leaf-and-non-leaf",
  "what is a computational graph": "neuron",
  "how does PyTorch compute gradients": "neuron",
  "loss not decreasing": "zero-gradient",
  "gradient clipping": "hooks",
  "freeze layers": "detached-factor",
  "chain rule": "upstream-gradient",
  "vector-Jacobian": "jacobian-rows",
  "why clone": "my-relu-in-a-sum",
  "what happens without clone?": "forgotten-clone",
  "What is a leaf?": "leaf-and-non-leaf",
  "leaf variable": "leaf-in-place",
  "why is grad None": "leaf-and-non-leaf",
  "why is my gradient None": "leaf-and-non-leaf",
  "why is my gradient 0": "zero-gradient",
  zero: "zero-gradient",
  "dead relu": "zero-gradient",
  None: "leaf-and-non-leaf",
  vanishing: "vanishing-gradient",
  "Why do my gradients vanish?": "vanishing-gradient",
  "exploding gradients": "vanishing-gradient",
  "my network does not learn": "vanishing-gradient",
  softmax: "softmax-cross-entropy",
  "gradient of the cross entropy loss": "softmax-cross-entropy",
  NaN: "kinks-and-ties",
  "why do gradients add up": "two-passes",
  "what does retain_graph keep": "second-backward",
  retain_graph: "second-backward",
  "double backward": "double-backward",
  zero_grad: "forgotten-zero-grad",
  "modified by an inplace operation": "output-changed",
  detach: "detach-or-data",
  requires_grad: "leaf-and-non-leaf",
  "gradient accumulation": "two-passes",
  "what do 0.1, 1.0, 0.0001 mean": "upstream-gradient",
  "why does autograd need zero_grad": "forgotten-zero-grad",
  "RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed).":
    "second-backward",
  "RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.": "leaf-in-place",
  "grad can be implicitly created only for scalar outputs": "choose-a-seed",
};

for (const [query, first] of Object.entries(FIRST))
  test(`first for ${query.slice(0, 60)}`, () => assert.equal(ids(query)[0], first));

test("a search is for words, and what has most of them is found", () => {
  assert.deepEqual(ids("inf"), ["kinks-and-ties", "empty-and-infinite"]); // not in "information"
  assert.deepEqual(ids("legendre xyzzy"), ["legendre"]);
  assert.deepEqual(ids("in-place"), ids("in place"));
  assert.deepEqual(ids("in-place"), ids("inplace"));
  assert.deepEqual(ids("broadcast"), ids("broadcasting"));
  assert.deepEqual([...ids("xyzzy"), ...ids("")], []);
});

test("a word is found as it was meant", () => {
  assert.equal(ids("vanshing graident")[0], "vanishing-gradient");
  assert.equal(ids("retian_graph")[0], "second-backward");
  assert.equal(ids("zero_gard")[0], "forgotten-zero-grad");
  assert.deepEqual(ids("imf"), []); // a short word may mean anything
  assert.notDeepEqual(ids("speed"), []); // a seed?
  assert.deepEqual(findLessons("speed", LESSONS, [{ id: "speed", title: "Speed", run() {} }]), []);
});

test("a line of a program finds those who have it", () => {
  const line = "grad_input[input < 0] = 0";
  for (const { program } of lessonsWith(line, LESSONS.lessons)) assert.ok(program.includes(line));
  assert.match(ids(line)[0], /^my-relu/);
});

test("operators are found by name, sentence and node of the graph, those so called first", () => {
  const names = (query) => findOperators(query, OPERATORS).map(({ name }) => name);
  assert.equal(names("softmax")[0], "torch.softmax");
  assert.ok(names("MulBackward0").includes("torch.mul"));
  assert.equal(names("cross entropy")[0], "torch.nn.functional.cross_entropy");
  assert.ok(names("why clone")[0].endsWith("clone"));
  assert.deepEqual(names("what does backward do"), []); // which is in every node's name
  assert.deepEqual(names("xyzzy"), []);
  assert.deepEqual(names(""), []);
});

test("commands are found by the beginnings of their words", () => {
  const commands = [
    { id: "speed", title: "Speed", words: "fast slow pace", run() {} },
    { id: "theme", title: "Change the theme", words: "dark light", run() {} },
  ];
  const found = (query) => findCommands(query, LESSONS, commands).map(({ id }) => id);
  assert.deepEqual(found("spe"), ["speed"]);
  assert.deepEqual(found("how do I change to dark?"), ["theme"]);
  assert.deepEqual(found("dark speed"), []);
  assert.deepEqual(found(""), []);
});

const SEEDS = `gradients = torch.FloatTensor([0.1, 1.0, 0.0001])
y.backward(gradients)
print(x.grad)`;

test("a program is told from a question and from an error", () => {
  assert.ok(isProgram(SEEDS));
  assert.ok(isProgram("import torch"));
  assert.ok(isProgram("import torch\nx = torch.ones(3)\n"));
  assert.ok(!isProgram("y.backward(gradients)"), "one line is asked about, too");
  for (const line of SEEDS.split("\n")) assert.ok(isCode(line), line);
  for (const question of ["why is .grad None?", "chain rule\nwhat is it\nreally", "requires_grad", ""])
    assert.ok(!isCode(question), question);
  const trace = `Traceback (most recent call last):
  File "a.py", line 3, in <module>
    y.backward()
RuntimeError: Trying to backward through the graph a second time`;
  assert.ok(!isProgram(trace));
  assert.equal(questionOf(trace), "RuntimeError: Trying to backward through the graph a second time");
  assert.equal(ids(questionOf(trace))[0], "second-backward");
});

test("the seeds' three lines find the lesson that has them, however they are spaced", () => {
  const [first] = lessonsWith(SEEDS, LESSONS.lessons);
  assert.ok(first.program.replaceAll(" ", "").includes("torch.FloatTensor([0.1,1.0,0.0001])"));
  assert.equal(lessonsWith(SEEDS.replaceAll(/[ ]/g, ""), LESSONS.lessons)[0], first);
  assert.equal(lessonsWith(SEEDS.replaceAll("\n", "  # so\n"), LESSONS.lessons)[0], first);
  assert.deepEqual(lessonsWith("x = 1\ny = 2", LESSONS.lessons), []);
  assert.deepEqual(lessonsWith("import torch\n", LESSONS.lessons), []);
});

test("an import that is missing is added above", () => {
  assert.equal(withImport("x = torch.ones(1)"), "import torch\n\nx = torch.ones(1)");
  assert.equal(withImport("import torch\nx = 1"), null);
  assert.equal(withImport("from torch import nn"), null);
});

test("what was asked is marked in a text, and nothing is lost", () => {
  const pieces = marked("Gradients add up, twice", "why do gradients add");
  assert.deepEqual(
    pieces.filter(({ isMarked }) => isMarked).map(({ text }) => text),
    ["Gradients", "add"],
  );
  assert.equal(pieces.map(({ text }) => text).join(""), "Gradients add up, twice");
});
