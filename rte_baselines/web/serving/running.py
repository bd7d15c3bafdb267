"""Running a page: a free port, the browser, and the end."""

import logging
import socket
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from errno import EADDRNOTAVAIL

import uvicorn
from starlette.types import ASGIApp

from rte_baselines.core.errors import InputError
from rte_baselines.web import HOST
from rte_baselines.web.serving.request_checks import PAGE_ONLY, Guard, Limits

_SECONDS_TO_END = 1
_HIGHEST_PORT = 65535
_ALL = "0.0.0.0"  # noqa: S104 - the user's choice


def serve(
    application: ASGIApp,
    *,
    port: int | None = None,
    announce: Callable[[str], None],
    opens_browser: bool = True,
    limits: Limits = PAGE_ONLY,
) -> None:
    """Serve an application, behind `Guard`, until the process is interrupted.

    To be called in the main thread. `announce` is called once with the address of the page, when it
    can be opened; without a port, a free one is chosen.
    """
    with listening(port, limits.host) as listener, suppress(KeyboardInterrupt):
        host, free_port = listener.getsockname()
        address = f"http://{HOST if host == _ALL else host}:{free_port}/"
        server = QuietServer(application, listener, limits)
        # The socket listens already, so that a browser that is early waits.
        announce(address)
        if opens_browser:
            # Some browsers run in the terminal and return when they are closed.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        server.run([listener])


class QuietServer(uvicorn.Server):
    """A server of an application behind `Guard`, which logs no errors once it is told to end.

    Otherwise, it would log those of the requests that it cancels. Also pass the socket to `run`.
    """

    def __init__(
        self, application: ASGIApp, listener: socket.socket, limits: Limits = PAGE_ONLY
    ) -> None:
        config = uvicorn.Config(
            Guard(application, listener.getsockname()[1], limits),
            http="h11",
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=_SECONDS_TO_END,
        )
        super().__init__(config)

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer requests until the server is told to end."""
        loggers = [logging.getLogger(name) for name in ("uvicorn.error", "asyncio")]
        for logger in loggers:
            logger.addFilter(self._is_logged)
        try:
            super().run(sockets)
        finally:
            for logger in loggers:
                logger.removeFilter(self._is_logged)

    def _is_logged(self, record: logging.LogRecord) -> bool:
        # Without descriptors, asyncio would log thousands of failures a second.
        return not self.should_exit and "out of system resource" not in record.getMessage()


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
