"""Files of rules: a readable text format, JSON Lines, and DIRT's lists.

In the text format, each line has a rule and, if they are known, its score and its source. Lines
that begin with ``#`` are comments::

    # predicates of owners
    X <nsubj- acquire -obj-> Y => X <nsubj- own -obj-> Y | 0.31 | dirt
    X <nsubj- lose -obl:to-> Y => X <obj- beat -nsubj-> Y

In JSON Lines, a rule has the fields ``left``, ``right``, ``score``, ``source`` and ``id``, of which
the first two are required.

DIRT's lists are those of Lin and Pantel 2001 ("Discovery of Inference Rules for Question
Answering"), who write the path of "X finds a solution to Y" as
``N:subj:V<find>V:obj:N>solution>N:to:N``: relations between parts of speech, with ``<`` beside a
relation that leads to a head. A file has a list for each path, as the thesauri of Lin do, with the
similar paths and their scores::

    ("N:subj:V<solve>V:obj:N" (sims
    "N:subj:V<resolve>V:obj:N"	0.23
    ))

The paths are those of Minipar. Their relations are replaced by those of Universal Dependencies,
and paths of coordinations and appositions are skipped. Anything that is not a relation of Minipar
is a preposition, as in Minipar's own output.
"""

import json
import re
import warnings
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TextIO

from rte_baselines.core.errors import InputError, InputWarning
from rte_baselines.core.files.reading import open_input, utf8_text, without_compression
from rte_baselines.core.files.writing import atomic_output
from rte_baselines.core.processes.workers import naming
from rte_baselines.core.quoting import counted, quoted
from rte_baselines.lexicon.thesaurus.lin_format import lists_of
from rte_baselines.records.json_rows import decode_object
from rte_baselines.rules.rule import ARROW, Rule
from rte_baselines.rules.template import Template

_SEPARATOR = "|"
_COMMENT = "#"
_JSON_LINES = ".jsonl"
_DIRT = ".lsp"
_FIELDS = ("left", "right", "score", "source", "id")


_NumberedRule = tuple[int, Rule]
"""A rule after the line that it is on, from 1."""

_SOURCE = "dirt"
_RELATION = re.compile(r"(?P<first>[A-Z])\w*:(?P<name>[^:]+):(?P<second>[A-Z])\w*")
_OF_MINIPAR = MappingProxyType(
    {
        "subj": "nsubj",
        "s": "nsubj",
        "by-subj": "nsubj",
        "obj": "obj",
        "obj1": "obj",
        "obj2": "iobj",
        "gen": "nmod:poss",
        "nn": "compound",
        "mod": "amod",
        "amod": "advmod",
        "appo": "appos",
        "conj": "conj",
        "fc": "ccomp",
        "sc": "xcomp",
    }
)
_OF_NOUNS, _OF_OTHERS = "nmod", "obl"


def read_rules(path: str | Path) -> list[Rule]:
    """Read a file of rules, plain or compressed.

    It is in JSON Lines if its name ends in ``.jsonl``, in DIRT's lists if it ends in ``.lsp``,
    otherwise in the text format.
    """
    name = str(path)
    read = {_JSON_LINES: _read_json_lines, _DIRT: read_dirt_lists}.get(_ending(path), _read_text)
    lines: dict[tuple[str, str], int] = {}
    rules = []
    with open_input(path) as stream, utf8_text(stream, name) as text:
        for number, rule in read(text, name):
            sides = rule.sides
            if sides in lines:
                raise InputError(
                    f"{name}: line {number}: repeats the rule of line {lines[sides]}; "
                    "expected each rule once"
                )
            lines[sides] = number
            rules.append(rule)
    if not rules:
        raise InputError(f"{name}: has no rule; expected lines such as LEFT {ARROW} RIGHT")
    return rules


def read_templates(path: str | Path) -> list[Template]:
    """Read a file with a template on each line; lines that begin with ``#`` are comments."""
    name = str(path)
    lines: dict[Template, int] = {}
    with open_input(path) as stream, utf8_text(stream, name) as text:
        for number, line in _lines_of(text):
            with naming(f"{name}: line {number}"):
                template = Template(line)
            if template in lines:
                raise InputError(
                    f"{name}: line {number}: repeats the template of line {lines[template]}; "
                    "expected each template once"
                )
            lines[template] = number
    if not lines:
        raise InputError(f"{name}: has no template; expected lines such as X <nsubj- buy -obj-> Y")
    return list(lines)


