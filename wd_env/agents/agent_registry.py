"""Every bot by name, one row each; a path is a trained bot, `module:Class` one of somebody else's.

Another distribution adds bots by entry points of the group `wd_env.bots`: the name is the bot's, the value its class,
made from a generator as `Agent` is. They then play in commands, matches and training like those of this list.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

import numpy as np

from wd_env import registry
from wd_env.agents.agent import Agent
from wd_env.agents.bundled_models import shipped_policies
from wd_env.errors import ConfigError, WdError, did_you_mean, quoted
from wd_env.spec.game_spec import GameSpec

GREEDY = "greedy:"  # before a path: always the likeliest action
GROUP = "wd_env.bots"


@dataclass(frozen=True)
class BotSpec:
    """A bot that is made from a generator alone."""

    name: str
    where: str  # module:class, imported when the bot is first wanted
    about: str
    has_options: bool = False  # it is made from a text of options too: what follows its name and a colon
    game: str = ""  # the only game it plays; empty for a bot that plays any
    options: str = ""  # of a level: those of the bot that it is
    is_shipped: bool = False  # it is the trained policy that comes with a game, by its likeliest actions


def _habits(name: str, kind: str, about: str) -> BotSpec:
    """One of the styles of `habits`."""
    return BotSpec(name, f"wd_env.agents.world_dominance.scripted_agent:{kind}", about, game="world_dominance")


SEARCH = "wd_env.agents.search.search_agent:SearchAgent"
BLUNDERS = "wd_env.agents.noisy_agent:BlunderAgent"


def _level(name: str, where: str, options: str, about: str) -> BotSpec:
    """An opponent for people; each takes 60 % and more of games of two from the one before it (docs/bots.md)."""
    return BotSpec(name, where, about, game="world_dominance", options=options)


def _domination(name: str, kind: str, about: str) -> BotSpec:
    """One of the levels of `domination.styles`."""
    return BotSpec(name, f"wd_env.agents.domination.scripted_agents:{kind}", about, game="domination")


ROWS = (  # in the order in which people are told of them: levels for people first, the weakest of them on top
    _level("easy", BLUNDERS, "share=0.5", "for a first game: every other answer is any legal action"),
    _level("medium", BLUNDERS, "share=0.25", "sensible, but one answer of four is any legal action"),
    _level("hard", BLUNDERS, "share=0.05", "sensible, and seldom wrong"),
    _level(
        "champion",
        SEARCH,
        "samples=128,margin=0.012,prior=policy",
        "looks ahead: the strongest that comes with the package",
    ),
    _domination("easy", "EasyAgent", "knows no groups, places mostly anywhere at the front, rolls every battle on"),
    _domination("average", "AverageAgent", "as `hard`, but it often places armies anywhere at the front"),
    _domination("hard", "HardAgent", "attacks by the odds, looks ahead, guards complete groups, breaks battles off"),
    BotSpec(
        "policy",
        "wd_env.agents.policy_agent:ShippedPolicyAgent",
        "the trained networks that come with the package, by their likeliest action",
        game="world_dominance",
        is_shipped=True,
    ),
    _habits("scripted", "ScriptedAgent", "sensible habits written by hand, the best that are known"),
    _habits("scripted_v1", "ScriptedV1Agent", "the first scripted bot, never changed: figures against it last"),
    _habits("collector", "CollectorAgent", "buys cards whatever they cost, and seldom rests"),
    _habits("hunter", "HunterAgent", "wants others out: decimates, names the weakest, raises every bluff"),
    _habits("hoarder", "HoarderAgent", "keeps its soldiers and buys few cards"),
    _habits("rusher", "RusherAgent", "heads for Antarctica and gives up coloured cards for it"),
    _domination("passive", "PassiveAgent", "never attacks and never moves"),
    BotSpec(
        "search",
        SEARCH,
        "looks ahead: tries every option on the same luck and values what comes of it",
        has_options=True,
    ),
    BotSpec(
        "blunders",
        BLUNDERS,
        "plays as another bot, but a share of its answers is any legal action",
        has_options=True,
    ),
    BotSpec("random", "wd_env.agents.random_agent:RandomAgent", "any legal action, each with equal odds"),
)
NAMES = tuple(dict.fromkeys(row.name for row in ROWS))


def roster_of(game: str) -> dict[str, BotSpec]:
    """Return the rows of this package for a game, by name: one name may be a bot of each of several games."""
    return {row.name: row for row in ROWS if row.game in ("", game)}


def bots_for(game: GameSpec) -> list[str]:
    """Return the names of all bots that play this game, those of other distributions last."""
    return [*roster_of(game.name), *_of_others()]


def make_bot(name: str, game: GameSpec, generator: np.random.Generator) -> Agent:
    """Make the bot of this name with this generator.

    `name` is one of `bots_for` (some take options, as `search:samples=16,rollout=4`), the file or run folder of a
    trained bot (`greedy:` before the path makes it take its likeliest action), or `module:Class` of a bot of one's own.
    ConfigError for a name that is none, for options that cannot be, for a bot of another game and for a class that is
    no bot; CheckpointError for a bad file.
    """
    known = {row.name: row for row in ROWS} | roster_of(game.name) | _of_others()
    base, has_colon, options = name.partition(":")
    if name in known or (has_colon and base in known and known[base].has_options):
        bot = _made(known[base], game, generator, options)
    elif (path := name.removeprefix(GREEDY)) and Path(path).exists():
        from wd_env.agents.policy_agent import PolicyAgent

        return PolicyAgent.load(path, game, generator, greedy=name.startswith(GREEDY))
    elif ":" in name and not name.startswith(GREEDY):
        bot = _made(BotSpec(name, name, ""), game, generator)
    else:
        raise ConfigError(_unknown(name, game))
    if isinstance(bot, Agent):  # a class of one's own need be none
        bot.check_game(game)
    bot.name = name
    return bot


def bot_files(name: str) -> tuple[Path, ...]:
    """Return the files that make a bot what it is: its weights, those its options name, or the source of its class.

    None of them for a bot of this package without a network that it names, and for a name that is no bot; ConfigError
    for a class that cannot be imported.
    """
    base, _, options = name.partition(":")
    row = next((row for row in ROWS if row.name == base), None)  # no two of a name differ in files
    if row is not None and row.is_shipped and not options:
        return shipped_policies(row.game)
    if row is not None and (row.has_options or not options):
        options = options or row.options
        found: tuple[Path, ...] = registry.load(row.where).files_of(options) if options else ()
        return found
    path = Path(name.removeprefix(GREEDY))
    if path.exists():
        from wd_env.agents.bot_file import bot_path

        return (bot_path(path),)
    where = _of_others()[name].where if name in _of_others() else name
    if ":" not in where or where.startswith(GREEDY):
        return ()
    kind = registry.load(where)
    source = inspect.getsourcefile(kind) if isinstance(kind, type) else None
    return () if source is None else (Path(source),)


def _made(row: BotSpec, game: GameSpec, generator: np.random.Generator, options: str = "") -> Agent:
    if row.game not in ("", game.name):
        raise ConfigError(f"bot {row.name} plays {row.game}, not {game.name}; allowed are {', '.join(bots_for(game))}")
    if row.is_shipped:
        from wd_env.agents.policy_agent import ShippedPolicyAgent

        paths = shipped_policies(row.game)
        if not paths:
            raise ConfigError(f"bot {row.name} is missing: no policy of {row.game} has come with this package")
        return ShippedPolicyAgent.of(game, paths, generator)
    kind: Callable[..., Agent] = registry.load(row.where)
    if not isinstance(kind, type) or not callable(getattr(kind, "choose", None)):
        raise ConfigError(
            f"{quoted(row.where)} is no bot; allowed is a class with `choose`, as wd_env.agents.agent.Agent"
        )
    try:
        made_from = [options] if row.has_options else [row.options] if row.options else []
        bot: Agent = kind(generator, *made_from)
    except WdError:
        raise
    except Exception as problem:
        raise ConfigError(f"bot {quoted(row.name)} cannot be made: {type(problem).__name__}: {problem}") from problem
    return bot


def _unknown(name: str, game: GameSpec) -> str:
    known = bots_for(game)
    allowed = f"{', '.join(known)}, module:Class and trained bots"
    return f"{quoted(name)} is no bot and no file; allowed are {allowed}{did_you_mean(name, known)}"


@cache
def _of_others() -> dict[str, BotSpec]:
    """Bots that other distributions bring; those of this list keep their names."""
    found = {entry.name: BotSpec(entry.name, entry.value, "") for entry in entry_points(group=GROUP)}
    return {name: row for name, row in found.items() if name not in NAMES}
