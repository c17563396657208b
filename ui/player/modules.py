"""JavaScript modules joined to the one script that Streamlit takes for a component."""

import re
from pathlib import Path

_IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./([\w.]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const|let) (\w+))", re.MULTILINE)


def joined(folder: Path, entry: str) -> str:
    """Return a module and all that it imports as one script: each in a function of its own, the entry last.

    This is enough for modules of one folder that import each other by name, without circles, at the top, and
    export declarations. The entry's own exports stay.
    """
    found: dict[str, str] = {}

    def read(name: str) -> str:
        text = (folder / name).read_text(encoding="utf-8")
        for _, needed in _IMPORT.findall(text):
            if needed not in found:
                found[needed] = _enclosed(needed, read(needed))
        return _IMPORT.sub(r'const \1 = modules["\2"];', text)

    last = read(entry)
    return "\n".join(["const modules = {};", *found.values(), last])


def _enclosed(name: str, text: str) -> str:
    exports = ", ".join(_EXPORT.findall(text))
    return f'modules["{name}"] = (() => {{\n{_EXPORT.sub("", text)}\nreturn {{ {exports} }};\n}})();\n'
