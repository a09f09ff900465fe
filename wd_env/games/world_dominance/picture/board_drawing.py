"""The board in the picture: the ring, Antarctica, Jetstream and gates, closures, Playing Pieces and the middle."""

import math

from wd_env.games.world_dominance.cards.card_data import Space
from wd_env.games.world_dominance.definitions.names import (
    ANTARCTICA,
    ANTARCTICA_PLACE,
    AUSTRALASIA,
    CONTINENT_SPACE,
    MANOEUVRE_SPACE,
    NO_REGION,
    OPPOSITE,
    PIECE_NAMES,
    REGION_NAMES,
    RSZ_SPACE,
    SOUTH_AMERICA,
)
from wd_env.games.world_dominance.picture import palette
from wd_env.games.world_dominance.picture.board_geometry import (
    CENTRE,
    INNER,
    MIDDLE,
    MIDDLE_RADIUS,
    OUTER,
    POLE,
    POLE_SIZE,
    TOKEN,
    Sector,
    polar,
    sectors_of,
)
from wd_env.games.world_dominance.picture.space_symbols import draw_soldier, draw_symbol
from wd_env.games.world_dominance.text.scene import Scene, SeatScene
from wd_env.rendering.canvas import Canvas, Colour, Point, mix, text_colour

CODE_SIZE, LEADING = 10.0, 13.5  # of the writing on a space


def draw_board(canvas: Canvas, scene: Scene) -> None:
    """Draw everything to the left of the players."""
    sectors = sectors_of(scene.titles.board.ring)
    canvas.circle(CENTRE, INNER - 2, palette.LAGOON)
    canvas.text("WORLD", (16, 22), 17, palette.CHALK)
    canvas.text("DOMINANCE", (16, 42), 17, palette.CHALK)
    canvas.text(f"turn {scene.turn_number}" if scene.turn_number else "setting up", (16, 62), 12, palette.MIST)
    _draw_ways(canvas, scene, sectors)
    for sector in sectors.values():
        _draw_space(canvas, scene, sector)
    _draw_pole(canvas, scene)
    _draw_middle(canvas, scene)
    _draw_pieces(canvas, scene, sectors)


def _draw_ways(canvas: Canvas, scene: Scene, sectors: dict[int, Sector]) -> None:
    """Draw the Jetstream, half in each colour, and the dotted lines from the gates to Antarctica."""
    board = scene.titles.board
    for region in range(len(REGION_NAMES)):
        if OPPOSITE[region] != NO_REGION:
            here = _inner_point(sectors, board.continent_space(region))
            there = _inner_point(sectors, board.continent_space(OPPOSITE[region]))
            halfway = ((here[0] + there[0]) / 2, (here[1] + there[1]) / 2)
            canvas.line(here, halfway, palette.FRAME, 9)
            canvas.line(here, halfway, _region_colour(scene, region), 5)
    for region, side in ((SOUTH_AMERICA, -1), (AUSTRALASIA, 1)):
        gate = _inner_point(sectors, board.continent_space(region))
        canvas.dots(gate, (POLE[0] + side * POLE_SIZE[0] / 2, POLE[1]), palette.CHALK)


def _inner_point(sectors: dict[int, Sector], space: Space) -> Point:
    sector = sectors[space.index]
    return polar(sector.middle, sector.inner - 3)


def _region_colour(scene: Scene, region: int) -> Colour:
    return palette.STONE if region == scene.closed else palette.REGIONS[region]


def _ground(scene: Scene, space: Space) -> Colour:
    if space.region == NO_REGION:
        return palette.PAPER
    colour = _region_colour(scene, space.region)
    return colour if space.kind == CONTINENT_SPACE else mix(colour, palette.PAPER, 0.55)


