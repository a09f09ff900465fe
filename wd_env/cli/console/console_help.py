"""The help of the console of a game."""

ENTRY_HELP = """\
An entry is the number or text of an option, the title of a card, or the beginning of one of these.
Put commas between several entries in one line: `roll, 4, take`. `Ben: pass` names the player of an entry.
`Ben! roll` reports that Ben did this against the rules, if the game penalises that."""
COMMAND_HELP = {  # by their first word; `wd table` has all of them
    "?": "?, help [ENTRY]    this help and every option; or the effect of one option",
    "t": "t, table, status   the table: what each player has, and where; t lists: with long lists",
    "h": "h, history [N]     the last N lines of the game",
    "hint": "hint [BOT]         what a bot would choose here",
    "u": "u, undo [N]        undo the last entry, or the last N",
    "s": "s, save [FILE]     save the game in this file, now and after every entry",
    "load": "load FILE          continue the game in this file",
    "chance": "chance             the engine rolls or draws this once",
    "secrets": "secrets            show the player to move what only that seat may see",
    "answer": "answer             show the asker the printed answer of a quiz question",
    "q": "q, quit            leave",
}
