"""Every clause of the rules is played wherever it holds: with any number of players, variant, seat and continent."""

import pytest

from tests.games.rule_table import clauses
from tests.games.world_dominance import applicability
from tests.games.world_dominance.samples import BOOK
from tests.games.world_dominance.settings import CONTINENTS, VARIANTS

PLAYED = [number for number, words in applicability.rows().items() if applicability.where(words).is_played]
NEW = [number for number, words in applicability.rows().items() if applicability.NEW_GAME in words.split()]


def options_of(variant: str) -> str:
    """Return the options of the variant as text; both words for the Ally game have the same."""
    return str(VARIANTS[variant])


def test_every_clause_and_only_a_clause_lists_where_it_holds():
    assert list(applicability.rows()) == [clause.number for clause in clauses(BOOK)]


@pytest.mark.parametrize("number", PLAYED)
def test_the_sentences_of_a_clause_are_played_wherever_it_holds(number):
    at = applicability.where(applicability.rows()[number])
    played = [setting for name in applicability.of_clause(number) for setting in applicability.settings_of(name)]
    by_hand = {
        pair
        for name in applicability.of_clause(number)
        for words in applicability.sentences()[name]
        for pair in applicability.tables(applicability.where(words))
    }
    wanted = applicability.tables(at)
    players = {players for players, _ in wanted}
    assert players <= {setting.players for setting in played} | {players for players, _ in by_hand}
    games = {options_of(variant) for _, variant in wanted}
    assert games <= {options_of(setting.variant) for setting in played} | {options_of(name) for _, name in by_hand}
    if at.any_seat:
        assert set(range(max(players))) <= {setting.first for setting in played}
    if at.any_region:
        assert set(range(1, len(CONTINENTS))) <= {setting.turned for setting in played}


@pytest.mark.parametrize("number", NEW)
def test_a_clause_about_the_beginning_is_tried_in_every_new_game_for_which_it_holds(number):
    wanted = set(applicability.tables(applicability.where(applicability.rows()[number])))
    assert any(
        wanted <= set(applicability.tables(applicability.where(words)))
        for name in applicability.of_clause(number)
        for words in applicability.sentences()[name]
    )


def test_every_limit_has_a_reason_and_names_existing_sentences():
    for limit in applicability.limits():
        assert limit.why.endswith(".")
        assert limit.tests
        assert set(limit.tests) <= set(applicability.sentences())


def test_no_sentence_is_limited_twice():
    limited = [name for limit in applicability.limits() for name in limit.tests]
    assert len(limited) == len(set(limited))


def test_a_limit_leaves_something_of_its_clause_or_says_as_written():
    for limit in applicability.limits():
        for name in limit.tests:
            at = applicability.where_played(name)
            assert bool(applicability.tables(at)) == at.is_played or not at.is_played, name
