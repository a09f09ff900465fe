"""Rules that depend on the number of players, for every number of players in every variant, and for every seat."""

from tests.games.world_dominance.applicability import new_games
from tests.games.world_dominance.hands import EUROPE, FOUR_WHITE
from tests.games.world_dominance.rule_settings import position

FOUR_RED = ["Alaska", "Vancouver", "Montreal", "New York"]


def own_seats(players, options):
    """Return the players' own seats; in the Ally game every other one, because no Ally was called."""
    return [2 * seat for seat in range(players)] if options["variant"] == "ally" else list(range(players))


def others(players, options, seat=0):
    """Return the offsets of the opponents of a seat, clockwise."""
    seats = own_seats(players, options)
    round_table = len(seats) * (2 if options["variant"] == "ally" else 1)
    return sorted((other - seat) % round_table for other in seats if other != seat)


def table(players, options, **more):
    return position(players, **options, **more)


@new_games("everywhere")
def test_wd_095_m08_takes_a_soldier_off_everybody_else(players, options):
    for seat in own_seats(players, options):
        game = table(players, options, turn=seat, queue=["M08", "M26"], lands="S01")
        taken = dict.fromkeys(own_seats(players, options), 9) | {seat: 10 + players - 1}
        assert {other: game.board.soldiers[other] for other in taken} == taken


@new_games("everywhere")
def test_wd_095_m08_is_void_as_long_as_anybody_else_has_but_one_soldier(players, options):
    for poor in own_seats(players, options)[1:]:
        armies = [1 if seat == poor else 10 for seat in range(poor + 1)]
        armies += [10] * (own_seats(players, options)[-1] - poor)
        game = table(players, options, soldiers=armies, queue=["M08", "M26"], lands="S01")
        assert game.board.soldiers[0] == 10


@new_games("everywhere")
def test_wd_086_with_m17_everybody_forfeits_a_soldier(players, options):
    for seat in own_seats(players, options):
        game = table(players, options, turn=seat, queue=["M17", "M26"], lands="S01")
        assert [game.board.soldiers[other] for other in own_seats(players, options)] == [9] * players
        assert game.board.rsz == players


@new_games("everywhere")
def test_wd_259_everybody_who_stands_there_is_paid(players, options):
    for seat in own_seats(players, options):
        at = dict.fromkeys(own_seats(players, options), "S09")
        game = table(players, options, turn=seat, at=at, lands="S09")
        paid = dict.fromkeys(at, 11) | {seat: 10 - (players - 1)}
        assert {other: game.board.soldiers[other] for other in at} == paid


@new_games("everywhere")
def test_wd_119_everybody_in_play_can_be_named(players, options):
    for seat in own_seats(players, options):
        game = table(players, options, turn=seat, lands="decimate")
        assert game.legal_texts() == ["name self", *(f"name +{places}" for places in others(players, options, seat))]


@new_games("everywhere")
def test_wd_120_whoever_is_named_loses_what_is_thrown(players, options):
    seats = own_seats(players, options)
    for seat in seats:
        for places in others(players, options, seat):
            game = table(players, options, turn=seat, lands="decimate")
            target = (seat + places) % len(game.board.soldiers)
            game.play(f"name +{places}", "soldier dice 2")
            assert {other: game.board.soldiers[other] for other in seats} == dict.fromkeys(seats, 10) | {target: 8}


@new_games("everywhere")
def test_wd_102_everybody_else_can_be_tested(players, options):
    for seat in own_seats(players, options):
        game = table(players, options, turn=seat, lands="rsz")
        game.play("theme T01")
        assert game.legal_texts() == [f"name +{places}" for places in others(players, options, seat)]


@new_games("everywhere")
def test_wd_092_everybody_else_can_be_sent(players, options):
    for seat in own_seats(players, options):
        game = table(players, options, turn=seat, queue=["M09", "M26"], lands="S01")
        assert game.legal_texts() == [f"name +{places}" for places in others(players, options, seat)]


