import torch


def synthetic_data(w, b, n):
    X = torch.normal(0, 1, (n, len(w)))
    y = torch.matmul(X, w) + b
    y += torch.normal(0, 0.01, y.shape)
    return X, y.reshape((-1, 1))


def squared_loss(y_hat, y):
    return (y_hat - y.reshape(y_hat.shape)) ** 2 / 2


def sgd(params, lr, batch_size):
    with torch.no_grad():
        for param in params:
            param -= lr * param.grad / batch_size
            param.grad.zero_()


torch.manual_seed(0)
X, y = synthetic_data(torch.tensor([2.0, -3.4]), 4.2, 20)
w = torch.normal(0, 0.01, size=(2, 1), requires_grad=True)
b = torch.zeros(1, requires_grad=True)
for epoch in range(2):
    for i in range(0, 20, 10):
        loss = squared_loss(X[i:i + 10] @ w + b, y[i:i + 10])
        loss.sum().backward()
        sgd([w, b], 0.3, 10)
    with torch.no_grad():
        print(f'epoch {epoch + 1}, loss {float(squared_loss(X @ w + b, y).mean()):f}')
