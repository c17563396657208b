"""The documentation as pages: they are made without a warning, every link leads somewhere, and no other host is asked."""

import re
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest

from autograd_studio.web.site import make

from ..support.needed import needed
from ..support.served import serving
from .studio.conftest import visitors

ROOT = Path(__file__).parents[2]
MADE_BY = ROOT / ".venv-docs" / "bin" / "python"
HERE = "https://docs.example/docs/"  # the pages below, which lead to the studio above them

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def docs(tmp_path_factory):
    """The pages."""
    needed(MADE_BY.exists(), ".venv-docs (`make docs`)")
    folder = tmp_path_factory.mktemp("made") / "docs"
    made = subprocess.run([MADE_BY, "-m", "tools.docs", folder], cwd=ROOT, capture_output=True, text=True)
    assert (made.returncode, made.stderr) == (0, "")
    return folder


class Page(HTMLParser):
    """What a page leads to, what it loads, and the names of its parts."""

    def __init__(self, path):
        super().__init__()
        self.leads, self.loads, self.names = [], [], set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.names |= {found[name] for name in ("id", "name") if name in found}
        self.loads += [found[name] for name in ("src", "href") if name in found and tag != "a"]
        if tag == "a" and "href" in found:
            self.leads.append(found["href"])


def test_every_file_of_the_documentation_is_a_page(docs):
    pages = {path.stem for path in docs.glob("*.html")}
    assert {path.stem for path in (ROOT / "docs").glob("*.md")} | {"index", "contributing", "changelog"} <= pages


def test_every_link_leads_somewhere_and_nothing_is_loaded_from_elsewhere(docs):
    pages = {path.relative_to(docs).as_posix(): Page(path) for path in docs.rglob("*.html")}
    assert len(pages) > 200, "the files that are named, too"
    for name, page in pages.items():
        for link in [*page.loads, *page.leads]:
            address = urlsplit(urljoin(HERE + name, link))
            if f"{address.scheme}://{address.netloc}/" != "https://docs.example/":
                assert link in page.leads, f"{name} loads {link}"
            elif address.path != "/":  # the studio
                path = unquote(address.path).removeprefix("/docs/")
                assert (docs / path).is_file(), f"{name} leads to {link}"
                if address.fragment and path in pages:
                    assert unquote(address.fragment) in pages[path].names | {"top"}, f"{name} leads to {link}"


def test_the_licences_of_what_others_wrote_are_beside_it(docs):
    licences = {path.name: path.read_text(encoding="utf-8") for path in (docs / "LICENSES").iterdir()}
    assert {"furo", "sphinx", "snowballstemmer", "inter"} <= licences.keys()
    assert all("Copyright" in text for text in licences.values())


def test_pages_and_files_that_are_named_are_links(docs):
    text = (docs / "architecture.html").read_text(encoding="utf-8")
    assert 'href="source/autograd_studio/web/document.py.html"' in text
    assert re.search(r'href="hosting.html">docs/hosting.md<', (docs / "index.html").read_text(encoding="utf-8"))


def test_it_is_searched_and_shown_without_another_host(docs, browser):
    page, asked = browser.new_page(color_scheme="dark"), []
    page.on("request", lambda request: asked.append(request.url))
    with serving(docs.parent) as address:
        page.goto(f"{address}docs/search.html?q=jacobian")
        page.get_by_role("link", name="The player").nth(1).wait_for()
        page.goto(f"{address}docs/")
        page.get_by_role("heading", name="Autograd Studio").wait_for()
        page.close()
    assert asked and all(url.startswith(address) for url in asked)


def test_a_site_leads_to_it_and_it_leads_back(docs, browser, tmp_path):
    make(tmp_path / "school" / "grad", None, docs=docs)
    with serving(tmp_path) as address, visitors(browser, address) as open_page:
        visitor = open_page("school/grad/gallery/")
        visitor.page.get_by_role("button", name="About, privacy, accessibility").filter(visible=True).click()
        with visitor.page.expect_popup() as opened:
            visitor.page.get_by_role("link", name="Documentation", exact=True).click()
        page = opened.value
        page.get_by_role("link", name="Hosting the studio").first.click()
        page.get_by_role("heading", name="Hosting the studio").wait_for()
        page.get_by_role("link", name="To the studio").click()
        page.wait_for_url(f"{address}school/grad/**")
        page.get_by_role("region", name="Learn", exact=True).wait_for()  # where the visitor was
