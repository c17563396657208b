"""Types that are written in C in PyTorch."""

from __future__ import annotations


class TypeInC(type):
    """A type that Python's own messages call "torch.Size", with the module, as they do with types written in C."""

    def __init__(cls, name: str, bases: tuple, fields: dict) -> None:
        super().__init__(name, bases, fields)
        type.__dict__["__name__"].__set__(cls, f"{cls.__module__}.{name}")

    @property
    def __name__(cls) -> str:
        return cls.__qualname__


class _ReadOnly(property):
    """A property that cannot be set, with the message of such an attribute of a type written in C."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __set__(self, instance: object, value: object) -> None:
        raise AttributeError(f"attribute '{self._name}' of 'torch._C.TensorBase' objects is not writable")

    def __delete__(self, instance: object) -> None:
        if self.fdel is None:
            self.__set__(instance, None)
        super().__delete__(instance)


def protect(owner: type) -> None:
    """Make the properties of `owner` that cannot be set say so as PyTorch's do."""
    for name, attribute in list(vars(owner).items()):
        if type(attribute) is property and attribute.fset is None:
            closed = _ReadOnly(attribute.fget, fdel=attribute.fdel, doc=attribute.__doc__)
            closed.__set_name__(owner, name)
            setattr(owner, name, closed)
