"""Rows of creation: they prove no operator, but that new tensors are PyTorch's."""

from . import F32, bools, each, errors, ints, normal

ROWS = [
    *each(
        "",
        "torch.tensor([1, 2]); torch.tensor([[1, 2.5], [3, 4]]); torch.tensor(3.5); torch.tensor([]); "
        "torch.tensor([[], []]); torch.tensor([True, False]); torch.tensor([1, True]); "
        "torch.tensor((1, (2))); torch.tensor(range(3)); torch.tensor([1.7, 2], dtype=torch.int); "
        "torch.tensor([1, 2], dtype=float); torch.tensor([i, i]); torch.tensor(i); torch.tensor(1e400); "
        "torch.tensor([1, 2], dtype=torch.bool); torch.tensor([0.1], dtype=torch.half); "
        "torch.tensor([1., 2.], requires_grad=True); torch.tensor([[1], [2]]).dtype; torch.tensor(data=[1])",
        F32, i=ints(),
    ),
    *each(
        "",
        "torch.as_tensor([1, 2]); torch.as_tensor(a); torch.as_tensor(a, dtype=torch.int); "
        "torch.asarray([1.5]); torch.asarray(a); torch.scalar_tensor(3); torch.scalar_tensor(3, dtype=torch.long)",
        F32, a=normal(2),
    ),
    *each(
        "",
        "torch.zeros(2, 3); torch.zeros((2, 3)); torch.zeros([2]); torch.ones(2, dtype=torch.int); "
        "torch.ones(()); torch.zeros(0, 3); torch.ones(2, requires_grad=True); torch.zeros(i, 2); "
        "torch.zeros(i); torch.empty(2, 3).shape; torch.empty(1, requires_grad=True).requires_grad; "
        "torch.zeros(size=(2,)); torch.zeros(2, dtype=int); torch.full((2, 3), 7); torch.full((2,), 1.5); "
        "torch.full((2,), True); torch.full((2,), 1.5, dtype=torch.int); torch.full((2,), i); "
        "torch.full((), 3.0)",
        F32, i=ints(low=2, high=3),
    ),
    *each(
        "",
        "torch.zeros_like(a); torch.ones_like(i); torch.ones_like(a, dtype=torch.long); "
        "torch.full_like(a, 3); torch.full_like(i, 1.5); torch.empty_like(a).shape; "
        "torch.full_like(i, 1.5, dtype=torch.double); a.new_zeros(2, 3); i.new_ones((2,)); "
        "a.new_full((2,), 3); i.new_full((2,), 3, dtype=torch.float); a.new_tensor([1, 2]); "
        "i.new_tensor([1.5, 2]); a.new_empty(2).shape; a.new_ones(2, requires_grad=True); a.new_tensor(i); "
        "i.new_tensor(a); p.new_zeros(2)",
        F32, a=normal(2, 2), i=ints(3), p=bools(2),
    ),
    *each(
        "",
        "torch.arange(5); torch.arange(5.); torch.arange(1, 4); torch.arange(0, 1, 0.1); "
        "torch.arange(5, 0, -2); torch.arange(3, dtype=torch.float); torch.arange(0.5, 3); "
        "torch.arange(start=1, end=3); torch.arange(0, end=5, step=2); "
        "torch.arange(0, 3.9, dtype=torch.int64); torch.arange(0, 3.9, dtype=torch.int32); torch.arange(i); "
        "torch.arange(3., requires_grad=True); torch.arange(2, 2); torch.arange(True)",
        F32, i=ints(low=3, high=4),
    ),
    *each(
        "",
        "torch.linspace(0, 1, 5); torch.linspace(1, -1, 4); torch.linspace(0, 10, 4, dtype=torch.int); "
        "torch.linspace(0, 1, 1); torch.linspace(0, 1, 0); torch.linspace(3, 10, steps=5); "
        "torch.logspace(0, 2, 3); torch.logspace(0, 3, 4, base=2); torch.logspace(-10, 10, 5); "
        "torch.eye(2); torch.eye(2, 3); torch.eye(3, 2, dtype=torch.int); torch.eye(0); "
        "torch.range(1, 3)",
        F32,
    ),
    *each(
        "",
        "torch.Tensor([1, 2]); torch.Tensor(2, 3).shape; torch.Tensor([[1, 2], [3, 4.5]]); torch.Tensor(); "
        "torch.Tensor((2, 3)); torch.FloatTensor([1, 2]); torch.LongTensor([1.5, 2]); "
        "torch.DoubleTensor([1]); torch.IntTensor([1]); torch.ByteTensor([1, 0]); torch.BoolTensor([1, 0]); "
        "torch.HalfTensor([1]); torch.ShortTensor([1]); torch.CharTensor([1]); "
        "torch.FloatTensor(2, 3).shape; torch.Tensor(i); a.new([1, 2]); i.new(2, 3).shape; "
        "isinstance(a, torch.FloatTensor); isinstance(i, torch.FloatTensor); "
        "isinstance(i, torch.LongTensor); torch.FloatTensor; type(torch.FloatTensor); "
        "type(torch.FloatTensor([1])); torch.FloatTensor.dtype; torch.Tensor(range(3)); torch.Tensor(a)",
        F32, a=normal(2), i=ints(2),
    ),
    *each("", "torch.FloatTensor(a)", dict(dtypes=("float32",), checks=False), a=normal(2)),
    *errors(
        "",
        "torch.tensor('a'); torch.tensor(['a']); torch.tensor(None); torch.tensor([None]); "
        "torch.tensor([1, [2]]); torch.tensor([1., [2]]); torch.tensor([[1, 2], [3]]); "
        "torch.tensor([[1], 2]); torch.tensor({1}); torch.tensor([1, 2], dtype='float'); "
        "torch.tensor([1, 2], requires_grad=True); torch.tensor([1.], requires_grad=1); "
        "torch.tensor([1.], requries_grad=True); torch.tensor(2 ** 63); "
        "torch.tensor(300, dtype=torch.uint8); torch.tensor(float('nan'), dtype=torch.int32); "
        "torch.tensor([a, a]); torch.tensor([1.], device='cuda'); torch.from_numpy([1]); "
        "torch.tensor(b'a'); torch.tensor([1.], device='foo')",
        a=normal(2),
    ),
    *errors(
        "",
        "torch.zeros(); torch.zeros(2.5); torch.zeros('a'); torch.zeros(-1); torch.zeros(2, -1); "
        "torch.zeros(None); torch.zeros(2, (3,)); torch.zeros((2,), 3); torch.zeros([2.5]); "
        "torch.zeros(True); torch.zeros(a); torch.zeros(2, dtype='int'); torch.ones(2, foo=1); "
        "torch.zeros(2, dtype=torch.int, requires_grad=True); torch.zeros_like([1]); torch.full(2, 1); "
        "torch.full((2,), 'a'); torch.full((2,), a); torch.full_like(a, 'a'); "
        "torch.full((2,), 300, dtype=torch.uint8); a.new_zeros('a'); a.new_full(2, 3); "
        "torch.ones(2, device='cuda')",
        a=normal(2),
    ),
    *errors(
        "",
        "torch.arange(); torch.arange('a'); torch.arange(3, 1); torch.arange(1, 3, 0); "
        "torch.arange(float('nan')); torch.arange(1e20); torch.arange(3, requires_grad=True); "
        "torch.arange(1, 5, 2, 1); torch.linspace(0, 1, -1); torch.linspace('a', 1, 2); "
        "torch.linspace(0, 1, 2.5); torch.linspace(0, 1); torch.eye(-1); torch.eye(2.); torch.eye(2, -3)",
    ),
    *errors(
        "",
        "torch.Tensor(2.5); torch.Tensor([1, [2]]); torch.Tensor(['a']); torch.Tensor('a'); "
        "torch.Tensor(2, 'a'); torch.Tensor(None); torch.Tensor(-1); torch.Tensor(True); "
        "torch.FloatTensor(i); torch.LongTensor(a); torch.FloatTensor([[1, 2], [3]]); "
        "torch.LongTensor([1 << 70]); torch.Tensor({1, 2}); a.new(i); torch.cuda.FloatTensor([1])",
        a=normal(2), i=ints(2),
    ),
]  # fmt: skip
