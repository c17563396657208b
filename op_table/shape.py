"""Rows of the views of a tensor's memory, and of copies of its elements in another arrangement."""

from . import Row, bools, ints, normal

A = dict(a=normal(2, 3))
VECTOR = dict(a=normal(3))
SCALAR = dict(a=normal())
SQUARE = dict(a=normal(3, 3))
CUBE = dict(a=normal(2, 3, 2))
ONES = dict(a=normal(1, 3, 1))
EMPTY = dict(a=normal(0, 3))
HALF = ("float16",)


def rows(ops, inputs, *calls, **options):
    """One row for each call."""
    return [Row(ops, call, inputs, **options) for call in calls]


def errors(inputs, *calls):
    """One row for each call that fails; the dtype makes no difference."""
    return [Row("", call, inputs, dtypes=("float32",), error=True) for call in calls]


RESHAPED = [
    *rows("_view", A, "a.view(3, 2)", "a.view(-1)", "a.view((1, 6))", "a.view([-1, 2])", "a.view(size=(6,))"),
    *rows("_view", A, "a.view(torch.Size([3, 2]))", "a.view_as(torch.zeros(6))", "a.view(torch.tensor(3), 2)"),
    *rows("_view", SCALAR, "a.view(1)", "a.view(1, 1)", "a.view(())"),
    *rows("_view", EMPTY, "a.view(3, 0)", "a.view(2, 0, 3)"),
    *rows("_view", A, "a.clone().t().view(3, 1, 2)", "a.clone()[:, 1:].view(2, 2, 1)"),
    *rows("_view", A, "a.view(6)", dtypes=HALF),
    *rows("_view", dict(_a=ints(2, 3)), "_a.view(6)"),
    *rows("_view_dtype", A, "a.view(torch.uint8)", dtypes=("float32",)),
    *rows("_view_dtype", dict(_a=ints(2, 4, dtype="int32")), "_a.view(torch.int64)", "_a.view(torch.int16)"),
    *rows("_view_dtype", A, "a.view(a.dtype)", "a.view(dtype=torch.int32)", dtypes=("float32",)),
    *rows(
        "_reshape_alias",
        A,
        "a.reshape(6)",
        "a.reshape(3, -1)",
        "torch.reshape(a, (6,))",
        "a.reshape_as(torch.ones(3, 2))",
    ),
    *rows("_reshape_alias", A, "a.clone()[:, 1:].reshape(2, 1, 2)", "a.clone().t().reshape(1, 3, 2)"),
    *rows("_unsafe_view _clone", A, "a.t().reshape(6)", "a.t().reshape(2, -1)", "a.clone()[:, 1:].reshape(4)"),
    *rows("_unsafe_view", VECTOR, "a.expand(2, 3).reshape(6)"),
    *rows("_view", A, "a.flatten()", "torch.flatten(a, 0, 1)", "a.t().flatten()"),
    *rows("_view", CUBE, "a.flatten(1)", "a.flatten(0, -2)", "a.flatten(end_dim=1)", "a.unflatten(0, (1, 2))"),
    *rows(
        "_view",
        CUBE,
        "a.unflatten(1, (-1, 3))",
        "torch.unflatten(a, -1, (2, 1))",
        "a.ravel()",
        "a.transpose(0, 1).ravel()",
    ),
    *rows("_view", SCALAR, "a.flatten()", "a.ravel()", "a.reshape(1)"),
    *errors(A, "a.view(4)", "a.view(-1, -1)", "a.view(-2, 3)", "a.view(-1, 4)", "a.view(0, -1)", "a.t().view(6)"),
    *errors(
        A,
        "a.view()",
        "a.view('a')",
        "a.view(2.0, 3)",
        "a.view(2, 'a')",
        "a.view(None)",
        "a.view_as(3)",
        "a.view_as()",
    ),
    *errors(A, "a.reshape(4)", "a.reshape()", "a.reshape('a')", "a.reshape(2.0)", "a.reshape(2, 3.0)"),
    *errors(A, "torch.reshape(a, 2, 3)", "torch.reshape(a)", "torch.reshape(a, -1)", "torch.reshape([1], (1,))"),
    *errors(
        A,
        "torch.reshape(a, [2.0, 3])",
        "a.flatten(1, 0)",
        "a.flatten(2)",
        "a.flatten(0, 5)",
        "a.flatten('a')",
    ),
    *errors(A, "a.unflatten(1, (2, 2))", "a.unflatten(1, ())", "a.unflatten(2, (1,))", "a.unflatten(1, 3)"),
    *errors(EMPTY, "a.reshape(-1, 0)", "a.view(-1, 0)"),
    *errors(A, "a.view(torch.float64)", "a.t().view(torch.uint8)"),
    *errors(SCALAR, "a.view(torch.uint8)"),
]

