"""Options, declared once as fields of a dataclass.

    @options
    class SearchOptions:
        samples: Annotated[int, Interval(ge=1, le=16384)] = 64

The annotation gives the type and the range, and a string beneath the field describes it. Rules, training settings,
bots, the command line, the server and the docs read the same declaration. Values are checked strictly when an instance
is made, and an error is one line that names the option, its value and what is allowed. JSON is read by pydantic, which
is imported only then, because it takes longer to import than a game.
"""

from annotated_types import Ge, Gt, Interval, Le, Lt

from wd_env.options.declaration import options, to_python_scalar
from wd_env.options.descriptions import descriptions_of
from wd_env.options.option import Choice, Convert, FileName, Format, Option, option_of, options_of
from wd_env.options.option_errors import invalid_value_text
from wd_env.options.readers import from_json, from_strings, read_scalar, read_text

__all__ = [
    "Choice",
    "Convert",
    "FileName",
    "Format",
    "Ge",
    "Gt",
    "Interval",
    "Le",
    "Lt",
    "Option",
    "descriptions_of",
    "from_json",
    "from_strings",
    "invalid_value_text",
    "option_of",
    "options",
    "options_of",
    "read_scalar",
    "read_text",
    "to_python_scalar",
]
