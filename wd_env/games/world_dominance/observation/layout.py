"""The features of an observation of World Dominance, in order."""

from wd_env.games.world_dominance.definitions.decision_codes import DECISIONS
from wd_env.games.world_dominance.definitions.names import CARDS, DECK, PIECES, PLACES, REGIONS, SEATS, THEMES
from wd_env.games.world_dominance.definitions.rule_constants import FIVE, PURGADIES_CARDS
from wd_env.spec.observation_layout import Feature, ObservationLayout

PER_SEAT = (SEATS,)
MAX_SOLDIERS = 100  # maximum in an observation; an unlimited Garrison has more
ARMY_STEPS = (2, 3, 4, 6, 9, 13)  # sizes of small armies that matter
TITLES = THEMES + 2  # themes, South Pole, SAB
KNOWN_PLACES = PLACES - 1
MAX_SETS = 4  # maximum number of sets that win

LAYOUT = ObservationLayout(
    (
        Feature("decision", (DECISIONS,), 0, 1, "the current decision, one-hot; all 0 at a chance node"),
        Feature("current_seat", PER_SEAT, 0, 1, "seat to which the current node belongs"),
        Feature("players", (4,), 0, 1, "2, 3, 4 or 5 players at the table"),
        Feature("own_seats", PER_SEAT, 0, 1, "own seat and that of the own Ally"),
        Feature("allies", PER_SEAT, 0, 1, "seats of Allies, called or not"),
        Feature("in_play", PER_SEAT, 0, 1, "in play, not out"),
        Feature("army", PER_SEAT, 0, MAX_SOLDIERS, "soldiers, 100 and beyond as 100"),
        Feature("army_at_least", (SEATS, len(ARMY_STEPS)), 0, 1, "at least 2, 3, 4, 6, 9, 13 soldiers"),
        Feature("ice_turns", PER_SEAT, 0, 3, "turns still missed in the Ice House"),
        Feature("reinforcements", PER_SEAT, 0, 1, "right to five soldiers unused"),
        Feature("on_turn", PER_SEAT, 0, 1, "seat whose turn it is"),
        Feature("piece", (SEATS, PIECES), 0, 1, "Playing Piece of each seat"),
        Feature("place", (SEATS, KNOWN_PLACES), 0, 1, "space S00..S35 or Antarctica; all 0 when not on the board"),
        Feature("pre_set_paid", (SEATS, REGIONS), 0, 1, "Pre Set bonus of the continent spent"),
        Feature("setup_rank", PER_SEAT, 0, 4, "number of seats ranked higher by the setup throws"),
        Feature("khyber_pass", PER_SEAT, 0, 1, "holder of the Khyber Pass; all 0 next to the Garrison"),
        Feature("pardon", PER_SEAT, 0, 1, "pardoned seat"),
        Feature("cards", (SEATS, CARDS), 0, 1, "Continent Cards of each seat"),
        Feature("cards_in_region", (SEATS, REGIONS), 0, 10, "number of Continent Cards of each region"),
        Feature("own_at_least", (REGIONS, FIVE), 0, 1, "at least 1, 2, 3, 4, 5 own cards of each region"),
        Feature("strategic_points", (SEATS, REGIONS), 0, 1, "Strategic Points of each seat"),
        Feature("in_set", (CARDS,), 0, 1, "cards out of play: in a Stack or a completed set"),
        Feature(
            "laid_in_region", (SEATS, REGIONS), 0, 10, "number of cards of each region that a seat has out of play"
        ),
        Feature("own_loose", (REGIONS,), 0, 10, "own cards of each region outside Stacks and completed sets"),
        Feature("sets", PER_SEAT, 0, REGIONS, "sets that count towards winning"),
        Feature("stack_paid", (SEATS, REGIONS), 0, 1, "Stack bonus of the continent spent"),
        Feature("set_paid", (SEATS, REGIONS), 0, 1, "bonus for all cards of the region spent"),
        Feature("sets_to_win", (MAX_SETS,), 0, 1, "1, 2, 3 or 4 sets win"),
        Feature("ten_cards", (), 0, 1, "a set is a whole continent, not five cards"),
        Feature("antarctica_counts", (), 0, 1, "the five cards of Antarctica are one of the sets"),
        Feature("antarctica_done", (), 0, 1, "no piece can enter Antarctica any more"),
        Feature("stacking", (), 0, 1, "five cards with their Strategic Point go out of play"),
        Feature("in_pack", (CARDS,), 0, 1, "Continent Cards in the World Pack"),
        Feature("pack_in_region", (REGIONS,), 0, 10, "number of cards of each region in the World Pack"),
        Feature("current_region", (REGIONS,), 0, 1, "region of the Continent Space of the own piece"),
        Feature("cards_here", (2,), 0, 10, "own cards of that region, and of its Jetstream opposite"),
        Feature("point_here", (2,), 0, 1, "own Strategic Point of that region, and of its opposite"),
        Feature("pack_here", (2,), 0, 10, "cards in the World Pack of that region, and of its opposite"),
        Feature("opposite_occupied", (), 0, 1, "crossing by the Jetstream would be trespassing"),
        Feature("own_run_marks", (CARDS,), 0, 1, "cards that the seat has declared in a Strategic Run"),
        Feature("garrison", (), 0, MAX_SOLDIERS, "soldiers in the Garrison, 100 and beyond as 100"),
        Feature("rsz", (), 0, MAX_SOLDIERS, "soldiers on the Resurrected Soldier Zone, 100 and beyond as 100"),
        Feature("closed", (REGIONS,), 0, 1, "closed region"),
        Feature(
            "closure_remaining",
            (),
            0,
            9,
            "rounds until the closed region opens, including the current one; 0 for no end",
        ),
        Feature(
            "after_six", PER_SEAT, 0, 1, "a six still brings or costs the seat a turn, or a Manoeuvre Card costs it one"
        ),
        Feature("purgadies_remaining", (PURGADIES_CARDS,), 0, PURGADIES_CARDS, "Purgadies Cards that may be drawn"),
        Feature("revival_done", (), 0, 1, "the one revival has been used"),
        Feature("death_done", (), 0, 1, "the one ejection by Life/Death has happened"),
        Feature("last_throw", (6,), 0, 1, "face of the last Playing Dice throw"),
        Feature("turn_sixes", (), 0, 3, "sixes in a row by which a piece moved while the only other one was interned"),
        Feature("last_thrower", PER_SEAT, 0, 1, "seat that threw it"),
        Feature("rounds", (), 0, 127, "number of started turns divided by players, 127 and beyond as 127"),
        Feature("manoeuvre_unseen", (DECK,), 0, 1, "unseen Manoeuvre Cards"),
        Feature(
            "manoeuvre_queue",
            (DECK,),
            0,
            27,
            "position from the top in the known queue below them, 0 if not in it",
        ),
        Feature("theme_unseen", (THEMES,), 0, 1, "unseen Intelligence Cards"),
        Feature("own_titles_read", (TITLES,), 0, 1, "themes, South Pole and SAB that were read to the player"),
        Feature("own_titles_known", (TITLES,), 0, 1, "those whose answers the player knows"),
        Feature("drawn_card", (DECK,), 0, 1, "Manoeuvre Card being carried out"),
        Feature("drawer", PER_SEAT, 0, 1, "seat that drew it"),
        Feature("target", PER_SEAT, 0, 1, "seat that was named"),
        Feature("offered_card", (CARDS,), 0, 1, "own card named or ceded, or start of the run"),
        Feature("wanted_card", (CARDS,), 0, 1, "card named to be taken"),
        Feature("destination", (KNOWN_PLACES,), 0, 1, "space named by a card"),
        Feature("asker", PER_SEAT, 0, 1, "seat that asks the question of a bluff or of Antarctica"),
        Feature("tested", PER_SEAT, 0, 1, "seat that is tested"),
        Feature("theme", (TITLES,), 0, 1, "the title; only the asker sees it before it is read out"),
        Feature("knows_title", (), 0, 1, "the player, or the own Ally, is tested and knows the answer"),
        Feature("purgadies", (6,), 0, 1, "Purgadies Card on the table"),
        Feature(
            "dice_region",
            (REGIONS,),
            0,
            1,
            "colour of the Continent Dice, or continent of a Pre Set to claim or a set to Stack",
        ),
        Feature("arrival", (3,), 0, 1, "on a Continent Space: crossed, blocked; on Antarctica: sent"),
    )
)

MAX_ROUNDS = 127
