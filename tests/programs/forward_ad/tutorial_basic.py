import torch
import torch.autograd.forward_ad as fwAD

primal = torch.tensor([[0.5, -1.0, 2.0], [1.5, 0.25, -0.75]])
tangent = torch.tensor([[1.0, 0.0, -1.0], [0.5, 2.0, 0.0]])


def fn(x, y):
    return x**2 + y**2


with fwAD.dual_level():
    dual_input = fwAD.make_dual(primal, tangent)
    assert fwAD.unpack_dual(dual_input).tangent is tangent
    plain_tensor = torch.full((2, 3), 0.5)
    dual_output = fn(dual_input, plain_tensor)
    jvp = fwAD.unpack_dual(dual_output).tangent
    print(dual_output)
    print(jvp)

assert fwAD.unpack_dual(dual_output).tangent is None
output = fn(primal, plain_tensor)
print(output)
