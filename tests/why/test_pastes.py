"""Pastes: what was not copied is named, with the lines to add, and with these the program runs."""

import re
import time

import pytest

from autograd_engine.run import program
from autograd_engine.trace.schema import Error
from autograd_studio.__main__ import main
from autograd_studio.why.findings import findings
from autograd_studio.why.pastes.pastes import lack


def explained(source):
    """Return the finding about the error that ends a program."""
    (found,) = [one for one in findings(program.run(source).trace) if one.kind == "error"]
    return found


def advice(source):
    """Return the cause of the error that ends a program, what is told of it, and the lines of code in that."""
    found = explained(source)
    return found.cause, found.told, re.findall("`([^`]*)`", found.told)


# A paste that fails, the cause, and the lines that are offered; with them above it the program runs.
UNDEFINED = {
    "an import": ("x = torch.ones(2)\nprint(x)", "missing_import", ["import torch"]),
    "several imports": (
        "model = nn.Linear(2, 1)\nopt = optim.SGD(model.parameters(), lr=0.1)\nF.relu(model(torch.ones(1, 2)))\nnp.ones(2)",
        "missing_import",
        ["from torch import nn", "from torch import optim", "import torch.nn.functional as F", "import torch",
         "import numpy as np"],
    ),
    "names of PyTorch's namespaces": (
        "import torch\ndata = DataLoader(TensorDataset(torch.ones(4, 2)))\nlayer = Linear(2, 1)\nAdam(layer.parameters())",
        "missing_import",
        ["from torch.utils.data import DataLoader", "from torch.utils.data import TensorDataset",
         "from torch.nn import Linear", "from torch.optim import Adam"],
    ),
    "of the standard library": (
        "print(math.pi, partial(max, 1)(2), defaultdict(int)[1])",
        "missing_import",
        ["import math", "from functools import partial", "from collections import defaultdict"],
    ),
    "the input of a layer": (
        "import torch\nfrom torch import nn\ny = nn.Linear(10, 5)(x)\ny.sum().backward()",
        "undefined_value",
        ["x = torch.randn(8, 10)"],
    ),
    "an import, and input and labels": (
        "model = nn.Sequential(nn.Linear(10, 20), nn.ReLU(), nn.Linear(20, 3))\nout = model(x)\n"
        "loss = nn.CrossEntropyLoss()(out, labels)\nloss.backward()",
        "missing_import",
        ["import torch", "from torch import nn", "x = torch.randn(8, 10)", "labels = torch.randint(3, (8,))"],
    ),
    "labels for an input of another batch": (
        "import torch\nimport torch.nn.functional as F\nx = torch.randn(32, 10)\nw = torch.randn(10, 4, requires_grad=True)\n"
        "logits = x @ w\nF.cross_entropy(logits, target).backward()",
        "undefined_value",
        ["target = torch.randint(4, (32,))"],
    ),
    "a target for a regression": (
        "import torch\nx = torch.randn(16, 3)\nmodel = torch.nn.Linear(3, 2)\ncriterion = torch.nn.MSELoss()\n"
        "criterion(model(x), y).backward()",
        "undefined_value",
        ["y = torch.randn(16, 2)"],
    ),
    "bits": (
        "import torch\nfrom torch import nn\nnet = nn.Sequential(nn.Linear(4, 1), nn.Sigmoid())\n"
        "nn.BCELoss()(net(x), y).backward()",
        "undefined_value",
        ["x = torch.randn(8, 4)", "y = torch.randint(2, (8, 1)).float()"],
    ),
    "the input of a class, whose sizes are parameters": (
        "import torch\nfrom torch import nn\n\nclass Net(nn.Module):\n    def __init__(self, size, hidden=20):\n"
        "        super().__init__()\n        self.hidden = nn.Linear(size * 2, hidden)\n"
        "        self.out = nn.Linear(hidden, 3)\n\n"
        "    def forward(self, x):\n        x = x.view(x.size(0), -1)\n        x = torch.relu(self.hidden(x))\n"
        "        return self.out(x)\n\nmodel = Net(6).to(device)\noutput = model(images)\n"
        "loss = nn.functional.cross_entropy(output, labels)\nloss.backward()",
        "undefined_value",
        ["device = torch.device('cpu')", "images = torch.randn(8, 12)", "labels = torch.randint(3, (8,))"],
    ),
    "images": (
        "import torch\nfrom torch import nn\nconv = nn.Conv2d(3, 6, kernel_size=5)\nconv(img).mean().backward()",
        "undefined_value",
        ["img = torch.randn(8, 3, 32, 32)"],
    ),
    "a sequence": (
        "import torch\nfrom torch import nn\nlstm = nn.LSTM(input_size=7, hidden_size=4, batch_first=True)\n"
        "out, (h, c) = lstm(seq)\nh.sum().backward()",
        "undefined_value",
        ["seq = torch.randn(8, 12, 7)"],
    ),
    "tokens": (
        "import torch\nfrom torch import nn\nembed = nn.Embedding(50, 4)\nembed(tokens).sum().backward()",
        "undefined_value",
        ["tokens = torch.randint(50, (8, 12))"],
    ),
    "batches": (
        "import torch\nfrom torch import nn\nmodel = nn.Linear(5, 2)\nopt = torch.optim.SGD(model.parameters(), lr=lr)\n"
        "for epoch in range(num_epochs):\n    for i, (inputs, labels) in enumerate(train_loader):\n        opt.zero_grad()\n"
        "        loss = nn.functional.cross_entropy(model(inputs), labels)\n        loss.backward()\n        opt.step()",
        "undefined_value",
        ["lr = 0.01", "num_epochs = 3", "train_loader = [(torch.randn(8, 5), torch.randint(2, (8,)))]"],
    ),
    "a model": (
        "import torch\nx = torch.randn(4, 6)\nloss = model(x).pow(2).mean()\nloss.backward()\n"
        "print([p.shape for p in model.parameters()])",
        "undefined_value",
        ["model = torch.nn.Linear(6, 1)"],
    ),
    "a name that a function has for its own": (
        "import torch\nfrom torch import nn\n\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.a = nn.Linear(4, 3)\n\n    def forward(self, x):\n        x = self.a(x)\n"
        "        return nn.functional.log_softmax(x, dim=1)\n\nnn.functional.nll_loss(Net()(x), y).backward()",
        "undefined_value",
        ["x = torch.randn(8, 4)", "y = torch.randint(3, (8,))"],
    ),
    "an optimizer and a loss, below the model": (
        "import torch\nfrom torch import nn\nnet = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 5))\n"
        "for epoch in range(2):\n    for i, data in enumerate(trainloader, 0):\n        inputs, labels = data\n"
        "        optimizer.zero_grad()\n        outputs = net(inputs)\n        loss = criterion(outputs, labels)\n"
        "        loss.backward()\n        optimizer.step()\n    scheduler.step()",
        "undefined_value",
        ["trainloader = [(torch.randn(8, 4), torch.randint(5, (8,)))]", "criterion = torch.nn.CrossEntropyLoss()",
         "optimizer = torch.optim.SGD(net.parameters(), lr=0.01)",
         "scheduler = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.9)"],
    ),
    "an optimizer for each of two models": (
        "import torch\nfrom torch import nn\nnetG = nn.Linear(3, 2)\nnetD = nn.Sequential(nn.Linear(2, 1), nn.Sigmoid())\n"
        "ones = torch.ones(8, 1)\nloss = adversarial_loss(netD(netG(z)), ones)\noptimizer_G.zero_grad()\n"
        "optimizerD.zero_grad()\nloss.backward()\noptimizer_G.step()\noptimizerD.step()",
        "undefined_value",
        ["adversarial_loss = torch.nn.BCELoss()", "z = torch.randn(8, 3)",
         "optimizer_G = torch.optim.SGD(netG.parameters(), lr=0.01)",
         "optimizerD = torch.optim.SGD(netD.parameters(), lr=0.01)"],
    ),
    "batches that are one tensor, models that are assigned together, names in capitals": (
        "import torch\nfrom torch import nn\ngen, disc = nn.Linear(4, 3), nn.Linear(3, 1)\nfor _ in range(N_EPOCHS):\n"
        "    for real in loader:\n        opt_disc.zero_grad()\n        fake = gen(torch.randn(BATCH_SIZE, 4))\n"
        "        (disc(real).mean() - disc(fake).mean()).backward()\n        opt_disc.step()",
        "undefined_value",
        ["N_EPOCHS = 3", "loader = [torch.randn(8, 3)]", "BATCH_SIZE = 8",
         "opt_disc = torch.optim.SGD(disc.parameters(), lr=0.01)"],
    ),
    "an optimizer of leaves, in a block": (
        "import torch\nif __name__ == '__main__':\n    w = torch.randn(3, 1, requires_grad=True)\n    for _ in range(2):\n"
        "        opt.zero_grad()\n        loss = (X @ w - y).pow(2).mean()\n        loss.backward()\n        opt.step()",
        "undefined_value",
        ["X = torch.randn(8, 3)", "y = torch.randn(8, 1)", "opt = torch.optim.SGD([w], lr=0.01)"],
    ),
    "all but the loop": (
        "for epoch in range(num_epochs):\n    for images, labels in train_loader:\n"
        "        loss = criterion(model(images.to(device)), labels.to(device))\n        optimizer.zero_grad()\n"
        "        loss.backward()\n        optimizer.step()\n        losses.append(loss.item())",
        "undefined_value",
        ["import torch", "num_epochs = 3", "train_loader = [(torch.randn(8, 10), torch.randint(3, (8,)))]",
         "criterion = torch.nn.CrossEntropyLoss()", "model = torch.nn.Linear(10, 3)", "device = torch.device('cpu')",
         "losses = []", "optimizer = torch.optim.SGD(model.parameters(), lr=0.01)"],
    ),
    "what a function loops over, and steps through a scaler": (
        "import torch\nmodel = torch.nn.Linear(4, 1)\nmodel = model.to('cpu')\ndef train(loader):\n    for img, _ in loader:\n"
        "        loss = loss_fn(model(img), img[:, :1])\n        scaler.scale(loss).backward()\n"
        "        scaler.step(optimizer)\n        scaler.update()\n        lr_scheduler.step()\ntrain(batches)",
        "undefined_value",
        ["batches = [(torch.randn(8, 4), None)]", "loss_fn = torch.nn.MSELoss()",
         "scaler = torch.amp.GradScaler(enabled=False)", "optimizer = torch.optim.SGD(model.parameters(), lr=0.01)",
         "lr_scheduler = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.9)"],
    ),
    "sizes": (
        "import torch\nfrom torch import nn\nlayer = nn.Linear(input_size, num_classes)\nlayer(x).sum().backward()",
        "undefined_value",
        ["input_size = 10", "num_classes = 3", "x = torch.randn(8, 10)"],
    ),
    "the input of a function": (
        "import torch\nw = torch.randn(3, 2, requires_grad=True)\ndef predict(batch):\n"
        "    return batch @ w\npredict(data).sum().backward()",
        "undefined_value",
        ["data = torch.randn(8, 3)"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("source", "cause", "lines"), UNDEFINED.values(), ids=UNDEFINED)
def test_what_is_undefined_is_offered_and_lets_the_program_run(source, cause, lines):
    found, told, offered = advice(source)
    assert (found, offered) == (cause, lines)
    assert ("a guess" in told.lower()) == any(" = " in line for line in lines)
    mended = explained(source).fix
    assert program.run(mended).error is None
    assert [line for line in mended.splitlines() if line.strip() not in lines] == source.splitlines()


def test_lines_are_added_below_what_has_to_come_first():
    source = '"""A paste."""\nfrom __future__ import annotations\nimport torch\n\nF.relu(nn.Linear(3, 2)(x))\n'
    assert explained(source).fix.splitlines()[:6] == [
        '"""A paste."""', "from __future__ import annotations", "import torch.nn.functional as F", "from torch import nn",
        "import torch", "x = torch.randn(8, 3)",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "source",
    [
        "import torch\nprint(nobody)",
        "import torch\nprint(late)\nlate = 1",  # an order that is wrong, and nothing that was not copied
        "import torch\ndef f():\n    print(a)\n    a = 1\nf()",
        "import torch\nprint(mean)",  # a variable rather than torch.mean
        "import torch\nx = model(y)",
        "x = ((",
        "import torch\nclass A(torch.nn.Module):\n    def forward(self, x):\n        return self.forward(x)\nA()(y)",
    ],
)
def test_nothing_is_guessed_of_what_the_code_does_not_tell(source):
    assert advice(source)[0] == "exception"


@pytest.mark.parametrize(
    "source",
    [
        "\n".join(f"def f{n}(a): return f{n + 1}(a), f{n + 1}(a)" for n in range(200)) + "\nf0(x)",
        "\n".join(f"a{n} = a{n + 1}(a{n + 1}(b))" for n in range(200)) + "\nmse_loss(a0, y)",
        "\n".join(f"f(x{n})" for n in range(2000)),
    ],
    ids=["functions", "variables", "names"],
)
def test_a_program_that_leads_nowhere_is_not_followed_forever(source):
    error = Error("NameError", f"name '{source.rpartition('(')[2].strip(')').split(', ')[-1]}' is not defined", 1)
    started = time.process_time()
    lack(source, error)
    assert time.process_time() - started < 5


MODULE = """    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(x)

model = Tiny()
model(torch.ones(1, 4)).sum().backward()
"""

FUNCTION = """    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 2

x = torch.ones(2, requires_grad=True)
Double.apply(x).sum().backward()
"""


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (MODULE, "class Tiny(nn.Module):"),
        (f"import torch\nfrom torch import nn\n\n{MODULE}", "class Tiny(nn.Module):"),
        (FUNCTION, "class Double(torch.autograd.Function):"),
        ("    x = torch.relu(self.fc1(x))\n    return self.fc2(x)\n", "def forward(self, x):"),
        ("h = a * b\nreturn h + a\n", "def f(a, b):"),
    ],
)
def test_a_class_or_function_that_was_cut_off_gets_a_first_line(source, line):
    cause, told, offered = advice(source)
    assert (cause, offered) == ("cut_off", [line])
    compile(explained(source).fix, "<program>", "exec")
    assert "guess" in told


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("    x = 1\n    print(x)\n", "Remove the 4 spaces before each line."),
        ("x = 1\n  y = 2\n  print(x + y)\n", "remove the 2 spaces before the lines below it."),
    ],
)
def test_a_paste_of_indented_lines_says_which_spaces_to_remove(source, told):
    assert advice(source)[1].endswith(told)


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("import nonsense\nprint(1)", "Nothing in the program uses it: delete the line."),
        (
            "import nonsense as n\nprint(n)",
            "Install it in this environment, or delete the import and the code that uses it.",
        ),
    ],
)
def test_a_module_that_is_not_installed_is_told_whether_it_is_used(source, told):
    assert advice(source)[:1] + (advice(source)[1].endswith(told),) == ("missing_module", True)


