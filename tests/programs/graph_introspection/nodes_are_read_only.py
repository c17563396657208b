import torch

x = torch.ones(2, requires_grad=True)
y = x.relu()
node = y.grad_fn
for name in ("next_functions", "metadata", "requires_grad", "_input_metadata", "nothing"):
    for edit in (lambda: setattr(node, name, 3), lambda: delattr(node, name)):
        try:
            edit()
            print(name, "done")
        except AttributeError as error:
            print(error)
print(isinstance(node, torch.autograd.graph.Node))
print(node.name, node.register_hook)  # the parentheses were forgotten
try:
    torch.autograd.graph.Node()
except TypeError as error:
    print(str(error).split(" with")[0], sorted(torch.autograd.graph.Node.__abstractmethods__))  # Python's words vary
for value in (3, [3], None, [x, x], x):
    try:
        print(torch.autograd.graph.increment_version(value), x._version)
    except RuntimeError as error:
        print(error)
