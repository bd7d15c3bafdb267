"""The first step of the command, which imports nothing before interruptions are reported."""

import os
from typing import NoReturn

_EXIT_INTERRUPTED = 130


def main() -> NoReturn:
    """Run the command line of `rte_baselines.cli.main`, whose imports may be interrupted, too."""
    try:
        from rte_baselines.cli.main import main as run

        run()
    except KeyboardInterrupt:
        os.write(2, b"error: interrupted\n")
        # Nothing has been begun; the end of an interpreter that is half imported may fail.
        os._exit(_EXIT_INTERRUPTED)
