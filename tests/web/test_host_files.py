"""A mistake in any file or option of a host costs what it is in and no more, and the host is told."""

import gzip
import json
import os
import re
import shutil
from pathlib import Path

import pytest
from streamlit import config
from streamlit.testing.v1 import AppTest

from autograd_studio import host_faults, lessons, sandbox
from autograd_studio.lessons import listing, operators
from autograd_studio.sandbox.child import packages, torch_locked
from autograd_studio.web import previews, serving
from autograd_studio.web.routes import immutable
from autograd_studio.web.runs import known
from autograd_studio.web.server import hosting, options, private

from ..support.awaiting import awaited

ROOT = Path(__file__).parents[2]
SECOND, ALL = "two-passes", [lesson.id for topic in lessons.topics() for lesson in topic.lessons]


def forget():
    """Have the lessons read anew."""
    for cached in (
        lessons.topics, lessons._by_id, lessons._by_source, listing.listing, operators.operators, operators.operators_listing,
    ):  # fmt: skip
        cached.cache_clear()


@pytest.fixture(autouse=True)
def told(monkeypatch):
    """Nothing is known to be wrong."""
    monkeypatch.setattr(host_faults, "_found", {})


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A copy of the lessons' files, from which they are read."""
    copy = shutil.copytree(lessons.FOLDER, tmp_path / "lessons", ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
    monkeypatch.setattr(lessons, "FOLDER", copy)
    monkeypatch.setattr(operators, "FILE", copy / "operators.json")
    forget()
    yield copy
    monkeypatch.undo()
    forget()


def there():
    return [lesson.id for topic in lessons.topics() for lesson in topic.lessons]


def edited(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


# by what was mistyped: the file, what is edited, and the lessons that this costs
FILE = f"accumulation/{SECOND}.md"
ONE = {
    "a name that is a path": ("topics.toml", f'"{SECOND}"', '"../fan-out"', [SECOND]),
    "a name that is another's": ("topics.toml", f'"{SECOND}"', '"fan-out"', [SECOND]),
    "a lesson that is a table": ("topics.toml", f'"{SECOND}"', f'{{ id = "{SECOND}" }}', [SECOND]),
    "a file that is missing": ("topics.toml", f'"{SECOND}"', '"too-passes"', [SECOND]),
    "an id of another name": (FILE, f"id: {SECOND}", "id: too-passes", [SECOND]),
    "a title that is missing": (FILE, "title:", "titel:", [SECOND]),
    "a program that does not end": (FILE, "```\n\n##", "\n##", [SECOND]),
    "a point without an anchor": (FILE, "## before", "##", [SECOND]),
}


@pytest.mark.parametrize("mistake", ONE)
def test_a_mistake_in_a_lesson_costs_that_lesson(folder, mistake):
    name, old, new, lost = ONE[mistake]
    edited(folder / name, old, new)
    assert there() == [id for id in ALL if id not in lost]
    assert any(fault.startswith(f"lessons/{name}") or "too-passes" in fault for fault in host_faults.found())


# by what happened to a file: which one, what it holds now, and how many lessons are left
WHOLE = {
    "a syntax error in the index": ("topics.toml", b"[[topics]\n", 0),
    "an index of something else": ("topics.toml", b"topics = 3\n", 0),
    "no index": ("topics.toml", None, 0),
    "a lesson that is no text": (FILE, b"\xff\xfe", len(ALL) - 1),
    "no lesson": (FILE, None, len(ALL) - 1),
}


@pytest.mark.parametrize("happened", WHOLE)
def test_a_file_that_cannot_be_read_costs_what_is_in_it(folder, happened):
    name, content, left = WHOLE[happened]
    damage(folder / name, content)
    assert len(there()) == left
    assert any(fault.startswith(f"lessons/{name}: ") for fault in host_faults.found())
    assert lessons.default().source
    assert len(json.loads(listing.listing())["lessons"]) == left


def damage(path, content):
    path.unlink()
    if content is not None:
        path.write_bytes(content)


@pytest.mark.parametrize(
    "content",
    [None, b"", b"oops", gzip.compress(b"{}"), gzip.compress(b"[") + b"!", gzip.compress(b"{}" * 99)[:-9]],
    ids=["missing", "empty", "no gzip", "no run", "with more behind it", "cut"],
)
def test_a_stored_run_that_cannot_be_read_is_made_anew(folder, content):
    damage(folder / "runs" / f"{SECOND}.json.gz", content)
    lesson = lessons.lesson(SECOND)
    assert lessons.stored(lesson) is None
    assert known.stored(lesson.source) is None
    assert host_faults.found()[0].startswith(f"lessons/runs/{SECOND}.json.gz: ")


@pytest.mark.parametrize(
    ("content", "left"), [(None, 0), (b"[", 0), (b"{}", 0), (b'[3, {"name": "x"}]', 0), (b"\xff", 0), (b"[]", 0)]
)
def test_without_the_reference_the_rest_goes_on(folder, content, left):
    damage(folder / "operators.json", content)
    assert len(operators.operators()) == left
    assert bool(host_faults.found()) is (content != b"[]")


def test_a_lesson_that_was_changed_has_no_stored_run_until_it_is_built_again(folder):
    edited(folder / FILE, "Clear it", "Empty it")
    assert lessons.stored(lessons.lesson(SECOND)) is None
    assert "build it again" in host_faults.found()[0]


# ---- what a visitor sees


@pytest.fixture
def visit(monkeypatch):
    """Return a function that opens a page of a studio of one's own."""
    monkeypatch.setenv(serving.LOCAL, "1")
    monkeypatch.setattr(sandbox, "_default", None)
    serving.server.clear()

    def open_page(page=None, **parameters):
        at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
        at.query_params = parameters
        at = (at.switch_page(f"pages/{page}.py") if page else at).run()
        assert not at.exception
        return at

    yield open_page
    sandbox.default().close()
    serving.server.clear()


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "content"),
    [
        (f"{lessons.topics()[0].id}/{ALL[0]}.md", b"---\n"),
        ("topics.toml", b"[[topics]\n"),
        ("operators.json", b"["),
        (f"runs/{ALL[0]}.json.gz", b""),
    ],
)
def test_every_page_opens_whatever_file_is_broken(folder, visit, name, content):
    damage(folder / name, content)
    for page in (None, "gallery", "operators", "practice", "compare"):
        visit(page)


