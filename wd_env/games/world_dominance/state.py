"""The state of World Dominance, declared once: first the table and what lies on it, then the house rules in force.

Nothing hidden lies in it that somebody at the table could not know, except what a seat privately knows (private).
"""

from wd_env.games.world_dominance.config import Config
from wd_env.games.world_dominance.definitions.names import CARDS, DECK, HOLDERS, PIECES, PLACES, REGIONS, SEATS, THEMES
from wd_env.games.world_dominance.definitions.rule_constants import WAITING_FRAMES
from wd_env.spec.rule_options import state_option_fields
from wd_env.spec.state_schema import Field, StateSchema

TABLE = (
    Field("node", "i1", 0, "the open question (questions.py)"),
    Field("seat", "i1", 0, "seat whose matter it is; it answers when the question is a decision"),
    Field("note", "i2", 0, "small parameters of the open question"),
    Field("waiting", "i1", 0, "questions waiting beneath the open one"),
    Field("waiting_node", "i1", WAITING_FRAMES, "what waits, the last on top", by="waiting node"),
    Field("waiting_seat", "i1", WAITING_FRAMES, "its seat", by="waiting node"),
    Field("waiting_note", "i2", WAITING_FRAMES, "its note", by="waiting node"),
    Field("turn", "i1", 0, "seat whose turn it is"),
    Field("turn_number", "i4", 0, "turns begun, missed ones included"),
    Field("turn_sixes", "i1", 0, "sixes in a row with which one of two pieces moved while the other was interned"),
    Field("last_throw", "i1", 0, "face of the last Playing Dice throw, 0 before the first (WD-268)"),
    Field("last_thrower", "i1", 0, "seat that threw it, or NOBODY"),
    Field("piece", "i1", SEATS, "Playing Piece, or NO_PIECE: not chosen yet, or taken away from a cheat", by="seat"),
    Field("in_play", "i1", SEATS, "1 in play, 0 out or never there", by="seat"),
    Field("place", "i1", SEATS, "space 0..35, ANTARCTICA_PLACE, or NOWHERE (not on the board)", by="seat"),
    Field("army", "i2", SEATS, "soldiers of the Personal Army", by="seat"),
    Field("ice_turns", "i1", SEATS, "turns still missed in the Ice House", by="seat"),
    Field("reinforcements", "i1", SEATS, "1 while the right to five soldiers is unused", by="seat"),
    Field("pre_set_paid", "i1", SEATS, "bit per continent: its Pre Set bonus is spent", by="seat"),
    Field("stack_paid", "i1", SEATS, "bit per continent: its Stack bonus is spent", by="seat"),
    Field("set_paid", "i1", SEATS, "bit per region: the bonus for all its cards is spent", by="seat"),
    Field(
        "stack_due", "i1", SEATS, "bit per continent: the owner of a set is still to be asked about a Stack", by="seat"
    ),
    Field("setup_rank", "i1", SEATS, "seats ahead after the setup throws", by="seat"),
    Field("setup_throw", "i1", SEATS, "setup throw of this round, 0 while it is due", by="seat"),
    Field("fresh", "i1", SEATS, "bit per region in which a card was gained since the last settling", by="seat"),
    Field("won", "i1", SEATS, "1 for the player who has won", by="player"),
    Field("truncated", "i1", 0, "1 when the game was cut at max_turns"),
    Field("ended_by", "i1", 0, "how the game ended by the rules, or NOT_ENDED"),
    Field("garrison", "i2", 0, "soldiers in the Garrison"),
    Field("rsz", "i2", 0, "soldiers on the Resurrected Soldier Zone"),
    Field("card_at", "i1", CARDS, "holder of each Continent Card: seat, PACK or GARRISON_SIDE", by="card"),
    Field(
        "held",
        "i1",
        HOLDERS * REGIONS,
        "Continent Cards of each region at each holder, holder by holder",
        by="holder and region",
    ),
    Field("in_set", "i1", CARDS, "LOOSE, IN_STACK or IN_WHOLE_SET: out of play, its holder's for good", by="card"),
    Field("run_marks", "i1", CARDS, "bit per seat that declared the card in a Strategic Run", by="card"),
    Field("khyber_at", "i1", 0, "holder of the Khyber Pass: seat or GARRISON_SIDE"),
    Field("pardon_at", "i1", 0, "pardoned seat, or NOBODY"),
    Field("closed", "i1", 0, "closed region, or NO_REGION"),
    Field(
        "sets_before_closure", "i1", 0, "bit per seat whose set of the closed region was complete before it was closed"
    ),
    Field("closing_card", "i1", 0, "Manoeuvre Card that lies on the closed region, or NO_MANOEUVRE"),
    Field("closure_remaining", "i1", 0, "places the turn still passes until the region opens, 0 for no end"),
    Field("after_six", "i1", 0, "bit per seat whose six still brings or costs a turn"),
    Field("purgadies_remaining", "i1", 6, "Purgadies Cards of each effect that may be drawn", by="effect"),
    Field("antarctica_done", "i1", 0, "1 once Antarctica was completed and the game went on (WD-204)"),
    Field("revival_done", "i1", 0, "1 after the one revival of the game (WD-196)"),
    Field("death_done", "i1", 0, "1 after the one ejection by Life/Death (WD-168)"),
    Field(
        "manoeuvre_place",
        "i1",
        DECK,
        "place from the top in the known queue, 0 while unseen, LAID_ASIDE, or before a player whose turns it costs",
        by="manoeuvre card",
    ),
    Field("manoeuvre_size", "i1", 0, "cards in the Manoeuvre pack"),
    Field("manoeuvre_unseen", "i1", 0, "how many of them nobody has seen"),
    Field(
        "theme_place",
        "i1",
        THEMES,
        "place of each Intelligence Card, as of the Manoeuvre Cards; the last is the asker's until read out",
        private=True,
        by="theme",
    ),
    Field("theme_unseen", "i1", 0, "how many of them nobody has seen"),
    Field("chain", "i1", 0, "Manoeuvre Cards drawn in this turn"),
    Field(
        "knows",
        "i4",
        SEATS,
        "bit per theme, South Pole and SAB: the player knows the answer",
        private=True,
        by="player",
    ),
    Field("knowledge_drawn", "i4", SEATS, "bits of the titles that were read to the player", by="player"),
    Field("drawer", "i1", 0, "matter in hand: seat that drew the Manoeuvre Card, or NOBODY"),
    Field("drawn_card", "i1", 0, "matter: Manoeuvre Card, or NO_MANOEUVRE"),
    Field("target", "i1", 0, "matter: seat named, or NOBODY"),
    Field("offered_card", "i1", 0, "matter: own card named or ceded, start of a run; or NO_CARD"),
    Field("wanted_card", "i1", 0, "matter: card of the pack or of an opponent; or NO_CARD"),
    Field("destination", "i1", 0, "matter: space named, or NOWHERE"),
    Field("asker", "i1", 0, "matter: seat that asks the question, or NOBODY"),
    Field("tested", "i1", 0, "matter: seat that is tested, or NOBODY"),
    Field("theme", "i1", 0, "matter: theme (the asker's until read out), or NO_THEME", private=True),
    Field("purgadies", "i1", 0, "matter: Purgadies Card, or NO_PURGADIES"),
)