def test_the_commands_say_it_on_lines_that_can_be_copied(tmp_path, capsys):
    file = tmp_path / "paste.py"
    file.write_text("model = nn.Linear(10, 5)\ny = model(x)\n")
    lines = ["`from torch import nn`", "`x = torch.randn(8, 10)`"]
    assert main(["run", str(file)]) == 1
    error = capsys.readouterr().err
    assert error.index("NameError: name 'nn' is not defined") < error.index(lines[0]) < error.index(lines[1])
    main(["why", str(file)])
    printed = capsys.readouterr().out
    assert all(line in printed for line in lines)


@pytest.mark.parametrize(
    "statement",
    ["torch.vmap(abs)", "from torch.func import vmap", "torch.ones(2) * 1j",
     "import torch.distributed as dist; dist.init_process_group()",
     "torch.ones(2).to_sparse()", "torch.ones(2).bfloat16()", "torch.fft.fft(torch.ones(2))"],
)  # fmt: skip
def test_a_refusal_says_what_runs_the_program(statement, tmp_path, capsys):
    source = f"import torch\n{statement}\n"
    (found,) = findings(program.run(source).trace)
    assert (found.cause, found.line) == ("refused", 2)
    file = tmp_path / "paste.py"
    file.write_text(source)
    main(["run", str(file)])
    assert "`autograd-studio record FILE`" in found.text and "`autograd-studio record FILE`" in capsys.readouterr().err


