"""Which brackets are citations, and the text without them."""

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rte_baselines.evaluation.citations.brackets import Citation, cited_numbers, without_citations


@pytest.mark.parametrize(
    ("content", "numbers"),
    [
        ("1", (1,)),
        (" 2 ", (2,)),
        ("1, 3", (1, 3)),
        ("3;1", (3, 1)),
        ("1-3", (1, 2, 3)),
        ("1\u20132, 3", (1, 2, 3)),
        ("7", (7,)),  # of a document that does not exist
        ("0", (0,)),
        ("1-999", (1, 2, 3, 999)),  # of one document that does not exist, and not of 996
        ("2-4", (2, 3, 4)),
        ("5-9", (9,)),
        ("0-2", (0, 1, 2)),
        ("0-9", (1, 2, 3, 9)),
        ("^1", (1,)),
        ("^2^", (2,)),
        (" ^1, 3", (1, 3)),
        ("^", None),
        ("^^1", None),
        ("2\u2020source", (2,)),
        ("1, 3\u2020L1-L9", (1, 3)),
        ("4:0\u2020source", None),  # of a message and a result, from 0
        ("\u2020source", None),
        ("1-2019", None),
        ("2019", None),
        ("1, 2019", None),
        ("3-1", None),
        ("1-2000000000", None),
        ("9" * 5000, None),
        ("sic", None),
        ("", None),
        ("1,", None),
        ("-1", None),
        ("1.5", None),
        ("\u00b2", None),
        ("\uff11", (1,)),  # full-width
        ("\uff11\uff0c\uff13", (1, 3)),
        ("\uff11\uff0d\uff13", (1, 2, 3)),
    ],
)
def test_numbers_by_hand(content, numbers):
    assert cited_numbers(content, 3) == numbers


def test_a_number_as_high_as_a_year_is_a_citation_if_there_are_so_many_documents():
    assert cited_numbers("2019", 2019) == (2019,)
    assert cited_numbers("2020", 2019) is None
    assert cited_numbers("999", 3) == (999,)
    assert cited_numbers("1000", 3) is None


@pytest.mark.parametrize(
    ("line", "text", "citations"),
    [
        ("Ada sang [1].", "Ada sang.", [(8, (1,))]),
        ("Ada sang. [1]", "Ada sang.", [(9, (1,))]),
        ("Ada sang.[1] [2-3] Bob", "Ada sang. Bob", [(9, (1,)), (9, (2, 3))]),
        ("Ada [1] sang", "Ada sang", [(3, (1,))]),
        ("Ada[1]sang", "Ada sang", [(3, (1,))]),
        ("Ada sang.[1]\u201cBob\u201d", "Ada sang. \u201cBob\u201d", [(9, (1,))]),
        ('"Ada sang [1]".', '"Ada sang".', [(9, (1,))]),
        ("[1] Ada", " Ada", [(0, (1,))]),
        ("Ada [sic] sang [2].", "Ada [sic] sang.", [(14, (2,))]),
        ("Ada [2", "Ada [2", []),
        ("Ada sang [1](https://example.org/1).", "Ada sang.", [(8, (1,))]),
        ("Ada sang [1](javascript:f(1)).", "Ada sang.", [(8, (1,))]),
        ("Ada sang [1](<> 'News').", "Ada sang.", [(8, (1,))]),
        ('Ada sang [1](a.org "The [2] news").', "Ada sang.", [(8, (1,))]),
        ("Ada sang \u30102\u3011.", "Ada sang.", [(8, (2,))]),
        ("Ada sang\u30101\u2020source\u3011[2].", "Ada sang.", [(8, (1,)), (8, (2,))]),
        ("Ada sang [^1][^2^].", "Ada sang.", [(8, (1,)), (8, (2,))]),
        ("Ada sang\u00b2.", "Ada sang\u00b2.", []),
        ("Ada sang [1](or danced).", "Ada sang (or danced).", [(8, (1,))]),
        ("Ada sang [[1]](http://x).", "Ada sang.", [(8, (1,))]),
        ("Ada sang [[1](http://x)].", "Ada sang.", [(8, (1,))]),
        ("Ada sang [[1]].", "Ada sang.", [(8, (1,))]),
        ("Ada sang ([1]). Bob", "Ada sang. Bob", [(8, (1,))]),
        ("Ada sang ([1], [2]).", "Ada sang.", [(8, (1,)), (8, (2,))]),
        ("Ada sang [1] ( [2]; [3] ).", "Ada sang.", [(8, (1,)), (8, (2,)), (8, (3,))]),
        ("Ada sang [1]([2]).", "Ada sang.", [(8, (1,)), (8, (2,))]),
        ("Ada sang [1], [2].", "Ada sang.", [(8, (1,)), (8, (2,))]),
        ("Ada sang [1]\u2013[3].", "Ada sang.", [(8, (1, 2, 3))]),
        ("Ada sang [1]-[2], [3].", "Ada sang.", [(8, (1, 2)), (8, (3,))]),
        ("Ada sang ([1]-[3]).", "Ada sang.", [(8, (1, 2, 3))]),
        ("Ada sang [3]-[1].", "Ada sang-.", [(8, (3,)), (9, (1,))]),
        ("Ada sang [1] - [3] too", "Ada sang - too", [(8, (1,)), (10, (3,))]),
        ("Ada sang \uff3b1\uff3d.", "Ada sang.", [(8, (1,))]),
        ("Ada sang\uff08\uff3b\uff11\uff3d\uff09.", "Ada sang.", [(8, (1,))]),
        ("Ada sang \u3010[1]\u3011.", "Ada sang.", [(8, (1,))]),
        ("Ada (loudly [1]) sang.", "Ada (loudly) sang.", [(11, (1,))]),
        ("Ada sang ([1]] [2).", "Ada sang (] [2).", [(10, (1,))]),
        ("Ada sang.<sup>[1]</sup> Bob", "Ada sang. Bob", [(9, (1,))]),
        ("Ada <SUP class='a'>[1][2] </SUP>sang", "Ada sang", [(3, (1,)), (3, (2,))]),
        ("Ada<sup>[1]</sup>, <sup>[2]</sup>.", "Ada.", [(3, (1,)), (3, (2,))]),
        ("Ada<sup>[[1]](http://x)</sup>.", "Ada.", [(3, (1,))]),
        ("x<sup>2</sup> [1]", "x<sup>2</sup>", [(13, (1,))]),
        ("x<sup>n [1]</sup>", "x<sup>n</sup>", [(7, (1,))]),
        ("Ada (`a` [1]) sang", "Ada (`a`) sang", [(8, (1,))]),
        ("a ` b [1]", "a ` b", [(5, (1,))]),
        ("Ada sang (1).", "Ada sang (1).", []),
        ("Ada sang [(1)]", "Ada sang [(1)]", []),
    ],
)
def test_lines_by_hand(line, text, citations):
    found = without_citations(line, 3)
    assert found.text == text
    assert found.citations == tuple(Citation(*each) for each in citations)
    assert found.other_brackets == tuple(each for each in ("[sic]", "[(1)]") if each in line)