HOUSE = (
    Field("seats", "i1", 0, "seats around the table: one a player, in the Ally game two", constant=True),
    Field("players", "i1", 0, "players at the table, 2..5", constant=True),
    Field("owner", "i1", SEATS, "player who answers for each seat, or NOBODY", constant=True, by="seat"),
    Field("home_seat", "i1", SEATS, "own seat of each player, or NOBODY", constant=True, by="player"),
    Field("start_soldiers", "i1", 0, "soldiers each player starts with", constant=True),
    Field("set_cards", "i1", 0, "5: five with the Strategic Point, or all ten; 10: all ten only", constant=True),
    Field("sets_to_win", "i1", 0, "sets of different continents that win", constant=True),
    Field("antarctica_counts", "i1", 0, "1 when the five cards of Antarctica are one of them", constant=True),
    Field("stacking", "i1", 0, "1 when sets of five become Stacks", constant=True),
    Field("antarctica_bonus", "i1", 0, "soldiers for completing Antarctica", constant=True),
    Field("continent_bonus", "i1", 0, "soldiers for completing a continent of ten", constant=True),
    *state_option_fields(Config),
    Field("ring", "i1", 0, "spaces on the ring", constant=True),
    Field("space_kind", "i1", PLACES, "kind of each space", constant=True, by="space"),
    Field("space_region", "i1", PLACES, "region of each space, or NO_REGION", constant=True, by="space"),
    Field("continent_dice", "i1", REGIONS, "faces of each colour on the Continent Dice", constant=True, by="region"),
    Field("card_region", "i1", CARDS, "region of each Continent Card", constant=True, by="card"),
    Field("card_kind", "i1", CARDS, "its kinds, as bits", constant=True, by="card"),
    Field("card_cost", "i1", CARDS, "its printed price in soldiers", constant=True, by="card"),
    Field(
        "strategic_point", "i1", REGIONS, "Strategic Point of each continent, or NO_CARD", constant=True, by="region"
    ),
    Field("picture", "i1", PIECES + 1, "picture card of each piece", constant=True, by="piece"),
    Field("sab", "i1", 0, "Antarctica Research Station (SAB)", constant=True),
    Field("south_pole", "i1", 0, "Antarctica South Pole", constant=True),
    Field("ecuador", "i1", 0, "Ecuador & the Galapagos Islands", constant=True),
    Field("purgadies_cards", "i1", 6, "Purgadies Cards of each effect", constant=True, by="effect"),
    Field("card_verb", "i1", DECK, "verb of each Manoeuvre Card", constant=True, by="manoeuvre card"),
    Field("card_optional", "i1", DECK, "1 when it may be declined", constant=True, by="manoeuvre card"),
    Field("card_a", "i1", DECK, "its parameters, see names.py", constant=True, by="manoeuvre card"),
    Field("card_b", "i1", DECK, "", constant=True, by="manoeuvre card"),
    Field("card_c", "i1", DECK, "", constant=True, by="manoeuvre card"),
    Field("card_d", "i1", DECK, "", constant=True, by="manoeuvre card"),
)

SCHEMA = StateSchema("world_dominance", TABLE + HOUSE)
