"""Programs whose Jacobians are recorded from PyTorch: by name, the inputs x and c, and y as an expression over them."""

VECTOR = "x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)\nc = torch.tensor([1.0, 2.0, -3.0])"
MATRIX = (
    "x = torch.tensor([[0.5, -1.0, 2.0], [1.5, 0.25, -0.75]], requires_grad=True)\n"
    "c = torch.tensor([[1.0, 2.0], [0.0, -1.0], [3.0, 0.5]])"
)
SCALAR = "x = torch.tensor(0.7, requires_grad=True)\nc = torch.tensor([1.0, 2.0])"

JACOBIANS = {
    "square": (VECTOR, "x ** 2"),
    "product": (VECTOR, "x * c"),
    "sum": (VECTOR, "x.sum()"),
    "mixed": (VECTOR, "torch.stack([x[0] * x[1], x[1] ** 2, x.sum()])"),
    "softmax": (VECTOR, "x.softmax(0)"),
    "log_softmax": (VECTOR, "x.log_softmax(0)"),
    "cumsum": (VECTOR, "x.cumsum(0)"),
    "cumprod": (VECTOR, "x.cumprod(0)"),
    "relu": (VECTOR, "torch.relu(x)"),
    "maximum": (VECTOR, "x.max()"),
    "sorted": (VECTOR, "x.sort().values"),
    "taken": (VECTOR, "x[[0, 0, 2]]"),
    "norm": (VECTOR, "x / x.norm()"),
    "outer": (VECTOR, "torch.outer(x, c)"),
    "matrix product": (MATRIX, "x @ c"),
    "gram": (MATRIX, "x @ x.T"),
    "layer norm": (MATRIX, "torch.nn.functional.layer_norm(x, (3,))"),
    "mean of columns": (MATRIX, "x.mean(0)"),
    "transposed": (MATRIX, "x.T.reshape(-1)"),
    "convolution": (MATRIX, "torch.nn.functional.conv1d(x[None], torch.ones(1, 2, 2))"),
    "scalar": (SCALAR, "x.sin() * c"),
    "not reached": (VECTOR, "(x.detach() * x[:1])"),
    "infinite": (VECTOR, "torch.sqrt(x.clamp(min=0))"),
}
