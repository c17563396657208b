"""Random numbers, compared with PyTorch's record.

Equal to the last bit, except for float64 numbers that PyTorch makes with a function of the C library: a few
units in the last place are allowed there, because the recording may have been made with another C library.
(Rounded to float32 or float16, such a difference shows once in 2**29 numbers.)
"""

import base64
import builtins
import json
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograd_engine.kernels import draws
from autograd_engine.kernels.draws import Generator

RECORD = json.loads((Path(__file__).parents[1] / "records" / "random.json").read_text())
NEEDS_LIBM = {"randn", "normal", "normal_", "exponential_"}


def decode(argument):
    """An argument of a recorded call: arrays are objects whose values repeat, all else stands for itself."""
    if isinstance(argument, dict):
        return np.resize(np.array(argument["values"], argument["dtype"]), argument["shape"])
    return argument


def laid_out(shape, dtype, layout):
    if layout == "transposed":
        return np.empty(shape[::-1], dtype).T
    if layout == "every second":
        return np.empty([*shape[:-1], 2 * shape[-1]], dtype)[..., ::2]
    return np.empty(shape, dtype)


def perform(call, generator):
    """Make a recorded call of the engine."""
    function = getattr(draws, call["function"])
    arguments = [decode(argument) for argument in call["arguments"]]
    if call["function"].endswith("_"):
        arguments.insert(0, laid_out(call["shape"], call["dtype"], call.get("layout")))
        return function(*arguments, generator=generator)
    options = {name: call[name] for name in ("shape", "dtype") if name in call}
    return function(*arguments, **options, generator=generator)


def check(call, ours):
    result = call["result"]
    assert [list(ours.shape), ours.dtype.name] == [result["shape"], result["dtype"]], call
    flat = ours.ravel()
    first = result.get("values", result.get("first"))
    theirs = np.array([*first, *result.get("last", [])], result["dtype"])
    ours = np.concatenate((flat[: len(first)], flat[len(flat) - len(result.get("last", [])) :]))
    if call["function"] in NEEDS_LIBM and result["dtype"] == "float64":
        eps = 8 * np.finfo(np.float64).eps
        np.testing.assert_allclose(ours, theirs, rtol=eps, atol=eps, err_msg=str(call))
    else:
        assert ours.tobytes() == theirs.tobytes(), call
        assert zlib.crc32(flat.tobytes()) == result.get("crc32", zlib.crc32(flat.tobytes())), call


@pytest.mark.parametrize("case", RECORD["cases"], ids=lambda case: case["calls"][0]["function"])
def test_a_recorded_sequence_of_calls(case):
    generator = Generator().manual_seed(case["seed"])
    for call in case["calls"]:
        if call["function"] == "manual_seed":
            generator.manual_seed(*call["arguments"])
        else:
            check(call, perform(call, generator))


@pytest.mark.parametrize("call", RECORD["refusals"], ids=lambda call: call["message"][:40])
def test_what_pytorch_refuses_is_refused_in_its_words(call):
    with pytest.raises(getattr(builtins, call["error"])) as raised:
        perform(call, Generator())
    assert str(raised.value) == call["message"]


@pytest.mark.parametrize("case", RECORD["states"], ids=lambda case: f"{case['words']}-{case['normals']}")
def test_states_have_the_layout_of_pytorchs(case):
    recorded = np.frombuffer(zlib.decompress(base64.b64decode(case["state"])), np.uint8)
    generator = Generator().manual_seed(case["seed"])
    generator.words(case["words"])
    generator.normal(case["normals"])
    ours = generator.get_state()
    kept = slice(5024, 5032)  # a normal number, of which the C library may decide the last bit
    np.testing.assert_allclose(ours[kept].view(np.float64), recorded[kept].view(np.float64), rtol=1e-14)
    assert np.delete(ours, kept).tobytes() == np.delete(recorded, kept).tobytes()
    generator = Generator().set_state(recorded)
    assert generator.initial_seed() == case["seed"]
    for call in case["then"]:
        check(call, perform(call, generator))


CALLS = st.lists(
    st.tuples(st.sampled_from(["rand", "randn"]), st.integers(0, 700), st.sampled_from(["f2", "f4", "f8"])),
    max_size=4,
)


@given(seed=st.integers(-(2**63), 2**64 - 1), before=CALLS, after=CALLS)
def test_a_state_brings_everything_back(seed, before, after):
    def draw(calls):
        return [getattr(draws, name)(n, dtype, generator).tobytes() for name, n, dtype in calls]

    generator = Generator().manual_seed(seed)
    draw(before)
    state = generator.get_state()
    drawn = draw(after)
    generator.manual_seed(0).set_state(state)
    assert np.array_equal(generator.get_state(), state)
    assert draw(after) == drawn


@given(seed=st.integers(0, 2**32 - 1), sizes=st.lists(st.integers(0, 40), max_size=6))
def test_numbers_do_not_depend_on_how_many_are_asked_for_at_once(seed, sizes):
    for draw in (Generator.words, Generator.words64, Generator.uniform, Generator.normal):
        piecewise, at_once = Generator().manual_seed(seed), Generator().manual_seed(seed)
        pieces = [draw(piecewise, size) for size in sizes]
        assert np.array_equal(np.concatenate([[], *pieces]), draw(at_once, sum(sizes)))


@pytest.mark.parametrize("seed, kind", [(1.5, RuntimeError), (2**64, ValueError), (-(2**63) - 1, ValueError)])
def test_a_seed_is_a_64_bit_integer(seed, kind):
    with pytest.raises(kind):
        Generator().manual_seed(seed)


def test_a_seed_of_its_own_is_another_each_time():
    generator = Generator()
    assert generator.initial_seed() == 67280421310721
    assert len({generator.seed(), generator.seed(), generator.initial_seed()}) == 2


def test_without_a_generator_the_default_one_is_used():
    draws.default_generator.manual_seed(3)
    assert draws.rand(2).tolist() == draws.rand(2, generator=Generator().manual_seed(3)).tolist()
    draws.default_generator.seed()


@pytest.mark.parametrize("state, kind", [(5, TypeError), (np.zeros(5056), TypeError)])
def test_a_state_is_an_array_of_bytes(state, kind):
    with pytest.raises(kind):
        Generator().set_state(state)


@pytest.mark.parametrize("size", [5, 5056])
def test_a_state_without_a_generator_in_it_is_refused(size):
    with pytest.raises(RuntimeError):
        Generator().set_state(np.zeros(size, np.uint8))


def test_overflow_is_silent_as_in_pytorch():
    array = np.empty(40, np.float16)
    assert np.isinf(draws.normal_(array, 0.0, 1e9, Generator())).any()
