import torch

x = torch.tensor(3., requires_grad=True)
y = x * x                               # MulBackward0 saves x and x
y.backward()                            # saved slots are freed now
try: y.backward()
except RuntimeError as e: print(e)      # Trying to backward through the graph a second time (or directly access saved tensors ...
z = x + 2                               # AddBackward0 saves no tensor
z.backward(); z.backward()              # no error!
print(x.grad)                           # tensor(8.)   6 + 1 + 1
