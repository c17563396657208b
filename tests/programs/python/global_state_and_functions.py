import torch

COUNT = 0
w = torch.tensor(1.0, requires_grad=True)


def forward(x):
    global COUNT
    COUNT += 1
    return w * x


def main():
    for x in (1.0, 2.0):
        forward(x).backward()
    print(COUNT, w.grad)


if __name__ == '__main__':
    main()
