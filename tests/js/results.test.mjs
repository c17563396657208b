import assert from "node:assert/strict";
import { test } from "node:test";

import { results } from "../../autograd_studio/web/shell/results.js";
import { LESSONS, OPERATORS, VISIT } from "./gallery.mjs";

const found = (query) => results(VISIT, query, LESSONS, OPERATORS);

// What is first for what beginners ask: a lesson, an operator or a command.
const FIRST = {
  "compare two programs": "command-compare",
  "batch norm": "operator-torch.batch_norm",
  "weight decay": "lesson-sine-fit",
  share: "command-link",
  "mean vs sum loss": "lesson-sine-fit",
  "what is autograd": "command-tour",

  "what is a gradient": "command-tour",
  "where do I start": "command-tour",
  "how do I use this": "command-tour",
  "what is backpropagation": "lesson-neuron",
  "what is a loss function": "lesson-softmax-cross-entropy",
  "learning rate": "lesson-sine-fit",
  "how do I share my graph": "command-link",
  "download the picture": "command-svg",
  "dark mode": "command-theme",
  dropout: "operator-torch.dropout",
  "max pooling": "operator-torch.max_pool1d",
  "gradient of matmul": "operator-torch.matmul",
  "mse loss": "operator-torch.nn.functional.mse_loss",
  "linear layer": "operator-torch.nn.functional.linear",
  "difference between detach and no_grad": "lesson-detach-or-data",
  "why is my loss nan": "lesson-kinks-and-ties",
  "my loss goes up": "lesson-forgotten-zero-grad",
  "how to freeze a layer": "lesson-detached-factor",
  "second derivative": "lesson-double-backward",
  "write my own function": "lesson-my-relu",
  "custom backward": "lesson-my-relu",
  "save for backward": "lesson-my-relu",
  "jacobian matrix": "command-jacobian",
  "gradient descent": "lesson-sine-fit",
  "train a neural network": "lesson-two-layers",
  "test myself": "command-practice",
  "keyboard shortcuts": "command-help",
  "change a number": "command-nudge",
  "guess what comes next": "command-predict",
  "full screen": "command-present",
};

for (const [query, first] of Object.entries(FIRST))
  test(`first for ${query}`, () => assert.equal(found(query)[0]?.rows[0].id, first));

test("lessons come first where others are called so, too", () => {
  for (const query of ["why clone", "softmax", "relu", "broadcasting"])
    assert.equal(found(query)[0].id, "lessons", query);
});

test("nothing is found of a word that nobody has", () => assert.deepEqual(found("xyzzy"), []));
