"""RULINGS.md: everything that it names exists, and it answers every question of the ledger."""

import importlib
import re
from dataclasses import fields
from pathlib import Path

import pytest

from wd_env.games.superpowers.config import Config

ROOT = Path(__file__).parents[3]
PACKAGE = ROOT / "wd_env" / "games" / "superpowers"
RULINGS = (PACKAGE / "RULINGS.md").read_text("utf-8")
NUMBERS = [int(number) for number in re.findall(r"^### (\d+)\. ", RULINGS, re.MULTILINE)]
PLACES = sorted(set(re.findall(r"`(\w+)\.(\w+)`", RULINGS)) - {("module", "function")})
QUESTIONS = dict(re.findall(r"^\| (Q\d\d) \| (.+) \|$", RULINGS, re.MULTILINE))
OPTIONS = {field.name for field in fields(Config)}
# options that the ledger names for its ambiguities
NAMED_BY_THE_LEDGER = {
    "Q01": "income_model",
    "Q09": "price_list",
    "Q12": "encircle",
    "Q13": "encircle_counts_ad",
    "Q16": "ad_mode",
    "Q23": "general_withdraw",
    "Q25": "missile_spares_leaders",
    "Q29": "sub_leaves",
    "Q39": "joint_purchase",
    "Q51": "six_scope",
    "Q53": "teams",
    "Q56": "turn_order",
    "Q60": "max_rounds",
    "Q69": "canal_permission",
}


def test_every_question_of_the_ledger_is_answered_once():
    assert list(QUESTIONS) == [f"Q{number:02d}" for number in range(1, 70)]
    assert len(re.findall(r"^\| Q\d\d \|", RULINGS, re.MULTILINE)) == len(QUESTIONS)


@pytest.mark.parametrize(("question", "option"), NAMED_BY_THE_LEDGER.items())
def test_an_option_that_the_ledger_names_is_an_option_with_its_default(question, option):
    assert f"option `{option}`" in QUESTIONS[question]
    default = re.search(rf"option `{option}`, default (?:`(\w+)`|(\w+))", QUESTIONS[question])
    if default:
        shown = default.group(1) or {"no": "False"}.get(default.group(2), default.group(2))
        assert str(getattr(Config(), option)) == shown


def test_options_that_are_named_exist():
    named = set(re.findall(r"[Oo]ption `(\w+)`", RULINGS))
    assert named - OPTIONS == set()


def test_rulings_that_are_cited_exist():
    assert len(set(NUMBERS)) == len(NUMBERS)
    cited = set()
    for words in re.findall(r"rulings? (\d+(?:(?:, | and )\d+)*)", RULINGS):
        cited |= {int(number) for number in re.findall(r"\d+", words)}
    assert cited - set(NUMBERS) == set()


@pytest.mark.parametrize(("module", "name"), PLACES)
def test_code_that_is_named_exists(module, name):
    path = next(iter([*(PACKAGE / "rules").glob(f"{module}.py"), *PACKAGE.rglob(f"{module}.py")]))
    code = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    assert hasattr(code, name) or any(hasattr(member, name) for member in vars(code).values())
