from itertools import product

import pytest
from nltk.stem.porter import PorterStemmer

from rte_baselines.analysis import Analyzer
from rte_baselines.analysis.tokens.stems import PorterLayer
from rte_baselines.lexicon.wordnet.database.database import wordnet_in_use


def test_snowball_and_porter_differ_where_their_papers_do():
    # Porter2 keeps the e of "dying"'s lie-class words apart: dying -> die (special form);
    # Porter of 1980 only strips -ing.
    text = Analyzer().analyze(["Dying fairly generously"])[0]
    assert text.stems == ("die", "fair", "generous")
    assert text.porter_stems == ("dy", "fairli", "gener")


def require_stems_of_nltk(words):
    stemmer = PorterStemmer(mode=PorterStemmer.MARTIN_EXTENSIONS)
    assert PorterLayer().values(words)["porter_stems"] == [stemmer.stem(word) for word in words]


@pytest.mark.slow
def test_porter_stems_are_those_of_nltk():
    # The suffixes of all steps, alone and one after another, after stems of measure 0, 1 and 2.
    suffixes = """
        s es ies sses ed eed ing y ational tional ency ancy izer ably ally ently ely ously ization
        ation ator alism iveness fulness ousness ality ivity ability ology icate ative alize icity
        ical ful ness al ance ence er ic able ible ant ement ment ent ion sion ou ism ate ity ous
        ive ize e ll
    """.split()
    endings = ["", *suffixes, *map("".join, product(suffixes, repeat=2))]
    require_stems_of_nltk(
        ["".join(word) for word in product(("", "t", "tr", "trop", "troppet"), endings)]
    )


@pytest.mark.slow
def test_porter_stems_of_wordnet_are_those_of_nltk():
    words = wordnet_in_use().words
    require_stems_of_nltk([words.string(row) for row in range(0, len(words), 5)])
