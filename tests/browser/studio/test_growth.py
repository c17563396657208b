"""A short form of benchmarks/soak.py: what a page holds after many runs."""

import pytest

from benchmarks.growth import risen, soak_browser

pytestmark = pytest.mark.thorough


def test_a_page_holds_no_more_after_many_runs(browser, studio):
    page = browser.new_page()
    looks = soak_browser(page, studio, 15, looks=3)
    page.close()
    assert not risen(looks)
