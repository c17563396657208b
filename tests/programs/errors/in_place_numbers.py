# In-place functions that take a tensor only refuse a number, under their own names.
import torch

x = torch.tensor([1.0, 2.0])
n = torch.tensor([4, 6])
for call in (
    lambda: x.atan2_(1),
    lambda: x.hypot_(3.0),
    lambda: n.logical_and_(True),
    lambda: n.bitwise_and_(),
    lambda: torch.hypot("a"),
    lambda: x.mul_("a"),
):
    try:
        call()
    except TypeError as error:
        print(error)
print(x, n)
