"""Where in the program everything happens: iterations, calls of functions and Modules, and that their marks change nothing."""

import io
import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from autograd_engine.run import program
from autograd_engine.trace.schema import Scope, Trace, plain
from autograd_studio.sandbox.answer.references import check_references

SETUP = "import torch\nfrom torch import nn\nw = torch.ones(2, requires_grad=True)\n"


def traced(source: str) -> Trace:
    result = program.run(source, stdout=io.StringIO(), stderr=io.StringIO())
    trace = result.trace
    check_references(trace)
    return trace


def path(trace: Trace, scope: int | None) -> str:
    """Return a scope and those around it as text: `3[1] f 5[0]` is iteration 0 of line 5, in f, in iteration 1 of line 3."""
    parts = []
    while scope is not None:
        parts.append(_text(trace.scopes[scope]))
        scope = trace.scopes[scope].parent
    return " ".join(reversed(parts))


def _text(scope: Scope) -> str:
    match scope.kind:
        case "loop":
            return f"{scope.line}[{scope.number}]"
        case "module":
            return f"{scope.name}:{scope.type}({scope.number})"
        case "function":
            return f"{scope.name}.{scope.phase}"
    return scope.name


def operations(source: str) -> list[str]:
    """Return the operations of a program, each with where it ran; lines count from the one after SETUP's."""
    trace = traced(SETUP + source)
    shift = SETUP.count("\n")
    for scope in trace.scopes:
        if scope.kind == "loop":
            scope.line -= shift
    return [f"{path(trace, op.scope)} {op.name}".strip() for op in trace.ops]


# A name, a program, and where each of its operations runs.
CASES = """
# for
for i in range(2):
    w * i
w + 1
-> 1[0] mul, 1[1] mul, add

# one line
for i in range(2): w * i; w.sum()
w + 1
-> 1[0] mul, 1[0] sum, 1[1] mul, 1[1] sum, add

# continue
for i in range(3):
    if i == 1: continue
    w * i
-> 1[0] mul, 1[2] mul

# break
for i in range(9):
    w * i
    if i: break
w + 1
-> 1[0] mul, 1[1] mul, add

# else
for i in range(1):
    w * i
else:
    w + 1
-> 1[0] mul, add

# while
n = 0
while n < 2:
    w * n
    n += 1
w + 1
-> 2[0] mul, 2[1] mul, add

# condition
x = w
while x.sum() < 6:
    x = x * 2
-> sum, lt, 2[0] mul, sum, lt, 2[1] mul, sum, lt

# nested
for i in range(2):
    for j in range(2):
        w * j
    w + 1
-> 1[0] 2[0] mul, 1[0] 2[1] mul, 1[0] add, 1[1] 2[0] mul, 1[1] 2[1] mul, 1[1] add

# one after the other
for i in range(2):
    w * i
for i in range(1):
    w + i
-> 1[0] mul, 1[1] mul, 3[0] add

# in a function
def f():
    for i in range(2):
        w * i
f()
f()
-> f 2[0] mul, f 2[1] mul, f 2[0] mul, f 2[1] mul

# recursion
def f(n):
    for i in range(n):
        w * i
        f(n - 1)
f(2)
-> f 2[0] mul, f 2[0] f 2[0] mul, f 2[1] mul, f 2[1] f 2[0] mul

# recursion without a loop
def f(n): return w if n == 0 else w * f(n - 1)
f(2)
-> f f mul, f mul

# left by an exception
try:
    for i in range(2):
        w * i
        1 / (1 - i)
except ZeroDivisionError:
    w + 1
w - 1
-> 2[0] mul, 2[1] mul, add, sub

# suspended generator
def g():
    for i in range(2):
        yield w * i
k = g()
next(k)
w + 1
next(k)
-> g 2[0] mul, add, g 2[1] mul

# loop over a generator
def g():
    for i in range(2):
        yield w * i
for x in g():
    x + 1
-> g 2[0] mul, 4[0] add, g 2[1] mul, 4[1] add

# resumed in a loop
def g():
    for i in range(2):
        yield w * i
k = g()
for j in range(2):
    next(k)
-> 5[0] g 2[0] mul, 5[1] g 2[1] mul

# new generators
def f():
    for i in range(1): yield w * i
for i in range(2): list(f())
-> 3[0] f 2[0] mul, 3[1] f 2[0] mul

# comprehension
[w * i for i in range(2) if (w > 0).all()]
-> 1[0] gt, 1[0] all, 1[0] mul, 1[1] gt, 1[1] all, 1[1] mul

# nested comprehension
[[w * j for j in range(2)] for i in range(2)]
-> 1[0] 1[0] mul, 1[0] 1[1] mul, 1[1] 1[0] mul, 1[1] 1[1] mul

# two loops in one
{i: w * j for i in range(2) for j in range(2)}
-> 1[0] 1[0] mul, 1[0] 1[1] mul, 1[1] 1[0] mul, 1[1] 1[1] mul

# generator expression
sum(w * i for i in range(2))
-> 1[0] mul, add, 1[1] mul, add

# comprehension in a loop
for i in range(2): [w * k for k in range(1)]
-> 1[0] 1[0] mul, 1[1] 1[0] mul

# lambda
f = lambda x: x * 2
for i in range(1): f(w)
-> 2[0] <lambda> mul

# class body
class A:
    for i in range(2): w * i
-> 2[0] mul, 2[1] mul

# exec
for i in range(2):
    exec('for j in range(2): w * j')
-> 1[0] mul, 1[0] mul, 1[1] mul, 1[1] mul

# decorator
def twice(f): return lambda x: f(f(x))
@twice
def g(x): return x * 2
g(w)
-> <lambda> g mul, <lambda> g mul

# async
import asyncio
async def f():
    for i in range(2):
        w * i
        await asyncio.sleep(0)
async def both(): await asyncio.gather(f(), f())
asyncio.run(both())
-> f 3[0] mul, f 3[0] mul, f 3[1] mul, f 3[1] mul

# defined in the loop
for i in range(2):
    @torch.no_grad()
    def f(): return w * 2
    f()
-> 1[0] f mul, 1[1] f mul

# with and try
for i in range(2):
    with torch.no_grad():
        try: w * i
        finally: w + i
-> 1[0] mul, 1[0] add, 1[1] mul, 1[1] add
"""