EXPANDED = [
    *rows(
        "_expand",
        A,
        "a.expand(4, 2, 3)",
        "a.expand(-1, 3)",
        "a.expand((2, 2, -1))",
        "a.expand_as(torch.ones(2, 2, 3))",
    ),
    *rows("_expand", dict(a=normal(2, 1)), "a.expand(2, 3)", "a.expand(2, -1, 3)", "a.broadcast_to((3, 2, 4))"),
    *rows(
        "_expand",
        SCALAR,
        "a.expand(3)",
        "a.expand(2, 1)",
        "a.expand(1)",
        "a.broadcast_to((2, 2))",
        "a.expand(())",
    ),
    *rows("_expand", EMPTY, "a.expand(2, 0, 3)"),
    *rows(
        "_expand",
        dict(a=normal(2, 1), b=normal(3)),
        "torch.broadcast_tensors(a, b)",
        "torch.broadcast_tensors(b, a, a * b)",
    ),
    *rows("_expand", dict(_a=bools(2, 1)), "_a.expand(2, 3)"),
    Row("", "torch.broadcast_shapes((2, 1), (3,), 3)", {}, dtypes=("float32",)),
    *errors(
        A,
        "a.expand(2)",
        "a.expand(3, 3)",
        "a.expand(-1, 2, 3)",
        "a.expand('a')",
        "a.expand()",
        "a.expand(2.)",
    ),
    *errors(A, "a.expand_as(torch.ones(3))", "a.broadcast_to((4, 3))", "torch.broadcast_to(a, 2)"),
    *errors(A, "torch.broadcast_tensors(a, torch.ones(2))", "torch.broadcast_tensors(a, 1)"),
    *errors({}, "torch.broadcast_shapes((2, 3), (2,))"),
    *rows("", A, "a.sum_to_size(1, 3)", "a.sum_to_size((3,))", "a.sum_to_size(2, 3)"),
    *errors(A, "a.sum_to_size(4)"),
]

ORDERED = [
    *rows(
        "_permute",
        CUBE,
        "a.permute(2, 0, 1)",
        "torch.permute(a, (0, -1, 1))",
        "a.permute([1, 0, 2])",
        "a.movedim(0, 2)",
    ),
    *rows("_permute", CUBE, "a.movedim((0, 1), (-1, 0))", "torch.moveaxis(a, 1, -1)", "a.movedim(1, 1)"),
    *rows("_permute", A, "a.T", "a.permute(dims=(1, 0))"),
    *rows("_permute", SCALAR, "a.permute(())", "a.movedim(0, 0)"),
    *rows(
        "_transpose",
        CUBE,
        "a.transpose(0, 1)",
        "torch.transpose(a, -1, 0)",
        "a.transpose(dim0=1, dim1=1)",
        "a.mT",
        "a.mH",
    ),
    *rows("_transpose", CUBE, "torch.adjoint(a)"),
    *rows("_transpose", A, "a.H", "a.adjoint()"),
    *rows("_transpose", SCALAR, "a.transpose(0, -1)"),
    *rows("_t", A, "a.t()", "torch.t(a)", "a.t().t()"),
    *rows("_t", VECTOR, "a.t()"),
    *rows("_t", SCALAR, "a.t()", "a.T", "a.mT"),
    *rows("_t", A, "a.t()", dtypes=HALF),
    *rows("_t_", A, "a.clone().t_()", "(a * a).t_().t_()"),
    *rows(
        "_transpose_",
        CUBE,
        "a.clone().transpose_(0, 2)",
    ),
    *errors(
        A,
        "a.permute(0)",
        "a.permute(0, 0)",
        "a.permute(0, 2)",
        "a.permute('a')",
        "torch.permute(a, 1, 0)",
        "a.permute()",
    ),
    *errors(
        A,
        "a.transpose(0)",
        "a.transpose(0, 2)",
        "a.transpose('a', 1)",
        "a.transpose(0., 1)",
        "a.transpose(0, 1, 2)",
    ),
    *errors(
        A,
        "torch.transpose(a)",
        "a.transpose(0, 1, dim1=1)",
        "a.transpose(None, 1)",
        "a.t(1)",
    ),
    *errors(
        A,
        "a.movedim(0, 2)",
        "a.movedim((0, 1), (1,))",
        "a.movedim((0, 0), (0, 1))",
        "a.movedim((0, 1), (0, 0))",
    ),
    *errors(A, "a.movedim('a', 0)", "a.movedim(0)", "torch.t([1])"),
    *errors(CUBE, "a.t()", "a.H"),
    *errors(VECTOR, "a.H", "a.mT", "a.mH", "a.adjoint()"),
    *errors(A, "a.t_()"),
]