@new_games("everywhere")
def test_wd_207_an_antarctica_card_is_taken_from_anybody_who_has_one(players, options):
    seats = own_seats(players, options)
    for seat in seats:
        rest = [other for other in seats if other != seat]
        white = dict(zip(rest, ([card] for card in FOUR_WHITE), strict=False))
        game = table(players, options, turn=seat, cards={seat: ["Havana"], **white}, lands="Australasia")
        game.play("antarctica")
        taken = {option.removeprefix("card ") for option in game.legal_texts()}
        assert {card for cards in white.values() for card in cards} <= taken


@new_games("everywhere")
def test_wd_219_everybody_else_can_ask(players, options):
    for seat in own_seats(players, options):
        game = table(players, options, turn=seat, cards={seat: [*FOUR_WHITE, "Havana"]}, lands="Australasia")
        game.play("antarctica")
        game.play("card Havana")
        assert game.legal_texts() == [f"name +{places}" for places in others(players, options, seat)]


@new_games("3+ -ally")
def test_wd_189_whoever_is_out_can_be_brought_back(players, options):
    for seat in range(players):
        for places in range(1, players):
            game = table(players, options, turn=seat, out=[(seat + places) % players], lands="paradies")
            game.play(f"revive +{places}")
            assert game.board.soldiers[(seat + places) % players] == 5


@new_games("everywhere")
def test_wd_042_everybody_has_five_soldiers_in_reserve(players, options):
    for seat in own_seats(players, options):
        game = table(players, options, turn=seat)
        game.play("reinforce")
        assert game.board.soldiers[seat] == 15


@new_games("everywhere")
def test_wd_049_whoever_goes_out_leaves_everything(players, options):
    for seat in own_seats(players, options):
        armies = [1 if other == seat else 10 for other in range(own_seats(players, options)[-1] + 1)]
        cards = {seat: ["Rome"]}
        game = table(players, options, turn=seat, soldiers=armies, cards=cards, khyber_pass=seat, lands="lose")
        game.play("soldier dice 1")
        assert seat not in game.board.in_play
        assert ("Rome" in game.board.pack, game.board.khyber_pass) == (True, None)


@new_games("everywhere")
def test_wd_122_whoever_is_struck_out_leaves_everything_to_the_striker(players, options):
    for seat in own_seats(players, options):
        for places in others(players, options, seat):
            game = struck_out(players, options, seat, places)
            assert (game.board.cards(seat), game.board.khyber_pass, game.board.soldiers[seat]) == (["Rome"], seat, 12)


def struck_out(players, options, seat, places):
    """Return a game in which the seat on Decimate strikes out the seat at this offset."""
    seats = own_seats(players, options)
    target = (seat + places) % (len(seats) * (2 if options["variant"] == "ally" else 1))
    armies = [2 if other == target else 10 for other in range(seats[-1] + 1)]
    held = {target: ["Rome"]}
    game = table(players, options, turn=seat, soldiers=armies, cards=held, khyber_pass=target, lands="decimate")
    game.play(f"name +{places}", "soldier dice 2")
    return game


@new_games("five_card")
def test_wd_001_everybody_can_win(players, options):
    for seat in range(players):
        game = table(players, options, turn=seat, cards={seat: FOUR_RED}, lands="North America")
        game.play("take", "draw Kansas City")
        assert game.winner == seat


@new_games("ten_card ally")
def test_wd_278_everybody_can_win_with_ten(players, options):
    for player, seat in enumerate(own_seats(players, options)):
        game = table(players, options, turn=seat, cards={seat: EUROPE[:9]}, lands="Europe")
        game.play("take", f"draw {EUROPE[9]}")
        assert game.winner == player


@new_games("everywhere")
def test_wd_038_turns_go_round_the_whole_table(players, options):
    seats = own_seats(players, options)
    game = table(players, options, at={seat: f"S{13 - 2 * number:02d}" for number, seat in enumerate(seats)})
    turns = []
    for _ in range(players + 1):
        turns.append(game.board.turn)
        game.state.place[game.board.turn] = 1
        game.play("roll", "playing dice 1")
        game.play("rest")
        game.state.place[turns[-1]] = 13
    assert turns == [*seats, seats[0]]
