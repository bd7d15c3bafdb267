"""The consistency check of who does what to whom: arguments that have changed places."""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from rte_baselines.features.linguistic_rules.light_verbs import is_light
from rte_baselines.features.linguistic_rules.likeness import causes
from rte_baselines.features.linguistic_rules.matching import (
    EQUAL,
    Match,
    likeness_of_predicates,
    likeness_of_words,
)
from rte_baselines.features.linguistic_rules.structures import Clause, Snippet, Structure

_AFFECTED = frozenset({"obj", "iobj"})
_PARTICIPANTS = _AFFECTED | {"subj"}


class _Place(NamedTuple):
    """Where a word stands in a clause: the relation in the active voice, an adjunct's marker."""

    function: str
    marker: str


def reverted_arguments(match: Match, text: Snippet, hypothesis: Snippet) -> str | None:
    """Look for arguments and adjuncts that have changed places.

    Two that have, be they subject and object, giver and receiver, or "from" and "to"; one that
    is the subject on one side and an object on the other; and the subject of what a verb of the
    text causes, which has to be an object of that: who was killed died, and not the killer.
    The paper allows "subject-theme_affected with object-theme_affected but not viceversa"
    (section 4.1), and no words changing places, so that verbs such as "marry" are no exception.
    One alone does not count where the hypothesis has a light verb: what is in the hall may be
    what was left there.
    """
    one, other = match.text, match.hypothesis
    if one is None or other is None:
        return None
    return (
        _not_affected(text, one, hypothesis, other)
        or _exchanged(text, one, hypothesis, other)
        or (None if is_light(other) else _opposite(text, one, hypothesis, other))
    )


def _not_affected(text: Snippet, clause: Clause, hypothesis: Snippet, wanted: Clause) -> str | None:
    """Look for a subject to whom the text's verb causes nothing.

    Of a verb that causes itself, as "sink" does, or a synonym, an object has to be missing.
    """
    kind = likeness_of_predicates(text, clause, hypothesis, wanted)
    missing = _affected(clause) - _affected(wanted)
    is_same = (kind == "identical" and "obj" not in missing) or (kind == "synonym" and not missing)
    if is_same or not _is_caused(clause, wanted):
        return None
    for subject in _of_function(wanted, "subj"):
        places = _places_of(text, clause, hypothesis, subject)
        if places and not any(place.function in _AFFECTED for place in places):
            return f"{subject.lemma!r} is not what {clause.predication.lemma!r} affects in the text"
    return None


def _exchanged(text: Snippet, clause: Clause, hypothesis: Snippet, wanted: Clause) -> str | None:
    """Look for two words each of which is where the other one is in the text, and not itself."""
    placed = [(one, _place(one)) for one in _placed(hypothesis, wanted)]
    for (one, first), (other, second) in combinations(placed, 2):
        of_one = _places_of(text, clause, hypothesis, one)
        of_other = _places_of(text, clause, hypothesis, other)
        if (second in of_one and first not in of_one) and (
            first in of_other and second not in of_other
        ):
            return f"{one.lemma!r} and {other.lemma!r} have changed places"
    return None


def _opposite(text: Snippet, clause: Clause, hypothesis: Snippet, wanted: Clause) -> str | None:
    """Look for a subject that is an object in the text, or the other way round."""
    has_subject = bool(_of_function(clause, "subj"))
    may_be_affected = not _of_function(wanted, "obj") and not has_subject
    for one in wanted.core:
        functions = {place.function for place in _places_of(text, clause, hypothesis, one)}
        opposite = {"subj"} if one.function in _AFFECTED else _AFFECTED
        is_reverted = one.function in _PARTICIPANTS and functions & opposite
        if not is_reverted or one.function in functions or one.role == "comitative":
            continue
        if one.function != "subj" or not (may_be_affected or _is_caused(clause, wanted)):
            found = " and ".join(sorted(functions & opposite))
            return f"{one.lemma!r} is {found} in the text, {one.function} in the other"
    return None


def _is_caused(clause: Clause, wanted: Clause) -> bool:
    return causes(clause.predication.lemma, wanted.predication.lemma)


def _affected(clause: Clause) -> frozenset[str]:
    """Return which objects a clause has, company not among them."""
    return _AFFECTED & {one.function for one in clause.core if one.role != "comitative"}


def _of_function(clause: Clause, function: str) -> list[Structure]:
    return [one for one in clause.core if one.function == function]


def _placed(snippet: Snippet, clause: Clause) -> Iterator[Structure]:
    """Yield the structures whose dependents may change places, down to what modifies them.

    Company may: who met with Ann was met by her. So may what is said to be the same.
    """
    for structure in clause.structures:
        if structure.function in _PARTICIPANTS | {"ncmod"} and structure.role != "comitative":
            yield structure
        below = snippet.modifiers_of(structure.dependent)
        yield from (one for one in below if one.marker)


def _place(structure: Structure) -> _Place:
    return _Place(structure.function, structure.marker if structure.function == "ncmod" else "")


def _places_of(
    text: Snippet, clause: Clause, hypothesis: Snippet, wanted: Structure
) -> frozenset[_Place]:
    """Return where the text's clause has the dependent of a structure of the hypothesis."""
    return frozenset(
        _place(one)
        for one in _placed(text, clause)
        if likeness_of_words(text, one.dependent, hypothesis, wanted.dependent) in EQUAL
    )
