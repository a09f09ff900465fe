"""Every secret at every node: if it is resampled, only its owner sees another view.

Random games seldom have a secret where it could leak. Here each private field of the state meets each node, at a
written-down table (`open_questions`). Other viewers must get the same views, masks, texts, pages, scenes, images,
records and infos of the environments. The owner must get another view each time, which shows that there was a secret.
"""

import random
from dataclasses import replace
from functools import cache

import pytest

from tests.games.world_dominance.all_nodes import ALLY, POSITIONS, all_nodes, table_at, with_knowledge
from tests.games.world_dominance.hidden_parts import holds_secret_theme, resample_hidden
from wd_env.cli.console.action_menu import menu, short_menu
from wd_env.envs.games.world_dominance_env import raw_env
from wd_env.envs.gymnasium_env import SingleAgentEnv
from wd_env.errors import StateError
from wd_env.games.world_dominance.cards.pack_order import unseen_cards
from wd_env.games.world_dominance.checks.check_state import check_state
from wd_env.games.world_dominance.definitions.decision_table import NODES
from wd_env.games.world_dominance.definitions.names import NO_THEME, NOBODY, THEMES
from wd_env.games.world_dominance.game import GAME
from wd_env.games.world_dominance.position import position
from wd_env.games.world_dominance.text.help.action_help import action_help
from wd_env.games.world_dominance.text.scene import scene_of
from wd_env.games.world_dominance.text.table_text import decision_text, describe
from wd_env.session.narration import Narrator, format_lines
from wd_env.spec.game_spec import CHANCE, PLAYER, VISIBLE_TO_SEAT
from wd_env.table.chance_modes import SAMPLED
from wd_env.table.game_record import RecordLine
from wd_env.table.saved_table import replay_record

EVERYWHERE = {question.name for question in NODES if question.kind in (PLAYER, CHANCE)} | {"over"}
LOOKED_AT = {"test_whom"}  # an Intelligence Card is in the asker's hand, and its title not yet read out
WHATEVER_IS_IN_HAND = {"pre_set_claim", "stack_set", "over"}  # nodes that can come in between, or end the game
WHERE_SECRET = {  # each private field, and the nodes at which a player has to keep it secret
    "knows": EVERYWHERE,
    "theme": LOOKED_AT | WHATEVER_IS_IN_HAND,
    "theme_place": LOOKED_AT | WHATEVER_IS_IN_HAND,
}
PRIVATE_CHANCE = {"theme_draw": ("theme", "theme_place"), "knowledge": ("knows",)}  # fields that an outcome decides
DEALS = 1
PLAYERS = (2, 3, 4, 5)


def test_the_table_has_every_private_field_and_every_question():
    assert set(WHERE_SECRET) == {field.name for field in GAME.schema.fields if field.private}
    assert {question.name for question in NODES if question.visible_to == VISIBLE_TO_SEAT} == set(PRIVATE_CHANCE)
    assert {question for _, question in cases(3)} | {"call_ally"} == EVERYWHERE
    assert {question for _, question in cases(2)} == EVERYWHERE - {"last_soldier"}


def cases(players):
    """Return the numbers and names of the nodes for this number of players."""
    return [(number, entry.node) for number, entry in enumerate(nodes_of(players))]


@cache
def nodes_of(players):
    return tuple(all_nodes(players))


EACH = [  # each node with every other number of players
    pytest.param(players, number, id=f"{question} of {players}")
    for players in PLAYERS
    for number, question in cases(players)
    if (players + number) % 2 == 0
]


# What viewers see


@cache
def face(players):
    """Return an environment for any table of this number of players."""
    env = raw_env(num_players=players, render_mode="ansi")
    env.reset(seed=1)
    return env


@cache
def single(players, seat):
    env = SingleAgentEnv(players, seat)
    env.reset(seed=1)
    return env


def all_shown(table, me):
    """Return everything that the player in this seat can see, by every interface."""
    player, view = table.state.owner[me], table.view(me)
    home, is_asked = table.home_seat(player), table.node.kind == PLAYER and table.player == player
    return {
        "view": (view.obs, view.mask),
        "text": describe(table, me),
        "scene": scene_of(table, me),
        "record": table.record().for_seat(home).dumps(),
        "log": log_of(table, home),
        "help": [action_help(table, option) for option in (table.legal_texts() if is_asked else ())],
        "faces": shown_by_envs(table, player),
    }


