"""The shutdown of the server: open requests are answered, and nothing is logged."""

import asyncio
import logging
import socket
from collections.abc import MutableMapping
from typing import Any

import uvicorn

from rte_baselines.web.serving.request_checks import Application, Receive, Scope, Send, send_refusal

_LOGGER = "uvicorn.error"


class Interruptible:
    """An ASGI application that answers requests that the end of the server interrupts.

    Uvicorn cancels them, and would write a traceback for each.

    Parameters
    ----------
    application : callable
        The ASGI application.
    """

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; if it is cancelled, say so, unless an answer has begun."""
        has_begun = False

        async def send_and_note(message: MutableMapping[str, Any]) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self._application(scope, receive, send_and_note)
        except asyncio.CancelledError:
            if not has_begun:
                await send_refusal(503, "the server is being ended", send)


class QuietServer(uvicorn.Server):
    """A server that logs no errors once it is told to end.

    Otherwise, it would log an error for each request that it cancels.
    """

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer requests until the server is told to end."""
        logger = logging.getLogger(_LOGGER)
        logger.addFilter(self._is_running)
        try:
            super().run(sockets)
        finally:
            logger.removeFilter(self._is_running)

    def _is_running(self, record: logging.LogRecord) -> bool:
        del record
        return not self.should_exit
