"""Count the words and phrases of `vocabulary.toml` in names and prose: `python -m tests.style.vocabulary [PATH ...]`.

Names are those that Python code declares. Prose is docstrings, comments, messages and Markdown. The exit status is 1
if a checked file has any. Exceptions, each with its reason, are in `exceptions.toml`.
"""

import ast
import io
import re
import subprocess
import sys
import tokenize
import tomllib
from collections.abc import Iterator, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
MIN_PROSE_WORDS = 3  # a string of fewer words is a key or a label
PROSE_SUFFIXES = (".md", ".js", ".html")
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


class Finding(NamedTuple):
    """A word or phrase to replace, and where it is."""

    path: str
    line: int
    text: str
    advice: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}: use {self.advice}"


class Vocabulary:
    """The words and phrases to avoid, and the exceptions.

    Args:
        rules: Table `words` from word to advice, and table `phrases` from regular expression to advice.
        exceptions: Lists `pending` and `pending_names` of folders and files (`path`) that are not checked yet, or whose
            names are not, and lists `names` and `prose` of tables with `paths` (a pattern), `text` (a regular
            expression that matches the whole name or phrase) and `reason`.
    """

    def __init__(self, rules: dict[str, dict[str, str]], exceptions: dict[str, list[dict[str, str]]]) -> None:
        self.words = rules["words"]
        self.phrases = [(re.compile(pattern), advice) for pattern, advice in rules["phrases"].items()]
        self.exceptions = exceptions

    def is_allowed(self, kind: str, path: str, text: str) -> bool:
        """Return whether an exception of this kind covers the text in this file."""
        return any(
            fnmatch(path, entry["paths"]) and re.fullmatch(entry["text"], text)
            for entry in self.exceptions.get(kind, ())
        )

    def is_pending(self, path: str, kind: str = "pending") -> bool:
        """Return whether the file, or with `pending_names` its names, are not checked yet."""
        return any(
            path == entry["path"] or path.startswith(entry["path"] + "/") for entry in self.exceptions.get(kind, ())
        )

    def check_name(self, path: str, line: int, name: str) -> Iterator[Finding]:
        """Yield a finding for a name that contains a word to avoid."""
        for word in WORD.findall(name):
            advice = self.words.get(word.lower())
            if advice is None or advice.partition(";")[0] in name.lower():  # `home_seat` is the advice for `home`
                continue
            if not self.is_allowed("names", path, name):
                yield Finding(path, line, f"name {name!r} has {word.lower()!r}", advice)

    def check_prose(self, path: str, line: int, prose: str) -> Iterator[Finding]:
        """Yield a finding for each phrase to avoid in a piece of prose that begins at `line`."""
        for pattern, advice in self.phrases:
            for match in pattern.finditer(prose):
                if not self.is_allowed("prose", path, match.group()):
                    yield Finding(path, line + prose.count("\n", 0, match.start()), repr(match.group()), advice)


def declared_names(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield line and name of every class, function, parameter, attribute and variable that the code declares."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.attr
        elif isinstance(node, ast.ExceptHandler) and node.name:
            yield node.lineno, node.name


def prose_of_code(source: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of every comment, docstring and message of Python source."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and _is_prose(node.value):
            yield node.lineno, node.value


def _is_prose(text: str) -> bool:
    return len(text.split()) >= MIN_PROSE_WORDS


def findings(vocabulary: Vocabulary, paths: Sequence[str], *, names: bool = True) -> Iterator[Finding]:
    """Yield everything to replace in the files at these paths, relative to the repository.

    Args:
        vocabulary: What to avoid.
        paths: Files to check.
        names: Whether to check names also in files of `pending_names`.
    """
    for path in paths:
        source = (ROOT / path).read_text(encoding="utf-8")
        has_names = names or not vocabulary.is_pending(path, "pending_names")
        if has_names:
            yield from vocabulary.check_name(path, 1, Path(path).stem)
        if path.endswith(".py"):
            lines = {name: line for line, name in reversed(list(declared_names(ast.parse(source))))}
            for name, line in sorted(lines.items(), key=lambda item: item[1]) if has_names else ():
                yield from vocabulary.check_name(path, line, name)
            for line, prose in prose_of_code(source):
                yield from vocabulary.check_prose(path, line, prose)
        else:
            yield from vocabulary.check_prose(path, 1, source)


def tracked_files(under: Sequence[str]) -> list[str]:
    """List the files in version control under these paths that hold names or prose."""
    found = subprocess.run(["git", "-C", ROOT, "ls-files", "--", *under], capture_output=True, text=True, check=True)
    return [path for path in found.stdout.splitlines() if path.endswith((".py", *PROSE_SUFFIXES))]


def load_vocabulary() -> Vocabulary:
    """Read `vocabulary.toml` and `exceptions.toml`."""
    rules, exceptions = (tomllib.loads((HERE / f"{name}.toml").read_text()) for name in ("vocabulary", "exceptions"))
    return Vocabulary(rules, exceptions)


def main(under: Sequence[str]) -> int:
    """Print what is to be replaced, in all files that are checked or in all files under `under`."""
    vocabulary = load_vocabulary()
    paths = tracked_files(under)
    if not under:
        paths = [path for path in paths if not vocabulary.is_pending(path)]
    found = list(findings(vocabulary, paths, names=bool(under)))
    for finding in found:
        print(finding)
    print(f"{len(found)} words or phrases to replace in {len(paths)} files")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
