"""Rules for nested decisions: opening nodes, a stack of waiting nodes, and the order of seats.

They are written in the subset of the rules and belong in `GameSpec.modules` of a game that uses them. In addition to
the fields of `CoreState` they need the scalars `note` and `waiting`, and the lists `waiting_node`, `waiting_seat` and
`waiting_note` with a place for each node that can wait; `check_waiting_nodes` checks them in a saved state.
"""


def open_node(s, node, seat, note):
    """Make this the current node; this is the last call of an action's effect."""
    s.node = node
    s.seat = seat
    s.note = note


def next_node(s, node):
    """Open the next node of the same seat, with note 0."""
    open_node(s, node, s.seat, 0)


def push_node(s, node, seat, note):
    """Push a node below the one that is opened next; waiting nodes below it must have lower priority."""
    s.waiting_node[s.waiting] = node
    s.waiting_seat[s.waiting] = seat
    s.waiting_note[s.waiting] = note
    s.waiting += 1


def pop_node(s):
    """Open the top waiting node and return True, or return False; nodes of players who are out are dropped."""
    while s.waiting > 0:
        s.waiting -= 1
        top = s.waiting
        open_node(s, s.waiting_node[top], s.waiting_seat[top], s.waiting_note[top])
        s.waiting_node[top] = 0
        s.waiting_seat[top] = 0
        s.waiting_note[top] = 0
        if s.in_play[s.seat]:
            return True
    return False


def clear_waiting(s):
    """Clear the waiting nodes at the end of the game."""
    for frame in range(len(s.waiting_node)):
        s.waiting_node[frame] = 0
        s.waiting_seat[frame] = 0
        s.waiting_note[frame] = 0
    s.waiting = 0


def seat_at_offset(s, offset):
    """Return the seat at this offset clockwise from the seat to move."""
    return clockwise(s, s.seat, offset)


def clockwise(s, seat, offset):
    """Return the seat at this offset clockwise, at most one round; a division would take most of the time."""
    there = seat + offset
    return there - s.seats if there >= s.seats else there
