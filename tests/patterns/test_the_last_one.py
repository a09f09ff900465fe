"""Limits: exactly the limit is allowed, one more is not; the last card, block or line still exists."""

import numpy as np
import pytest

from tests.games.samples import all_samples, samples_of
from wd_env.errors import ConfigError, StateError
from wd_env.evaluation.matches import match_blocks
from wd_env.games.world_dominance.position import position
from wd_env.kernels import philox
from wd_env.options import options_of
from wd_env.table.game_record import MAX_LINE_CHARS, MAX_LINES, GameRecord, RecordLine

GAMES = [*all_samples(), samples_of("pledge")]
WHOLES = [
    pytest.param(samples.row, name, option, id=f"{samples.row.name}: {name}")
    for samples in GAMES
    for name, option in options_of(samples.game.config_class).items()
    if option.kind == "integer"
]


@pytest.mark.parametrize(("row", "name", "option"), WHOLES)
def test_both_ends_of_an_option_are_allowed_and_nothing_beyond(row, name, option):
    for end in (option.low, option.high):
        refused = str(row.game.config_class.config_error(**{name: end}))
        assert not refused.startswith(f"{name}: expected an integer")
    for beyond in (option.low - 1, option.high + 1):
        with pytest.raises(ConfigError, match=rf"{name}: expected an integer from {option.low} to .*, got {beyond}"):
            row.config(**{name: beyond})


def test_the_longest_line_of_a_record_is_read_and_a_longer_one_is_not():
    text = "0 " + "x" * (MAX_LINE_CHARS - 2)
    assert str(RecordLine.parse(text)) == text
    with pytest.raises(StateError, match="is not a line of a record"):
        RecordLine.parse(text + "x")


def test_a_record_may_say_as_many_lines_as_there_may_be_and_no_more():
    head = GameRecord("world_dominance", 0, {}, "x", ()).dumps()
    with pytest.raises(StateError, match="by its header, got 0"):
        GameRecord.loads(head.replace('"lines": 0', f'"lines": {MAX_LINES}'))
    with pytest.raises(StateError, match=rf"expected 0 to {MAX_LINES}, got {MAX_LINES + 1}"):
        GameRecord.loads(head.replace('"lines": 0', f'"lines": {MAX_LINES + 1}'))


def test_the_last_line_of_a_record_counts():
    record = GameRecord("world_dominance", 0, {}, "x", (RecordLine("take", 0), RecordLine("dice 3", None)))
    assert GameRecord.loads(record.dumps()) == record
    with pytest.raises(StateError, match="record: expected 2 lines by its header, got 1"):
        GameRecord.loads("\n".join(record.dumps().splitlines()[:2]) + "\n")


def test_the_largest_block_may_be_played_and_a_larger_one_not():
    assert len(match_blocks.make_blocks(["a", "b"], 4096, 1, 4096)) == 1
    with pytest.raises(ConfigError, match="expected 1 to 4096, got 4097"):
        match_blocks.check_block_size(4097)


@pytest.mark.parametrize("deals", [1, 63, 64, 65, 127, 128, 129])
def test_the_last_block_has_the_deals_that_are_left(deals):
    found = match_blocks.make_blocks(["a", "b"], deals, 1, 64)
    assert sum(block.deals for block in found) == deals
    assert [block.deals for block in found[:-1]] == [64] * (len(found) - 1)
    assert 0 < found[-1].deals <= 64
    assert [block.index for block in found] == list(range(len(found)))


def test_every_deal_of_a_block_has_a_seed_of_its_own_the_last_one_too():
    seeds = match_blocks.Block(("a", "b"), 1, 0, 64).deal_seeds()
    assert len(set(seeds)) == 64
    assert (
        len(
            {
                *seeds,
                *match_blocks.Block(("a", "b"), 1, 1, 64).deal_seeds(),
                *match_blocks.Block(("a", "b"), 2, 0, 64).deal_seeds(),
            }
        )
        == 192
    )


@pytest.mark.parametrize("weights", [[0, 0, 1], [1, 0, 0], [0, 5, 0]])
def test_the_only_outcome_that_is_left_is_drawn_wherever_it_stands(weights):
    drawn = {philox.weighted_draw([3, 4, counter], weights, 3) for counter in range(200)}
    assert drawn == {weights.index(max(weights))}


@pytest.mark.parametrize("title", ["Mozambique", "Marrakesh", "Cape Town"])
def test_the_last_card_of_a_continent_is_drawn_and_then_none_is_offered(title):
    game = position(5, cards={0: ["Cairo"], 1: ["Kenya"]}, pack={"Africa": [title]}, keeper=2, lands="Africa")
    game.play("take")
    assert list(game.chance_weights()) == [f"draw {title}"]
    game.play(f"draw {title}")
    game.state.place[1] = game.state.place[0]
    assert not any(card == title for card in game.board.pack)


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_game_is_cut_after_exactly_the_turns_agreed_on(turns):
    """Check that the turn above the limit does not start, and that the last one within it is played."""
    game = position(2, at={0: "S21", 1: "S21"}, max_turns=turns)
    played = 0
    while not game.is_terminal:
        game.state.place[game.board.turn] = 21
        game.play("roll", "playing dice 1")
        if not game.is_terminal and "rest" in game.legal_texts():
            game.play("rest")
        played += 1
    assert (played, game.is_truncated) == (turns, True)


def test_numbers_below_a_bound_are_all_drawn_and_the_bound_never():
    drawn = {philox.bounded_draw([1, 2, counter], 5) for counter in range(400)}
    assert drawn == set(range(5))
    assert np.iinfo(np.int64).max > max(drawn)
