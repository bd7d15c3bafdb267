"""The page without a browser: questions, answers, and what is saved."""

import re

import pytest

from rte_baselines.rules.judging.judgment_files import opened_log, read_judgments
from rte_baselines.rules.judging.judgments import Judgment
from rte_baselines.rules.judging.sheet import Drawing, Example, Sheet, SheetRule
from rte_baselines.web.judging.application import judging_application, pieces_of
from rte_baselines.web.serving.request_checks import Guard
from tests.rules.judging.examples import HOSTILE, rule, sheet
from tests.web.serving.asking import PORT, ask

HOLDS, NO, IRRELEVANT, LEFT = reversed(Judgment)


class Judge:
    """One who answers what the page shows."""

    def __init__(self, log):
        self.log = log
        self.application = Guard(judging_application(log), PORT)

    def page(self, path="/"):
        answered = ask(self.application, path)
        assert answered.status == 200
        return answered.text

    def fields(self):
        return dict(re.findall(r'name="(\w+)" value="([^"]*)"', self.page().partition("<ol")[0]))

    def send(self, fields, path="/answer"):
        answered = ask(self.application, path, fields=fields)
        return answered.headers["location"] if answered.status == 303 else answered.status

    def answer(self, word):
        return self.send({**self.fields(), "answer": word})

    def undo(self):
        return self.send({"version": self.log.version}, "/undo")


@pytest.fixture
def judge(tmp_path):
    with opened_log(tmp_path / "ann.jsonl", sheet(), "ann") as log:
        yield Judge(log)


def saved(judge):
    return list(read_judgments(judge.log.path, sheet(), partial=True).by_example.values())


def test_from_the_first_question_to_the_last(judge):
    assert "0 of 6 examples" in judge.page()
    words = ["no", "yes", "no", "yes", "yes", "no", "yes", "yes", "yes", "not-relational"]
    for word in words:
        assert judge.answer(word) == "/"
    assert saved(judge) == [LEFT, IRRELEVANT, NO, HOLDS]
    shown = judge.page()
    assert "All examples are judged" in shown
    assert "6 of 6 examples" in shown
    assert 'action="/answer"' not in shown
    assert judge.undo() == "/"
    assert "4 of 6 examples" in judge.page()


def test_rules_without_sentences_are_counted_apart(tmp_path, judge):
    assert "rule 1 of 3</span>" in judge.page()
    of = Sheet((*sheet(2).rules, rule("r3", examples=0)))
    with opened_log(tmp_path / "bob.jsonl", of, "bob") as log:
        assert "rule 1 of 2 with sentences (3 in the sheet)</span>" in Judge(log).page()


def test_undo(judge):
    assert "disabled" in judge.page()
    judge.answer("no")
    assert "disabled" not in judge.page()
    assert judge.undo() == "/"
    assert saved(judge) == []
    assert "0 of 6 examples" in judge.page()
    assert judge.undo() == "/?notice=elsewhere"


def test_an_answer_that_is_sent_twice_counts_once(judge):
    fields = {**judge.fields(), "answer": "yes"}
    assert judge.send(fields) == judge.send(fields) == "/"
    assert judge.log.version == 1


def test_an_old_page_changes_nothing(judge):
    old = judge.fields()
    judge.answer("no")
    judge.answer("no")
    for path in ("/answer", "/undo"):
        location = judge.send({**old, "answer": "yes"}, path)
        assert location == "/?notice=elsewhere"
    assert "was not saved, because judging went on in another tab" in judge.page(location)
    assert saved(judge) == [LEFT, LEFT]


def test_an_answer_that_cannot_be_written(judge, monkeypatch):
    def fail(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    location = judge.answer("no")
    assert "could not be written to disk" in judge.page(location)
    monkeypatch.undo()
    assert saved(judge) == []
    judge.answer("no")
    assert saved(judge) == [LEFT]


@pytest.mark.parametrize(
    "fields",
    [{}, {"answer": "yes"}, {"version": "0", "answer": "yes"}, {"version": "0", "answer": "so"}],
)
def test_forms_that_are_refused(judge, fields):
    assert judge.send(fields) == 400
    assert judge.log.version == 0


def test_what_does_not_exist(judge):
    for path in ("/page.html.jinja", "/application.py", "/../page.css", "/absent"):
        assert ask(judge.application, path).status == 404
    assert ask(judge.application, "/answer").status == 405
    assert ask(judge.application, "/page.css").headers["content-type"].startswith("text/css")
    assert judge.page("/?notice=<b>")


def test_nothing_is_shown_as_html(tmp_path):
    shown = Example(f"{HOSTILE} Ann \ud800", HOSTILE, "Ann", HOSTILE, HOSTILE)
    of = Sheet((SheetRule("r", HOSTILE, HOSTILE, (Drawing("b"),), (shown,)),))
    with opened_log(tmp_path / "ann.jsonl", of, "ann") as log:
        page = Judge(log).page()
    assert "<script>document" not in page
    assert "<b>bold" not in page
    assert page.count("&lt;script&gt;document") == 5


def test_nothing_of_the_rule_base_or_of_others_is_shown(judge):
    shown = judge.page()
    assert ">base<" not in shown
    assert "0.5" not in shown.partition("<main>")[2]


@pytest.mark.parametrize(
    ("sentence", "x", "y", "pieces"),
    [
        ("Ann met Bob.", "Ann", "Bob", [("", ""), ("Ann", "X"), (" met ", ""), ("Bob", "Y")]),
        ("Bob met Ann.", "Ann", "Bob", [("", ""), ("Bob", "Y"), (" met ", ""), ("Ann", "X")]),
        ("Ann met Ann", "Ann", "Bob", []),
        ("Ann Lee", "Ann Lee", "Lee", [("", ""), ("Ann Lee", "X")]),
        ("Nobody", "", "x", []),
    ],
)
def test_fillers_are_pointed_out(sentence, x, y, pieces):
    found = list(pieces_of(sentence, x, y))
    assert "".join(piece for piece, _ in found) == sentence
    assert found[: len(pieces)] == pieces
    assert all(not variable for _, variable in found[len(pieces) :])