def _draw_space(canvas: Canvas, scene: Scene, sector: Sector) -> None:
    space, ground = sector.space, _ground(scene, sector.space)
    canvas.polygon(sector.corners(), ground, palette.CHALK if space.kind == CONTINENT_SPACE else None, 2)
    is_closed = scene.closed is not None and space.region == scene.closed
    if is_closed:
        _hatch(canvas, sector, mix(ground, palette.ASH, 0.45))
    draw_symbol(canvas, space.kind, polar(sector.middle, INNER + 22), text_colour(ground))
    code = f"S{space.index:02d} CLOSED" if is_closed else f"S{space.index:02d}"
    rows = [code, *_title_rows(canvas, sector), *_note(scene, space)]
    x, y = polar(sector.middle, (INNER + OUTER) / 2 + (0 if space.kind == CONTINENT_SPACE else 17))
    for number, row in enumerate(rows):
        at = (x, y + (number - (len(rows) - 1) / 2) * LEADING * sector.fineness)
        colour = text_colour(ground) if number or is_closed else mix(text_colour(ground), ground, 0.35)
        size = _title_size(sector) if number else CODE_SIZE * sector.fineness
        canvas.text(row, at, size, colour, anchor="centre", width=sector.width - 4)


def _title_size(sector: Sector) -> float:
    return (14.0 if sector.space.kind == CONTINENT_SPACE else 11.5) * sector.fineness


def _title_rows(canvas: Canvas, sector: Sector) -> list[str]:
    """Return the title in rows that fit its sector; for a Continent Space, only the continent."""
    space = sector.space
    title = space.title if space.kind == MANOEUVRE_SPACE else space.title.split(" (")[0]
    if space.kind == CONTINENT_SPACE:
        title = REGION_NAMES[space.region]
    plain = title.replace("(", "").replace(")", "")
    return canvas.wrapped(plain, _title_size(sector), sector.width - 6)


def _note(scene: Scene, space: Space) -> list[str]:
    """Return the number on a space: cards of its continent in the World Pack, or soldiers of the zone."""
    if space.kind == CONTINENT_SPACE:
        return [f"{scene.in_pack(space.region)} in pack"]
    return [f"holds {scene.rsz}"] if space.kind == RSZ_SPACE else []


def _hatch(canvas: Canvas, sector: Sector, colour: Colour) -> None:
    """Draw slanting lines within the sector."""
    span, lean = sector.end - sector.start, 5.0
    for number in range(int((span + lean) / 1.6) + 1):
        low = number * 1.6 - lean  # angles at the inner and outer edge
        share_in, share_out = max(0.0, -low / lean), min(1.0, (span - low) / lean)
        if share_in < share_out:
            start, end = (
                polar(sector.start + low + lean * share, sector.inner + (sector.outer - sector.inner) * share)
                for share in (share_in, share_out)
            )
            canvas.line(start, end, colour, 1.4)


def _draw_pole(canvas: Canvas, scene: Scene) -> None:
    """Draw Antarctica, outside the ring."""
    is_closed = scene.closed == ANTARCTICA
    ground = _region_colour(scene, ANTARCTICA)
    corner = (POLE[0] - POLE_SIZE[0] / 2, POLE[1] - POLE_SIZE[1] / 2)
    canvas.box(corner, POLE_SIZE, ground, radius=POLE_SIZE[1] / 2, outline=palette.MIST, width=2)
    if is_closed:
        for x in range(-80, 81, 10):
            canvas.line(
                (POLE[0] + x - 8, POLE[1] + 24), (POLE[0] + x + 8, POLE[1] - 24), mix(ground, palette.ASH, 0.45), 1.4
            )
    rows = [REGION_NAMES[ANTARCTICA], f"{scene.in_pack(ANTARCTICA)} in pack" + _garrison_cards(scene)]
    rows += ["CLOSED"] if is_closed else []
    for number, row in enumerate(rows):
        at = (POLE[0], POLE[1] + (number - (len(rows) - 1) / 2) * 17)
        canvas.text(row, at, 15 if number == 0 else 12, text_colour(ground), anchor="centre", width=POLE_SIZE[0] - 30)


