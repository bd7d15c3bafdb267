import re
from pathlib import Path

import pytest

from rte_baselines import Recognizer, load_pairs
from rte_baselines.core.errors import InputWarning
from rte_baselines.features.entailment_rules.rule_match import RuleMatch
from tests.features.computing import analyses_of, number_of, numbers_of

RULES = (
    "X <nsubj- acquire -obj-> Y => X <nsubj- own -obj-> Y | 0.5",
    "X <nsubj- acquire -obj-> Y => X <nsubj:cop- owner -nmod:of-> Y | 0.25",
    "X <nsubj:cop- owner -nmod:of-> Y => X <nsubj- own -obj-> Y | 0.75",
)


def feature(**options):
    return RuleMatch(**{"rule_base": None, "rules": RULES, **options})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "hypothesis", "values"),
    [
        ("IBM acquired Lotus.", "IBM owns Lotus.", [1, 0.5, 0.5]),
        ("Lotus was acquired by IBM.", "IBM owns Lotus.", [1, 0.5, 0.5]),
        # The best of two rules, from an apposition.
        ("Smith, the owner of Lotus, acquired it.", "Smith owns Lotus.", [1, 0.75, 0.75]),
        ("IBM acquired Lotus.", "IBM is the owner of Lotus.", [1, 0.25, 0.25]),
        # X corefers.
        ("IBM said that it was happy. It acquired Lotus.", "IBM owns Lotus.", [1, 0.5, 0.5]),
        # One of two predicates.
        ("IBM acquired Lotus.", "IBM owns Lotus and loves Corel.", [0.5, 0.25, 0.5]),
        # Other words, the other direction, and the slots exchanged.
        ("IBM acquired Corel.", "IBM owns Lotus.", [0, 0, 0]),
        ("IBM owns Lotus.", "IBM acquired Lotus.", [0, 0, 0]),
        ("Lotus acquired IBM.", "IBM owns Lotus.", [0, 0, 0]),
        # What is not asserted entails nothing.
        ("IBM did not acquire Lotus.", "IBM owns Lotus.", [0, 0, 0]),
        ("IBM may acquire Lotus.", "IBM owns Lotus.", [0, 0, 0]),
        ("IBM acquired Lotus.", "IBM does not own Lotus.", [0, 0, 0]),
        ("", "", [0, 0, 0]),
    ],
)
def test_predicates_that_rules_entail(text, hypothesis, values):
    assert numbers_of(feature(), (text, hypothesis))[0].tolist() == pytest.approx(values)


@pytest.mark.slow
def test_rules_are_chained():
    pair = ("IBM acquired Lotus.", "IBM owns Lotus.")
    assert numbers_of(feature(rules=RULES[1:]), pair).tolist() == [[0, 0, 0]]
    assert numbers_of(feature(rules=RULES[1:], rounds=2), pair).tolist() == [[1, 0.1875, 0.1875]]


@pytest.mark.slow
def test_explanations_name_the_words_and_the_rules():
    pair = analyses_of(
        RuleMatch, "Yesterday, IBM acquired Lotus.", "IBM owns Lotus and loves Corel."
    )
    alignments = feature().align(*pair)
    assert [(one.hypothesis, one.text, one.relation) for one in alignments] == [
        (1, 3, "by rule"),
        (4, None, "no rule"),
    ]
    (illustration,) = feature().illustrate(*pair)
    assert illustration.lines == ("0.50  X <nsubj- acquire -obj-> Y => X <nsubj- own -obj-> Y",)
    assert feature().illustrate(*pair[::-1]) == []


@pytest.mark.slow
def test_the_config_of_the_document_is_one(tmp_path, monkeypatch):
    document = (Path(__file__).parents[3] / "docs" / "rules.md").read_text("utf-8")
    (shown,) = re.findall(r"^```ini\n(.*?)^```", document, flags=re.MULTILINE | re.DOTALL)
    monkeypatch.chdir(tmp_path)
    Path("my-rules.txt").write_text(RULES[0])
    Path("my-rules.cfg").write_text(shown)
    recognizer = Recognizer.from_config("my-rules.cfg").fit(list(load_pairs("sample:train"))[:20])
    explanation = recognizer.explain("IBM acquired Lotus.", "IBM owns Lotus.").to_text()
    assert "0.90  X <nsubj- acquire -obj-> Y => X <nsubj- own -obj-> Y" in explanation


CONFIG = """
[recognizer]
@recognizers = "features_and_head.v1"
[recognizer.features]
[recognizer.features.rules]
@features = "rule_match.v1"
rule_base = "{file}"
[recognizer.head]
@heads = "threshold.v1"
feature = "rules.share"
"""


@pytest.mark.slow
def test_another_rule_file_than_in_training_is_said(tmp_path):
    file, config = tmp_path / "own.txt", tmp_path / "own.cfg"
    file.write_text(RULES[0])
    config.write_text(CONFIG.format(file=file))
    model = Recognizer.from_config(config).fit(load_pairs("sample:train")[:20])
    model.save(tmp_path / "model")
    Recognizer.load(tmp_path / "model")
    file.write_text(RULES[1])
    with pytest.warns(InputWarning, match=r"another rule base .*own\.txt than the one in use"):
        changed = Recognizer.load(tmp_path / "model")
    # The rules in use are those of the file as it is now.
    rules = changed.features.features["rules"]
    assert number_of(rules, "IBM acquired Lotus.", "IBM is the owner of Lotus.") == 1
