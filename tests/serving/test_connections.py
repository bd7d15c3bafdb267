"""Connections on which the head of a request comes late, in pieces, or not at all."""

import json
import socket
from threading import Thread

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from rte_baselines.serving import connections
from rte_baselines.serving.running import listening, server_of


@pytest.fixture(scope="module")
def port():
    async def answer(request):
        return PlainTextResponse("yes")

    with listening() as listener, pytest.MonkeyPatch.context() as patch:
        patch.setattr(connections, "SECONDS_FOR_HEAD", 0.1)
        server = server_of(Starlette(routes=[Route("/", answer)]), listener)
        thread = Thread(target=server.run, args=([listener],))
        thread.start()
        yield listener.getsockname()[1]
        server.should_exit = True
        thread.join()


def head(port):
    return f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n".encode()


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


@pytest.mark.slow
@pytest.mark.parametrize("parts", [(), (b"GET / HT",), (b"GET / HTTP/1.1\r\n", b"Host: a\r\n")])
def test_a_head_that_does_not_come_to_its_end(port, parts):
    answer = answers(port, *parts)
    assert answer.startswith(b"HTTP/1.1 408 Request Timeout\r\n")
    assert message_of(answer) == "the request has not arrived in time"


@pytest.mark.slow
def test_a_second_head_that_does_not_come_to_its_end(port):
    answer = answers(port, head(port) + b"\r\n", head(port))
    assert answer.startswith(b"HTTP/1.1 200 OK\r\n")
    _, _, second = answer.partition(b"yes")
    assert second.startswith(b"HTTP/1.1 408 Request Timeout\r\n")


@pytest.mark.slow
@pytest.mark.parametrize("part", [b"hello\r\n\r\n", b"GET / HTTP/1.1\r\na: " + b"b" * 100_000])
def test_what_is_no_request(port, part):
    answer = answers(port, part)
    assert answer.startswith(b"HTTP/1.1 400 Bad Request\r\n")
    assert message_of(answer) == "the request is not HTTP/1.1, or its head is too large"


@pytest.mark.slow
def test_a_request_in_pieces_is_answered(port):
    answer = answers(port, head(port)[:10], head(port)[10:], b"Connection: close\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 200 OK\r\n")
    assert answer.endswith(b"yes")
