"""Types that are written in C in PyTorch, and how its messages name types."""

from __future__ import annotations

import inspect


class TypeInC(type):
    """A type that Python's own messages call "torch.Size", with the module, as they do with types written in C."""

    def __init__(cls, name: str, bases: tuple, fields: dict) -> None:
        super().__init__(name, bases, fields)
        type.__dict__["__name__"].__set__(cls, f"{cls.__module__}.{name}")

    @property
    def __name__(cls) -> str:
        return cls.__qualname__


def type_name(value: object) -> str:
    """Return the name of a value's type as messages of C++ give it: with the module for types written in C."""
    kind = type(value)
    in_c = isinstance(kind, TypeInC) or not kind.__flags__ & _MADE_IN_PYTHON
    return f"{kind.__module__}.{kind.__qualname__}" if in_c and kind.__module__ != "builtins" else kind.__name__


def typename(value: object) -> str:
    """Return "torch.FloatTensor" for a tensor, else the class with its module, without it for Python's own.

    This is `torch.typename`, which messages of PyTorch's Python show; those of its C++ show `type_name`.
    """
    legacy = getattr(getattr(value, "dtype", None), "legacy", None)  # which dtypes have, and nobody else's
    if legacy is not None and hasattr(value, "_cell"):
        return f"torch.{legacy}Tensor"
    named = value if hasattr(value, "__qualname__") else type(value)
    module = getattr(named, "__module__", None)
    return named.__qualname__ if module in (None, "", "builtins") else f"{module}.{named.__qualname__}"


def types_name(value: object) -> str:
    """Return what `type_name` does, of a sequence with the types of its items, as messages about a wrong call give it."""
    if type(value) in (tuple, list) and value:
        kinds = ", ".join(map(type_name, value)) + "," * (type(value) is tuple and len(value) == 1)
        return f"tuple of ({kinds})" if type(value) is tuple else f"list of [{kinds}]"
    return type_name(value)


_MADE_IN_PYTHON = 1 << 9  # CPython's Py_TPFLAGS_HEAPTYPE


class _ReadOnly(property):
    """A property that cannot be set, with the message of such an attribute of a type written in C."""

    name: str
    home: str | None

    def __set__(self, instance: object, value: object) -> None:
        home = self.home or type_name(instance)
        raise AttributeError(f"attribute '{self.name}' of '{home}' objects is not writable")

    def __delete__(self, instance: object) -> None:
        if self.fdel is None:
            self.__set__(instance, None)
        super().__delete__(instance)


def protect(owner: type, home: str | None = None) -> None:
    """Make the properties of `owner` that cannot be set say so as PyTorch's do, whose class written in C is `home`.

    None stands for classes of the same names.
    """
    for name in dir(owner):
        attribute = inspect.getattr_static(owner, name)
        if isinstance(attribute, property) and attribute.fset is None:
            closed = _ReadOnly(attribute.fget, fdel=attribute.fdel, doc=attribute.__doc__)
            closed.name, closed.home = name, home
            setattr(owner, name, closed)
