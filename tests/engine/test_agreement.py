"""The comparison itself: what PyTorch prints in one way only is exact, digits of the rest are rounded, and no more."""

import pytest

from ..support.agreement import agree

LINES = [
    "loss 0.69314718",
    "tensor([[ 1.00000000e+00, -2.5000e-09],",
    "        [ 3.1415927e+00,  0.0000e+00]])",
    "epoch 7",
    "",
]


def changed(line, old, new):
    assert old in LINES[line - 1]
    return [text.replace(old, new) if k == line else text for k, text in enumerate(LINES, 1)]


def test_the_same_agrees():
    assert agree(LINES, LINES, {})


@pytest.mark.parametrize(("old", "new"), [("718", "719"), ("0.6", "-0.6"), ("loss", "Loss"), (" 0.", "  0.")])
def test_a_stable_line_agrees_to_the_character(old, new):
    assert not agree(changed(1, old, new), LINES, {2: 0.0, 3: 0.0})


@pytest.mark.parametrize(
    ("line", "old", "new"),
    [
        (1, "0.69314718", "0.69314820"),  # the seventh digit
        (1, "0.69314718", "6.9314718e-01"),
        (2, "-2.5000e-09", " 0.0000"),  # rounding noise beside numbers of order 1
        (3, "0.0000e+00", "3.0000e-08"),
    ],
)
def test_an_unstable_line_agrees_up_to_rounding(line, old, new):
    assert agree(changed(line, old, new), LINES, {1: 0.0, 2: 0.0, 3: 0.0})


@pytest.mark.parametrize(
    ("line", "old", "new"),
    [
        (1, "0.69314718", "0.69414717"),  # the third digit
        (1, "0.69314718", "0.69316721"),  # the fifth
        (1, "loss", "cost"),
        (1, "0.69314718", "0.69314718 0.69314718"),
        (1, "0.69314718", "nan"),
        (2, "-2.5000e-09", "-2.5000e-04"),
        (3, "3.1415927e+00", "3.1416927e+00"),
        (4, "7", "8"),  # what has no point was not rounded
        (3, "3.1415927e+00, ", ""),
    ],
)
def test_more_than_rounding_does_not_agree(line, old, new):
    assert not agree(changed(line, old, new), LINES, dict.fromkeys(range(1, 6), 0.0))


def test_another_number_of_lines_does_not_agree():
    assert not agree(LINES[:-1], LINES, dict.fromkeys(range(1, 6), 0.0))
    assert not agree([*LINES, ""], LINES, dict.fromkeys(range(1, 6), 0.0))


@pytest.mark.parametrize(("ours", "same"), [("0.12345678901234", True), ("0.12345678951234", False)])
def test_digits_that_float32_has_not_are_compared_as_float64(ours, same):
    assert agree([f"x {ours}"], ["x 0.12345678901235"], {1: 0.0}) is same


@pytest.mark.parametrize(("ours", "same"), [("0.3334", True), ("0.3335", False), ("0.3233", False)])
def test_what_is_printed_with_four_decimals_may_be_rounded_the_other_way(ours, same):
    assert agree([f"tensor({ours})"], ["tensor(0.3333)"], {1: 0.0}) is same


def test_a_number_is_measured_by_its_own_tensor_and_not_by_its_neighbours():
    assert not agree(["tensor([1000.0]) tensor([1.0])"], ["tensor([1000.0]) tensor([1.005])"], {1: 0.0})


@pytest.mark.parametrize(("ours", "same"), [("2.9e-08", True), ("9.9e-08", False)])
def test_where_pytorch_itself_strays_its_spread_counts_twice(ours, same):
    assert agree([f"difference {ours}"], ["difference 0.0"], {1: 2e-8}) is same
