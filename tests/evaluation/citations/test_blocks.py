"""Code and tables, which are no sentences, and the prose around them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.evaluation.citations.blocks import blocks_of


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("````\na\n```\nb\n```\n````\nP", ["a", "```", "b", "```"]),
        ("~~~\na\n```\n~~\n~~~~\nP", ["a", "```", "~~"]),
        ("```python\na\n```python\n```  \nP", ["```python", "a", "```python"]),
        ("```\na\n    ```\n```\nP", ["a", "    ```"]),
        ("```\na", ["a"]),
        ("```P``` P", []),
        # In items of lists and quotations; the end of a quotation ends its code.
        ("- ```\n  a\n  ```\n- P", ["  a"]),
        ("- P\n```\na\n```\nP", ["a"]),
        ("> ```\n> a\n> ```\nP", ["> a"]),
        ("> ```\n> a\nP", ["> a"]),
        ("- > ```\n  > a\n  > ```\n  P", ["  > a"]),
        ("> - ~~~\n>   a\n>   ~~~\n> P", [">   a"]),
        # Indented.
        ("P\n\n    a\n\n\tb\nP", ["    a", "\tb"]),
        ("P\n    P", []),
        ("P\n   \n    a", ["    a"]),
        ("    P\n\n    P", []),
        ("> P\n>\n>     a\n> P", [">     a"]),
        ("# P\n    a", ["    a"]),
        ("- P\n\n    P\n\n      a\n\nP", ["      a"]),
        ("10. P\n\n    P", []),
        ("-       P\n\n        P", []),
        ("P\n\n    - P\n    - P", []),
        ("P\n\n    a\n    - b\nP", ["    a", "    - b"]),
        # Between tags.
        ("<pre>\na\n\nb\n</pre>P", ["<pre>", "a", "", "b", "</pre>"]),
        ('<PRE class="a">b</PRE> P', ['<PRE class="a">b</PRE>']),
        ("<code>\na\n\nb\n</code>\nP", ["<code>", "a", "", "b", "</code>"]),
        ("- <code>\n  a\n\n  b\n  </code>\n- P", ["- <code>", "  a", "", "  b", "  </code>"]),
        ("> <code>\n> a\n> </code> P\n> P", ["> <code>", "> a", "> </code>"]),
        ("1. > <CODE class='a'>\n   > b\nP", ["1. > <CODE class='a'>", "   > b"]),
        ("- <code>P</code>\n- P <code>\n- P", []),
        ("<pre><code>\na\n</code></pre> P", ["<pre><code>", "a", "</code></pre>"]),
        ("<pre><code>a</code> b</pre> P", ["<pre><code>a</code> b</pre>"]),
        ("> <pre>\n> a\nP", ["> <pre>", "> a"]),
        ("<code>P</code> P", []),
        ("<preface>\nP", []),
        ("<pre>\n<code>a</code>\n\nb\n</pre>\nP", ["<pre>", "<code>a</code>", "", "b", "</pre>"]),
        ("\u2022 P:\n\n    P\n\n\u2022 P", []),
        ("P:\n\n    a. P\n    b. P", []),
        ("<br>\n```\na\n\nb\n```\nP", ["a", "", "b"]),
        ("<details><summary>P</summary>\n```\na\n\nb\n```\n</details>\nP", ["a", "", "b"]),
        ("P <pre>P</pre>", []),
    ],
)
def test_code_by_hand(text, code):
    found = blocks_of(text)
    assert found.code == code
    assert found.tables == []
    assert sum(line.count("P") for line in found.prose) == text.replace("PRE", "").count("P") - sum(
        line.count("P") for line in code if "PRE" not in line
    )


@pytest.mark.parametrize(
    ("text", "unclosed"),
    [
        ("P\n```\na", [2]),
        ("P\n\n~~~ python\na\n```\n\n", [3]),
        ("```", [1]),
        ("```\n", [1]),
        ("```\n```", []),
        ("```\n\n```", []),
        ("- ```\n  ", [1]),
        ("- ```\n  a\n- ```\n  b\n  ```\n- ~~~", [1, 6]),
        ("> ```\n> a\nP\n```\na", [1, 4]),
        ("````\na\n```", [1]),
        ("<pre>\na\n\nb", [1]),
        ("<pre>a</pre>\n> <code>\n> a\nP", [2]),
        ("<code>\na\n</code>", []),
        ("P <code>\n\nP `", []),
        ("\n\n    a", []),
    ],
)
def test_code_that_is_never_closed(text, unclosed):
    assert blocks_of(text).unclosed == unclosed


@given(
    st.lists(st.sampled_from(["P", "", "- P", "> P"]), max_size=4),
    st.sampled_from(["```", "~~~~", "<pre>", "<code>"]),
    st.lists(st.sampled_from(["a", "", "    a", "# a", "- a", "> a"]), max_size=4),
)
def test_whatever_follows_is_in_code_that_is_never_closed(before, opening, inside):
    found = blocks_of("\n".join([*before, "", opening, *inside]))
    assert found.unclosed == [len(before) + 2]
    assert "a" not in "".join(found.prose)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("| a | b |\n|---|:-:|\n| c | d |\nP", 3),
        ("a | b\n--|--\nc | d\nP\n\nP | P", 3),
        ("P\n| a |\n| - |\n| b |\n\nP", 3),
        ("> | a | b |\n> |---|---|\n> | c | d |\n> P", 3),
        ("| a | b |\n| c | d |\n", 2),
        ("> | a | b |\n> | c | d |\n", 2),
        # Not as many cells as in the header.
        ("| a | b | c |\n|---|---|\n| d | a | b |\nP", 3),
        ("|P| <= |P|", 0),
        ("P\n|P| <= |P|\nP", 0),
        ("|P| <= |P|\n\n|P| <= |P|", 0),
        ("|P + P| <= |P| + |P|\n|P| <= |P|", 0),
        ("P | P\n\nP|P", 0),
        ("P |P| P", 0),
        ("P\n---\nP | P", 0),
    ],
)
def test_tables_by_hand(text, rows):
    found = blocks_of(text)
    assert len(found.tables) == rows
    assert "".join(found.prose).count("P") == text.count("P")
    assert not any(letter in "".join(found.prose) for letter in "abcd")


@pytest.mark.slow
@given(st.lists(st.text(alphabet="`>-1. \t|#a", max_size=9), max_size=8))
def test_every_word_is_in_one_block(lines):
    found = blocks_of("\n".join(lines))
    kept = [*found.prose, *found.code, *found.tables]
    assert sum(line.count("a") for line in kept) == sum(line.count("a") for line in lines)


@pytest.mark.slow
@pytest.mark.parametrize(
    "part",
    [
        *("> ", ">", "- ", "1. ", "    ", "\t", "|", "| a ", "-", "-|", "- -", "* ", "`", "~~~"),
        *("<pre ", "<pre>", "<pre>\n", "<code>\n", "```\n", "> ```\n", "- ```\n", "> - \n", "\n"),
        *("|-\n", "|--", "|" + 9 * "-", "a|\n-|-\n", "    a\n\n", "- a\n\n", "# "),
    ],
)
@pytest.mark.parametrize("start", ["", "- " * 1_000 + "\n", "> " * 1_000 + "\n", "```\n", "a\n"])
def test_long_texts_take_linear_time(start, part):
    assert blocks_of(start + part * (20_000 // len(part)) + "x")
