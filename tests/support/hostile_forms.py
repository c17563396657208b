"""What a stranger's link may hold, for each page: texts that cost a parser much, and forms that are none."""

import base64
import json
import zlib

STRANGER = "zq_stranger"  # is in every text, and in none of ours, so that it is known wherever it comes up

DEEP = f"{STRANGER}" + ".a" * 32_700
TEXTS = {
    "a long path": f"from {DEEP} import b\n",
    "a long chain": f"x = {DEEP}\n",
    "brackets": f"{STRANGER} = " + "(" * 60_000,
    "nested lists": f"{STRANGER} = " + "[" * 90 + "]" * 90,
    "a long sum": f"{STRANGER} = 1" + " + 1" * 16_000,
    "minus signs": f"{STRANGER} = " + "-" * 60_000 + "1",
    "a NUL": f"{STRANGER} = 1\0",
    "a long integer": f"{STRANGER} = " + "9" * 60_000,
    "a long hexadecimal integer": f"{STRANGER} = 0x" + "f" * 60_000,
    "many statements": f"{STRANGER}=1;" + "a=1;" * 16_000,
    "many lines": f"{STRANGER}=1\n" + "a\n" * 30_000,
    "many blank lines": f"{STRANGER}=1" + "\n" * 64_000 + "y=1",
    "many names": f"{STRANGER} = 1\n" + ",".join(f"a{number}" for number in range(1800)) + " = 1",
    "many imports": f"from {STRANGER}{'a' * 30_000} import " + ", ".join(f"a{number}" for number in range(1500)),
    "blocks in blocks": f"{STRANGER} = 1\n"
    + "".join(" " * depth + "if 1:\n" for depth in range(99))
    + " " * 99
    + "pass\n",
    "no Python": f"{STRANGER} = = \x0c\u2028 '''",
    "an f-string": f"{STRANGER} = " + "f'{" * 3000,
    "decorators": f"@{STRANGER}\n" * 5000 + "def f(): f.backward()\n",
    "nothing": "",
}
CELLS = {
    **{name: text.partition(" = ")[2].strip()[:4000] or text[:4000] for name, text in TEXTS.items()},
    "another form's": "__import__('os')",
    "a set of lists": "{[]: 1}",
    "a sum too large": "9" * 400 + "+1j",
    "numbers without end": "[1e999, -1e999]",
    "a quotation in a quotation": "f'{\"\\n\"}'",
    "a lambda": "lambda: (yield)",
    "an assignment": "(a := 1)",
}
NUMBERS = {"-1": -1, "0": 0, "11": 11, "10**9": 10**9, "10**30": 10**30, "10**4000": 10**4000}


def token(text):
    """Return a token of any text, of whatever length and whether or not it is one."""
    packer = zlib.compressobj(level=9, wbits=-zlib.MAX_WBITS)
    data = packer.compress(text.encode("utf-8", "surrogatepass")) + packer.flush()
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _form(**fields):
    return {"form": token(json.dumps(fields))}


def _expression(inputs=({"name": STRANGER, "value": "1.0"},), expression=STRANGER, **fields):
    return _form(inputs=list(inputs), expression=expression, **fields)


def _op(
    name="F", forward="def forward(ctx, x): return x", backward="def backward(ctx, g): return g", use=f"{STRANGER} = 1"
):
    return _form(name=name, forward=forward, backward=backward, use=use)


def _links():
    for name, text in TEXTS.items():
        for page in ("program", "jacobian", "practice"):
            yield page, name, {"program": token(text)}
        yield "jacobian", f"form with {name}", _form(program=text, output="y", input="x", line=3)
        yield "practice", f"form with {name}", _form(program=text, output="y", backward=text[:20_000])
        yield (
            "practice",
            f"exercise with {name}",
            _form(program=f"{STRANGER} = 1", output=STRANGER, backward=text[:20_000]),
        )
        yield "compare", name, _form(left=text, right=f"{STRANGER} = 1")
        yield "custom_op", name, _op(forward=text[:20_000], backward=text[:20_000], use=text[:20_000])
        yield "custom_op", f"whole {name}", _op(use=text)
    for name, text in CELLS.items():
        yield "expression", f"value {name}", _expression([{"name": STRANGER, "value": text}])
        yield "expression", f"expression {name}", _expression(expression=text)
        yield "expression", f"gradient {name}", _expression(gradient=text)
        yield "expression", f"name {name}", _expression([{"name": text, "value": "1.0"}])
        yield "custom_op", f"name {name}", _op(name=text)
        yield "jacobian", f"output {name}", {"lesson": "fan-out", "output": text[:3000], "input": text[:3000]}
        yield "practice", f"output {name}", _form(program=f"{STRANGER} = 1", output=text, backward="")
    for name, number in NUMBERS.items():
        yield "expression", f"{name} calls", _expression(calls=number)
        yield "jacobian", f"{name} as a line", _form(program=f"{STRANGER} = 1", output=STRANGER, input="x", line=number)
        yield "jacobian", f"{name} as a line of a lesson", {"lesson": "fan-out", "output": "y", "line": str(number)}
    yield "expression", "1,200 rows", _expression([{"name": f"a{number}", "value": "1.0"} for number in range(1200)])
    yield (
        "expression",
        "26 letters",
        _expression([{"name": letter, "value": "1.0"} for letter in "abcdefghijklmnopqrstuvwxyz"]),
    )
    yield (
        "expression",
        "20 letters",
        _expression([{"name": letter, "value": "1.0"} for letter in "abcdefghijklmnopqrst"]),
    )
    yield "expression", "no rows", _expression([])
    yield "expression", "a surrogate", _expression(expression="\ud800")
    yield "practice", "a surrogate", _form(program="\ud800", output="y", backward="")
    yield "jacobian", "lists in lists", {"form": token("[" * 60_000)}
    yield "jacobian", "a long number", {"form": token("9" * 60_000)}
    yield "jacobian", "many fields", {"form": token(json.dumps({f"a{number}": number for number in range(700)}))}


# The page, what the link holds, and the address's parameters.
LINKS = [*_links()]
