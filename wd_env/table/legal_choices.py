"""Legal actions, possible outcomes, and the checks of an action before it is played."""

from wd_env.errors import IllegalAction, StateError, WrongSeat, quoted
from wd_env.spec.game_spec import CHANCE, PLAYER
from wd_env.spec.notation import as_int
from wd_env.table.game_record import RecordLine
from wd_env.table.state_backend import StateBackend, node_of


def legal_mask(backend: StateBackend) -> list[int]:
    """Return the mask by the rules, which may be all 0 at a decision."""
    mask = [0] * len(backend.game.actions)
    if node_of(backend).kind == PLAYER:
        backend.game.engine.legal(backend.fields, mask)
    return mask


def outcome_weights(backend: StateBackend) -> list[int]:
    """Return the integer weight of each outcome of the current chance node, nothing at other nodes.

    Raises:
        StateError: If the rules give weights that the node does not allow.
    """
    node = node_of(backend)
    if node.kind != CHANCE:
        return []
    weights = [0] * backend.game.chance_width  # as long as for compiled rules
    backend.game.engine.chance_weights(backend.fields, weights)
    count, max_weight = node.num_outcomes, node.max_weight
    if any(weights[count:]) or min(weights) < 0 or max(weights) > max_weight:
        raise StateError(f"outcomes of {node.name}: expected {count} weights from 0 to {max_weight}, got {weights}")
    return weights[:count]


def legal_outcomes(backend: StateBackend) -> list[int]:
    """Return 1 for each outcome of the current chance node that is possible as far as all players know."""
    legal = [0] * backend.game.chance_width
    backend.game.legal_outcomes(backend.fields, legal)
    return legal[: node_of(backend).num_outcomes]


def legal_texts(backend: StateBackend) -> list[str]:
    """Return the texts of the legal actions or outcomes of the current node."""
    node, game = node_of(backend), backend.game
    if node.kind == CHANCE:
        legal = legal_outcomes(backend)
        return [game.outcomes.text(node.first_outcome + i) for i, is_legal in enumerate(legal) if is_legal]
    return [game.actions.text(i) for i, is_legal in enumerate(backend.mask()) if is_legal]


def is_stuck(backend: StateBackend) -> bool:
    """Return whether the game cannot continue: a decision has no legal action, or chance no outcome."""
    kind = node_of(backend).kind
    if kind == PLAYER:
        return 1 not in legal_mask(backend)
    return kind == CHANCE and not any(outcome_weights(backend))


def judged_externally(backend: StateBackend) -> bool:
    """Return whether the current node is chance whose outcome is reported, never sampled."""
    return bool(backend.game.judged_externally(backend.fields, backend.node))


def legal_index(backend: StateBackend, action: str | int) -> int:
    """Return the index, at the current node, of an action or outcome given by its text or index.

    Raises:
        IllegalAction: If it is not legal.
    """
    node = node_of(backend)
    texts = backend.game.actions if node.kind == PLAYER else backend.game.outcomes
    position = texts.index(action) if isinstance(action, str) else as_int(action)
    if position is None:
        raise IllegalAction(f"{texts.name}: expected a text or an integer, got {quoted(action)}")
    index = position - node.first_outcome  # 0 at decisions
    legal = backend.mask() if node.kind == PLAYER else legal_outcomes(backend)
    if not 0 <= index < len(legal) or not legal[index]:
        raise IllegalAction(f"{quoted(action)} is illegal at {node.name}; expected one of {legal_texts(backend)}")
    if node.kind == CHANCE and not outcome_weights(backend)[index]:  # unnamed: it may be what a player secretly holds
        raise IllegalAction(f"that outcome of {node.name} is impossible now; expected one that no player holds")
    return index


def check_seat(backend: StateBackend, seat: int | None) -> None:
    """Raise WrongSeat for a seat that is not to decide at the current node."""
    node = node_of(backend)
    if seat is not None and (node.kind != PLAYER or as_int(seat) != backend.seat):
        current = f"seat {backend.seat}" if node.kind == PLAYER else "chance"
        raise WrongSeat(f"seat {quoted(seat)} is not to move; {current} decides {node.name}")


def check_outcome_follows(backend: StateBackend, outcome: str) -> None:
    """Raise IllegalAction for an outcome that follows an action although no chance node does."""
    node = node_of(backend)
    if node.kind != CHANCE:
        current = f"{node.name} is another decision" if node.kind == PLAYER else "the game is over"
        raise IllegalAction(
            f"{quoted(outcome)} cannot follow: expected only outcomes of chance after an action; now {current}"
        )


def violation_line(backend: StateBackend, action: str | int, seat: int | None) -> RecordLine | None:
    """Return the record line of an illegal action that the rules penalise; None if it is an error instead."""
    violator = backend.seat if seat is None and node_of(backend).kind == PLAYER else as_int(seat)
    state = backend.fields
    if violator is None or violator not in range(state.seats):
        return None
    if not backend.game.violations.can_be_penalized(state, violator):
        return None
    actions = backend.game.actions
    try:
        text = actions.text(actions.index(action) if isinstance(action, str) else action)
    except IllegalAction:  # not an action at all
        return None
    return RecordLine(text, violator, is_illegal=True)
