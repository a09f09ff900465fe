"""Writes a game as a log of the program: one line for what can be several actions at a table."""

import random

from wd_env.games.domination.config import Config
from wd_env.games.domination.definitions.actions import card_action
from wd_env.games.domination.table import Domination
from wd_env.table.chance_modes import EXPLICIT

VALUES = {"italian": "italianlike"}


def random_game(seed, **options):
    """Return a finished random game that places like the program and sometimes passes."""
    chooser = random.Random(seed)
    table = Domination(Config.of(**{"after_deal": "next"} | options), seed=seed)
    while not table.is_terminal:
        table.play(chooser.choice(table.legal_texts()))
    return table


def written(table, *, ends_turns=False):
    """Return the lines of a log of this game.

    A person who ends turns by hand logs that; the program's bots do not.
    """
    return Writer(table, ends_turns).lines


class Writer:
    """Replays a game at a table with explicit chance, and writes the program's line for each action."""

    def __init__(self, game, ends_turns):
        config, self.ends_turns = game.config, ends_turns
        self.table = Domination(config, chance=EXPLICIT)
        self.lines, self.drawn, self.dealt, self.pending, self.named = [], {}, [], None, []
        options = (
            ["autoplaceall"] * (config.auto_place == "countries")
            + ["recycle"] * config.recycle
            + ([f"defenderdice={config.defence_dice}"] if config.defence_dice else [])
        )
        self.say("me", "newplayer", "ai", "hard", "red", "Ann")
        self.say("me", "startgame", config.game_type, VALUES.get(config.card_values, config.card_values), *options)
        self.is_attack_over = self.is_move_over = False
        for line in game.lines:
            self.follow(line.text)

    def say(self, *words):
        """Add a line; the program ends some of its lines with a blank."""
        blank = " " if words[0] == "DICE" or words == ("CARD",) else ""
        self.lines.append(" ".join(str(word) for word in words) + blank)

    def follow(self, text):
        """Play an action and write its lines, then the ends of parts of the turn that the table skipped."""
        table = self.table
        name, before, turn, seat = table.node.name, table.copy(), self.turn, f"ai{table.seat}"
        table.play(text)
        getattr(self, f"of_{name.rstrip('_123')}")(text, before, seat)
        if self.turn != turn and name not in ("first_seat", "draw_mission", "claim", "deal", "setup_place", "capital"):
            self.end_turn(seat)
            if name != "draw_card":
                self.say("CARD")

    @property
    def turn(self):
        return self.table.state.round, self.table.state.turn

    def end_turn(self, seat):
        if not self.is_attack_over:
            self.say(seat, "endattack")
        if not self.is_move_over:
            self.say(seat, "nomove")
        if self.ends_turns:
            self.say(seat, "endgo")
            if self.lines[-2].startswith("CARD"):  # the card came with the action itself
                self.lines[-2], self.lines[-1] = self.lines[-1], self.lines[-2]
        self.is_attack_over = self.is_move_over = False

    def of_first_seat(self, text, before, seat):
        self.say("PLAYER", text.split()[1])

    def of_draw_mission(self, text, before, seat):
        self.drawn.setdefault("all", sorted(int(found.split()[1]) for found in before.chance_weights()))
        self.drawn[before.seat] = int(text.split()[1])
        if self.table.node.name != "draw_mission":
            left, places = self.drawn.pop("all"), []
            for one in sorted(self.drawn):
                places.append(left.index(self.drawn[one]))
                left.remove(self.drawn[one])
            self.say("MISSION", *places)

    def of_deal(self, text, before, seat):
        self.dealt.append(text.split()[1])
        if self.table.node.name != "deal":
            self.say("PLACEALL", *self.dealt)

    def of_claim(self, text, before, seat):
        self.say(seat, "placearmies", text.split()[1], 1)
        self.say("CARD")

    def of_setup_place(self, text, before, seat):
        if before.board.armies[int(text.split()[1])] % 2:
            self.say(seat, "autoplace")
            self.say("PLACE", text.split()[1])
        else:
            self.say(seat, "placearmies", text.split()[1], 1)
        self.say("CARD")

    def of_capital(self, text, before, seat):
        self.say(seat, "capital", text.split()[1])
        self.say("CARD")

    def of_trade(self, text, before, seat):
        if text == "pass":
            self.say(seat, "endtrade")
        elif before.config.trade_mode == "exact":
            self.named.append("wildcard" if text == card_action("wildcard") else text.split()[1])
            if not any(self.table.state.picked):
                self.say(seat, "trade", *self.named)
                self.named = []
        else:
            self.of_kind(before, seat)

    def of_kind(self, before, seat):
        gone = list(before.board.hands[before.seat])
        for card in self.table.board.hands[before.seat]:
            gone.remove(card)
        self.pending = [name.split(" copy ")[0].removeprefix("card ") for name in gone]
        if self.table.node.name != "bonus_where":
            self.say(seat, "trade", *self.pending)

    def of_bonus_where(self, text, before, seat):
        country = text.split()[1]
        self.say(seat, "trade", *sorted(self.pending, key=lambda card: card != country))

    def of_place(self, text, before, seat):
        self.pending = text.split()[1]
        if self.table.node.name != "place_amount":
            self.say(seat, "placearmies", self.pending, 1)

    def of_place_amount(self, text, before, seat):
        number = int(self.pending)
        self.say(seat, "placearmies", number, self.table.board.armies[number] - before.board.armies[number])

    def of_attack_from(self, text, before, seat):
        self.pending = text.split()[-1]
        if text == "pass":
            self.say(seat, "endattack")
            self.is_attack_over = True

    def of_attack_to(self, text, before, seat):
        if before.state.armies[int(self.pending) - 1] % 2:  # sometimes an attack is left, and opened again
            self.say(seat, "attack", self.pending, text.split()[1])
            self.say(seat, "retreat")
        self.say(seat, "attack", self.pending, text.split()[1])

    def of_roll(self, text, before, seat):
        if text == "pass":
            self.say(seat, "retreat")

    def of_defend(self, text, before, seat):
        pass  # the throw shows who defends

    def of_attack_throw(self, text, before, seat):
        self.pending = faces_of(text)
        self.say(f"ai{before.state.turn}", "roll", len(self.pending))

    def of_defence_throw(self, text, before, seat):
        faces = faces_of(text)
        if len(faces) == 1 and before.config.auto_defend:
            self.say(f"ai{before.state.holder[before.state.target]}", "roll", 1)
        self.say("DICE", len(self.pending), len(faces), *self.pending, *faces)

    def of_occupy(self, text, before, seat):
        moved = before.state.armies[before.state.origin] - self.table.state.armies[before.state.origin]
        self.say(seat, "move", "all" if text == "amount 7" else moved)

    def of_fort_from(self, text, before, seat):
        if not self.is_attack_over:
            self.say(seat, "endattack")
            self.is_attack_over = True
        self.pending = [text.split()[-1]]
        if text == "pass":
            self.say(seat, "nomove")
            self.is_move_over = True

    def of_fort_to(self, text, before, seat):
        self.pending.append(text.split()[1])
        if self.table.node.name != "fort_amount":
            self.moved(before, seat)

    def of_fort_amount(self, text, before, seat):
        self.moved(before, seat)

    def moved(self, before, seat):
        origin, target = self.pending
        armies = self.table.board.armies[int(target)] - before.board.armies[int(target)]
        self.say(seat, "movearmies", origin, target, armies)
        self.is_move_over = True

    def of_draw_card(self, text, before, seat):
        if not self.is_attack_over:
            self.say(seat, "endattack")
            self.is_attack_over = True
        if not self.is_move_over:
            self.say(seat, "nomove")
            self.is_move_over = True
        self.say("CARD", text.split(" copy ")[0].removeprefix("card "))


def faces_of(text):
    """Return the faces of a throw as the program writes them: 0 for one pip, from high to low."""
    return sorted((int(face) - 1 for face in text.split()[1:]), reverse=True)
