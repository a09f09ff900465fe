"""The help of the console of a game."""

ENTRY_HELP = """\
An entry is the number or text of an option, the title of a card, or the beginning of one of these.
Put commas between several entries in one line: `roll, 4, take`. `Ben: pass` names the player of an entry.
`Ben! roll` reports that Ben broke the rules with this action, if the game penalises it."""
COMMAND_HELP = {  # by their first word; `wd table` has all of them
    "?": "?, help [ENTRY]    this help and all options, or the effect of one option",
    "t": "t, table, status   the state of the game; `t lists` also prints long lists",
    "h": "h, history [N]     the last N lines of the game",
    "hint": "hint [BOT]         the action that a bot would choose",
    "u": "u, undo [N]        undo the last entry, or the last N entries",
    "s": "s, save [FILE]     save the game in this file now and after every entry",
    "load": "load FILE          continue the game that is saved in this file",
    "chance": "chance             let the computer roll or draw this time",
    "secrets": "secrets            show the private information of the player to move",
    "answer": "answer             show the printed answer of a quiz question to the asker",
    "q": "q, quit            leave the game",
}
