"""The links of a picture: from the inputs of operations and nodes, and between tensors that are relatives."""

from __future__ import annotations

from autograd_engine.trace.schema import Edge, Operation, Trace

from ..chapters.states import states_of
from .picture import Link, LinkKind, Picture


def add_links(trace: Trace, picture: Picture) -> None:
    """Add the links between the boxes of a picture."""
    links = _Links(trace, picture)
    links.operations()
    links.other_edges()
    links.relatives()


class _Links:
    def __init__(self, trace: Trace, picture: Picture) -> None:
        self.trace = trace
        self.picture = picture
        self.states_of = states_of(trace)

    def operations(self) -> None:
        """Link the inputs of each operation to its box, and a hub to its outputs."""
        of_tensor = self.picture.of_tensor
        for index, operation in enumerate(self.trace.ops):
            target = self.picture.hub_of.get(index)
            if target is None:
                if not operation.outputs or operation.outputs[0] in self.picture.drawn_as:
                    continue
                target = of_tensor[operation.outputs[0]]
            edges = self.edges_of(operation)
            for name, t in tensor_arguments(operation):
                edge = next((i for i, e in edges.items() if e.source == t and e.input in (name, "")), None)
                kind: LinkKind = "data" if edges.pop(edge, None) is None else "gradient"
                self.picture.connect(Link(of_tensor[t], target, kind, operation.fn, edge, name))
            if index in self.picture.hub_of:
                for t in operation.outputs:
                    self.picture.connect(Link(target, of_tensor[t], "output", operation.fn))

    def edges_of(self, operation: Operation) -> dict[int, Edge]:
        """Return the edges of an operation's node that carry a gradient."""
        edges = [] if operation.fn is None else self.trace.fns[operation.fn].edges
        return {i: edge for i, edge in enumerate(edges) if edge.to is not None or self.is_differentiable(edge.source)}

    def is_differentiable(self, tensor: int | None) -> bool:
        """Return whether a tensor takes a gradient: before its first backward no edge leads to a leaf."""
        return tensor is not None and self.picture.boxes[self.picture.of_tensor[tensor]].requires_grad

    def other_edges(self) -> None:
        """Link the nodes whose edges no operation explains."""
        found = self.picture
        for index, fn in enumerate(self.trace.fns):
            for i, edge in enumerate(fn.edges):
                if edge.to not in found.of_fn or index not in found.of_fn or (index, i) in found.of_edge:
                    continue
                source = found.of_output.get((edge.to, edge.output), found.of_fn[edge.to])
                if edge.source is not None and self.trace.tensors[edge.source].output == edge.output:
                    source = found.of_tensor[edge.source]
                target = found.of_fn[index]
                if source != target:
                    self.picture.connect(Link(source, target, "gradient", index, i, edge.input))

    def relatives(self) -> None:
        """Link a tensor's states, a view with its base, a leaf with its `.grad`, where no operation does."""
        of_tensor = self.picture.of_tensor
        linked = {(link.source, link.target) for link in self.picture.links}
        for states in self.states_of.values():
            for before, after in zip(states, states[1:], strict=False):
                pair = of_tensor[before], of_tensor[after]
                if after in self.picture.drawn_as:
                    continue
                if pair not in linked and self.trace.tensors[after].grad_of is None:
                    self.picture.connect(Link(*pair, "same"))
        for index, tensor in enumerate(self.trace.tensors):
            if index in self.picture.drawn_as:
                continue
            made_by = self.picture.hub_of.get(tensor.op, of_tensor[index])
            for relative, kind in ((tensor.base, "view"), (tensor.grad_of, "grad")):
                if relative is not None and (of_tensor[relative], made_by) not in linked:
                    self.picture.connect(Link(of_tensor[relative], of_tensor[index], kind))


def tensor_arguments(operation: Operation) -> list[tuple[str, int]]:
    """Return the tensors among an operation's arguments, each with the name that its edge has."""
    found = []
    for argument in operation.inputs:
        tensors = argument.tensors or []
        if len(tensors) == 1:
            found.append((argument.name, tensors[0]))
        else:
            found += [(f"{argument.name}[{i}]", t) for i, t in enumerate(tensors)]
    return found
