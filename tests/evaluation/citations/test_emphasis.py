"""Emphasis in Markdown, taken out of the sentences of answers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.evaluation.citations.emphasis import without_emphasis


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("**Ada** sang.", "Ada sang."),
        ("*Ada* and __Bob__ _sang_.", "Ada and Bob sang."),
        ("***Ada*** sang", "Ada sang"),
        ("**Ada *sang***", "Ada sang"),
        ("***Ada* sang**", "Ada sang"),
        ("**Ada:** sang [1]**.**", "Ada: sang [1]**.**"),  # what is emphasized is a stop
        ("**Ada sang [1].**", "Ada sang [1]."),
        ('*"Ada"* sang (*loudly*)', '"Ada" sang (loudly)'),
        ("un**believ**able", "unbelievable"),
        ("2 * 3 * 4, 2*3*4, 2**3**4", "2 * 3 * 4, 2*3*4, 2**3**4"),
        ("the_snake_case and __ or **", "the_snake_case and __ or **"),
        ("f(*args, **kwargs)", "f(*args, **kwargs)"),
        ("https://example.org/_a_/b", "https://example.org/_a_/b"),
        ("*Ada* runs `*a*` and ``b ` *c*``", "Ada runs `*a*` and ``b ` *c*``"),
        ("a ` *b*", "a ` b"),
        (r"\`*a*` *b*", r"\`a` b"),
        ("0.5 (*) and 0.6 (*)", "0.5 (*) and 0.6 (*)"),
        (r"\*Ada\* sang", r"\*Ada\* sang"),
        ("**Ada sang", "**Ada sang"),
        ("*note: Ada *sang*", "*note: Ada sang"),
        ("**** Ada ****", "**** Ada ****"),
        ("", ""),
    ],
)
def test_marks_by_hand(line, text):
    assert without_emphasis(line) == text


@given(st.lists(st.sampled_from(["Ada", "**", "*", "_", "__", " ", ".", "2", "("]), max_size=12))
def test_only_marks_are_taken_out(parts):
    line = "".join(parts)
    marks = str.maketrans("", "", "*_")
    assert without_emphasis(line).translate(marks) == line.translate(marks)


@given(st.sampled_from(["*", "**", "***", "_", "__", "___"]), st.sampled_from(["Ada", "Ada sang"]))
def test_emphasis_of_words_does_not_change_a_line(mark, words):
    assert without_emphasis(f"So {mark}{words}{mark}, and more") == f"So {words}, and more"
