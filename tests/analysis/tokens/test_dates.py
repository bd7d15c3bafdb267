import pytest

from rte_baselines.analysis.tokens.numbers import DateLayer


@pytest.mark.parametrize(
    ("word", "date"),
    [
        ("Monday", "day monday"),
        ("MONDAY", "day monday"),
        ("Mon", "day monday"),
        ("Tues.", "day tuesday"),
        ("Sun.", "day sunday"),
        ("May", "month may"),
        ("Sept.", "month september"),
        ("Sep", "month september"),
        ("1998", "year 1998"),
    ],
)
def test_dates(word, date):
    values = DateLayer().values([word])
    assert (values["dates"], values["is_date"].tolist()) == ([date], [True])


@pytest.mark.parametrize("word", "may Sun march 1,998 1066 2100 19987 5/12/1998 . Mayor".split())
def test_other_words_have_their_norm(word):
    values = DateLayer().values([word])
    assert (values["dates"], values["is_date"].tolist()) == ([word.lower()], [False])
