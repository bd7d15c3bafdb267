"""The prover SPASS.

References
----------
.. [1] Weidenbach, C., et al. (2009). SPASS version 3.5. CADE.
"""

import re

from rte_baselines.logic.engines.answers import (
    EngineAnswer,
    Task,
    contradiction,
    run,
    saturated,
    unanswered,
    unknown,
)

_COMMAND = ("SPASS", "-TPTP", "-DocProof", "-PGiven=0", "-PProblem=0", "-Stdin")
_RESULT = re.compile(r"^SPASS beiseite: (.*)", re.MULTILINE)
_USED = re.compile(r"^Formulae used in the proof :(.*)", re.MULTILINE)


def solve(task: Task) -> EngineAnswer:
    """Answer a problem in TPTP."""
    finished = run(_COMMAND, task)
    result = _RESULT.search(finished.stdout)
    match result and result[1]:
        case "Proof found.":
            used = _USED.search(finished.stdout)
            names = used[1].split() if used else []
            return contradiction({int(name[1:]) for name in names})
        case "Completion found.":
            return saturated()
        case "Maximal number of loops exceeded.":
            return unknown("gave up")
    return unanswered(finished)
