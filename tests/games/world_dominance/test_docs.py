"""The docs are true: generated tables match the code, examples run, citations refer to something that exists."""

import contextlib
import importlib
import io
import re
import shlex
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest
import yaml

from tests.games.world_dominance.test_clauses import CLAUSES
from wd_env import world_dominance_v0
from wd_env.cli.main import main
from wd_env.errors import DataError
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.doc_pages import spec_tables
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.position import position
from wd_env.spec.game_spec import PLAYER
from wd_env.text import markdown

ROOT = Path(__file__).parents[3]
PACKAGE = ROOT / "wd_env" / "games" / "world_dominance"
README = (ROOT / "README.md").read_text("utf-8")
SPEC = spec_tables.PAGE_PATH.read_text("utf-8")
BENCHMARKS = (ROOT / "docs" / "experiments" / "speed.md").read_text("utf-8")
RULINGS = (PACKAGE / "RULINGS.md").read_text("utf-8")
OWN_FILES = (ROOT / "docs" / "reference" / "custom_files.md").read_text("utf-8")
TERMINAL = (ROOT / "docs" / "how-to" / "play_at_the_terminal.md").read_text("utf-8")
ENVIRONMENTS = (ROOT / "docs" / "how-to" / "use_environments.md").read_text("utf-8")
PAGES = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in (ROOT / "docs").rglob("*.md")}
PAGES |= {"SPEC.md": SPEC, "RULINGS.md": RULINGS}
QUESTIONS = range(1, 153)  # AMB-001 to AMB-152

rulings = re.findall(r"### (\d+)\. (.+)\n\n([^\n]+(?:\n[^\n]+)*)\n\n((?:.|\n)+?)(?=\n\n#|\Z)", RULINGS)


def sources() -> list[Path]:
    """Return every Python and data file of the package, its bots and its tests."""
    folders = [ROOT / name for name in ("wd_env", "agents", "train", "tests")]
    return [path for folder in folders for path in folder.rglob("*") if path.suffix in {".py", ".toml"}]


def cited(pattern: str, text: str) -> set[int]:
    return {int(number) for number in re.findall(pattern, text)}


def examples(page: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", page, re.DOTALL)


def rows_of(table: str, page: str) -> list[list[str]]:
    """Return the cells of a generated table without its header."""
    body = page.partition(f"<!-- generated: {table} -->\n")[2].partition("<!-- end -->")[0]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in body.splitlines()[2:]]


# SPEC.md


def test_the_tables_of_the_spec_page_are_those_of_the_code():
    command = "python -m wd_env.games.world_dominance.doc_pages.spec_tables"
    assert spec_tables.regenerate_text(SPEC) == SPEC, f"SPEC.md is not up to date: run {command}"


def test_a_table_without_its_place_is_refused():
    with pytest.raises(DataError, match=r"SPEC\.md: expected placeholders"):
        spec_tables.regenerate_text(SPEC.replace("<!-- generated: chance -->", ""))


def test_a_table_that_differs_is_put_right():
    assert spec_tables.regenerate_text(SPEC.replace("`roll`", "`rol`")) == SPEC


def test_every_number_of_the_action_table_appears_once_and_in_order():
    numbers = []
    for span, *_ in rows_of("actions", SPEC):
        first, last = (span.split(" to ") * 2)[:2]
        numbers += range(int(first), int(last) + 1)
    assert numbers == list(range(len(GAME.actions)))


def test_the_observation_table_covers_the_whole_vector():
    slices = [row[0].strip("`").split(":") for row in rows_of("observation", SPEC)]
    starts, stops = [int(first) for first, _ in slices], [int(last) for _, last in slices]
    assert starts == [0, *stops[:-1]]
    assert stops[-1] == GAME.layout.size


def test_every_decision_is_listed_with_answers_and_sentences():
    rows = rows_of("decisions", SPEC)
    assert [row[0].strip("`") for row in rows] == [q.name for q in GAME.nodes if q.kind == PLAYER]
    assert all(len(row) == 4 and all(row) for row in rows)


@pytest.mark.parametrize(
    "game",
    [
        position(),
        position(lands="Africa"),
        position(lands="decimate"),
        position(lands="paradies", out=[2]),
        position(lands="ice_house"),
        position(lands="South America", cards={0: ["Alaska"], 1: ["Antarctica Research Station (SAB)"]}),
        position(lands="ANT", cards={0: ["Alaska"]}, sent=True),
    ],
    ids=lambda game: f"{game.node.name} {game.board.space(game.seat)}",
)
def test_the_spec_page_names_every_offered_answer(game):
    listed = {row[0].strip("`"): row[1] for row in rows_of("decisions", SPEC)}[game.node.name]
    first_words = {answer.split()[0] for answer in re.findall(r"`([^`]+)`", listed)}
    assert {option.split()[0] for option in game.legal_texts()} <= first_words


def test_shaping_terms_of_the_page_are_those_of_the_environment():
    named = re.findall(r"`shaping_(\w+)` \|", SPEC)
    assert named
    env = world_dominance_v0.raw_env(**{f"shaping_{name}": 0.5 for name in named})
    assert env.shaping.weights == (0.5, 0.5)


