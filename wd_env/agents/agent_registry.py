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
from wd_env.agents.bundled_models import bundled_policies
from wd_env.errors import ConfigError, WdError, did_you_mean, quoted
from wd_env.spec.game_spec import GameSpec

GREEDY_PREFIX = "greedy:"  # before a path: always the likeliest action
ENTRY_POINT_GROUP = "wd_env.bots"


@dataclass(frozen=True)
class BotEntry:
    """A bot that is made from a generator alone."""

    name: str
    import_path: str  # module:class, imported when the bot is first wanted
    description: str
    has_options: bool = False  # it is made from a text of options too: what follows its name and a colon
    game: str = ""  # the only game it plays; empty for a bot that plays any
    options: str = ""  # of a level: those of the bot that it is
    is_bundled: bool = False  # it is the trained policy that comes with a game, by its likeliest actions


def _heuristic(name: str, class_name: str, description: str) -> BotEntry:
    """One of the styles of `habits`."""
    return BotEntry(
        name, f"wd_env.agents.world_dominance.scripted_agent:{class_name}", description, game="world_dominance"
    )


SEARCH_CLASS = "wd_env.agents.search.search_agent:SearchAgent"
NOISY_CLASS = "wd_env.agents.noisy_agent:NoisyAgent"


def _level(name: str, import_path: str, options: str, description: str) -> BotEntry:
    """Return a level for people; each wins at least 60% of two-player games against the previous one."""
    return BotEntry(name, import_path, description, game="world_dominance", options=options)


def _domination_level(name: str, class_name: str, description: str) -> BotEntry:
    """One of the levels of `domination.styles`."""
    return BotEntry(name, f"wd_env.agents.domination.scripted_agents:{class_name}", description, game="domination")


BUILTIN_BOTS = (  # in the order in which people are told of them: levels for people first, the weakest of them on top
    _level("easy", NOISY_CLASS, "rate=0.5", "for a first game: every other answer is any legal action"),
    _level("medium", NOISY_CLASS, "rate=0.25", "sensible, but one answer of four is any legal action"),
    _level("hard", NOISY_CLASS, "rate=0.05", "sensible, and seldom wrong"),
    _level(
        "champion",
        SEARCH_CLASS,
        "samples=128,margin=0.012,prior=policy",
        "looks ahead: the strongest that comes with the package",
    ),
    _domination_level(
        "easy", "EasyAgent", "knows no groups, places mostly anywhere at the front, rolls every battle on"
    ),
    _domination_level("average", "AverageAgent", "as `hard`, but it often places armies anywhere at the front"),
    _domination_level(
        "hard", "HardAgent", "attacks by the odds, looks ahead, guards complete groups, breaks battles off"
    ),
    BotEntry(
        "policy",
        "wd_env.agents.policy_agent:BundledPolicyAgent",
        "the trained networks that come with the package, by their likeliest action",
        game="world_dominance",
        is_bundled=True,
    ),
    _heuristic("scripted", "ScriptedAgent", "sensible habits written by hand, the best that are known"),
    _heuristic("scripted_v1", "ScriptedV1Agent", "the first scripted bot, never changed: figures against it last"),
    _heuristic("collector", "CollectorAgent", "buys cards whatever they cost, and seldom rests"),
    _heuristic("hunter", "HunterAgent", "wants others out: decimates, names the weakest, raises every bluff"),
    _heuristic("hoarder", "HoarderAgent", "keeps its soldiers and buys few cards"),
    _heuristic("rusher", "RusherAgent", "heads for Antarctica and gives up coloured cards for it"),
    _domination_level("passive", "PassiveAgent", "never attacks and never moves"),
    BotEntry(
        "search",
        SEARCH_CLASS,
        "looks ahead: tries every option on the same luck and values what comes of it",
        has_options=True,
    ),
    BotEntry(
        "noisy",
        NOISY_CLASS,
        "plays as another bot, but a share of its answers is any legal action",
        has_options=True,
    ),
    BotEntry("random", "wd_env.agents.random_agent:RandomAgent", "any legal action, each with equal odds"),
)
BUILTIN_NAMES = tuple(dict.fromkeys(row.name for row in BUILTIN_BOTS))


def builtin_bots(game: str) -> dict[str, BotEntry]:
    """Return the rows of this package for a game, by name: one name may be a bot of each of several games."""
    return {row.name: row for row in BUILTIN_BOTS if row.game in ("", game)}


