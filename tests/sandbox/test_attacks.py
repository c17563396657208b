"""Programs that try to get out, and ordinary ones that must not notice where they are."""

import platform

import pytest

from autograd_studio.answering.request import Request

from .attacks import TORCH_ATTACKS, all_attacks

PROBE = "import numpy as np; print(np.arange(4.0).sum(), __name__, sorted(globals())[-1])"
MUST_ESCAPE_UNLOCKED = 60
MUST_ESCAPE_UNLOCKED_ON_TORCH = 20  # beside these; the others are of memory, which is bounded even there


@pytest.fixture(scope="module")
def scratch(tmp_path_factory):
    folder = tmp_path_factory.mktemp("scratch")
    folder.chmod(0o777)
    return str(folder)


@pytest.fixture(scope="module")
def attacks(scratch, engine):
    return all_attacks(platform.machine(), scratch, engine)


def test_every_attack_is_contained_and_the_next_run_works(any_box, attacks, scratch, tmp_path):
    box = any_box
    expected = box.run(Request(PROBE)).stdout
    assert expected.startswith("6.0 __main__")
    escaped = []
    for name, program in attacks.items():
        outcome = box.run(Request(program))
        if "ESCAPED" in outcome.stdout or outcome.status not in ("ok", "error", "crashed", "memory"):
            escaped.append((name, outcome))
        if box.run(Request(PROBE)).stdout != expected:
            escaped.append((name, "the next run suffers"))
    assert not escaped


def test_without_the_lock_the_attacks_succeed(any_unlocked, attacks, engine):
    """Otherwise the test above would prove nothing."""
    escaped = [name for name, program in attacks.items() if "ESCAPED" in any_unlocked.run(Request(program)).stdout]
    of_torch = [name for name in escaped if name.partition(":")[0] in TORCH_ATTACKS]
    assert len(escaped) - len(of_torch) >= MUST_ESCAPE_UNLOCKED, escaped
    assert len(of_torch) >= (MUST_ESCAPE_UNLOCKED_ON_TORCH if engine == "torch" else 0), of_torch


def test_there_are_attacks_of_many_kinds(attacks):
    assert len(attacks) >= 60
    assert len({name.partition(":")[0] for name in attacks}) >= 10


ORDINARY = r"""
import collections, copy, dataclasses, datetime, decimal, enum, fractions, functools, heapq, inspect, io
import itertools, json, math, operator, os, pickle, queue, random, re, statistics, string, sys, textwrap
import threading, time, traceback, typing, unicodedata, warnings, weakref
import numpy as np
import numpy.linalg as la
from collections import Counter, defaultdict, deque, namedtuple
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass, field
from typing import NamedTuple

@dataclass(order=True)
class Point:
    x: float
    y: float = 0.0
    tags: list = field(default_factory=list)

class Color(enum.Enum):
    RED = enum.auto()

@contextmanager
def timed():
    start = time.perf_counter()
    yield
    assert time.perf_counter() >= start

@functools.lru_cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)

with timed():
    a = np.random.rand(300, 300)
    assert np.allclose(a @ la.inv(a), np.eye(300), atol=1e-3)
    la.eigvals(a[:100, :100]); la.svd(a[:50, :50]); np.fft.fft(a)
assert fib(50) == 12586269025
assert pickle.loads(pickle.dumps(Point(1, 2))) == copy.deepcopy(Point(1, 2))
assert Color.RED.name == "RED" and Counter("hello")["l"] == 2
assert heapq.nsmallest(2, [3, 1, 2]) == [1, 2] and fractions.Fraction(3, 6) == fractions.Fraction(1, 2)
assert decimal.Decimal("0.1") + decimal.Decimal("0.2") == decimal.Decimal("0.3")
assert datetime.datetime.strptime("2024-02-29", "%Y-%m-%d").weekday() == 3
time.sleep(0.001); assert time.strftime("%Z") == "UTC"
assert "\N{GREEK SMALL LETTER ALPHA}" == unicodedata.normalize("NFC", "\u03b1")
for codec in ("utf-16", "cp1252", "latin-1", "idna", "utf-8-sig", "unicode_escape", "ascii"):
    assert "abc".encode(codec).decode(codec).endswith("abc")
assert re.sub(r"(\w)(\d)", r"\2\1", "a1") == "1a"
assert json.loads(json.dumps({"a": [1, None]})) == {"a": [1, None]}
with redirect_stdout(io.StringIO()) as text:
    print("hidden")
assert text.getvalue() == "hidden\n"
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always"); warnings.warn("careful")
assert str(caught[0].message) == "careful"
try:
    1 / 0
except ZeroDivisionError:
    assert "1 / 0" in traceback.format_exc()
with suppress(RuntimeError):
    raise RuntimeError
lock = threading.Lock()
with lock:
    pass
q = queue.Queue(); q.put(1); assert q.get() == 1
os.environ["KMP_DUPLICATE_LIB_OK"] = "True"
assert "def fib" in inspect.getsource(fib)
random.seed(1); np.random.seed(1); rng = np.random.default_rng(0); rng.normal(size=5)
np.testing.assert_allclose([1.0], [1.0]); np.ma.array([1, 2]); np.polynomial.Polynomial([1, 2])(3)
np.einsum("ij,jk", np.eye(2), np.eye(2)); str(np.arange(12).reshape(3, 4)); np.set_printoptions(precision=3)
assert statistics.mean([1, 2, 3]) == 2 and textwrap.dedent("  a") == "a" and string.ascii_lowercase[0] == "a"
@typing.overload
def g(x: int) -> int: ...
print("all well", math.pi.__round__(3), sys.version_info >= (3, 11), list(itertools.pairwise("abc")))
"""


def test_ordinary_programs_do_not_notice(any_box):
    outcome = any_box.run(Request(ORDINARY))
    assert (outcome.status, outcome.error, outcome.stderr) == ("ok", None, "")
    assert outcome.stdout == "all well 3.142 True [('a', 'b'), ('b', 'c')]\n"
