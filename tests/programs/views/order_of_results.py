# Where the result of an operation lies decides whether it can be viewed: the first operand's order counts.
import torch

rows = torch.arange(6.0).reshape(2, 3)
columns = torch.arange(6.0).reshape(3, 2).t()


def show(name, t):
    print(name, t.stride(), t.is_contiguous())
    try:
        print("  view:", t.view(-1).tolist())
    except RuntimeError as error:
        print("  ", error)


show("rows + columns", rows + columns)
show("columns + rows", columns + rows)
show("columns * 2", columns * 2)
show("columns.exp()", columns.exp())
show("softmax", columns.softmax(dim=1))
show("cumsum", columns.cumsum(dim=0))
show("where", torch.where(columns > 2, columns, rows))
show("masked_fill", columns.masked_fill(columns > 2, 0))
show("sort", columns.sort(dim=0).values)
show("double", columns.double())
show("layer_norm", torch.nn.functional.layer_norm(columns, (3,)))
show("expand", torch.ones(3, 1).expand(3, 2) + columns.t())