def cases() -> list:
    """Return the cases as parameters of a test."""
    found = []
    for name, rest in re.findall(r"^# (.*)\n((?:.|\n)*?\n-> .*)$", CASES, re.MULTILINE):
        source, expected = rest.split("\n-> ")
        found.append(pytest.param(source, expected.split(", "), id=name))
    return found


@pytest.mark.parametrize(("source", "expected"), cases())
def test_every_operation_knows_where_it_ran(source, expected):
    with ThreadPoolExecutor(1) as threads:  # where no event loop runs: that of the browser tests does in this one
        assert threads.submit(operations, source).result() == expected


NET = """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
        self.heads = nn.ModuleList([nn.Linear(2, 1)] * 2)
    def forward(self, x):
        x = self.body(x) * 2
        return [self.tail(head(x)) for head in self.heads]
    def tail(self, x):
        return x + 1
net = Net()
x = torch.ones(1, 2)
"""


def test_modules_are_told_by_their_paths():
    ran = operations(f"{NET}for i in range(2): net(x)")
    one = [
        "net:Net({i}) body:Sequential({i}) body.0:Linear({i}) t",
        "net:Net({i}) body:Sequential({i}) body.0:Linear({i}) addmm",
        "net:Net({i}) body:Sequential({i}) body.1:Tanh({i}) tanh",
        "net:Net({i}) mul",
    ]
    for i in range(2):
        inside = [text.split(" ", 1)[1] for text in ran if text.startswith(f"13[{i}] ")]
        assert [text for text in inside if "head" not in text and "tail" not in text] == [t.format(i=i) for t in one]
        assert sum(text == f"net:Net({i}) 8[1] tail add" for text in inside) == 1
    heads = [text.split()[3] for text in ran if "heads" in text and text.endswith(" t")]
    assert heads == [f"heads.0:Linear({n})" for n in range(4)]  # one module, called twice an iteration


