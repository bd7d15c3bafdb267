import numpy as np
import pytest

from rte_baselines.core.errors import ConfigError, InputError
from rte_baselines.heads.trivial import TrivialHead
from tests.heads.tables import table_of

LABELS = np.array(["ENTAILMENT"] * 3 + ["NO_ENTAILMENT"] * 7)


def test_majority_and_constant():
    table = table_of(np.zeros(10))
    assert set(TrivialHead().fit(table, LABELS).decide(table).labels) == {"NO_ENTAILMENT"}
    head = TrivialHead("constant", "UNKNOWN", "three-way").fit(table, LABELS)
    assert set(head.decide(table).labels) == {"UNKNOWN"}
    assert head.decide(table).confidences.tolist() == [1.0] * 10


@pytest.mark.parametrize(("strategy", "share"), [("uniform", 0.5), ("stratified", 0.3)])
def test_random_labels_follow_their_distribution(strategy, share):
    head = TrivialHead(strategy).fit(table_of(np.zeros(10)), LABELS)
    entailed = (head.decide(table_of(np.zeros(20_000))).labels == "ENTAILMENT").mean()
    # Four standard deviations of a share of 20,000 draws.
    assert entailed == pytest.approx(share, abs=4 * 0.5 / np.sqrt(20_000))


def test_a_draw_depends_on_seed_and_id_only():
    table = table_of(np.zeros(50))
    head = TrivialHead("uniform").fit(table, LABELS)
    whole = head.decide(table).labels
    assert head.decide(table.select([30, 7])).labels.tolist() == [whole[30], whole[7]]
    other = TrivialHead("uniform", random_state=1).fit(table, LABELS).decide(table).labels
    assert whole.tolist() != other.tolist()


def test_a_label_of_the_scheme_is_needed_and_training_pairs():
    with pytest.raises(ConfigError, match="'UNKNOWN'; expected one of ENTAILMENT, NO_ENTAILMENT"):
        TrivialHead("constant", "UNKNOWN").fit(table_of([0.0]), LABELS[:1])
    with pytest.raises(InputError, match="the training data is empty"):
        TrivialHead().fit(table_of(np.empty((0, 1))), LABELS[:0])
