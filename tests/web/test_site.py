"""A site: the pages and files that it has, and what they name."""

import gzip
import json
import re
from html.parser import HTMLParser
from urllib.parse import urljoin

import pytest

from autograd_studio import lessons
from autograd_studio.__main__ import main
from autograd_studio.web.places import PLACES
from autograd_studio.web.site import POLICY, NotOurs, make, pages

ROOT = "https://school.example/courses/grad/"
LESSONS = [lesson.id for topic in lessons.topics() for lesson in topic.lessons]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A site without what runs programs."""
    folder = tmp_path_factory.mktemp("site") / "grad"
    make(folder, None)
    return folder


class Document(HTMLParser):
    """What a page loads, and what it is told of the site."""

    def __init__(self, text):
        super().__init__()
        self.names, self.policy, self.told, self._is_told = [], "", None, False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.names += [found[name] for name in ("src", "href") if name in found]
        if found.get("http-equiv") == "Content-Security-Policy":
            self.policy = found["content"]
        self._is_told = found.get("id") == "site"

    def handle_data(self, data):
        if self._is_told:
            self.told, self._is_told = json.loads(data), False


def document(site, page):
    return Document((site / page.path / "index.html").read_text(encoding="utf-8"))


def test_each_place_and_each_lesson_has_a_page():
    assert [page.path for page in pages()] == [
        *("" if name == "program" else f"{name}/" for name in PLACES),
        *(f"lesson/{one}/" for one in LESSONS),
    ]


def test_whatever_a_page_names_is_there_below_any_path(site):
    for page in pages():
        found = document(site, page)
        told = found.told
        names = [
            *found.names,
            *(f"{told['root']}/{path}" for path in [*told["files"].values(), *told["runs"].values()]),
        ]
        assert len(names) > 20
        for name in names:
            address = urljoin(ROOT + page.path, name)
            assert address.startswith(ROOT) and (site / address.removeprefix(ROOT)).is_file(), name


def test_a_page_has_no_script_of_its_own_and_may_ask_its_own_server_alone(site):
    for page in pages():
        assert document(site, page).policy == POLICY
    sources = {part for rule in POLICY.split("; ") for part in rule.split()[1:]}
    assert sources == {"'none'", "'self'", "'wasm-unsafe-eval'", "data:", "blob:"}


def test_a_lesson_says_what_it_is_to_those_who_show_its_link(site):
    text = (site / "lesson/upstream-gradient/index.html").read_text(encoding="utf-8")
    title = lessons.lesson("upstream-gradient").title
    assert re.search(rf'<meta property="og:title" content="{re.escape(title)}', text)


def pictures(text):
    """Return what a page says of its picture."""
    return dict(re.findall(r'<meta (?:property|name)="((?:og:image|twitter).*?)" content="(.*?)">', text))


def test_without_an_address_no_link_has_a_picture(site):
    for page in pages():
        assert not pictures((site / page.path / "index.html").read_text(encoding="utf-8"))
    assert not (site / "pictures").exists()


def test_with_an_address_each_link_has_a_picture_that_is_there(tmp_path):
    make(tmp_path, None, ROOT.rstrip("/"))
    named = set()
    for page in pages():
        found = pictures((tmp_path / page.path / "index.html").read_text(encoding="utf-8"))
        assert found["og:image"].startswith(ROOT) and found["twitter:card"] == "summary_large_image"
        assert (found["og:image:width"], found["og:image:height"]) == ("1200", "630")
        assert found["og:image:alt"]
        named.add(found["og:image"].removeprefix(ROOT))
    assert named == {path.relative_to(tmp_path).as_posix() for path in (tmp_path / "pictures").iterdir()}
    assert "pictures" not in (tmp_path / "service_worker.js").read_text(encoding="utf-8")


def test_every_lesson_and_the_tour_have_a_run(site):
    page = next(pages())
    runs = document(site, page).told["runs"]
    assert set(runs) == {"tour", *LESSONS}
    for name, path in runs.items():
        run = json.loads(gzip.decompress((site / path).read_bytes()))
        lesson = lessons.tour() if name == "tour" else lessons.lesson(name)
        assert (run["kind"], run["program"]) == ("run", lesson.source)
        assert run["payload"]["steps"]


def test_a_site_is_the_same_when_it_is_made_again(site, tmp_path):
    make(tmp_path / "again", None)
    for path in site.rglob("*"):
        if path.is_file():
            assert (tmp_path / "again" / path.relative_to(site)).read_bytes() == path.read_bytes(), path


def test_the_service_worker_keeps_every_page_and_changes_with_what_it_keeps(site, tmp_path):
    def kept(folder):
        return json.loads(re.search(r"self\.site = (.*);\n", (folder / "service_worker.js").read_text())[1])

    found = kept(site)
    assert {page.path for page in pages()} <= set(found["files"])
    for name in found["files"]:
        assert (site / name / "index.html" if not name or name.endswith("/") else site / name).is_file()
    make(tmp_path / "other", None)
    assert kept(tmp_path / "other") == found
    assert (
        sum((site / name).stat().st_size for name in found["files"] if name.count("/") == 1 and "studio" in name) < 3e6
    )


def test_what_a_first_picture_takes_is_small(site):
    """Where the server compresses, as those of sites do: page, scripts, letters, lessons and the run."""
    page = document(site, next(pages()))
    files = page.told["files"]
    taken = [
        "index.html",
        files["site"],
        files["unserved"],
        files["studio"],
        files["lessons"],
        page.told["runs"][LESSONS[0]],
        files["ground"],
    ]
    sizes = [min((site / path).stat().st_size, len(gzip.compress((site / path).read_bytes()))) for path in taken]
    assert sum(sizes) + (site / files["inter"]).stat().st_size < 300_000, sizes


def test_a_folder_with_something_else_is_left_as_it_is(tmp_path):
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(NotOurs, match="Name a new folder"):
        make(tmp_path, None)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_the_command_makes_it_and_replaces_what_it_has_made(tmp_path, capsys):
    target = tmp_path / "site"
    for _ in range(2):
        assert main(["site", "--no-engine", "-o", str(target)]) == 0
        assert str(target) in capsys.readouterr().out
    assert (target / "index.html").is_file()


def test_the_command_takes_the_address_of_the_site_and_refuses_what_is_none(tmp_path, capsys):
    target = tmp_path / "site"
    assert main(["site", "--no-engine", "-o", str(target), "--url", ROOT]) == 0
    assert f"{ROOT}pictures/" in (target / "index.html").read_text(encoding="utf-8")
    assert main(["site", "--no-engine", "-o", str(target), "--url", "school.example"]) == 2
    assert "school.example is no address" in capsys.readouterr().err


def test_a_site_has_the_documentation_that_it_is_given(site, tmp_path):
    docs = tmp_path / "made"
    docs.mkdir()
    (docs / "index.html").write_text("What there is to know")
    for _ in range(2):
        assert main(["site", "--no-engine", "-o", str(tmp_path / "site"), "--docs", str(docs)]) == 0
    assert (tmp_path / "site" / "docs" / "index.html").read_text() == "What there is to know"
    first = next(pages())
    assert (document(tmp_path / "site", first).told["docs"], document(site, first).told["docs"]) == ("docs", None)


def test_the_command_refuses_a_documentation_that_is_none_before_it_writes(tmp_path, capsys):
    assert main(["site", "--no-engine", "-o", str(tmp_path / "site"), "--docs", str(tmp_path / "none")]) == 2
    assert "make docs" in capsys.readouterr().err
    assert not (tmp_path / "site").exists()


def test_the_command_says_what_is_missing(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("autograd_studio.web.routes.immutable.MODULE", tmp_path)
    assert main(["site", "-o", str(tmp_path / "site")]) == 2
    assert "make wasm" in capsys.readouterr().err
