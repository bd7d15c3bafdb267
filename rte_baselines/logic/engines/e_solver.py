"""The prover E.

References
----------
.. [1] Schulz, S., Cruanes, S., and Vukmirovic, P. (2019). Faster, higher, stronger: E 2.3. CADE.
"""

import re

from rte_baselines.logic.engines.answers import (
    EngineAnswer,
    Task,
    contradiction,
    run,
    saturated,
    unanswered,
)

# Axioms are not selected, so that a search that ends without a proof shows that there is none.
_COMMAND = ("eprover", "--satauto", "--tstp-format", "--proof-object=1", "--silent", "-")
_STATUS = re.compile(r"^# SZS status (\w+)", re.MULTILINE)
_INPUT = re.compile(r", file\('[^']*', a(\d+)\)")


def solve(task: Task) -> EngineAnswer:
    """Answer a problem in TPTP."""
    finished = run(_COMMAND, task)
    status = _STATUS.search(finished.stdout)
    match status and status[1]:
        case "Theorem" | "ContradictoryAxioms" | "Unsatisfiable":
            return contradiction(set(map(int, _INPUT.findall(finished.stdout))))
        case "CounterSatisfiable" | "Satisfiable":
            return saturated()
    return unanswered(finished)
