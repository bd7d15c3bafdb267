import gzip
import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.errors import InputError, InputWarning
from rte_baselines.rules.rule import Rule
from rte_baselines.rules.rule_files import (
    parse_rule,
    read_rules,
    read_templates,
    template_of,
    write_rules,
)
from rte_baselines.rules.template import Template
from tests.rules.templates import templates

LEFT, RIGHT = "X <nsubj- buy -obj-> Y", "X <nsubj- own -obj-> Y"
BOTH = {"left": LEFT, "right": RIGHT}
BUY, OWN = Template(LEFT), Template(RIGHT)
BUY_OWN = f"{LEFT} => {RIGHT}"
LOSE = "X <nsubj- lose -obl:to-> Y => X <obj- beat -nsubj-> Y"


def file_of(folder, text, name="rules.txt"):
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def test_the_text_format(tmp_path):
    rules = read_rules(file_of(tmp_path, f"# owners\n\n  {BUY_OWN} | 0.31 | dirt\n{LOSE}\n"))
    assert list(map(str, rules)) == [BUY_OWN, LOSE]
    assert [(rule.score, rule.source) for rule in rules] == [(0.31, "dirt"), (1.0, "")]


def test_files_of_templates(tmp_path):
    text = "# verbs\n\n X <nsubj- buy -obj-> Y\nX <nsubj- own -obj-> Y\n"
    assert list(map(str, read_templates(file_of(tmp_path, text)))) == [LEFT, RIGHT]


RULES = (
    st.tuples(templates(), templates(), st.floats(0, 1), st.just("of a test"))
    .filter(lambda fields: fields[0] != fields[1])
    .map(lambda fields: Rule(*fields))
)


@given(
    st.lists(RULES, min_size=1, max_size=4, unique_by=lambda rule: rule.id),
    st.sampled_from(["rules.txt", "rules.jsonl", "rules.txt.gz", "rules.jsonl.zst"]),
)
def test_what_is_written_is_read_again(tmp_path_factory, rules, name):
    path = tmp_path_factory.mktemp("rules") / name
    write_rules(path, rules)
    assert read_rules(path) == rules


def test_json_lines_have_the_id(tmp_path):
    path = tmp_path / "rules.jsonl"
    rule = parse_rule(f"{BUY_OWN} | 0.5 | mine")
    write_rules(path, [rule])
    assert json.loads(path.read_text()) == {**BOTH, "score": 0.5, "source": "mine", "id": rule.id}


BUY_EXCHANGED = "Y <nsubj- buy -obj-> X => X <obj- own -nsubj-> Y"
NO_TEMPLATE = "X <nsubj- buy -obj-> Z => X <obj- a -obj-> Y"


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("templates", "# none\n", "has no template; expected lines such as X <nsubj- buy -obj->"),
        ("templates", f"\n{BUY_OWN}\n", "line 2: template 'X <nsubj- buy"),
        ("templates", "X -obj-> a -obj-> Y\n" * 2, "line 2: repeats the template of line 1; exp"),
        ("r.txt", "", "has no rule; expected lines such as LEFT => RIGHT"),
        ("r.txt", f"{BUY_OWN}\n{BUY_OWN}\n", "line 2: repeats the rule of line 1"),
        ("r.txt", f"{BUY_OWN}\n{BUY_EXCHANGED}", "line 2: repeats the"),
        ("r.txt", f"\n{BUY_OWN} => X", "line 2: 'X <nsubj- buy"),
        ("r.txt", f"{BUY_OWN} | high", "line 1: the score 'high' is not a number"),
        ("r.txt", f"{BUY_OWN} | 2", f"line 1: rule {BUY_OWN}: the score 2.0 is not from 0 to 1"),
        ("r.txt", NO_TEMPLATE, "line 1: template 'X <nsubj- buy"),
        ("r.txt", "X -nmod:of-> Y => X <nsubj- own -obj-> Y", "line 1: template 'X -nmod:of-> Y'"),
        ("r.jsonl", json.dumps({"left": LEFT}), "line 1: the field 'right' is missing"),
        ("r.jsonl", json.dumps({**BOTH, "right": 1}), "line 1: the field 'right' is 1; expected a"),
        ("r.jsonl", json.dumps({**BOTH, "score": True}), "line 1: the score True is not a number"),
        ("r.jsonl", json.dumps({**BOTH, "scores": 1}), "line 1: the field 'scores' is unknown"),
        ("r.jsonl", json.dumps({**BOTH, "id": "0123"}), "line 1: the id '0123' is not"),
        ("r.jsonl", "\n[1]", "line 2: is not a JSON object"),
        ("r.jsonl", '{"left": "a", "left": "b"}', "line 1: two fields have the same name, 'left'"),
        ("r.jsonl", json.dumps(BOTH) + " {}", "line 1: more follows after the object: ' {}'"),
        ("r.lsp", "(a (sims b c))", "line 1: expected (path (sims path number"),
        ("r.lsp", "(a b)", "line 1: expected (path (sims path number"),
        ("r.lsp", "(a (sims b))", "line 1: expected (path (sims path number"),
        ("r.lsp", "(a (sims b 2))", "line 1: expected (path (sims path number"),
    ],
)
def test_bad_files(tmp_path, name, text, problem):
    path = file_of(tmp_path, text, name)
    with pytest.raises(InputError) as error:
        (read_templates if name == "templates" else read_rules)(path)
    assert str(error.value).startswith(f"{path}: {problem}")


