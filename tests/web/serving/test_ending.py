"""The end of the server while requests are open."""

import asyncio
import logging
import socket
from contextlib import contextmanager
from io import StringIO
from threading import Event

import pytest

from rte_baselines.web.serving import running
from tests.web.serving.asking import serving

pytestmark = pytest.mark.slow


@pytest.fixture
def log():
    """What is logged."""
    written = StringIO()
    handler = logging.StreamHandler(written)
    logging.root.addHandler(handler)
    yield written
    logging.root.removeHandler(handler)


@contextmanager
def asking(application):
    """A running server of an application, and the connection of an open request; ends both."""
    with (
        serving(application) as (port, server),
        socket.create_connection(("127.0.0.1", port), timeout=10) as connection,
    ):
        connection.sendall(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        yield server, connection


@pytest.mark.parametrize("begins", [False, True])
def test_an_open_request_leaves_no_traceback(begins, monkeypatch, log):
    monkeypatch.setattr(running, "_SECONDS_TO_END", 0.01)
    asked = Event()

    async def application(scope, receive, send):
        if begins:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"first", "more_body": True})
        asked.set()
        await asyncio.Event().wait()

    with asking(application) as (server, connection):
        assert asked.wait(10)
        server.should_exit = True
        received = b""
        while part := connection.recv(65536):
            received += part
    assert log.getvalue() == ""
    if begins:
        assert received.endswith(b"\r\nfirst\r\n")
    else:
        assert received.startswith(b"HTTP/1.1 503 Service Unavailable\r\n")
        assert b'{"message":"the server is being ended"}' in received


def test_errors_of_a_running_server_are_logged(log):
    async def application(scope, receive, send):
        raise ValueError("out of order")

    with asking(application) as (_, connection):
        assert connection.recv(65536).startswith(b"HTTP/1.1 500 ")
    assert "ValueError: out of order" in log.getvalue()
