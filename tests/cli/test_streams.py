"""The command as a process of its own: pipes, signals, terminals, and no network."""

import contextlib
import os
import signal
import subprocess
import sys
import time

import pytest

pytestmark = pytest.mark.slow

COMMAND = [sys.executable, "-c", "from rte_baselines.cli.start import main; main()"]


def start(*arguments, **options):
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([*COMMAND, *map(str, arguments)], **{**streams, **options})


def on_a_terminal(stream, *arguments, **options):
    """What a command that succeeds shows on a terminal in the place of a stream, and its output."""
    ours, theirs = os.openpty()
    process = start(*arguments, **{stream: theirs}, **options)
    os.close(theirs)
    shown = []
    # Reading fails when nobody writes any more.
    with os.fdopen(ours, "rb", buffering=0) as terminal, contextlib.suppress(OSError):
        shown.extend(iter(lambda: terminal.read(1 << 16), b""))
    output, _ = process.communicate()
    assert process.returncode == 0
    return b"".join(shown).decode(), output


@pytest.mark.parametrize(
    "arguments",
    [("list", "formats", "--json"), ("convert", "sample:test", "--to", "jsonl", "--output", "-")],
)
def test_a_reader_that_has_seen_enough(arguments):
    process = start(*arguments)
    process.stdout.close()
    assert process.wait() == 1
    assert process.stderr.read() == b""
    process.stderr.close()


CLOSED = b"error: standard output: is closed; expected one to write results to\n"


@pytest.mark.parametrize(
    ("closing", "arguments", "exit_code", "stderr"),
    [
        ("<&-", ["validate", "-"], 2, b"error: standard input: is empty\n"),
        (">&-", ["list", "formats"], 1, CLOSED),
        (">&-", ["list", "--help"], 1, CLOSED),
        (">&-", ["convert", "sample:test", "--to", "jsonl", "--output", "-"], 1, CLOSED),
        ("2>&-", ["validate", "absent"], 2, b""),
    ],
)
def test_closed_streams(closing, arguments, exit_code, stderr):
    shell = ["sh", "-c", f'"$@" {closing}', "sh", *COMMAND, *arguments]
    found = subprocess.run(shell, capture_output=True, check=False)
    assert (found.returncode, found.stdout, found.stderr) == (exit_code, b"", stderr)


@pytest.mark.parametrize("arguments", [("list", "formats"), ("list", "--help"), ("--help",)])
def test_a_full_disk(full_device, arguments):
    with full_device.open("w") as full:
        process = start(*arguments, stdout=full)
        message = process.communicate()[1]
    assert process.returncode == 1
    assert message == b"error: standard output: cannot be written (No space left on device)\n"


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_leaves_nothing(folder):
    process = start("convert", "-", "--output", "a.xml", "--to", "rte4_xml", stdin=subprocess.PIPE)
    # More than a pipe holds: once it is written, the command is at work on it.
    pair = b'{"id": "1", "text": "a", "hypothesis": "b"}\n'
    process.stdin.write(pair + b'{"text": "' + b"x" * (1 << 20))
    process.stdin.flush()
    # Standard input stays open, so that its end cannot come before the signal. A signal that comes
    # just before a read is noticed after it, and nothing more is there to read: try again.
    while process.poll() is None:
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=10)
    assert process.returncode == 130
    assert process.communicate() == (b"", b"error: interrupted\n")
    assert list(folder.iterdir()) == []


def test_a_progress_bar_is_for_people():
    shown, output = on_a_terminal("stderr", "validate", "sample:test")
    assert output.startswith(b"file: sample:test\npairs: 160\n")
    assert "Checking" in shown
    assert "160/160" in shown


WITHOUT_NETWORK = """
import socket

class Refused(socket.socket):
    def __init__(self, *arguments, **options):
        raise OSError("there is no network")

socket.socket = Refused
from rte_baselines.cli.main import main
main(["demo", "--dataset", "sample", "--recognizer", "word-overlap", "--json", "--workers", "1"])
"""


@pytest.mark.longest
def test_nothing_needs_a_network(folder):
    found = subprocess.run(
        [sys.executable, "-c", WITHOUT_NETWORK], capture_output=True, text=True, check=False
    )
    last = found.stderr.splitlines()[-1]
    assert last == "Models, runs and reports are in results/, by dataset and recognizer."
    assert found.returncode == 0
    assert found.stdout.startswith('{\n  "sample": {')
