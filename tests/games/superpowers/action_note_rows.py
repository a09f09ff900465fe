"""Scripted positions with the notes of their actions: every kind of action is in one of them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tests.games.superpowers.play import new_table, play, position
from tests.games.superpowers.test_technology_planes import fought
from tests.games.superpowers.treaty_tables import FOUR, HOME, SIX
from wd_env.games.superpowers.config import Config
from wd_env.games.superpowers.table import Superpowers

EU_TURN, LA_TURN = {"turn": "eu"}, {"turn": "la", "round": 8}
MOVES = {**EU_TURN, "at": "move"}
ADVANCED = {"ruleset": "advanced", "turn": "eu", "powers": FOUR}
RICH = {**ADVANCED, "at": "buy", "production": {"eu": 90}}
TREATIES = {**ADVANCED, "at": "move"}
ONE_ALLY = {"eu la": "alliance"}
FIVE = {**TREATIES, "powers": ("us", "eu", "rr", "ie", "la"), "small_alliance": True, "relations": ONE_ALLY}
TWO_ALLIES = {"eu la": "alliance", "eu us": "alliance"}
CANAL = {"sz_mediterranean_e": "eu BB1", "egypt": "mef", "syria_iraq": "mef"}
FLEET = {"sz_north_sea": "eu TR3 aboard I4 T1", "germany": "eu I1"}
RUSH = {"sz_sierra_waters": "la TR2 aboard I4 T2", "sz_congo_waters": "ac BB1 SU1", "nigeria": "ac I1"}
GUNS = {"kazakstan": "rr R2 T1 I1", "tibet": "cfe I2 R1"}
JUMP = {"spain": "eu B1 I4 F1", "algeria": "us I2 D1", "libya": "eu T1"}
ARMIES = {"germany": "eu I2 T2 F1", "ukraine": "us I2 T2"}
SUBMARINES = {"sz_north_sea": "eu SU2 BB1", "sz_baltic_sea": "us BB1"}
MEETING = {"japan": "ie F1 T2", "manchuria": "ie I2"}


@dataclass(frozen=True)
class NoteRow:
    """A table, its current decision, and the notes of some of its actions."""

    node: str
    table: Callable[[], Any]
    notes: Mapping[str, str]


def at(spaces: Mapping[str, str], options: Mapping[str, Any], words: str = "") -> Callable[[], Any]:
    """Return a function that makes a position and plays `words` there."""

    def make() -> Any:
        table = position(spaces, **options)
        if words:
            play(table, words)
        return table

    return make


def picking(words: str) -> Callable[[], Any]:
    """Return a function that starts a game and plays `words`."""

    def make() -> Any:
        table = Superpowers(Config(num_players=4), chance="explicit")
        play(table, words)
        return table

    return make


def bought() -> Any:
    """Return a table after the joint purchase at the start of a round."""
    table = new_table(4, joint_purchase=True)
    while table.state.joint_buying:
        table.play("all T")
    return table


def damaged() -> Any:
    """Return a position with a damaged complex and a super battleship."""
    table = position({"germany": "eu X1", "sz_north_sea": "eu SB1"}, **RICH)  # type: ignore[arg-type]
    table.state.damage[list(table.board.holders).index("germany")] = 1
    return table


def placing() -> Any:
    """Return a position in which a new carrier and a new fighter are placed."""
    table = position({"france": "eu X1"}, turn="eu", at="buy", production={"eu": 40})
    play(table, "one CV|one F")
    while table.node.name != "place_what":
        table.play("end")
    return table


ALL_IN = "ukraine|germany|all I|germany|all T|germany|all F|go|1 6 6 6 6|1 2 6 6"
GERMANY = "Germany: held by European Union with 2 infantry units, 1 tank and 1 fighter; 1 production complex"
BALTIC_SEA = (
    "Baltic Sea: 1 fighter, 2 transports and 1 aircraft carrier of United States "
    "with 4 infantry units and 1 air defence unit aboard"
)
LA = "Latin Alliance, capital Brazil"
ROWS = (
    NoteRow("nation", picking("player 0"), {"mef": "Middle-East Federation, capital Saudi Arabia"}),
    NoteRow("port", picking("player 0|us|ie|la|eu"), {"sz_gulf_of_mexico": "Gulf of Mexico"}),
    NoteRow(
        "new_capital",
        at({"germany": "us I1", "france": "eu X1", "spain": "eu X1"}, {"turn": "eu", "at": "buy"}),
        {"france": "France: held by European Union; 1 production complex"},
    ),
    NoteRow(
        "buy",
        at({"germany": "eu X1"}, {**RICH, "allow_surrender": True}),
        {
            "end": "Stop buying.",
            "surrender": "Give up: your units stay and defend, but you have no more turns.",
            "research": "Pay for a technology; a die decides its category.",
            "buy complex": "Buy a production complex: new units are placed next to it.",
            "buy centre": "Buy an economic centre, which raises your income.",
            "buy railway": "Buy a railway, an improvement of your land units.",
            "buy anti-ballistics": "Buy anti-ballistics: your air defence hits missiles more often.",
            "one I": "2 infantry units for 5 credits",
            "half B": "3 bombers for 45 credits",
            "all T": "18 tanks for 90 credits",
        },
    ),
    NoteRow("buy_where", at({"germany": "eu X1"}, RICH, "buy complex"), {"spain": "Spain: held by European Union"}),
    NoteRow(
        "buy",
        damaged,
        {
            "repair": "Pay for the repair of a damaged building or super battleship.",
            "demote": "Turn the super battleship into a battleship.",
        },
    ),
    NoteRow(
        "buy",
        bought,
        {"unbuy": "Give back what you bought at the start of the round, for its full price."},
    ),
    NoteRow(
        "box",
        at({"germany": "eu X1"}, RICH, "all SB"),
        {"end": "No more boxes.", "box attack die": "Add this box to the super battleship."},
    ),
    NoteRow(
        "permit",
        at(CANAL, {"turn": "eu", "at": "buy", "powers": (*FOUR, "mef"), "canal_permission": "ask"}, "end"),
        {"yes": "Its ships may pass in this turn.", "no": "Its ships may not pass in this turn."},
    ),
    NoteRow(
        "target",
        at({**FLEET, "ukraine": "us I2"}, EU_TURN),
        {
            "end": "No more attacks: planes land, then units move.",
            "sail": "Load ships or sail before you attack.",
            "ukraine": "Ukraine: held by United States with 2 infantry units",
            "norway": "Norway: neutral, defended by 3 infantry units",
        },
    ),
    NoteRow(
        "target",
        at({"sz_north_sea": "eu BB1", "sz_baltic_sea": "us TR2 CV1 F1 aboard I4 D1"}, ADVANCED),
        {"sz_baltic_sea": BALTIC_SEA},
    ),
    NoteRow(
        "how",
        at({"germany": "eu T2 B1 N1", "karelia": "rr I2 X1", "ukraine": "eu T1"}, ADVANCED, "karelia"),
        {
            "assault": "Attack with units that fight in rounds of dice.",
            "raid": "Bombers attack the buildings and air defence there.",
            "missile": "Launch missiles.",
        },
    ),
    NoteRow(
        "how",
        at({**RUSH, "west_africa": "la I1"}, LA_TURN, "nigeria"),
        {"rush": "Sail through a zone of enemies, who roll dice at your ships."},
    ),
    NoteRow(
        "through",
        at(RUSH, LA_TURN, "nigeria"),
        {"sz_congo_waters": "Congo Waters: 1 submarine and 1 battleship of African Coalition"},
    ),
    NoteRow(
        "attack_from",
        at(RUSH, LA_TURN, "nigeria|sz_congo_waters"),
        {"sz_sierra_waters": "Sierra Waters: 2 transports of Latin Alliance with 4 infantry units and 2 tanks aboard"},
    ),
    NoteRow(
        "attack_what",
        at(RUSH, LA_TURN, "nigeria|sz_congo_waters|sz_sierra_waters"),
        {"one I": "1 infantry unit aboard", "half I": "2 infantry units aboard", "all T": "all 2 tanks aboard"},
    ),
    NoteRow(
        "attack_from",
        at(ARMIES, EU_TURN, "ukraine|germany|one T"),
        {
            "go": "Start the attack with the units chosen so far.",
            "germany": GERMANY,
        },
    ),
    NoteRow(
        "attack_what", at(ARMIES, EU_TURN, "ukraine|germany"), {"one T": "1 tank", "all I": "all 2 infantry units"}
    ),
    NoteRow(
        "attack_what",
        at(GUNS, {**ADVANCED, "turn": "rr", "powers": ("rr", "cfe", "us", "la")}, "tibet|kazakstan|all T|kazakstan"),
        {"fire one": "1 artillery unit fires from where it is"},
    ),
    NoteRow(
        "attack_what",
        at(JUMP, ADVANCED, "algeria|libya|all T|spain"),
        {"drop half": "2 infantry units jump from bombers", "all B": "1 bomber"},
    ),
    NoteRow(
        "press",
        at(
            {"germany": "eu F2 T3", "ukraine": "us I4"},
            EU_TURN,
            "ukraine|germany|all F|germany|all T|go|6 6 6 6 6|6 6 6 6",
        ),
        {
            "press": "Fight another round.",
            "retreat": "Your units go back; those that have landed from ships fight on.",
            "leave F 3": "One fighter with 3 moves left leaves the battle.",
        },
    ),
    NoteRow(
        "general_home",
        at(
            {"germany": "eu T2 G1", "ukraine": "us I4"},
            EU_TURN,
            "ukraine|germany|all T|germany|all G|go|6 6|6 6 6 6",
        ),
        {"yes": "He goes back to where he came from.", "no": "He stays in the battle."},
    ),
    NoteRow(
        "encircle",
        at({"germany": "eu T4", "ukraine": "us I2"}, {"turn": "eu", "encircle": "ask"}, "ukraine|germany|all T|go"),
        {"yes": "All defenders are lost without attack dice.", "no": "Roll the attack dice."},
    ),
    NoteRow(
        "lose",
        at(ARMIES, EU_TURN, ALL_IN),
        {"one F": "1 fighter"},
    ),
    NoteRow(
        "give",
        at(ARMIES, EU_TURN, f"{ALL_IN}|one I|one T"),
        {"one T": "1 tank"},
    ),
    NoteRow("give", lambda: fought("F1 T1"), {"no": "Let the defender choose the loss."}),
    NoteRow(
        "sub_stays",
        at(SUBMARINES, EU_TURN, "sz_baltic_sea|sz_north_sea|all SU|sz_north_sea|all BB|go"),
        {"yes": "Your submarines stay in the battle.", "no": "One submarine leaves for another zone."},
    ),
    NoteRow(
        "sub_stays",
        at({"germany": "eu F3", "sz_baltic_sea": "us SU2"}, EU_TURN, "sz_baltic_sea|germany|all F|go|6 6 6"),
        {"dive": "One submarine dives and is out of this battle."},
    ),
    NoteRow(
        "sink",
        at(
            {"sz_north_sea": "eu BB1", "sz_baltic_sea": "us TR2 aboard I4 T2"},
            EU_TURN,
            "sz_baltic_sea|sz_north_sea|all BB|go|1|6 6",
        ),
        {"one I": "1 infantry unit aboard"},
    ),
    NoteRow(
        "bomb",
        at({"germany": "eu B1", "karelia": "rr X1 E1 D2"}, ADVANCED, "karelia|germany|all B|go|6 6|1"),
        {"raid": "Destroy an economic centre, or damage the last building in the land.", "one D": "1 air defence unit"},
    ),
    NoteRow(
        "land_where",
        at(MEETING, {"turn": "ie", "round": 1}, "china|japan|all F|japan|all T|go|1 1 1|6 6 6|end"),
        {"manchuria": "Manchuria: held by Imperial Empire with 2 infantry units"},
    ),
    NoteRow("sail_what", at(FLEET, EU_TURN, "sail|sz_north_sea"), {"all TR": "all 3 transports"}),
    NoteRow(
        "sail_cargo",
        at(FLEET, EU_TURN, "sail|sz_north_sea|one TR"),
        {"go": "Sail with the cargo chosen so far.", "all T": "1 tank aboard"},
    ),
    NoteRow(
        "move_from",
        at(FLEET, MOVES),
        {
            "end": "No more moves.",
            "sz_north_sea": "North Sea: 3 transports of European Union with 4 infantry units and 1 tank aboard",
        },
    ),
    NoteRow(
        "move_what",
        at(FLEET, MOVES, "sz_north_sea"),
        {"half I": "2 infantry units aboard", "one TR": "1 transport"},
    ),
    NoteRow("move_what", at(FLEET, MOVES, "germany"), {"all I": "1 infantry unit"}),
    NoteRow("place_what", placing, {"all CV": "1 aircraft carrier"}),
    NoteRow(
        "move_from",
        at(HOME, {**TREATIES, "relations": ONE_ALLY}),
        {"offer": "Offer another power peace or an alliance.", "dissolve": "End an alliance; peace remains."},
    ),
    NoteRow("offer_to", at(HOME, TREATIES, "offer"), {"la": LA}),
    NoteRow("respond", at(HOME, TREATIES, "offer|la"), {"yes": "Accept the treaty.", "no": "Refuse it."}),
    NoteRow("bonus", at(HOME, TREATIES, "offer|la|yes"), {"one I": "2 infantry units for 5 credits"}),
    NoteRow(
        "drop",
        at(HOME, {**TREATIES, "powers": SIX, "relations": {**TWO_ALLIES, "eu rr": "peace"}}, "offer|rr|yes"),
        {"la": LA},
    ),
    NoteRow(
        "dissolve_with",
        at(HOME, {**TREATIES, "powers": SIX, "relations": TWO_ALLIES}, "dissolve"),
        {"us": "United States, capital Eastern USA"},
    ),
    NoteRow(
        "move_from",
        at({"germany": "eu I1"}, FIVE),
        {"small alliance": "Declare your alliance the small alliance, which gets a bonus."},
    ),
    NoteRow(
        "small_infantry",
        at({"germany": "eu I1"}, FIVE, "small alliance"),
        {"germany": "Germany: held by European Union with 1 infantry unit and 4 fighters; 1 production complex"},
    ),
)
