"""Requests to bots: what the worker process receives, and the analysis that clients receive."""

import secrets
from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import UNSET

from wd_env.errors import StateError
from wd_env.registry import GameEntry
from wd_env.sandbox.worker_messages import WorkerReply, WorkerRequest
from wd_env.seeding import SEED_BITS, check_seed
from wd_env.server.bot_catalogue import BotEntry
from wd_env.server.client_rules import load_record, load_table
from wd_env.server.hosting.custom_file_catalogue import CustomFileCatalogue
from wd_env.server.protocol.replies import Action, ActionProbability, AnalysisData
from wd_env.server.protocol.requests import Act, ViewData
from wd_env.server.server_errors import ApiError
from wd_env.session.action_choices import ActionChoice, list_choices
from wd_env.spec.game_spec import CHANCE, GameSpec
from wd_env.spec.view import View
from wd_env.table.game_table import Table
from wd_env.table.saved_table import replay_record

LEGAL_FLAG = 1  # in a mask
VALUE_DIGITS = 4  # decimals of a value
NO_TEXT = ""


def parse_seed(text: str | None) -> int:
    """Return the seed in a message, or a new one; ApiError if it has more than 64 bits."""
    if text is None:
        return secrets.randbits(SEED_BITS)
    if int(text) >= 1 << SEED_BITS:
        raise ApiError("bad_message", f"seed: expected 0 to {(1 << SEED_BITS) - 1}, got a larger one", "seed")
    return check_seed(int(text))


def table_from_request(act: Act, game_entry: GameEntry, catalogue: CustomFileCatalogue) -> Table | None:
    """Return the table of a request, None for a view.

    Raises:
        ApiError: If no player is to move.
        StateError: If the state or record is invalid.
    """
    if act.view is not UNSET:
        return None
    if act.state is not UNSET:
        table = load_table(game_entry, act.state, catalogue)
    else:
        table = replay_record(load_record(game_entry, str(act.record), catalogue), files=catalogue.paths)
    if table.is_terminal:
        raise ApiError("game_over", "the game is over in this state")
    if table.node.kind == CHANCE:
        raise ApiError("illegal_action", f"expected a state at a decision, got one at {table.node.name}")
    return table


def view_from(data: ViewData, game: GameSpec, bot: BotEntry) -> View:
    """Return the view in a message; StateError if it has another layout, or the bot needs more than a view."""
    if data.layout_hash != game.layout_hash:
        raise StateError(f"view: expected layout_hash {game.layout_hash}, got another one")
    lengths, allowed = (len(data.obs), len(data.mask)), (game.layout.size, len(game.actions))
    if lengths != allowed:
        raise StateError(f"view: expected {allowed}, got {lengths[0]} values and {lengths[1]} actions")
    if LEGAL_FLAG not in data.mask:
        raise StateError("view: expected at least one legal action, got none")
    if bot.uses_states:
        raise StateError(f"{bot.info.id} looks ahead and needs a state or a record, not a view")
    if bot.is_recurrent:
        raise StateError(f"{bot.info.id} is recurrent and needs a record, or a state to start from, not a view")
    return View(game, data.obs, data.mask)


def make_worker_request(
    bot: BotEntry, view: View, entropy: Sequence[int], *, analyse: bool = False, greedy: bool = False
) -> WorkerRequest:
    """Return the message to the worker: the view, and what else the bot uses."""
    possible = past_obs = past_masks = b""
    if bot.uses_states:
        possible = view.resample(np.random.default_rng(entropy)).to_bytes()
    if bot.is_recurrent:
        past_obs, past_masks = (array.tobytes() for array in view.past_decisions())
    return WorkerRequest(
        bot=bot.info.id, name=bot.name, obs=list(view.obs), mask=list(view.mask), entropy=list(entropy),
        options=_size_options(view.game), resampled_state=possible, past_obs=past_obs, past_masks=past_masks,
        analyse=analyse, greedy=greedy,
    )  # fmt: skip


def _size_options(game: GameSpec) -> dict[str, Any]:
    """Return the options that determine the sizes of a game; empty if it has fixed sizes."""
    if game.factory is None:
        return {}
    options: dict[str, Any] = game.factory[1].as_dict()
    return options


def analysis_data(reply: WorkerReply, view: View, choices: Sequence[ActionChoice] = ()) -> AnalysisData:
    """Return an analysis for clients: every option with its probability, and its text if there is a table."""
    texts = {option.index: option for option in choices}
    options = [texts.get(o.index, ActionChoice(o.index, o.text, NO_TEXT, NO_TEXT, ())) for o in view.legal_actions]
    value = None if reply.value is None else round(reply.value, VALUE_DIGITS)
    return AnalysisData(
        actions=[
            ActionProbability(
                index=option.index, text=option.text, label=option.label or UNSET, description=option.description,
                aliases=list(option.aliases), probability=reply.probabilities.get(option.index, 0.0),
                action_value=reply.action_values.get(option.index, UNSET),
            )
            for option in options
        ],
        value=value,
        sampled=reply.is_sampled,
    )  # fmt: skip


def make_action(act: Act, reply: WorkerReply, view: View, table: Table | None, seed: int) -> Action:
    """Return the reply to `act`."""
    action = Action(
        id=act.id, decision=view.decision, index=reply.action, text=view.game.actions.text(reply.action),
        seed=str(seed), elapsed_ms=reply.elapsed_ms,
    )  # fmt: skip
    if table is not None:
        action.seat = table.seat
    if act.analysis:
        action.analysis = analysis_data(reply, view, [] if table is None else list_choices(table))
    return action
