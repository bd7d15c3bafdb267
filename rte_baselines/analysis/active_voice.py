"""Arguments as they stand, and in the functions that they have in the active voice."""

from collections.abc import Sequence
from dataclasses import dataclass

from rte_baselines.analysis.dependency_tree import DependencyTree
from rte_baselines.analysis.predications import Function
from rte_baselines.analysis.roles import is_amount, is_conveyance, is_time


@dataclass(frozen=True)
class Dependent:
    """An argument in some function, its role not yet known."""

    word: int
    function: Function
    marker: str = ""


def activated(tree: DependencyTree, arguments: Sequence[Dependent]) -> list[Dependent]:
    """Return the arguments of a passive in the functions they have in the active voice."""
    has_object = any(one.function == "object" for one in arguments)
    function_of: dict[Function, Function] = {
        "subject": "indirect_object" if has_object else "object"
    }
    return [
        Dependent(one.word, "subject")
        if _is_agent(tree, one)
        else Dependent(one.word, function_of.get(one.function, one.function), one.marker)
        for one in arguments
    ]


def appointed(arguments: Sequence[Dependent]) -> list[Dependent]:
    """Return arguments with the office in "they named him judge" as an attribute of him."""
    if not any(one.function == "indirect_object" for one in arguments):
        return list(arguments)
    function_of: dict[Function, Function] = {"indirect_object": "object", "object": "attribute"}
    return [
        Dependent(one.word, function_of.get(one.function, one.function), one.marker)
        for one in arguments
    ]


def _is_agent(tree: DependencyTree, argument: Dependent) -> bool:
    """Whether it is who did it: neither when, by how much, nor by what one travels."""
    word = argument.word
    is_other = is_time(tree, word) or is_amount(tree, word) or is_conveyance(tree, word)
    return argument.function == "oblique" and argument.marker == "by" and not is_other