def test_what_a_file_cannot_hold_is_not_written(tmp_path):
    with pytest.raises(InputError, match=r"has a \| or a line break"):
        write_rules(tmp_path / "rules.txt", [Rule(BUY, OWN, 1.0, "a|b")])
    with pytest.raises(InputError, match="only read"):
        write_rules(tmp_path / "dirt.lsp", [])


# The path that Lin and Pantel print, and the directions of its relations.
@pytest.mark.parametrize(
    ("path", "template"),
    [
        ("N:subj:V<find>V:obj:N>solution>N:to:N", "X <nsubj- find -obj-> solution -nmod:to-> Y"),
        ("N:obj:V<solve>V:by-subj:N", "X <obj- solve -nsubj-> Y"),
        ("N:to:V<be close>V:subj:N", "X <obl:to- be_close -nsubj-> Y"),
        ("N:of:N<price<N:subj:V<rise>V:to:N", "X <nmod:of- price <nsubj- rise -obl:to-> Y"),
        ("N:subj:V<rise>V:to:N>x", None),
        ("N:gen:N<owner>N:of:N", "X <nmod:poss- owner -nmod:of-> Y"),
        ("N:of:N<owner>N:nn:N", "X <nmod:of- owner -compound-> Y"),
        ("find", None),
        ("N:subj:V", None),
        ("N:subj:V<find<V:obj:N>solution>N:to:N", None),
    ],
)
def test_paths_of_dirt(path, template):
    if template is None:
        with pytest.raises(InputError):
            template_of(path)
    else:
        assert template_of(path) == Template(template)


DIRT = """("N:subj:V<solve>V:obj:N" (desc 3) (sims
"N:subj:V<resolve>V:obj:N"	0.25
"N:subj:V<find>V:obj:N>solution>N:to:N"	0.2
"N:of:N"	0.1
))
("N:subj:V<resolve>V:obj:N" (sims "N:subj:V<solve>V:obj:N" 0.25))
"""


def test_lists_of_dirt_are_rules_in_both_directions(tmp_path):
    path = tmp_path / "dirt.lsp.gz"
    path.write_bytes(gzip.compress(DIRT.encode()))
    with pytest.warns(InputWarning, match="skipped 1 pair of paths that cannot be converted"):
        rules = read_rules(path)
    solve, resolve = "X <nsubj- solve -obj-> Y", "X <nsubj- resolve -obj-> Y"
    find = "X <nsubj- find -obj-> solution -nmod:to-> Y"
    assert [(str(rule), rule.score) for rule in rules] == [
        (f"{solve} => {resolve}", 0.25),
        (f"{resolve} => {solve}", 0.25),
        (f"{solve} => {find}", 0.2),
        (f"{find} => {solve}", 0.2),
    ]
    assert {rule.source for rule in rules} == {"dirt"}


def test_the_id_depends_on_templates_and_direction_only():
    rule = Rule(BUY, OWN, 0.5, "mine")
    assert rule.id == Rule(BUY, OWN).id
    assert rule.id != rule.reverse.id
    assert rule.id != Rule(BUY, OWN.swapped).id
    assert len(rule.id) == 16


@given(RULES)
def test_other_names_of_the_variables_make_the_same_rule(rule):
    assert rule.id == rule.swapped.id
    assert rule.reverse.reverse == rule


@pytest.mark.parametrize(
    ("right", "score", "message"),
    [
        *((OWN, score, "is not from 0 to 1") for score in (-0.1, 1.1, math.nan, math.inf)),
        (Template("Y <obj- buy -nsubj-> X"), 1.0, "both sides are the same"),
    ],
)
def test_rules_that_are_refused(right, score, message):
    with pytest.raises(InputError, match=message):
        Rule(BUY, right, score)
