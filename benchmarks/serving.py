"""The answers of `rte-baselines serve` under load, beside a bare answer by Starlette.

    python benchmarks/serving.py [--rate N] [--seconds N] [--recognizer NAME] [--kill]

Requests are sent at fixed times, whether or not earlier ones are answered, each by a connection of
its own; times are from the time when a request was due to its complete answer. The bare answer is
one word by the same server with the same guard. Each request has another pair of the sample. With
`--kill`, a process that answers is killed halfway. Memory is that of the server and its processes,
after the first requests and at the end.

    python benchmarks/serving.py --rate 30 --seconds 600 --kill
"""

import argparse
import asyncio
import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from typing import NamedTuple

from rte_baselines import Pair, load_pairs

WARM_UP = 300
COMMAND = "from rte_baselines.cli.main import main; main()"
BARE = """
import sys
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from rte_baselines.web.serving.request_checks import Limits
from rte_baselines.web.serving.running import serve

async def answer(request):
    await request.body()
    return PlainTextResponse("yes")

def announce(address):
    print(address, file=sys.stderr, flush=True)

paths = ["/v1/predict", "/v1/explain"]
routes = [Route(path, answer, methods=["POST"]) for path in paths]
limits = Limits(answers_programs=True)
serve(Starlette(routes=routes), announce=announce, opens_browser=False, limits=limits)
"""


class Answered(NamedTuple):
    """What became of requests: their times in seconds, and those that failed."""

    seconds: Sequence[float]
    failures: int


class Server(NamedTuple):
    """A server in another process."""

    port: int
    process: int

    def children(self) -> list[int]:
        """Return the processes that it has started and that have not ended; on Linux only."""
        tasks = Path(f"/proc/{self.process}/task").glob("*/children")
        return [int(child) for task in tasks for child in task.read_text().split()]

    def megabytes(self) -> float:
        """Return the memory that the server and its processes have; on Linux only."""
        pages = 0
        for process in (self.process, *self.children()):
            with suppress(FileNotFoundError):
                pages += int(Path(f"/proc/{process}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


@contextmanager
def served(program: str, *arguments: str) -> Iterator[Server]:
    """Run a server in another process."""
    process = subprocess.Popen(
        [sys.executable, "-c", program, *arguments], stderr=subprocess.PIPE, text=True
    )
    try:
        found = re.search(r":(\d+)/", process.stderr.readline())
        yield Server(int(found[1]), process.pid)
    finally:
        process.terminate()
        process.wait()


def body(path: str, pair: Pair, recognizer: str) -> bytes:
    """Return the JSON of a request."""
    fields = {"text": pair.text, "hypothesis": pair.hypothesis}
    if path.endswith("predict"):
        return json.dumps({"pairs": [fields], "recognizer": recognizer}).encode()
    return json.dumps({"pair": fields, "recognizers": [recognizer]}).encode()


async def ask(port: int, path: str, content: bytes, due: float) -> tuple[float, bool]:
    """Send a request when it is due; return the time that it took, and whether it was answered."""
    await asyncio.sleep(due - time.perf_counter())
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(content)}\r\nConnection: close\r\n\r\n"
        )
        writer.write(head.encode() + content)
        answer = await reader.read()
        writer.close()
    except OSError:
        answer = b""
    is_answered = answer.startswith(b"HTTP/1.1 200") and b'"error"' not in answer
    return time.perf_counter() - due, is_answered


async def load(
    server: Server, path: str, bodies: Sequence[bytes], rate: float, *, kills: bool = False
) -> Answered:
    """Send requests at a rate, and wait for all answers; a process may be killed halfway."""
    port, start = server.port, time.perf_counter() + 0.1
    if kills:
        asyncio.get_running_loop().call_later(len(bodies) / rate / 2, kill_one, server)
    asked = (
        ask(port, path, content, start + number / rate) for number, content in enumerate(bodies)
    )
    answers = await asyncio.gather(*asked)
    return Answered(
        sorted(seconds for seconds, _ in answers),
        sum(not is_answered for _, is_answered in answers),
    )


def kill_one(server: Server) -> None:
    """Kill a process of a server, as a system does that lacks memory."""
    os.kill(server.children()[-1], signal.SIGKILL)


def show(name: str, answered: Answered) -> None:
    """Print a line of the table."""
    milliseconds = [1000 * seconds for seconds in answered.seconds]
    last = milliseconds[int(0.99 * len(milliseconds))]
    print(
        f"{name:28}{len(milliseconds):>9}{answered.failures:>10}{median(milliseconds):>11.1f}"
        f"{last:>11.1f}{milliseconds[-1]:>11.1f}",
        flush=True,
    )


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rate", type=float, default=50.0, help="requests a second")
    parser.add_argument("--seconds", type=float, default=30.0, help="for each line")
    parser.add_argument("--recognizer", default="word-overlap")
    parser.add_argument("--kill", action="store_true", help="kill a process that answers halfway")
    arguments = parser.parse_args()
    pairs = cycle(load_pairs("sample:test"))
    count = int(arguments.rate * arguments.seconds)
    print(f"{arguments.rate:g} requests a second for {arguments.seconds:g} s; times in ms\n")
    print(f"{'':28}{'requests':>9}{'failures':>10}{'median':>11}{'99th':>11}{'highest':>11}")
    name = arguments.recognizer
    with served(BARE) as bare, served(COMMAND, "serve", name, "--no-browser") as server:
        for path in ("/v1/predict", "/v1/explain"):
            bodies = [body(path, pair, name) for pair in islice(pairs, count)]
            # The first answer waits for the process, which loads the model.
            asyncio.run(load(server, path, bodies[:1], arguments.rate))
            show(f"{path} bare", asyncio.run(load(bare, path, bodies, arguments.rate)))
            asyncio.run(load(server, path, bodies[:WARM_UP], arguments.rate))
            before = server.megabytes()
            asked = load(server, path, bodies, arguments.rate, kills=arguments.kill)
            show(f"{path} {name}", asyncio.run(asked))
            print(f"{'':9}memory, MB: {before:.0f} before, {server.megabytes():.0f} after")
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"\nprocessor time of all servers: {children.ru_utime + children.ru_stime:.0f} s")


if __name__ == "__main__":
    main()
