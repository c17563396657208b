"""What a program needs beside the language."""

import pytest

from autograd_studio.outline.needs import needs


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import torch.nn as nn\nfrom sklearn import svm", {"torch", "sklearn"}),
        ("name = input()", {"input"}),
        ("files = map(open, ['a'])", {"open"}),
        ("x = (", set()),
        ("def forward(ctx, input):\n    return input.clone()", set()),
        ("input = torch.ones(2)\nprint(input)", set()),
        ("def open(path):\n    pass\n\nopen('a')", set()),
        ("def forward(ctx, input):\n    return input\n\nopen('a')", {"open"}),
    ],
)
def test_names_of_the_programs_own_are_not_pythons(text, found):
    assert needs(text) == found
