"""A server under fire: it answers in the end, writes nothing, and keeps its memory.

``pytest -s`` on this file prints the figures. `benchmarks/serving.py` measures load.
"""

import json
import re
import socket
import sys
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest

from tests.cli.test_serve import COMMAND, served

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="memory is read on Linux only"),
]

BODY = json.dumps(
    {"pairs": [{"text": "Two ferries sank.", "hypothesis": "Ferries sank."}]}
).encode()
MEGABYTE = b" " * (1 << 20)


class Server(NamedTuple):
    """A server in another process."""

    process: int
    port: int

    def megabytes(self):
        status = Path(f"/proc/{self.process}/status").read_text()
        return int(re.search(r"VmHWM:\s*(\d+)", status)[1]) >> 10

    def ask(self, body=BODY, what="", **headers):
        """Return the status of an answer, and print what it is and the seconds until it."""
        start = time.perf_counter()
        connection = HTTPConnection("127.0.0.1", self.port, timeout=90)
        try:
            sent = {"Content-Type": "application/json", **headers}
            connection.request("POST", "/v1/predict", body, sent)
            status = connection.getresponse().status
        finally:
            connection.close()
        seconds = time.perf_counter() - start
        if what:
            print(f"{what}: {seconds:.1f} s, {self.megabytes()} MB")  # noqa: T201 - figures
        return status


@pytest.fixture
def server(tmp_path):
    with served(COMMAND, tmp_path) as (process, _, address):
        found = Server(process.pid, urlsplit(address).port)
        assert found.ask() == 200
        yield found


def test_large_bodies_and_requests_of_others(server):
    before = server.megabytes()
    length = {"Content-Length": str(100 << 20)}
    assert server.ask([MEGABYTE] * 100, "a body of 100 MB", **length) == 413
    assert server.ask([MEGABYTE] * 2, "a body in chunks") == 413
    for header in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}):
        assert server.ask(**header) == 403
    assert server.ask(**{"Content-Type": "text/plain"}) == 415
    assert server.ask() == 200
    assert server.megabytes() < before + 100


def test_slow_requests_do_not_hold_up_others(server):
    slow = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(20)]
    for connection in slow:
        connection.sendall(b"POST /v1/predict HTTP/1.1\r\nHost: ")
    assert server.ask(what="an answer beside 20 slow requests") == 200
    for connection in slow:
        connection.close()
