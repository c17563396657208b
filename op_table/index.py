"""Rows of indexing, and of gathering and scattering."""

from . import Row, bools, distinct, exactly, ints, normal
from .shape import CUBE, SCALAR, errors, rows

A = dict(a=normal(3, 2))
ROW = dict(a=normal(3, 2), b=normal(2))
NUMBER = dict(a=normal(3, 2), b=normal())
MASKED = dict(a=normal(3, 2), _m=exactly([[True, False], [True, True], [False, False]], "bool"))
SAME = dict(a=normal(3, 2), b=normal(3, 2))


def assigned(place, value):
    """An expression that makes a copy of `a`, assigns to it, and is the copy."""
    return f"(x := a.clone()).__setitem__({place}, {value}) or x"


READ = [
    *rows(
        "select",
        CUBE,
        "a[0]",
        "a[-1, 0]",
        "a[1, 2, 0]",
        "a[:, 1]",
        "a[..., 0]",
        "a[0, ..., 1]",
        "a[torch.tensor(1)]",
    ),
    *rows(
        "_slice",
        CUBE,
        "a[:, 1:]",
        "a[0, :2, ::2]",
        "a[-1:, ..., :1]",
        "a[:2]",
        "a[0:100]",
        "a[1:][0]",
        "a[2:]",
    ),
    *rows(
        "_alias unsqueeze",
        CUBE,
        "a[...]",
        "a[:, :]",
        "a[None]",
        "a[:, None, 0]",
        "a[..., None]",
        "a[None, ..., None, 0]",
    ),
    *rows(
        "_index",
        CUBE,
        "a[[0, 1]]",
        "a[torch.tensor([1, 0, 1])]",
        "a[:, [2, 0]]",
        "a[[0, 1], [1, 2]]",
        "a[[0, 1], :, [1, 0]]",
    ),
    *rows(
        "_index",
        CUBE,
        "a[..., [1]]",
        "a[0, [0, 2]]",
        "a[[1], 0]",
        "a[1:, [0]]",
        "a[torch.tensor([[0, 1], [1, 0]])]",
    ),
    *rows(
        "_index",
        CUBE,
        "a[[[0], [1]], [0, 2]]",
        "a[None, [1]]",
        "a[[1], None]",
        "a[[0], None, [1]]",
        "a[[-1]]",
        "a[[]]",
    ),
    *rows(
        "_index",
        CUBE,
        "a[True]",
        "a[False]",
        "a[0, True]",
        "a[torch.tensor(True)]",
        "a[[True, False]]",
        "a[:, [True, False, True]]",
    ),
    *rows(
        "_index",
        CUBE,
        "a[range(2)]",
        "a[([0, 1], 0)]",
        "a[[0, slice(0, 1)]]",
        "a[torch.tensor([1], dtype=torch.int32)]",
    ),
    *rows("_index", CUBE, "a[torch.tensor([1, 0], dtype=torch.uint8)]"),
    *rows(
        "_index",
        MASKED,
        "a[_m]",
        "a[~_m]",
        "a[_m[:, 0]]",
        "a[_m[:, 0], 1]",
        "a[_m & False]",
        "a[a > 0]",
        "a[:, _m[0]]",
    ),
    *rows("_index", MASKED, "a[_m].sum()", "a[_m, None]", "a.t()[_m.t()]"),
    *rows("_index", dict(_a=ints(3, 2)), "_a[[0, 2]]", "_a[_a > 2]", "_a[_a[0] % 3]"),
    *rows("_index select", SCALAR, "a[None]", "a[...]", "a[()]", "a[True]"),
    *rows("_index", A, "a[[0, 2]]", "a[0]", dtypes=("float16",)),
    *errors(
        A,
        "a[5]",
        "a[-4]",
        "a[0, 5]",
        "a[0, 0, 0]",
        "a[:, :, 0]",
        "a[[5]]",
        "a[[0], [5]]",
        "a[[0, 1], [0, 1, 2]]",
    ),
    *errors(
        A,
        "a[1.5]",
        "a['a']",
        "a[{}]",
        "a[1j]",
        "a[object()]",
        "a[0, 'a']",
        "a[torch.tensor([1.])]",
        "a[torch.tensor(1.)]",
    ),
    *errors(
        A,
        "a[::-1]",
        "a[::0]",
        "a[0.5:]",
        "a['a':]",
        "a[torch.tensor([True])]",
        "a[:, torch.tensor([True])]",
        "a[a[0] > 0]",
    ),
    *errors(A, "a[[0], [0], [0]]", "a[torch.tensor([0], dtype=torch.int16)]", "a[torch.tensor([])]", "a[a]"),
    *errors(SCALAR, "a[0]", "a[:]", "a[torch.tensor(0)]", "a[[0]]"),
]

