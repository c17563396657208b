import torch


def softmax(X):
    X_exp = torch.exp(X)
    partition = X_exp.sum(1, keepdim=True)
    return X_exp / partition


def cross_entropy(y_hat, y):
    return -torch.log(y_hat[range(len(y_hat)), y])


torch.manual_seed(1)
W = torch.normal(0, 0.01, size=(4, 3), requires_grad=True)
b = torch.zeros(3, requires_grad=True)
X = torch.rand(5, 4)
y = torch.tensor([0, 2, 1, 1, 0])
probs = softmax(X @ W + b)
print(probs.sum(1))
loss = cross_entropy(probs, y).mean()
loss.backward()
print(loss, W.grad, b.grad)