# RULINGS.md


def test_rulings_are_numbered_one_after_another():
    assert [int(number) for number, *_ in rulings] == list(range(1, len(rulings) + 1))
    assert len(rulings) == RULINGS.count("\n### ")


def test_every_ruling_that_is_cited_exists():
    for path in sources():
        numbers = cited(r"\bRULINGS (\d+)", path.read_text("utf-8"))
        assert numbers <= set(range(1, len(rulings) + 1)), path


def test_every_clause_that_is_cited_exists():
    texts = {str(path): path.read_text("utf-8") for path in sources()} | PAGES
    for name, text in texts.items():
        assert cited(r"\bWD-(\d{3})\b", text) <= set(CLAUSES), name
        assert cited(r"\bAMB-(\d{3})\b", text) <= set(QUESTIONS), name


def test_every_open_question_of_the_book_has_its_ruling():
    assert {amb for _, _, refs, _ in rulings for amb in cited(r"AMB-(\d{3})", refs)} == set(QUESTIONS)


@pytest.mark.parametrize(("number", "title", "refs", "text"), rulings, ids=[number for number, *_ in rulings])
def test_a_ruling_says_what_was_chosen_why_and_where(number, title, refs, text):
    assert re.search(r"WD-\d{3}", refs)
    assert "- **Chosen:** " in text
    assert "- **Why:** " in text
    places = re.findall(r"`(\w+)\.(\w+)`", refs)
    assert places
    for room, name in places:
        path = next(iter([*(PACKAGE / "rules").glob(f"{room}.py"), *PACKAGE.rglob(f"{room}.py")]))
        module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
        assert callable(getattr(module, name))


def test_options_of_rulings_are_options_of_the_game():
    named = re.findall(r"- \*\*Option:\*\* (.+)", RULINGS)
    found = {option for line in named for option in re.findall(r"`(\w+)`", line)}
    assert found <= {field.name for field in fields(Config)}
    assert {"last_player", "max_turns", "board"} <= found


# README.md, and all pages


def test_the_example_of_a_position_strikes_out():
    page = next(example for example in examples(ENVIRONMENTS) if "position(" in example)
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(page, {})  # noqa: S102 our own page
    assert printed.getvalue() == "['name self', 'name +1']\n[12, 0] ['Alaska', 'Havana'] 0\n"


def commands(*pages: str) -> list[list[str]]:
    blocks = [block for page in pages for block in re.findall(r"```console\n(.*?)```", page, re.DOTALL)]
    return [shlex.split(line) for block in blocks for line in block.splitlines()]


@pytest.mark.parametrize(
    ("page", "start", "command", "before"),
    [
        (TERMINAL, "-- turn 1, Eva", "play", ["1"]),
        (TERMINAL, "-- turn 1, Anna", "table", ["5", "3", "buddha"]),
    ],
    ids=["play", "table"],
)
def test_a_session_that_is_shown_is_a_real_one(page, start, command, before, tmp_path, monkeypatch, capsys):
    (session,) = re.findall(rf"```text\n({start}\n.*?)```", page, re.DOTALL)
    words = next(words for words in commands(page) if words[:2] == ["wd", command])
    typed = [*before, *re.findall(r"\? for help\]: (.+)", session)]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(typed)))
    assert main(words[1:]) == 0
    assert session in capsys.readouterr().out


def test_the_run_that_is_played_against_is_the_one_that_is_trained():
    quick = yaml.safe_load((ROOT / "configs" / "world_dominance" / "quick.yaml").read_text("utf-8"))
    named = set(re.findall(r"\bruns/\w+", README))
    assert named == {f"runs/{quick['run']['name']}_seed1"}


def test_extras_of_the_readme_are_those_of_the_project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert re.findall(r"^\| `(\w+)` \| .* \| .* \|$", README, re.MULTILINE) == list(project["optional-dependencies"])


def test_rows_that_are_reconstructed_are_counted():
    listed = re.findall(r"^\| `(\w+\.toml)` \| (\d+) \| (none|\d+)", OWN_FILES, re.MULTILINE)
    found = []
    for path in sorted((PACKAGE / "data").glob("*.toml")):
        (rows,) = tomllib.loads(path.read_text("utf-8")).values()
        made_up = sum(row["origin"] == "reconstructed" for row in rows)
        found.append((path.name, str(len(rows)), str(made_up) if made_up else "none"))
    assert listed == found


def test_measured_figures_have_one_place():
    assert README.count("<!-- results: begin -->") == README.count("<!-- results: end -->") == 1
    assert sorted(markdown.placeholders(BENCHMARKS)) == ["engine", "peers"]


def test_measured_figures_name_machine_and_versions():
    for _, text in re.findall(r"<!-- generated: (\w+) -->\n(.*?)<!-- end -->", BENCHMARKS, re.DOTALL):
        assert re.search(r"Machine: processor .+, cores \d+, .*python CPython 3\.", text)
