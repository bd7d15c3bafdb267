"""The next question, and files of answers: saved, cut short, resumed."""

import json
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.errors import InputError, RteBaselinesError
from rte_baselines.rules.judging.judgment_files import opened_log, read_judgments
from rte_baselines.rules.judging.judgments import QUESTIONS, ExampleAnswer, Judgment, Mark, Progress
from tests.rules.judging.examples import sheet

HOLDS, NO, IRRELEVANT, LEFT = reversed(Judgment)

# A judge: answers to open questions, marks, and undos.
steps = st.lists(st.sampled_from(["yes", "yes", "no", "mark", "undo"]), max_size=30)


def entry_of(step, question):
    if step == "mark":
        return Mark(question.rule.id)
    return ExampleAnswer(question.id, question.question.name, step == "yes")


def take(log, step):
    """Take a step, if it can be taken."""
    question = log.progress.open_question()
    if step == "undo":
        if log.progress.entries:
            log.undo()
    elif question is not None:
        log.add(entry_of(step, question))


def judged(path, *words, judge="ann"):
    with opened_log(path, sheet(), judge) as log:
        for word in words:
            take(log, word)
        return log.progress.judgments(judge)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "ann.jsonl"


def test_questions_come_in_the_order_of_section_3_3():
    progress = Progress(sheet())
    asked = []
    for step in ("yes", "yes", "yes", "yes", "no", "no"):
        question = progress.open_question()
        asked.append((list(sheet().examples).index(question.id), question.question))
        progress.add(entry_of(step, question))
    first, second, third = QUESTIONS
    assert asked == [(0, first), (0, second), (0, third), (1, first), (1, second), (2, first)]
    assert progress.examples_done == 3
    assert list(progress.judgments("ann").by_example.values()) == [HOLDS, IRRELEVANT, LEFT]


def test_a_mark_skips_the_rest_of_its_rule_and_drops_what_was_answered():
    progress = Progress(sheet())
    for step in ("no", "yes", "mark"):
        progress.add(entry_of(step, progress.open_question()))
    assert progress.open_question().rule.id == "r2"
    found = progress.judgments("ann")
    assert (dict(found.by_example), found.not_relational) == ({}, {"r1"})
    progress.undo()
    assert progress.open_question().question.name == "right_likely"


@given(steps)
def test_undo_takes_everything_back(words):
    progress = Progress(sheet())
    before = [progress.open_question()]
    for word in words:
        question = progress.open_question()
        if word != "undo" and question is not None:
            progress.add(entry_of(word, question))
            before.append(progress.open_question())
    for question in before[-2::-1]:
        progress.check_undo()
        progress.undo()
        assert progress.open_question() == question
    with pytest.raises(InputError, match="no answer to undo"):
        progress.check_undo()


def test_answers_about_another_question_are_refused():
    progress = Progress(sheet())
    question = progress.open_question()
    for entry in (
        ExampleAnswer("e1", "left_entailed", True),
        ExampleAnswer(question.id, "right_entailed", True),
        Mark("r2"),
    ):
        with pytest.raises(InputError, match="which comes next"):
            progress.check(entry)
    while question := progress.open_question():
        progress.add(Mark(question.rule.id))
    with pytest.raises(InputError, match="after the last question"):
        progress.check(Mark("r3"))


@given(steps, st.data())
def test_what_is_on_disk_is_what_was_answered(tmp_path_factory, words, data):
    """Also if the file is opened anew in between, or cut at any byte after its first line."""
    path = tmp_path_factory.mktemp("judgments") / "ann.jsonl"
    states = []
    for word in ["", *words]:
        with opened_log(path, sheet(), "ann") as log:
            take(log, word or "undo")
            # After a restart, a page that is still open has the right version.
            assert log.version == path.read_bytes().count(b"\n") - 1
            states.append((len(path.read_bytes()), log.progress.entries))
    content = path.read_bytes()
    with opened_log(path, sheet(), "ann") as log:
        assert log.progress.entries == states[-1][1]
    cut = data.draw(st.integers(states[0][0], len(content)))
    path.write_bytes(content[:cut])
    # A line that lacks but its line feed is whole.
    held = [entries for size, entries in states if size <= cut + 1]
    with opened_log(path, sheet(), "ann") as log:
        assert log.progress.entries == held[-1]
        take(log, "undo")
    assert path.read_bytes().endswith(b"\n")


