"""What a stranger may send to each route: texts that cost a parser much, and forms that are none."""

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


def _expression(inputs=({"name": STRANGER, "value": "1.0"},), expression=STRANGER, **fields):
    return {"expression": {"inputs": list(inputs), "expression": expression, **fields}}


def _op(
    name="F", forward="def forward(ctx, x): return x", backward="def backward(ctx, g): return g", use=f"{STRANGER} = 1"
):
    return {"custom_op": {"name": name, "forward": forward, "backward": backward, "use": use}}


def _pair(program, output="y", given="x", line=0):
    return {"jacobian": {"program": program, "output": output, "input": given, "line": line}}


def _attempt(program=f"{STRANGER} = 1", output=STRANGER, backward=""):
    return {"practice": {"program": program, "output": output, "backward": backward}}


LESSON = "---\nlesson: 1\nid: one\ntitle: One\nlanguage: en\n---\n"


def _requests():
    for name, text in TEXTS.items():
        yield "run", name, {"program": text}
        yield "outline", name, {"text": text}
        yield "check", f"a pair with {name}", _pair(text, line=3)
        yield "check", f"an attempt with {name}", _attempt(text, "y", text[:20_000])
        yield "check", f"a backward with {name}", _attempt(backward=text[:20_000])
        yield "lesson", name, {"lesson": text}
        yield "lesson", f"a program of {name}", {"lesson": f"{LESSON}```python\n{text}\n```\n## before\nText.\n"}
        yield (
            "lesson",
            f"points of {name}",
            {"lesson": f"{LESSON}```python\n{STRANGER} = 1\n```\n## made {text}\n{text}\n"},
        )
        yield "compare", name, {"left": text, "right": f"{STRANGER} = 1"}
        yield "check", f"a Function with {name}", _op(forward=text[:20_000], backward=text[:20_000], use=text[:20_000])
        yield "check", f"a Function with a whole {name}", _op(use=text)
    for name, text in CELLS.items():
        yield "outline", f"value {name}", _expression([{"name": STRANGER, "value": text}])
        yield "outline", f"expression {name}", _expression(expression=text)
        yield "outline", f"gradient {name}", _expression(gradient=text)
        yield "outline", f"name {name}", _expression([{"name": text, "value": "1.0"}])
        yield "outline", f"Function {name}", _op(name=text)
        yield "check", f"Function {name}", _op(name=text)
        yield "check", f"output and input {name}", _pair(f"{STRANGER} = 1", text[:3000], text[:3000])
        yield "check", f"output {name}", _attempt(output=text)
    for name, number in NUMBERS.items():
        yield "outline", f"{name} calls", _expression(calls=number)
        yield "check", f"{name} as a line", _pair(f"{STRANGER} = 1", STRANGER, line=number)
        yield "run", f"{name} as a middle", {"program": f"{STRANGER} = 1", "middle": number}
    yield "outline", "1,200 rows", _expression([{"name": f"a{number}", "value": "1.0"} for number in range(1200)])
    for letters in ("abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrst"):
        yield "outline", f"{len(letters)} letters", _expression([{"name": one, "value": "1.0"} for one in letters])
    yield "outline", "no rows", _expression([])
    yield "outline", "a surrogate", _expression(expression="\ud800")
    yield "check", "a surrogate", _attempt("\ud800")
    yield "lesson", "a surrogate", {"lesson": f"{LESSON}\ud800"}
    yield "check", "many fields", {f"a{number}": number for number in range(700)}
    yield "check", "many names to be shown", {**_attempt(), "shown": [f"a{number}" for number in range(700)]}


# The route, what the request holds, and its fields.
REQUESTS = [*_requests()]
# Whole bodies that are no requests.
BODIES = {"lists in lists": b"[" * 60_000, "a long number": b"9" * 60_000, "nothing": b"", "objects": b'{"a":' * 60_000}
