"""Module: parameters, buffers and other modules under one name each, and a `forward` that uses them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Self

from .... import torch
from ....base import dtypes
from ....base.errors import lacks
from ....base.foreign import typename
from ....graph.node import RemovableHandle
from ....graph.observer import seam, unobserved
from ....graph.tensor import Tensor
from ....ops.convert import parsed_to
from ..parameter import Buffer, Parameter
from . import _calls as calls
from . import _state as state

__all__ = ["Module"]

# The hooks a module has, by what they are for. Programs look at these dictionaries too.
_HOOKS = (
    "_backward_pre_hooks", "_backward_hooks", "_forward_hooks", "_forward_hooks_with_kwargs", "_forward_pre_hooks",
    "_forward_pre_hooks_with_kwargs",
)  # fmt: skip

# What PyTorch's modules have besides.
_LACKED = frozenset(
    (
        "register_state_dict_pre_hook register_state_dict_post_hook register_load_state_dict_pre_hook "
        "register_load_state_dict_post_hook get_buffer set_submodule share_memory to_empty"
    ).split()
)

_MIXED_HOOKS = (
    "Cannot use both regular backward hooks and full backward hooks on a single Module. Please use only one of them."
)
_BEFORE_INIT = "cannot assign {} before Module.__init__() call"


class Module:
    """The base class of all neural network modules: subclasses set attributes in `__init__` and define `forward`.

    A parameter, module or buffer that is assigned to an attribute is registered: it is found by `parameters()`,
    `modules()` and `buffers()`, and is in the `state_dict()`.
    """

    training: bool
    _version = 1

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        called = f"{type(self).__name__}.__init__()"
        if kwargs:
            raise TypeError(f"{called} got an unexpected keyword argument '{next(iter(kwargs))}'")
        if args:
            raise TypeError(f"{called} takes 1 positional argument but {len(args) + 1} were given")
        fields = self.__dict__
        fields["training"] = True
        fields["_parameters"] = {}
        fields["_buffers"] = {}
        fields["_non_persistent_buffers_set"] = set()
        for hooks in _HOOKS:
            fields[hooks] = OrderedDict()
            if hooks == "_backward_hooks":
                fields["_is_full_backward_hook"] = None
        fields["_modules"] = {}

    def _forward_unimplemented(self, *input: Any) -> Any:
        """Compute the output; every subclass defines it."""
        raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')

    forward = _forward_unimplemented
    _forward_unimplemented.__qualname__ = "_forward_unimplemented"

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call `forward` with the hooks around it."""
        observer = seam.observer() if seam.count else None
        if observer is not None:
            observer.module_begins(self)
        try:
            if self._backward_hooks or self._backward_pre_hooks or self._forward_hooks or self._forward_pre_hooks:
                return calls.Call(self, args, kwargs).run()
            return self.forward(*args, **kwargs)
        finally:
            if observer is not None:
                observer.module_ends(self)

    # ---- attributes

    def __getattr__(self, name: str) -> Any:
        fields = self.__dict__
        for table in ("_parameters", "_buffers", "_modules"):
            if table in fields and name in fields[table]:
                return fields[table][name]
        if name in _LACKED:
            raise AttributeError(str(lacks(f"torch.nn.Module.{name}")))
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __setattr__(self, name: str, value: Any) -> None:
        fields = self.__dict__
        if isinstance(value, Parameter):
            if "_parameters" not in fields:
                raise AttributeError(_BEFORE_INIT.format("parameters"))
            self._forget(name, but="_parameters")
            self.register_parameter(name, value)
        elif name in fields.get("_parameters", ()):
            if value is not None:
                raise _wrong_value(value, f"as parameter '{name}'", "torch.nn.Parameter or None expected")
            self.register_parameter(name, None)
        elif isinstance(value, Module):
            if "_modules" not in fields:
                raise AttributeError(_BEFORE_INIT.format("module"))
            self._forget(name, but="_modules")
            self._modules[name] = value
        elif name in fields.get("_modules", ()):
            if value is not None:
                raise _wrong_value(value, f"as child module '{name}'", "torch.nn.Module or None expected")
            self._modules[name] = None
        elif isinstance(value, Buffer) or name in fields.get("_buffers", ()):
            if value is not None and not torch.overrides.is_tensor_like(value):
                raise _wrong_value(value, f"as buffer '{name}'", "torch.nn.Buffer, torch.Tensor or None expected")
            persistent = value.persistent if isinstance(value, Buffer) else name not in self._non_persistent_buffers_set
            self.register_buffer(name, value, persistent)
        else:
            object.__setattr__(self, name, value)

    def _forget(self, name: str, *, but: str) -> None:
        """Take `name` out of every place but one: it is about to mean something else."""
        for table in ("_parameters", "_buffers", "_modules"):
            if table != but:
                self.__dict__[table].pop(name, None)
        self.__dict__.pop(name, None)
        self._non_persistent_buffers_set.discard(name)

    def __delattr__(self, name: str) -> None:
        for table in (self._parameters, self._buffers, self._modules):
            if name in table:
                del table[name]
                self._non_persistent_buffers_set.discard(name)
                return
        object.__delattr__(self, name)

    def __dir__(self) -> list[str]:
        names = {*dir(type(self)), *self.__dict__, *self._parameters, *self._modules, *self._buffers}
        return sorted(name for name in names if not name[0].isdigit())

    # ---- registering

    def register_parameter(self, name: str, param: Parameter | None) -> None:
        """Add a parameter under `name`; None keeps the place free."""
        if "_parameters" not in self.__dict__:
            raise AttributeError(_BEFORE_INIT.format("parameter"))
        self._check_name("parameter", name, self._parameters)
        if param is None:
            self._parameters[name] = None
            return
        if not isinstance(param, Parameter):
            raise _wrong_value(param, f"object to parameter '{name}'", "torch.nn.Parameter or None required")
        if param.grad_fn is not None:
            raise ValueError(
                f"Cannot assign non-leaf Tensor to parameter '{name}'. Model parameters must be created explicitly. To express "
                f"'{name}' as a function of another Tensor, compute the value in the forward() method."
            )
        self._parameters[name] = param

    def register_buffer(self, name: str, tensor: Tensor | None, persistent: bool = True) -> None:
        """Add a buffer under `name`, a tensor that is state but no parameter; `persistent`: it is in the state_dict."""
        if "_buffers" not in self.__dict__:
            raise AttributeError(_BEFORE_INIT.format("buffer"))
        self._check_name("buffer", name, self._buffers)
        if tensor is not None and not torch.overrides.is_tensor_like(tensor):
            raise _wrong_value(tensor, f"object to buffer '{name}'", "torch Tensor or None required")
        self._buffers[name] = tensor
        if persistent:
            self._non_persistent_buffers_set.discard(name)
        else:
            self._non_persistent_buffers_set.add(name)

    def add_module(self, name: str, module: Module | None) -> None:
        """Add a child module under `name`."""
        if not isinstance(module, Module) and module is not None:
            raise TypeError(f"{typename(module)} is not a Module subclass")
        if isinstance(name, str) and hasattr(self, name) and name not in self._modules:
            raise KeyError(f"attribute '{name}' already exists")
        self._check_name("module", name, self._modules)
        self._modules[name] = module

    def _check_name(self, kind: str, name: Any, table: dict) -> None:
        if not isinstance(name, str):
            raise TypeError(f"{kind} name should be a string. Got {typename(name)}")
        if "." in name:
            raise KeyError(f'{kind} name can\'t contain "."' + (f", got: {name}" if kind == "module" else ""))
        if name == "":
            raise KeyError(f'{kind} name can\'t be empty string ""')
        if hasattr(self, name) and name not in table:
            raise KeyError(f"attribute '{name}' already exists")

    def _initialize(self, reset: Callable[[], None] | None = None) -> None:
        """Fill the new parameters with their first values, and tell observers of them.

        PyTorch makes them without contents and overwrites them; to whoever watches that is one step.
        """
        with unobserved():
            (reset or self.reset_parameters)()
        if seam.count:
            for parameter in self._parameters.values():
                if parameter is not None and parameter.numel():
                    seam.observer().created("Parameter", parameter)

    # ---- finding

    def parameters(self, recurse: bool = True) -> Iterator[Parameter]:
        """Yield the parameters, each once."""
        for _, parameter in self.named_parameters(recurse=recurse):
            yield parameter

    def named_parameters(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Parameter]]:
        """Yield (name, parameter), the name with the path of modules before it."""
        yield from self._named_members(lambda module: module._parameters.items(), prefix, recurse, remove_duplicate)

    def buffers(self, recurse: bool = True) -> Iterator[Tensor]:
        """Yield the buffers, each once."""
        for _, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    def named_buffers(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Tensor]]:
        """Yield (name, buffer), the name with the path of modules before it."""
        yield from self._named_members(lambda module: module._buffers.items(), prefix, recurse, remove_duplicate)

    def _named_members(
        self, get_members_fn: Callable[[Module], Iterable], prefix: str = "", recurse: bool = True,
        remove_duplicate: bool = True,
    ) -> Iterator[tuple[str, Any]]:  # fmt: skip
        seen = set()
        modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate) if recurse else [(prefix, self)]
        for path, module in modules:
            for name, member in get_members_fn(module):
                if member is None or member in seen:
                    continue
                if remove_duplicate:
                    seen.add(member)
                yield f"{path}.{name}" if path else name, member

    def children(self) -> Iterator[Module]:
        """Yield the modules directly below this one, each once."""
        for _, module in self.named_children():
            yield module

    def named_children(self) -> Iterator[tuple[str, Module]]:
        """Yield (name, module) of the modules directly below this one, each once."""
        seen = set()
        for name, module in self._modules.items():
            if module is not None and module not in seen:
                seen.add(module)
                yield name, module

    def modules(self, remove_duplicate: bool = True) -> Iterator[Module]:
        """Yield this module and all below it, each once."""
        for _, module in self.named_modules(remove_duplicate=remove_duplicate):
            yield module

    def named_modules(
        self, memo: set[Module] | None = None, prefix: str = "", remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Module]]:
        """Yield (path, module) for this module, whose path is `prefix`, and all below it."""
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                yield from module.named_modules(memo, f"{prefix}.{name}" if prefix else name, remove_duplicate)

    def get_submodule(self, target: str) -> Module:
        """Return the module at a path such as "encoder.0"; "" is this module."""
        module = self
        for name in target.split(".") if target else ():
            module = module._member(name, Module, "an nn.Module")
        return module

    def get_parameter(self, target: str) -> Parameter:
        """Return the parameter at a path such as "encoder.0.weight"."""
        path, _, name = target.rpartition(".")
        return self.get_submodule(path)._member(name, Parameter, "an nn.Parameter")

    def _member(self, name: str, kind: type, what: str) -> Any:
        if not hasattr(self, name):
            raise AttributeError(f"{self._get_name()} has no attribute `{name}`")
        member = getattr(self, name)
        if not isinstance(member, kind):
            raise AttributeError(f"`{name}` is not {what}")
        return member

    # ---- changing everything below

    def apply(self, fn: Callable[[Module], None]) -> Self:
        """Call `fn` with every module below, then with this one."""
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def _apply(self, fn: Callable[[Tensor], Tensor], recurse: bool = True) -> Self:
        """Replace the contents of parameters, their gradients and the buffers by `fn` of them."""
        if recurse:
            for module in self.children():
                module._apply(fn)
        for parameter in self._parameters.values():
            if parameter is None:
                continue
            grad = parameter.grad
            with torch.no_grad():
                converted = fn(parameter)
                converted_grad = None if grad is None else fn(grad)
            parameter.data = converted
            if grad is not None:
                grad.data = converted_grad
        for name, buffer in self._buffers.items():
            if buffer is not None:
                self._buffers[name] = fn(buffer)
        return self

    def train(self, mode: bool = True) -> Self:
        """Set training mode here and below: it decides what dropout and batch normalisation do."""
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self) -> Self:
        """Set evaluation mode, `train(False)`."""
        return self.train(False)

    def requires_grad_(self, requires_grad: bool = True) -> Self:
        """Set whether all parameters require a gradient."""
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forget the gradients of all parameters, or fill them with zeros."""
        zero_grads(self.parameters(), set_to_none)

    def to(self, *args: Any, **kwargs: Any) -> Self:
        """Convert parameters and buffers of floating point: `to(dtype)`, `to(device)`, `to(device, dtype)`, `to(tensor)`."""
        layout = kwargs.pop("memory_format", None)
        kwargs.pop("non_blocking", None)
        where, dtype, copy = parsed_to(args, kwargs.pop("device", None), kwargs.pop("dtype", None), **kwargs)
        if copy:
            raise RuntimeError(".to() does not accept copy argument")
        if where is not None:
            where = torch.device(where)
        if dtype is not None and not (dtype.is_floating_point or dtype.is_complex):
            raise TypeError(
                f"nn.Module.to only accepts floating point or complex dtypes, but got desired dtype={dtype}"
            )

        def convert(tensor: Tensor) -> Tensor:
            target = dtype if tensor.is_floating_point() else None
            return tensor.to(where, target, memory_format=layout if tensor.ndim in (4, 5) else None)

        return self._apply(convert)

    def float(self) -> Self:
        """Convert floating point parameters and buffers to float32."""
        return self._apply(lambda t: t.float() if t.is_floating_point() else t)

    def double(self) -> Self:
        """Convert floating point parameters and buffers to float64."""
        return self._apply(lambda t: t.double() if t.is_floating_point() else t)

    def half(self) -> Self:
        """Convert floating point parameters and buffers to float16."""
        return self._apply(lambda t: t.half() if t.is_floating_point() else t)

    def bfloat16(self) -> Self:
        """Refuse: there is no bfloat16 here."""
        return self._apply(lambda t: t.bfloat16() if t.is_floating_point() else t)

    def type(self, dst_type: dtypes.dtype | str) -> Self:
        """Convert all parameters and buffers to a dtype."""
        return self._apply(lambda t: t.type(dst_type))

    def cpu(self) -> Self:
        """Return the module: it is on the CPU."""
        return self._apply(lambda t: t.cpu())

    def cuda(self, device: Any = None) -> Self:
        """Raise PyTorch's error: there is no GPU here."""
        return self._apply(lambda t: t.cuda(device))

    def compile(self, *args: Any, **kwargs: Any) -> None:
        """Do nothing: a compiled module would compute the same."""

    # ---- hooks

    def register_forward_pre_hook(
        self, hook: Callable, *, prepend: bool = False, with_kwargs: bool = False
    ) -> RemovableHandle:
        """Call `hook(module, args)` before `forward`; what it returns replaces the arguments."""
        handle = add_hook(self._forward_pre_hooks, hook, prepend, self._forward_pre_hooks_with_kwargs)
        if with_kwargs:
            self._forward_pre_hooks_with_kwargs[handle.id] = True
        return handle

    def register_forward_hook(
        self, hook: Callable, *, prepend: bool = False, with_kwargs: bool = False, always_call: bool = False
    ) -> RemovableHandle:
        """Call `hook(module, args, output)` after `forward`; what it returns replaces the output."""
        if always_call:
            raise lacks("register_forward_hook(always_call=True)")
        handle = add_hook(self._forward_hooks, hook, prepend, self._forward_hooks_with_kwargs)
        if with_kwargs:
            self._forward_hooks_with_kwargs[handle.id] = True
        return handle

    def register_full_backward_pre_hook(self, hook: Callable, prepend: bool = False) -> RemovableHandle:
        """Call `hook(module, grad_output)` when the gradients of the outputs are there; a returned one replaces them."""
        return add_hook(self._backward_pre_hooks, hook, prepend)

    def register_full_backward_hook(self, hook: Callable, prepend: bool = False) -> RemovableHandle:
        """Call `hook(module, grad_input, grad_output)` when the gradients of the inputs are there; it may replace them."""
        if self._is_full_backward_hook is False:
            raise RuntimeError(_MIXED_HOOKS)
        self._is_full_backward_hook = True
        return add_hook(self._backward_hooks, hook, prepend)

    def register_backward_hook(self, hook: Callable) -> RemovableHandle:
        """Call `hook` after the last node of `forward`, as old programs want it; `register_full_backward_hook` is meant."""
        if self._is_full_backward_hook is True:
            raise RuntimeError(_MIXED_HOOKS)
        self._is_full_backward_hook = False
        return add_hook(self._backward_hooks, hook)

    # ---- the state

    def state_dict(
        self, *, destination: dict | None = None, prefix: str = "", keep_vars: bool = False
    ) -> dict[str, Any]:
        """Return parameters and persistent buffers by path, detached but on the same memory; `keep_vars`: as they are."""
        return state.collected(self, destination, prefix, keep_vars)

    def _save_to_state_dict(self, destination: dict, prefix: str, keep_vars: bool) -> None:
        state.save(self, destination, prefix, keep_vars)

    def load_state_dict(self, state_dict: Mapping[str, Any], strict: bool = True, assign: bool = False) -> Any:
        """Copy values into parameters and buffers by path; with `strict` an error if paths are missing or left over.

        `assign` puts the tensors of `state_dict` in the place of the module's own.
        """
        return state.load(self, state_dict, strict, assign)

    def _load_from_state_dict(
        self, state_dict: dict, prefix: str, local_metadata: dict, strict: bool, missing_keys: list[str],
        unexpected_keys: list[str], error_msgs: list[str],
    ) -> None:  # fmt: skip
        state.load_own(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)

    # ---- text

    def _get_name(self) -> str:
        return type(self).__name__

    def extra_repr(self) -> str:
        """Return what stands in the parentheses of the module's text."""
        return ""

    def __repr__(self) -> str:
        extra = self.extra_repr()
        lines = extra.split("\n") if extra else []
        children = [indented(f"({name}): {module!r}") for name, module in self._modules.items()]
        if len(lines) == 1 and not children:
            return f"{self._get_name()}({lines[0]})"
        return block(self._get_name(), lines + children)


