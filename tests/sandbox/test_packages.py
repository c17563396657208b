"""Installed packages: what is loaded for a program, what it may do with them, and what is said of the rest."""

import platform
import sys

import pytest

from autograd_studio import host_faults
from autograd_studio.answering.request import Request
from autograd_studio.sandbox.child import packages
from autograd_studio.sandbox.limits import HOSTED, LOCAL
from autograd_studio.sandbox.sandbox import PROGRAMS

from .attacks import all_attacks
from .boxes import new_box
from .wheels import install

# A package as there are many: with a module that it imports late, a table, and what the lock forbids.
PURE = {
    "__init__.py": """
import io, os, threading
from pathlib import Path
FOLDER = Path(__file__).parent
def double(x): return 2 * x
def late():
    from .shapes import area
    return area(3)
def rows(): return [line.split(",") for line in open(FOLDER / "table.csv")]
def size(): return len(Path(FOLDER, "table.csv").read_bytes())
def write(): (FOLDER / "table.csv").write_text("")
def look(): return os.listdir(FOLDER)
def start(): threading.Thread(target=print).start()
""",
    "shapes.py": "def area(side): return side * side\n",
    "table.csv": "a,1\nb,2\n",
}
LAYER = {
    "__init__.py": "import torch\n",
    "layers.py": "import torch\nclass Twice(torch.nn.Module):\n    def forward(self, x): return x * 2\n",
}
MARKED = "open({file!r}, 'w').close()\n"


@pytest.fixture
def site(tmp_path, monkeypatch):
    """A folder for packages, of which processes know that are started from now on."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    yield folder
    packages._distributed.cache_clear()


@pytest.fixture
def local():
    box = new_box(mode="local", programs=PROGRAMS, limits=HOSTED)
    yield box
    box.close()


@pytest.fixture
def hosted():
    """Make the sandbox of a server whose host lends packages."""
    made = []

    def hosted(*lent, **options):
        made.append(new_box(lent=lent, **options))
        return made[-1]

    yield hosted
    for box in made:
        box.close()


@pytest.mark.parametrize(
    ("source", "modules"),
    [
        ("import a, b.c as d", {"a", "b.c"}),
        ("from a import b as c, d", {"a", "a.b", "a.d"}),
        ("from a.b import (\n    c,\n    d as e,\n)", {"a.b", "a.b.c", "a.b.d"}),
        ("x = 1; import a\ntry: import b\nexcept ImportError: pass", {"a", "b"}),
        ("    import a  # and b", {"a"}),
        ("from . import a\nimportant = 1\nfrom a import *", {"a"}),
        ("important\nfroma import b", set()),
    ],
)
def test_what_a_program_imports_is_read_from_its_text(source, modules):
    assert packages.imported(source) == modules


def test_a_long_program_is_read_at_once():
    assert packages.imported("from a import (" * 4000)


def test_a_package_with_a_name_of_thousands_of_characters_is_none():
    """With each name that is imported from it, it would fill the memory."""
    names = ", ".join(f"a{number}" for number in range(1000))
    assert packages.imported(f"from {'a' * 30_000} import {names}\nimport torch") == {"torch"}


def test_whatever_is_installed_can_be_imported_in_local_mode(local, site):
    install(site, "pure", PURE)
    outcome = local.run(Request("import pure\nprint(pure.double(2), pure.late(), pure.rows(), pure.size())"))
    assert (outcome.status, outcome.stderr) == ("ok", ""), outcome
    assert outcome.stdout == "4 9 [['a', '1\\n'], ['b', '2\\n']] 8\n"
    assert outcome.isolated is True


def test_a_module_of_the_standard_library_can_be_imported_in_local_mode(local, box):
    program = "import difflib\nprint(difflib.get_close_matches('tensr', ['tensor']))"
    assert local.run(Request(program)).stdout == "['tensor']\n"
    assert box.run(Request(program)).error.line == 1


@pytest.mark.parametrize("call", ["write()", "look()", "start()", "io.open('/etc/passwd')", "os.fork()"])
def test_what_the_lock_forbids_fails_at_its_line_and_says_why(local, site, call):
    install(site, "pure", PURE)
    outcome = local.run(Request(f"import pure\nprint(1)\npure.{call}"))
    assert (outcome.stdout, outcome.error.line) == ("1\n", 3), outcome
    assert outcome.error.type in ("PermissionError", "RuntimeError")
    assert outcome.stderr.endswith("Programs here cannot use files, the network, other processes or threads.\n")
    assert (site / "pure" / "table.csv").read_text() == PURE["table.csv"]


def test_what_is_not_installed_says_what_to_do(local, hosted):
    program = "from skimage import data\nprint(1)\ndata.coins()"
    told = local.run(Request(program)).error
    assert told.line == 3
    assert told.message.endswith(": install it in the studio's Python, and programs can import it")
    for other in (
        local.run(Request(program, locked=True)),
        hosted().run(Request(program)),
        local.run(Request("import shutil\nshutil.rmtree('runs')")),
    ):
        assert "the usual modules of the standard library" in other.error.message


def test_what_could_not_be_loaded_in_time_says_what_to_do(local, site):
    install(site, "pure", PURE | {"fast.so": ""})
    outcome = local.run(Request("import importlib\nimport pure\n\nimportlib.import_module('pure.fast')"))
    assert (outcome.error.type, outcome.error.line) == ("ModuleNotFoundError", 4)
    assert "`import pure.fast` at the top" in outcome.error.message
    outcome = local.run(Request("import pure.nonsense"))
    assert outcome.error.message == "No module named 'pure.nonsense'"


def test_a_file_of_a_package_that_is_reached_by_a_link_is_known_by_either_name(local, site):
    install(site, "pure", PURE)
    site.rename(site.with_name("real"))
    site.symlink_to(site.with_name("real"), target_is_directory=True)
    program = "import os, pure\nprint(pure.size(), end=' ')\n"
    program += f"pure.FOLDER = pure.Path({str(site.with_name('real') / 'pure')!r})\nprint(pure.size())"
    assert local.run(Request(program)).stdout == "8 8\n"


def test_torch_inside_of_a_package_is_the_engine(local, site, tmp_path):
    """Whatever else is called so is never imported, not even where PyTorch is installed."""
    trace = tmp_path / "imported"
    install(site, "torch", {"__init__.py": MARKED.format(file=str(trace))})
    install(site, "layered", LAYER)
    program = """import torch
