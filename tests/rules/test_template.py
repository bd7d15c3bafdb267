from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.errors import InputError
from rte_baselines.rules.template import Template
from tests.rules.templates import template_of, templates, trees


def edges(words, heads, relations):
    """The edges of a tree by the words of their ends, whatever the order of the nodes."""
    return sorted(
        (words[head], relation, word)
        for word, head, relation in zip(words, heads, relations, strict=True)
        if head >= 0
    )


def test_a_path_is_read_from_x_to_y():
    template = Template("X <nsubj- hold -obj-> stake -nmod:in-> Y")
    assert template.words == ("X", "hold", "stake", "Y")
    assert template.heads == (1, -1, 1, 2)
    assert template.relations == ("nsubj", "", "obj", "nmod:in")
    assert template.lemmas == ("hold", "stake")


def test_branches_belong_to_the_word_before_them():
    template = Template("X <nsubj- take[-obj-> part[-amod-> big]; -advmod-> now] -obl:in-> Y")
    assert edges(template.words, template.heads, template.relations) == [
        ("part", "amod", "big"),
        ("take", "advmod", "now"),
        ("take", "nsubj", "X"),
        ("take", "obj", "part"),
        ("take", "obl:in", "Y"),
    ]
    assert template.path == "X <nsubj- take -obl:in-> Y"


def test_templates_are_equal_however_they_are_written():
    written = "X<nsubj- take[ -obj->part ;-advmod-> now]-obl:in-> Y"
    other = "X <nsubj- take[-advmod-> now; -obj-> part] -obl:in-> Y"
    assert Template(written) == Template(other)
    assert hash(Template(written)) == hash(Template(other))
    assert str(Template("Y <obj- buy -nsubj-> X")) == "X <nsubj- buy -obj-> Y"


@given(trees())
def test_the_text_has_the_whole_tree(tree):
    template = template_of(*tree)
    assert edges(template.words, template.heads, template.relations) == edges(*tree)
    assert Template(template.text) == template
    assert template.words[0] == "X"
    assert template.lemmas == tuple(word for word in template.words if word not in ("X", "Y"))
    words = [{"X": "Y", "Y": "X"}.get(word, word) for word in tree[0]]
    assert template.swapped == template_of(words, *tree[1:])


@given(templates(), st.sampled_from(["IBM", "[]"]), st.sampled_from(["-obj-> Y", "a b"]))
def test_swapping_exchanges_the_strings_of_a_phrase(template, x, y):
    words = template.phrase(x, y)
    assert x in words
    assert y in words
    assert sorted(template.swapped.phrase(y, x)) == sorted(words)


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("X <nsubj- acquire -obj-> Y", "IBM acquire Lotus"),
        ("X <obj- beat -nsubj-> Y", "Lotus beat IBM"),
        ("X <nsubj- take_over -obj-> Y", "IBM take over Lotus"),
        ("X <nsubj- give[-obj-> money] -iobj-> Y", "IBM give Lotus money"),
        ("X <nsubj- agree -xcomp:to-> buy -obj-> Y", "IBM agree to buy Lotus"),
        ("X <nsubj:cop- owner -nmod:of-> Y", "IBM be owner of Lotus"),
        ("X <nmod:poss- bid -nmod:for-> Y", "IBM's bid for Lotus"),
        ("X <nsubj- fall -obl:because_of-> Y", "IBM fall because of Lotus"),
        ("X <nsubj- cost -obl:unmarked-> Y", "IBM cost Lotus"),
    ],
)
def test_phrases_have_the_order_of_english(text, phrase):
    assert Template(text).phrase("IBM", "Lotus") == phrase


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "expected a lemma, X or Y, not the end"),
        ("X <nsubj- acquire", "the variable Y is missing"),
        ("X <nsubj- acquire -obj-> X", "the variable X occurs more than once"),
        ("X <nsubj- acquire -obj-> Z", "'Z' is neither a variable, X or Y, nor a lemma in lower"),
        ("X <nsubj- Acquire -obj-> Y", "'Acquire' is neither a variable"),
        ("X -nmod:of-> Y", "matches everything; expected a lemma"),
        ("X <nsubj- acquire Y", "'Y' is out of place"),
        ("X <nsubj- acquire[-obj-> Y", "expected ] after the branches"),
        ("X <nsubj- acquire[part] -obj-> Y", "expected a relation such as -obj->"),
        ("X -obj-> acquire <nsubj- Y", "'acquire' has two heads"),
        ("X <nsbj- acquire -obj-> Y", "'nsbj' is no relation; known are acl, "),
        ("X <conj- price -nmod:of-> Y", "conj is written as no relation, as coordinated words"),
        ("X <det- price -nmod:of-> Y", "'det' is no relation; known are acl, "),
        ("X <nsubj:pass- acquire -obj-> Y", "nsubj:pass is written as obj"),
        ("X <nsubj- take[-compound:prt-> over] -obj-> Y", "part of the verb, as in take_over"),
        ("X <nsubj- > -obj-> Y", "expected a lemma, X or Y, not '>'"),
        (f"X{' <nsubj- a' * 5_000} -obj-> Y", "has 10003 words and relations; expected at most"),
    ],
)
def test_bad_templates_are_refused_in_one_line(text, problem):
    with pytest.raises(InputError) as caught:
        Template(text)
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.text(alphabet="XYZa <>-[];:\n", max_size=30))
def test_any_text_is_a_template_or_refused(text):
    with suppress(InputError):
        assert Template(Template(text).text).text == Template(text).text