WRITTEN = [
    *rows(
        "",
        A,
        assigned("0", "5."),
        assigned("(0, 1)", "2"),
        assigned("slice(1, None)", "3."),
        assigned("...", "4."),
    ),
    *rows(
        "",
        A,
        assigned("None", "1."),
        assigned("True", "1."),
        assigned("False", "1."),
        assigned("slice(None)", "0."),
    ),
    *rows("_index_put", A, assigned("[0, 2]", "5."), assigned("[[0, 1], [1, 0]]", "5."), assigned("a > 0", "0.")),
    *rows(
        "",
        ROW,
        assigned("0", "b"),
        assigned("slice(0, 2)", "b"),
        assigned("(slice(None), 0)", "b[0]"),
        assigned("...", "b"),
    ),
    *rows(
        "",
        ROW,
        assigned("-1", "b[None]"),
        assigned("(1, 0)", "b[0]"),
        assigned("(slice(None), None)", "b"),
        assigned("0", "b[:1]"),
    ),
    *rows(
        "_index_put",
        ROW,
        assigned("[0, 2]", "b"),
        assigned("[0]", "b[None, None]"),
        assigned("torch.tensor([1])", "b[1]"),
    ),
    *rows(
        "_index_put",
        NUMBER,
        assigned("a > 0", "b"),
        assigned("[0, 1]", "b"),
        assigned("0", "b"),
        assigned("(0, 0)", "b"),
    ),
    *rows(
        "_index_put",
        ROW,
        assigned("torch.tensor([True, False, True])", "b"),
        assigned("(0, [0, 1])", "b"),
        assigned("([0, 1], 1)", "b"),
    ),
    *rows(
        "_index_put",
        SAME,
        assigned("b > 0", "b[b > 0]"),
        assigned("slice(None)", "b"),
        assigned("[2, 1, 0]", "b"),
    ),
    *rows(
        "",
        SAME,
        assigned("0", "b.int()[0]"),
        assigned("0", "b.double()[0]"),
        assigned("slice(1, None)", "x[:1]"),
    ),
    *rows(
        "_index_put",
        dict(_a=ints(3, 2)),
        assigned("0", "2.7").replace("a.clone", "_a.clone"),
        assigned("[0]", "2.7").replace("a.clone", "_a.clone"),
    ),
    *errors(
        A,
        assigned("5", "1."),
        assigned("0", "torch.ones(3)"),
        assigned("0", "[1., 2.]"),
        assigned("0", "None"),
        assigned("0", "'a'"),
    ),
    *errors(
        A,
        assigned("[0]", "torch.ones(3)"),
        assigned("[0]", "torch.ones(2).double()"),
        assigned("a > 0", "torch.ones(9)"),
    ),
    *errors(
        A,
        assigned("0", "torch.ones(2, 3, 2)"),
        assigned("(0, 0)", "torch.ones(2)"),
        assigned("1.5", "1."),
        assigned("[7]", "1."),
    ),
    *errors(
        A,
        "a.__setitem__(0, 1.)",
        "a.__setitem__([0], 1.)",
        "a.__setitem__(a > 0, 1.)",
        "a.__setitem__(..., 1.)",
    ),
    *rows(
        "_index_put _index_put_impl",
        ROW,
        "a.index_put((torch.tensor([0, 2]),), b)",
        "torch.index_put(a, [torch.tensor([1])], b[0])",
    ),
    *rows(
        "_index_put",
        ROW,
        "a.index_put((torch.tensor([0, 0]),), b, accumulate=True)",
        "a.clone().index_put_((torch.tensor([1]),), b)",
    ),
    *rows("_index_put", ROW, "a.clone().index_put_((torch.tensor([0, 0]), torch.tensor([1, 1])), b, True)"),
    *errors(
        A,
        "a.index_put(torch.tensor([0]), torch.tensor(1.))",
        "a.index_put([0], torch.tensor(1.))",
        "a.index_put(1, 2)",
    ),
    *errors(A, "a.index_put((torch.tensor([5]),), torch.tensor(1.))", "a.index_put((torch.tensor([0]),), 2)"),
    *errors(
        A,
        "a.index_put((torch.tensor([0]),), torch.ones(3))",
        "a.index_put((torch.tensor([0]),) * 3, torch.ones(1))",
    ),
]

