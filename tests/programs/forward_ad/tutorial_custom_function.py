import torch
import torch.autograd.forward_ad as fwAD



class Fn(torch.autograd.Function):
    @staticmethod
    def forward(ctx, foo):
        result = torch.exp(foo)
        # Tensors stored in ctx can be used in the subsequent forward grad computation.
        ctx.result = result
        return result

    @staticmethod
    def jvp(ctx, gI):
        gO = gI * ctx.result
        # If the tensor stored in ctx will not also be used in the backward pass, free it.
        del ctx.result
        return gO


fn = Fn.apply
primal = torch.tensor([0.0, 0.5, 1.0, -1.0], dtype=torch.double, requires_grad=True)
tangent = torch.tensor([1.0, 2.0, 3.0, 4.0], dtype=torch.double)

with fwAD.dual_level():
    dual_input = fwAD.make_dual(primal, tangent)
    dual_output = fn(dual_input)
    print(dual_output)
    jvp = fwAD.unpack_dual(dual_output).tangent
    print(jvp)
