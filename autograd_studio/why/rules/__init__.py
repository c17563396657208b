"""What can be wrong with a gradient, and how a Trace shows it: a file for each kind of mistake."""

import importlib

# By importance: the causes have this order in docs/why.md, and of two rules that could answer the first does.
ORDER = (
    "none.computed",
    "none.outside",
    "none.unreached",
    "none.leaving",
    "zeros",
    "nonfinite",
    "errors.graphs",
    "errors.roots",
    "errors.snippets",
    "errors.scaling",
    "errors.failures",
    "overwritten",
    "custom_backward",
    "unseen_writes",
    "accumulation",
    "averaging",
    "clipping",
    "tying",
    "untrained",
    "constants",
)

for _name in ORDER:
    importlib.import_module(f"{__name__}.{_name}")
