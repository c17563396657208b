"""The options of a host. What Streamlit or the studio cannot take is left out, before a visitor meets it."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping, MutableMapping
from pathlib import Path

from streamlit import config

from autograd_studio import host_faults, lessons
from autograd_studio.sandbox import limits
from autograd_studio.sandbox.child import packages, torch_locked

from .. import previews
from ..routes import immutable
from ..routes.tokens import KEY
from ..serving import LOCAL
from . import private
from .guard import FRAME_ANCESTORS
from .limits import SESSIONS

METRICS_PORT = "AUTOGRAD_STUDIO_METRICS_PORT"

# What Kubernetes tells its containers of a Service that is named as the studio.
KUBERNETES = tuple(limits.PREFIX + name for name in ("SERVICE_HOST", "SERVICE_PORT", "PORT"))

KNOWN = {
    LOCAL,
    FRAME_ANCESTORS,
    METRICS_PORT,
    KEY,
    SESSIONS,
    immutable.SETTING,
    lessons.SETTING,
    previews.SETTING,
    packages.SETTING,
    torch_locked.SETTING,
    *limits.names(),
}


def check() -> None:
    """Leave out the options that are wrong, in the environment and in Streamlit's files."""
    check_environment(os.environ)
    for path in map(Path, config.get_config_files("config.toml")):
        if path.exists():
            check_file(path)
    check_values()


def check_environment(environment: MutableMapping[str, str]) -> None:
    """Take note of the studio's own options that nothing reads, and of values that are not checked where they are read."""
    for name in sorted(environment):
        if name.startswith(limits.PREFIX) and name not in KNOWN and not name.startswith(KUBERNETES):
            host_faults.add(f"{name} is no option of the studio")
    if environment.get(LOCAL, "0") not in ("0", "1"):
        host_faults.add(f"{LOCAL} must be 1 or 0, not {environment[LOCAL]!r}")
    ancestors = environment.get(FRAME_ANCESTORS, "")
    if not ancestors.isascii() or not ancestors.isprintable() or ";" in ancestors:
        host_faults.add(
            f"{FRAME_ANCESTORS} cannot be {ancestors!r}: until it is addresses, no other page embeds the studio"
        )
        environment[FRAME_ANCESTORS] = "'self'"
    url = environment.get(previews.SETTING, "")
    if url and previews.root(url) is None:
        host_faults.add(
            f"{previews.SETTING} cannot be {url!r}: until it is an address, links are shown without a picture"
        )


def check_file(path: Path) -> None:
    """Take note if a file cannot be read, of which Streamlit then takes nothing, and of the names that are no options."""
    with host_faults.left_out(str(path)):
        text = path.read_text(encoding="utf-8")
        for name in _names(tomllib.loads(text)):
            if name not in config.get_config_options():
                host_faults.add(f"{path}: {name} is no option of Streamlit")
        return
    config.set_option("browser.gatherUsageStats", False)  # as the studio's own file says, which is perhaps the one


def check_values() -> None:
    """Leave out the values for which Streamlit would break each visitor's session at its start."""
    given = {
        name: option.value
        for name, option in config.get_config_options().items()
        if option.section.partition(".")[0] in ("client", "theme") and option.value != option.default_val
    }
    for name in given:
        _set(name, config.get_config_options()[name].default_val)
    for name, value in given.items():
        _set(name, value)
        try:
            private.greet()
        except Exception as error:
            host_faults.add(f"Streamlit's option {name} cannot be {value!r}: {error}")
            _set(name, config.get_config_options()[name].default_val)


def _set(name: str, value: object) -> None:
    config.set_option(name, value, config.get_where_defined(name))


def _names(document: Mapping[str, object], above: str = "") -> list[str]:
    """Return the names of all options in a document."""
    found = []
    for name, value in document.items():
        found += _names(value, f"{above}{name}.") if isinstance(value, dict) else [above + name]
    return found
