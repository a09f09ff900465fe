"""A scene as JSON data, for front-ends that draw the table themselves."""

from dataclasses import fields
from typing import Any

from wd_env.games.world_dominance.cards.card_data import ContinentCard
from wd_env.games.world_dominance.definitions.names import KIND_NAMES, REGION_NAMES
from wd_env.games.world_dominance.picture.board_geometry import plan_of
from wd_env.games.world_dominance.text.scene import Scene, SeatScene

TEXT_ONLY = ("viewer", "names", "titles", "events")  # fields of a scene that are sent separately


def scene_data(scene: Scene) -> dict[str, Any]:
    """Return everything of a scene by name: cards with titles, regions by name, the board, seats with names."""
    scene_fields = {
        field.name: _json_data(getattr(scene, field.name)) for field in fields(scene) if field.name not in TEXT_ONLY
    }
    scene_fields["closed"] = None if scene.closed is None else REGION_NAMES[scene.closed]
    for seat, data in zip(scene.seats, scene_fields["seats"], strict=True):
        data["name"] = scene.names.seat(seat.seat)
    scene_fields["board"] = plan_of(scene.titles.board)
    return scene_fields


def _json_data(value: Any) -> Any:
    if isinstance(value, ContinentCard):
        return _card(value)
    if isinstance(value, SeatScene):
        return {field.name: _json_data(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, frozenset):
        return sorted(value)
    return [_json_data(each) for each in value] if isinstance(value, tuple) else value


def _card(card: ContinentCard) -> dict[str, Any]:
    kinds = [name for name, bits in KIND_NAMES.items() if bits == card.kind]
    return {
        "index": card.index,
        "title": card.title,
        "region": REGION_NAMES[card.region],
        "kind": kinds[0] if kinds else "",
        "cost": card.cost,
    }
