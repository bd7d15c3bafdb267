"""The sentences of answers, and which citations belong to them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.evaluation.citations import Answer, Document
from rte_baselines.evaluation.citations.notes import notes_on
from tests.evaluation.citations.examples import answer


def sentences(text, documents=3):
    return [(each.text, each.cited, each.missing) for each in answer(text, documents).sentences]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ada sang [1]. Bob danced [2].", [("Ada sang.", (1,)), ("Bob danced.", (2,))]),
        ("Ada sang.[1] Bob danced.[2]", [("Ada sang.", (1,)), ("Bob danced.", (2,))]),
        ("Ada sang. [1] Bob danced. [2]", [("Ada sang.", (1,)), ("Bob danced.", (2,))]),
        ("Ada sang.[1][2]Bob danced.", [("Ada sang.", (1, 2)), ("Bob danced.", ())]),
        ("Ada [3] sang [1, 3]. Bob danced.", [("Ada sang.", (1, 3)), ("Bob danced.", ())]),
        ("[2] Ada sang. Bob danced.", [("Ada sang.", (2,)), ("Bob danced.", ())]),
        ("Ada sang\nBob danced [1-2]", [("Ada sang", ()), ("Bob danced", (1, 2))]),
        ("Ada sang.\n[1]\n\nBob danced.", [("Ada sang.", (1,)), ("Bob danced.", ())]),
        ("Ada sang. Bob danced.\n[1]", [("Ada sang.", ()), ("Bob danced.", (1,))]),
        ("[3]\nAda sang [1].", [("Ada sang.", (1, 3))]),
        (
            "- Ada sang [1]\n* Bob danced\n2. Cy ran",
            [("Ada sang", (1,)), ("Bob danced", ()), ("Cy ran", ())],
        ),
        ("\u25aa Ada sang [1]\n\u25e6 Bob danced", [("Ada sang", (1,)), ("Bob danced", ())]),
        ("Ada sang (loudly [2]).\n\n---\n", [("Ada sang (loudly).", (2,))]),
        (
            "Ada sang [1].\n```python\nx = a[2]\n```\nBob danced [3].",
            [("Ada sang.", (1,)), ("Bob danced.", (3,))],
        ),
        ("Ada sang.\n~~~\na[2]", [("Ada sang.", ())]),
        (
            "**Ada** sang ([1], [2]). *Bob [[3]](http://x).*",
            [("Ada sang.", (1, 2)), ("Bob.", (3,))],
        ),
        ("* **Ada** sang **[1]**", [("Ada sang", (1,))]),
        ("Ada reads `a[2]` [1].", [("Ada reads `a[2]`.", (1,))]),
        ("Ada reads `a[2] +\nb[3]` [1].\nBob", [("Ada reads `a[2] + b[3]`.", (1,)), ("Bob", ())]),
        ("> Use `a[1]\n> or b[2]` [1]. Ada", [("Use `a[1] or b[2]`.", (1,)), ("Ada", ())]),
        (
            "Ada set `x = 1. Y = 2` [1]. Bob [2].",
            [("Ada set `x = 1. Y = 2`.", (1,)), ("Bob.", (2,))],
        ),
        ("Run `a. B`. Then `C! D. E` [2].", [("Run `a. B`.", ()), ("Then `C! D. E`.", (2,))]),
        ("`A. B` is one. `C. D` is too.", [("`A. B` is one.", ()), ("`C. D` is too.", ())]),
        ("Ada ` sang. Bob [1] danced.", [("Ada ` sang.", ()), ("Bob danced.", (1,))]),
        ("Ada ` [1].\n```\n[2]\n```\nBob ` [3].", [("Ada `.", (1,)), ("Bob `.", (3,))]),
        ("Use `**a` and `**b` [1].", [("Use `**a` and `**b`.", (1,))]),
        ("Ada sang.<sup>[1]</sup> Bob danced.", [("Ada sang.", (1,)), ("Bob danced.", ())]),
        ("Sources:\n- Ada sang [1]", [("Sources:", ()), ("Ada sang", (1,))]),
        ("> Ada sang [1].\n> Bob danced [2].", [("Ada sang.", (1,)), ("Bob danced.", (2,))]),
        ("## Ferries [1]\nAda sang.", [("Ferries", (1,)), ("Ada sang.", ())]),
        ("Ada sang.\n\n| a [1] | b |\n|---|---|\n| c | d [2] |\n", [("Ada sang.", ())]),
        ("Ada sang [1].\n\n    a[2]\n\nBob.", [("Ada sang.", (1,)), ("Bob.", ())]),
        ("````\n```\na[1]\n```\n````\nAda sang [2].", [("Ada sang.", (2,))]),
        ("<pre>\na[1]\n</pre>\nAda sang [2].", [("Ada sang.", (2,))]),
        ("Use <code>a[1]. B</code> [2]. Ada", [("Use <code>a[1]. B</code>.", (2,)), ("Ada", ())]),
        ("[1]", []),
        ("", []),
        (" \n", []),
    ],
)
def test_sentences_by_hand(text, expected):
    assert sentences(text) == [(*each, ()) for each in expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # After a citation, a stop ends the sentence.
        ("It sank [1]. it was old [2].", [("It sank.", (1,)), ("it was old.", (2,))]),
        ("Did it [1]? it did.", [("Did it?", (1,)), ("it did.", ())]),
        (
            "It sank [1]. [2] adds that all slept.",
            [("It sank.", (1,)), ("adds that all slept.", (2,))],
        ),
        ("It sank [1]. [2] It was old.", [("It sank.", (1, 2)), ("It was old.", ())]),
        ("Lie et al [1]. agree.", [("Lie et al. agree.", (1,))]),
        ("Version 2 [1].5 sank.", [("Version 2.5 sank.", (1,))]),
        # A citation before each sentence.
        ("[1] It sank. [2] It was old.", [("It sank.", (1,)), ("It was old.", (2,))]),
        (
            "[1] says it sank. [2] adds it was old. [1][3] agree.",
            [("says it sank.", (1,)), ("adds it was old.", (2,)), ("agree.", (1, 3))],
        ),
        (
            "Ada sang.\n- [1] It sank. [2] It was old.",
            [("Ada sang.", ()), ("It sank.", (1,)), ("It was old.", (2,))],
        ),
        ("[1] names Lie et al. [2] and Moe.", [("names Lie et al. and Moe.", (1, 2))]),
        ("[1] says, as ref. [2] does, so.", [("says, as ref. does, so.", (1, 2))]),
        # Not before each one, or after the last one, too.
        (
            "[1] It sank. [2] It was old. Ada sang.",
            [("It sank.", (1, 2)), ("It was old.", ()), ("Ada sang.", ())],
        ),
        ("[1] It sank. [2] It was old. [3]", [("It sank.", (1, 2)), ("It was old.", (3,))]),
        # The line may go on from the one before.
        (
            "Ada sang.\n[1] It sank. [2] It was old.",
            [("Ada sang.", ()), ("It sank.", (1, 2)), ("It was old.", ())],
        ),
        # Before a word in lower case, "al." may be the end or not.
        ("It sank. [1] it was old.", [("It sank. it was old.", (1,))]),
        ("As Lie et al. [1] show, it sank.", [("As Lie et al. show, it sank.", (1,))]),
    ],
)
def test_citations_at_the_beginning_of_a_sentence(text, expected):
    assert sentences(text) == [(*each, ()) for each in expected]


@pytest.mark.slow
@pytest.mark.parametrize(
    "part", ["it sank [1]. ", "[1]. ", "a. [1] ", "a [1]. [2] b. ", "<code>`a "]
)
@pytest.mark.parametrize("start", ["", "[1] "])
def test_long_lines_take_linear_time(start, part):
    assert answer(start + part * (30_000 // len(part)) + "Ada").sentences


def test_documents_that_do_not_exist():
    assert sentences("Ada sang [0][2, 7].", 2) == [("Ada sang.", (2,), (0, 7))]
    assert sentences("Ada sang [1].", 0) == [("Ada sang.", (), (1,))]


def test_what_is_unusual():
    found = answer("Ada [sic] sang [1999].\nSources:\n[1] The news")
    assert found.other_brackets == ("[sic]", "[1999]")
    assert found.starts_with_citation
    assert not answer("[sic] Ada sang.\n[1]").starts_with_citation


def test_brackets_in_code_are_told():
    assert answer("Ada reads `a[2]` and ``b`[1]`` [3].").other_brackets == ("[2]", "[1]")


def test_code_and_tables_are_told():
    code, tables = notes_on([answer("Ada sang [1].\n\n    a[2]\n\n| a | [1] |\n| b | [2][3] |")])
    assert code == (
        "answers with blocks of code, which are left out (1 line with 1 citation mark): 1 ('a1')"
    )
    assert tables == (
        "answers with tables, which are left out with their citations (2 lines with 3 citation "
        "marks): 1 ('a1')"
    )


def test_what_is_left_out_is_counted_over_all_answers():
    table = "Ada sang [1].\n\n| a | b |\n|---|---|\n| [sic] | c |"
    answers = [answer(table, pair_id="a"), answer("Bob danced [1].", pair_id="b")]
    (note,) = notes_on([*answers, answer(table, pair_id="c")])
    assert note.endswith("(6 lines with 0 citation marks): 2 ('a', 'c')")


def test_code_that_is_never_closed_is_told():
    found = answer("Ada sang [1].\n```\na[2]\n\nBob danced [3].")
    code, unclosed = notes_on([found])
    assert code.startswith("answers with blocks of code")
    assert unclosed == (
        "blocks of code that are never closed, so that all that follows is left out, up to the "
        "end of the answer or of the item or quotation around it: 1 (line 2 of 'a1')"
    )
    assert len(notes_on([answer("Ada sang [1].\n```\na[2]\n```")])) == 1


def test_a_formula_with_bars_is_no_table():
    formula = answer("|x| <= |y| [1].\n|x| <= |y|\nAda sang [2].")
    assert [each.text for each in formula.sentences] == ["|x| <= |y|.", "|x| <= |y|", "Ada sang."]
    assert notes_on([formula]) == []


def test_superscripts_that_hold_a_citation_are_not_told():
    assert notes_on([answer("Ada sang <sup>[1]</sup>.")]) == []
    (note,) = notes_on([answer("Ada sang <sup>2</sup> [1].")])
    assert note.startswith("superscripts, which are not read as citations")
    assert "1 ('<sup>2</sup>' in" in note


def test_documents_are_paragraphs_with_their_titles():
    found = Answer("1", "", [Document(" A. ", "T"), Document("B."), Document("C.", " ")])
    assert found.passage({3, 1}) == "T\n\nA.\n\nC."


@pytest.mark.slow
@given(st.permutations([1, 2, 3, 9]), st.sampled_from(["[{}]", " [{}]", "\n[{}]"]))
def test_the_order_of_citations_does_not_matter(order, form):
    text = "Ada sang." + "".join(map(form.format, order)) + "\nBob danced."
    found = answer(text, 3).sentences
    assert (found[0].cited, found[0].missing) == ((1, 2, 3), (9,))


@pytest.mark.slow
@given(
    st.lists(st.lists(st.integers(0, 5), max_size=3), min_size=1, max_size=4),
    st.sampled_from([("", "."), (".", ""), (". ", "")]),
)
def test_every_citation_belongs_to_its_sentence(numbers, around):
    """Before the stop, after it, and after a space."""
    before, after = around
    text = " ".join(
        f"Ada sang{before}" + "".join(f"[{number}]" for number in each) + after for each in numbers
    )
    found = answer(text, 3).sentences
    assert [{*each.cited, *each.missing} for each in found] == list(map(set, numbers))
    assert {each.text for each in found} == {"Ada sang."}
