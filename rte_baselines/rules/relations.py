"""The relations of templates: those that `rte_baselines.rules.dependencies` reads from a parse.

A template with any other relation would match nothing, and is refused.
"""

from types import MappingProxyType

from rte_baselines.errors import InputError
from rte_baselines.quoting import quoted

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


def check_relation(relation: str, where: str) -> None:
    """Check that a relation is one that templates can have.

    Parameters
    ----------
    relation : str
        Such as ``nsubj`` or ``obl:in_front_of``.
    where : str
        What the message begins with.

    Raises
    ------
    InputError
        If it is none; the message says what would be right.
    """
    instead = _WRITTEN_OTHERWISE.get(relation)
    if instead is not None:
        raise InputError(f"{where}: {relation} is written as {instead}")
    if relation.partition(":")[0] not in _RELATIONS:
        known = ", ".join(sorted(_RELATIONS))
        raise InputError(f"{where}: {quoted(relation)} is no relation; known are {known}")
