"""Rows of attention, with one head and with several."""

from . import Row, bools, ints, normal

FLOAT = ("float32",)
DOUBLE = ("float64",)  # in float32 the rounding of a zero is all that differs
ROUGH = "PyTorch has no second derivative"
QKV = dict(q=normal(2, 3), k=normal(4, 3), v=normal(4, 2))
BATCH = dict(q=normal(2, 2, 3), k=normal(2, 4, 3), v=normal(2, 4, 2))
HEADS = dict(q=normal(1, 2, 3, 2), k=normal(1, 2, 4, 2), v=normal(1, 2, 4, 2))
FLASH = "_flash_attention _flash_attention_backward"
ATTEND = "F.scaled_dot_product_attention"
# Features 4, heads 2; sequences of 3 and 2 in a batch of 2.
MULTI = dict(
    q=normal(3, 2, 4), k=normal(2, 2, 4), v=normal(2, 2, 4), w=normal(12, 4), b=normal(12), o=normal(4, 4), c=normal(4)
)
SELF = dict(q=normal(3, 2, 4), w=normal(12, 4), b=normal(12), o=normal(4, 4), c=normal(4))
START = "F.multi_head_attention_forward("

ROWS = [
    Row("_safe_softmax", f"{ATTEND}(q, k, v)", QKV),
    Row("_safe_softmax", f"{ATTEND}(q, k, v)", BATCH),
    Row("_safe_softmax", f"{ATTEND}(q, k, v, scale=0.5)", BATCH),
    Row("_safe_softmax", f"{ATTEND}(q, k, v, m)", QKV | dict(m=normal(2, 4))),
    Row("_safe_softmax", f"{ATTEND}(q, k, v, m)", QKV | dict(m=bools(2, 4))),
    Row("_safe_softmax", f"{ATTEND}(q, k, v, is_causal=True)", BATCH),
    Row("_safe_softmax", f"{ATTEND}(q, k, v, dropout_p=0.4)", BATCH),
    Row("_safe_softmax", f"{ATTEND}(q, k, v, k[:, 0] > 99)", dict(q=normal(2, 3), k=normal(4, 3), v=normal(4, 2)), FLOAT,
        checks=False, note="nothing to be seen"),
    Row(FLASH, f"{ATTEND}(q, k, v)", HEADS, checks=False, note=ROUGH),
    Row(FLASH, f"{ATTEND}(q, k, v, is_causal=True)", HEADS, checks=False, note=ROUGH),
    Row(FLASH, f"{ATTEND}(q, k, v, m)", HEADS | dict(m=bools(3, 4)), checks=False, note=ROUGH),
    Row(FLASH, f"{ATTEND}(q, k, v, _m, scale=0.3)", HEADS | dict(_m=normal(1, 1, 3, 4)), checks=False, note=ROUGH),
    Row("", f"{ATTEND}(q, k, v)", dict(q=normal(2, 3), k=normal(4, 2), v=normal(4, 2)), FLOAT, error=True),
    Row("", f"{ATTEND}(q, k, v)", dict(q=normal(3), k=normal(4, 3), v=normal(4, 2)), FLOAT, error=True),
    Row("", f"{ATTEND}(q, k.double(), v)", QKV, FLOAT, error=True),
    Row("", f"{ATTEND}(q, k, v, m, is_causal=True)", QKV | dict(m=bools(2, 4)), FLOAT, error=True),
    Row("", f"{ATTEND}(q, k, v, m)", QKV | dict(m=ints(2, 4)), FLOAT, error=True),
    Row("", f"{ATTEND}(q, k, v, m)", QKV | dict(m=bools(3, 4)), FLOAT, error=True),
    Row("", f"{ATTEND}(q, k, v, dropout_p=2.0)", QKV, FLOAT, error=True),
    # several heads
    Row("", f"{START}q, q, q, 4, 2, w, b, None, None, False, 0.0, o, c)", SELF, DOUBLE),
    Row("", f"{START}q, k, k, 4, 2, w, b, None, None, False, 0.0, o, c)", {n: MULTI[n] for n in "qkwboc"}, DOUBLE),
    Row("", f"{START}q, k, v, 4, 2, w, b, None, None, False, 0.0, o, c)", MULTI, DOUBLE),
    Row("", f"{START}q, k, v, 4, 2, w, None, None, None, False, 0.0, o, None, average_attn_weights=False)", {n: MULTI[n] for n in "qkvwo"}, DOUBLE),
    Row("", f"{START}q, q, q, 4, 2, w, b, None, None, False, 0.5, o, c)", SELF, DOUBLE),
    Row("", f"{START}q, q, q, 4, 2, w, b, None, None, False, 0.5, o, c, training=False, need_weights=False)", SELF, DOUBLE, checks=False, note=ROUGH),
    Row("", f"{START}q, q, q, 4, 2, w, b, None, None, False, 0.0, o, c, attn_mask=_m)", SELF | dict(_m=normal(3, 3)), DOUBLE),
    Row("", f"{START}q, q, q, 4, 2, w, b, None, None, False, 0.0, o, c, key_padding_mask=m)", SELF
        | dict(m=bools(2, 3)), DOUBLE, checks=False, note="all may be hidden"),
    Row("", f"{START}q, q, q, 4, 2, w, b, None, None, False, 0.0, o, c)",
        dict(q=normal(3, 4), w=normal(12, 4), b=normal(12), o=normal(4, 4), c=normal(4)), DOUBLE, note="no batch"),
    Row("", f"{START}q, q, q, 4, 3, w, b, None, None, False, 0.0, o, c)", SELF, FLOAT, error=True),
    Row("", f"{START}q, q, q, 5, 2, w, b, None, None, False, 0.0, o, c)", SELF, FLOAT, error=True),
    Row("", f"{START}q, q[0], q, 4, 2, w, b, None, None, False, 0.0, o, c)", SELF, FLOAT, error=True),
    Row("", f"{START}q, q, q, 4, 2, w, b, None, None, False, 0.0, o, c, is_causal=True)", SELF, FLOAT, error=True),
    Row("", f"{START}q, q, q, 4, 2, w, b, None, None, False, 0.0, o, c, attn_mask=q[0])", SELF, FLOAT, error=True),
]  # fmt: skip
