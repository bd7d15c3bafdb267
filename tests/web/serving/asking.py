"""Requests to ASGI applications in this process, and servers in threads of it."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Thread
from urllib.parse import urlencode

from rte_baselines.web.serving.request_checks import PAGE_ONLY
from rte_baselines.web.serving.running import QuietServer, listening

PORT = 8765
HOST = f"127.0.0.1:{PORT}"


@dataclass(frozen=True)
class Response:
    """What an application answers."""

    status: int
    headers: dict
    body: bytes

    @property
    def text(self):
        return self.body.decode("utf-8")


def ask(application, path="/", fields=None, **headers):
    """Send a request as a browser does: a form with fields, else GET; return the response.

    Headers replace those of a browser; None leaves one out.
    """
    path, _, query = path.partition("?")
    body = fields if isinstance(fields, bytes) else urlencode(fields or {}).encode()
    sent = {"host": HOST, "content-length": str(len(body))}
    if fields is not None:
        sent["origin"] = f"http://{HOST}"
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}
    method = sent.pop("method", "GET" if fields is None else "POST")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [(k.encode(), v.encode()) for k, v in sent.items() if v is not None],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", PORT),
    }
    return run(_answer(application, scope, body))


def run(coroutine):
    """Run a coroutine in a thread of its own: tests in a browser have a loop in this one."""
    with ThreadPoolExecutor(1) as executor:
        return executor.submit(asyncio.run, coroutine).result()


@contextmanager
def serving(application, limits=PAGE_ONLY):
    """Serve an application in a thread; yield the port and the server, and end it."""
    with listening() as listener:
        server = QuietServer(application, listener, limits)
        thread = Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            yield listener.getsockname()[1], server
        finally:
            server.should_exit = True
            thread.join()


async def _answer(application, scope, body):
    messages, parts = [], [body]

    async def receive():
        if not parts:
            # A client that stays until it has the answer.
            await asyncio.Event().wait()
        return {"type": "http.request", "body": parts.pop(), "more_body": False}

    async def send(message):
        messages.append(message)

    await application(scope, receive, send)
    headers = {key.decode().lower(): value.decode() for key, value in messages[0]["headers"]}
    content = b"".join(message.get("body", b"") for message in messages[1:])
    return Response(messages[0]["status"], headers, content)