def block(name: str, lines: list[str]) -> str:
    """Return the text of a module whose parts stand on lines of their own."""
    return f"{name}(\n  " + "\n  ".join(lines) + "\n)" if lines else f"{name}()"


def indented(text: str) -> str:
    """Return a text with all lines but the first moved to the right."""
    first, *rest = text.split("\n")
    return "\n".join([first, *("  " + line if line.strip() else "" for line in rest)])


def zero_grads(parameters: Iterable[Tensor], set_to_none: bool) -> None:
    """Forget the gradients of parameters, or cut them from any graph and fill them with zeros."""
    for parameter in parameters:
        grad = parameter.grad
        if grad is None:
            continue
        if set_to_none:
            parameter.grad = None
            continue
        if grad.grad_fn is not None:
            grad.detach_()
        else:
            grad.requires_grad_(False)
        grad.zero_()


def add_hook(hooks: OrderedDict, hook: Callable, prepend: bool = False, flags: Any = None) -> RemovableHandle:
    """Put `hook` at the end of `hooks`, or in front of them, and return its handle."""
    handle = RemovableHandle.add(hooks, hook, extra_dict=flags)
    if prepend:
        hooks.move_to_end(handle.id, last=False)
    return handle


def _wrong_value(value: Any, place: str, expected: str) -> TypeError:
    return TypeError(f"cannot assign '{typename(value)}' {place} ({expected})")