def test_a_program_has_its_own_arguments(tmp_path, capsys):
    file = tmp_path / "paste.py"
    file.write_text("import argparse\nparser = argparse.ArgumentParser()\nparser.add_argument('--lr', default=1)\n")
    file.write_text(f"{file.read_text()}print(parser.parse_args())\n")
    assert main(["run", str(file)]) == 0
    assert capsys.readouterr().out == "Namespace(lr=1)\n"


SESSION = """>>> import torch
>>> x = torch.tensor(2.0, requires_grad=True)
>>> for n in range(2):
...     (x * n).backward()
...
>>> x.grad
tensor(1.)
"""
CELLS = """In [1]: import torch

In [2]: def f(x):
   ...:     return x * x
   ...:

In [3]: f(torch.tensor(3.0))
Out[3]: tensor(9.)
"""
NOTEBOOK = """%matplotlib inline
!pip install torch
import torch
x = torch.tensor(3.0, requires_grad=True)
"""


@pytest.mark.parametrize(
    ("source", "told", "typed"),
    [
        (SESSION, "was copied with prompts", 6),
        (CELLS, "was copied with prompts", 5),
        (NOTEBOOK, "Line 1 is a notebook command", 2),
    ],
)
def test_of_a_session_what_was_typed_is_kept_and_runs(source, told, typed):
    one = explained(source)
    assert one.cause == "session"
    assert told in one.told
    assert len(one.fix.splitlines()) == typed
    assert program.run(one.fix).error is None


