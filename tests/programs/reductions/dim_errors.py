import torch

x = torch.zeros(2, 3)
for f in (lambda: x.sum(2), lambda: x.mean(-3), lambda: x.max(5), lambda: x.softmax(2)):
    try:
        f()
    except IndexError as e:
        print(e)
try:
    x.softmax()
except TypeError as e:
    print(str(e).split('\n')[0])
