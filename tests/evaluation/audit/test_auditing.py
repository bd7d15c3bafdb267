import json
import os
import re
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from rte_baselines import load_pairs, read_pairs
from rte_baselines.core.errors import InputError
from rte_baselines.evaluation.audit import audit
from rte_baselines.evaluation.audit.page import audit_page
from rte_baselines.pairs import Label, Pair, Scheme

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def of_sample():
    return audit(load_pairs("sample:test"), load_pairs("sample:train"), name="s", train_name="t")


def test_what_the_sample_gives(of_sample):
    assert of_sample.scheme is Scheme.THREE_WAY
    assert of_sample.pairs == sum(of_sample.labels.values())
    names = [score.name for score in of_sample.baselines]
    assert names[:3] == ["hypothesis-only", "text-only", "overlap-only"]
    for score in of_sample.baselines:
        assert 0 <= score.accuracy.low <= score.accuracy.value <= score.accuracy.high <= 1
        assert 0 < score.p_holm <= 1
    # Words say what a row is about, and numbers follow.
    for table in of_sample.tables():
        are_numbers = [bool(re.fullmatch(r"[-.\d]+(\n.*)?", cell)) for cell in table.rows[0]]
        assert are_numbers == [column >= table.keys for column in range(len(table.header))]
    found = json.loads(of_sample.to_json())
    assert found["conclusions"] == of_sample.conclusions()
    assert {balance["by"] for balance in found["balances"]} == {"task", "length of hypothesis"}
    assert of_sample.to_markdown().startswith("**Accuracy on")


def test_the_page_needs_no_other_resource(of_sample):
    page, again = (audit_page(replace(of_sample, name="<b>pairs</b>")) for _ in range(2))
    assert page == again
    assert "An audit of &lt;b&gt;pairs&lt;/b&gt;" in page
    assert not re.search("http(?!-equiv)|<script", page)


def test_a_label_that_follows_from_the_hypothesis_is_found():
    labels = ("ENTAILMENT", "NO_ENTAILMENT")
    pairs = [
        Pair(str(n), f"Text {n} of many.", f"Dogs {('bark', 'sleep')[n % 2]}.", label=labels[n % 2])
        for n in range(200)
    ]
    train = [replace(pair, id=f"t{pair.id}", text=f"Old {pair.text}") for pair in pairs]
    found = audit(pairs, train)
    hypothesis, text, overlap, *_ = found.baselines
    assert hypothesis.accuracy.value == 1.0
    assert hypothesis.p_holm < 0.001
    assert max(text.accuracy.value, overlap.accuracy.value) <= hypothesis.majority
    significant = {g.ngram for g in found.giveaways.strongest if g.p_holm <= 0.05}
    assert significant == {"bark", "sleep", "dogs bark", "dogs sleep"}
    first, second, *_ = found.conclusions()
    assert first.startswith("The best baseline, hypothesis-only, gives 100.0% (98.1 to 100.0) of")
    assert second.startswith("Of 5 words and bigrams of the hypothesis, 4 go with a label")


def test_missing_labels_of_three_are_conflated():
    labels = ("entailment", "neutral")
    found = audit(Pair(str(n), f"t{n}", f"h{n}", label=labels[n % 2]) for n in range(20))
    assert found.scheme is Scheme.TWO_WAY
    assert set(found.labels) == {Label.ENTAILMENT, Label.NO_ENTAILMENT}


def test_too_few_labels_are_refused():
    pairs = [Pair(str(n), "a", "b", label="YES") for n in range(3)]
    with pytest.raises(InputError, match="the pairs: no pair is labelled NO_ENTAILMENT; expected"):
        audit(pairs)
    assert audit([*pairs, Pair("4", "a", "c", label="NO")]).labels[Label.NO_ENTAILMENT] == 1


# Read here, as tests of evaluation hide it.
SNLI = Path(os.environ.get("RTE_BASELINES_DATA", "absent"), "nli", "snli")


@pytest.mark.skipif(not SNLI.is_dir(), reason="RTE_BASELINES_DATA names no folder with nli/snli")
def test_snli_gives_its_labels_away():
    # gururangan2018 lists these words, and has 67% for a classifier that is trained on the
    # 550,000 pairs of the training part.
    with read_pairs(SNLI / "test.jsonl") as test, read_pairs(SNLI / "dev.jsonl") as dev:
        found = audit(islice(test, 5_000), islice(dev, 2_000), listed=8)
    given_away = {(g.ngram, g.label) for g in found.giveaways.strongest if g.p_holm <= 0.05}
    of_contradictions = {(word, Label.CONTRADICTION) for word in ("sleeping", "nobody")}
    assert given_away >= {("outdoors", Label.ENTAILMENT), *of_contradictions}
    hypothesis, text, *_ = found.baselines
    assert hypothesis.p_holm < 0.001
    assert 0.45 < hypothesis.accuracy.value < 0.67
    # Each text has a hypothesis of each label.
    assert text.p_holm > 0.05


def test_the_development_part_of_rte1_gives_nothing_away(rte_data):
    found = audit(load_pairs(rte_data / "rte1_dev.xml"))
    assert min(score.p_holm for score in found.baselines) > 0.05
    assert found.giveaways.significant == 0


def test_sentences_on_few_pairs():
    annotated = {"annotator_labels": '["entailment", "entailment"]'}
    pairs = [
        Pair("1", "a", "b", label="YES", attributes=annotated),
        Pair("2", "c", "d", label="NO", attributes={"annotator_labels": '["no", "yes"]'}),
        Pair("3", "e", "f", label="YES"),
        Pair("4", "g", "b", label="NO"),
    ]
    sentences = audit(pairs).conclusions()
    assert sentences[1].startswith("Of 0 words and bigrams of the hypothesis, 0 go with a label")
    text = " ".join(sentences)
    assert "hypotheses of several pairs: 50.0% (15.0 to 85.0)" in text
    assert "All annotators agree on 50.0% (9.5 to 90.5) of 2 pairs" in text
    assert "75.0% of all annotations are the pair's label" in text
    # "b" is in two hypotheses, of which one is entailed, as of all pairs.
    assert audit(pairs, min_pairs=2).conclusions()[1] == (
        "Of 1 words and bigrams of the hypothesis, 0 go with a label significantly more often than "
        "all pairs do. 0.0% (0.0 to 49.0) of the hypotheses have one."
    )