def parse_rule(text: str) -> Rule:
    """Return the rule that a line of the text format holds.

    Examples
    --------
    >>> parse_rule("X <nsubj- buy -obj-> Y => X <nsubj- own -obj-> Y | 0.31 | dirt").score
    0.31
    """
    written, *details = text.split(_SEPARATOR)
    left, arrow, right = written.partition(ARROW)
    if not arrow or ARROW in right or len(details) > 2:
        raise InputError(
            f"{quoted(text)} is no rule; expected LEFT {ARROW} RIGHT, or "
            f"LEFT {ARROW} RIGHT {_SEPARATOR} SCORE {_SEPARATOR} SOURCE"
        )
    score = _score(details[0].strip()) if details else 1.0
    source = details[1].strip() if len(details) > 1 else ""
    return Rule(_template(left.strip()), _template(right.strip()), score, source)


def write_rules(path: str | Path, rules: Iterable[Rule]) -> None:
    """Write rules to a file, in JSON Lines if its name ends in ``.jsonl``, otherwise as text."""
    check_writable(path)
    line_of = _json_line if _ending(path) == _JSON_LINES else _text_line
    with atomic_output(path) as stream:
        for rule in rules:
            stream.write(line_of(rule) + "\n")


def check_writable(path: str | Path) -> None:
    """Check, before a long computation, that rules can be written in the format of a file."""
    if _ending(path) == _DIRT:
        raise InputError(f"{path}: DIRT's lists are only read; write .txt or .jsonl")


def _ending(path: str | Path) -> str:
    return without_compression(path).suffix


def _read_text(text: TextIO, name: str) -> Iterator[_NumberedRule]:
    for number, line in _lines_of(text):
        with naming(f"{name}: line {number}"):
            rule = parse_rule(line)
        yield number, rule


def _lines_of(text: TextIO) -> Iterator[tuple[int, str]]:
    """Yield the lines that are neither empty nor comments, with their numbers."""
    for number, line in enumerate(map(str.strip, text), start=1):
        if line and not line.startswith(_COMMENT):
            yield number, line


def _read_json_lines(text: TextIO, name: str) -> Iterator[_NumberedRule]:
    for number, line in enumerate(text, start=1):
        if line.strip():
            # The messages of `decode_object` state the line.
            with naming(name):
                fields, end = decode_object(line.strip(), 0, number)
            with naming(f"{name}: line {number}"):
                rule = _rule_of(fields, line.strip()[end:])
            yield number, rule


def _rule_of(fields: dict[str, Any], rest: str) -> Rule:
    """Return the rule of an object, given the rest of its line."""
    if rest:
        raise InputError(f"more follows after the object: {quoted(rest)}")
    unknown = next((name for name in fields if name not in _FIELDS), None)
    if unknown is not None:
        raise InputError(f"the field {quoted(unknown)} is unknown; known are {', '.join(_FIELDS)}")
    texts = {name: _text(fields, name) for name in ("left", "right", "source", "id")}
    score = fields.get("score", 1.0)
    if isinstance(score, bool) or not isinstance(score, int | float):
        raise InputError(f"the score {quoted(score)} is not a number")
    left, right = _template(texts["left"]), _template(texts["right"])
    rule = Rule(left, right, float(score), texts["source"])
    if texts["id"] not in ("", rule.id):
        raise InputError(f"the id {quoted(texts['id'])} is not that of the rule, {rule.id}")
    return rule


def _text(fields: dict[str, Any], name: str) -> str:
    value = fields.get(name, None if name in ("left", "right") else "")
    if not isinstance(value, str):
        problem = "is missing" if value is None else f"is {quoted(value)}; expected a string"
        raise InputError(f"the field {name!r} {problem}")
    return value


# Cached, because the same template is on many lines.
@lru_cache(maxsize=1 << 16)
def _template(text: str) -> Template:
    return Template(text)


