"""No command replaces a file that it reads, by whatever name."""

from pathlib import Path

import pytest

from tests.cli.documents import write, write_lines

ROWS = [
    {"id": "1", "text": "Ada sang in Oslo.", "hypothesis": "Ada sang.", "label": "ENTAILMENT"},
    {"id": "2", "text": "Ada sang in Oslo.", "hypothesis": "Bob sang.", "label": "UNKNOWN"},
]
RUN = [{"id": row["id"], "label": row["label"], "score": 0.5} for row in ROWS]
RULES = "X <nsubj- buy -obj-> Y => X <nsubj- own -obj-> Y\n"
ANSWERS = '{"id": "a", "answer": "It rained [1].", "documents": [{"text": "It rained."}]}\n'

# What is read, and the command that would write it.
COMMANDS = [
    ("pairs.jsonl", "convert pairs.jsonl --to rte4_xml --output {}"),
    ("pairs.jsonl", "predict word-overlap pairs.jsonl --output {}"),
    ("pairs.jsonl", "predict word-overlap pairs.jsonl --format csv --output {}"),
    ("pairs.jsonl", "explain word-overlap pairs.jsonl --id 1 --html {}"),
    ("pairs.jsonl", "audit pairs.jsonl --html {}"),
    ("run.jsonl", "report pairs.jsonl run.jsonl --output {}"),
    ("code.py", "predict word-overlap pairs.jsonl --code code.py --format jsonl --output {}"),
    ("rules.txt", "rules convert rules.txt --output {}"),
    ("answers.jsonl", "citations pairs answers.jsonl --output {}"),
]


@pytest.fixture(autouse=True)
def inputs(folder):
    write_lines("pairs.jsonl", ROWS)
    write_lines("run.jsonl", RUN)
    write("rules.txt", RULES)
    write("answers.jsonl", ANSWERS)
    write("code.py", "kept = True\n")
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.slow
@pytest.mark.parametrize("way", ["by_name", "by_path", "symbolic_link", "hard_link"])
@pytest.mark.parametrize(("read", "command"), COMMANDS)
def test_outputs_are_no_inputs(rte, folder, forget, inputs, read, command, way):
    output = Path(read)
    if way == "by_path":
        output = folder / "." / read
    if way == "symbolic_link":
        output = Path("other" + output.suffix)
        output.symlink_to(read)
    if way == "hard_link":
        output = Path("other" + output.suffix)
        output.hardlink_to(read)
    before = set(folder.iterdir())
    result = rte(*command.format(output).split())
    assert (result.exit_code, result.stdout) == (2, "")
    last = result.stderr.splitlines()[-1]
    assert last.startswith(f"error: {output}: is the input ")
    assert last.endswith(f"{read}, which would be lost; name another file to write")
    assert {name: Path(name).read_bytes() for name in inputs} == inputs
    assert set(folder.iterdir()) == before


@pytest.mark.slow
def test_a_model_keeps_its_files(rte, overlap):
    before = (overlap / "config.cfg").read_bytes()
    output = overlap / "config.cfg"
    message = rte(
        "predict", overlap, "pairs.jsonl", "--format", "jsonl", "--output", output
    ).refusal()
    assert message.startswith(f"error: {output}: is the input ")
    assert output.read_bytes() == before
