"""What the road from a key to the picture costs, as far as it depends on no machine: requests, messages and bytes."""

import tomllib

import pytest
from playwright.sync_api import sync_playwright

from benchmarks.chromium import chromium, launch
from benchmarks.road import CASES, cold, opened, road
from benchmarks.studio import ROOT, Studio
from tests.support.needed import needed

RUN_BYTES = 20_000
PICTURE_KILOBYTES = 300  # of the first one, with all that the page needs for it


@pytest.fixture(scope="module")
def studio():
    needed(chromium(), "Chromium")
    with Studio() as studio:
        yield studio


@pytest.fixture(scope="module")
def browser(studio):
    with sync_playwright() as playwright:
        found = launch(playwright)
        yield found
        found.close()


def test_a_run_is_one_request_and_no_script(browser, studio):
    page, traffic = opened(browser, studio)
    for case in ("seed", "chain-60"):
        found = road(page, studio, traffic, CASES[case], f"mine_{case[:4]}")
        assert (found["requests"], found["messages"]) == (1, 0)
        assert 500 < found["bytes"] < RUN_BYTES
    page.close()


def test_the_first_picture_is_light(browser, studio):
    found = cold(browser, studio)
    assert 150 < found["kB"] < PICTURE_KILOBYTES
    assert found["kB later"] > 100  # the editor


def test_no_file_is_watched():
    """Streamlit would look at all modules after each run of a script, for each session."""
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    assert config["server"]["fileWatcherType"] == "none"