def test_what_was_typed_has_to_be_a_program():
    assert explained(">>> x = (\n>>> 3\n").cause != "session"


START = "import torch\nx = torch.ones(2, requires_grad=True)\n"


@pytest.mark.parametrize(
    ("source", "cause", "told"),
    [
        (f"```python\n{START}```\n", "page", "Line 1 marks where code begins or ends on a page"),
        (
            f"{START}print(“x”, x)\n",
            "page",
            'Line 3 has typographic quotes, spaces or signs: type `print("x", x)`',
        ),
        (
            f"{START}if True:\n\u00a0\u00a0\u00a0\u00a0print(x)\n",
            "page",
            "Line 4 has typographic quotes, spaces or signs",
        ),
        (f"{START}for i in range(2):\n    print i, x\nprint 'done'\n", "page", "Line 4 is Python 2"),
        (f"{START}.....\nx.sum().backward()\n", "page", "Line 3 marks lines that the page left out"),
        (f"{START}def f(x):\n    <snip>\n    return x\nf(x)\n", "page", "Line 4 marks lines"),
        (f"{START}y = x.cuda() * 2\n", "no_cuda", "Line 3 asks for a GPU, but there is only the CPU"),
        (
            f"{START}device = 'cuda:0'\ny = x.to(device)\nz = torch.ones(2, device=\"cuda\")\n",
            "no_cuda",
            "Line 4 asks for a GPU",
        ),
    ],
)
def test_what_a_page_or_another_machine_has_is_taken_out_and_the_rest_runs(source, cause, told):
    one = explained(source)
    assert one.cause == cause
    assert told in one.told
    assert program.run(one.fix).error is None


def test_a_module_that_was_cut_off_within_its_init_gets_the_lines_above():
    body = "        self.fc = nn.Linear(4, width)\n\n    def forward(self, x):\n        return self.fc(x)\n\n"
    found = explained(
        f"import torch\nfrom torch import nn\n{body}net = Net(2)\nnet(torch.ones(1, 4)).sum().backward()\n"
    )
    assert found.cause == "cut_off"
    assert "`    def __init__(self, width):` · `        super().__init__()`" in found.told
    assert program.run(found.fix).error is None


def test_what_the_code_does_not_tell_is_named():
    assert "The code does not say what args, env are." in explained("print(epochs, args, env, args)\n").told
