"""The golden games end as their names say and use every mechanism of the game; `tests/games` replays them."""

import pytest

from tests.games.world_dominance.golden_games import SEARCHES, golden, mechanisms
from wd_env.games.world_dominance.cards.card_data import load_manoeuvre_deck
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.definitions.names import PURGADIES_NAMES, VERB_CLOSE, VERB_NAMES
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.table import WorldDominance
from wd_env.games.world_dominance.variants import VARIANT_ROWS
from wd_env.spec.game_spec import TERMINAL
from wd_env.table.chance_modes import EXPLICIT
from wd_env.table.saved_table import replay_record


@pytest.mark.parametrize(("name", "wanted"), SEARCHES.items())
def test_a_golden_game_ends_as_its_name_says(name, wanted):
    table = replay_record(golden(name), GAME)
    assert table.is_terminal
    assert table.players == wanted.players
    assert {option: getattr(table.config, option) for option in wanted.options} == wanted.options
    assert wanted.ends(table)


def test_every_variant_has_a_golden_game():
    played = [golden(name).config for name in SEARCHES]
    games = {(config["variant"], Config.of(**config).game.sets_to_win) for config in played}
    assert games == {(row.name, row.sets_to_win) for row in VARIANT_ROWS}


def used_in(name):
    record = golden(name)
    table = WorldDominance(Config.of(**record.config), chance=EXPLICIT)
    used = {table.node.name}
    for line in record.lines:
        used |= mechanisms(table, line.text)
        table.play(line.text, seat=line.seat)
    return used


def test_the_golden_games_use_every_question_errand_verb_and_card():
    used = set().union(*(used_in(name) for name in SEARCHES))
    deck = load_manoeuvre_deck()
    questions = {question.name for question in GAME.nodes}
    cards = {f"manoeuvre {card.id}" for card in deck} | {f"purgadies {name}" for name in PURGADIES_NAMES}
    # the choice of its region closes an Airspace; the card itself has no further effect
    verbs = {f"verb {VERB_NAMES[card.verb]}" for card in deck if card.verb != VERB_CLOSE}
    assert used >= questions | cards | verbs


def test_only_one_question_ends_a_game():
    assert [question.name for question in GAME.nodes if question.kind == TERMINAL] == ["over"]
