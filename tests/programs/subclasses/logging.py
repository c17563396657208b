import torch
class LoggingTensor(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if func is not torch.Tensor.__repr__:
            print(f"func: {func.__name__}, args: {len(args)}")
        if kwargs is None:
            kwargs = {}
        return super().__torch_function__(func, types, args, kwargs)
x = torch.ones(2).as_subclass(LoggingTensor)
y = x + 2
z = torch.add(x, y)
w = torch.nn.functional.relu(z)
print(w)
v = 3 * x
s = v.mean()
print(s.item())
