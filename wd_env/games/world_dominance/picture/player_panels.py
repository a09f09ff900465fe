"""Panels right of and below the board: one per player, the last throw, the current decision and recent events."""

from wd_env.games.world_dominance.cards.card_data import ContinentCard
from wd_env.games.world_dominance.definitions.names import REGION_NAMES, STRATEGIC_POINT
from wd_env.games.world_dominance.picture import palette
from wd_env.games.world_dominance.picture.board_drawing import draw_piece
from wd_env.games.world_dominance.picture.space_symbols import draw_die, draw_soldier, draw_star
from wd_env.games.world_dominance.text.scene import Scene, SeatScene
from wd_env.rendering.canvas import Canvas, Colour, Point, mix, text_colour

LEFT, WIDTH = 800.0, 392.0  # of the panels
TOP, BOTTOM, GAP = 8.0, 892.0, 7.0
MAX_PANEL_HEIGHT = 214.0
FOOT_TOP, FOOT_HEIGHT, FOOT_WIDTH = 798.0, 94.0, 784.0
MIN_LOG_HEIGHT, LOG_LEADING = 120.0, 17.0
CHIPS_TOP = 74.0  # below the upper edge of a panel
# Sizes of text and letters of a title (0 for none) of cards; the first that fits is used.
CHIPS = ((13.0, 40), (11.5, 40), (10.5, 12), (9.5, 6), (8.0, 0))


def draw_panels(canvas: Canvas, scene: Scene) -> None:
    """Draw one panel per player, from the top."""
    players = len(scene.seats)
    height = min(MAX_PANEL_HEIGHT, (BOTTOM - TOP + GAP) / players - GAP)
    for number, seat in enumerate(scene.seats):
        _draw_panel(canvas, scene, seat, (LEFT, TOP + number * (height + GAP)), height)

    free = TOP + players * (height + GAP)
    if BOTTOM - free >= MIN_LOG_HEIGHT:
        _draw_log(canvas, scene, free)


