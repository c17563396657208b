"""A look at a child from outside, before it is sent a program: does the kernel say that it is locked?"""

SECCOMP_FILTER = "2"


def complaints(pid: int, filters_of_zygote: int | None) -> list[str]:
    """Return what speaks against sending the program; nothing if all is well.

    The child proves the filter itself, by behaviour; this would notice if the code that does so was not
    reached.
    """
    try:
        with open(f"/proc/{pid}/status") as file:
            fields = {name: value.strip() for name, _, value in (line.partition(":") for line in file)}
    except OSError as error:
        return [f"no status of the child ({error})"]
    expected = {"Seccomp": SECCOMP_FILTER, "Threads": "1", "NoNewPrivs": "1"}
    if filters_of_zygote is not None:
        expected["Seccomp_filters"] = str(filters_of_zygote + 1)
    found = [f"{name} is {fields.get(name)}" for name, value in expected.items() if fields.get(name) != value]
    for name in ("CapEff", "CapPrm", "CapAmb"):
        if int(fields.get(name, "0"), 16) != 0:
            found.append(f"{name} is {fields[name]}")
    if "0" in fields.get("Uid", "0").split():
        found.append("it is root")
    return found