SQUEEZED = [
    *rows(
        "unsqueeze",
        A,
        "a.unsqueeze(0)",
        "torch.unsqueeze(a, -1)",
        "a.unsqueeze(dim=1)",
        "a.t().unsqueeze(1)",
    ),
    *rows("unsqueeze", SCALAR, "a.unsqueeze(0)", "a.unsqueeze(-1)"),
    *rows("_squeeze", ONES, "a.squeeze()", "torch.squeeze(a)"),
    *rows("_squeeze_dim", ONES, "a.squeeze(0)", "a.squeeze(-1)", "a.squeeze(1)", "torch.squeeze(a, dim=2)"),
    *rows("_squeeze_dims", ONES, "a.squeeze((0, 2))", "a.squeeze((1, -1))", "a.squeeze(())", "a.squeeze([0])"),
    *rows("_squeeze _squeeze_dim", SCALAR, "a.squeeze()", "a.squeeze(0)", "a.squeeze((-1,))"),
    *rows("_unsqueeze_", A, "a.clone().unsqueeze_(0)", "a.clone().unsqueeze_(-1)"),
    *rows("_squeeze_", ONES, "a.clone().squeeze_()"),
    *rows("_squeeze_dim_", ONES, "a.clone().squeeze_(0)", "a.clone().squeeze_(1)"),
    *rows("_squeeze_dims_", ONES, "a.clone().squeeze_((0, 2))"),
    *errors(
        A,
        "a.unsqueeze()",
        "a.unsqueeze(3)",
        "a.unsqueeze(-4)",
        "a.unsqueeze('a')",
        "torch.unsqueeze(a, 0, 0)",
    ),
    *errors(
        A,
        "a.squeeze(2)",
        "a.squeeze('a')",
        "a.squeeze((0, 0))",
        "a.squeeze(0.)",
        "a.squeeze(dim='a')",
        "torch.squeeze([1])",
    ),
    *errors(SCALAR, "a.squeeze(1)", "a.unsqueeze(1)"),
    *errors(A, "a.unsqueeze_(0)", "a.clone().unsqueeze_(5)"),
]

