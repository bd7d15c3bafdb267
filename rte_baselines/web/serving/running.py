"""Running a page: a free port, the browser, and the end."""

import signal
import socket
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from errno import EADDRNOTAVAIL
from typing import TYPE_CHECKING, Any

from rte_baselines.core.errors import InputError
from rte_baselines.web.serving.request_checks import HOST, PAGE_ONLY, Application, Guard, Limits

if TYPE_CHECKING:
    import uvicorn

_SECONDS_TO_END = 1
_HIGHEST_PORT = 65535
_ALL = "0.0.0.0"  # noqa: S104 - the user's choice


def require_packages() -> None:
    """Check that the packages of the extra ``serve`` are installed."""
    try:
        import fastapi
        import uvicorn  # noqa: F401
    except ImportError:
        raise InputError(
            "the page needs the packages fastapi and uvicorn: pip install 'rte-baselines[serve]'"
        ) from None
    del fastapi


def serve(
    application: Application,
    *,
    port: int | None = None,
    announce: Callable[[str], None],
    opens_browser: bool = True,
    limits: Limits = PAGE_ONLY,
) -> None:
    """Serve an application, behind `Guard`, until the process is interrupted or terminated.

    To be called in the main thread. `announce` is called once with the address of the page, when it
    can be opened; without a port, a free one is chosen.
    """
    with listening(port, limits.host) as listener:
        address = address_of(listener)
        server = server_of(application, listener, limits)
        with suppress(KeyboardInterrupt), _terminated_as_interrupted():
            # The socket listens already, so that a browser that is early waits.
            announce(address)
            if opens_browser:
                # Some browsers run in the terminal and return when they are closed.
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
            server.run(sockets=[listener])


@contextmanager
def _terminated_as_interrupted() -> Iterator[None]:
    """Treat SIGTERM, which containers are stopped by, as an interruption: clean up, and end."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def server_of(
    application: Application, listener: socket.socket, limits: Limits = PAGE_ONLY
) -> "uvicorn.Server":
    """Return a server that answers what a socket hears, with `Guard` before the application.

    Also pass the socket to the server's ``run``.
    """
    import uvicorn

    from rte_baselines.web.serving.connections import BoundedConnection, Interruptible, QuietServer

    settings: dict[str, Any] = {
        "http": BoundedConnection,
        "ws": "none",
        "lifespan": "off",
        "log_config": None,
        "access_log": False,
        "proxy_headers": False,
        "server_header": False,
        "timeout_graceful_shutdown": _SECONDS_TO_END,
    }
    guarded = Guard(Interruptible(application), listener.getsockname()[1], limits)
    return QuietServer(uvicorn.Config(guarded, **settings))


def address_of(listener: socket.socket) -> str:
    """Return the address of the page that a socket serves."""
    host, port = listener.getsockname()[:2]
    return f"http://{HOST if host == _ALL else host}:{port}/"


def listening(port: int | None = None, host: str = HOST) -> socket.socket:
    """Return a socket that listens to a port, a free one by default.

    The host is an IPv4 address or its name; by default, this machine's own, so that no other can
    connect.
    """
    if port is not None and not 0 < port <= _HIGHEST_PORT:
        raise InputError(f"port {port} does not exist; expected one from 1 to {_HIGHEST_PORT}")
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port or 0))
        listener.listen()
    except (OSError, UnicodeError) as error:
        listener.close()
        # Whatever the port is, such a host cannot be listened to.
        if isinstance(error, (socket.gaierror, UnicodeError)) or error.errno == EADDRNOTAVAIL:
            raise InputError(
                f"{host} is no address of this machine; expected one, such as {HOST} or {_ALL}"
            ) from None
        raise InputError(
            f"port {port} cannot be listened to ({error.strerror}); expected another one, or none "
            "to have a free one chosen"
        ) from None
    return listener
