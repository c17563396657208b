"""Payloads as the browser reads them."""

import json
from typing import Any

from autograd_studio.view.payload import document, nudged
from autograd_studio.view.payload.writing import written


def payload(*given: Any, **options: Any) -> dict[str, Any]:
    """Return the payload of a run, as its JSON has it."""
    return json.loads(written(document.payload(*given, **options)))


def nudged_run(*given: Any) -> dict[str, Any]:
    """Return a nudged run, as its JSON has it."""
    return json.loads(written(nudged.nudged(*given)))
