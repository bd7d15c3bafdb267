"""Code between backquotes, also over line breaks."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from rte_baselines.evaluation.citations.code_spans import joined_over_code, positions_in_code


@pytest.mark.parametrize(
    ("lines", "joined"),
    [
        (["`a", "b` [1]"], ["`a b` [1]"]),
        (["x ``a`", "b", "c`` y", "z"], ["x ``a` b c`` y", "z"]),
        (["`a` b", "c `d`"], ["`a` b", "c `d`"]),
        (["a ` b", "c"], ["a ` b", "c"]),
        # A blank line, an item, a heading and a quotation begin another block.
        (["`a", "", "b`"], ["`a", "", "b`"]),
        (["- `a", "- b`"], ["- `a", "- b`"]),
        (["- `a", "  b`"], ["- `a   b`"]),
        (["1. `a", "2) b`", "# `c", "> d`"], ["1. `a", "2) b`", "# `c", "> d`"]),
        (["\\`a", "b`"], ["\\`a", "b`"]),
        # Headings, rows and lines between paragraphs are blocks by themselves.
        (["## `a", "b [1] `c`"], ["## `a", "b [1] `c`"]),
        (["| `a |", "| b` |"], ["| `a |", "| b` |"]),
        (["`a", "---", "b`"], ["`a", "---", "b`"]),
        (["`a", "* * *", "b`"], ["`a", "* * *", "b`"]),
        (["`a", "===", "b`"], ["`a", "===", "b`"]),
        # Within a quotation, also after a line without its mark.
        (["> `a", "> b` c"], ["> `a b` c"]),
        (["> > `a", ">> b`", "> c"], ["> > `a b`", "> c"]),
        (["> `a", "b", ">c`"], ["> `a b c`"]),
        (["> - `a", ">   b`"], ["> - `a   b`"]),
        (["> `a", ">> b`"], ["> `a", ">> b`"]),
        (["> `a", ">", "> b`"], ["> `a", ">", "> b`"]),
        (["> `a", "", "> b`"], ["> `a", "", "> b`"]),
        (["> # `a", "> b`"], ["> # `a", "> b`"]),
        (["`a > b` >", "> c"], ["`a > b` >", "> c"]),
        # Between tags.
        (["<code>a", "b</code> c"], ["<code>a b</code> c"]),
        (["<code>a `b", "c</code> `d"], ["<code>a `b c</code> `d"]),
        (["`<code>` a", "b </code>"], ["`<code>` a", "b </code>"]),
        (["<code>a", "", "b</code>"], ["<code>a", "", "b</code>"]),
        ([], []),
        ([""], [""]),
    ],
)
def test_lines_by_hand(lines, joined):
    assert list(joined_over_code(lines)) == joined


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("a <code>b</code> c", "<code>b</code>"),
        ('<PRE id="a">b</pre >c', '<PRE id="a">b</pre >'),
        ("<code>a <pre>b</code>", "<code>a <pre>b</code>"),
        ("<code>a</pre>", ""),
        ("<codes>a</codes>", ""),
        ("</code>a<code>", ""),
        ("\\`a ``b`c``", "``b`c``"),
    ],
)
def test_code_in_a_line(line, code):
    assert "".join(line[position] for position in sorted(positions_in_code(line))) == code


@pytest.mark.slow
@pytest.mark.parametrize("part", ["<code>", "<pre", "</code>", "` `` ", "\\`", "<code>`"])
def test_long_lines_take_linear_time(part):
    assert isinstance(positions_in_code(part * (200_000 // len(part))), set)


def lists_of_lines(alphabet):
    return st.lists(st.text(alphabet=alphabet, max_size=8), max_size=5)


@pytest.mark.slow
@given(st.sampled_from(["`a b", "`a >"]).flatmap(lists_of_lines))
def test_code_is_that_of_commonmark(lines):
    # Three backquotes fence a block, and four spaces indent one.
    assume(not any("```" in line or "    " in line for line in lines))
    tokens = MarkdownIt("commonmark").parse("\n".join(lines))
    parts = (part for token in tokens for part in token.children or ())
    expected = "".join(
        part.markup + part.content + part.markup for part in parts if part.type == "code_inline"
    )
    code = "".join(
        line[position]
        for line in joined_over_code(lines)
        for position in sorted(positions_in_code(line))
    )
    assert code.replace(" ", "") == expected.replace(" ", "")


@pytest.mark.slow
@given(st.lists(st.text(alphabet="`a -#\\", max_size=8), max_size=5))
def test_only_breaks_are_changed(lines):
    joined = list(joined_over_code(lines))
    assert " ".join(joined) == " ".join(lines)
    assert list(joined_over_code(joined)) == joined
