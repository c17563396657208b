"""A graph as DOT text, written by the calls by which Graphviz' library makes one: what pygraphviz has, as far as we use it."""

from __future__ import annotations

_KINDS = ("graph", "node", "edge")


class Part:
    """A node, an edge or a subgraph, with its attributes; `head` is what it begins with."""

    def __init__(self, head: str) -> None:
        self.head = head
        self.attributes: dict[str, str] = {}
        self.parts: list[Part | str] = []

    def text(self) -> str:
        """Return it as a statement."""
        attributes = ",".join(f'{name}="{value}"' for name, value in self.attributes.items())
        if not self.head.startswith(("subgraph", "digraph")):
            return f"{self.head} [{attributes}]"
        own = [f"graph [{attributes}]"] if attributes else []
        inside = [part if isinstance(part, str) else part.text() for part in self.parts]
        return f"{self.head} {{\n" + "\n".join([*own, *inside]) + "\n}"


def agraphnew(name: bytes, strict: bool, directed: bool) -> Part:
    """Return a new graph."""
    return Part(f"digraph {name.decode()}")


def agattr(graph: Part, kind: int, name: bytes, value: bytes) -> None:
    """Give a kind of part an attribute."""
    graph.parts.append(f'{_KINDS[kind]} [{name.decode()}="{value.decode()}"]')


def agset(part: Part, name: bytes, value: bytes) -> None:
    """Set an attribute of a part."""
    part.attributes[name.decode()] = value.decode()


def agnode(graph: Part, name: bytes, create: int) -> Part:
    """Add a node."""
    return _added(graph, name.decode())


def agsubg(graph: Part, name: bytes, create: int) -> Part:
    """Add a subgraph."""
    return _added(graph, f"subgraph {name.decode()}")


def agsubnode(graph: Part, node: Part, create: int) -> None:
    """Let a node belong to a subgraph."""
    graph.parts.append(node.head)


def agedge(graph: Part, source: Part, target: Part, name: bytes, create: int) -> Part:
    """Add an edge."""
    return _added(graph, f"{source.head} -> {target.head}")


def _added(graph: Part, head: str) -> Part:
    part = Part(head)
    graph.parts.append(part)
    return part
