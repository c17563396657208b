# A product keeps the strides of an operand only if that operand gets a gradient.
import torch

table = {
    "mm": (torch.mm, (2, 3), (3, 2)),
    "addmm": (torch.addmm, (2, 2), (2, 3), (3, 2)),
    "linear": (torch.nn.functional.linear, (2, 3), (4, 3), (4,)),
}
for name, (product, *shapes) in table.items():
    for wanted in range(len(shapes)):
        operands = [torch.ones(shape, requires_grad=i == wanted) for i, shape in enumerate(shapes)]
        node = product(*operands).grad_fn
        kept = {key[7:]: getattr(node, key) for key in dir(node) if key.startswith("_saved_") and "sym" in key}
        print(name, wanted, node.name(), kept)