def test_an_empty_gallery_and_reference_are_served_as_such(folder):
    (folder / "topics.toml").unlink()
    (folder / "operators.json").unlink()
    served = dict(immutable._files())
    found = {name.partition("-")[0]: json.loads(file.body) for name, file in served.items() if name.endswith(".json")}
    assert (found["lessons"]["lessons"], found["operators"]) == ([], [])


# ---- options

WRONG = {
    "AUTOGRAD_STUDIO_WALL_SECOND": "4",
    "AUTOGRAD_STUDIO_LOCAL": "yes",
    "AUTOGRAD_STUDIO_TORCH_PLACE": "1",
}


@pytest.mark.parametrize("name", WRONG)
def test_a_misspelt_option_is_named(name):
    right = {"AUTOGRAD_STUDIO_PLACES": "2", "AUTOGRAD_STUDIO_PORT_80_TCP": "tcp://10.0.0.1:80", "HOME": "/"}
    options.check_environment({name: WRONG[name], **right})
    (fault,) = host_faults.found()
    assert name in fault


def test_every_option_that_the_code_reads_is_known():
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "autograd_studio").rglob("*.py")]
    names = set(re.findall(r'"(AUTOGRAD_STUDIO_[A-Z_]*[A-Z])"', "".join(texts)))
    assert names <= options.KNOWN


@pytest.mark.parametrize("value", ["*\nX-Evil: 1", "https://é.example", "'self'; script-src *"])
def test_an_option_that_no_header_can_have_allows_nobody(monkeypatch, value):
    monkeypatch.setenv(options.FRAME_ANCESTORS, value)
    options.check_environment(os.environ)
    assert os.environ[options.FRAME_ANCESTORS] == "'self'"
    assert options.FRAME_ANCESTORS in host_faults.found()[0]


def test_an_address_of_the_studio_that_is_none_is_named():
    options.check_environment({previews.SETTING: "school.example"})
    assert previews.SETTING in host_faults.found()[0]


def test_a_server_starts_with_every_option_of_its_own_wrong(monkeypatch):
    monkeypatch.setenv("AUTOGRAD_STUDIO_WALL_SECONDS", "soon")
    monkeypatch.setenv("AUTOGRAD_STUDIO_TORCH_PLACES", "-1")
    monkeypatch.setenv(packages.SETTING, "nobody-has-this")
    monkeypatch.setenv(torch_locked.SETTING, "yes")
    box = sandbox.Sandbox("hosted")
    box.close()
    assert box.limits.wall_seconds == 4.0
    assert not box.runs_torch
    assert len(host_faults.found()) == 4


@pytest.fixture
def streamlit_options():
    """Streamlit's options, as they were before afterwards."""
    before = {name: (option.value, option.where_defined) for name, option in config.get_config_options().items()}
    yield
    for name, (value, where) in before.items():
        if config.get_option(name) != value:
            config.set_option(name, value, where)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("client.toolbarMode", "minimall"),
        ("client.showErrorLinks", "no"),
        ("theme.light.primaryColor", 7),
        ("theme.headingFontSizes", 3),
        ("client.disableDataExport", "never"),
    ],
)
def test_a_value_that_would_break_every_session_is_left_out(streamlit_options, name, value):
    config.set_option("theme.dark.primaryColor", "#8957e5")
    config.set_option(name, value)
    with pytest.raises(Exception):  # noqa: B017  (whatever Streamlit raises)
        private.greet()
    options.check_values()
    private.greet()
    assert name in host_faults.found()[0]
    assert config.get_option(name) == config.get_config_options()[name].default_val
    assert config.get_option("theme.dark.primaryColor") == "#8957e5"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (b"[client\n", "config.toml: "),
        (b"\xff", "config.toml: "),
        (b"[client]\ntoolbarMoode = 'minimal'\n", "client.toolbarMoode is no option of Streamlit"),
        (b"[theme.lite]\nprimaryColor = '#fff'\n", "theme.lite.primaryColor is no option of Streamlit"),
    ],
)
def test_a_mistake_in_streamlits_file_is_named(streamlit_options, tmp_path, text, fault):
    path = tmp_path / "config.toml"
    path.write_bytes(text)
    options.check_file(path)
    assert fault in host_faults.found()[0]


def test_our_own_options_have_no_fault(streamlit_options):
    options.check_file(ROOT / ".streamlit" / "config.toml")
    options.check_values()
    assert host_faults.found() == ()


def test_the_page_of_the_host_names_what_is_wrong():
    host_faults.add("lessons/topics.toml: oops")
    document = json.loads(awaited(hosting.ready(None)).body)
    assert (document["degraded"], document["faults"]) == (True, ["lessons/topics.toml: oops"])
