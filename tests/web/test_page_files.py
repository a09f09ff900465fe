"""The files of the page: small, all from this server, and the library as its authors published it."""

import gzip
import hashlib
import re

import pytest

pytest.importorskip("starlette")

from wd_env.server.http.http_access import SECURITY_HEADERS
from wd_env.server.http.static_files import FOLDER, INDEX, page_files

MOST_BYTES = 100_000  # gzipped
LIBRARY = FOLDER / "vendor" / "lit-html.js"
OWN = [path for path in FOLDER.glob("*") if path.suffix in (".js", ".css", ".html", ".svg")]
SCRIPTS = [path for path in OWN if path.suffix == ".js"]
LONGEST_FILE = 300  # lines


def test_the_page_is_small():
    whole = b"".join(path.read_bytes() for path in sorted(FOLDER.rglob("*")) if path.is_file())
    assert len(gzip.compress(whole)) < MOST_BYTES


def test_the_library_is_as_it_was_published():
    text = (LIBRARY.parent / "README.txt").read_text("utf-8")
    assert hashlib.sha256(LIBRARY.read_bytes()).hexdigest() in text
    assert "BSD 3-Clause" in (LIBRARY.parent / "lit-html.LICENSE.txt").read_text("utf-8")


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.name)
def test_nothing_is_fetched_from_elsewhere_and_nothing_is_inline(path):
    text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?://|//cdn|\beval\(|innerHTML|unsafeHTML|document\.write", text)
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=\"", text), (
        "the content security policy forbids inline code"
    )


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_script_imports_files_that_are_there_and_is_not_long(path):
    text = path.read_text("utf-8")
    for name in re.findall(r"""(?:from|import) "([^"]+)";""", text):
        assert name.startswith("./")
        assert (FOLDER / name).is_file()
    assert text.startswith("/**"), "expected a comment that describes the file"
    assert len(text.splitlines()) < LONGEST_FILE


def test_every_file_of_the_page_is_served():
    served = page_files()
    assert served["/"][0] == (FOLDER / INDEX).read_bytes()
    assert {f"/{path.relative_to(FOLDER).as_posix()}" for path in [*OWN, LIBRARY]} <= set(served)
    assert "script-src 'self'" in SECURITY_HEADERS["Content-Security-Policy"]
