"""The index of the first outcome of each kind among the outcomes of `actions.py`."""

(
    PLAYING_DICE,
    SOLDIER_DICE,
    CONTINENT_DICE,
    DRAWN_CARD,
    DRAWN_MANOEUVRE,
    DRAWN_THEME,
    DRAWN_PURGADIES,
    KNOWS,
    ANSWERS,
) = (0, 6, 9, 16, 81, 108, 135, 141, 143)
