"""Connections of the server that wait for the head of a request for a limited time."""

import asyncio
import json
from http import HTTPStatus
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

SECONDS_FOR_HEAD = 10.0
"""The time for the head of a request to arrive, after a connection or the answer before."""

_BEFORE_AN_ANSWER = (h11.IDLE, h11.SEND_RESPONSE)


class BoundedConnection(H11Protocol):
    """A connection that is closed if the head of a request does not arrive in time.

    Uvicorn limits the time in which nothing at all arrives, and only after the first request: a
    client that sends a byte now and then could keep connections open without end. What is no HTTP
    is answered by JSON with a message, as other errors are.
    """

    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Read a part of a request."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        super().on_response_complete()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._stop()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request."""
        del msg
        self._end(HTTPStatus.BAD_REQUEST, "the request is not HTTP/1.1, or its head is too large")

    def _watch(self) -> None:
        """Start to measure time if the head of a request is due, and stop if it is there."""
        if self.conn.their_state is not h11.IDLE or self.transport.is_closing():
            self._stop()
        elif self._timer is None:
            self._timer = self.loop.call_later(SECONDS_FOR_HEAD, self._give_up)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

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
