"""An in-place operation saves what the gradients of its inputs need: an input without one asks for nothing."""

import torch

ops = {
    "mul_": lambda v, a: v.mul_(a), "div_": lambda v, a: v.div_(a), "pow_": lambda v, a: v.pow_(a),
    "atan2_": lambda v, a: v.atan2_(a), "hypot_": lambda v, a: v.hypot_(a),
    "fmod_": lambda v, a: v.fmod_(a), "remainder_": lambda v, a: v.remainder_(a), "xlogy_": lambda v, a: v.xlogy_(a),
    "addcmul_": lambda v, a: v.addcmul_(a, a), "addcdiv_": lambda v, a: v.addcdiv_(a, a), "lerp_": lambda v, a: v.lerp_(a, 0.5),
    "lerp_ by weights": lambda v, a: v.lerp_(a, a), "sub_": lambda v, a: v.sub_(a, alpha=2), "add_": lambda v, a: v.add_(a),
}  # fmt: skip
for name, op in ops.items():
    a = torch.tensor([2.0, 3.0], requires_grad=True)
    v = a.detach()
    try:
        op(v, a)
        saved = {n: getattr(v.grad_fn, n) is not None for n in dir(v.grad_fn) if n in ("_saved_self", "_saved_other")}
        print(name, saved)
        v.sum().backward()
        print(a.grad)
    except RuntimeError as error:
        print(name, str(error)[:90])
