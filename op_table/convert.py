"""Rows of conversions between dtypes, devices and memory formats, and of where results lie in memory."""

import re

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
        "a.type(); i.type(); p.type(); a.double().type(); a.is_floating_point(); i.is_signed(); torch.is_complex(a); torch.result_type(a, 1); torch.result_type(i, 1.5); torch.result_type(i, a); torch.result_type(p, 1); torch.result_type(1, 2.0); torch.promote_types(torch.int8, torch.uint8); torch.get_default_dtype(); torch.finfo(torch.float32).eps; torch.iinfo(torch.uint8).max; torch.finfo(torch.half); torch.iinfo(torch.int32); torch.finfo()",
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

# Channels last in memory: which operators keep them there, and which put their results in order.
STRIDES = dict(dtypes=("float32",), checks=False, note="strides have no gradient")
LAST = "memory_format=torch.channels_last"
IMAGES = dict(a=normal(1, 2, 3, 4))
ROWS += [
    *each(
        "_to_copy _clone _to_integers",
        f"a.to({LAST}); a.to(torch.float64, {LAST}); a.double({LAST}); a.float({LAST}); a.cpu({LAST}); a.contiguous({LAST});"
        f"a.clone({LAST}); a.to({LAST}).to({LAST}); a.to({LAST}).contiguous(); a.contiguous({LAST}).contiguous({LAST});"
        f"a.to({LAST}) * 2; a.to({LAST}).reshape(-1); a.detach().int({LAST}).stride(); a.to(memory_format=torch.preserve_format);"
        f"a[None].to(memory_format=torch.channels_last_3d)",
        KINKS, **IMAGES,
    ),
    *each(
        "",
        ";".join(f"{call}.stride()" for call in (
            f"a.to({LAST})", f"a.clone({LAST})", f"torch.zeros_like(a, {LAST})", f"torch.empty(1, 2, 3, 4, {LAST})",
            f"torch.ones_like(a, {LAST})", f"torch.nn.Conv2d(2, 3, 2).to({LAST}).weight", f"a[None].to({LAST}_3d)",
            *(re.sub(r"\bz\b", f"a.to({LAST})", call) for call in (
                "F.max_pool2d(z, 2)", "F.max_pool2d(z, 2, return_indices=True)[1]", "F.avg_pool2d(z, 2)",
                "F.adaptive_avg_pool2d(z, 2)", "F.interpolate(z, scale_factor=2.0)",
                "F.interpolate(z, scale_factor=2.0, mode='bilinear')", "F.pad(z, (1, 1, 1, 1))", "F.pad(z, (1, 1, 1, 1), 'reflect')",
                "F.batch_norm(z, torch.zeros(2), torch.ones(2))", "F.group_norm(z, 2)", "F.layer_norm(z, (4,))",
                "F.conv2d(z, torch.ones(3, 2, 2, 2))", "F.conv2d(a, torch.ones(3, 2, 2, 2).contiguous(memory_format=torch.channels_last))",
                "F.pixel_shuffle(torch.cat([z, z], 1), 2)",
                "torch.cat([z, z], 1)", "torch.cat([z, a], 1)", "F.softmax(z, 1)", "F.gelu(z)", "F.hardtanh(z)", "F.dropout(z)",
                "F.relu(z)", "z.sum(1)",
            )),
        )),
        STRIDES, **IMAGES,
    ),
    *each("", f"a.to({LAST}).is_contiguous(); a.to({LAST}).is_contiguous({LAST}); a.is_contiguous({LAST}); a[0].is_contiguous({LAST})",
        F32, **IMAGES),
    *errors("", f"a[0].to({LAST}); a[0].contiguous({LAST}); a[0].clone({LAST}); a[0].half({LAST}); torch.zeros_like(a[0], {LAST});"
        f"a.to({LAST}_3d); a.mT.contiguous(memory_format=torch.preserve_format)", **IMAGES),
]  # fmt: skip


# Of operands that lie differently the first decides, and where that repeats a dimension, the next.
def turned(call):
    """Return an expression in which x and z have their dimensions in another order."""
    return re.sub(r"\bz\b", "z.permute(2, 0, 1)", re.sub(r"\bx\b", "x.t()", call))


TURNED = dict(x=normal(3, 4), y=normal(4, 3), z=normal(3, 4, 5), w=normal(5, 3, 4))
ROWS += each(
    "",
    ";".join(f"{turned(call)}.stride()" for call in (
        "(x * y)", "(y * x)", "(x + y)", "torch.where(x > 0, y, x)", "torch.maximum(x, y)", "torch.addcmul(x, y, y)", "(z * w)",
        "(w * z)", "(z * w[:, :1])", "(z / z.norm(dim=1, keepdim=True))", "torch.lerp(x, y, 0.5)", "(x == y)", "torch.fmod(x, y)",
        "(x % y)", "torch.hypot(x, y)", "x.clamp(y, y)", "torch.masked_fill(x, y > 0, 0)", "torch.masked_fill(y, x > 0, 0)",
        "torch.isclose(x, y)", "torch.erf(z)", "torch.digamma(z)", "z.softmax(1)", "z.log_softmax(0)", "F.layer_norm(z, (4,))",
        "F.rms_norm(z, (4,))", "F.gelu(z)", "F.logsigmoid(z)", "torch.cumsum(z, 0)",
        "torch.sort(z, 0)[0]", "z.argsort(0)", "F.batch_norm(z, torch.zeros(3), torch.ones(3))", "z.double()", "z.expand(2, 5, 3, 4).exp()",
        "F.one_hot((x > 0).long())", "torch.kron(x, x)", "x.expand(2, 4, 3).double()", "x.expand(2, 4, 3).bool()",
        "torch.zeros_like(x.expand(2, 4, 3))", "torch.full_like(z, 2)", "torch.empty_like(x.expand(2, 4, 3))",
    )),
    STRIDES, **TURNED,
)  # fmt: skip
ROWS += each("", "F.rms_norm(z.permute(2, 0, 1), (4,)); z.permute(2, 0, 1).softmax(1).view(5, 12)", z=normal(3, 4, 5))