def shown_by_envs(table, player):
    """Return observation and info of the PettingZoo and Gymnasium environments."""
    env, alone = face(table.players), single(table.players, player)
    env.table = alone._env.table = table
    env._update_infos()
    (seen, info), masks = alone._observe(), alone.action_masks()
    arrays = (*env.observe(env.possible_agents[player]).values(), *seen.values(), masks)
    return [array.tobytes() for array in arrays], env.infos, info


def shown_to_all(table):
    """Return everything that is public: text for all players, and what a spectator sees."""
    env = face(table.players)
    env.table = table
    is_terminal = table.is_terminal
    return (
        decision_text(table),
        describe(table),
        env.render(),
        scene_of(table),
        log_of(table, None),
        [] if is_terminal else list(menu(table, public_only=True)),
        [] if is_terminal else short_menu(table),
        table.legal_texts(),
        repr(table.node),
        (
            table.seat,
            table.player,
            table.is_terminal,
            table.winner,
            table.board.ended_by,
            table.board.cards(0),
            table.board.manoeuvre_pack,
        ),
    )


def log_of(table, viewer):
    """Return the lines of `wd play`, `wd table` and `wd replay` for this seat, or for a spectator."""
    story = Narrator(table)
    story.update(table.lines)
    return list(format_lines(story.visible_lines(viewer)))


# Resampling


def dealt(table, me, number):
    """Return the same game up to this node with other secrets of all players except `me`, or of all for NOBODY."""
    rng = random.Random(f"{table.node.name} {me} {number}")
    record = table.record()
    fields = {name: value[:] if isinstance(value, list) else value for name, value in record.start["fields"].items()}
    mine = NOBODY if me == NOBODY else table.state.owner[me]
    for player in range(table.players):
        if player != mine:
            flipped = -1 if number == 0 else rng.getrandbits(29)
            fields["knows"][player] = (fields["knows"][player] ^ flipped) & fields["knowledge_drawn"][player]
    lines = [other_line(table, line, mine, rng) for line in table.lines]
    start = {**record.start, "fields": fields}
    return replay_record(replace(record, lines=tuple(lines), start=start), GAME)


def other_line(table, line, mine, rng):
    """Return a line with another outcome if `mine` did not see it: the other word, or another card if still secret."""
    if line.visible_to is None or (mine != NOBODY and line.visible_to == table.home_seat(mine)):
        return line
    if line.text in ("knows", "does not know"):
        return RecordLine("does not know" if line.text == "knows" else "knows", None, line.visible_to)
    hidden = unseen_cards(table.state.theme_place)
    if not hidden or not holds_secret_theme(table.state, NOBODY):
        return line
    return RecordLine(f"theme T{rng.choice(hidden) + 1:02d}", None, line.visible_to)


def check_secrets(table, make):
    """Check that other viewers see the same after every resample, and that owners of resampled secrets do not."""
    before = {me: all_shown(table, me) for me in range(table.state.seats)}
    for me, mine in before.items():
        for number in range(DEALS):
            other = make(table, me, number)
            assert all_shown(other, me) == mine
            for seat in before:
                if number == 0 and table.state.owner[seat] != table.state.owner[me]:
                    assert table.view(seat).obs != other.view(seat).obs, "expected the owner to see its own secret"
                    assert before[seat]["text"] != describe(other, seat)
                    assert before[seat]["scene"] != scene_of(other, seat)
    aloud = shown_to_all(table)
    for number in range(DEALS):
        assert shown_to_all(make(table, NOBODY, number)) == aloud


def without_players(made):
    return {name: value for name, value in made.items() if name != "players"}