LIST = dict(a=normal(3, 2), _i=exactly([2, 0, 2], "int64"))
SLICES = dict(a=normal(3, 2), _i=exactly([2, 0], "int64"), b=normal(2, 2))
SLICE_NUMBER = dict(a=normal(3, 2), _i=exactly([2, 0], "int64"), b=normal())
POINT = dict(a=normal(), _i=exactly(0, "int64"), b=normal())

SELECTED = [
    *rows(
        "index_select",
        LIST,
        "a.index_select(0, _i)",
        "torch.index_select(a, 0, _i[:1])",
        "a.index_select(-1, _i[1])",
    ),
    *rows(
        "index_select",
        LIST,
        "a.index_select(1, _i[:0])",
        "a.t().index_select(1, _i)",
        "a.index_select(0, _i.int())",
    ),
    *rows("index_select", POINT, "a.index_select(0, _i)"),
    *rows(
        "index_add",
        SLICES,
        "a.index_add(0, _i, b)",
        "torch.index_add(a, 0, _i, b, alpha=2)",
        "a.index_add(-1, _i // 2, b[:1].expand(3, 2))",
    ),
    *rows(
        "index_add",
        SLICES,
        "a.clone().index_add_(0, _i, b)",
        "a.clone().index_add_(0, _i * 0, b, alpha=-1.5)",
    ),
    *rows("index_add", POINT, "a.index_add(0, _i, b)"),
    *rows(
        "index_add",
        dict(_a=ints(3), _i=ints(2, high=3), _b=ints(2)),
        "_a.index_add(0, _i, _b)",
        "_a.index_add(0, _i, _b, alpha=2)",
    ),
    *errors(
        LIST,
        "a.index_select(0, torch.tensor([0.]))",
        "a.index_select(0, _i + 3)",
        "a.index_select(5, _i)",
        "a.index_select(0, 0)",
    ),
    *errors(
        LIST,
        "a.index_select(0, _i[None])",
        "a.index_select(0, [0])",
        "a.index_select('a', _i)",
        "torch.index_select(a, 0, [0])",
    ),
    *errors(
        SLICES,
        "a.index_add(0, _i, a)",
        "a.index_add(0, _i, b.double())",
        "a.index_add(0, _i + 3, b)",
        "a.index_add(0, _i, 1.)",
    ),
    *errors(
        SLICES,
        "a.index_add(0, _i.float(), b)",
        "a.index_add(2, _i, b)",
        "a.index_add(0, _i[None], b)",
        "a.index_add(0, _i, b[0])",
    ),
    *rows(
        "index_copy",
        SLICES,
        "a.index_copy(0, _i, b)",
        "torch.index_copy(a, -1, _i // 2, b[:1].expand(3, 2))",
        "a.clone().index_copy_(0, _i, b)",
    ),
    *rows("index_copy", POINT, "a.index_copy(0, _i, b)"),
    *errors(
        SLICES,
        "a.index_copy(0, _i, a)",
        "a.index_copy(0, _i, b.double())",
        "a.index_copy(0, _i + 3, b)",
        "a.index_copy(0, _i, b[0])",
    ),
    *errors(
        SLICES,
        "a.index_copy(0, _i.float(), b)",
        "a.index_copy(0, _i[None], b)",
        "a.index_copy(0, _i, b[:, :1])",
        "a.index_copy_(0, _i, b)",
    ),
    *rows(
        "_index_fill_scalar",
        LIST,
        "a.index_fill(0, _i, 2.5)",
        "torch.index_fill(a, -1, _i // 2, 1)",
        "a.clone().index_fill_(0, _i, -1)",
    ),
    *rows(
        "_index_fill",
        dict(a=normal(3, 2), b=normal(), _i=exactly([2, 0, 2], "int64")),
        "a.index_fill(0, _i, b)",
        "a.clone().index_fill_(0, _i, b)",
    ),
    *errors(
        LIST,
        "a.index_fill(0, _i.int(), 1)",
        "a.index_fill(0, _i + 3, 1)",
        "a.index_fill(0, _i, a[0])",
        "a.index_fill_(0, _i, 1)",
    ),
    *errors(SLICES, "a.index_add_(0, _i, b)", "a.clone().expand(2, 3, 2).index_add_(1, _i, b.expand(2, 2, 2))"),
]

