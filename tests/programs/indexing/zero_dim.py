import torch

x = torch.tensor(5.0)
try:
    x[0]
except IndexError as e:
    print(e)
print(x[None], x[...], x[()])
try:
    len(x)
except TypeError as e:
    print(e)
try:
    for item in x:
        print(item)
except TypeError as e:
    print(e)
