"""A host's own folder of lesson files: shown in Learn, beside ours; a bad one is named and costs itself."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from autograd_studio import host_faults, lessons
from autograd_studio.lessons import build, listing

WHY = (Path(__file__).parents[1] / "lessons" / "why-seven.md").read_text(encoding="utf-8")
CACHED = (lessons.topics, lessons._by_id, lessons._by_source, listing.listing, listing.points)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a good lesson that names a topic, one that names none, and bad ones."""
    files = {
        "why-seven.md": WHY,
        "of-no-topic.md": WHY.replace("id: why-seven", "id: of-no-topic").replace("topic: accumulation\n", ""),
        "no-title.md": WHY.replace("title:", "titel:"),
        "other-id.md": WHY,
        "fan-out.md": WHY.replace("id: why-seven", "id: fan-out"),
        "README.txt": "no lesson",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "no-text.md").write_bytes(b"\xff\xfe")
    monkeypatch.setenv(lessons.SETTING, str(tmp_path))
    monkeypatch.setattr(host_faults, "_found", {})
    for cached in CACHED:
        cached.cache_clear()
    yield tmp_path
    monkeypatch.undo()
    for cached in CACHED:
        cached.cache_clear()


def test_the_hosts_lessons_are_shown_and_the_bad_ones_named(folder):
    topics = {topic.id: [lesson.id for lesson in topic.lessons] for topic in lessons.topics()}
    assert topics["accumulation"][-1] == "why-seven"
    assert topics["host"] == ["of-no-topic"]
    bad = ["fan-out.md", "no-text.md", "no-title.md", "other-id.md"]
    assert sorted(Path(fault.partition(": ")[0]).name for fault in host_faults.found()) == bad
    assert lessons.lesson("fan-out").path.is_relative_to(lessons.FOLDER)


def test_a_folder_is_built_beside_its_lessons_which_then_have_their_points(folder):
    build.build_folder(folder)
    assert {path.name for path in (folder / "runs").iterdir()} == {"why-seven.json.gz", "of-no-topic.json.gz"} | {
        "fan-out.json.gz"  # right by itself
    }
    told = json.loads(listing.points())
    assert "of-no-topic" in told
    assert len(told["why-seven"]) == len(lessons.lesson("why-seven").file.points)


def test_a_folder_that_is_missing_costs_nothing_else(folder, monkeypatch):
    ours = sum(lesson.path.is_relative_to(lessons.FOLDER) for lesson in lessons._by_id().values())
    monkeypatch.setenv(lessons.SETTING, str(folder / "missing"))
    for cached in CACHED:
        cached.cache_clear()
    assert len(lessons._by_id()) == ours
    assert "missing" in host_faults.found()[-1]


def test_a_site_has_the_lessons_of_a_folder(folder, tmp_path_factory):
    target = tmp_path_factory.mktemp("made") / "site"
    command = [sys.executable, "-m", "autograd_studio", "site", str(folder), "-o", str(target), "--no-engine"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert (target / "lesson" / "why-seven" / "index.html").exists()
    assert "no-title.md" in done.stderr