PLACES = dict(a=normal(3, 2), _i=exactly([[0, 1], [2, 1]], "int64"))
PUT = dict(a=normal(3, 2), _i=exactly([[0, 1], [2, 1]], "int64"), b=normal(2, 2))
APART = dict(a=normal(3, 2), _i=exactly([[0, 1], [2, 0]], "int64"), b=normal(2, 2))

GATHERED = [
    *rows(
        "gather",
        PLACES,
        "a.gather(0, _i)",
        "torch.gather(a, -1, _i % 2)",
        "a.gather(1, _i[:, :1] % 2)",
        "a.gather(0, _i[:0])",
    ),
    *rows("gather", POINT, "a.gather(0, _i)", "a.gather(0, _i[None])"),
    *rows(
        "gather",
        PLACES,
        "a.take_along_dim(_i[:1] % 3, 0)",
        "torch.take_along_dim(a, _i[:1, :1] % 2 - 1, 1)",
        "torch.take_along_dim(a, _i)",
    ),
    *errors(
        PLACES, "a.take_along_dim(_i.int(), 0)", "a.take_along_dim(_i[0], 0)", "a.take_along_dim(_i[:, :1] + 5, 1)"
    ),
    *rows("take", LIST, "a.take(_i)", "torch.take(a, _i.view(3, 1) - 3)", "a.t().take(_i)"),
    *rows("take", POINT, "a.take(_i)"),
    *errors(LIST, "a.take(_i.int())", "a.take(_i + 9)", "a[:0].take(_i)"),
    *rows("put", LIST, "a.put(_i, a[:, 1], True)"),
    *rows(
        "put",
        SLICES,
        "a.put(_i, b[0])",
        "torch.put(a, _i - 6, b[1])",
        "a.clone().put_(_i, b[0])",
        "a.t().put(_i, b[0])",
    ),
    *errors(SLICES, "a.put(_i, b)", "a.put(_i, b[0].double())", "a.put(_i.int(), b[0])", "a.put(_i + 9, b[0])"),
    *errors(SLICES, "a[:0].put(_i, b[0])", "a.put_(_i, b[0])"),
    *rows(
        "_scatter",
        APART,
        "a.scatter(0, _i, b)",
        "torch.scatter(a, 0, _i, src=b)",
        "a.clone().scatter_(0, _i, b)",
    ),
    *rows(
        "_scatter",
        APART,
        "a.scatter(1, _i[:, :1] % 2, b)",
        checks=False,
        note="PyTorch refuses the gradient of a larger src",
    ),
    *rows(
        "_scatter_value",
        APART,
        "a.scatter(0, _i, 5.)",
        "a.scatter(-1, _i % 2, value=0)",
        "a.clone().scatter_(0, _i, 1)",
    ),
    *rows("_scatter_value", APART, "a.scatter(0, _i[:0], 5.)", "a.scatter(0, _i.int(), 5.)"),
    *rows("_scatter", POINT, "a.scatter(0, _i, b)", "a.scatter(0, _i, 2.)"),
    *rows(
        "scatter_add",
        PUT,
        "a.scatter_add(0, _i, b)",
        "torch.scatter_add(a, 1, _i % 2, b)",
        "a.clone().scatter_add_(0, _i, b)",
    ),
    *rows("scatter_add", POINT, "a.scatter_add(0, _i, b)"),
    *rows(
        "_scatter_value scatter_add",
        dict(_a=ints(3), _i=ints(2, high=3), _b=ints(2)),
        "_a.scatter(0, _i, 2.7)",
        "_a.scatter_add(0, _i, _b)",
    ),
    *rows(
        "",
        dict(_a=normal(3, 2), _i=exactly([[0, 1], [2, 0]], "int64")),
        "torch.gather(_a, 0, _i, out=torch.empty_like(_a))",
        "torch.index_select(_a, 0, _i[0], out=_a.new_empty(0))",
        "torch.masked_select(_a, _a > 0, out=_a.new_empty(0))",
        "torch.nonzero(_a > 0, out=torch.empty_like(_i))",
    ),
    *errors(
        dict(_a=normal(3, 2), _i=exactly([[0, 1], [2, 0]], "int64")),
        "torch.gather(_a, 0, _i, out=torch.empty_like(_i))",
        "torch.gather(_a, 0, _i, out=3)",
    ),
    *errors(
        PUT,
        "a.gather(0, _i[0])",
        "a.gather(0, _i + 3)",
        "a.gather(0, _i.float())",
        "a.gather(0, _i[:, [0] * 4])",
        "a.gather(5, _i)",
    ),
    *errors(
        PUT,
        "torch.gather(a, 0)",
        "torch.gather(a, 0, _i, 1, 2)",
        "a.gather(0, _i - 1)",
        "a.gather('a', _i)",
        "a.gather(0, [0])",
    ),
    *errors(
        PUT,
        "a.scatter(0, _i + 3, 1.)",
        "a.scatter(0, _i, b[:1])",
        "a.scatter(0, _i, b.double())",
        "a.scatter(0, _i, 'a')",
    ),
    *errors(
        PUT,
        "a.scatter(0, [0], 1.)",
        "a.scatter(0, _i.float(), 1.)",
        "a.scatter(0, _i[0], 1.)",
    ),
    *errors(
        PUT,
        "a.scatter_add(0, _i, 1.)",
        "a.scatter_add(0, _i, b.double())",
        "a.scatter_add(0, _i + 3, b)",
        "a.scatter_(0, _i, b)",
    ),
]

