"""Rows of conversions between dtypes and devices."""

from . import F32, KINKS, bools, each, errors, exactly, ints, normal

ROWS = [
    *each(
        "_to_copy",
        "a.double(); a.float(); a.half(); a.to(torch.float64); a.to(dtype=torch.float16); "
        "a.type(torch.float64); a.type('torch.DoubleTensor'); a.to(float); a.to('cpu', torch.float64); "
        "a.to(_b); a.type_as(_b); a.to(torch.float32, copy=True); a.to(device='cpu', dtype=torch.double); "
        "a.type(torch.DoubleTensor)",
        KINKS, a=normal(3, 2), _b=exactly([1.0], "float64"),
    ),
    *each(
        "_to_copy",
        "a.t().double(); a.to('cpu'); a.to(torch.device('cpu')); a.cpu(); a.to(a); a.to(); a.to(None)",
        a=normal(2, 3),
    ),
    *each(
        "_to_integers",
        "_a.int(); _a.long(); _a.short(); _a.char(); _a.byte(); _a.bool(); _a.to(torch.int64); _a.to(int); "
        "_a.type(torch.LongTensor)",
        F32, _a=exactly([-1.5, 0.0, 2.7, 300.0, -129.0]),
    ),
    *each(
        "_to_integers _to_copy",
        "i.float(); i.double(); i.bool(); i.byte(); i.to(torch.float16); p.int(); p.float(); u.char(); "
        "i.int().short(); i.to(bool)",
        F32, i=ints(4, low=-300, high=300), p=bools(3), u=ints(3, high=255, dtype="uint8"),
    ),
    *each(
        "_to_integers",
        "_a.int(); _a.long(); _a.bool(); _a.half(); _a.float()",
        F32, _a=exactly([float("nan"), 10000000000.0, float("inf"), 70000.0]),
    ),
    *each("_to_integers", "a.long(); a.bool()", KINKS, a=normal(3)),
    *each(
        "_to_copy",
        "a.type(); i.type(); p.type(); a.double().type(); a.is_floating_point(); i.is_signed(); "
        "torch.is_complex(a); torch.result_type(a, 1); torch.result_type(i, 1.5); torch.result_type(i, a); "
        "torch.result_type(p, 1); torch.result_type(1, 2.0); torch.promote_types(torch.int8, torch.uint8); "
        "torch.can_cast(torch.float, torch.int); torch.can_cast(torch.int, torch.float); "
        "torch.get_default_dtype(); torch.finfo(torch.float32).eps; torch.iinfo(torch.uint8).max; "
        "torch.finfo(torch.half); torch.iinfo(torch.int32); torch.finfo(); a.is_conj(); a.is_neg()",
        F32, a=normal(2), i=ints(2), p=bools(2),
    ),
    *errors(
        "_to_copy",
        "a.to('cuda'); a.cuda(); a.to('foo'); a.to('cuda:0'); a.type('foo'); torch.promote_types(1, 2); "
        "torch.set_default_dtype(torch.int64); torch.set_default_dtype(1); torch.result_type(a); "
        "torch.finfo(torch.int32); torch.iinfo(torch.float32)",
        a=normal(2),
    ),
]  # fmt: skip
