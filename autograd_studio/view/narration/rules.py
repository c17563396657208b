"""The rules of optimizers as equations: what PyTorch's documentation gives as the algorithm of each.

torch.optim.SGD, Adam, AdamW, Adadelta, Adagrad, RMSprop and LBFGS, https://docs.pytorch.org/docs/stable/optim.html, state them
as algorithms; the letters here are words for their Greek ones. A letter with `before` is what the last step left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

Options = Mapping[str, str]
Line = tuple[str, str]  # what is computed, and how; "w" is the parameter, "grad" its gradient

NAMES = {
    "sgd": "SGD", "adam": "Adam", "adamw": "AdamW", "adadelta": "Adadelta", "adagrad": "Adagrad", "rmsprop": "RMSprop",
    "lbfgs": "LBFGS",
}  # fmt: skip


def rule_of(name: str, options: Options) -> list[Line]:
    """Return the rule of an optimizer with these options, its first line about the parameter; nothing of an unknown one."""
    return _RULES[name](options) if name in _RULES else []


def _gradient(options: Options, decays: bool = True) -> list[Line]:
    """Return what is taken for the gradient g: its opposite to climb, with the decay in it that the weights are to have."""
    text = "-grad" if options.get("maximize") == "True" else "grad"
    return [("g", f"{text} + weight_decay * w" if decays and "weight_decay" in options else text)]


def _sgd(options: Options) -> list[Line]:
    if "momentum" not in options:
        return [("w", "w - lr * g"), *_gradient(options)]
    step = "g + momentum * b" if options.get("nesterov") == "True" else "b"
    share = "(1 - dampening) * g" if "dampening" in options else "g"
    return [
        ("w", f"w - lr * {f'({step})' if ' ' in step else step}"),
        ("b", f"momentum * b_before + {share}"),
        *_gradient(options),
    ]


def _adam(options: Options) -> list[Line]:
    is_decoupled = options.get("decoupled_weight_decay") == "True"
    start = "(1 - lr * weight_decay) * w" if is_decoupled and "weight_decay" in options else "w"
    square = "v_largest" if options.get("amsgrad") == "True" else "v"
    return [
        ("w", f"{start} - lr * (m / (1 - beta1 ** t)) / (sqrt({square} / (1 - beta2 ** t)) + eps)"),
        ("m", "beta1 * m_before + (1 - beta1) * g"),
        ("v", "beta2 * v_before + (1 - beta2) * g ** 2"),
        *_gradient(options, not is_decoupled),
    ]


def _adadelta(options: Options) -> list[Line]:
    return [
        ("w", "w - lr * d"),
        ("d", "sqrt(u_before + eps) / sqrt(v + eps) * g"),
        ("v", "rho * v_before + (1 - rho) * g ** 2"),
        ("u", "rho * u_before + (1 - rho) * d ** 2"),
        *_gradient(options),
    ]


def _adagrad(options: Options) -> list[Line]:
    rate = "(lr / (1 + (t - 1) * lr_decay))" if "lr_decay" in options else "lr"
    return [("w", f"w - {rate} * g / (sqrt(s) + eps)"), ("s", "s_before + g ** 2"), *_gradient(options)]


def _rmsprop(options: Options) -> list[Line]:
    square = "v - mean ** 2" if options.get("centered") == "True" else "v"
    step = f"g / (sqrt({square}) + eps)"
    found = [("w", f"w - lr * {step}")]
    if "momentum" in options:
        found = [("w", "w - lr * b"), ("b", f"momentum * b_before + {step}")]
    found.append(("v", "alpha * v_before + (1 - alpha) * g ** 2"))
    if options.get("centered") == "True":
        found.append(("mean", "alpha * mean_before + (1 - alpha) * g"))
    return [*found, *_gradient(options)]


def _lbfgs(options: Options) -> list[Line]:
    return [("w", "w + size * direction")]


_RULES: dict[str, Callable[[Options], list[Line]]] = {
    "sgd": _sgd,
    "adam": _adam,
    "adamw": _adam,
    "adadelta": _adadelta,
    "adagrad": _adagrad,
    "rmsprop": _rmsprop,
    "lbfgs": _lbfgs,
}