ALLYS_TURN = {"lands": "rsz", **without_players(ALLY), "turn": 1}
OF_ALLIES = (
    ("start_menu", {**ALLYS_TURN, "lands": None}, ()),
    ("test_whom", ALLYS_TURN, ("theme T05",)),
    ("knowledge", {**ALLYS_TURN, "unread": {1: [4]}}, ("theme T05", "name +1")),
    ("raise_or_ask", ALLYS_TURN, ("theme T05", "name +1")),
    ("match_raise", ALLYS_TURN, ("theme T05", "name +2", "raise")),
    ("bluff_answer", ALLYS_TURN, ("theme T05", "name +2", "ask")),
)


@pytest.mark.parametrize(("question", "made", "answers"), OF_ALLIES, ids=[row[0] for row in OF_ALLIES])
def test_two_pieces_of_one_player_share_what_he_knows_and_no_more(question, made, answers):
    """Repeat the check in a turn of the first player's Ally."""
    table = table_at(made, answers, 2)
    assert table.node.name == question
    check_secrets(table, dealt)


# The card in the asker's hand


@pytest.mark.parametrize("unseen", [27, 26, 14, 3, 2])
@pytest.mark.parametrize("players", [*PLAYERS, "ally"])
def test_a_card_that_is_looked_at_shows_to_its_asker_alone_however_few_are_left(players, unseen):
    made = {"lands": "rsz", **(without_players(ALLY) if players == "ally" else {})}
    table = table_at(made, ["theme T05"], 2 if players == "ally" else players, unseen)
    assert (table.node.name, table.state.theme_unseen) == ("test_whom", unseen - 1)
    asker, owner = table.seat, table.state.owner
    before = {me: all_shown(table, me) for me in range(table.state.seats)}
    for me, mine in before.items():
        if owner[me] == owner[asker]:
            continue
        for theme in unseen_cards(table.state.theme_place)[:5]:
            other = table_at(made, [f"theme T{theme + 1:02d}"], 2 if players == "ally" else players, unseen)
            assert all_shown(other, me) == mine
            for seat in before:
                if owner[seat] == owner[asker]:
                    found = all_shown(other, seat)
                    assert all(found[way] != before[seat][way] for way in ("view", "text", "scene", "record", "log"))
                    assert scene_of(other, seat).theme != scene_of(table, seat).theme


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("unseen", [0, 1])
def test_a_card_that_follows_from_the_pack_is_not_shown_to_other_viewers(players, unseen):
    """Check that view, text and scene do not name the card before it is read, although a player could deduce it."""
    answers = ["theme T05"] if unseen else []
    table = table_at({"at": {0: "S09"}}, ["roll", "playing dice 1", *answers], players, unseen)
    assert (table.node.name, table.state.theme_unseen) == ("test_whom", 0)
    for me in range(1, players):
        view = table.view(me)
        assert sum(view.feature("theme")) == sum(view.feature("theme_unseen")) == view.feature("knows_title") == 0
        assert scene_of(table, me).theme is None
        assert "theme" not in describe(table, me, events=0)
    assert sum(table.view(0).feature("theme")) == 1
    assert "Only you see the theme" in describe(table, 0)


def with_a_card_in_hand(table, asker, theme, unseen):
    """Return the table with this card in the asker's hand."""
    other = table.copy()
    s = other.state
    seen = [card for card in range(THEMES) if card != theme][: THEMES - 1 - unseen]
    s.theme_place = [0] * THEMES
    for place, card in enumerate((*seen, theme), start=1):
        s.theme_place[card] = place
    s.theme_unseen, s.asker, s.tested, s.theme = unseen, asker, NOBODY, theme
    return other


@pytest.mark.thinned(2)
@pytest.mark.parametrize("unseen", [26, 2, 1])
@pytest.mark.parametrize("question", sorted(WHATEVER_IS_IN_HAND))
@pytest.mark.parametrize("players", PLAYERS)
def test_a_card_in_hand_stays_secret_whatever_is_asked_in_between(players, question, unseen):
    [table] = [entry.table for entry in nodes_of(players) if entry.node == question]
    for asker in range(players):
        looked = with_a_card_in_hand(table, asker, 4, unseen)
        looked.mark_start()
        looked.lines = []
        check_secrets_of_state(looked, asker)


