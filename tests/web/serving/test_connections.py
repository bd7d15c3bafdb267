"""Connections on which requests come late, in pieces, or not at all, and answers are not read."""

import json
import socket
from contextlib import ExitStack
from threading import Event
from time import sleep

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse, StreamingResponse
from starlette.routing import Route

from rte_baselines.web.serving import connections
from tests.web.serving.asking import serving

pytestmark = pytest.mark.slow


PART = b"\0" * (1 << 20)
PARTS = 16
ENDED = Event()
"""That an answer in parts has come to its end, whether or not the client has read it."""


async def answer(request):
    return PlainTextResponse("yes")


async def whole(request):
    return PlainTextResponse(PART * PARTS)


async def in_parts(request):
    async def parts():
        try:
            for _ in range(PARTS):
                yield PART
        finally:
            ENDED.set()

    ENDED.clear()
    return StreamingResponse(parts())


ROUTES = [Route("/", answer), Route("/whole", whole), Route("/in-parts", in_parts)]


@pytest.fixture(scope="module")
def served():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connections, "SECONDS_FOR_HEAD", 0.1)
        with serving(Starlette(routes=ROUTES)) as found:
            yield found


@pytest.fixture
def port(served):
    return served[0]


@pytest.fixture
def server(served):
    return served[1]


def head(port, path="/"):
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n".encode()


def answers(port, *parts):
    """Send parts, and read until the server closes the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        for part in parts:
            connection.sendall(part)
        received = b""
        while part := connection.recv(65536):
            received += part
    return received


def message_of(answer):
    return json.loads(answer.partition(b"\r\n\r\n")[2])["message"]


@pytest.mark.parametrize("parts", [(), (b"GET / HT",), (b"GET / HTTP/1.1\r\n", b"Host: a\r\n")])
def test_a_head_that_does_not_come_to_its_end(port, parts):
    answer = answers(port, *parts)
    assert answer.startswith(b"HTTP/1.1 408 Request Timeout\r\n")
    assert message_of(answer) == "the request has not arrived in time"


def test_a_second_head_that_does_not_come_to_its_end(port):
    answer = answers(port, head(port) + b"\r\n", head(port))
    assert answer.startswith(b"HTTP/1.1 200 OK\r\n")
    _, _, second = answer.partition(b"yes")
    assert second.startswith(b"HTTP/1.1 408 Request Timeout\r\n")


@pytest.mark.parametrize("part", [b"hello\r\n\r\n", b"GET / HTTP/1.1\r\na: " + b"b" * 100_000])
def test_what_is_no_request(port, part):
    answer = answers(port, part)
    assert answer.startswith(b"HTTP/1.1 400 Bad Request\r\n")
    assert message_of(answer) == "the request is not HTTP/1.1, or its head is too large"


def test_the_body_of_an_answered_request_that_does_not_come_to_its_end(port):
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(head(port) + b"Content-Length: 9\r\n\r\n")
        assert connection.recv(65536).startswith(b"HTTP/1.1 200 OK\r\n")
        connection.sendall(b"abc")
        assert connection.recv(65536) in (b"", b"yes")
        assert connection.recv(65536) == b""


@pytest.mark.parametrize("path", ["/whole", "/in-parts"])
def test_an_answer_that_is_read(port, path):
    answer = answers(port, head(port, path) + b"Connection: close\r\n\r\n")
    assert answer.count(b"\0") == len(PART) * PARTS


def becomes_true(condition):
    """Whether something that other threads do has happened in the end."""
    for _ in range(1_000):
        if condition():
            return True
        sleep(0.01)
    return False


@pytest.mark.parametrize("path", ["/whole", "/in-parts"])
@pytest.mark.parametrize("end", [b"", b"Connection: close\r\n"])
def test_an_answer_that_is_not_read(port, server, path, end, monkeypatch):
    monkeypatch.setattr(connections, "SECONDS_TO_TAKE", 0.1)
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(head(port, path) + end + b"\r\n")
        # The first part is there, and with it the connection among those of the server.
        connection.recv(1)
        assert becomes_true(lambda: not server.server_state.connections)
    assert path == "/whole" or ENDED.wait(10)


def test_answers_of_which_none_is_read(port, server, monkeypatch):
    """Requests that are sent together are answered one after the other."""
    monkeypatch.setattr(connections, "SECONDS_TO_TAKE", 0.1)
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall((head(port, "/whole") + b"\r\n") * 3)
        connection.recv(1)
        assert becomes_true(lambda: not server.server_state.connections)
    assert becomes_true(lambda: not server.server_state.tasks)


def test_more_connections_than_are_taken_wait(monkeypatch):
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 4)
    monkeypatch.setattr(connections, "SECONDS_FOR_HEAD", 0.5)
    with serving(Starlette(routes=ROUTES)) as (port, server), ExitStack() as idle:
        for _ in range(9):
            idle.enter_context(socket.create_connection(("127.0.0.1", port)))
        sleep(0.2)
        assert len(server.server_state.connections) == 4
        assert answers(port, head(port) + b"Connection: close\r\n\r\n").endswith(b"yes")
