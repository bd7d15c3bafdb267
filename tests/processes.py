"""Whether processes that tests have started are still there."""

import time
from pathlib import Path


def is_running(process):
    """Whether a process exists, and is not only waiting to be forgotten."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def wait_until(condition):
    """Wait at most half a minute for a condition; return whether it holds."""
    for _ in range(600):
        if condition():
            return True
        time.sleep(0.05)
    return False
