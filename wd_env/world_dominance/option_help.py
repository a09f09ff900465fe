"""One plain sentence for every answer: what it does now, with its numbers."""

from collections.abc import Callable

from wd_env.core.errors import IllegalAction
from wd_env.core.record import Line
from wd_env.core.seat_names import NUMBERED, SeatNames
from wd_env.core.spec import DECISION
from wd_env.world_dominance import help_board, help_cards, help_options, help_spaces
from wd_env.world_dominance.actions import ACTIONS
from wd_env.world_dominance.asked import Asked
from wd_env.world_dominance.table import WorldDominance
from wd_env.world_dominance.words import line_in_words

HELP: dict[str, Callable[[Asked, int], str]] = {
    "choose_piece": help_board.help_piece,
    "call_ally": help_board.help_call_ally,
    "start_menu": help_board.help_start_menu,
    "run_length": help_board.help_run_length,
    "gate": help_board.help_gate,
    "continent": help_board.help_continent,
    "block_entry": help_board.help_block_entry,
    "exchange": help_board.help_exchange,
    "cede": help_board.help_cede,
    "examiner": help_board.help_examiner,
    "question_card": help_board.help_question_card,
    "last_soldier": help_board.help_last_soldier,
    "stack_set": help_board.help_stack_set,
    "optional_card": help_cards.help_optional_card,
    "own_pass": help_cards.help_own_pass,
    "target_pass": help_cards.help_target_pass,
    "card_region": help_cards.help_card_region,
    "card_opponent": help_cards.help_card_opponent,
    "card_space": help_cards.help_card_space,
    "card_own": help_cards.help_card_own,
    "card_wanted": help_cards.help_card_wanted,
    "test_whom": help_spaces.help_test_whom,
    "raise_or_ask": help_spaces.help_raise_or_ask,
    "match_raise": help_spaces.help_match_raise,
    "decimate": help_spaces.help_decimate,
    "gain_card": help_spaces.help_gain_card,
    "ecuador": help_spaces.help_ecuador,
    "concede": help_spaces.help_concede,
    "khyber_pass": help_spaces.help_khyber_pass,
    "ice_house": help_spaces.help_ice_house,
    "purgatory_loss": help_spaces.help_purgatory_loss,
    "three_sixes": help_spaces.help_three_sixes,
    "paradies": help_spaces.help_paradies,
    "paradies_card": help_spaces.help_paradies_card,
    "ice_breakout": help_options.help_ice_breakout,
    "spelling": help_options.help_spelling,
    "pre_set_claim": help_options.help_pre_set_claim,
}


def option_help(table: WorldDominance, option: str, aloud: bool = False, names: SeatNames = NUMBERED) -> str:
    """What this answer does, in one sentence for the seat that is asked.

    It may rest on that seat's own knowledge, unless it is told `aloud`. Outcomes of asked luck are put into words.
    IllegalAction for what is not offered.
    """
    if option not in table.options():
        raise IllegalAction(f"{option!r} is not offered at {table.question.name}; allowed are {table.options()}")
    if table.question.kind != DECISION:
        return line_in_words(table, Line(option, None), names) + "."
    return HELP[table.question.name](Asked.at(table, aloud, names), ACTIONS.index(option))