def _garrison_cards(scene: Scene) -> str:
    return ", South Pole to be won" if scene.garrison_cards else ""


def _draw_middle(canvas: Canvas, scene: Scene) -> None:
    """Draw the Garrison and what is next to it."""
    canvas.circle(MIDDLE, MIDDLE_RADIUS, palette.CARDBOARD, palette.FRAME, 2)
    x, y = MIDDLE
    canvas.text("GARRISON", (x, y - 54), 13, palette.MIST, anchor="centre")
    draw_soldier(canvas, (x - 32, y - 24), palette.GOLD, 1.5)
    canvas.text(str(scene.garrison), (x - 12, y - 24), 34, palette.CHALK)
    khyber = "lies here" if scene.khyber_pass is None else f"at seat {scene.khyber_pass}"
    canvas.text(f"Resurrected Soldier Zone {scene.rsz}", (x, y + 8), 12, palette.CHALK, anchor="centre")
    canvas.text(f"Khyber Pass {khyber}", (x, y + 29), 12, palette.CHALK, anchor="centre")
    pack = scene.manoeuvres_unseen + len(scene.manoeuvre_queue)
    canvas.text(f"Manoeuvre pack {pack}", (x, y + 46), 12, palette.CHALK, anchor="centre")
    canvas.text(f"({scene.manoeuvres_unseen} unseen)", (x, y + 61), 11, palette.MIST, anchor="centre")


def _draw_pieces(canvas: Canvas, scene: Scene, sectors: dict[int, Sector]) -> None:
    """Draw pieces on the inner side of their space, in rows of two towards the middle."""
    for place in sorted({seat.place for seat in scene.seats if seat.place is not None}):
        here = [seat for seat in scene.seats if seat.place == place]
        for number, seat in enumerate(here):
            if place == ANTARCTICA_PLACE:
                at = (POLE[0] + (number - (len(here) - 1) / 2) * 34, POLE[1] + POLE_SIZE[1] / 2 + 18)
            else:
                at = _piece_positions(sectors[place], number, len(here))
            draw_piece(canvas, seat, at, TOKEN)


def _piece_positions(sector: Sector, number: int, pieces: int) -> Point:
    row, column = divmod(number, 2)
    is_alone = number == pieces - 1 and column == 0
    x, y = polar(sector.middle, sector.inner - 21 - 35 * row)
    aside = 0.0 if is_alone else (column - 0.5) * 35
    along = math.radians(sector.middle + 90)
    return x + aside * math.cos(along), y + aside * math.sin(along)


def piece_colour(seat: SeatScene) -> Colour:
    """Return the colour of a seat's Playing Piece, faded if the seat is out."""
    colour = palette.NO_PIECE if seat.piece is None else palette.PIECES[PIECE_NAMES.index(seat.piece)]
    return colour if seat.is_in_play else mix(colour, palette.SEA, 0.75)


def initials(piece: str | None) -> str:
    """Return `GK` for Genghis Khan, `Bu` for Buddha."""
    words = (piece or "?").split()
    return "".join(word[0] for word in words) if len(words) > 1 else words[0][:2]


def draw_piece(canvas: Canvas, seat: SeatScene, at: Point, radius: float) -> None:
    """Draw a token with the initials of the piece and the number of the seat."""
    colour = piece_colour(seat)
    canvas.circle((at[0], at[1] + 2), radius + 1, mix(palette.SEA, (0, 0, 0), 0.4))
    canvas.circle(at, radius, colour, palette.CHALK if seat.is_in_play else palette.FRAME, 2)
    canvas.text(initials(seat.piece), (at[0], at[1] - 1), radius * 0.95, text_colour(colour), anchor="centre")
    badge = (at[0] + radius * 0.78, at[1] + radius * 0.72)
    canvas.circle(badge, radius * 0.5, palette.SEA, palette.CHALK, 1)
    canvas.text(str(seat.seat), badge, radius * 0.72, palette.CHALK, anchor="centre")
