"""Rows of the normalizations."""

from . import Row, exactly, ints, normal, positive

FLOAT = ("float32",)
HALF = ("float16", "float32", "float64")
AFFINE = dict(x=normal(4, 3), w=normal(3), b=normal(3))
RUNNING = dict(x=normal(4, 3), _m=normal(3), _v=positive(3))

ROWS = [
    # over the batch
    Row("native_batch_norm _native_batch_norm_backward", "F.batch_norm(x, None, None, w, b, training=True)", AFFINE),
    Row("native_batch_norm", "F.batch_norm(x, None, None, training=True)", dict(x=normal(2, 3, 2, 2))),
    Row("native_batch_norm", "F.batch_norm(x, None, None, w, training=True, eps=0.1)", dict(x=normal(2, 3, 4), w=normal(3))),
    Row("native_batch_norm", "F.batch_norm(x, _m, _v)", RUNNING),
    Row("native_batch_norm", "F.batch_norm(x, _m, _v, w, b)", dict(x=normal(2, 3, 2), _m=normal(3), _v=positive(3), w=normal(3), b=normal(3))),
    Row("native_batch_norm", "[F.batch_norm(x, _m, _v, training=True, momentum=0.3), _m, _v]", RUNNING, checks=False,
        note="moves the running statistics"),
    Row("native_batch_norm", "F.batch_norm(_x, None, None, training=True)", dict(_x=normal(4, 3)), ("float16",)),
    Row("native_batch_norm", "F.batch_norm(x, None, None, w, b, training=True)", dict(x=normal(0, 3), w=normal(3), b=normal(3)), FLOAT),
    Row("native_batch_norm", "F.batch_norm(x.t(), None, None, training=True)", dict(x=normal(3, 4)), FLOAT),
    Row("native_batch_norm", "torch.batch_norm(x, w, b, None, None, True, 0.1, 1e-5, True)", AFFINE),
    Row("native_batch_norm", "torch.native_batch_norm(x, w, b, None, None, True, 0.1, 1e-5)", AFFINE),
    Row("native_batch_norm", "F.batch_norm(x, _m, _v)", dict(x=normal(4, 2), _m=normal(3), _v=positive(2)), FLOAT, error=True),
    Row("native_batch_norm", "F.batch_norm(x, _m, _v, w)", dict(x=normal(4, 2), _m=normal(2), _v=positive(2), w=normal(3)), FLOAT, error=True),
    Row("native_batch_norm", "F.batch_norm(x, None, None)", dict(x=normal(4, 2)), FLOAT, error=True),
    Row("native_batch_norm", "F.batch_norm(x, _m, None, training=True)", dict(x=normal(4, 2), _m=normal(2)), FLOAT, error=True),
    Row("native_batch_norm", "F.batch_norm(x, None, None, training=True)", dict(x=normal(1, 2)), FLOAT, error=True),
    Row("native_batch_norm", "F.batch_norm(x, None, None, training=True)", dict(x=normal(3)), FLOAT, error=True),
    Row("native_batch_norm", "F.batch_norm(x, None, None, training=True, eps=0)", dict(x=normal(4, 2)), FLOAT, error=True),
    Row("native_batch_norm", "F.batch_norm(x, _m, _v, eps=-1)", RUNNING, FLOAT, error=True),
    Row("native_batch_norm", "F.batch_norm(x, _m, _v, training=True, momentum=None)", RUNNING, FLOAT, error=True),
    Row("native_batch_norm", "F.batch_norm(x, None, None, training=True)", dict(x=ints(4, 2)), FLOAT, error=True),
    Row("native_batch_norm", "F.batch_norm(x, _m.double(), _v.double())", RUNNING, FLOAT, error=True),
    Row("", "F.instance_norm(x)", dict(x=normal(2, 3, 4))),
    Row("", "F.instance_norm(x, weight=w, bias=b)", dict(x=normal(2, 3, 2, 2), w=normal(3), b=normal(3))),
    Row("", "[F.instance_norm(x, _m, _v), _m, _v]", dict(x=normal(2, 3, 4), _m=normal(3), _v=positive(3)), checks=False,
        note="moves the running statistics"),
    Row("", "F.instance_norm(x, _m, _v, use_input_stats=False)", dict(x=normal(2, 3, 4), _m=normal(3), _v=positive(3))),
    Row("", "F.instance_norm(x)", dict(x=normal(2, 3)), FLOAT, error=True),
    Row("", "F.instance_norm(x, use_input_stats=False)", dict(x=normal(2, 3, 4)), FLOAT, error=True),
    Row("", "F.instance_norm(x, weight=w)", dict(x=normal(2, 3, 4), w=normal(4)), FLOAT, error=True),
    # over a layer
    Row("native_layer_norm _native_layer_norm_backward", "F.layer_norm(x, (4,), w, b)", dict(x=normal(3, 4), w=normal(4), b=normal(4))),
    Row("native_layer_norm", "F.layer_norm(_x, (4,), w, b)", dict(_x=normal(3, 4), w=normal(4), b=normal(4)), ("float16",)),
    Row("native_layer_norm", "F.layer_norm(x, [6])", dict(x=normal(3, 6))),
    Row("native_layer_norm", "F.layer_norm(x, (2, 3), w)", dict(x=normal(2, 2, 3), w=normal(2, 3))),
    Row("native_layer_norm", "F.layer_norm(x, (3,), w, eps=0.1)", dict(x=normal(2, 2, 3), w=normal(3))),
    Row("native_layer_norm", "F.layer_norm(x, x.shape, w, b)", dict(x=normal(5), w=normal(5), b=normal(5))),
    Row("native_layer_norm", "torch.layer_norm(x.t(), (3,))", dict(x=normal(3, 4))),
    Row("native_layer_norm", "F.layer_norm(x, (3,))", dict(x=normal(0, 3)), FLOAT),
    Row("native_layer_norm", "torch.native_layer_norm(x, (3,), None, None, 1e-5)", dict(x=normal(2, 3))),
    Row("native_layer_norm", "F.layer_norm(x, (4,))", dict(x=normal(2, 3)), FLOAT, error=True),
    Row("native_layer_norm", "F.layer_norm(x, 3)", dict(x=normal(2, 3)), FLOAT, error=True),
    Row("native_layer_norm", "F.layer_norm(x, ())", dict(x=normal(2, 3)), FLOAT, error=True),
    Row("native_layer_norm", "F.layer_norm(x, (3.0,))", dict(x=normal(2, 3)), FLOAT, error=True),
    Row("native_layer_norm", "F.layer_norm(x, (3,), w)", dict(x=normal(2, 3), w=normal(2)), FLOAT, error=True),
    Row("native_layer_norm", "F.layer_norm(x, (3,), None, b)", dict(x=normal(2, 3), b=normal(2)), FLOAT, error=True),
    Row("native_layer_norm", "F.layer_norm(x, (3,), w.double())", dict(x=normal(2, 3), w=normal(3)), FLOAT, error=True),
    Row("native_layer_norm", "F.layer_norm(x, (3,))", dict(x=ints(2, 3)), FLOAT, error=True),
    Row("", "F.rms_norm(x, (4,), w)", dict(x=normal(3, 4), w=normal(4))),
    Row("", "F.rms_norm(x, (2, 2))", dict(x=normal(3, 2, 2))),
    Row("", "torch.rms_norm(x, (4,), eps=0.1)", dict(x=normal(3, 4)), HALF),
    Row("", "F.rms_norm(x, (2,))", dict(x=normal(2, 3)), FLOAT, error=True),
    Row("", "F.rms_norm(x, (3,))", dict(x=ints(2, 3)), FLOAT, error=True),
    # over groups
    Row("native_group_norm", "F.group_norm(x, 2, w, b)", dict(x=normal(2, 4, 3), w=normal(4), b=normal(4))),
    Row("native_group_norm", "F.group_norm(x, 3)", dict(x=normal(2, 3, 2, 2)), HALF),
    Row("native_group_norm", "F.group_norm(x, 1, w)", dict(x=normal(2, 4), w=normal(4))),
    Row("native_group_norm", "torch.group_norm(x, 2, weight=w)", dict(x=normal(2, 4, 3), w=normal(4))),
    Row("native_group_norm", "torch.native_group_norm(x, None, None, 2, 4, 3, 2, 1e-5)", dict(x=normal(2, 4, 3))),
    Row("native_group_norm", "F.group_norm(x, 3)", dict(x=normal(2, 4, 3)), FLOAT, error=True),
    Row("native_group_norm", "F.group_norm(x, 1)", dict(x=normal(2)), FLOAT, error=True),
    Row("native_group_norm", "F.group_norm(x, 0)", dict(x=normal(2, 4)), FLOAT, error=True),
    Row("native_group_norm", "F.group_norm(x, -2)", dict(x=normal(2, 4, 3)), FLOAT, error=True),
    Row("native_group_norm", "F.group_norm(x, 4)", dict(x=normal(1, 4)), FLOAT, error=True),
    Row("native_group_norm", "F.group_norm(x, 2, w)", dict(x=normal(2, 4, 3), w=normal(3)), FLOAT, error=True),
    Row("native_group_norm", "F.group_norm(x, 2)", dict(x=ints(2, 4, 3)), FLOAT, error=True),
    # without mean



    Row("", "F.normalize(x)", dict(x=normal(2, 3))),
    Row("", "F.normalize(x, p=3, dim=0)", dict(x=normal(2, 3))),
    Row("", "F.normalize(x, dim=-1)", dict(x=exactly([[0.0, 0.0], [3.0, 4.0]])), checks=False, note="the norm of 0"),
    Row("", "F.normalize(x, p=math.inf, dim=0)", dict(x=normal(4))),
    Row("", "F.normalize(x)", dict(x=normal(3)), FLOAT, error=True),
    Row("", "F.normalize(x)", dict(x=ints(2, 3)), FLOAT, error=True),
]  # fmt: skip

ROWS += [Row("native_group_norm", "F.group_norm(a[:0], 2)", dict(a=normal(1, 4, 3)))]
