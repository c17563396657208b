"""Small programs about views and in-place writes, and how one is run, on PyTorch as on the engine.

Every program may use `torch`, `show(tensors)`, which prints all that views and writes change about a tensor,
`names(node)`, the node and what it leads to, and `attempt(function)`, which prints the result or the error.
"""

import contextlib
import io
import re
import warnings

HEADING = re.compile(r"^# (.+)\n", re.MULTILINE)


def run(source, torch):
    """Run a program and return the lines it printed, its warnings and its error."""

    def names(node, depth=2):
        if node is None:
            return "None"
        rest = [names(child, depth - 1) for child, _ in node.next_functions] if depth else []
        return node.name().rpartition("::")[2] + (f"({', '.join(rest)})" if rest else "")

    def show(*tensors):
        for t in tensors:
            print(t, t.stride(), f"version {t._version}", "view" if t._is_view() else "own", end=" ")
            print(f"requires_grad {t.requires_grad}", "leaf" if t.is_leaf else "inner", names(t.grad_fn))

    def attempt(function, *args):
        try:
            print(function(*args))
        except Exception as error:
            print(f"{type(error).__name__}: {error}")

    out = io.StringIO()
    scope = {"torch": torch, "names": names, "show": show, "attempt": attempt}
    with contextlib.redirect_stdout(out), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            exec(compile(source, "<program>", "exec"), scope)
        except Exception as error:
            print(f"{type(error).__name__}: {error}")
        for warning in caught:
            print(f"{warning.category.__name__}: {warning.message}")
    return re.sub(r" at 0x[0-9a-f]+", "", out.getvalue()).splitlines()


def programs():
    """Return {title: source} from the text below."""
    parts = HEADING.split(TEXT)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


