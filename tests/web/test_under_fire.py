"""A server under fire: it answers in the end, writes nothing, and keeps its memory.

The attacks are small; ``UNDER_FIRE_CONNECTIONS=1300 pytest -s`` on this file opens more
connections, and prints the figures. `benchmarks/serving.py` measures load.
"""

import json
import os
import re
import resource
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="memory is read on Linux only"),
]

CONNECTIONS = int(os.environ.get("UNDER_FIRE_CONNECTIONS", "150"))
COMMAND = (
    *(sys.executable, "-c", "from rte_baselines.cli.main import main; main()"),
    *("serve", "word-overlap", "--no-browser"),
)
BODY = json.dumps(
    {"pairs": [{"text": "Two ferries sank.", "hypothesis": "Ferries sank."}]}
).encode()


def show(what, seconds, address):
    print(f"{what}: {seconds:.1f} s, {address.megabytes()} MB")  # noqa: T201 - figures


class Address:
    """A server that may have few descriptors, in a process whose errors are in a file."""

    def __init__(self, errors, descriptors):
        def limit():
            resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))

        self.errors = errors
        with errors.open("w") as stream:
            self.process = subprocess.Popen(COMMAND, stderr=stream, preexec_fn=limit)
        while not (found := re.search(r":(\d+)/", errors.read_text())):
            assert self.process.poll() is None
            time.sleep(0.05)
        self.port = int(found[1])

    def megabytes(self):
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s*(\d+)", status)[1]) >> 10

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=90)

    def ask(self, *, body=BODY, length=None, **headers):
        """Return the status of an answer, and the seconds until it."""
        fields = {"Host": f"127.0.0.1:{self.port}", "Content-Type": "application/json"}
        fields |= {"Content-Length": str(length or len(body)), **headers}
        head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        start = time.perf_counter()
        with self.connect() as connection:
            connection.sendall(f"POST /v1/predict HTTP/1.1\r\n{head}\r\n".encode())
            try:
                for _ in range((length or len(body)) // len(body)):
                    connection.sendall(body)
                status = connection.recv(100).split()[1]
            except (BrokenPipeError, ConnectionResetError):
                status = b"broken"
        return status.decode(), time.perf_counter() - start


@pytest.fixture
def address(tmp_path):
    found = Address(tmp_path / "errors", descriptors=1024 if CONNECTIONS > 500 else 100)
    assert found.ask()[0] == "200"
    yield found
    found.process.terminate()
    assert found.process.wait(30) == 0
    # The address of the page, and nothing else.
    assert found.errors.read_text().count("\n") == 1


def test_idle_connections_that_would_use_up_all_descriptors(address):
    most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(CONNECTIONS + 500, most[1]), most[1]))
    idle = []
    try:
        for _ in range(CONNECTIONS):
            idle.append(socket.socket())
            idle[-1].setblocking(False)
            idle[-1].connect_ex(("127.0.0.1", address.port))
        status, seconds = address.ask()
    finally:
        for connection in idle:
            connection.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, most)
    show(f"an answer among {CONNECTIONS} idle connections", seconds, address)
    assert status == "200"


def test_large_bodies_and_requests_of_others(address):
    before = address.megabytes()
    part = b" " * (1 << 20)
    status, seconds = address.ask(body=part, length=100 << 20)
    show("a body of 100 MB", seconds, address)
    assert status in ("413", "broken")
    status, seconds = address.ask(
        body=b"100000\r\n" + part + b"\r\n", length=None, **{"Transfer-Encoding": "chunked"}
    )
    assert status in ("400", "413", "broken")
    for header in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}):
        assert address.ask(**header)[0] == "403"
    assert address.ask(**{"Content-Type": "text/plain"})[0] == "415"
    assert address.ask()[0] == "200"
    assert address.megabytes() < before + 100


def test_slow_requests_do_not_hold_up_others(address):
    slow = [address.connect() for _ in range(20)]
    for connection in slow:
        connection.sendall(b"POST /v1/predict HTTP/1.1\r\nHost: ")
    status, seconds = address.ask()
    show("an answer beside 20 slow requests", seconds, address)
    assert (status, seconds < 5) == ("200", True)
    for connection in slow:
        connection.close()
