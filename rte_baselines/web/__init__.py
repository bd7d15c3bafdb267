"""Pages in the browser: recognizers to be tried, with a JSON API, and rules to be judged."""

from importlib.util import find_spec

from rte_baselines.core.errors import InputError

HOST = "127.0.0.1"
"""The address that is listened to by default: no other machine can connect."""


def require_packages() -> None:
    """Check that the packages of the extra ``serve`` are installed."""
    if not (find_spec("fastapi") and find_spec("uvicorn")):
        raise InputError(
            "the page needs the packages fastapi and uvicorn: pip install 'rte-baselines[serve]'"
        )
