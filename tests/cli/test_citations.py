"""The command ``citations``, from answers to scores."""

import json

import pytest

from tests.cli.documents import write_lines
from tests.test_documentation import blocks

ANSWERS = [
    {
        "id": "a1",
        "question": "What happened off Oslo?",
        "answer": "Two ferries sank [1][2]. The crew was saved.[3] Nobody knows why.",
        "documents": [
            {"title": "Oslo", "text": "Two ferries sank off Oslo."},
            {"text": "It rained."},
        ],
    },
    {"id": "a2", "answer": "Ada sang [sic] on Monday [1].", "documents": [{"text": "Ada danced."}]},
]


@pytest.fixture
def answers(folder):
    return folder / write_lines("answers.jsonl", ANSWERS)


@pytest.mark.slow
def test_the_whole_path(rte, answers, folder):
    result = rte("citations", "pairs", "answers.jsonl", "--output", "pairs.jsonl")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "which count as wrong: 1 ([3] of 2 in 'a1')" in result.stderr
    assert "brackets that are no citations, and stay in the sentences: 1 ('[sic]'" in result.stderr
    ids = [json.loads(line)["id"] for line in (folder / "pairs.jsonl").open()]
    assert ids == ["a1-s1-all", "a1-s1-only-1", "a1-s1-only-2", "a2-s1-all"]
    assert rte("predict", "word-overlap", "pairs.jsonl", "-o", "run.jsonl").exit_code == 0
    arguments = ("citations", "score", "answers.jsonl", "run.jsonl", "--json", "--worst", "1")
    found = json.loads(rte(*arguments).output())
    # All words of the first sentence are in its first document, and none in its second.
    assert found["over_sentences"]["recall"]["value"] == pytest.approx(1 / 4)
    assert found["over_sentences"]["precision"]["value"] == pytest.approx(1 / 4)
    assert found["over_answers"]["recall"]["value"] == pytest.approx((1 / 3 + 0) / 2)
    assert found["over_answers"]["precision"]["value"] == pytest.approx((1 / 3 + 0) / 2)
    assert found["citations_of_missing_documents"] == 1
    assert found["worst_sentences"][0]["fault"] == "no document [3]"
    result = rte("citations", "score", "answers.jsonl", "run.jsonl", "--worst", "10")
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert "a1-s3" in result.stdout


def test_what_is_refused(rte, answers, folder):
    (folder / "run.csv").write_text("id,label\na1-s1-all,yes\n")
    message = rte("citations", "score", "answers.jsonl", "run.csv").refusal()
    assert "run.csv: missing id: 3 ('a1-s1-only-1'" in message
    answers.write_text(json.dumps({**ANSWERS[0], "answer": "Two ferries sank."}))
    for arguments in (
        ["score", "answers.jsonl", "run.csv"],
        ["pairs", "answers.jsonl", "-o", "p.csv"],
    ):
        message = rte("citations", *arguments).refusal()
        assert message.startswith("error: the answers cite none of their documents")
    assert not (folder / "p.csv").exists()


@pytest.mark.slow
def test_the_example_of_the_document(rte, folder):
    commands, answers, shown = (
        next(block for block in blocks("docs/faithfulness.md", language) if part in block)
        for language, part in [("bash", "citations"), ("json", "[1]"), ("text", "Citations")]
    )
    (folder / "answers.jsonl").write_text(answers)
    for command in commands.splitlines():
        result = rte(*command.split()[1:]).succeeded()
    assert result.stdout == shown