def bots_for(game: GameSpec) -> list[str]:
    """Return the names of all bots that play this game, those of other distributions last."""
    return [*builtin_bots(game.name), *_entry_point_bots()]


def make_bot(name: str, game: GameSpec, generator: np.random.Generator) -> Agent:
    """Make the bot of this name with this generator.

    `name` is one of `bots_for` (some take options, as `search:samples=16,rollout=4`), the file or run folder of a
    trained bot (`greedy:` before the path makes it take its likeliest action), or `module:Class` of a bot of one's own.
    ConfigError for a name that is none, for options that cannot be, for a bot of another game and for a class that is
    no bot; CheckpointError for a bad file.
    """
    known = {row.name: row for row in BUILTIN_BOTS} | builtin_bots(game.name) | _entry_point_bots()
    base, has_colon, options = name.partition(":")
    if name in known or (has_colon and base in known and known[base].has_options):
        bot = _instantiate(known[base], game, generator, options)
    elif (path := name.removeprefix(GREEDY_PREFIX)) and Path(path).exists():
        from wd_env.agents.policy_agent import PolicyAgent

        return PolicyAgent.load(path, game, generator, greedy=name.startswith(GREEDY_PREFIX))
    elif ":" in name and not name.startswith(GREEDY_PREFIX):
        bot = _instantiate(BotEntry(name, name, ""), game, generator)
    else:
        raise ConfigError(_unknown_bot_text(name, game))
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
    row = next((row for row in BUILTIN_BOTS if row.name == base), None)  # no two of a name differ in files
    if row is not None and row.is_bundled and not options:
        return bundled_policies(row.game)
    if row is not None and (row.has_options or not options):
        options = options or row.options
        found: tuple[Path, ...] = registry.load(row.import_path).option_files(options) if options else ()
        return found
    path = Path(name.removeprefix(GREEDY_PREFIX))
    if path.exists():
        from wd_env.agents.bot_file import bot_path

        return (bot_path(path),)
    where = _entry_point_bots()[name].import_path if name in _entry_point_bots() else name
    if ":" not in where or where.startswith(GREEDY_PREFIX):
        return ()
    kind = registry.load(where)
    source = inspect.getsourcefile(kind) if isinstance(kind, type) else None
    return () if source is None else (Path(source),)


def _instantiate(entry: BotEntry, game: GameSpec, generator: np.random.Generator, options: str = "") -> Agent:
    if entry.game not in ("", game.name):
        raise ConfigError(
            f"bot {entry.name} plays {entry.game}, not {game.name}; allowed are {', '.join(bots_for(game))}"
        )
    if entry.is_bundled:
        from wd_env.agents.policy_agent import BundledPolicyAgent

        paths = bundled_policies(entry.game)
        if not paths:
            raise ConfigError(f"bot {entry.name} is missing: no policy of {entry.game} has come with this package")
        return BundledPolicyAgent.from_files(game, paths, generator)
    kind: Callable[..., Agent] = registry.load(entry.import_path)
    if not isinstance(kind, type) or not callable(getattr(kind, "choose", None)):
        raise ConfigError(
            f"{quoted(entry.import_path)} is no bot; allowed is a class with `choose`, as wd_env.agents.agent.Agent"
        )
    try:
        made_from = [options] if entry.has_options else [entry.options] if entry.options else []
        bot: Agent = kind(generator, *made_from)
    except WdError:
        raise
    except Exception as problem:
        raise ConfigError(f"bot {quoted(entry.name)} cannot be made: {type(problem).__name__}: {problem}") from problem
    return bot


def _unknown_bot_text(name: str, game: GameSpec) -> str:
    known = bots_for(game)
    allowed = f"{', '.join(known)}, module:Class and trained bots"
    return f"{quoted(name)} is no bot and no file; allowed are {allowed}{did_you_mean(name, known)}"


@cache
def _entry_point_bots() -> dict[str, BotEntry]:
    """Bots that other distributions bring; those of this list keep their names."""
    found = {entry.name: BotEntry(entry.name, entry.value, "") for entry in entry_points(group=ENTRY_POINT_GROUP)}
    return {name: row for name, row in found.items() if name not in BUILTIN_NAMES}
