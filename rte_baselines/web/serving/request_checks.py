"""Checks of requests that keep a page on localhost safe from other pages and from its own texts.

Any page that a browser has open can send requests to localhost, also under a name of its own
that leads there (DNS rebinding). Therefore requests must name this host, and requests that
change something must come from a page of this server. The content security policy allows
scripts and styles from this server's files only, so that nothing in a text can run.

An application may also accept JSON from programs that are not browsers, which send no origin. A
page of another origin cannot imitate such a program: browsers send the origin with every POST, and
ask the server before they send JSON to another origin.
"""

import asyncio
import re
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rte_baselines.web import HOST

LARGEST_BODY = 1 << 16
"""The most bytes of a request that are read."""

MOST_REQUESTS = 64
"""Requests that are answered or wait at a time; others are refused until one is done."""

SECONDS_TO_SEND = 10.0
"""The time for the body of a request to arrive."""

_HTTP_PORT = 80
_NAMES = (HOST, "localhost")
_READING = ("GET", "HEAD")
# With the referrer policy no-referrer, a browser would send no origin with forms.
_HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src data:; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


@dataclass(frozen=True)
class Limits:
    """Which requests reach an application.

    The largest body is in bytes. Programs are no browsers: they send JSON without an origin. If the
    host is not `HOST`, requests may name any IP address, because only names can be made to lead
    here (DNS rebinding).
    """

    largest_body: int = LARGEST_BODY
    answers_programs: bool = False
    host: str = HOST


PAGE_ONLY = Limits()
"""The limits of a page that programs other than its own scripts must not use."""


class Guard:
    """An ASGI application that lets only safe requests through to another one.

    They are handed on when their body has arrived, at most `MOST_REQUESTS` at a time, so that
    memory and waiting times are bounded.
    """

    def __init__(self, application: ASGIApp, port: int, limits: Limits = PAGE_ONLY) -> None:
        self._application = application
        names = [name.lower() for name in (*_NAMES, limits.host)]
        self._hosts = {f"{name}:{port}" for name in names}
        if port == _HTTP_PORT:
            # Clients leave out the default port of HTTP.
            self._hosts.update(names)
        self._limits = limits
        self._open = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        async def refuse(error: HTTPException) -> None:
            answer = JSONResponse({"message": error.detail}, error.status_code, error.headers)
            await answer(scope, receive, send_with_headers)

        self._open += 1
        try:
            self._check(scope["method"], Headers(scope=scope))
            messages = [{"type": "http.request", "body": await self._body(Request(scope, receive))}]

            async def receive_body() -> Message:
                return messages.pop() if messages else await receive()

            await self._application(scope, receive_body, send_with_headers)
        except HTTPException as error:
            await refuse(error)
        except asyncio.CancelledError:
            # If an answer has begun, this one is an error, which closes the connection.
            await refuse(HTTPException(503, "the server is being ended"))
        except ClientDisconnect:
            pass
        finally:
            self._open -= 1

    def _check(self, method: str, headers: Headers) -> None:
        """Raise the reason for refusing a request, if there is one."""
        host = headers.get("host", "")
        if host.lower() not in self._hosts and (self._limits.host == HOST or not _is_address(host)):
            raise HTTPException(403, "this page is served by its own address only")
        if int(headers.get("content-length", "0")) > self._limits.largest_body:
            raise self._too_large()
        if method not in _READING and headers.getlist("origin") != [f"http://{host}"]:
            is_of_browser = "origin" in headers or "sec-fetch-site" in headers
            if is_of_browser or not self._limits.answers_programs:
                raise HTTPException(403, "the request comes from another page")
            kind = ", ".join(headers.getlist("content-type"))
            if kind.partition(";")[0].strip().lower() != "application/json":
                sent = f"is of the type {kind}" if kind else "has no type"
                expected = "expected Content-Type: application/json"
                raise HTTPException(415, f"the request {sent}; {expected}")
        if self._open > MOST_REQUESTS:
            reason = f"{MOST_REQUESTS} requests are open; expected fewer at a time"
            raise HTTPException(503, reason, {"Retry-After": "1"})

    async def _body(self, request: Request) -> bytes:
        async def read() -> bytes:
            body = bytearray()
            async for part in request.stream():
                body += part
                if len(body) > self._limits.largest_body:
                    raise self._too_large()
            return bytes(body)

        try:
            return await asyncio.wait_for(read(), SECONDS_TO_SEND)
        except asyncio.TimeoutError:
            raise HTTPException(408, "the request has not arrived in time") from None

    def _too_large(self) -> HTTPException:
        most = self._limits.largest_body
        return HTTPException(413, f"the request is too large; expected {most:,} bytes at most")


def _is_address(host: str) -> bool:
    """Whether a host, with or without a port, is an IP address or this machine."""
    name = re.sub(r":\d+$", "", host)
    with suppress(ValueError):
        ip_address(name.removeprefix("[").removesuffix("]"))
        return True
    return name in _NAMES
