"""Reader of rules in the notation of DIRT.

Lin and Pantel 2001 ("Discovery of Inference Rules for Question Answering") write the path of "X
finds a solution to Y" as ``N:subj:V<find>V:obj:N>solution>N:to:N``: relations between parts of
speech, with ``<`` beside a relation that leads to a head. A file has a list for each path, as the
thesauri of Lin do, with the similar paths and their scores::

    ("N:subj:V<solve>V:obj:N" (sims
    "N:subj:V<resolve>V:obj:N"	0.23
    ))

The paths are those of Minipar. Their relations are replaced by those of Universal Dependencies,
and paths of coordinations and appositions are skipped. Anything that is not a relation of Minipar
is a preposition, as in Minipar's own output.
"""

import re
import warnings
from collections.abc import Iterable, Iterator
from types import MappingProxyType

from rte_baselines.core.errors import InputError, InputWarning
from rte_baselines.core.quoting import counted, quoted
from rte_baselines.lexicon.thesaurus.lin_format import lists_of
from rte_baselines.rules.rule import Rule
from rte_baselines.rules.template import Template

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


def read_dirt_lists(lines: Iterable[str], name: str) -> Iterator[tuple[int, Rule]]:
    """Yield the rules of a file, each with the line of its list.

    A path and a similar path give a rule in each direction, because DIRT states no direction. A
    rule that is listed for both paths is yielded once. Paths without words, and paths that are not
    trees, are skipped with a warning that states the number of skipped pairs.

    Parameters
    ----------
    lines : iterable of str
    name : str
        Of the file, for messages.
    """
    seen: set[str] = set()
    skipped = 0
    for number, tokens in lists_of(lines, name):
        path, similar = _entry(tokens, f"{name}: line {number}")
        for other, score in similar:
            try:
                left, right = template_of(path), template_of(other)
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
    if "sims" not in words or tokens[0] != "(":
        raise InputError(problem)
    similar = words[words.index("sims") + 1 :]
    if len(similar) % 2:
        raise InputError(problem)
    try:
        scores = [float(number) for number in similar[1::2]]
    except ValueError:
        raise InputError(problem) from None
    if not all(0 <= score <= 1 for score in scores):
        raise InputError(problem)
    return words[0], list(zip(similar[::2], scores, strict=True))