def _draw_log(canvas: Canvas, scene: Scene, top: float) -> None:
    """Draw the latest events if few players leave space for them."""
    canvas.box((LEFT, top), (WIDTH, BOTTOM - top), palette.SEA, radius=9, outline=palette.FRAME)
    canvas.text("LATELY", (LEFT + 14, top + 18), 13, palette.MIST)
    rows = int((BOTTOM - top - 44) // LOG_LEADING)
    for number, event in enumerate(scene.events[-rows:]):
        at = (LEFT + 14, top + 42 + number * LOG_LEADING)
        canvas.text(event, at, 12, palette.CHALK, width=WIDTH - 28)


def _draw_panel(canvas: Canvas, scene: Scene, seat: SeatScene, corner: Point, height: float) -> None:
    x, y = corner
    on_turn = scene.turn_number > 0 and seat.seat == scene.turn and not scene.is_terminal
    ground = palette.CARDBOARD if seat.is_in_play else palette.SEA
    frame = palette.GOLD if on_turn or seat.has_won else palette.FRAME
    canvas.box(corner, (WIDTH, height), ground, radius=9, outline=frame, width=3 if frame == palette.GOLD else 1.5)
    draw_piece(canvas, seat, (x + 28, y + 27), 18)
    ink = palette.CHALK if seat.is_in_play else palette.MIST
    canvas.text(seat.piece_text, (x + 56, y + 18), 18, ink, width=180)
    where = seat.space or ("not on the board" if seat.is_in_play else "out of play")
    canvas.text(where, (x + 56, y + 37), 12, palette.MIST, width=232)
    label = _label(scene, seat)
    if label:
        canvas.text(label, (x + WIDTH - 88, y + 18), 12, palette.GOLD, anchor="right")
    if seat.is_in_play:
        draw_soldier(canvas, (x + WIDTH - 66, y + 27), piece_ink(seat), 1.3)
        canvas.text(str(seat.army), (x + WIDTH - 50, y + 27), 26, palette.CHALK)
    _draw_badges(canvas, scene, seat, (x + 10, y + 52))
    _draw_chips(canvas, seat, (x + 10, y + CHIPS_TOP), height - CHIPS_TOP - 6)


def piece_ink(seat: SeatScene) -> Colour:
    """Return the colour of a number of soldiers: gold, or grey for none."""
    return palette.GOLD if seat.army else palette.STONE


def _label(scene: Scene, seat: SeatScene) -> str:
    if seat.has_won:
        return "WINNER"
    if scene.current_seat == seat.seat:
        return "ASKED"
    return "you" if scene.viewer == seat.seat else ""


def _draw_badges(canvas: Canvas, scene: Scene, seat: SeatScene, at: Point) -> None:
    """Draw rights and restrictions of a player, and the progress of the best set."""
    badges: list[tuple[str, Colour]] = []
    best = scene.best_region(seat)
    if best is not None:
        goal = scene.goal_of(seat, best)
        badges.append((f"{REGION_NAMES[best]} {len(seat.in_region(best))}/{goal}", palette.REGIONS[best]))
    if scene.sets_to_win > 1:
        badges.append((f"sets {seat.sets}/{scene.sets_to_win}", palette.GOLD))
    if seat.ally_of is not None:
        badges.append((f"Ally of seat {seat.ally_of}", (150, 132, 196)))
    if seat.reinforcements:
        badges.append(("reinforcements", (86, 120, 92)))
    if seat.holds_khyber_pass:
        badges.append(("Khyber Pass", (176, 134, 78)))
    if seat.is_pardoned:
        badges.append(("pardoned", (206, 214, 140)))
    if seat.ice_turns:
        badges.append((f"Ice House: misses {seat.ice_turns}", (158, 208, 232)))
    x = at[0]
    for text, ground in badges:
        wide = canvas.measure(text, 11) + 12
        canvas.box((x, at[1]), (wide, 17), ground, radius=8, outline=mix(ground, palette.CHALK, 0.35), width=1)
        canvas.text(text, (x + wide / 2, at[1] + 9), 11, text_colour(ground), anchor="centre")
        x += wide + 5


def _draw_chips(canvas: Canvas, seat: SeatScene, corner: Point, height: float) -> None:
    """Draw the cards by continent, in the largest text that fits."""
    cards = sorted(seat.cards, key=lambda card: card.index)
    for size, letters in CHIPS:
        spots = _flow(canvas, cards, size, letters)
        if not spots or spots[-1][1] + size + 6 <= height:
            break
    for card, (x, y, wide) in zip(cards, spots, strict=True):
        _draw_chip(canvas, seat, card, (corner[0] + x, corner[1] + y), wide, size, letters)


def _flow(canvas: Canvas, cards: list[ContinentCard], size: float, letters: int) -> list[tuple[float, float, float]]:
    """Return left, top and width of each chip, with a wider gap before each continent."""
    spots = []
    x = y = 0.0
    for number, card in enumerate(cards):
        wide = canvas.measure(_chip_title(card, letters), size) + 10 + (12 if card.kind & STRATEGIC_POINT else 0)
        x += 6 if number and card.region != cards[number - 1].region else 0
        if x + wide > WIDTH - 20:
            x, y = 0.0, y + size + 9
        spots.append((x, y, wide))
        x += wide + 3
    return spots


def _chip_title(card: ContinentCard, letters: int) -> str:
    title = card.title.split(" (")[0].split(" & ")[0].removeprefix("Antarctica ")
    return title[:letters].rstrip()


def _draw_chip(
    canvas: Canvas, seat: SeatScene, card: ContinentCard, corner: Point, wide: float, size: float, letters: int
) -> None:
    ground = palette.REGIONS[card.region]
    is_point = bool(card.kind & STRATEGIC_POINT)
    frame = palette.GOLD if is_point else mix(ground, palette.CHALK, 0.35)
    canvas.box(corner, (wide, size + 6), ground, radius=4, outline=frame, width=2 if is_point else 1)
    if card.index in seat.laid:  # out of play: underlined
        canvas.box((corner[0], corner[1] + size + 6), (wide, 2.5), palette.CHALK)
    middle = corner[1] + (size + 6) / 2
    if is_point:
        draw_star(
            canvas,
            (corner[0] + 10, middle),
            5.5,
            palette.GOLD if text_colour(ground)[0] > ground[0] else text_colour(ground),
        )
    title = _chip_title(card, letters)
    if title:
        canvas.text(title, (corner[0] + (17 if is_point else 5), middle), size, text_colour(ground))


def draw_foot(canvas: Canvas, scene: Scene) -> None:
    """Draw the last throw as a die, the current decision, and the latest events."""
    canvas.box((8, FOOT_TOP), (FOOT_WIDTH, FOOT_HEIGHT), palette.CARDBOARD, radius=9, outline=palette.FRAME)
    left = 22.0
    if scene.last_throw is not None:
        draw_die(canvas, (22, FOOT_TOP + 12), 52, scene.last_throw, (20, 20, 24), palette.CHALK)
        canvas.text(f"seat {scene.last_thrower}", (48, FOOT_TOP + 78), 12, palette.MIST, anchor="centre")
        left = 96.0
    wide = FOOT_WIDTH - left
    rows = canvas.paragraph(scene.decision_text, (left, FOOT_TOP + 18), 16, palette.GOLD, width=wide, max_lines=2)
    top = FOOT_TOP + 22 + rows * 17.5
    space = int((FOOT_TOP + FOOT_HEIGHT - top) // 16)
    secret = [] if scene.theme is None or scene.tested is not None else [f"Only you see the theme: {scene.theme}"]
    for number, event in enumerate([*scene.events, *secret][-space:]):
        canvas.text(event, (left, top + 6 + number * 15), 12, palette.CHALK, width=wide)