PARTS = [
    *rows(
        "select _select_backward",
        A,
        "a.select(0, 1)",
        "torch.select(a, 1, -1)",
        "a.select(-1, 0)",
        "a[0]",
        "a[-1]",
    ),
    *rows("select", VECTOR, "a.select(0, 1)", "a[-3]"),
    *rows(
        "_slice _slice_backward",
        A,
        "a[:1]",
        "a[1:]",
        "a[::2]",
        "a[:]",
        "a[-1:]",
        "a[1:0]",
        "a[5:]",
        "a[:, 1:3]",
    ),
    *rows(
        "_slice",
        A,
        "a.narrow(0, 1, 1)",
        "torch.narrow(a, 1, -2, 2)",
        "a.narrow(1, torch.tensor(1), 1)",
        "a.narrow(0, 2, 0)",
    ),
    *rows(
        "diagonal _diagonal_backward",
        A,
        "a.diagonal()",
        "a.diagonal(1)",
        "torch.diagonal(a, -1)",
        "a.diagonal(5)",
    ),
    *rows(
        "diagonal",
        CUBE,
        "a.diagonal(0, 0, 2)",
        "a.diagonal(offset=1, dim1=-1, dim2=-2)",
        "a.diagonal(-1, 1, 0)",
    ),
    *rows(
        "_unfold _unfold_backward",
        A,
        "a.unfold(1, 2, 1)",
        "a.unfold(-1, 1, 2)",
        "a.unfold(0, 2, 3)",
        "a.unfold(1, 0, 1)",
    ),
    *rows("_unfold", SCALAR, "a.unfold(0, 1, 1)"),
    *rows("_unfold", dict(a=normal(5)), "a.unfold(0, 3, 1)", "a.unfold(0, 2, 2)"),
    *rows(
        "_as_strided",
        A,
        "a.as_strided((2, 2), (3, 1))",
        "torch.as_strided(a, (3,), (2,), 1)",
        "a.as_strided((3, 2), (1, 3))",
    ),
    *rows(
        "_as_strided",
        A,
        "a.as_strided((2, 3), (1, 1))",
        "a.as_strided((2, 2), (0, 1), 2)",
        "a.as_strided((), (), 4)",
    ),
    *rows("_as_strided", VECTOR, "a.expand(2, 3).as_strided((2, 2), (1, 1))", "a.as_strided((0,), (1,))"),
    *rows("_alias", A, "a[...]", "a[()]"),
    *rows(
        "_fw_primal",
        A,
        "torch.autograd.forward_ad.dual_level()(lambda: torch.autograd.forward_ad.unpack_dual(a).primal)()",
    ),
    *rows("_detach", A, "a.detach()", "torch.detach(a)", "a.clone().detach_()"),
    *errors(
        A,
        "a.select(0, 5)",
        "a.select(2, 0)",
        "a.select(0)",
        "a.select('a', 0)",
        "a.select(0, 'a')",
        "torch.zeros(()).select(0, 0)",
    ),
    *errors(
        A,
        "a.narrow(0, 0, 3)",
        "a.narrow(0, 3, 1)",
        "a.narrow(0, 0, -1)",
        "a.narrow(0, -3, 1)",
        "a.narrow(0, 'a', 1)",
    ),
    *errors(A, "a.narrow(0, torch.tensor([0]), 1)", "torch.zeros(()).narrow(0, 0, 1)"),
    *errors(A, "a.diagonal(0, 0, 0)", "a.diagonal(0, 0, 2)", "torch.zeros(3).diagonal()", "a.diagonal('a')"),
    *errors(
        A,
        "a.unfold(0, 3, 1)",
        "a.unfold(0, 1, 0)",
        "a.unfold(2, 1, 1)",
        "a.unfold(0, -1, 1)",
        "a.unfold(0, 1)",
    ),
    *errors(A, "a.as_strided((2, 2), (1,))", "a.as_strided((7,), (1,))", "a.as_strided((2,), (1,), 5)"),
    *errors(A, "a.as_strided((2,), (-1,))", "a.as_strided((-2,), (1,))", "a.as_strided((2,), (1,), -1)"),
    *errors(A, "a[0].detach_()", "a.detach(1)", "torch.detach(1)"),
]

IN_MEMORY = [
    *rows("_clone", A, "a.clone()", "torch.clone(a)", "a.t().clone()", "a.t().contiguous()", "a.contiguous()"),
    *rows(
        "_clone",
        A,
        "a.clone(memory_format=torch.contiguous_format)",
        "a.t().clone().stride()",
        "a.t().contiguous().stride()",
    ),
    *rows("_clone", SCALAR, "a.clone()", "a.contiguous()"),
    *rows("_clone", VECTOR, "a.expand(2, 3).clone()", "a.clone()"),
    *rows(
        "",
        CUBE,
        "a.stride()",
        "a.transpose(0, 2).stride()",
        "a.stride(-1)",
        "a.permute(2, 0, 1).unsqueeze(1).stride()",
    ),
    *rows(
        "",
        CUBE,
        "a.size()",
        "a.size(1)",
        "a.size(dim=-1)",
        "a.dim()",
        "a.numel()",
        "a.element_size()",
        "a.nbytes",
    ),
    *rows(
        "",
        CUBE,
        "a[1:, 1].storage_offset()",
        "a[:, ::2].stride()",
        "a.is_contiguous()",
        "a.mT.is_contiguous()",
    ),
    *rows(
        "",
        CUBE,
        "a[:, :1].is_contiguous()",
    ),
    *rows(
        "",
        CUBE,
        "a.untyped_storage().size()",
        "a[0].data_ptr() - a.data_ptr()",
        "a.itemsize",
        "a.get_device()",
    ),
    *rows(
        "",
        CUBE,
        "torch.numel(a)",
        "a.ndimension()",
        "a.nelement()",
        "a.expand(4, 2, 3, 2).stride()",
        "a.view(3, 4).stride()",
    ),
    *rows(
        "",
        dict(_a=normal(2, 3)),
        "_a.resize_(3, 2)",
        "_a.resize_((4,))",
    ),
    *errors(
        A,
        "a.size(5)",
        "a.size('a')",
        "a.stride(2)",
        "a.stride('a')",
        "a.size(0, 1)",
        "a.dim(1)",
        "torch.numel([1])",
    ),
    *errors(A, "a.clone(1)", "a.contiguous(1)", "a.clone(memory_format=1)", "a.resize_(3)", "torch.clone(1)"),
]

