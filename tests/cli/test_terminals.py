"""Nothing of the user's files is obeyed by a terminal, whatever a command shows."""

import json

import pytest

from rte_baselines.cli.console import show, show_json
from tests.cli.documents import write_lines
from tests.cli.test_streams import on_a_terminal, start

# To clear the screen, in both spellings; and to turn the direction of text.
EVIL = "\x1b[2J\x9b2J\u202e"
ROWS = [
    {"id": f"{n}{EVIL}", "text": f"Ada sang.{EVIL}", "hypothesis": "Ada sang.", "task": f"IE{EVIL}"}
    for n in range(8)
]
LABELS = ["ENTAILMENT", "UNKNOWN"] * 4


@pytest.fixture(autouse=True)
def files(folder):
    pairs = [{**row, "label": label} for row, label in zip(ROWS, LABELS, strict=True)]
    runs = [{"id": row["id"], "label": "ENTAILMENT", "confidence": 0.7} for row in ROWS]
    for name, rows in (("pairs", pairs), ("run", runs), ("other", runs)):
        write_lines(f"{name}.jsonl", rows)


COMMANDS = [
    "validate pairs.jsonl",
    "validate run.jsonl --gold pairs.jsonl",
    "evaluate pairs.jsonl run.jsonl --by task",
    "evaluate pairs.jsonl run.jsonl --by task --markdown",
    "evaluate pairs.jsonl run.jsonl --by task --latex",
    "compare pairs.jsonl run.jsonl other.jsonl",
    "audit pairs.jsonl",
    f"explain word-overlap pairs.jsonl --id 0{EVIL}",
]


def is_harmless(shown):
    return all(character.isprintable() or character in "\n\t" for character in shown)


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_commands(rte, command):
    result = rte(*command.split()).succeeded()
    assert is_harmless(result.stdout + result.messages)


@pytest.mark.slow
@pytest.mark.parametrize("command", [COMMANDS[0], COMMANDS[2], COMMANDS[6], COMMANDS[7]])
def test_json_says_the_same(rte, command):
    shown = rte(*command.split(), "--json").stdout
    assert is_harmless(shown)
    assert EVIL in json.dumps(json.loads(shown), ensure_ascii=False).replace("\\u001b", "\x1b")


def test_lines_and_tabs_stay(capsys):
    show(f"a\tb\nc{EVIL}")
    assert capsys.readouterr().out == "a\tb\nc\\x1b[2J\\x9b2J\\u202e\n"
    show_json({"a": EVIL})
    assert json.loads(capsys.readouterr().out) == {"a": EVIL}


@pytest.mark.slow
def test_data_is_escaped_on_terminals_alone():
    command = ["predict", "word-overlap", "pairs.jsonl", "--format", "csv", "-o", "-"]
    shown, _ = on_a_terminal("stdout", *command)
    assert r"0\x1b[2J\x9b2J\u202e,NO_ENTAILMENT" in shown
    assert is_harmless(shown.replace("\r\n", "\n"))
    assert f"0{EVIL},NO_ENTAILMENT".encode() in start(*command).communicate()[0]
