"""Rules that every game with questions beneath each other needs: opening one, letting others wait, and who sits where.

They are written in the subset of the rules and belong into `GameSpec.modules` of a game that uses them. Beside the
fields of `contract.CoreState` they need `note` and `waiting`, scalars, and `waiting_node`, `waiting_seat` and
`waiting_note`, lists with a place for each question that can wait; `check.check_waiting_nodes` checks them in a saved
state.
"""


def open_node(s, node, seat, note):
    """Make this the open question; the last act of whatever carries out an answer."""
    s.node = node
    s.seat = seat
    s.note = note


def next_node(s, node):
    """The next question of the same matter, with nothing to note."""
    open_node(s, node, s.seat, 0)


def push_node(s, node, seat, note):
    """Put a question beneath the one that is opened next; it may lie only on questions of lower rank."""
    s.waiting_node[s.waiting] = node
    s.waiting_seat[s.waiting] = seat
    s.waiting_note[s.waiting] = note
    s.waiting += 1


def pop_node(s):
    """Open what waits on top, or say that nothing does; the matters of a player who went out are dropped."""
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
    """The game is over: nothing goes on."""
    for frame in range(len(s.waiting_node)):
        s.waiting_node[frame] = 0
        s.waiting_seat[frame] = 0
        s.waiting_note[frame] = 0
    s.waiting = 0


def seat_at_offset(s, offset):
    """The seat so many places clockwise from the one that answers."""
    return clockwise(s, s.seat, offset)


def clockwise(s, seat, offset):
    """The seat so many places on, at most once round; without a division, which costs more than all the rest."""
    there = seat + offset
    return there - s.seats if there >= s.seats else there
