"""`torch.autograd`."""

from ...backward import backward, grad
from ...gradcheck import GradcheckError, gradcheck, gradgradcheck
from ...function import Function
from ...tensor import Tensor


class Variable:
    """The old name of Tensor."""

    def __new__(cls, data, requires_grad=False, volatile=False):
        t = data.detach() if hasattr(data,'detach') else data
        return t.requires_grad_(requires_grad) if requires_grad else t
