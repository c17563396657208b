"""The names that PyTorch has: what a program may ask for, whether the engine has it or not."""

import functools
import os


@functools.cache
def names() -> dict[str, frozenset[str]]:
    """Return the public names of each of PyTorch's namespaces (recorded by tools/record/absent_names.py)."""
    lines = _recorded("names.txt").splitlines()
    return {namespace: frozenset(listed.split()) for namespace, *[listed] in (line.split(" ", 1) for line in lines)}


@functools.cache
def modules() -> frozenset[str]:
    """Return the full names of PyTorch's modules (recorded with the names)."""
    return frozenset(_recorded("modules.txt").split())


def _recorded(name: str) -> str:
    with open(os.path.join(os.path.dirname(__file__), name), encoding="utf-8") as file:
        return file.read()