def test_judgments_are_read(path):
    judged(path, "no", "yes", "no", "mark", "mark")
    found = read_judgments(path, sheet())
    assert list(found.by_example.values()) == [LEFT, IRRELEVANT]
    assert (found.judge, found.not_relational) == ("ann", {"r2", "r3"})
    with opened_log(path, sheet(), "ann") as log:
        assert read_judgments(path, sheet()) == found
        log.undo()
    message = "2 of 6 examples have no judgment, the first is 'e.*partial=True to measure"
    with pytest.raises(InputError, match=message):
        read_judgments(path, sheet())
    assert read_judgments(path, sheet(), partial=True).not_relational == {"r2"}


def lines(*added):
    header = {"format": "rte-baselines judgments 1", "sheet": sheet().digest, "judge": "ann"}
    return "".join(json.dumps(line) + "\n" for line in (header, *added))


FIRST = {"example": next(iter(sheet().examples)), "question": "left_entailed", "answer": "yes"}


def test_a_file_says_whose_it_is(path):
    judged(path, "yes")
    assert path.read_text() == lines(FIRST)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (lines(FIRST, FIRST), "line 3: an answer about 'e"),
        (lines({**FIRST, "answer": "perhaps"}), "line 2: is neither an answer nor a mark"),
        (lines({"undo": True}), "line 2: there is no answer to undo"),
        (lines() + "?\n", "line 2: is no JSON object"),
        (lines() + "[]\n" + lines(FIRST), "line 2: is no JSON object"),
        (lines().replace(sheet().digest, "0123"), "belongs to the sheet '0123'; expected"),
        (lines().replace("judgments 1", "judgments 2"), "holds no judgments"),
        ('{"a": 1}\n', "holds no judgments"),
    ],
)
def test_a_file_that_is_refused(path, content, message):
    path.write_text(content)
    for read in (read_judgments, lambda path, sheet: judged(path)):
        with pytest.raises(InputError) as error:
            read(path, sheet())
        assert str(error.value).startswith(f"{path}: {message}")
    assert path.read_text() == content
    path.write_text("")
    with pytest.raises(InputError, match="holds no judgments"):
        read_judgments(path, sheet())


def test_the_file_of_another_judge(path):
    judged(path, judge="bob")
    with pytest.raises(InputError, match="holds the judgments of 'bob'; expected those of 'ann'"):
        judged(path)


@pytest.mark.parametrize("content", ["my notes", "my notes\nof today"])
def test_a_file_with_something_else_is_not_overwritten(path, content):
    path.write_text(content)
    with pytest.raises(InputError):
        judged(path)
    assert path.read_text() == content


@pytest.mark.parametrize("content", ["{", lines().strip()])
def test_a_header_that_was_cut_short_is_written_again(path, content):
    path.write_text(content)
    assert judged(path, "no") == read_judgments(path, sheet(), partial=True)


def test_a_file_that_is_open(path):
    with opened_log(path, sheet(), "ann"), pytest.raises(InputError) as error:
        judged(path)
    assert str(error.value).startswith(f"{path}: is open in another process")
    assert judged(path, "no").by_example


def test_a_full_disk(path, monkeypatch):
    with opened_log(path, sheet(), "ann") as log:
        take(log, "yes")
        before = path.read_bytes()
        monkeypatch.setattr(os, "fsync", _fail)
        with pytest.raises(RteBaselinesError, match="the answer is not saved"):
            take(log, "yes")
        assert path.read_bytes() == before
        monkeypatch.undo()
        take(log, "no")
    assert read_judgments(path, sheet(), partial=True).by_example


def _fail(descriptor):
    raise OSError(28, "No space left on device")


def test_files_that_cannot_be_used(path, tmp_path, full_device, monkeypatch):
    for unusable in (full_device, tmp_path):
        with pytest.raises(InputError, match="is a folder, a device or a pipe; name a file"):
            judged(unusable)
    with pytest.raises(InputError, match=r"ann.jsonl: cannot be opened \(No such file"):
        judged(tmp_path / "absent" / "ann.jsonl")
    monkeypatch.setattr(os, "fsync", _fail)
    with pytest.raises(InputError, match=r"ann.jsonl: cannot be written \(No space left"):
        judged(path)