def test_a_module_that_fails_is_left():
    source = f"{NET}try:\n    net(torch.ones(3))\nexcept RuntimeError:\n    pass\nw * 2"
    assert operations(source)[-1] == "mul"


def test_the_steps_of_a_pass_are_where_it_was_called():
    trace = traced(SETUP + "for i in range(2):\n    y = (w * i).sum()\n    y.backward()\nw.grad = None")
    runs = [(step.run, path(trace, step.scope)) for step in trace.steps if step.run is not None]
    assert set(runs) == {(0, "4[0]"), (1, "4[1]")}
    assert trace.steps[-1].scope is None


CUSTOM = """class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        for i in range(1): y = x * 2
        return y
    @staticmethod
    def backward(ctx, g):
        return half(g)
def half(g): return g * 0.5
"""


def test_custom_functions_are_scopes_among_the_others():
    ran = operations(f"{CUSTOM}for i in range(1):\n    Double.apply(w).sum().backward()")
    assert ran == ["10[0] Double.forward 4[0] mul", "10[0] Double", "10[0] sum", "10[0] Double.backward half mul"]


def test_a_hook_is_a_call():
    ran = operations("def hook(g): return g * 2\nw.register_hook(hook)\nfor i in range(1): w.sum().backward()")
    assert ran == ["3[0] sum", "3[0] hook mul"]


@pytest.mark.parametrize(
    ("source", "where"),
    [
        ("for i in range(3):\n    w * i\n    1 / (1 - i)", "4[1]"),
        ("def f():\n    for i in range(3):\n        w * i\n        1 / (1 - i)\nfor j in range(1): f()", "8[0] f 5[1]"),
        ("for i in range(3): w * i\n1 / 0", ""),
    ],
)
def test_a_failure_is_where_it_was_raised(source, where):
    trace = traced(SETUP + source)
    assert (trace.steps[-1].kind, path(trace, trace.steps[-1].scope)) == ("error", where)


CURIOUS = '''"""A program that looks at itself."""
import inspect, sys, traceback

def f(n):
    """Counts."""
    for i in range(n):
        i + 1
        if i == 2: raise ValueError([j * 1 for j in range(i)])
    return sorted(locals())

print(f(2), f.__doc__, __doc__, sorted(name for name in globals() if name[:2] != "__"))
class A:
    "Body."
    for k in range(2): k + 1
print(A.__doc__, sorted(vars(A)), inspect.getsource(f), f.__code__.co_firstlineno)
def g():
    while True: yield sys._getframe().f_lineno + 0
print(next(g()), [sys._getframe().f_lineno + i for i in range(2)])
try:
    f(5)
except ValueError:
    traceback.print_exc(file=sys.stdout)
f(9)
'''


def test_marks_are_not_to_be_seen():
    told = []
    for record in (False, True):
        out, error = io.StringIO(), io.StringIO()
        result = program.run(CURIOUS, stdout=out, stderr=error, record=record)
        told.append((out.getvalue(), error.getvalue(), result.error))
    assert told[0] == told[1]
    assert "ValueError: [0, 1]" in told[0][0]


def test_the_document_shows_the_scopes_of_its_program():
    document = (Path(__file__).parents[2] / "docs" / "trace.md").read_text(encoding="utf-8")
    source, shown = re.search(r"For the program\n\n```python\n(.*?)```.*?```\n(.*?)```", document, re.DOTALL).groups()
    trace = traced(f"import torch; net = torch.nn.Linear(2, 1); x = torch.ones(1, 2)\n{source}")
    expected = [json.loads(line.split(" ", 1)[1]) for line in shown.splitlines()]
    found = [plain(scope) for scope in trace.scopes]
    assert found == [{**scope, "line": 2} if "line" in scope else scope for scope in expected]
