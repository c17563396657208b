"""Optimizers: groups of parameters with their options, what is remembered of each parameter, and steps."""

from __future__ import annotations

import functools
import warnings
from collections import OrderedDict, defaultdict
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from ... import torch
from ...base.errors import lacks
from ...base.foreign import typename
from ...graph.node import RemovableHandle
from ...graph.observer import one_update, seam
from ...graph.tensor import Tensor
from ...trace.optimizers import told_options
from ..nn.modules.module import zero_grads

__all__ = ["Optimizer"]

required = type("_RequiredParameter", (), {"__repr__": lambda self: "<required parameter>"})()


class Optimizer:
    """The base class of all optimizers; a subclass defines `step`.

    `params` are parameters, or groups: dictionaries with "params" and options of their own; `defaults` are the options of
    the other groups. `state` holds by parameter what steps remember of it.
    """

    def __init__(self, params: Any, defaults: dict[str, Any]) -> None:
        self.defaults = defaults
        self._optimizer_step_pre_hooks: OrderedDict[int, Callable] = OrderedDict()
        self._optimizer_step_post_hooks: OrderedDict[int, Callable] = OrderedDict()
        if not getattr(type(self).step, "hooked", False):
            type(self).step = _hooked(type(self).step)
        if isinstance(params, Tensor):
            raise TypeError(
                f"params argument given to the optimizer should be an iterable of Tensors or dicts, but got {typename(params)}"
            )
        self.state: defaultdict[Any, Any] = defaultdict(dict)
        self.param_groups: list[dict[str, Any]] = []
        groups = list(params)
        if len(groups) == 0:
            raise ValueError("optimizer got an empty parameter list")
        for group in groups if isinstance(groups[0], dict) else [{"params": groups}]:
            self.add_param_group(group)

    def step(self, closure: Callable | None = None) -> Any:
        """Change the parameters by their gradients; `closure` computes loss and gradients anew."""
        raise NotImplementedError

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forget the gradients of all parameters, or fill them with zeros."""
        zero_grads((parameter for group in self.param_groups for parameter in group["params"]), set_to_none)

    # ---- groups

    def add_param_group(self, param_group: dict[str, Any]) -> None:
        """Add parameters with options of their own; options left out are the defaults."""
        if not isinstance(param_group, dict):
            raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
        self._take_parameters(param_group)
        for name, default in self.defaults.items():
            param_group.setdefault(name, default)
        params = param_group["params"]
        if len(params) != len(set(params)):
            warnings.warn(
                "optimizer contains a parameter group with duplicate parameters; in future, this will cause an error; see "
                "github.com/pytorch/pytorch/issues/40967 for more information",
                stacklevel=3,
            )
        if not {p for group in self.param_groups for p in group["params"]}.isdisjoint(params):
            raise ValueError("some parameters appear in more than one parameter group")
        self.param_groups.append(param_group)
        if seam.count:
            seam.observer().optimizer_given(self, params)

    def _take_parameters(self, group: dict[str, Any]) -> None:
        """Make group["params"] a list of tensors."""
        params = group["params"]
        if isinstance(params, set):
            raise TypeError(
                "optimizer parameters need to be organized in ordered collections, but the ordering of tensors in sets will "
                "change between runs. Please use a list instead."
            )
        group["params"] = [params] if isinstance(params, Tensor) else list(params)
        for param in group["params"]:
            if isinstance(param, tuple):
                raise lacks("optimizers of named parameters", "pass model.parameters()")
            if not isinstance(param, Tensor):
                raise TypeError(f"optimizer can only optimize Tensors, but one of the params is {typename(param)}")
            if not (param.is_leaf or param.retains_grad):
                raise ValueError("can't optimize a non-leaf Tensor")

    # ---- the state

    def state_dict(self) -> dict[str, Any]:
        """Return the state by the parameters' numbers, and the groups with numbers in the place of parameters."""
        numbers: dict[int, int] = {}
        groups = []
        for group in self.param_groups:
            for param in group["params"]:
                numbers.setdefault(id(param), len(numbers))
            groups.append({name: value for name, value in group.items() if name != "params"})
            groups[-1]["params"] = [numbers[id(param)] for param in group["params"]]
        state = {numbers[id(key)] if isinstance(key, Tensor) else key: value for key, value in self.state.items()}
        return {"state": state, "param_groups": groups}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Continue with options and state that `state_dict` returned, for as many groups of as many parameters."""
        saved = deepcopy(state_dict["param_groups"])
        if len(saved) != len(self.param_groups):
            raise ValueError("loaded state dict has a different number of parameter groups")
        by_number = {}
        for group, old in zip(self.param_groups, saved, strict=True):
            if len(group["params"]) != len(old["params"]):
                raise ValueError(
                    "loaded state dict contains a parameter group that doesn't match the size of optimizer's group"
                )
            by_number.update(zip(old["params"], group["params"], strict=True))
            old["params"] = group["params"]
        state: defaultdict[Any, Any] = defaultdict(dict)
        for number, value in state_dict["state"].items():
            param = by_number.get(number)
            state[number if param is None else param] = value if param is None else _fitted(value, param)
        self.__setstate__({"state": state, "param_groups": saved})

    def __getstate__(self) -> dict[str, Any]:
        return {"defaults": self.defaults, "state": self.state, "param_groups": self.param_groups}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    # ---- hooks

    def register_step_pre_hook(self, hook: Callable) -> RemovableHandle:
        """Call `hook(optimizer, args, kwargs)` before each step."""
        return RemovableHandle.add(self._optimizer_step_pre_hooks, hook)

    def register_step_post_hook(self, hook: Callable) -> RemovableHandle:
        """Call `hook(optimizer, args, kwargs)` after each step."""
        return RemovableHandle.add(self._optimizer_step_post_hooks, hook)

    def __repr__(self) -> str:
        text = f"{type(self).__name__} ("
        for i, group in enumerate(self.param_groups):
            text += f"\nParameter Group {i}\n"
            text += "".join(f"    {name}: {group[name]}\n" for name in sorted(group) if name != "params")
        return text + ")"


def _hooked(step: Callable) -> Callable:
    """Return a `step` that runs hooks before and after."""

    @functools.wraps(step)
    def hooked(*args: Any, **kwargs: Any) -> Any:
        self: Optimizer = args[0]  # the hooks see it among the arguments
        for hook in list(self._optimizer_step_pre_hooks.values()):
            returned = hook(self, args, kwargs)
            if returned is not None:
                args, kwargs = returned
        out = step(*args, **kwargs)
        if seam.count:
            seam.observer().optimizer_stepped(self, False)
        for hook in list(self._optimizer_step_post_hooks.values()):
            hook(self, args, kwargs)
        return out

    hooked.hooked = True
    return hooked


def _fitted(value: Any, param: Tensor, name: str | None = None) -> Any:
    """Return loaded state with tensors in the dtype of the parameter; the number of steps stays as it is."""
    if isinstance(value, Tensor):
        return value.to(param.dtype) if name != "step" and param.is_floating_point() else value
    if isinstance(value, dict):
        return {key: _fitted(item, param, key) for key, item in value.items()}
    return type(value)(_fitted(item, param) for item in value) if isinstance(value, list | tuple) else value


# ---- optimizers that change one parameter after the other


class OneByOne(Optimizer):
    """An optimizer whose step changes each parameter by its own gradient: a subclass defines `_update`."""

    _decays = True  # the gradient gets weight_decay times the parameter
    _checked: tuple[str, ...] = ()  # the options that are checked, in PyTorch's order

    def __init__(self, params: Any, defaults: dict[str, Any]) -> None:
        if defaults["differentiable"]:
            raise lacks("optimizers with differentiable=True", "write the step as operations on tensors")
        require_options(**{name: defaults[name] for name in self._checked})
        super().__init__(params, defaults)
        if defaults.get("fused") and defaults["foreach"]:
            raise RuntimeError("`fused` and `foreach` cannot be `True` together.")

    def step(self, closure: Callable | None = None) -> Any:
        """Change each parameter that has a gradient; return the loss that `closure` computes, if there is one."""
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        with torch.no_grad():
            for group in self.param_groups:
                for param in group["params"]:
                    if param.grad is not None:
                        self._change(param, group)
        return loss

    def _change(self, param: Tensor, group: dict[str, Any]) -> None:
        """Change a parameter; to whoever watches that is one write."""
        inputs = {"self": param, "grad": param.grad, "lr": number(group["lr"]), **told_options(group)}
        with one_update(type(self).__name__.lower(), param, inputs):
            grad = -param.grad if group["maximize"] else param.grad
            if self._decays and group["weight_decay"] != 0:
                grad = grad.add(param, alpha=number(group["weight_decay"]))
            self._update(param, grad, group)

    def _update(self, param: Tensor, grad: Tensor, group: dict[str, Any]) -> None:
        raise NotImplementedError

    def _remembered(self, param: Tensor, *names: str) -> dict[str, Any]:
        """Return the state of a parameter; at first no steps, and zeros like the parameter under each name."""
        state = self.state[param]
        if not state:
            state["step"] = counter()
            for name in names:
                state[name] = torch.zeros_like(param)
        return state


def counter(start: float = 0.0) -> Tensor:
    """Return a number that a state_dict can hold."""
    dtype = torch.float64 if torch.get_default_dtype() == torch.float64 else torch.float32
    return torch.tensor(start, dtype=dtype)


def number(value: Any) -> Any:
    """Return an option as a Python number; it may be given as a tensor of one element."""
    return value.item() if isinstance(value, Tensor) else value


def require(condition: Any, message: str) -> None:
    """Raise PyTorch's error if an option has no sense."""
    if not condition:
        raise ValueError(message)


def require_options(**options: Any) -> None:
    """Raise PyTorch's error for the first option that has no sense: none is below 0, and betas are below 1."""
    least = 0.0  # compared from the left, as PyTorch's TypeError tells of what cannot be
    for name, value in options.items():
        if name == "betas":
            for i in (0, 1):
                require(0.0 <= value[i] < 1.0, f"Invalid beta parameter at index {i}: {value[i]}")
            continue
        if name == "lr":
            require(not isinstance(value, Tensor) or value.numel() == 1, "Tensor lr must be 1-element")
        what = {"lr": "learning rate", "eps": "epsilon value"}.get(name, f"{name} value")
        require(least <= value, f"Invalid {what}: {value}")
