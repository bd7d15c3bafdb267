"""Gold labels, of pairs or of ids alone."""

import pytest

from rte_baselines.core.errors import InputError
from rte_baselines.pairs import Label, Pair, load_pairs
from rte_baselines.runs import read_gold

YES, NO = Label.ENTAILMENT, Label.NO_ENTAILMENT
CONTRADICTION, UNKNOWN = Label.CONTRADICTION, Label.UNKNOWN


@pytest.fixture
def gold(tmp_path):
    def read_content(content, **options):
        path = tmp_path / "gold.txt"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        with read_gold(path, **options) as stream:
            return list(stream)

    return read_content


def test_pairs_are_read_as_read_pairs_does():
    with read_gold("sample:test") as stream:
        assert list(stream) == load_pairs("sample:test")


@pytest.mark.parametrize(
    "content",
    [
        "id\tlabel\n1\tYES\n2\trefuted\n3\tUNKNOWN\n",
        '{"id": 1, "label": "YES"}\n{"id": 2, "label": "refuted"}\n{"id": 3, "label": "NEI"}\n',
    ],
)
def test_ids_with_labels_are_pairs_without_texts(gold, content, recwarn):
    assert gold(content) == [
        Pair(str(number), "", "", label=label)
        for number, label in enumerate([YES, CONTRADICTION, UNKNOWN], start=1)
    ]
    assert not recwarn


@pytest.mark.parametrize(
    "content",
    [
        "id,task,label\n1,IE,YES\n2,,-\n",
        '{"id": "1", "task": "IE", "label": "YES"}\n{"id": "2", "task": null, "label": null}\n',
    ],
)
def test_tasks_and_pairs_without_a_label_are_kept(gold, content):
    first, second = gold(content)
    assert first == Pair("1", "", "", "IE", YES)
    assert (second.id, second.label) == ("2", None)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("id,prediction\n1,neutral\n", "no column for the gold label among 'id', 'prediction'"),
        ("1 YES\n2 NO\n", "no column for the gold label among '1 YES'; name it: columns={'label'"),
        ("id,label,gold\n1,YES,NO\n", "columns 'label', 'gold' may each hold the label"),
        ("id,label\n1,YES\n1,NO\n", "id '1' is repeated"),
        ("id,label\n1,YES\n2,ABSTAIN\n", "'ABSTAIN' is no label"),
        ("id,label,trained_model\n1,YES,m@0123456789ab\n", "is a run, as it has 'trained_model'"),
        ("id,label,score\n1,YES,0.5\n", "name the column of the gold labels: columns={'label'"),
    ],
)
def test_what_is_refused(gold, content, message):
    with pytest.raises(InputError, match=r"gold\.txt") as caught:
        gold(content)
    assert message in str(caught.value)
    assert str(caught.value).count("gold.txt") == 1
    assert "\n" not in str(caught.value)
