"""What keeps a page on localhost safe from other pages, and from what it shows.

Any page that a browser has open can send requests to localhost, also under a name of its own
that leads there (DNS rebinding). Therefore requests must name this host, and requests that
change something must come from a page of this server. The content security policy allows
scripts and styles from this server's files only, so that nothing in a text can run.
"""

from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

HOST = "127.0.0.1"
"""The address that is listened to: no other machine can connect."""

LARGEST_BODY = 1 << 16
"""The most bytes of a request that are read."""

_NAMES = (HOST, "localhost")
_READING = ("GET", "HEAD")
_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src data:",
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


class Guard:
    """An ASGI application that lets only safe requests through to another one.

    Parameters
    ----------
    application : callable
        The ASGI application.
    port : int
        The port that is listened to.
    """

    def __init__(self, application: Application, port: int) -> None:
        self._application = application
        self._hosts = {f"{name}:{port}" for name in _NAMES}

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
            await _refuse(*refusal, send_with_headers)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Return the status and the reason for refusing a request, None for a safe one."""
        headers = _by_name(scope)
        host = headers.get("host", [])
        if len(host) != 1 or host[0] not in self._hosts:
            return 403, "this page is served to this machine only, by its own address"
        origin = headers.get("origin", [])
        if scope["method"] not in _READING and origin != [f"http://{host[0]}"]:
            return 403, "the request comes from another page"
        length = headers.get("content-length", ["0"])
        if not all(map(str.isdecimal, length)) or max(map(int, length)) > LARGEST_BODY:
            return 413, "the request is too large"
        return None


def _by_name(scope: Scope) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in scope["headers"]:
        found.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
    return found


async def _refuse(status: int, reason: str, send: Send) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": f"{reason}\n".encode()})
