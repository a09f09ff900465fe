"""Soldiers: payments, gains, and how a player goes out (Personal Army, striking out)."""

from wd_env.games.world_dominance.definitions.names import CARDS, GARRISON_SIDE, NOBODY, NOWHERE, SOLDIERS
from wd_env.games.world_dominance.definitions.rule_constants import UNLIMITED_SOLDIERS
from wd_env.games.world_dominance.rules.holdings import return_card, take_card
from wd_env.games.world_dominance.rules.missed_turns import clear_turns
from wd_env.games.world_dominance.rules.sixes import clear_six


def stock(s):
    """Return the soldiers in the game: the printed hundred, or more than any game uses (WD-025, RULINGS 23)."""
    return UNLIMITED_SOLDIERS if s.garrison_unlimited == 1 else SOLDIERS


def pay_garrison(s, seat, soldiers):
    """Pay the Garrison; a debt larger than the army takes all of it (WD-047, WD-048, WD-050)."""
    paid = min(soldiers, s.army[seat])
    s.army[seat] -= paid
    s.garrison += paid


def pay_zone(s, seat, soldiers):
    """Put soldiers on the Resurrected Soldier Zone (WD-086, WD-103)."""
    paid = min(soldiers, s.army[seat])
    s.army[seat] -= paid
    s.rsz += paid


def pay_player(s, seat, receiver, soldiers):
    """Pay another player (WD-257)."""
    paid = min(soldiers, s.army[seat])
    s.army[seat] -= paid
    s.army[receiver] += paid


def recruit(s, seat, soldiers):
    """Take soldiers from the Garrison, up to the number that it has (WD-046)."""
    taken = min(soldiers, s.garrison)
    s.garrison -= taken
    s.army[seat] += taken


def leave_board(s, seat):
    """Take the piece off the board and end its pardon; the seat remains, because it may be revived."""
    s.in_play[seat] = 0
    s.place[seat] = NOWHERE
    s.ice_turns[seat] = 0
    s.fresh[seat] = 0
    s.sets_before_closure &= ~(1 << seat)
    clear_six(s, seat)
    clear_turns(s, seat)
    s.stack_due[seat] = 0
    if s.pardon_at == seat:
        s.pardon_at = NOBODY


def put_out(s, seat):
    """Put the player out: soldiers to the Garrison, cards to the pack, pass to its place (WD-049, WD-149)."""
    s.garrison += s.army[seat]
    s.army[seat] = 0
    for card in range(CARDS):
        if s.card_at[card] == seat:
            return_card(s, card)
    if s.khyber_at == seat:
        s.khyber_at = GARRISON_SIDE
    leave_board(s, seat)


def strike_out(s, striker, seat):
    """Give soldiers, all cards and the Khyber Pass of the struck out player to the striker (WD-122)."""
    s.army[striker] += s.army[seat]
    s.army[seat] = 0
    for card in range(CARDS):
        if s.card_at[card] == seat:
            take_card(s, card, striker)
    if s.khyber_at == seat:
        s.khyber_at = striker
    if (s.sets_before_closure >> seat) & 1 == 1:
        s.sets_before_closure |= 1 << striker
    leave_board(s, seat)


def pieces_in_play(s):
    """Return the number of pieces in play, interned ones and Allies included."""
    count = 0
    for seat in range(s.seats):
        count += s.in_play[seat]
    return count
