import pytest

from rte_baselines.core.errors import ResourceError
from rte_baselines.features.verbs.verb_relations import VerbRelations
from tests.features.computing import aligned_parsed, numbers_of, parsed

LISTED = """\
sow [happens-before] reap :: 12.0
sow [happens-before] harvest :: 5.0
plant [happens-before] harvest :: 3.0
plant [similar] till :: 4.0
till [similar] plow :: 7.0
reap [opposite-of] sow :: 9.0
"""
# The vector of "sow" has 12 + 9 at "reap" and 5 at "harvest"; that of "plant" 3 at "harvest"
# and 4 at "till".
SOW_AND_PLANT = 5 * 3 / ((21**2 + 5**2) ** 0.5 * 5)


@pytest.fixture
def listed(monkeypatch, tmp_path):
    (tmp_path / "verbs.txt").write_text(LISTED)
    monkeypatch.setenv("RTE_BASELINES_VERBOCEAN", str(tmp_path / "verbs.txt"))


@pytest.fixture
def unlisted(monkeypatch):
    monkeypatch.delenv("RTE_BASELINES_VERBOCEAN", raising=False)


# A text with the verbs "sow" and "till", a hypothesis with "plant", "reap", "till", "sit".
PAIR = (
    parsed(
        "They sowed and were tilling", lemmas="they sow and be till", pos="PRON VERB CCONJ AUX VERB"
    ),
    parsed(
        "They planted , reaped , tilled and were sitting",
        lemmas="they plant , reap , till and be sit",
        pos="PRON VERB PUNCT VERB PUNCT VERB CCONJ AUX VERB",
    ),
)


def test_by_hand(listed):
    # "plant" meets "sow"; "reap" is listed with verbs that neither "sow" nor "till" is listed
    # with; "till" meets itself; "sit" is not listed.
    (values,) = numbers_of(VerbRelations(), PAIR)
    assert values.tolist() == pytest.approx([SOW_AND_PLANT + 1, 4.0, 9.0])


def test_neutral_without_the_file(unlisted):
    assert numbers_of(VerbRelations(), PAIR).tolist() == [[1, 0, 0]]


@pytest.mark.parametrize("file", ["listed", "unlisted"])
def test_without_verbs(request, file):
    request.getfixturevalue(file)
    nothing = parsed("A ferry", pos="DET NOUN")
    values = numbers_of(VerbRelations(), (PAIR[0], nothing), (nothing, PAIR[1]))
    assert not values.any()


def test_alignment(listed):
    assert aligned_parsed(VerbRelations(), *PAIR) == {
        "planted": ("sowed", f"associated {SOW_AND_PLANT:.2f}"),
        "reaped": (None, "no verb associated"),
        "tilled": ("tilling", "associated 1.00"),
        "sitting": (None, "no verb associated"),
    }


def test_missing_file_is_an_error_if_configured(unlisted):
    with pytest.raises(ResourceError, match="set RTE_BASELINES_VERBOCEAN to yours"):
        numbers_of(VerbRelations(missing="error"), PAIR)
