import torch


def mnist_loss(predictions, targets):
    predictions = predictions.sigmoid()
    return torch.where(targets == 1, 1 - predictions, predictions).mean()


torch.manual_seed(42)
weights = torch.randn((4, 1)).requires_grad_()
bias = torch.randn(1).requires_grad_()
xb = torch.tensor([[0.0, 1.0, 0.5, 0.2], [1.0, 0.0, 0.1, 0.9]])
yb = torch.tensor([[1], [0]])
loss = mnist_loss(xb @ weights + bias, yb)
loss.backward()
print(weights.grad.shape, weights.grad.mean(), bias.grad)
loss = mnist_loss(xb @ weights + bias, yb)
loss.backward()
print(weights.grad.mean(), bias.grad)
weights.grad.zero_()
bias.grad.zero_()
print(bias.grad)