REDUCED = dict(a=distinct(3, 2), _i=exactly([[0, 1], [2, 1]], "int64"), b=normal(2, 2, scale=3.0))
TIES = dict(
    a=exactly([[1.0, 2.0], [0.0, 3.0]]),
    _i=exactly([[0, 1], [0, 1], [0, 0]], "int64"),
    b=exactly([[1.0, 3.0], [0.0, 2.0], [0.0, 2.0]]),
)
INTO = dict(a=distinct(3, 2), _i=exactly([0, 0], "int64"), b=normal(2, 2, scale=3.0))
KINDS = ("sum", "mean", "amax", "amin")

REDUCTIONS = [
    *rows("scatter_reduce", REDUCED, *[f"a.scatter_reduce(0, _i, b, '{kind}')" for kind in KINDS]),
    *rows(
        "scatter_reduce",
        REDUCED,
        *[f"torch.scatter_reduce(a, 0, _i, b, '{kind}', include_self=False)" for kind in KINDS],
    ),
    *rows(
        "scatter_reduce",
        TIES,
        *[f"a.scatter_reduce(0, _i, b, '{kind}')" for kind in KINDS],
        checks=False,
        note="ties and zeros",
    ),
    *rows("scatter_reduce", POINT, "a.scatter_reduce(0, _i, b, 'mean')"),
    *rows("scatter_reduce", REDUCED, "a.clone().scatter_reduce_(0, _i, b, reduce='sum')"),
    *rows(
        "scatter_reduce",
        dict(_a=ints(3), _i=ints(2, high=3), _b=ints(2)),
        *[f"_a.scatter_reduce(0, _i, _b, '{kind}')" for kind in KINDS],
    ),
    *errors(
        REDUCED,
        "a.scatter_reduce(0, _i, b, 'foo')",
        "a.scatter_reduce(0, _i, b.double(), 'sum')",
        "a.scatter_reduce(0, _i, b)",
    ),
]