TEXT = """
# a view shares memory and version with its base
x = torch.zeros(2, 3)
v = x[0]
print(v._base is x, v._is_view(), x._is_view(), x._base)
v.add_(1)
show(x, v)
x.mul_(3)
show(x, v)

# a view of a view has the same base
x = torch.zeros(2, 3)
v = x.t()[1:][0]
print(v._base is x)
v.fill_(7.)
show(x, v)

# integer tensors have views too
x = torch.arange(6).view(2, 3)
v = x[:, 1]
v += 10
show(x, v, v._base)

# every view function gives a view
x = torch.arange(6.).reshape(2, 3) * 1
for v in (x.view(3, 2), x.reshape(6), x.expand(2, 2, 3), x.permute(1, 0), x.transpose(0, 1), x.t(), x.T, x.mT,
          x.unsqueeze(0), x.squeeze(), x.select(0, 1), x[1], x[:1], x[...], x[None], x.narrow(0, 0, 1),
          x.diagonal(), x.as_strided((2,), (1,)), x.unfold(1, 2, 1), x.flatten(), x.unflatten(1, (3, 1)),
          x.view_as(x), x.ravel(), x.movedim(0, 1), x.chunk(2)[0], x.split(1)[1], x.unbind(1)[2],
          x.expand_as(x), x.movedim(0, 1)):
    print(v._is_view(), v._base is x, v.shape, v.stride(), v.storage_offset())

# these are no views
x = torch.arange(6.).reshape(2, 3) * 1
for v in (x.contiguous(), x.t().contiguous(), x.clone(), x.t().reshape(6), x.flip(0), x.repeat(1, 1), x[[0]],
          x[x > 1], x.detach(), x.data, x.roll(1), x + 0, x.to(torch.float64), torch.cat([x]), x.tril(),
          x.view(torch.int32)):
    print(v is x, v._is_view(), v._base)

# which functions return the tensor itself
x = torch.ones(2, 3)
print(x.contiguous() is x, x.reshape(2, 3) is x, x.view(2, 3) is x, x.flatten(1, 1) is x, x.real is x)
print(x.expand(2, 3) is x, torch.broadcast_tensors(x, x)[0] is x, x.squeeze() is x, x[...] is x)
print(x.detach() is x, x.T is x, x.to(torch.float32) is x)
print(torch.atleast_2d(x) is x, x.expand_as(x) is x, x.movedim(0, 0) is x, x.type_as(x) is x, x.float() is x)

# a write through a view moves the base and the view
x = torch.zeros(4, requires_grad=True)
b = x * 1
v = b[:2]
show(b, v)
v.mul_(10)
show(b, v)
b.sum().backward()
print(x.grad)

# the other views follow when they are used
x = torch.ones(2, 2, requires_grad=True)
b = x * 1
row, column = b[0], b[:, 1]
row.mul_(3)
show(column, b)
column.sum().backward()
print(x.grad)

# a write to the base reaches the views
x = torch.ones(3, requires_grad=True)
b = x * 2
v = b[1:]
b.mul_(5)
show(v)
v.sum().backward()
print(x.grad)

# two writes through two views
x = torch.ones(4, requires_grad=True)
b = x * 1
left, right = b[:2], b[2:]
left.mul_(2)
right.mul_(3)
show(b, left, right)
print(names(b.grad_fn, 4))
b.sum().backward()
print(x.grad)

# overlapping views
x = torch.ones(4, requires_grad=True)
b = x * 1
left, middle = b[:3], b[1:]
left.mul_(2)
middle.mul_(5)
left.add_(1)
show(b, left, middle)
(b * torch.tensor([1., 10., 100., 1000.])).sum().backward()
print(x.grad)

# a chain of views written at its end
x = torch.ones(2, 3, 2, requires_grad=True)
b = x * 1
v = b.transpose(0, 2)[1].view(3, 2)[1:].t() if False else b.transpose(0, 2)[1][1:].t()
v.mul_(4)
show(b, v)
b.sum().backward()
print(x.grad)

# writing what requires grad into a constant
s = torch.tensor([2., 3.], requires_grad=True)
b = torch.zeros(4)
other = b[1:]
b[:2] = s
show(b, other)
(b * b).sum().backward()
print(s.grad)

# a buffer filled row by row
w = torch.tensor([1., 2.], requires_grad=True)
out = torch.zeros(3, 2)
for i in range(3):
    out[i] = w * i
print(out, names(out.grad_fn, 5))
out.sum().backward()
print(w.grad)

# a buffer filled at its elements
w = torch.tensor([1., 2.], requires_grad=True)
out = torch.zeros(2, 2)
for i in range(2):
    for j in range(2):
        out[i, j] = w[i] * w[j]
out.sum().backward()
print(out, w.grad)

# a write of a constant cuts the gradient
x = torch.ones(3, requires_grad=True)
b = x * 2
b[1] = 5.
show(b)
b.sum().backward()
print(x.grad)

# writing the whole through an alias
x = torch.ones(3, requires_grad=True)
b = x * 2
b[...] = 5.
show(b)
b.sum().backward()
print(x.grad)

# writing the whole through a slice
x = torch.ones(3, requires_grad=True)
b = x * 2
b[:] = x
show(b)
b.sum().backward()
print(x.grad)

# writing at a mask
x = torch.tensor([1., -2., 3.], requires_grad=True)
b = x * 1
b[b < 0] = 0.
show(b)
b.sum().backward()
print(x.grad)

# writing at a mask of a view
x = torch.tensor([[1., -2.], [3., -4.]], requires_grad=True)
b = x * 1
row = b[1]
row[row < 0] = 10.
show(b, row)
b.sum().backward()
print(x.grad)

# writing at indices, some twice
x = torch.tensor([1., 2.], requires_grad=True)
b = torch.zeros(3)
b[torch.tensor([0, 2])] = x
show(b)
b.index_put_((torch.tensor([1, 1]),), x, accumulate=True)
show(b)
(b * b).sum().backward()
print(x.grad)

# a leaf that requires grad refuses writes
w = torch.zeros(3, requires_grad=True)
attempt(lambda: w.mul_(2))
attempt(lambda: w[0].mul_(2))
attempt(lambda: w.view(3).mul_(2))
attempt(lambda: w.__setitem__(0, 1.))
attempt(lambda: w.__setitem__([0], 1.))
attempt(lambda: w.__setitem__(..., 1.))
attempt(lambda: w.detach_())
attempt(lambda: w.unsqueeze_(0))
with torch.no_grad():
    w[0] = 1.
    w[1:].mul_(2)
show(w)

# a leaf that is a view refuses writes differently
w = torch.zeros(4).view(2, 2).requires_grad_()
attempt(lambda: w.mul_(2))
attempt(lambda: w.t_())
attempt(lambda: w[0].mul_(2))
attempt(lambda: w.__setitem__(True, 1.))

# a view made under no_grad
x = torch.ones(3, requires_grad=True)
y = x * 2
with torch.no_grad():
    v = y[:2]
    w = x[0]
show(v, w)
attempt(lambda: v.mul_(2))
attempt(lambda: w.mul_(2))
z = v * 2
show(z)
attempt(lambda: torch.autograd.grad(z.sum(), y))
attempt(lambda: v.backward(torch.ones(2)))

# a view made under no_grad, written under no_grad
x = torch.ones(3, requires_grad=True)
y = x * 2
with torch.no_grad():
    v = y[:2]
    v.mul_(2)
    print(v)
print(y)
attempt(lambda: v.grad_fn)
attempt(lambda: v * 2)

# a view made under no_grad of a constant
x = torch.ones(3)
with torch.no_grad():
    v = x[:2]
v.mul_(2)
show(x, v)
s = torch.ones(2, requires_grad=True)
attempt(lambda: v.mul_(s))

# a write under no_grad through a view
x = torch.ones(3, requires_grad=True)
y = x * 2
v = y[:2]
with torch.no_grad():
    v.mul_(10)
show(y, v)
v.sum().backward()
print(x.grad)

# views of functions with several outputs refuse writes
x = torch.ones(4, requires_grad=True)
y = x * 2
a, b = y.chunk(2)
attempt(lambda: a.mul_(2))
first, second = y.view(2, 2).unbind(0)
attempt(lambda: second.add_(1))
attempt(lambda: y.split([1, 3])[1].zero_())
attempt(lambda: a[0].mul_(2))
y.mul_(2)
attempt(lambda: a.grad_fn)
attempt(lambda: a + 1)

# several outputs of a constant can be written to
y = torch.ones(4)
a, b = y.chunk(2)
a.mul_(2)
show(y, a, b)
s = torch.ones(2, requires_grad=True)
attempt(lambda: b.mul_(s))

# rows of an iteration refuse writes
x = torch.ones(2, 2, requires_grad=True)
y = x * 1
def scale():
    for row in y:
        row.mul_(2)
attempt(scale)
for i in range(2):
    y[i].mul_(2)
show(y)

# detach shares memory and version
a = torch.tensor([1., 2.], requires_grad=True)
out = a.sigmoid()
d = out.detach()
show(d)
print(d._version, out._version)
d.zero_()
print(d._version, out._version, out)
attempt(lambda: out.sum().backward())

# data shares memory only
a = torch.tensor([1., 2.], requires_grad=True)
out = a.sigmoid()
out.data.zero_()
show(out)
out.sum().backward()
print(a.grad)

# data of a view
x = torch.ones(4, requires_grad=True)
y = x * 2
y[1:].data.mul_(10)
show(y)
y.data[0] = 7.
show(y)

# detach of a view, view of a detached
x = torch.ones(4, requires_grad=True)
y = x * 2
d = y[1:].detach()
v = y.detach()[:2]
show(d, v)
print(v._base is y, v._base.requires_grad)
d.mul_(3)
show(y, v)

# detach_ of a result and of a view
x = torch.ones(2, requires_grad=True)
y = x * 2
y.detach_()
show(y)
attempt(lambda: (x * 2)[0].detach_())

# what was saved is protected through every view
x = torch.ones(3, requires_grad=True)
b = x * 1
v = b[:2]
y = v.exp()
z = b * b
b[2] = 9.
attempt(lambda: y.sum().backward())
attempt(lambda: z.sum().backward())

# a saved view whose base was written to elsewhere
x = torch.ones(4, requires_grad=True)
b = x * 1
left, right = b[:2], b[2:]
y = left * left
right.mul_(2)
attempt(lambda: y.sum().backward())

# a saved constant view
c = torch.ones(4)
x = torch.ones(2, requires_grad=True)
y = x * c[:2]
c[3] = 0.
attempt(lambda: y.sum().backward())

# not every operation minds
x = torch.ones(3, requires_grad=True)
b = x * 1
y = b.sum() + b[0] * 2
b[0] = 3.
y.backward()
print(x.grad)

# writing an expanded tensor
x = torch.zeros(3, 1)
e = x.expand(3, 4)
attempt(lambda: e.add_(1))
attempt(lambda: e.mul_(2))
attempt(lambda: e.copy_(torch.ones(3, 4)))
attempt(lambda: e[0].add_(1))
attempt(lambda: e.scatter_(0, torch.tensor([[0]]), torch.ones(1, 1)))
attempt(lambda: e.index_add_(0, torch.tensor([0]), torch.ones(1, 4)))
attempt(lambda: e.t().add_(1))
e.fill_(5.)
e.zero_()
x.add_(1)
show(x, e)

# writing a tensor into a part of itself
x = torch.arange(4.)
attempt(lambda: x[1:].copy_(x[:-1]))
attempt(lambda: x[1:].add_(x[:-1]))
attempt(lambda: x.add_(x[0]))
attempt(lambda: x[:2].add_(x[2:]))
attempt(lambda: x.view(2, 2).add_(x.view(2, 2).t()))
attempt(lambda: x.mul_(x))
print(x)

# windows overlap without an error
x = torch.zeros(4)
w = x.unfold(0, 2, 1)
w.copy_(torch.ones(3, 2))
show(x, w)

# a transposed base
x = torch.arange(6., requires_grad=True)
b = (x * 1).view(2, 3).t().clone()
print(b.stride())
v = b.t()[1]
v.mul_(2)
show(b, v)
(b * torch.arange(6.).view(3, 2)).sum().backward()
print(x.grad)

# a base with gaps
x = torch.arange(6., requires_grad=True)
b = (x * 1).view(2, 3)[:, ::2]
v = b[1]
v.mul_(5)
show(v, v._base)
b.sum().backward()
print(x.grad)

# transposing in place
x = torch.arange(6., requires_grad=True)
b = (x * 1).view(2, 3).clone()
b.t_()
show(b)
b[0].mul_(3)
show(b)
b.sum().backward()
print(x.grad)

# transposing a view in place leaves the base alone
x = torch.arange(6., requires_grad=True)
b = (x * 1).view(2, 3).clone()
v = b[:1]
v.t_()
show(v, b)
v.mul_(2)
show(v, b)
b.sum().backward()
print(x.grad)

# inserting and dropping dimensions in place
x = torch.ones(2, requires_grad=True)
b = x * 3
b.unsqueeze_(0)
b.unsqueeze_(-1)
show(b)
b.squeeze_()
show(b)
b.sum().backward()
print(x.grad)

# as_strided and writes through it
x = torch.arange(6., requires_grad=True)
b = x * 1
v = b.as_strided((2, 2), (3, 1), 1)
v.mul_(10)
show(b, v)
b.sum().backward()
print(x.grad)

# as_strided sees memory that the base's other views own
x = torch.arange(6.)
part = x[2:4]
v = part.as_strided((3,), (2,), 0)
show(v)
v.zero_()
show(x, part)

# gradients of overlapping windows
x = torch.arange(5., requires_grad=True)
w = x.unfold(0, 3, 1)
show(w)
(w * torch.tensor([1., 10., 100.])).sum().backward()
print(x.grad)

# double backward through a write
x = torch.tensor([1., 2., 3.], requires_grad=True)
b = x ** 2
b[1:] *= x[:2]
g, = torch.autograd.grad(b.sum(), x, create_graph=True)
print(g, names(g.grad_fn, 1))
h, = torch.autograd.grad((g * g).sum(), x)
print(h)

# double backward through a write at indices
x = torch.tensor([1., 2., 3.], requires_grad=True)
b = torch.zeros(3)
b[[2, 0]] = x[:2] ** 3
g, = torch.autograd.grad((b * b).sum(), x, create_graph=True)
print(g)
print(torch.autograd.grad(g.sum(), x))

# the gradient of a base and of its view
x = torch.ones(3, requires_grad=True)
b = x * 2
v = b[:2]
print(torch.autograd.grad(v.sum(), b, retain_graph=True))
attempt(lambda: torch.autograd.grad(b.sum(), v))
v.mul_(3)
attempt(lambda: torch.autograd.grad(b.sum(), v, allow_unused=True))
print(torch.autograd.grad(v.sum(), b))

# retain_grad follows a write
x = torch.ones(3, requires_grad=True)
b = x * 2
b.retain_grad()
b[0] = 7.
b.sum().backward()
print(b.grad, x.grad)

# retain_grad of a view that is written to
x = torch.ones(3, requires_grad=True)
b = x * 2
v = b[:2]
v.retain_grad()
v.mul_(3)
b.sum().backward()
print(v.grad, x.grad)

# hooks stay on the old node
x = torch.ones(3, requires_grad=True)
b = x * 2
b.register_hook(lambda g: print("hook", g))
v = b[:2]
v.register_hook(lambda g: print("view", g))
b.mul_(3)
(b.sum() + v.sum()).backward()
print(x.grad)

# a leaf view with a gradient of its own
base = torch.zeros(4)
v = base[:2].requires_grad_()
show(base, v)
(v * 3).sum().backward()
print(v.grad, base.requires_grad)
attempt(lambda: v.mul_(2))
base.mul_(2)
show(v)

# requiring grad of the base afterwards
base = torch.zeros(4)
v = base[:2]
base.requires_grad_()
show(v)
z = v * 2
show(z)
attempt(lambda: z.sum().backward())
print(base.grad)
u = base[:2]
show(u)

# a constant base that gets a gradient through a view
s = torch.tensor([1., 2.], requires_grad=True)
base = torch.zeros(4)
before, v = base[1:], base[:2]
v.mul_(s)
show(base, before, v)
before.add_(1)
v.add_(s)
(base * base).sum().backward()
print(s.grad)

# a write through a view of what does not require grad
base = torch.zeros(4)
v = base[:2]
v.add_(1)
show(base, v)
v.requires_grad_()
attempt(lambda: base.add_(1))
show(base, v)

# gradients of views: select, slice, diagonal
x = torch.arange(9.).reshape(3, 3).requires_grad_()
for v in (x[1], x[:, 2], x[1:, :2], x.diagonal(), x.diagonal(1), x[-1:, ::2]):
    print(torch.autograd.grad(v.sum(), x)[0], names(v.grad_fn, 1))

# gradients of views: the shape
x = torch.arange(6.).reshape(2, 3).requires_grad_()
weight = torch.arange(6.)
for v in (x.view(3, 2), x.t(), x.permute(1, 0), x.flatten(), x.unsqueeze(1), x.transpose(0, 1),
          x.T.reshape(6), x[None].squeeze(0)):
    print(torch.autograd.grad((v.reshape(-1) * weight).sum(), x)[0], names(v.grad_fn, 1))

# gradients of expand are summed
x = torch.arange(3., requires_grad=True)
e = x.expand(4, 3)
print(torch.autograd.grad((e * torch.arange(12.).view(4, 3)).sum(), x))
y = torch.ones(2, 1, requires_grad=True)
print(torch.autograd.grad(y.expand(3, 2, 4).sum(), y))
print(torch.autograd.grad(torch.broadcast_tensors(y, x)[0].sum(), y))

# the gradient that a sum hands out is expanded
x = torch.ones(2, requires_grad=True)
y = x * 1
def write(g):
    attempt(lambda: g.mul_(2))
    print(g.stride())
y.register_hook(write)
y.sum().backward()
print(x.grad)

# the gradient of unused outputs is zero
x = torch.arange(4., requires_grad=True)
a, b = x.chunk(2)
a.sum().backward()
print(x.grad)
p, q = x.view(2, 2).unbind(1)
(q * 3).sum().backward()
print(x.grad)

# output numbers of several outputs
x = torch.arange(4., requires_grad=True)
outs = x.split([1, 2, 1])
print([out.output_nr for out in outs], outs[0].grad_fn is outs[2].grad_fn, names(outs[1].grad_fn, 1))
print(outs[0].grad_fn._saved_split_sizes, outs[0].grad_fn._saved_dim, outs[0].grad_fn._saved_self_sym_sizes)

# what the nodes of views save
x = torch.arange(12.).reshape(3, 4).requires_grad_()
for v in (x[1], x[:, -1], x[1:], x[:, ::2], x.transpose(-1, 0), x.permute(1, 0), x.unsqueeze(-1), x.view(-1),
          x.diagonal(1), x.expand(3, 4), x.narrow(1, -2, 1), x.unfold(0, 2, 1), x[..., :-1],
          x.as_strided((2,), (3,), 1)):
    node = v.grad_fn
    print(node.name(), {name: getattr(node, name) for name in dir(node) if name.startswith("_saved_")})

# what the node of a view says after a write
x = torch.ones(2, 3, requires_grad=True)
b = x * 1
v = b[1]
v.mul_(2)
node = v.grad_fn
print({name: getattr(node, name) for name in sorted(dir(node)) if name.startswith("_saved_")})
print([name for name in dir(b.grad_fn) if name.startswith("_saved_")])

# reading an index node
x = torch.arange(6.).reshape(2, 3).requires_grad_()
y = x[:, [2, 0]]
print(y.grad_fn._saved_indices, y.grad_fn._saved_self_sym_sizes)
z = x[x > 2]
print(z.grad_fn._saved_indices)
z.sum().backward()
attempt(lambda: z.grad_fn._saved_indices)

# index tensors are saved and protected
x = torch.arange(3., requires_grad=True)
i = torch.tensor([0, 2])
y = x[i]
i[0] = 1
attempt(lambda: y.sum().backward())
m = torch.tensor([True, False, True])
z = x[m]
m[0] = False
attempt(lambda: z.sum().backward())

# a write with the view on both sides
x = torch.arange(4., requires_grad=True)
b = x * 1
b[:2] += b[2:]
show(b)
b[0] = b[1] * b[3]
show(b)
b.sum().backward()
print(x.grad)

# swapping rows
x = torch.arange(4.).view(2, 2).requires_grad_()
b = x * 1
b[[0, 1]] = b[[1, 0]]
show(b)
(b * torch.tensor([[1., 1.], [10., 10.]])).sum().backward()
print(x.grad)

# augmented assignment of an element
x = torch.ones(3, requires_grad=True)
b = x * 1
b[1] += 4
b[0] *= 3
b[1:] /= 2
show(b)
b.sum().backward()
print(x.grad)

# augmented assignment at a mask and at indices
x = torch.tensor([1., -1., 2.], requires_grad=True)
b = x * 1
b[b > 0] *= 10
b[[0, 1]] += x[1:]
show(b)
b.sum().backward()
print(x.grad)

# values are broadcast into a place
s = torch.tensor([1., 2., 3.], requires_grad=True)
b = torch.zeros(2, 3)
b[:] = s
show(b)
b[:, 1:] = s[:1]
b[0] = s[2]
show(b)
b.sum().backward()
print(s.grad)

# values that do not fit
b = torch.zeros(2, 3)
attempt(lambda: b.__setitem__(0, torch.ones(2)))
attempt(lambda: b.__setitem__(slice(None), torch.ones(3, 3)))
attempt(lambda: b.__setitem__([0, 1], torch.ones(2)))
attempt(lambda: b.__setitem__(b == 0, torch.ones(4)))
attempt(lambda: b.__setitem__((0, 0), torch.ones(2)))
attempt(lambda: b.__setitem__(0, [1., 2., 3.]))
attempt(lambda: b.__setitem__(2, 1.))
attempt(lambda: b.copy_(torch.ones(2)))
attempt(lambda: b[0].add_(torch.ones(2, 3)))
print(b, b._version)

# dtypes in writes
i = torch.zeros(3, dtype=torch.int64)
i[0] = 2.9
i[1] = torch.tensor(3.7)
i[2] = True
attempt(lambda: i.__setitem__([0], torch.tensor([1.5])))
attempt(lambda: i.add_(0.5))
print(i)
b = torch.zeros(2, dtype=torch.bool)
b[0] = 3
print(b)
h = torch.zeros(2, dtype=torch.float64)
h[0] = torch.tensor(1.5)
print(h)

# a custom function that returns a view of its input
class Rows(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x): return x[:1]
    @staticmethod
    def backward(ctx, g): return torch.cat([g, torch.zeros_like(g)])
x = torch.ones(2, 2, requires_grad=True)
y = x * 1
v = Rows.apply(y)
show(v)
attempt(lambda: v.mul_(2))
v.sum().backward()
print(x.grad)

# a custom function that returns its input
class Same(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x): return x
    @staticmethod
    def backward(ctx, g): return g * 2
x = torch.ones(2, requires_grad=True)
y = x * 1
v = Same.apply(y)
print(v is y, v._is_view(), names(v.grad_fn, 1))
attempt(lambda: v.mul_(2))

# a version error names the view's node
x = torch.ones(2, 2, requires_grad=True)
b = x * 1
y = b[0] ** 2
b.add_(1)
attempt(lambda: y.sum().backward())
v = b[1]
z = v.exp()
z.add_(1)
attempt(lambda: z.sum().backward())

# anomaly: a write between two uses in a loop
h = torch.zeros(3, 2)
w = torch.tensor(2., requires_grad=True)
h[0] = 1.
for t in range(1, 3):
    h[t] = h[t - 1] * w
attempt(lambda: h.sum().backward())
states = [torch.ones(2)]
for t in range(1, 3):
    states.append(states[-1] * w)
torch.stack(states).sum().backward()
print(w.grad)

# storage: offsets, pointers, sizes
x = torch.arange(12.).reshape(3, 4)
v = x[1:, ::2]
print(v.storage_offset(), v.stride(), v.is_contiguous(), v.data_ptr() - x.data_ptr())
print(v.untyped_storage().data_ptr() == x.untyped_storage().data_ptr(), v.untyped_storage().nbytes())
print(v.contiguous().untyped_storage().nbytes(), x.t().is_contiguous(), x.t().stride(), x.T.T.is_contiguous())
print(x.t().contiguous().stride(), x.t().clone().stride())

# contiguity after operations
x = torch.arange(6.).reshape(2, 3)
print((x.t() + 1).stride(), x.t().exp().stride(), x[:, ::2].neg().stride())
print(x.expand(2, 2, 3).clone().stride(), x[:, :1].expand(2, 3).clone().stride())
print(torch.zeros_like(x.t()).stride())
attempt(lambda: x.t().view(6))
print(x.t().reshape(6), x.t().contiguous().view(6), x[:, :2].reshape(-1))

# 0-d tensors have views
x = torch.tensor(2., requires_grad=True)
y = x * 3
v = y.view(1)
v.mul_(2)
show(y, v)
y.backward()
print(x.grad)
z = (x * 3).unsqueeze(0)
z[0] = 7.
show(z)

# numpy shares memory
import numpy
a = numpy.zeros(3, dtype=numpy.float32)
t = torch.from_numpy(a)
v = t[1:]
v.add_(2)
print(a, t._version)
a[0] = 5
print(t)
n = t[::2].numpy()
n[:] = 9
print(t, a)

# a tensor on part of an array
import numpy
a = numpy.arange(6.)
t = torch.from_numpy(a[1:4])
show(t, t[1:])
t.mul_(2)
print(a)

# deleting the base keeps the view
x = torch.ones(3, requires_grad=True)
v = (x * 2)[1:]
v.mul_(3)
show(v)
v.sum().backward()
print(x.grad)

# assignment to data of a view
x = torch.zeros(3)
v = x[:2]
v.data = torch.ones(2)
show(v, x)
v.add_(1)
show(v, x)

# grad_fn of views printed
x = torch.ones(2, 2, requires_grad=True)
print(x[0], x.t(), x.view(-1), x[0, 0], x.expand(1, 2, 2), x.diagonal())
b = x * 1
b[0] = 2.
print(b, b[0], b.detach())
c = b[1]
b[0] = 3.
print(c)

# sequence numbers: a regenerated view runs after its base
x = torch.ones(3, requires_grad=True)
b = x * 2
v = b[:2]
v.mul_(3)
order = []
for name, t in (("b", b), ("v", v)):
    t.register_hook(lambda g, name=name: order.append(name))
(b.sum() + v.sum()).backward()
print(order, x.grad)

# writes to the gradient
x = torch.ones(3, requires_grad=True)
(x * 2).sum().backward()
g = x.grad
g[0] = 7.
x.grad[1:].zero_()
print(x.grad, g is x.grad, g._version)
(x * 2).sum().backward()
print(x.grad, g._version)

# an in-place operation on an index result changes nothing
x = torch.zeros(3)
x[[0, 1]].add_(5)
x[x == 0].add_(5)
x[0:2].add_(1)
print(x, x._version)

# copy_ between views of one base
x = torch.arange(4., requires_grad=True)
b = x * 1
b[:2].copy_(b[2:])
show(b)
b.sum().backward()
print(x.grad)

# zero_ and fill_ through views
x = torch.ones(4, requires_grad=True)
b = x * 2
b[:1].zero_()
b[1:2].fill_(5.)
b[2].fill_(x[0])
show(b)
b.sum().backward()
print(x.grad)

# scatter_ and index_add_ through views
x = torch.ones(3, requires_grad=True)
b = torch.zeros(2, 3)
b[0].scatter_(0, torch.tensor([2, 1]), x[:2])
b[1].index_add_(0, torch.tensor([0, 0]), x[1:] * 3)
b.t()[1].mul_(2)
show(b)
b.sum().backward()
print(x.grad)

# masked_fill_ and clamp_ through views
x = torch.tensor([[1., -2.], [-3., 4.]], requires_grad=True)
b = x * 1
b[0].masked_fill_(b[0] < 0, 0.)
b[:, 1].clamp_(max=3.)
show(b)
b.sum().backward()
print(x.grad)

# a backward pass twice through a write
x = torch.ones(2, requires_grad=True)
b = x * 2
b[0] = 3.
loss = b.sum()
loss.backward(retain_graph=True)
loss.backward()
print(x.grad)
attempt(lambda: loss.backward())

# a backward pass twice through views frees nothing
x = torch.ones(2, 2, requires_grad=True)
y = x.t()[0].view(2, 1).expand(2, 3)
y.sum().backward()
y.sum().backward()
print(x.grad)

# views under inference of a shape
x = torch.zeros(2, 0, 3)
print(x.view(0, 5).shape, x.reshape(3, -1, 2).shape, x.flatten().shape, x.transpose(0, 2).shape, x[0].shape)
print(x[:, :0].shape)
attempt(lambda: x.view(-1, 0))
attempt(lambda: x[2])
print(x.sum(), x.unbind(0), x.expand(4, 2, 0, 3).shape)

# view to another dtype
x = torch.tensor([1., 2.], requires_grad=True)
y = x * 1
v = y.view(torch.int32)
show(v)
v.zero_()
show(y)
attempt(lambda: x.view(torch.int32).requires_grad)
attempt(lambda: y.view(torch.float64))
"""
