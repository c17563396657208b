"""The boxes of a picture: one for each tensor, hub, and node at work whose tensor was never seen."""

from __future__ import annotations

import math
from collections.abc import Sequence

from autograd_engine.trace.schema import Tensor, Trace

from ..schema import Cells
from ..wording.box_text import columns, dotted, shortened
from ..wording.tensor_text import shape_text
from .picture import Box, BoxKind, Picture
from .titles import EXPRESSION_COLUMNS, call_text, hub_title, is_whole

TITLE_COLUMNS = 26
MOST_CELLS = 6
MOST_ROWS = 3


def cells_of(shape: Sequence[int]) -> Cells | None:
    """Return how the numbers of a tensor of this shape stand in cells; None if they are too many, or none."""
    columns = shape[-1] if shape else 1
    count = math.prod(shape)
    if not 0 < count <= MOST_CELLS or count // columns > MOST_ROWS:
        return None
    return Cells(count // columns, columns)


def add_boxes(trace: Trace, picture: Picture, of_tensors: list[int | None], of_nodes: dict[int, int | None]) -> None:
    """Add the boxes to a picture, with the clusters of tensors and of lone nodes."""
    boxes = _Boxes(trace, picture, of_tensors, of_nodes)
    boxes.tensors()
    boxes.hubs()
    boxes.nodes()


class _Boxes:
    def __init__(
        self, trace: Trace, picture: Picture, of_tensors: list[int | None], of_nodes: dict[int, int | None]
    ) -> None:
        self.trace = trace
        self.picture = picture
        self.titles = picture.titles
        self.of_tensors = of_tensors
        self.of_nodes = of_nodes

    def tensors(self) -> None:
        found = self.picture
        for index, tensor in enumerate(self.trace.tensors):
            other = found.drawn_as.get(index)
            box = self.picture.add(self.tensor_box(index, tensor)) if other is None else found.of_tensor[other]
            found.of_tensor.append(box)
            if tensor.fn is not None:
                found.of_output.setdefault((tensor.fn, tensor.output), box)

    def tensor_box(self, index: int, tensor: Tensor) -> Box:
        trace = self.trace
        box = Box(
            "leaf" if tensor.kind == "leaf" else "constant" if tensor.fn is None else "op",
            self.title(index, tensor),
            shape=shape_text(trace.values[tensor.value].shape),
            cells=cells_of(trace.values[tensor.value].shape),
            line=tensor.line,
            tensor=index,
            fn=tensor.fn,
            recorded=tensor.kind == "leaf" or tensor.fn is not None,
            cluster=self.of_tensors[index],
        )
        box.requires_grad = box.recorded
        if tensor.flagged is not None and tensor.required is not None:
            box.flagged = [*tensor.flagged, int(tensor.required)]
        made = None if tensor.op is None else trace.ops[tensor.op]
        box.view = tensor.fn is not None and tensor.base is not None and made is not None and not made.in_place
        if tensor.fn is not None:
            box.fn_name = trace.fns[tensor.fn].name
            box.retains = tensor.retained
        elif tensor.kind == "leaf":
            box.fn_name = "AccumulateGrad"
        if tensor.op is not None:
            self.describe_result(box, index, tensor)
        return box

    def title(self, index: int, tensor: Tensor) -> str:
        """Return the title of a tensor, of a long expression only its outermost part."""
        title = self.titles[index]
        if columns(dotted(title)) > TITLE_COLUMNS and not tensor.names and tensor.op is not None:
            outermost = call_text(self.trace.ops[tensor.op], self.titles)
            title = min(title, outermost, key=columns) if any(map(str.isalpha, outermost)) else title
        return shortened(title, TITLE_COLUMNS + columns(title) - columns(dotted(title)))

    def describe_result(self, box: Box, index: int, tensor: Tensor) -> None:
        """Say in the box how its tensor was computed."""
        operation = self.trace.ops[tensor.op]
        if tensor.kind != "leaf":
            box.kind = "function" if self.is_custom(tensor.fn) else "op"
        if len(operation.outputs) > 1:
            box.kind, box.fn_name = "output", ""
        elif tensor.names or operation.in_place:
            whole = is_whole(self.trace, tensor.op)
            box.expr = shortened(operation.text if whole else call_text(operation, self.titles), EXPRESSION_COLUMNS)

    def is_custom(self, fn: int | None) -> bool:
        return fn is not None and self.trace.fns[fn].kind == "function"

    def hubs(self) -> None:
        """Make a hub for each operation with several outputs."""
        for index, operation in enumerate(self.trace.ops):
            if len(operation.outputs) < 2:
                continue
            fn = operation.fn
            first = self.picture.boxes[self.picture.of_tensor[operation.outputs[0]]]
            hub = Box(
                "hub",
                shortened(hub_title(self.trace, index), TITLE_COLUMNS),
                fn_name="" if fn is None else self.trace.fns[fn].name,
                line=operation.line,
                fn=fn,
                recorded=fn is not None,
                cluster=first.cluster,
            )
            self.picture.hub_of[index] = self.picture.add(hub)
            if fn is not None:
                self.picture.of_fn[fn] = self.picture.hub_of[index]

    def nodes(self) -> None:
        """Find the box of each node, and make one for a lone node."""
        found = self.picture
        outputs = {fn: box for (fn, _), box in sorted(found.of_output.items(), reverse=True)}  # the first one of each
        for index, fn in enumerate(self.trace.fns):
            if fn.kind == "accumulate" and fn.variable is not None:
                self.accumulator(index, fn.variable)
                outputs[index] = found.of_output[index, 0]
            elif index in self.of_nodes:
                outputs[index] = found.of_output[index, 0] = self.picture.add(self.node_box(index))
            if index in outputs:
                found.of_fn.setdefault(index, outputs[index])

    def accumulator(self, index: int, variable: int) -> None:
        """Let an AccumulateGrad be part of its leaf's box."""
        self.picture.of_output[index, 0] = self.picture.of_tensor[variable]

    def node_box(self, index: int) -> Box:
        fn = self.trace.fns[index]
        kinds: dict[str, BoxKind] = {"accumulate": "leaf", "function": "function"}
        return Box(
            kinds.get(fn.kind, "op"),
            shortened(fn.name, TITLE_COLUMNS),
            fn_name=fn.name,
            line=fn.line,
            fn=index,
            requires_grad=True,
            cluster=self.of_nodes[index],
        )
