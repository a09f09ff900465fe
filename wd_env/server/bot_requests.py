"""Asking bots: what is sent to the process in which one thinks, and its opinion as it is told to clients."""

import secrets
from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import UNSET

from wd_env.errors import StateError
from wd_env.registry import Game as Row
from wd_env.seeding import SEED_BITS, check_seed
from wd_env.server.bot_catalogue import BotRow
from wd_env.server.client_rules import record_from, table_from
from wd_env.server.hosting.custom_file_catalogue import Shelf
from wd_env.server.protocol.replies import Action, OpinionData, Weighed
from wd_env.server.protocol.requests import Act, ViewData
from wd_env.server.server_errors import Refusal
from wd_env.server.workers.worker_messages import Job, Thought
from wd_env.session.action_choices import OptionWords, options_in_words
from wd_env.session.referee import table_of
from wd_env.spec.game_spec import CHANCE, GameSpec
from wd_env.spec.view import View
from wd_env.table.game_table import Table

LEGAL = 1  # in a mask
DIGITS = 4  # of a value that is told
NO_WORDS = ""


def seed_of(text: str | None) -> int:
    """Return the seed in a message, or a new one; Refusal for one of more than 64 bits."""
    if text is None:
        return secrets.randbits(SEED_BITS)
    if int(text) >= 1 << SEED_BITS:
        raise Refusal("bad_message", f"the seed is too large; allowed are 0..{(1 << SEED_BITS) - 1}", "seed")
    return check_seed(int(text))


def table_in(act: Act, row: Row, shelf: Shelf) -> Table | None:
    """Return the table that is meant, None for a view; Refusal where nobody decides there, StateError for a bad one."""
    if act.view is not UNSET:
        return None
    if act.state is not UNSET:
        table = table_from(row, act.state, shelf)
    else:
        table = table_of(record_from(row, str(act.record), shelf), shelf.paths)
    if table.is_over:
        raise Refusal("over", "the game is over there")
    if table.question.kind == CHANCE:
        raise Refusal("illegal_action", f"chance is open there: {table.question.name}; allowed is a decision")
    return table


def view_from(data: ViewData, game: GameSpec, bot: BotRow) -> View:
    """Return the view in a message; StateError for one of another layout, and for a bot that needs a state."""
    if data.layout_hash != game.layout_hash:
        raise StateError(f"the view is of another layout; allowed is {game.layout_hash}")
    lengths, allowed = (len(data.obs), len(data.mask)), (game.layout.size, len(game.actions))
    if lengths != allowed:
        raise StateError(f"the view has {lengths[0]} numbers and {lengths[1]} actions; allowed are {allowed}")
    if LEGAL not in data.mask:
        raise StateError("the view offers no action; allowed is one at least")
    if bot.takes_states:
        raise StateError(f"{bot.info.id} looks ahead and needs a state or a record; a view does not do")
    return View(game, data.obs, data.mask)


def job_of(bot: BotRow, view: View, entropy: Sequence[int], *, weighs: bool = False, greedy: bool = False) -> Job:
    """Return what the bot is sent: the view, and for one that takes states a state that its seat could be in."""
    possible = b""
    if bot.takes_states:
        possible = view.resample(np.random.default_rng(entropy)).to_bytes()
    return Job(
        bot=bot.info.id, name=bot.name, obs=list(view.obs), mask=list(view.mask), entropy=list(entropy),
        options=_sizing(view.game), possible=possible, weighs=weighs, greedy=greedy,
    )  # fmt: skip


def _sizing(game: GameSpec) -> dict[str, Any]:
    """The options from which the sizes of a game follow; none where it has one size."""
    if game.made_by is None:
        return {}
    options: dict[str, Any] = game.made_by[1].as_dict()
    return options


def opinion_data(thought: Thought, view: View, words: Sequence[OptionWords] = ()) -> OpinionData:
    """Return an opinion as it is sent: every option with its odds, and in the words that there are."""
    told = {option.index: option for option in words}
    options = [told.get(o.index, OptionWords(o.index, o.text, NO_WORDS, NO_WORDS, ())) for o in view.options]
    value = None if thought.value is None else round(thought.value, DIGITS)
    return OpinionData(
        options=[
            Weighed(
                index=option.index, text=option.text, label=option.label or UNSET, about=option.about,
                names=list(option.names), odds=thought.odds.get(option.index, 0.0),
                mean=thought.means.get(option.index, UNSET),
            )
            for option in options
        ],
        value=value,
        drawn=thought.is_drawn,
    )  # fmt: skip


def action_of(act: Act, thought: Thought, view: View, table: Table | None, seed: int) -> Action:
    """Return the reply to `act`."""
    action = Action(
        id=act.id, question=view.question, index=thought.chosen, text=view.game.actions.text(thought.chosen),
        seed=str(seed), took_ms=thought.took_ms,
    )  # fmt: skip
    if table is not None:
        action.seat = table.seat
    if act.opinion:
        action.opinion = opinion_data(thought, view, [] if table is None else options_in_words(table))
    return action