import layered
from layered import layers
x = torch.ones(2, requires_grad=True)
layers.Twice()(x).sum().backward()
print(x.grad, layered.torch is torch)
"""
    outcome = local.run(Request(program))
    assert (outcome.stdout, outcome.stderr) == ("tensor([2., 2.]) True\n", ""), outcome
    assert b"MulBackward0" in outcome.trace
    assert not trace.exists()


def test_a_package_that_cannot_be_loaded_fails_where_it_is_used(local, site):
    install(site, "vision", {"__init__.py": "from torch._C import nothing_like_it\n"})
    outcome = local.run(Request("import vision\nprint(1)\nvision.load()"))
    assert (outcome.stdout, outcome.error.type, outcome.error.line) == ("1\n", "ModuleNotFoundError", 3)
    assert outcome.error.message.startswith(
        "No module named 'vision' here: it cannot be loaded by the built-in engine, "
    )


def test_a_package_that_starts_threads_is_left_out_and_the_others_are_not(local, site):
    endless = "import threading, time\nthreading.Thread(target=time.sleep, args=(99,), daemon=True).start()\n"
    install(site, "threaded", {"__init__.py": endless})
    install(site, "pure", PURE)
    outcome = local.run(Request("import pure, threaded\nprint(pure.double(2))\nthreaded.go()"))
    assert (outcome.stdout, outcome.error.line) == ("4\n", 3), outcome
    assert "it starts threads, which" in outcome.error.message
    assert local.run(Request("import pure\nprint(pure.double(3))")).stdout == "6\n"
    assert outcome.isolated is True


def test_files_that_a_package_leaves_to_be_collected_are_not_taken_for_the_pipes_of_a_run(hosted, site):
    left = "class Left: pass\nfor _ in range(30):\n    one = Left()\n    one.file, one.own = open(__file__), one\n"
    install(site, "untidy", {"__init__.py": f"{left}del one\n"})
    outcome = hosted("untidy").run(Request("import untidy\nprint(1)"))
    assert (outcome.status, outcome.stdout, outcome.stderr) == ("ok", "1\n", "")


def test_the_packages_of_several_programs_are_loaded_together(local, site):
    install(site, "pure", PURE)
    install(site, "layered", LAYER)
    assert local.run(Request("import pure\nprint(1)")).stdout == "1\n"
    assert local.run(Request("import layered\nprint(2)")).stdout == "2\n"
    zygote = local._with_packages._backend.process.pid
    assert local.run(Request("import pure, layered\nprint(3)")).stdout == "3\n"
    assert local._with_packages._backend.process.pid == zygote


def test_ordinary_programs_share_no_process_with_packages_but_their_places(local, site):
    install(site, "pure", PURE)
    assert local.run(Request("import torch, numpy, tempfile\nprint(1)")).stdout == "1\n"
    assert local._with_packages._backend is None
    assert local.run(Request("import pure\nprint(1)")).stdout == "1\n"
    assert local.run(Request("import sys\nprint('pure' in sys.modules)")).stdout == "False\n"
    assert local._with_packages.line is local._programs.line


def test_a_script_that_merely_lies_there_is_not_run(local, site, tmp_path):
    trace = tmp_path / "imported"
    install(site, "script", {"__init__.py": MARKED.format(file=str(trace))}, is_installed=False)
    assert local.run(Request("import script")).error.line == 1
    assert not trace.exists()


def test_a_link_does_not_have_packages_imported(local, site, tmp_path):
    trace = tmp_path / "imported"
    install(site, "marked", {"__init__.py": MARKED.format(file=str(trace))})
    assert local.run(Request("import marked", locked=True)).error.line == 1
    assert not trace.exists()
    local.run(Request("import marked"))
    assert trace.exists()


def test_hosted_the_host_says_what_can_be_imported(hosted, site):
    install(site, "pure", PURE)
    install(site, "layered", LAYER)
    program = "import pure\nprint(pure.double(2), pure.late())"
    outcome = hosted("pure").run(Request(program))
    assert (outcome.status, outcome.stdout) == ("ok", "4 9\n"), outcome
    assert hosted().run(Request(program)).error.line == 1
    assert hosted("pure").run(Request("import layered")).error.line == 1


def test_the_host_says_so_in_the_environment(site, monkeypatch):
    monkeypatch.setattr(host_faults, "_found", {})
    install(site, "pure", PURE)
    assert packages.lent({packages.SETTING: " pure, "}) == ("pure",)
    assert packages.lent({packages.SETTING: ""}) == ()
    assert set(packages.lent({})) <= set(packages.LENT)
    assert packages.lent({packages.SETTING: "pure prue"}) == ("pure",)
    assert host_faults.found() == ("AUTOGRAD_STUDIO_PACKAGES names 'prue', which is not installed",)
    install(site, "einops", {"__init__.py": ""})
    assert "einops" in packages.lent({})


@pytest.mark.thorough
def test_packages_open_no_way_out(hosted, site, tmp_path):
    install(site, "pure", PURE)
    scratch = tmp_path / "scratch"
    scratch.mkdir(mode=0o777)
    box = hosted("pure")
    assert box.run(Request("import pure, sys\nprint('pure' in sys.modules)")).stdout == "True\n"
    attacks = all_attacks(platform.machine(), str(scratch))
    outcomes = {name: box.run(Request(f"{program}\nimport pure\n")) for name, program in attacks.items()}
    assert not [name for name, outcome in outcomes.items() if "ESCAPED" in outcome.stdout]
    assert box._with_packages._backend is not None
    assert box._programs._backend is None


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it is so anyway")
def test_packages_can_be_imported_where_no_lock_holds(site, monkeypatch):
    from autograd_studio.sandbox import sandbox as boxes
    from autograd_studio.sandbox.processes.spawn import Spawner

    monkeypatch.setattr(boxes, "Client", lambda workers, *_: Spawner(workers))
    install(site, "pure", PURE)
    box = new_box(mode="local", programs=PROGRAMS, limits=LOCAL)
    assert box.run(Request("import pure\nprint(pure.double(2), pure.rows()[0])")).stdout == "4 ['a', '1\\n']\n"
    assert box.run(Request("import nonsense")).error.line == 1
    box.close()
