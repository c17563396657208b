// Which imports a reader is told of who is asked whether to run a program.
import assert from "node:assert/strict";
import { test } from "node:test";

import { reaching } from "../../autograd_studio/web/forms/parts/reaching.js";

test("what reaches files, programs or the network is named once", () => {
  const text =
    "import torch, os.path as p\nfrom urllib.request import urlopen\nif True: import os\nimport socket ; import ctypes";
  assert.deepEqual(reaching(text), ["os", "urllib", "socket", "ctypes"]);
});

test("an import within a function and one by name are found", () => {
  assert.deepEqual(reaching("def f():\n\timport subprocess\n__import__('x')"), ["subprocess", "__import__"]);
});

test("what does not reach beyond the program is not named", () => {
  const text = "import torch\nfrom math import sqrt\nos = 1\nimportant = os\n# from here on\nx = 'socket'";
  assert.deepEqual(reaching(text), []);
});
