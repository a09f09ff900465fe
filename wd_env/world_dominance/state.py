"""The state of World Dominance, declared once: first the table and what lies on it, then the house rules in force.

Nothing hidden lies in it that somebody at the table could not know, except what a seat privately knows (private).
"""

from wd_env.core.options import house_fields
from wd_env.core.schema import Field, Schema
from wd_env.world_dominance.config import Config
from wd_env.world_dominance.names import CARDS, DECK, PIECES, PLACES, REGIONS, SEATS, THEMES

WAITING = 2  # room for frames beneath the open question; the two ranks of this game let one wait

TABLE = (
    Field("question", "i1", 0, "the open question (questions.py)"),
    Field("seat", "i1", 0, "seat whose matter it is; it answers when the question is a decision"),
    Field("note", "i2", 0, "small parameters of the open question"),
    Field("waiting", "i1", 0, "questions waiting beneath the open one"),
    Field("waiting_question", "i1", WAITING, "what waits, the last on top"),
    Field("waiting_seat", "i1", WAITING, "its seat"),
    Field("waiting_note", "i2", WAITING, "its note"),
    Field("turn", "i1", 0, "seat whose turn it is"),
    Field("turn_number", "i4", 0, "turns begun, missed ones included"),
    Field("last_throw", "i1", 0, "face of the last Playing Dice throw, 0 before the first (WD-268)"),
    Field("last_thrower", "i1", 0, "seat that threw it, or NOBODY"),
    Field("piece", "i1", SEATS, "Playing Piece, or NO_PIECE"),
    Field("in_play", "i1", SEATS, "1 in play, 0 out or never there"),
    Field("place", "i1", SEATS, "space 0..35, ANTARCTICA_PLACE, or NOWHERE (not on the board)"),
    Field("army", "i2", SEATS, "soldiers of the Personal Army"),
    Field("ice_turns", "i1", SEATS, "turns still missed in the Ice House"),
    Field("reinforcements", "i1", SEATS, "1 while the right to five soldiers is unused"),
    Field("pre_set_paid", "i1", SEATS, "bit per continent: its Pre Set bonus is spent"),
    Field("setup_rank", "i1", SEATS, "seats ahead after the setup throws"),
    Field("setup_throw", "i1", SEATS, "setup throw of this round, 0 while it is due"),
    Field("fresh", "i1", SEATS, "bit per region in which a card was gained since the last settling"),
    Field("won", "i1", SEATS, "1 for the winner"),
    Field("truncated", "i1", 0, "1 when the game was cut at max_turns"),
    Field("ended_by", "i1", 0, "how the game ended by the rules, or NOT_ENDED"),
    Field("garrison", "i2", 0, "soldiers in the Garrison"),
    Field("rsz", "i2", 0, "soldiers on the Resurrected Soldier Zone"),
    Field("card_at", "i1", CARDS, "holder of each Continent Card: seat, PACK or GARRISON_SIDE"),
    Field("run_marks", "i1", CARDS, "bit per seat that declared the card in a Strategic Run"),
    Field("khyber_at", "i1", 0, "holder of the Khyber Pass: seat or GARRISON_SIDE"),
    Field("pardon_at", "i1", 0, "pardoned seat, or NOBODY"),
    Field("closed", "i1", 0, "closed region, or NO_REGION"),
    Field("revival_done", "i1", 0, "1 after the one revival of the game (WD-196)"),
    Field("death_done", "i1", 0, "1 after the one ejection by Life/Death (WD-168)"),
    Field("manoeuvre_pack", "i1", DECK, "unseen cards ascending, then the known queue, top first"),
    Field("manoeuvre_size", "i1", 0, "cards in the Manoeuvre pack"),
    Field("manoeuvre_unseen", "i1", 0, "how many of them nobody has seen"),
    Field(
        "theme_pack",
        "i1",
        THEMES,
        "Intelligence Cards, as the Manoeuvre pack; the last is the asker's until read out",
        private=True,
    ),
    Field("theme_unseen", "i1", 0, "how many of them nobody has seen"),
    Field("chain", "i1", 0, "Manoeuvre Cards drawn in this turn"),
    Field("knows", "i4", SEATS, "bit per theme, South Pole and SAB: the seat knows the answer", private=True),
    Field("knowledge_drawn", "i4", SEATS, "bits of the titles that were read to the seat"),
    Field("drawer", "i1", 0, "matter in hand: seat that drew the Manoeuvre Card, or NOBODY"),
    Field("drawn", "i1", 0, "matter: Manoeuvre Card, or NO_MANOEUVRE"),
    Field("target", "i1", 0, "matter: seat named, or NOBODY"),
    Field("offered", "i1", 0, "matter: own card named or ceded, start of a run; or NO_CARD"),
    Field("wanted", "i1", 0, "matter: card of the pack or of an opponent; or NO_CARD"),
    Field("destination", "i1", 0, "matter: space named, or NOWHERE"),
    Field("asker", "i1", 0, "matter: seat that asks the question, or NOBODY"),
    Field("tested", "i1", 0, "matter: seat that is tested, or NOBODY"),
    Field("theme", "i1", 0, "matter: theme (the asker's until read out), or NO_THEME", private=True),
    Field("purgadies", "i1", 0, "matter: Purgadies Card, or NO_PURGADIES"),
)

HOUSE = (
    Field("seats", "i1", 0, "players at the table, 2..5", house=True),
    Field("start_soldiers", "i1", 0, "soldiers each player starts with", house=True),
    Field("set_cards", "i1", 0, "5: five with the Strategic Point, or all ten; 10: all ten only", house=True),
    Field("sets_to_win", "i1", 0, "sets of different continents that win", house=True),
    Field("antarctica_counts", "i1", 0, "1 when the five cards of Antarctica are one of them", house=True),
    *house_fields(Config),
    Field("ring", "i1", 0, "spaces on the ring", house=True),
    Field("space_kind", "i1", PLACES, "kind of each space", house=True),
    Field("space_region", "i1", PLACES, "region of each space, or NO_REGION", house=True),
    Field("continent_dice", "i1", REGIONS, "faces of each colour on the Continent Dice", house=True),
    Field("card_region", "i1", CARDS, "region of each Continent Card", house=True),
    Field("card_kind", "i1", CARDS, "its kinds, as bits", house=True),
    Field("card_cost", "i1", CARDS, "its printed price in soldiers", house=True),
    Field("strategic_point", "i1", REGIONS, "Strategic Point of each continent, or NO_CARD", house=True),
    Field("picture", "i1", PIECES + 1, "picture card of each piece", house=True),
    Field("sab", "i1", 0, "Antarctica Research Station (SAB)", house=True),
    Field("south_pole", "i1", 0, "Antarctica South Pole", house=True),
    Field("ecuador", "i1", 0, "Ecuador & the Galapagos Islands", house=True),
    Field("purgadies_cards", "i1", 6, "Purgadies Cards of each effect", house=True),
    Field("card_verb", "i1", DECK, "verb of each Manoeuvre Card", house=True),
    Field("card_optional", "i1", DECK, "1 when it may be declined", house=True),
    Field("card_a", "i1", DECK, "its parameters, see names.py", house=True),
    Field("card_b", "i1", DECK, "", house=True),
    Field("card_c", "i1", DECK, "", house=True),
    Field("card_d", "i1", DECK, "", house=True),
)

SCHEMA = Schema("world_dominance", TABLE + HOUSE)
