"""What a view of World Dominance consists of: its pieces, in order, and where each of them begins."""

from wd_env.games.world_dominance.definitions.decision_codes import DECISIONS
from wd_env.games.world_dominance.definitions.names import CARDS, DECK, PIECES, PLACES, REGIONS, SEATS, THEMES
from wd_env.games.world_dominance.definitions.rule_constants import FIVE, PURGADIES_CARDS
from wd_env.spec.observation_layout import Layout, Piece

PER_SEAT = (SEATS,)
MOST_SOLDIERS = 100  # that a view tells apart; a Garrison that never runs out has more
ARMY_STEPS = (2, 3, 4, 6, 9, 13)  # small armies are worth telling apart
TITLES = THEMES + 2  # themes, South Pole, SAB
KNOWN_PLACES = PLACES - 1
MOST_SETS = 4  # that any game asks for

LAYOUT = Layout(
    (
        Piece("question", (DECISIONS,), 0, 1, "the open decision, one-hot; all 0 while luck is open"),
        Piece("asked", PER_SEAT, 0, 1, "seat whose matter it is"),
        Piece("players", (4,), 0, 1, "2, 3, 4 or 5 players at the table"),
        Piece("played", PER_SEAT, 0, 1, "seats that one plays: one's own and that of one's Ally"),
        Piece("allies", PER_SEAT, 0, 1, "seats of Allies, called or not"),
        Piece("in_play", PER_SEAT, 0, 1, "in play, not out"),
        Piece("army", PER_SEAT, 0, MOST_SOLDIERS, "soldiers, 100 and beyond as 100"),
        Piece("army_at_least", (SEATS, len(ARMY_STEPS)), 0, 1, "at least 2, 3, 4, 6, 9, 13 soldiers"),
        Piece("ice_turns", PER_SEAT, 0, 3, "turns still missed in the Ice House"),
        Piece("reinforcements", PER_SEAT, 0, 1, "right to five soldiers unused"),
        Piece("on_turn", PER_SEAT, 0, 1, "seat whose turn it is"),
        Piece("piece", (SEATS, PIECES), 0, 1, "Playing Piece of each seat"),
        Piece("place", (SEATS, KNOWN_PLACES), 0, 1, "space S00..S35 or Antarctica; all 0 when not on the board"),
        Piece("pre_set_paid", (SEATS, REGIONS), 0, 1, "Pre Set bonus of the continent spent"),
        Piece("setup_rank", PER_SEAT, 0, 4, "seats that are ahead after the setup throws"),
        Piece("khyber_pass", PER_SEAT, 0, 1, "holder of the Khyber Pass; all 0 beside the Garrison"),
        Piece("pardon", PER_SEAT, 0, 1, "pardoned seat"),
        Piece("held", (SEATS, CARDS), 0, 1, "Continent Cards of each seat"),
        Piece("held_in_region", (SEATS, REGIONS), 0, 10, "how many of each region"),
        Piece("own_at_least", (REGIONS, FIVE), 0, 1, "at least 1, 2, 3, 4, 5 own cards of each region"),
        Piece("points_held", (SEATS, REGIONS), 0, 1, "Strategic Points of each seat"),
        Piece("in_set", (CARDS,), 0, 1, "cards out of play: in a Stack or a completed set of whoever holds them"),
        Piece("laid_in_region", (SEATS, REGIONS), 0, 10, "how many of each region a seat has out of play"),
        Piece("own_loose", (REGIONS,), 0, 10, "own cards of each region that are in no Stack or completed set"),
        Piece("sets", PER_SEAT, 0, REGIONS, "sets that count towards winning"),
        Piece("stack_paid", (SEATS, REGIONS), 0, 1, "Stack bonus of the continent spent"),
        Piece("set_paid", (SEATS, REGIONS), 0, 1, "bonus for all cards of the region spent"),
        Piece("sets_to_win", (MOST_SETS,), 0, 1, "1, 2, 3 or 4 sets win"),
        Piece("ten_cards", (), 0, 1, "a set is a whole continent, not five cards"),
        Piece("antarctica_counts", (), 0, 1, "the five cards of Antarctica are one of the sets"),
        Piece("antarctica_done", (), 0, 1, "nobody enters Antarctica any more"),
        Piece("stacking", (), 0, 1, "five cards with their Strategic Point go out of play"),
        Piece("in_pack", (CARDS,), 0, 1, "Continent Cards in the World Pack"),
        Piece("pack_in_region", (REGIONS,), 0, 10, "how many of each region are in the World Pack"),
        Piece("here", (REGIONS,), 0, 1, "region of the Continent Space one stands on"),
        Piece("held_here", (2,), 0, 10, "own cards of that region, and of its Jetstream opposite"),
        Piece("point_here", (2,), 0, 1, "own Strategic Point there, and opposite"),
        Piece("pack_here", (2,), 0, 10, "cards in the World Pack there, and opposite"),
        Piece("opposite_occupied", (), 0, 1, "crossing would be trespassing"),
        Piece("own_run_marks", (CARDS,), 0, 1, "cards one has declared in a Strategic Run"),
        Piece("garrison", (), 0, MOST_SOLDIERS, "soldiers in the Garrison, 100 and beyond as 100"),
        Piece("rsz", (), 0, MOST_SOLDIERS, "soldiers on the Resurrected Soldier Zone, 100 and beyond as 100"),
        Piece("closed", (REGIONS,), 0, 1, "closed region"),
        Piece("closure_left", (), 0, 9, "rounds until the closed region opens, begun ones included; 0 for no end"),
        Piece("after_six", PER_SEAT, 0, 1, "a six still brings or costs it a turn, or a Manoeuvre Card costs it one"),
        Piece("purgadies_left", (PURGADIES_CARDS,), 0, PURGADIES_CARDS, "Purgadies Cards that may be drawn"),
        Piece("revival_done", (), 0, 1, "the one revival has been used"),
        Piece("death_done", (), 0, 1, "the one ejection by Life/Death has happened"),
        Piece("last_throw", (6,), 0, 1, "face of the last Playing Dice throw"),
        Piece("turn_sixes", (), 0, 3, "sixes in a row with which a piece moved while the only other one was interned"),
        Piece("last_thrower", PER_SEAT, 0, 1, "who threw it"),
        Piece("rounds", (), 0, 127, "turns begun divided by the players, 127 and beyond as 127"),
        Piece("manoeuvre_unseen", (DECK,), 0, 1, "Manoeuvre Cards nobody has seen"),
        Piece(
            "manoeuvre_queue",
            (DECK,),
            0,
            27,
            "place from the top in the known queue beneath them, 0 if not in it",
        ),
        Piece("theme_unseen", (THEMES,), 0, 1, "Intelligence Cards nobody has seen"),
        Piece("own_titles_read", (TITLES,), 0, 1, "themes, South Pole and SAB that were read to oneself"),
        Piece("own_titles_known", (TITLES,), 0, 1, "those one knows the answers to"),
        Piece("drawn", (DECK,), 0, 1, "Manoeuvre Card being carried out"),
        Piece("drawer", PER_SEAT, 0, 1, "who drew it"),
        Piece("target", PER_SEAT, 0, 1, "seat that was named"),
        Piece("offered", (CARDS,), 0, 1, "own card named or ceded, or start of the run"),
        Piece("wanted", (CARDS,), 0, 1, "card named to be taken"),
        Piece("destination", (KNOWN_PLACES,), 0, 1, "space named by a card"),
        Piece("asker", PER_SEAT, 0, 1, "who asks the question of a bluff or of Antarctica"),
        Piece("tested", PER_SEAT, 0, 1, "who is tested"),
        Piece("theme", (TITLES,), 0, 1, "the title; before it is read out the asker's only"),
        Piece("knows_title", (), 0, 1, "oneself, or one's Ally, is tested and knows the answer"),
        Piece("purgadies", (6,), 0, 1, "Purgadies Card on the table"),
        Piece(
            "dice_region",
            (REGIONS,),
            0,
            1,
            "colour of the Continent Dice, or continent of a Pre Set to claim or a set to Stack",
        ),
        Piece("came_by", (3,), 0, 1, "on a Continent Space: crossed, blocked; on Antarctica: sent"),
    )
)

MOST_ROUNDS = 127
