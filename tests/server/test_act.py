"""One move on request: from a state, a record or a view; the same seed gives the same action."""

import numpy as np
import pytest
from msgspec import UNSET

from tests.server.handlers import InlineBotPool, error_code, player_configs, run, send
from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.table import WorldDominance, WorldDominanceTable
from wd_env.server.protocol.messages import encode_line
from wd_env.server.protocol.replies import Error
from wd_env.server.protocol.requests import Act, Hello, NewGame, ViewData
from wd_env.server.request_handler import RequestHandler
from wd_env.session.action_choices import list_choices
from wd_env.table.chance_modes import EXPLICIT


def table(decisions: int = 40, seed: int = 3, **options) -> WorldDominanceTable:
    """Return a game after `decisions` random actions."""
    game, dice = WorldDominance(Config(num_players=3, **options), seed=seed), np.random.default_rng(seed)
    for _ in range(decisions):
        game.play(str(dice.choice(game.legal_texts())))
    return game


def act(at: RequestHandler, **fields):
    return send(at, Act(id="1", **{"bot": "random", "seed": "7", **fields}))


def view_of(game: WorldDominanceTable) -> ViewData:
    view = game.view(game.seat)
    return ViewData(layout_hash=GAME.layout_hash, obs=list(view.obs), mask=list(view.mask))


@pytest.mark.parametrize("bot", ["random", "scripted", "medium"])
def test_state_record_and_view_of_one_table_give_one_answer(bot):
    game = table()

    async def ask(at):
        return [
            await act(at, bot=bot, state=game.to_json()),
            await act(at, bot=bot, record=game.record().dumps()),
            await act(at, bot=bot, view=view_of(game)),
        ]

    by_state, by_record, by_view = run(ask)
    assert by_state.text in game.legal_texts()
    assert by_state.index == GAME.actions.index(by_state.text)
    assert (by_state.seat, by_state.decision) == (game.seat, game.node.name)
    assert by_state.text == by_record.text == by_view.text


def test_the_same_seed_gives_the_same_answer_and_others_give_others():
    state = next(t for n in range(60) if len((t := table(n)).legal_texts()) > 3).to_json()

    async def ask(at):
        return [(await act(at, state=state, seed=seed)).text for seed in [*"77", *map(str, range(20))]]

    first, again, *others = run(ask)
    assert first == again
    assert len(set(others)) > 1


def test_without_a_seed_the_reply_names_the_one_that_was_drawn():
    state = table().to_json()

    async def ask(at):
        drawn = await send(at, Act(id="1", bot="random", state=state))
        return drawn, await act(at, state=state, seed=drawn.seed)

    drawn, again = run(ask)
    assert (drawn.index, drawn.seed) == (again.index, again.seed)


def test_an_analysis_has_the_probability_of_every_action_which_sum_to_one_and_the_effect_of_each():
    game = table()

    async def ask(at):
        return await act(at, bot="medium", state=game.to_json(), analysis=True)

    reply = run(ask)
    options = reply.analysis.actions
    assert b'"sampled":true' in encode_line(reply)
    assert [option.text for option in options] == game.legal_texts()
    assert sum(option.probability for option in options) == pytest.approx(1)
    assert [(o.label, o.description, o.aliases) for o in options] == [
        (choice.label, choice.description, list(choice.aliases)) for choice in list_choices(game)
    ]
    assert all(option.label and option.description for option in options)
    assert next(option.probability for option in options if option.index == reply.index) > 0


def test_an_analysis_of_a_view_has_the_actions_without_the_texts_of_a_table():
    game = table()
    reply = run(lambda at: act(at, view=view_of(game), analysis=True))
    assert [option.text for option in reply.analysis.actions] == game.legal_texts()
    assert {(option.label, option.description) for option in reply.analysis.actions} == {(UNSET, "")}


def test_greedy_takes_the_most_likely_action():
    states = [table(n).to_json() for n in range(30, 50)]

    async def ask(at):
        return [await act(at, bot="medium", state=state, greedy=True, analysis=True) for state in states]

    for reply in run(ask):
        best = max(reply.analysis.actions, key=lambda option: option.probability)
        assert reply.index == best.index
        assert b'"sampled"' not in encode_line(reply)


def test_a_bot_process_is_sent_the_view_of_the_asked_seat_and_never_the_state():
    game = table()
    seen = InlineBotPool()

    async def ask(at):
        at.bot_pool = seen
        await act(at, bot="scripted", state=game.to_json())

    run(ask)
    [job] = seen.jobs
    view = game.view(game.seat)
    assert (job.obs, job.mask, job.resampled_state) == (list(view.obs), list(view.mask), b"")


