"""The relations of templates: those that `rte_baselines.rules.dependencies` reads from a parse.

A template with any other relation would match nothing, and is refused.
"""

from functools import lru_cache
from types import MappingProxyType

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import quoted

# Relations that a parse has, but that templates have under another name.
_WRITTEN_OTHERWISE = MappingProxyType(
    {
        "nsubj:pass": "obj",
        "obl:agent": "nsubj",
        "aux:pass": "no relation, as templates are in the active voice",
        "compound:prt": "part of the verb, as in take_over",
        "cop": "nsubj:cop, between the subject and the predicate of a copula",
        "case": "part of the relation, as in obl:in",
        "mark": "part of the relation, as in advcl:after",
        "fixed": "part of the relation, as in obl:because_of",
        "appos": "nsubj:cop, from the common noun to the name",
        "conj": "no relation, as coordinated words have the same heads and dependents",
        "acl:relcl": "the relation of the noun in the relative clause, such as nsubj",
    }
)
_RELATIONS = frozenset(
    """acl advcl advmod amod ccomp compound csubj iobj nmod nsubj nummod obj obl xcomp""".split()
)


@lru_cache(maxsize=1 << 10)
def is_relation(relation: str) -> bool:
    """Whether a relation is one that templates can have.

    Parameters
    ----------
    relation : str
        Such as ``nsubj`` or ``obl:in_front_of``.
    """
    return relation not in _WRITTEN_OTHERWISE and relation.partition(":")[0] in _RELATIONS


def refused_relation(relation: str, where: str) -> InputError:
    """Return the error about a relation that templates cannot have; it says what would be right.

    Parameters
    ----------
    relation : str
    where : str
        What the message begins with.
    """
    instead = _WRITTEN_OTHERWISE.get(relation)
    if instead is not None:
        return InputError(f"{where}: {relation} is written as {instead}")
    known = ", ".join(sorted(_RELATIONS))
    return InputError(f"{where}: {quoted(relation)} is no relation; known are {known}")
