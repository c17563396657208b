"""Rows of recurrent layers and packed sequences."""

from . import Row, each, errors, exactly, normal

# An LSTM of 2 inputs and 3 hidden values, over 4 steps and 2 sequences.
LSTM = dict(
    x=normal(4, 2, 2),
    h=normal(1, 2, 3),
    c=normal(1, 2, 3),
    w=normal(12, 2),
    u=normal(12, 3),
    b=normal(12),
    d=normal(12),
)
LENGTHS = dict(x=normal(3, 2, 2), _n=exactly([3, 2], "int64"))

ROWS = [
    *each("_mkldnn_rnn_layer", "torch.lstm(x, (h, c), [w, u, b, d], True, 1, 0.0, True, False, False)",
        dict(dtypes=("float32",), checks=False, note="float32 only: PyTorch takes this layer for float32"), **LSTM),
    *each("", "torch.lstm(x, (h, c), [w, u, b, d], True, 1, 0.0, True, False, False)", dict(dtypes=("float64",)), **LSTM),
    *each("_pack_padded_sequence", "torch._pack_padded_sequence(x, _n, False)[0]; torch._pack_padded_sequence(x.transpose(0, 1), _n, True)[0];"
        "torch.nn.utils.rnn.pack_padded_sequence(x, _n)[0]", **LENGTHS),
    Row("_pack_padded_sequence", "torch._pack_padded_sequence(x, _n, False)[1]", LENGTHS),
    *errors("_pack_padded_sequence", "torch._pack_padded_sequence(x, _n[:1], False); torch._pack_padded_sequence(x[:0], _n, False);"
        "torch._pack_padded_sequence(x, _n.flip(0), False); torch._pack_padded_sequence(x, _n - 2, False)", **LENGTHS),
]  # fmt: skip
