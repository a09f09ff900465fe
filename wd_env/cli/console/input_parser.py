"""Entries that people type at the console: actions, outcomes, whole orders and violations."""

from wd_env.errors import IllegalAction
from wd_env.session.referee import Referee
from wd_env.spec.game_spec import CHANCE, PLAYER
from wd_env.text.typed_action import accepted_texts, allowed_text, label_range, parse_action


class InputParser:
    """The parser of the entries of one game.

    Args:
        referee: Referee of the game.
    """

    def __init__(self, referee: Referee) -> None:
        self._referee = referee

    @property
    def prompt(self) -> str:
        """Return the prompt for the next entry."""
        table, presenter = self._referee.table, self._referee.presenter
        if table.is_terminal:
            return "The game is over [? for help]: "
        labels = label_range(table.legal_texts())
        if table.node.kind == PLAYER:
            return f"{presenter.seat_label(table, table.seat, self._referee.names)} [{labels}, ? for help]: "
        hidden = ", not shown" if self._referee.is_secret else ""
        return f"{presenter.input_prompt(table)} [{labels}, ? for help{hidden}]: "

    @property
    def completions(self) -> list[str]:
        """Return the texts of all entries that are legal now."""
        table, presenter = self._referee.table, self._referee.presenter
        options = table.legal_texts()
        orders = presenter.order_beginnings(table) if options else ()
        return [*(text for option in options for text in accepted_texts(option, self._aliases)), *orders]

    def is_choice(self, text: str) -> bool:
        """Return whether a text is a legal action or outcome."""
        return bool(self._match(text)[0])

    def choice(self, text: str) -> str:
        """Return the action or outcome of a text.

        Raises:
            IllegalAction: If there is none; the message lists the legal ones.
        """
        table = self._referee.table
        if table.is_terminal:
            raise IllegalAction(f"the game is over; expected ? t h u s q, got {text!r}")
        option, message = self._match(text)
        if option:
            return option
        allowed = allowed_text(table.legal_texts())
        if self._referee.is_secret:  # the error must not reveal it
            raise IllegalAction(f"that outcome is not possible here; {allowed}")
        if table.node.kind == CHANCE and (impossible := self._match_outcome(text)):
            raise IllegalAction(f"{impossible!r} is not possible here; {allowed}")
        raise IllegalAction(message)

    def order(self, text: str) -> list[str]:
        """Return the actions of a whole order in one line; empty if the text is not an order.

        Raises:
            IllegalAction: If the text is an order that cannot be given.
        """
        table = self._referee.table
        return self._referee.presenter.order_actions(table, text) if table.node.kind == PLAYER else []

    def violation(self, text: str) -> str:
        """Return the action of a text that reports a violation; numbers are those of legal actions, so none is taken.

        Raises:
            IllegalAction: If the text is not that of one action.
        """
        texts = self._referee.table.game.actions.texts
        exact = [known for known in texts if known.casefold() == text.casefold()]
        action = exact[0] if exact else "" if text.isdecimal() else parse_action(text, texts)[0]
        if not action:
            raise IllegalAction(f"violation: expected the text of one action, as in `Ben! roll`, got {text!r}")
        return action

    def _match(self, text: str) -> tuple[str, str]:
        options = self._referee.table.legal_texts()
        if not text and len(options) == 1:
            return options[0], ""
        return parse_action(text, options, self._aliases) if options else ("", "")

    def _match_outcome(self, text: str) -> str:
        """Return an outcome of this chance node that is not possible now, if it is requested."""
        node = self._referee.table.node
        outcomes = self._referee.table.game.outcomes.texts[node.first_outcome :][: node.num_outcomes]
        return parse_action(text, outcomes, self._aliases)[0]

    def _aliases(self, option: str) -> tuple[str, ...]:
        return self._referee.presenter.aliases(self._referee.table, option, self._referee.names)
