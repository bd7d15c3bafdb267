"""Notes for reports that score two-way and three-way labels side by side."""

from collections.abc import Iterable, Iterator, Mapping

from rte_baselines.pairs import Scheme


def notes_on_schemes(schemes: Mapping[str, Scheme | None], what: str) -> Iterator[str]:
    """Yield which values cannot be compared, if some labels are two-way and others three-way.

    `schemes` are by the name of the run or system, None if its labels fit both; `what` is the noun
    for these, such as "runs".
    """
    if names := two_way_beside_three_way(schemes):
        yield (
            f"the labels of {', '.join(names)} are two-way, and so are their kappa, information "
            f"and risk-coverage measures, which are three-way for other {what}: these values do "
            "not say which is better"
        )


def notes_on_common_scheme(schemes: Mapping[str, Scheme | None], what: str) -> Iterator[str]:
    """Yield that three-way labels were conflated, if some are two-way and others three-way.

    `schemes` are as for `notes_on_schemes`; `what` is the noun for the values that are computed
    from labels in one scheme, such as "shares".
    """
    if names := two_way_beside_three_way(schemes):
        yield f"the labels of {', '.join(names)} are two-way, and so are the {what} of all runs"


def notes_on_conflated(names: Iterable[str]) -> Iterator[str]:
    """Yield which runs, of these names, are compared two-way with three-way ones, if any are."""
    if distinct := ", ".join(dict.fromkeys(names)):
        yield f"{distinct}: without three-way labels, and compared two-way with all others"


def two_way_beside_three_way(schemes: Mapping[str, Scheme | None]) -> list[str]:
    """Return the names of the two-way runs or systems; none if no other one is three-way.

    `schemes` are as for `notes_on_schemes`.
    """
    if len({scheme for scheme in schemes.values() if scheme}) < 2:
        return []
    return [name for name, scheme in schemes.items() if scheme is Scheme.TWO_WAY]
