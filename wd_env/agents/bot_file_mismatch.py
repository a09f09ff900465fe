"""How a trained network and a game differ that do not fit together, in words: game, version, options, numbers."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wd_env.errors import quoted
from wd_env.spec.custom_files import TOLD, packed
from wd_env.spec.rule_options import house_options, options_of

DIGITS = 12  # of a digest, where two files have one name
SEATS = "num_players"  # of which no size depends


def misfit(found: Mapping[str, Any], wanted: Mapping[str, Any], rules: Mapping[str, Any], game: Any) -> str:
    """Say what differs between the description of a network and that of a game; empty where they fit.

    `rules` are the options that the network was trained under, as `packed` saves them.
    """
    for name in ("game", "version"):
        if found[name] != wanted[name]:
            return _told([f"{name} {quoted(found[name])}"], [f"{name} {wanted[name]!r}"])
    if all(found[name] == wanted[name] for name in wanted if name != "rules_hash"):
        return ""
    theirs, ours = _options(rules, game)
    for name, what in (("actions", "actions"), ("observation_size", "numbers in an observation")):
        if found[name] != wanted[name]:
            theirs.append(f"{quoted(found[name])} {what}")
            ours.append(f"{wanted[name]} {what}")
    if found["actions_hash"] != wanted["actions_hash"] and found["actions"] == wanted["actions"]:
        theirs.append("other actions")
    if found["layout_hash"] != wanted["layout_hash"] and found["observation_size"] == wanted["observation_size"]:
        theirs.append("observations of other pieces")
    return _told(theirs, ours)


def _told(theirs: list[str], ours: list[str]) -> str:
    return f"was made for {', '.join(theirs)}; this game has {', '.join(ours) or 'its own'}"


def _options(rules: Mapping[str, Any], game: Any) -> tuple[list[str], list[str]]:
    """The options that differ and that sizes can follow from, as the network and as the game has them."""
    made_by = getattr(game, "made_by", None)
    if not made_by:
        return [], []
    config, usual = made_by[1], type(made_by[1])()
    here, ruling = packed(config), house_options(config)
    sizing = [n for n in options_of(config) if n != SEATS and (n not in ruling or here[n] != getattr(usual, n))]
    differing = [n for n in sizing if n in rules and rules[n] != here[n]]
    theirs, ours = list[str](), list[str]()
    for name in differing:
        their, our = _shown(rules[name]), _shown(here[name])
        if their == our:  # two files of one name
            their, our = f"{their} ({_digest(rules[name])})", f"{our} ({_digest(here[name])})"
        title = name.replace("_", " ")
        theirs.append(f"{title} {their}")
        ours.append(f"{title} {our}")
    return theirs, ours


def _shown(value: Any) -> str:
    """An option as people know it: a file by its name."""
    return quoted(Path(str(value[TOLD[0]])).name if isinstance(value, dict) and TOLD[0] in value else value)


def _digest(value: Any) -> str:
    return quoted(str(value.get(TOLD[1], ""))[:DIGITS]) if isinstance(value, dict) else "shipped"
