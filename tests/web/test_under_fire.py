"""A server under fire: it answers in the end, writes nothing, and keeps its memory.

``pytest -s`` on this file prints the figures. `benchmarks/serving.py` measures load.
"""

import json
import re
import socket
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="memory is read on Linux only"),
]

COMMAND = (
    *(sys.executable, "-c", "from rte_baselines.cli.main import main; main()"),
    *("serve", "word-overlap", "--no-browser"),
)
BODY = json.dumps(
    {"pairs": [{"text": "Two ferries sank.", "hypothesis": "Ferries sank."}]}
).encode()
MEGABYTE = b" " * (1 << 20)


class Server:
    """A server in a process whose errors are in a file."""

    def __init__(self, errors):
        with errors.open("w") as stream:
            self.process = subprocess.Popen(COMMAND, stderr=stream)
        while not (found := re.search(r":(\d+)/", errors.read_text())):
            assert self.process.poll() is None
            time.sleep(0.05)
        self.port = int(found[1])

    def megabytes(self):
        status = Path(f"/proc/{self.process.pid}/status").read_text()
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
    errors = tmp_path / "errors"
    found = Server(errors)
    assert found.ask() == 200
    yield found
    found.process.terminate()
    assert found.process.wait(30) == 0
    # The address of the page, and nothing else.
    assert errors.read_text().count("\n") == 1


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
