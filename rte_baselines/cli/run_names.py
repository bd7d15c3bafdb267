"""Names that runs get in place of those of their files."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import listed, quoted
from rte_baselines.core.suggestions import did_you_mean

if TYPE_CHECKING:
    from rte_baselines.runs import Run


def renamed(
    runs: "Sequence[Run]", names: Sequence[str], sources: Sequence[str] = ()
) -> "list[Run]":
    """Return runs with other names, in their order.

    Parameters
    ----------
    runs : sequence of Run
    names : sequence of str
        The name of a run or its file, ``=`` and its new name, for each run to be renamed. The name
        of a run may contain ``=``, too.
    sources : sequence of str
        The file of each run, as it was given.

    Raises
    ------
    InputError
        If there is no such run, it is named twice, a new name is empty, or two runs would have
        the same name.
    """
    new = {run.name: run.name for run in runs}
    # A name stands for its run even if it is another run's file, too.
    called = {**dict(zip(sources, new, strict=False)), **{run: run for run in new}}
    given = set()
    for text in names:
        found, name = _parsed(text, list(new), called)
        old = called[found]
        if old in given:
            raise InputError(f"--name {quoted(text)}: {old} is named twice; expected one name")
        given.add(old)
        new[old] = name
    repeated = next((name for name in new.values() if list(new.values()).count(name) > 1), None)
    if repeated is not None:
        raise InputError(
            f"--name: two runs are called {quoted(repeated)}; expected a name of its own for each"
        )
    return [run.called(new[run.name]) for run in runs]


def _parsed(text: str, runs: Sequence[str], called: Iterable[str]) -> tuple[str, str]:
    """Return the name or file that a text begins with, and the new name after it."""
    found = max((run for run in called if text.startswith(f"{run}=")), key=len, default=None)
    if found is None:
        old, sign, _ = text.partition("=")
        if not sign:
            raise InputError(f"--name {quoted(text)} has no new name; expected RUN=NAME")
        if not old:
            raise InputError(f"--name {quoted(text)} names no run; expected RUN=NAME")
        raise InputError(
            f"--name {quoted(text)}: no run is called {quoted(old)}; "
            f"{did_you_mean(old, runs)}there are {listed(runs)}"
        )
    name = text[len(found) + 1 :].strip()
    if not name:
        raise InputError(f"--name {quoted(text)}: the new name is empty; expected RUN=NAME")
    return found, name