def test_hello_lists_bots_and_rules_and_refuses_other_protocols():
    async def ask(at):
        return await send(at, Hello(id="1", protocols=[0, 1])), await error_code(at, Hello(id="2", protocols=[2]))

    ready, code = run(ask)
    assert code == "bad_message"
    assert {"random", "scripted", "champion"} <= {bot.id for bot in ready.bots}
    assert ready.game.layout_hash == GAME.layout_hash
    rules = {rule.name: rule for rule in ready.rules}
    assert rules.keys() == {f for f in Config.__dataclass_fields__ if f != "num_players"}
    assert rules["board"].choices == ["ring24", "ring30"]
    assert "file" not in rules["board"].allowed


REFUSED = {
    "no_such_bot": lambda game: {"bot": "nobody", "state": game.to_json()},
    "state_error of a state of another game": lambda game: {"state": game.to_json() | {"game": "chess"}},
    "state_error of a corrupt state": lambda game: {"state": {"game": "world_dominance"}},
    "state_error of an invalid record": lambda game: {"record": "what"},
    "state_error of a record of another game": lambda game: {"record": game.record().dumps().replace(
        '"world_dominance"', '"chess"', 1)},
    "state_error of a view of another layout": lambda game: {"view": ViewData(layout_hash="0", obs=[0], mask=[1])},
    "state_error of a short view": lambda game: {"view": ViewData(layout_hash=GAME.layout_hash, obs=[0], mask=[1])},
    "state_error of a view that offers nothing": lambda game: {"view": ViewData(
        layout_hash=GAME.layout_hash, obs=list(game.view(game.seat).obs), mask=[0] * len(GAME.actions))},
    "state_error of a view for a bot that looks ahead": lambda game: {"bot": "champion", "view": view_of(game)},
    "bad_message of a seed of 65 bits": lambda game: {"state": game.to_json(), "seed": str(1 << 64)},
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_an_invalid_position_of_this_game_is_rejected(case):
    game = table()

    async def ask(at):
        return await at.reply(Act(id="1", **{"bot": "random", "seed": "7", **REFUSED[case](game)}))

    reply = run(ask)
    assert isinstance(reply, Error)
    assert reply.code == case.split()[0]


def test_no_action_is_given_at_a_chance_node_or_after_the_end():
    chance_table = WorldDominance(Config(num_players=2), seed=1, chance=EXPLICIT)
    over = table(0, max_turns=1)
    while not over.is_terminal:
        over.play(over.legal_texts()[0])

    async def ask(at):
        return [await error_code(at, Act(id="1", bot="random", state=game.to_json())) for game in (chance_table, over)]

    assert run(ask) == ["illegal_action", "game_over"]


PATHS = {"board": "/etc/passwd", "continent_cards": "/etc/passwd", "manoeuvre_deck": "x.toml", "purgadies": "../x",
         "themes": "", "board of a file": {"name": "x", "sha256": "0" * 64}, "board of a list": ["ring24"]}  # fmt: skip


@pytest.mark.parametrize("case", PATHS)
def test_a_state_or_a_record_that_names_a_file_is_refused_before_any_file_is_opened(case, monkeypatch):
    game, option = table(), case.split()[0]
    state, record = game.to_json(), game.record()
    config = state["config"] | {option: PATHS[case]}
    record.config.update(config)

    def opened(*_, **__):
        raise AssertionError("a file was opened")

    monkeypatch.setattr("wd_env.spec.custom_files.read_data", opened)
    monkeypatch.setattr("wd_env.storage.toml_rows.read_data", opened)

    async def ask(at):
        wanted = [Act(id="1", bot="random", state=state | {"config": config}),
                  Act(id="1", bot="random", record=record.dumps()),
                  NewGame(id="1", state=state | {"config": config}), NewGame(id="1", record=record.dumps()),
                  NewGame(id="1", players=player_configs("Anna", "random"), rules={option: PATHS[case]})]  # fmt: skip
        return [await at.reply(each) for each in wanted]

    for reply in run(ask):
        assert (reply.code, reply.field.rpartition(".")[2]) == ("no_path", option)
        assert "etc" not in reply.message


def test_an_internal_error_has_an_ordinary_reply_and_its_details_are_only_in_the_log(caplog):
    async def ask(at):
        async def fails(job, budget_ms=None, **_):
            raise ZeroDivisionError("SECRET")

        at.bot_pool.run = fails
        return await at.reply(Act(id="1", bot="random", state=table().to_json()))

    reply = run(ask)
    assert (reply.id, reply.code) == ("1", "internal")
    assert "SECRET" not in reply.message
    assert "SECRET" in caplog.text
