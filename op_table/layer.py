"""Rows of linear layers, embeddings, dropout, padding, resizing, rearranged channels and distances."""

from . import Row, exactly, ints, normal

FLOAT = ("float32",)
HALF = ("float16", "float32", "float64")
PADDED = "no gradient goes to the padding"
ROUGH = "PyTorch has no second derivative"

ROWS = [
    # linear
    Row("", "F.linear(x, w)", dict(x=normal(3, 4), w=normal(2, 4)), HALF),
    Row("", "F.linear(x, w, b)", dict(x=normal(3, 4), w=normal(2, 4), b=normal(2))),
    Row("", "F.linear(x, w, b)", dict(x=normal(4), w=normal(2, 4), b=normal(2))),
    Row("", "F.linear(x, w)", dict(x=normal(4), w=normal(2, 4))),
    Row("", "F.linear(x, w, b)", dict(x=normal(2, 3, 4), w=normal(2, 4), b=normal(2))),
    Row("", "F.linear(x, w)", dict(x=normal(2, 3, 4), w=normal(2, 4))),
    Row("", "F.linear(x.transpose(1, 2), w, b)", dict(x=normal(2, 4, 3), w=normal(2, 4), b=normal(2))),
    Row("", "F.linear(x.t(), w, b)", dict(x=normal(4, 3), w=normal(2, 4), b=normal(2))),
    Row("", "F.linear(x, w)", dict(x=normal(3, 4), w=normal(4))),
    Row("", "F.linear(x, w)", dict(x=normal(4), w=normal(4))),
    Row("", "F.linear(x, w, b)", dict(x=normal(3, 4), w=normal(2, 4), b=normal(1))),
    Row("", "F.linear(x, w, b)", dict(x=normal(0, 4), w=normal(2, 4), b=normal(2)), FLOAT),
    Row("", "F.linear(x, w)", dict(x=ints(3), w=ints(2, 3)), FLOAT),
    Row("", "F.linear(x, w)", dict(x=normal(3, 4), w=normal(2, 3)), FLOAT, error=True),
    Row("", "F.linear(x, w, b)", dict(x=normal(3, 4), w=normal(2, 4), b=normal(3)), FLOAT, error=True),
    Row("", "F.linear(x, w, b)", dict(x=normal(2, 3, 4), w=normal(2, 3), b=normal(2)), FLOAT, error=True),
    Row("", "F.linear(x, w.double())", dict(x=normal(3, 4), w=normal(2, 4)), FLOAT, error=True),
    Row("", "F.linear(x, w.float())", dict(x=ints(3, 4), w=ints(2, 4)), FLOAT, error=True),
    Row("", "F.linear(x, w)", dict(x=normal(3, 4), w=normal(2, 3, 4)), FLOAT, error=True),
    Row("", "F.linear(x, w)", dict(x=normal(), w=normal(2, 3)), FLOAT, error=True),
    Row("", "F.linear(x, 3)", dict(x=normal(3, 4)), FLOAT, error=True),






    # embeddings
    Row("", "F.embedding(i, w)", dict(i=exactly([1, 0, 2, 1], "int64"), w=normal(4, 3))),
    Row("", "F.embedding(i, w, padding_idx=1)", dict(i=exactly([[1, 0], [2, 1]], "int64"), w=normal(4, 3)), checks=False, note=PADDED),
    Row("", "F.embedding(i, w, padding_idx=-1, scale_grad_by_freq=True)", dict(i=exactly([1, 0, 3, 1], "int64"), w=normal(4, 2)), checks=False, note=PADDED),
    Row("", "F.embedding(i.int(), w)", dict(i=exactly(2, "int64"), w=normal(4, 3))),
    Row("", "[F.embedding(i, _w, max_norm=1.0), _w]", dict(i=exactly([1, 1, 2], "int64"), _w=normal(4, 3)), checks=False, note="writes"),
    Row("", "F.embedding(i, w)", dict(i=exactly([1, 5], "int64"), w=normal(4, 3)), FLOAT, error=True),
    Row("", "F.embedding(i, w)", dict(i=exactly([-1], "int64"), w=normal(4, 3)), FLOAT, error=True),
    Row("", "F.embedding(i.float(), w)", dict(i=ints(2), w=normal(4, 3)), FLOAT, error=True),
    Row("", "F.embedding(i, w, padding_idx=4)", dict(i=ints(2), w=normal(4, 3)), FLOAT, error=True),
    Row("", "F.embedding(i, w)", dict(i=ints(2), w=normal(4)), FLOAT, error=True),
    Row("", "F.embedding([1], w)", dict(w=normal(4, 2)), FLOAT, error=True),
    Row("_embedding_bag _embedding_bag_backward", "F.embedding_bag(i, w)", dict(i=ints(2, 3, high=4), w=normal(4, 3)), checks=False, note=ROUGH),
    Row("_embedding_bag", "F.embedding_bag(i, w, o, mode='sum')", dict(i=ints(4, high=4), w=normal(4, 3), o=exactly([0, 3, 3], "int64")), checks=False, note=ROUGH),
    Row("_embedding_bag", "F.embedding_bag(i, w, o, mode='max')", dict(i=ints(4, high=4), w=normal(4, 3), o=exactly([0, 3], "int64")), checks=False, note=ROUGH),
    Row("_embedding_bag", "F.embedding_bag(i, w, padding_idx=1)", dict(i=exactly([[1, 0, 0], [2, 3, 1]], "int64"), w=normal(4, 2)), checks=False, note=ROUGH),
    Row("_embedding_bag", "F.embedding_bag(i, w)", dict(i=ints(3, high=4), w=normal(4, 3)), FLOAT, error=True),
    Row("_embedding_bag", "F.embedding_bag(i, w)", dict(i=exactly([[1, 7]], "int64"), w=normal(4, 3)), FLOAT, error=True),
    Row("_embedding_bag", "F.embedding_bag(i, w, o)", dict(i=ints(3, high=4), w=normal(4, 3), o=exactly([1], "int64")), FLOAT, error=True),
    Row("_embedding_bag", "F.embedding_bag(i, w, o)", dict(i=ints(2, 3), w=normal(4, 3), o=exactly([0], "int64")), FLOAT, error=True),
    Row("_embedding_bag", "F.embedding_bag(i, w, mode='median')", dict(i=ints(2, 3), w=normal(4, 3)), FLOAT, error=True),
    Row("_embedding_bag", "F.embedding_bag(i, w)", dict(i=ints(2, 3), w=normal(4)), FLOAT, error=True),
    # dropout
    Row("", "F.dropout(x, 0.3)", dict(x=normal(4, 5)), HALF),
    Row("", "F.dropout(x.t())", dict(x=normal(2, 3))),
    Row("", "torch.dropout(x, 0.2, True)", dict(x=normal(20))),
    Row("", "F.dropout(x * x, inplace=True)", dict(x=normal(6))),
    Row("", "F.dropout(x, 1.0)", dict(x=normal(3))),
    Row("", "F.dropout(x, 0.0)", dict(x=normal(3)), checks=False, note="the input itself"),
    Row("", "F.dropout(x, training=False)", dict(x=normal(3)), checks=False, note="the input itself"),
    Row("", "F.dropout(x)", dict(x=ints(3)), FLOAT, error=True),
    Row("", "F.dropout(x, 1.5)", dict(x=normal(3)), FLOAT, error=True),
    Row("", "torch.dropout(x, -0.5, True)", dict(x=normal(3)), FLOAT, error=True),



    Row("", "F.dropout2d(x, 0.4)", dict(x=normal(2, 3, 2, 2))),
    Row("", "F.dropout2d(x)", dict(x=normal(2, 3, 2))),
    Row("", "F.dropout2d(x)", dict(x=normal(3)), FLOAT, error=True),



    Row("", "torch.feature_dropout(x, 0.5, True)", dict(x=normal(3)), FLOAT, error=True),
    # padding
    Row("constant_pad_nd", "F.pad(x, (1, 2))", dict(x=normal(2, 3)), HALF),
    Row("constant_pad_nd", "F.pad(x, (1, 0, 0, 2), value=1.5)", dict(x=normal(2, 3))),
    Row("constant_pad_nd", "F.pad(x, (-1, 1))", dict(x=normal(2, 3))),
    Row("constant_pad_nd", "torch.constant_pad_nd(x, (0, 1), 3)", dict(x=normal(2))),
    Row("constant_pad_nd", "F.pad(x, (1, 1), value=2.7)", dict(x=ints(2, 3)), FLOAT),
    Row("_reflection_pad1d _reflection_pad1d_backward", "F.pad(x, (2, 1), 'reflect')", dict(x=normal(2, 3))),
    Row("_reflection_pad2d _reflection_pad2d_backward", "F.pad(x, (1, 0, 2, 1), mode='reflect')", dict(x=normal(1, 3, 2))),
    Row("_reflection_pad3d _reflection_pad3d_backward", "F.pad(x, (1, 0, 0, 1, 1, 1), 'reflect')", dict(x=normal(1, 2, 2, 2))),
    Row("_replication_pad1d _replication_pad1d_backward", "F.pad(x, (2, -1), 'replicate')", dict(x=normal(2, 3))),
    Row("_replication_pad2d _replication_pad2d_backward", "F.pad(x, (1, 0, 2, 1), 'replicate')", dict(x=normal(1, 1, 2, 2))),
    Row("_replication_pad3d _replication_pad3d_backward", "F.pad(x, (1, 0, 0, 1, 1, 0), 'replicate')", dict(x=normal(1, 2, 1, 2))),
    Row("", "F.pad(x, (1, 2), 'circular')", dict(x=normal(2, 3))),
    Row("", "F.pad(x, (1, 0, 2, 1), 'circular')", dict(x=normal(1, 3, 2))),
    Row("", "F.pad(x, (-1, 2), 'circular')", dict(x=normal(1, 3))),
    *[
        Row("constant_pad_nd", f"F.pad(x, {arguments})", dict(x=normal(1, 2, 3)), FLOAT, error=True)
        for arguments in (
            "(1,)", "(1,) * 8", "(-2, -2)", "(1, 1), 'fold'", "(1, 1), 'reflect', 1.0", "(3, 1), 'reflect'",
            "(1, 1, 1, 1, 1, 1), 'reflect'", "(4, 1), 'circular'", "1", "(1.5, 1)",
        )
    ],
    # resizing
    *[
        Row(f"_upsample_nearest{n}d _upsample_nearest{n}d_backward", "F.interpolate(x, scale_factor=1.5, mode='nearest')",
            dict(x=normal(1, 2, *(3, 2, 2)[:n])))
        for n in (1, 2, 3)
    ],
    Row("_upsample_nearest2d", "F.interpolate(x, size=(1, 5))", dict(x=normal(1, 1, 2, 3)), HALF),
    Row("_upsample_linear1d _upsample_linear1d_backward", "F.interpolate(x, 5, mode='linear')", dict(x=normal(1, 2, 3))),
    Row("_upsample_linear1d", "F.interpolate(x, 5, mode='linear', align_corners=True)", dict(x=normal(1, 2, 3))),
    Row("_upsample_bilinear2d _upsample_bilinear2d_backward", "F.interpolate(x, scale_factor=(2, 0.5), mode='bilinear')", dict(x=normal(1, 1, 2, 4))),
    Row("_upsample_bilinear2d", "F.interpolate(x, (3, 1), mode='bilinear', align_corners=True)", dict(x=normal(1, 1, 2, 4))),
    Row("_upsample_trilinear3d _upsample_trilinear3d_backward", "F.interpolate(x, 3, mode='trilinear')", dict(x=normal(1, 1, 2, 2, 4))),
    # sampling
    *[
        Row("_grid_sampler_2d _grid_sampler_2d_backward _grid_sampler_double_backward", f"F.grid_sample(x, 0.9 * g, '{mode}', '{padding}', {align})",
            dict(x=normal(2, 2, 3, 4), g=normal(2, 2, 3, 2)),
            checks=mode != "nearest", note="the nearest pixel jumps")
        for mode in ("bilinear", "nearest") for padding in ("zeros", "border", "reflection") for align in (True, False)
    ],
    Row("", "F.affine_grid(x, (2, 1, 2, 3), align_corners=True)", dict(x=normal(2, 3, 4)), FLOAT, error=True),
    *[
        Row("_affine_grid_generator", f"F.affine_grid(x, {size}, align_corners={align})", dict(x=normal(2, 2, 3)))
        for size in ("(2, 1, 3, 4)", "[2, 3, 2, 1]") for align in (True, False)
    ],
    *[
        Row("", call, dict(x=normal(1, 1, 3, 4), g=normal(1, 2, 2, 2)), FLOAT, error=True)
        for call in (
            "F.grid_sample(x, g.double(), align_corners=False)", "F.grid_sample(x, g[0], align_corners=False)",
            "F.grid_sample(x, torch.cat([g, g]), align_corners=False)", "F.grid_sample(x, g[..., :1], align_corners=False)",
            "F.grid_sample(x, g, 'cubic')", "F.grid_sample(x, g, 'nearest', 'zero')", "F.affine_grid(g, (1, 2, 3))",
            "F.affine_grid(g[0], (1, 1, 2, 2))", "F.affine_grid(torch.ones(1, 2, 3), (1, 1, 0, 2))",
        )
    ],
    Row("_upsample_nearest2d", "F.interpolate(x, scale_factor=1.7, recompute_scale_factor=True)", dict(x=normal(1, 1, 3, 2))),
    *[
        Row("", f"F.interpolate(x, {arguments})", dict(x=normal(1, 1, 2, 2)), FLOAT, error=True)
        for arguments in (
            "None", "2, 2", "(2, 2, 2)", "scale_factor=(2, 2, 2)", "4, mode='linear'", "4, mode='trilinear'", "4, mode='cubist'",
            "4, align_corners=True", "0", "-1", "scale_factor=0.1", "4, recompute_scale_factor=True", "(2.5, 2)",
        )
    ],
    Row("", "F.interpolate(x, 4)", dict(x=normal(2, 2)), FLOAT, error=True),
    Row("", "F.interpolate(x, 4, mode='bilinear')", dict(x=normal(1, 2, 2)), FLOAT, error=True),
    Row("", "F.interpolate(x, 4)", dict(x=ints(1, 1, 2, 2)), FLOAT, error=True),
    # channels
    Row("_pixel_shuffle", "F.pixel_shuffle(x, 2)", dict(x=normal(1, 4, 2, 1))),
    Row("_pixel_unshuffle", "F.pixel_unshuffle(x, 2)", dict(x=normal(1, 2, 4))),
    Row("_pixel_shuffle", "F.pixel_shuffle(x, 2)", dict(x=normal(1, 3, 2, 2)), FLOAT, error=True),
    Row("_pixel_shuffle", "F.pixel_shuffle(x, 2)", dict(x=normal(2, 2)), FLOAT, error=True),
    Row("_pixel_unshuffle", "F.pixel_unshuffle(x, 2)", dict(x=normal(1, 3, 2)), FLOAT, error=True),
    # distances
    Row("_norm_along", "F.pairwise_distance(x, y)", dict(x=normal(3, 2), y=normal(3, 2))),
    Row("_norm_along", "torch.pairwise_distance(x, y, p=1, keepdim=True)", dict(x=normal(3, 2), y=normal(2))),
    Row("_norm_along", "F.pairwise_distance(x, y)", dict(x=normal(3, 2), y=normal(3, 3)), FLOAT, error=True),
    Row("", "F.cosine_similarity(x, y)", dict(x=normal(3, 2), y=normal(3, 2))),
    Row("", "torch.cosine_similarity(x, y, dim=0)", dict(x=normal(3), y=normal(2, 3, 3))),
    Row("", "F.cosine_similarity(x, y, 0)", dict(x=exactly([0.0, 0.0]), y=normal(2)), checks=False, note="the norm of 0"),
    Row("", "F.cosine_similarity(x, y)", dict(x=normal(3, 2), y=normal(3, 3)), FLOAT, error=True),
    Row("", "F.cosine_similarity(x, x)", dict(x=ints(3, 2)), FLOAT, error=True),
]  # fmt: skip
