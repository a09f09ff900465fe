"""The citation file and the entry of the README agree, and name this version."""

import re
from pathlib import Path

import yaml

from wd_env import __version__

ROOT = Path(__file__).parents[1]


def test_the_citation_and_the_bibtex_entry_are_of_this_version():
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    entry = re.search(r"```bibtex\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)[1]
    fields = dict(re.findall(r"^  (\w+) *= \{(.*)\},$", entry, re.MULTILINE))
    assert cited["version"] == fields["version"] == __version__
    assert str(cited["date-released"]) == fields["date"]
    assert fields["year"] == fields["date"][:4]
    assert (cited["title"], cited["license"]) == (fields["title"], fields["license"])
    assert cited["authors"] == [{"name": fields["author"].strip("{}").replace("\\", "")}]
