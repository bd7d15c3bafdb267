"""Arguments with their surface functions, and with their functions in the active voice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.analysis.predicates.predications import Function
from rte_baselines.analysis.predicates.roles import is_amount, is_conveyance, is_time


@dataclass(frozen=True)
class Dependent:
    """An argument with its function, before its role is known."""

    word: int
    function: Function
    marker: str = ""


def in_active_voice(tree: DependencyTree, arguments: Sequence[Dependent]) -> list[Dependent]:
    """Return the arguments of a passive with their functions in the active voice."""
    has_object = any(argument.function == "object" for argument in arguments)
    function_of: dict[Function, Function] = {
        "subject": "indirect_object" if has_object else "object"
    }
    return [
        Dependent(argument.word, "subject")
        if _is_agent(tree, argument)
        else _with_function(argument, function_of)
        for argument in arguments
    ]


def with_object_attribute(arguments: Sequence[Dependent]) -> list[Dependent]:
    """Return the arguments of "they named him judge" with "him" as object, "judge" as attribute."""
    if not any(argument.function == "indirect_object" for argument in arguments):
        return list(arguments)
    function_of: dict[Function, Function] = {"indirect_object": "object", "object": "attribute"}
    return [_with_function(argument, function_of) for argument in arguments]


def _with_function(argument: Dependent, function_of: Mapping[Function, Function]) -> Dependent:
    """Return an argument with the function that replaces its own, if there is one."""
    return replace(argument, function=function_of.get(argument.function, argument.function))


def _is_agent(tree: DependencyTree, argument: Dependent) -> bool:
    """Whether a "by" phrase is the agent, and not a time, an amount or a means of transport."""
    word = argument.word
    is_other = is_time(tree, word) or is_amount(tree, word) or is_conveyance(tree, word)
    return argument.function == "oblique" and argument.marker == "by" and not is_other