def check_secrets_of_state(table, asker):
    for me in range(table.players):
        before, mine = shown_of_state(table, me), shown_of_state(table, asker)
        for number in range(DEALS):
            other, rng = table.copy(), random.Random(f"{me} {number}")
            while me != asker and other.state.theme == table.state.theme:
                other.state = table.state.copy()
                resample_hidden(other.state, me, rng)
            assert shown_of_state(other, me) == before
            assert me == asker or shown_of_state(other, asker) != mine


def shown_of_state(table, me):
    """Return everything that does not depend on a record."""
    view = table.view(me)
    public = decision_text(table), describe(table), describe(table, me), scene_of(table), scene_of(table, me)
    return view.obs, view.mask, *public, shown_by_envs(table, me)


@pytest.mark.parametrize("players", [2, 3])
def test_a_game_that_ends_while_a_card_is_looked_at_never_tells_it(players):
    """Eject the opponents for cheating, so that the asker is the last survivor."""
    others = list(range(1, players))
    made = {"lands": "rsz", "illegal_action": "eject"}
    ends = []
    for theme in (5, 9):
        table = with_knowledge(position(players=players, **made), {})
        table.play(f"theme T{theme:02d}")
        for seat in others:
            table.play("roll", seat=seat)
        ends.append(table)
    assert all(table.is_terminal for table in ends)
    for me in others:
        assert shown_of_state(ends[0], me) == shown_of_state(ends[1], me)
        assert ends[0].record().for_seat(me).dumps() == ends[1].record().for_seat(me).dumps()


# Images, quizzes


def test_the_picture_is_of_what_the_viewer_may_know():
    pytest.importorskip("pygame")
    from wd_env.games.world_dominance.picture.draw import draw

    for question, table in nodes_of(3):
        if question in ("test_whom", "spelling"):
            pictures = {me: draw(scene_of(table, me)).tobytes() for me in (2, None)}
            for me, picture in pictures.items():
                other = dealt(table, NOBODY if me is None else me, 0)
                assert draw(scene_of(other, me)).tobytes() == picture
    table, other = (table_at({"lands": "rsz"}, [f"theme T0{theme}"], 3) for theme in (5, 6))
    assert draw(scene_of(table, 0)).tobytes() != draw(scene_of(other, 0)).tobytes()
    assert draw(scene_of(table, 1)).tobytes() == draw(scene_of(other, 1)).tobytes()


@pytest.mark.parametrize("question", ["bluff_answer", "antarctica_answer"])
def test_a_quizmaster_is_told_what_is_asked_and_nothing_of_who_knows_it(question):
    [made] = [made for name, made, _ in POSITIONS if name == question and made.get("knowledge_model") == "quiz"]
    [answers] = [answers for name, kept, answers in POSITIONS if name == question and kept is made]
    heard = []
    for number in range(2):
        table = table_at(made, answers, 3)
        for player in range(3):
            table.state.knows[player] = table.state.knowledge_drawn[player] * (number % 2)
        table.reporter, table.chance = (lambda asked: heard.append(asked) or True), SAMPLED
    assert len(heard) == 2
    assert heard[0] == heard[1]


def test_no_theme_is_in_hand_where_none_is_looked_at():
    for entry in nodes_of(3):
        if entry.node not in ("test_whom", "raise_or_ask", "match_raise", "bluff_answer", "knowledge"):
            assert entry.table.state.theme in (NO_THEME, 27, 28), entry.node


# All variants


@pytest.mark.thinned(2)
@pytest.mark.parametrize(("players", "number"), EACH)
def test_what_others_know_and_hold_shows_to_nobody_at_any_question(players, number):
    question, table = nodes_of(players)[number]
    assert table.node.name == question
    check_secrets(table, dealt)


@pytest.mark.parametrize(("players", "number"), EACH)
def test_a_card_is_looked_at_where_the_table_says_and_nowhere_else(players, number):
    question, table = nodes_of(players)[number]
    other = with_a_card_in_hand(table, table.seat, 4, 20)
    if question in WHERE_SECRET["theme"]:
        check_state(other.state)
    else:
        with pytest.raises(StateError, match="lacks its requirements"):
            check_state(other.state)
