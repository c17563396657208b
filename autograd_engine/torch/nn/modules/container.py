"""Modules that hold modules or parameters: in a chain, in a list, by key."""

from __future__ import annotations

import operator
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Self

from ....base.foreign import typename
from ....graph.tensor import Tensor
from ..parameter import Parameter
from .module import Module, block, indented

__all__ = ["ModuleDict", "ModuleList", "ParameterDict", "ParameterList", "Sequential"]


def _position(index: Any, size: int) -> int:
    index = operator.index(index)
    if not -size <= index < size:
        raise IndexError(f"index {index} is out of range")
    return index % size


class _Numbered(Module):
    """Modules in order, under their numbers or under names of their own."""

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[Module]:
        return iter(self._modules.values())

    def __setitem__(self, idx: int, module: Module) -> None:
        setattr(self, self._key(idx), module)

    def __delitem__(self, idx: int | slice) -> None:
        keys = list(self._modules)[idx] if isinstance(idx, slice) else [self._key(idx)]
        for key in keys:
            delattr(self, key)
        self.__dict__["_modules"] = {str(i): module for i, module in enumerate(self)}

    def _key(self, idx: int) -> str:
        return list(self._modules)[_position(idx, len(self))]

    def pop(self, key: int) -> Module:
        """Take a module out and return it."""
        module = self[key]
        del self[key]
        return module

    def append(self, module: Module) -> Self:
        """Add a module at the end."""
        self.add_module(str(len(self)), module)
        return self

    def _put(self, index: int, module: Module) -> None:
        for i in range(len(self), index, -1):
            self._modules[str(i)] = self._modules[str(i - 1)]
        self._modules[str(index)] = module


class Sequential(_Numbered):
    """Modules in a chain: each gets what the one before it returned."""

    def __init__(self, *args: Any) -> None:
        super().__init__()
        named = args[0].items() if len(args) == 1 and isinstance(args[0], OrderedDict) else enumerate(args)
        for key, module in named:
            self.add_module(key if isinstance(key, str) else str(key), module)

    def forward(self, input: Any) -> Any:
        """Call one module after another."""
        for module in self:
            input = module(input)
        return input

    def __getitem__(self, idx: int | slice) -> Any:
        if isinstance(idx, slice):
            return type(self)(OrderedDict(list(self._modules.items())[idx]))
        return self._modules[self._key(idx)]

    def __add__(self, other: Iterable[Module]) -> Sequential:
        return Sequential(*self, *other)

    def insert(self, index: int, module: Module) -> Self:
        """Put a module in front of the one at `index`."""
        if not -len(self) <= index <= len(self):
            raise IndexError(f"Index out of range: {index}")
        self._put(index + len(self) if index < 0 else index, module)
        return self

    def extend(self, sequential: Iterable[Module]) -> Self:
        """Add modules at the end."""
        for module in sequential:
            self.append(module)
        return self


class ModuleList(_Numbered):
    """Modules in a list."""

    def __init__(self, modules: Iterable[Module] | None = None) -> None:
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def __getitem__(self, idx: int | slice) -> Any:
        if isinstance(idx, slice):
            return type(self)(list(self)[idx])
        return self._modules[self._key(idx)]

    def _key(self, idx: int) -> str:
        return str(_position(idx, len(self)))

    def __add__(self, other: Iterable[Module]) -> ModuleList:
        return ModuleList([*self, *other])

    def __iadd__(self, modules: Iterable[Module]) -> Self:
        return self.extend(modules)

    def insert(self, index: int, module: Module) -> None:
        """Put a module in front of the one at `index`."""
        self._put(index, module)

    def extend(self, modules: Iterable[Module]) -> Self:
        """Add modules at the end."""
        offset = len(self)
        for i, module in enumerate(modules):
            self.add_module(str(offset + i), module)
        return self

    def __repr__(self) -> str:
        """Show equal neighbours once: "(0-2): 3 x Linear(...)"."""
        runs: list[list] = []  # [text, first, last]
        for i, text in enumerate(map(repr, self)):
            if runs and runs[-1][0] == text:
                runs[-1][2] = i
            else:
                runs.append([text, i, i])
        lines = [
            f"({first}): {text}" if first == last else f"({first}-{last}): {last - first + 1} x {text}"
            for text, first, last in runs
        ]
        return block(self._get_name(), [indented(line) for line in lines])