@pytest.mark.parametrize("code", ["`a[2]`", "`[1]`", "``b`[1]``", "`a [1](x) b`"])
def test_brackets_in_code_are_no_citations(code):
    found = without_citations(f"Ada sang {code} [3].", 3)
    assert found.text == f"Ada sang {code}."
    assert [each.numbers for each in found.citations] == [(3,)]
    assert len(found.other_brackets) == 1


@pytest.mark.parametrize("bracket", ["[the news](a.org/1)", "\u30104:0\u2020source\u3011", "[^a]"])
def test_brackets_that_are_no_citations_stay(bracket):
    found = without_citations(f"Ada sang {bracket}.", 3)
    assert found.text == f"Ada sang {bracket}."
    assert (found.citations, found.other_brackets) == ((), (bracket,))


@pytest.mark.slow
@pytest.mark.parametrize(
    "part",
    [
        *("[1](a", "[1]((", "\u3010[", '[1](a "', "[1](a '[1](a \"", "([1]", "[1])", "[1],"),
        *("[1]</sup>", "<sup>[1]", "`["),
    ],
)
def test_unclosed_brackets_take_linear_time(part):
    assert without_citations(part * 5_000, 3).other_brackets == ()


PLAIN = st.sampled_from(
    ["[1]", "[2, 3]", "\u30101\u3011", "\uff3b\uff12\uff3d", "[^3^]", "[1\u2020a]", "[2](http://x)"]
)
AROUND = [
    "<sup>{}</sup>",
    "({})",
    "[{}]",
    "[{}](http://x)",
    "\uff08{}\uff09",
    "\uff3b{}\uff3d",
    "\u3010 {} \u3011",
]


def _nested(inner):
    separated = st.tuples(
        st.lists(inner, min_size=1, max_size=3), st.sampled_from([" ", ", ", ";"])
    )
    joined = separated.map(lambda each: each[1].join(each[0]))
    return st.tuples(st.sampled_from(AROUND), joined).map(lambda each: each[0].format(each[1]))


@pytest.mark.slow
@given(st.recursive(PLAIN, _nested, max_leaves=6))
def test_no_brackets_are_left_behind_whatever_the_nesting(notation):
    found = without_citations(f"Ada sang {notation}. Bob (loudly).", 3)
    assert found.text == "Ada sang. Bob (loudly)."
    assert found.other_brackets == ()
    digits = notation.replace("\uff12", "2").replace("http://x", "")
    cited = [str(number) for citation in found.citations for number in citation.numbers]
    assert cited == [character for character in digits if character.isdigit()]


@given(st.text(alphabet="ab .,[]-123\n\u2013^\u2020\u3010\u3011", max_size=40), st.integers(0, 5))
def test_what_is_no_citation_stays(line, documents):
    # The name of a source is taken out with its citation.
    assume(not re.search(r"\u2020[^\]\u3011]*[ab.]", line))
    found = without_citations(line, documents)
    letters = [character for character in line if character in "ab."]
    assert [character for character in found.text if character in "ab."] == letters
    assert all(0 <= citation.position <= len(found.text) for citation in found.citations)
    assert all(bracket in found.text for bracket in found.other_brackets)
    contents = [bracket[1:-1] for bracket in found.other_brackets]
    assert all(cited_numbers(content, documents) is None for content in contents)
