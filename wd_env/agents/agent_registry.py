"""The registry of bots by name. A path names a trained bot, and `module:Class` a custom class.

Other distributions add bots by entry points of the group `wd_env.bots`: the name is the bot's name, the value its
class, which is constructed with a generator as `Agent` is. These bots can be used wherever bundled bots can.
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
from wd_env.agents.files.bundled_models import bundled_policies
from wd_env.errors import ConfigError, WdError, did_you_mean, quoted
from wd_env.seeding import check_seed
from wd_env.spec.game_names import game_spec_of
from wd_env.spec.game_spec import GameSpec

GREEDY_PREFIX = "greedy:"  # before a path: always the most likely action
ENTRY_POINT_GROUP = "wd_env.bots"


@dataclass(frozen=True)
class BotEntry:
    """A bot of this package."""

    name: str
    import_path: str  # module:class, imported when the bot is first made
    description: str
    has_options: bool = False  # whether the constructor also takes the text after the name and a colon
    game: str = ""  # the only game that it plays; empty for a bot of all games
    options: str = ""  # fixed options of a level
    is_bundled: bool = False  # whether it plays greedily by the bundled policy of a game


def _heuristic(name: str, class_name: str, description: str) -> BotEntry:
    """Return the entry of a hand-written style of World Dominance."""
    return BotEntry(
        name, f"wd_env.agents.world_dominance.scripted_agent:{class_name}", description, game="world_dominance"
    )


SEARCH_CLASS = "wd_env.agents.search.search_agent:SearchAgent"
NOISY_CLASS = "wd_env.agents.noisy_agent:NoisyAgent"


def _level(name: str, import_path: str, options: str, description: str) -> BotEntry:
    """Return a level for people; each wins at least 60% of two-player games against the previous one."""
    return BotEntry(name, import_path, description, game="world_dominance", options=options)


def _domination_level(name: str, class_name: str, description: str) -> BotEntry:
    """Return the entry of a hand-written bot of Domination."""
    return BotEntry(name, f"wd_env.agents.domination.scripted_agents:{class_name}", description, game="domination")


def _superpowers_level(name: str, class_name: str, description: str) -> BotEntry:
    """Return the entry of a hand-written bot of Superpowers."""
    return BotEntry(name, f"wd_env.agents.superpowers.scripted_agents:{class_name}", description, game="superpowers")


BUILTIN_BOTS = (  # in the order of listings: levels for people first, the weakest at the top
    _level("easy", NOISY_CLASS, "rate=0.5", "for a first game: half of its actions are random"),
    _level("medium", NOISY_CLASS, "rate=0.25", "sensible, but a quarter of its actions are random"),
    _level("hard", NOISY_CLASS, "rate=0.05", "sensible, with few mistakes"),
    _level(
        "champion",
        SEARCH_CLASS,
        "samples=128,margin=0.012,prior=policy",
        "looks ahead: the strongest bundled bot",
    ),
    _domination_level(
        "easy", "EasyAgent", "ignores groups, places mostly at random on its borders, fights every battle to the end"
    ),
    _domination_level("average", "AverageAgent", "as `hard`, but often places armies at random on its borders"),
    _domination_level(
        "hard", "HardAgent", "attacks by the odds, looks ahead, guards complete groups, ends losing battles"
    ),
    _superpowers_level("easy", "EasyAgent", "does not cross the sea or guard its capital, attacks at bad odds"),
    _superpowers_level("medium", "MediumAgent", "as `hard`, but skips attacks and wastes money"),
    _superpowers_level(
        "hard",
        "HardAgent",
        "invests, guards its capital, attacks by the odds, ships armies across the sea",
    ),
    BotEntry(
        "champion",
        SEARCH_CLASS,
        "as `hard`, but looks ahead to the end of the next turn before it attacks: the strongest bundled bot",
        game="superpowers",
        options="samples=48,depth_turns=2,margin=0.02,decisions=target",
    ),
    BotEntry(
        "policy",
        "wd_env.agents.networks.policy_agent:BundledPolicyAgent",
        "the bundled networks; always takes the most probable action",
        game="world_dominance",
        is_bundled=True,
    ),
    BotEntry(
        "policy",
        "wd_env.agents.networks.policy_agent:BundledPolicyAgent",
        "the bundled network, which imitates `hard`; always takes the most probable action",
        game="superpowers",
        is_bundled=True,
    ),
    _heuristic("scripted", "ScriptedAgent", "hand-written heuristics, the strongest of them"),
    _heuristic(
        "scripted_v1",
        "ScriptedV1Agent",
        "the first scripted bot, never changed, so that results against it stay comparable",
    ),
    _heuristic("collector", "CollectorAgent", "buys cards at any price, and seldom rests"),
    _heuristic("hunter", "HunterAgent", "tries to eliminate others: decimates, names the weakest, raises every bluff"),
    _heuristic("hoarder", "HoarderAgent", "keeps its soldiers and buys few cards"),
    _heuristic("rusher", "RusherAgent", "heads for Antarctica and gives up coloured cards for it"),
    _domination_level("passive", "PassiveAgent", "never attacks and never moves"),
    BotEntry(
        "search",
        SEARCH_CLASS,
        "looks ahead: tries every action with common random numbers",
        has_options=True,
    ),
    BotEntry(
        "noisy",
        NOISY_CLASS,
        "plays as another bot, but some of its actions are random",
        has_options=True,
    ),
    BotEntry("random", "wd_env.agents.random_agent:RandomAgent", "uniformly random legal actions"),
)
BUILTIN_NAMES = tuple(dict.fromkeys(row.name for row in BUILTIN_BOTS))


def builtin_bots(game: str) -> dict[str, BotEntry]:
    """Return the bots of this package for a game, by name. Two games may have different bots of one name."""
    return {row.name: row for row in BUILTIN_BOTS if row.game in ("", game)}


def bots_for(game: GameSpec | str = registry.DEFAULT_GAME) -> list[str]:
    """Return the names of all bots that play a game; those of other installed packages are last.

    Args:
        game: The game, a `GameSpec` or a name.
    """
    return [*builtin_bots(game_spec_of(game).name), *_entry_point_bots()]


def make_bot(
    name: str, game: GameSpec | str = registry.DEFAULT_GAME, seed: int | np.random.Generator | None = None
) -> Agent:
    """Make a bot.

    Args:
        name: Bot name of `bots_for`, some of which take options (`search:samples=16,rollout=4`); the file or run folder
            of a trained bot (`greedy:` before the path makes it play its most likely action); or `module:Class`.
        game: The game, a `GameSpec` or a name.
        seed: Seed or generator of the bot's random choices; None for a random seed.

    Returns:
        The bot.

    Raises:
        ConfigError: If the name or its options are invalid, the bot plays another game, or the class is not a bot.
        CheckpointError: If a bot file is invalid.
    """
    game = game_spec_of(game)
    generator = seed if isinstance(seed, np.random.Generator) else np.random.default_rng(check_seed(seed))
    known = {row.name: row for row in BUILTIN_BOTS} | builtin_bots(game.name) | _entry_point_bots()
    base, has_colon, options = name.partition(":")
    _check_has_options(name)
    if name in known or (has_colon and base in known and known[base].has_options):
        bot = _instantiate(known[base], game, generator, options)
    elif (path := name.removeprefix(GREEDY_PREFIX)) and Path(path).exists():
        from wd_env.agents.networks.policy_agent import PolicyAgent

        return PolicyAgent.load(path, game, generator, greedy=name.startswith(GREEDY_PREFIX))
    elif ":" in name and not name.startswith(GREEDY_PREFIX):
        bot = _instantiate(BotEntry(name, name, ""), game, generator)
    else:
        raise ConfigError(_unknown_bot_text(name, game))
    if isinstance(bot, Agent):  # a custom class need not derive from Agent
        bot.check_game(game)
    bot.name = name
    return bot


def bot_files(name: str, game: str = registry.DEFAULT_GAME) -> tuple[Path, ...]:
    """Return the files that determine how a bot plays: its weights, files in its options, or the source of its class.

    Args:
        name: Name of a bot, as for `make_bot`.
        game: Name of the game.

    Returns:
        The files; none for a bundled bot without a network and for an unknown name.

    Raises:
        ConfigError: If a class cannot be imported, or the bot has no options.
    """
    _check_has_options(name)
    base, _, options = name.partition(":")
    row = ({row.name: row for row in BUILTIN_BOTS} | builtin_bots(game)).get(base)
    if row is not None and row.is_bundled and not options:
        return bundled_policies(row.game)
    if row is not None and (row.has_options or not options):
        options = options or row.options
        result: tuple[Path, ...] = registry.load(row.import_path).option_files(options, game) if options else ()
        return result
    path = Path(name.removeprefix(GREEDY_PREFIX))
    if path.exists():
        from wd_env.agents.files.bot_file import bot_path

        return (bot_path(path),)
    location = _entry_point_bots()[name].import_path if name in _entry_point_bots() else name
    if ":" not in location or location.startswith(GREEDY_PREFIX):
        return ()
    kind = registry.load(location)
    source = inspect.getsourcefile(kind) if isinstance(kind, type) else None
    return () if source is None else (Path(source),)


def _check_has_options(name: str) -> None:
    """Raise ConfigError if a name has options after the name of a bundled bot that has none."""
    base, has_colon, options = name.partition(":")
    if has_colon and base in BUILTIN_NAMES and not any(row.has_options for row in BUILTIN_BOTS if row.name == base):
        with_options = ", ".join(row.name for row in BUILTIN_BOTS if row.has_options)
        raise ConfigError(f"bot {base}: expected no options, which only {with_options} have, got {quoted(options)}")


def _instantiate(entry: BotEntry, game: GameSpec, generator: np.random.Generator, options: str = "") -> Agent:
    if entry.game not in ("", game.name):
        raise ConfigError(f"bot {entry.name} plays {entry.game}, not {game.name}; expected {', '.join(bots_for(game))}")
    if entry.is_bundled:
        from wd_env.agents.networks.policy_agent import BundledPolicyAgent

        paths = bundled_policies(entry.game)
        if not paths:
            raise ConfigError(f"bot {entry.name} is missing: this package has no policy of {entry.game}")
        return BundledPolicyAgent.from_files(game, paths, generator)
    kind: Callable[..., Agent] = registry.load(entry.import_path)
    if not isinstance(kind, type) or not callable(getattr(kind, "choose", None)):
        raise ConfigError(
            f"bot: expected a class with `choose`, as wd_env.agents.agent.Agent, got {quoted(entry.import_path)}"
        )
    try:
        arguments = [options] if entry.has_options else [entry.options] if entry.options else []
        bot: Agent = kind(generator, *arguments)
    except WdError:
        raise
    except Exception as exc:
        raise ConfigError(f"bot {quoted(entry.name)} cannot be made: {type(exc).__name__}: {exc}") from exc
    return bot


def _unknown_bot_text(name: str, game: GameSpec) -> str:
    known = bots_for(game)
    allowed = f"{', '.join(known)}, module:Class or a bot file"
    return f"unknown bot {quoted(name)}; expected {allowed}{did_you_mean(name, known)}"


@cache
def _entry_point_bots() -> dict[str, BotEntry]:
    """Return the bots of other distributions; names of bundled bots are ignored."""
    results = {entry.name: BotEntry(entry.name, entry.value, "") for entry in entry_points(group=ENTRY_POINT_GROUP)}
    return {name: row for name, row in results.items() if name not in BUILTIN_NAMES}
