"""What the forms of the browser begin with: one JSON file of it, which never changes."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from .custom_op_examples import EXAMPLES
from .exercises import EXERCISES
from .pairs import PAIRS


def examples() -> dict[str, list[dict[str, Any]]]:
    """Return the examples of Custom op, the pairs of Compare and the exercises of Practice, as they are listed."""
    return {
        "custom_op_examples": [{"title": title, **asdict(example)} for title, example in EXAMPLES.items()],
        "pairs": [{"title": title, **asdict(pair)} for title, pair in PAIRS.items()],
        "exercises": [{**asdict(one), "beginning": one.beginning} for one in EXERCISES],
    }
