import torch


def dropout_layer(X, dropout):
    assert 0 <= dropout <= 1
    if dropout == 1:
        return torch.zeros_like(X)
    if dropout == 0:
        return X
    mask = (torch.rand(X.shape) > dropout).float()
    return mask * X / (1.0 - dropout)


torch.manual_seed(0)
X = torch.arange(8, dtype=torch.float32).reshape((2, 4)).requires_grad_()
print(dropout_layer(X, 0.))
y = dropout_layer(X, 0.5)
print(y)
y.sum().backward()
print(X.grad)
print(dropout_layer(X, 1.))