TAKEN = dict(a=normal(3, 2), _i=exactly([[0, 5], [-1, 2]], "int64"), b=normal(2, 2))

ANYWHERE = [
    *rows(
        "masked_select",
        MASKED,
        "a.masked_select(_m)",
        "torch.masked_select(a, _m[:, :1])",
        "a.masked_select(_m[0])",
    ),
    *rows("masked_select", dict(a=normal(2, 1), _m=bools(3)), "a.masked_select(_m)"),
    *rows("masked_select", SCALAR, "a.masked_select(torch.tensor(True))"),
    *rows(
        "masked_scatter _masked_scatter_backward",
        dict(**MASKED, b=normal(6)),
        "a.masked_scatter(_m, b)",
    ),
    *rows(
        "masked_scatter",
        dict(**MASKED, b=normal(3)),
        "a.masked_scatter(_m, b)",
        "a[0].masked_scatter(_m[0], b)",
    ),
    *rows("masked_scatter", dict(a=normal(2, 1), _m=bools(3), b=normal(6)), "a.masked_scatter(_m, b)"),
    *rows(
        "_nonzero",
        dict(_a=exactly([[0, 1, 2], [0, 0, 3]], "int64")),
        "_a.nonzero()",
        "torch.nonzero(_a, as_tuple=True)",
        "torch.argwhere(_a)",
    ),
    *rows("_nonzero", SCALAR, "a.nonzero()", "a.nonzero(as_tuple=True)"),
    *errors(
        MASKED,
        "a.masked_select(_m[:, [0, 0, 0]])",
        "a.masked_select(_m.int())",
        "a.masked_select(a)",
        "a.masked_select([True])",
    ),
    *errors(MASKED, "a.masked_scatter(_m, a[0])", "a.masked_scatter(_m, a.double())", "a.masked_scatter(a, a)"),
    *errors(
        MASKED,
        "torch.nonzero('a')",
        "torch.argwhere(1)",
    ),
]

TABLE = dict(a=normal(4, 2), _i=exactly([[0, 3], [0, 1]], "int64"))
CLASSES = dict(_i=exactly([0, 2, 1], "int64"))

LOOKED_UP = [
    *rows(
        "_embedding _embedding_dense_backward",
        TABLE,
        "F.embedding(_i, a)",
        "F.embedding(_i[0, 0], a)",
        "torch.embedding(a, _i)",
    ),
    *rows("_embedding", TABLE, "F.embedding(_i.int(), a)"),
    *rows(
        "_embedding",
        TABLE,
        "F.embedding(_i[0], a, padding_idx=0)",
        "F.embedding(_i, a, padding_idx=-1)",
        "F.embedding(_i, a, scale_grad_by_freq=True)",
        checks=False,
        note="the gradient is not the derivative",
    ),
    *rows("_embedding", TABLE, "F.embedding(_i[:0], a)", checks=False, note="PyTorch's second backward fails"),
    *rows(
        "",
        CLASSES,
        "F.one_hot(_i)",
        "F.one_hot(_i, 4)",
        "F.one_hot(_i[:, None], num_classes=3)",
        "F.one_hot(_i[1])",
    ),
    *errors(TABLE, "F.embedding(_i + 4, a)", "F.embedding(a, a)", "F.embedding(_i, a[0])", "F.embedding([1], a)"),
    *errors(TABLE, "F.embedding(_i, a, padding_idx=5)", "F.embedding(_i, a, -7)"),
    *errors(
        CLASSES,
        "F.one_hot(_i, 2)",
        "F.one_hot(-_i)",
        "F.one_hot(_i.float())",
        "F.one_hot(_i[:0])",
        "F.one_hot('a')",
    ),
]

ROWS: list[Row] = READ + WRITTEN + SELECTED + GATHERED + REDUCTIONS + ANYWHERE + LOOKED_UP
