"""The tests on the way to the leaf of a decision tree, in words."""

from collections.abc import Sequence

from rte_baselines.heads.base import plain_number


def tests_said(name: str, value: float, cuts: Sequence[float]) -> str:
    """Say the value of a feature, and between which cuts of the tests it lies.

    Parameters
    ----------
    name : str
    value : float
    cuts : sequence of float
        The cuts that the value is compared with; a value equal to a cut counts as below it.
    """
    low = max((cut for cut in cuts if cut < value), default=None)
    high = min((cut for cut in cuts if cut >= value), default=None)
    bounds = [bound for bound in (low, high) if bound is not None]
    written = _unlike_numbers([value, *bounds])
    sides = ["above"] * (low is not None) + ["at most"] * (high is not None)
    within = " and ".join(f"{side} {bound}" for side, bound in zip(sides, written[1:], strict=True))
    return f"{name} is {written[0]}, {within}"


def _unlike_numbers(numbers: Sequence[float]) -> list[str]:
    """Return numbers in few digits, or in all if different ones would look alike."""
    written = [plain_number(number) for number in numbers]
    if len(set(written)) < len(set(numbers)):
        return [repr(number) for number in numbers]
    return written
