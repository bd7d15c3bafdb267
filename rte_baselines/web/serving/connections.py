"""The server: connections that wait for their clients for a limited time, and a quiet end."""

import asyncio
import json
import logging
import resource
import socket
from collections.abc import Callable, MutableMapping, Sequence
from http import HTTPStatus
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from rte_baselines.web.serving.request_checks import Application, Receive, Scope, Send, send_refusal

SECONDS_FOR_HEAD = 10.0
"""The time limit for the head of a request, from the connection or the previous answer."""

SECONDS_TO_TAKE = 30.0
"""The total time for which a client may leave written parts of an answer unread."""

MOST_CONNECTIONS = 512
"""The connections that are open at a time; others wait in the queue of the system.

If the process may have fewer descriptors than twice as many, half of these are for connections.
"""

_SECONDS_WITHOUT_DESCRIPTORS = 0.5

_BEFORE_AN_ANSWER = (h11.IDLE, h11.SEND_RESPONSE)

_LOGGER = "uvicorn.error"


class BoundedConnection(H11Protocol):
    """A connection that is closed if the head of a request, or its answer, takes too long.

    Uvicorn limits only the time without any data, and only after the first request. A client that
    sends a byte now and then could therefore keep a connection open for ever, and so could a client
    that does not read its answer; its request would count as open all the time. Data that is not
    HTTP gets a JSON answer with a message, like other errors.
    """

    on_close: Callable[[], object] = staticmethod(lambda: None)
    """What is called when the connection is closed."""

    _timer: asyncio.TimerHandle | None = None
    _taking: asyncio.TimerHandle | None = None
    _seconds_left = SECONDS_TO_TAKE

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for the first request."""
        super().connection_made(transport)
        # Writing is paused as soon as one byte has to wait, and resumed when all bytes are sent.
        transport.set_write_buffer_limits(high=0)
        self._seconds_left = SECONDS_TO_TAKE
        self._watch()

    def pause_writing(self) -> None:
        """Begin to wait for the client to take what is written, also when the answer is whole."""
        super().pause_writing()
        self._wait_for_taking()

    def resume_writing(self) -> None:
        """Resume writing; the client keeps the remaining time for later parts of the answer."""
        super().resume_writing()
        if self._taking is not None:
            self._seconds_left = self._taking.when() - self.loop.time()
        self._stop_taking()

    def data_received(self, data: bytes) -> None:
        """Read a part of a request."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        self._seconds_left = SECONDS_TO_TAKE
        if self._taking is not None:
            self._wait_for_taking()
        super().on_response_complete()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._stop()
        self._stop_taking()
        super().connection_lost(exc)
        self.on_close()

    def send_400_response(self, msg: str) -> None:
        """Refuse data that is not an HTTP request."""
        del msg
        self._end(HTTPStatus.BAD_REQUEST, "the request is not HTTP/1.1, or its head is too large")

    def _watch(self) -> None:
        """Start to measure time if the head of a request is due, and stop if it is there.

        It is also due if the client still sends the body of a request that has been answered.
        """
        is_due = self.conn.their_state is h11.IDLE or self.conn.our_state is h11.DONE
        if not is_due or self.transport.is_closing():
            self._stop()
        elif self._timer is None:
            self._timer = self.loop.call_later(SECONDS_FOR_HEAD, self._give_up)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait_for_taking(self) -> None:
        self._stop_taking()
        self._taking = self.loop.call_later(self._seconds_left, self.transport.abort)

    def _stop_taking(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None

    def _give_up(self) -> None:
        self._end(HTTPStatus.REQUEST_TIMEOUT, "the request has not arrived in time")

    def _end(self, status: HTTPStatus, message: str) -> None:
        """Answer, unless another answer has begun, and close the connection."""
        if self.transport.is_closing():
            return
        body = json.dumps({"message": message}).encode()
        if self.conn.our_state in _BEFORE_AN_ANSWER:
            head = (
                f"HTTP/1.1 {status.value} {status.phrase}\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
            )
            self.transport.write(head.encode() + body)
        self.transport.close()


class Interruptible:
    """An ASGI application that answers requests that the end of the server interrupts.

    Uvicorn cancels them, and would write a traceback for each.
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
    """A server that takes `MOST_CONNECTIONS`, and logs no errors once it is told to end.

    Otherwise, it would log an error for each request that it cancels, and for each connection for
    which the process has no descriptor.
    """

    _accepting: Sequence[asyncio.Task[None]] = ()

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer requests until the server is told to end."""
        logger = logging.getLogger(_LOGGER)
        logger.addFilter(self._is_running)
        try:
            super().run(sockets)
        finally:
            logger.removeFilter(self._is_running)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to take connections of these sockets."""
        # Uvicorn would accept as many connections as there are.
        await super().startup(sockets=[])
        free = asyncio.Semaphore(_most_connections())
        self._accepting = [
            asyncio.create_task(self._accept(listener, free)) for listener in sockets or []
        ]

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more connections, and end the open ones."""
        for task in self._accepting:
            task.cancel()
        await asyncio.gather(*self._accepting, return_exceptions=True)
        await super().shutdown(sockets)

    async def _accept(self, listener: socket.socket, free: asyncio.Semaphore) -> None:
        loop = asyncio.get_running_loop()
        listener.setblocking(False)
        while True:
            await free.acquire()
            try:
                connection, _ = await loop.sock_accept(listener)
            except OSError:
                # The client has gone, or all descriptors are used.
                free.release()
                await asyncio.sleep(_SECONDS_WITHOUT_DESCRIPTORS)
                continue

            def protocol() -> BoundedConnection:
                made = BoundedConnection(
                    config=self.config,
                    server_state=self.server_state,
                    app_state=self.lifespan.state,
                )
                made.on_close = free.release
                return made

            try:
                await loop.connect_accepted_socket(protocol, connection)
            except OSError:  # it is closed already
                connection.close()
                free.release()

    def _is_running(self, record: logging.LogRecord) -> bool:
        del record
        return not self.should_exit


def _most_connections() -> int:
    descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    is_unlimited = descriptors == resource.RLIM_INFINITY
    return MOST_CONNECTIONS if is_unlimited else min(MOST_CONNECTIONS, descriptors // 2)