REPEATED = [
    *rows(
        "_repeat",
        A,
        "a.repeat(2, 1)",
        "a.repeat(2, 3, 2)",
        "a.repeat((1, 2))",
        "a.repeat(0, 1)",
        "a.tile((2,))",
        "a.tile(2, 2, 1)",
    ),
    *rows("_repeat", SCALAR, "a.repeat(2)", "a.repeat(())", "a.tile((2, 2))", "torch.tile(a, ())"),
    *rows("_repeat", dict(_a=bools(2)), "_a.repeat(2)"),
    *rows(
        "_clone index_select",
        A,
        "a.repeat_interleave(2)",
        "torch.repeat_interleave(a, 2, dim=1)",
        "a.repeat_interleave(2, 0)",
    ),
    *rows(
        "index_select",
        A,
        "a.repeat_interleave(torch.tensor([1, 2]), dim=0)",
        "a.repeat_interleave(torch.tensor([2]), dim=1)",
    ),
    *errors(A, "a.repeat(2)", "a.repeat('a')", "a.repeat(-1, 2)", "a.tile('a')", "torch.tile(a, 2)", "a.repeat()"),
    *errors(
        A,
        "a.repeat_interleave(-1)",
        "a.repeat_interleave(torch.tensor([1, 2, 3]), 0)",
        "a.repeat_interleave('a')",
    ),
    *errors(A, "a.repeat_interleave(torch.tensor([1., 2.]), 0)"),
]

MOVED = [
    *rows(
        "_roll",
        A,
        "a.roll(1)",
        "a.roll(1, 0)",
        "torch.roll(a, (1, -1), (0, 1))",
        "a.roll(shifts=2, dims=-1)",
        "a.roll((1,))",
    ),
    *rows("_roll", SCALAR, "a.roll(1)"),
    *rows(
        "_flip",
        A,
        "a.flip(0)",
        "a.flip(0, 1)",
        "torch.flip(a, (-1,))",
        "a.flip([1, 0])",
    ),
    *rows("_flip", SCALAR, "a.flip(())", "a.flip(0)"),
    *rows("_flip", VECTOR, "a.flip(-1)"),
    *errors(A, "a.roll(1, 5)", "a.roll((1, 2), 0)", "a.roll()", "a.roll('a')", "a.roll((1, 2))"),
    *errors(A, "a.flip(5)", "a.flip(0, 0)", "torch.flip(a, 0)", "a.flip()", "torch.flip(a, 'a')"),
]

TRIANGLES = [
    *rows("tril", SQUARE, "a.tril()", "torch.tril(a, 1)", "a.tril(-1)", "a.tril(diagonal=5)"),
    *rows("triu", SQUARE, "a.triu()", "torch.triu(a, 1)", "a.triu(-1)", "a.triu(diagonal=-5)"),
    *rows("tril triu", CUBE, "a.tril()", "a.triu(1)"),
    *rows("tril triu", dict(_a=bools(3, 3)), "_a.tril()", "_a.triu()"),
    *rows("tril triu", SQUARE, "a.clone().tril_()", "a.clone().triu_(1)", "a.t().clone().tril_(-1)"),
    *rows(
        "diag_embed",
        A,
        "torch.diag_embed(a)",
        "a.diag_embed(1)",
        "a.diag_embed(-1, 0, 2)",
        "a.diag_embed(dim1=0, dim2=-1)",
    ),
    *rows("diag_embed", VECTOR, "torch.diag(a)", "a.diag(-1)", "a.diagflat()", "torch.diagflat(a, 1)"),
    *rows("diag_embed", A, "a.diagflat()", "a.t().diagflat(-1)"),
    *rows("_diagonal_copy", A, "a.diag()", "torch.diag(a, 1)", "a.diag(-1)"),
    *errors(VECTOR, "a.tril()", "a.triu()", "torch.zeros(()).diag()", "torch.zeros(2, 2, 2).diag()"),
    *errors(A, "torch.diag_embed(a, 0, 0, 0)", "torch.diag_embed(a, 0, 5)", "torch.diag('a')", "a.tril('a')"),
]

COPIED = [
    *rows("", dict(_a=normal(2, 3)), "torch.tril(_a, out=_a.clone())"),
    *errors(dict(_a=normal(2, 3)), "torch.tril(_a, out=_a.int())"),
]


ROWS = [
    *(RESHAPED + EXPANDED + ORDERED + SQUEEZED + PARTS + IN_MEMORY),
    *(REPEATED + MOVED + TRIANGLES + COPIED),
]