def _score(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InputError(f"the score {quoted(text)} is not a number") from None


def _json_line(rule: Rule) -> str:
    fields = {
        "left": rule.left.text,
        "right": rule.right.text,
        "score": rule.score,
        "source": rule.source,
        "id": rule.id,
    }
    return json.dumps(fields, ensure_ascii=False)


def _text_line(rule: Rule) -> str:
    if _SEPARATOR in rule.source or not rule.source.isprintable():
        raise InputError(f"the source {quoted(rule.source)} has a {_SEPARATOR} or a line break")
    source = f" {_SEPARATOR} {rule.source}" if rule.source else ""
    return f"{rule} {_SEPARATOR} {rule.score!r}{source}"


def read_dirt_lists(lines: Iterable[str], name: str) -> Iterator[tuple[int, Rule]]:
    """Yield the rules of the lines of a file, each with the line of its list.

    A path and a similar path give a rule in each direction, because DIRT states no direction. A
    rule that is listed for both paths is yielded once. Paths without words, and paths that are not
    trees, are skipped with a warning that states the number of skipped pairs.
    """
    seen: set[str] = set()
    skipped = 0
    for number, tokens in lists_of(lines, name):
        path, similar = _entry(tokens, f"{name}: line {number}")
        for partner, score in similar:
            try:
                left, right = template_of(path), template_of(partner)
                rules = [Rule(left, right, score, _SOURCE), Rule(right, left, score, _SOURCE)]
            except InputError:
                skipped += 1
                continue
            for rule in rules:
                if rule.id not in seen:
                    seen.add(rule.id)
                    yield number, rule
    if skipped:
        pairs = counted(skipped, "pair of paths", "pairs of paths")
        message = f"{name}: skipped {pairs} that cannot be converted to templates"
        warnings.warn(message, InputWarning, stacklevel=2)


def template_of(path: str) -> Template:
    """Return the template of a path in DIRT's notation.

    Examples
    --------
    >>> print(template_of("N:subj:V<find>V:obj:N>solution>N:to:N"))
    X <nsubj- find -obj-> solution -nmod:to-> Y
    """
    parts = re.split(r"([<>])", path)
    relations, words = parts[::4], parts[2::4]
    if len(relations) != len(words) + 1:
        raise InputError(f"{quoted(path)} is no path; expected one such as N:subj:V<solve>V:obj:N")
    nodes = ["X", *(word.strip().lower().replace(" ", "_") for word in words), "Y"]
    marks = parts[1::2]
    written = [nodes[0]]
    for place, (relation, node) in enumerate(zip(relations, nodes[1:], strict=True)):
        # The first relation has no mark before it, the last has none after it.
        around = set(marks[max(2 * place - 1, 0) : 2 * place + 1])
        if len(around) > 1:
            raise InputError(f"{quoted(path)}: {quoted(relation)} leads to two heads or to none")
        written += [_edge(relation, path, is_upwards=around == {"<"}), node]
    return Template(" ".join(written))


def _edge(relation: str, path: str, *, is_upwards: bool) -> str:
    match = _RELATION.fullmatch(relation)
    if match is None:
        raise InputError(f"{quoted(relation)} in {quoted(path)} is no relation such as V:obj:N")
    head = match["second"] if is_upwards else match["first"]
    base = _OF_NOUNS if head == "N" else _OF_OTHERS
    name = match["name"].strip().lower()
    written = _OF_MINIPAR.get(name) or f"{base}:{name.replace(' ', '_')}"
    return f"<{written}-" if is_upwards else f"-{written}->"


def _entry(tokens: list[str], where: str) -> tuple[str, list[tuple[str, float]]]:
    """Return a path, and the similar paths with their scores."""
    problem = f"{where}: expected (path (sims path number ...)) with numbers from 0 to 1"
    words = [token.strip('"') for token in tokens if token not in ("(", ")")]
    try:
        similar = words[words.index("sims") + 1 :]
        found = [
            (path, float(score)) for path, score in zip(similar[::2], similar[1::2], strict=True)
        ]
    except ValueError:
        raise InputError(problem) from None
    if tokens[0] != "(" or not all(0 <= score <= 1 for _, score in found):
        raise InputError(problem)
    return words[0], found
