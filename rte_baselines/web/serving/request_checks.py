"""Checks of requests that keep a page on localhost safe from other pages and from its own texts.

Any page that a browser has open can send requests to localhost, also under a name of its own
that leads there (DNS rebinding). Therefore requests must name this host, and requests that
change something must come from a page of this server. The content security policy allows
scripts and styles from this server's files only, so that nothing in a text can run.

An application may also accept JSON from programs that are not browsers, which send no origin. A
page of another origin cannot imitate such a program: browsers send the origin with every POST, and
ask the server before they send JSON to another origin.
"""

import json
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

HOST = "127.0.0.1"
"""The address that is listened to by default: no other machine can connect."""

LARGEST_BODY = 1 << 16
"""The most bytes of a request that are read."""

LARGEST_DROPPED = 1 << 24
"""The most bytes of a refused request that are read, and dropped, before the answer."""

SECONDS_TO_DROP = 5.0
"""The time limit for reading and dropping a refused request."""

SECONDS_TO_SEND = 10.0
"""The time for the body of a request to arrive."""

_HTTP_PORT = 80
_NAMES = (HOST, "localhost")
_READING = ("GET", "HEAD")
_OF_BROWSERS = ("origin", "sec-fetch-site")
_MOST_DIGITS = 12
_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)
# With the policy no-referrer, a browser would send no origin with forms.
_HEADERS = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
)


@dataclass(frozen=True)
class Limits:
    """Which requests reach an application.

    The largest body is that in bytes which headers state. Programs are no browsers: they send JSON
    without an origin. If the host is not `HOST`, requests may name any IP address, because only
    names can be made to lead here (DNS rebinding).
    """

    largest_body: int = LARGEST_BODY
    answers_programs: bool = False
    host: str = HOST


PAGE_ONLY = Limits()
"""The limits of a page that programs other than its own scripts must not use."""


class Guard:
    """An ASGI application that lets only safe requests through to another one."""

    def __init__(self, application: Application, port: int, limits: Limits = PAGE_ONLY) -> None:
        self._application = application
        names = [name.lower() for name in (*_NAMES, limits.host)]
        self._hosts = {f"{name}:{port}" for name in names}
        if port == _HTTP_PORT:
            # Clients leave out the default port of HTTP.
            self._hosts.update(names)
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            raise ValueError(f"unexpected kind of connection {scope['type']!r}; expected http")
        refusal = self._refusal(scope)

        async def send_with_headers(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *_HEADERS]
            await send(message)

        if refusal is None:
            await self._application(scope, receive, send_with_headers)
        else:
            await refuse(*refusal, receive, send_with_headers)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Return the status and the reason for refusing a request, None for a safe one."""
        headers = _by_name(scope)
        host = headers.get("host", [])
        if len(host) != 1 or not self._is_own(host[0]):
            return 403, "this page is served by its own address only"
        is_of_page = headers.get("origin", []) == [f"http://{host[0]}"]
        if scope["method"] not in _READING and not is_of_page:
            if not self._limits.answers_programs or any(name in headers for name in _OF_BROWSERS):
                return 403, "the request comes from another page"
            types = headers.get("content-type", [])
            media_types = [found.partition(";")[0].strip().lower() for found in types]
            if media_types != ["application/json"]:
                sent = f"is of the type {', '.join(types)}" if types else "has no type"
                return 415, f"the request {sent}; expected Content-Type: application/json"
        length = headers.get("content-length", ["0"])
        if not all(map(_is_number, length)) or max(map(int, length)) > self._limits.largest_body:
            most = self._limits.largest_body
            return 413, f"the request is too large; expected {most:,} bytes at most"
        return None

    def _is_own(self, host: str) -> bool:
        is_open = self._limits.host != HOST
        return host.lower() in self._hosts or (is_open and _is_address(host))


def _is_address(host: str) -> bool:
    """Whether a host, with or without a port, is an IP address or this machine."""
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
    try:
        ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return name in _NAMES
    return True


def _is_number(length: str) -> bool:
    return length.isdecimal() and len(length) <= _MOST_DIGITS


def _by_name(scope: Scope) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in scope["headers"]:
        found.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
    return found


async def refuse(
    status: int, reason: str, receive: Receive, send: Send, *, retry_after: int | None = None
) -> None:
    """Answer with a status and a reason, and close the connection.

    What has been sent is read first, up to `LARGEST_DROPPED`: a client that is still sending when
    the connection is closed would see that and not the answer.

    Parameters
    ----------
    status : int
    reason : str
    receive, send : callable
        Those of the application.
    retry_after : int, optional
        The seconds after which the request may be sent again.
    """
    # Every command imports this module, and a server has imported this library by now.
    import asyncio

    with suppress(asyncio.TimeoutError):
        await asyncio.wait_for(_dropped(receive), SECONDS_TO_DROP)
    await send_refusal(status, reason, send, retry_after=retry_after)


async def send_refusal(
    status: int, reason: str, send: Send, *, retry_after: int | None = None
) -> None:
    """Answer as `refuse` does, without reading the rest of the request."""
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    if retry_after is not None:
        headers.append((b"retry-after", b"%d" % retry_after))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    body = json.dumps({"message": reason}).encode()
    await send({"type": "http.response.body", "body": body})


async def _dropped(receive: Receive) -> None:
    """Read the rest of a request, as far as it is not too large for that."""
    read, more = 0, True
    while more and read <= LARGEST_DROPPED:
        message = await receive()
        read += len(message.get("body", b""))
        more = message.get("more_body", False)


class Buffered:
    """An ASGI application that hands a request on to another one when its body has arrived.

    Larger bodies than `largest` bytes, and those that take longer than `SECONDS_TO_SEND`, are
    refused.
    """

    def __init__(self, application: Application, largest: int = LARGEST_BODY) -> None:
        self._application = application
        self._largest = largest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        import asyncio

        try:
            body, is_whole = await asyncio.wait_for(self._read(receive), SECONDS_TO_SEND)
        except asyncio.TimeoutError:
            await send_refusal(408, "the request has not arrived in time", send)
            return
        if len(body) > self._largest:
            reason = f"the request is too large; expected {self._largest:,} bytes at most"
            await (
                send_refusal(413, reason, send) if is_whole else refuse(413, reason, receive, send)
            )
        elif is_whole:
            given = [{"type": "http.request", "body": body, "more_body": False}]

            async def receive_body() -> MutableMapping[str, Any]:
                return given.pop() if given else await receive()

            await self._application(scope, receive_body, send)

    async def _read(self, receive: Receive) -> tuple[bytes, bool]:
        """Return the body as far as it is not too large, and whether it is whole."""
        body, more = bytearray(), True
        while more and len(body) <= self._largest:
            message = await receive()
            if message["type"] == "http.disconnect":
                return b"", False
            body += message.get("body", b"")
            more = message.get("more_body", False)
        return bytes(body), not more


class Admission:
    """An ASGI application that limits the number of requests that another one handles at a time.

    Further requests are refused with the status 503, so that memory and waiting times are bounded.
    """

    def __init__(self, application: Application, most: int) -> None:
        self._application = application
        self._most = most
        self._open = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if self._open >= self._most:
            reason = f"{self._open} requests are open; expected fewer at a time"
            await refuse(503, reason, receive, send, retry_after=1)
            return
        self._open += 1
        try:
            await self._application(scope, receive, send)
        finally:
            self._open -= 1