class _ByKey(Module):
    """Members under keys of their own; a subclass says how one of them is read, written and deleted."""

    _keys: dict[str, Any]

    def __len__(self) -> int:
        return len(self._keys)

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __contains__(self, key: str) -> bool:
        return key in self._keys

    def keys(self) -> Any:
        """Return the keys."""
        return self._keys.keys()

    def clear(self) -> None:
        """Remove all members."""
        for key in list(self._keys):
            del self[key]

    def pop(self, key: str) -> Any:
        """Take a member out and return it."""
        member = self[key]
        del self[key]
        return member

    def update(self, members: Any) -> None:
        """Add members, or replace those that are there, from a mapping or pairs."""
        for key, member in members.items() if hasattr(members, "items") else members:
            self[key] = member


class ModuleDict(_ByKey):
    """Modules by key."""

    def __init__(self, modules: Any = None) -> None:
        super().__init__()
        if modules is not None:
            self.update(modules)

    @property
    def _keys(self) -> dict[str, Module]:
        return self._modules

    def __getitem__(self, key: str) -> Module:
        return self._modules[key]

    def __setitem__(self, key: str, module: Module) -> None:
        self.add_module(key, module)

    def __delitem__(self, key: str) -> None:
        del self._modules[key]

    def values(self) -> Any:
        """Return the modules."""
        return self._modules.values()

    def items(self) -> Any:
        """Return the pairs of key and module."""
        return self._modules.items()


# ---- of parameters


def _shown(value: Any, kind: str) -> str:
    """Return the text of one value; a tensor shows its type, `kind`, and its size."""
    if not isinstance(value, Tensor):
        return f"Object of type: {type(value).__name__}"
    what = "Parameter" if isinstance(value, Parameter) else "Tensor"
    return f"{what} containing: [{kind} of size {'x'.join(map(str, value.size()))}]"


class ParameterList(Module):
    """Parameters in a list; tensors become parameters, anything else stays what it is."""

    def __init__(self, values: Iterable[Any] | None = None) -> None:
        super().__init__()
        self._size = 0
        if values is not None:
            self.extend(values)

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))

    def __getitem__(self, idx: int | slice) -> Any:
        if isinstance(idx, slice):
            return type(self)([self[i] for i in range(*idx.indices(len(self)))])
        return getattr(self, str(_position(idx, len(self))))

    def __setitem__(self, idx: int, param: Any) -> None:
        setattr(self, str(_position(idx, len(self))), _as_parameter(param))

    def __iadd__(self, parameters: Iterable[Any]) -> Self:
        return self.extend(parameters)

    def append(self, value: Any) -> Self:
        """Add a value at the end."""
        self._size += 1
        self[self._size - 1] = value
        return self

    def extend(self, values: Iterable[Any]) -> Self:
        """Add values at the end."""
        for value in values:
            self.append(value)
        return self

    def extra_repr(self) -> str:
        """Return one line for each value."""
        return "\n".join(f"  ({i}): {_shown(value, str(getattr(value, 'dtype', '')))}" for i, value in enumerate(self))


def _as_parameter(value: Any) -> Any:
    return Parameter(value) if isinstance(value, Tensor) and not isinstance(value, Parameter) else value


class ParameterDict(_ByKey):
    """Parameters by key; tensors become parameters, anything else stays what it is."""

    def __init__(self, parameters: Any = None) -> None:
        super().__init__()
        self._keys = {}
        if parameters is not None:
            self.update(parameters)

    def __getitem__(self, key: str) -> Any:
        return getattr(self, key)

    def __setitem__(self, key: str, value: Any) -> None:
        self._keys[key] = None
        setattr(self, key, _as_parameter(value))

    def __delitem__(self, key: str) -> None:
        del self._keys[key]
        delattr(self, key)

    def values(self) -> Iterator[Any]:
        """Yield the values."""
        return (self[key] for key in self._keys)

    def items(self) -> Iterator[tuple[str, Any]]:
        """Yield pairs of key and value."""
        return ((key, self[key]) for key in self._keys)

    def get(self, key: str, default: Any = None) -> Any:
        """Return the value of a key, or `default`."""
        return self[key] if key in self else default  # noqa: SIM401  (this is what `get` is)

    def setdefault(self, key: str, default: Any = None) -> Any:
        """Return the value of a key, which gets `default` if it has none."""
        if key not in self:
            self[key] = default
        return self[key]

    def update(self, parameters: Any) -> None:
        """Add values, or replace those that are there, from a mapping (plain dictionaries in the order of keys) or pairs."""
        if isinstance(parameters, Mapping) and not isinstance(parameters, OrderedDict):
            parameters = OrderedDict(sorted(parameters.items()))
        super().update(parameters)

    def extra_repr(self) -> str:
        """Return one line for each value."""
        return "\n".join(f"  ({key}): {_shown(value, typename(value))}" for key, value in self.items())
