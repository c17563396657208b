"""Checking what a form holds: a custom Function, a Jacobian, a backward pass written by hand. A program is run for that."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import asdict
from typing import Annotated

import msgspec
from msgspec.json import Decoder
from starlette.requests import Request as HttpRequest
from starlette.responses import JSONResponse, Response

from autograd_studio import sandbox
from autograd_studio.answering.told import failed, written
from autograd_studio.outline.forms import MOST_NAME, CustomOp, Faulty
from autograd_studio.outline.outline import Outline

from ...catalogue import say
from ..forms.answers import Check, OfAttempt, OfCustomOp, OfPair, told
from ..forms.jacobian import Pair
from ..forms.practice import Attempt
from ..runs import shown
from ..runs.threads import in_thread
from .ndjson import Lines, Turn
from .requests import AskedOfTexts, posted, read

UNREADABLE = say("web.route.checking")

Name = Annotated[str, msgspec.Meta(max_length=MOST_NAME)]


class Wanted(AskedOfTexts, forbid_unknown_fields=True):
    """A request: one of the forms, and the names whose right gradients an attempt is to be shown."""

    custom_op: CustomOp | None = None
    jacobian: Pair | None = None
    practice: Attempt | None = None
    shown: Annotated[tuple[Name, ...], msgspec.Meta(max_length=100)] = ()

    @property
    def form(self) -> Check | None:
        """The form that is to be checked, None unless there is one."""
        forms = [
            self.custom_op and OfCustomOp(self.custom_op), self.jacobian and OfPair(self.jacobian),
            self.practice and OfAttempt(self.practice, self.shown),
        ]  # fmt: skip
        given = [form for form in forms if form is not None]
        return given[0] if len(given) == 1 else None


_READER = Decoder(Wanted)


async def _lines(wanted: Wanted, visitor: sandbox.Visitor) -> AsyncGenerator[bytes | Turn]:
    """Yield the places in the line, and at the end what the check finds, or why it finds nothing."""
    form = wanted.form
    outline = await in_thread(sandbox.for_visitors().outline, form.asked, visitor)
    if not isinstance(outline, Outline):
        yield failed(outline.status, outline.message)
        return
    try:
        source, mark = form.program(outline)
    except Faulty as error:
        yield written({"kind": "faults", "faults": list(map(asdict, error.faults))})
        return
    request = wanted.content(source).request(draw=False)
    yield (turn := Turn(request, visitor))
    outcome = turn.run.outcome
    yield shown.UNLOCKED if outcome.status == "unlocked" else told(outcome, form, mark, outline)


async def check(request: HttpRequest) -> Response:
    """Answer with what the check of a form finds."""
    asked = await read(request, _READER, UNREADABLE, texts=2)
    if isinstance(asked, Response):
        return asked
    return Lines(_lines(*asked)) if asked[0].form else JSONResponse({"message": UNREADABLE}, 400)


ROUTES = posted("/check", check)
