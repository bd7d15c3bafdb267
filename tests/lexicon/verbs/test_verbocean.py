"""VerbOcean: relations, associations, meanings, and what happens without it."""

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics.pairwise import cosine_similarity

from rte_baselines.core.errors import InputError, InputWarning, ResourceError
from rte_baselines.lexicon.verbs.verbocean import (
    DIRECTED,
    SYMMETRIC,
    VerbAssociation,
    VerbOcean,
    VerbRelation,
    verb_meaning,
    warn_of_missing_verbocean,
)
from tests.lexicon.words import lemmas

LISTED = """\
### Made up for tests
sow [happens-before] reap :: 12.000000
sow [similar] plant :: 9.000000

plant [happens-before] harvest :: 3.000000
plant [happens-before] reap :: 4.000000
reap [similar] harvest :: 10.500000
reap [similar] harvest :: 10.500000
drench [stronger-than] sprinkle :: 11.250000
drench [opposite-of] dry :: 8.750000
drench [similar] sprinkle :: 14.000000
water [can-result-in] grow :: 9.500000
water [unk] harvest :: 12.000000
grow [low-vol] weed :: 0.000000
"""


@pytest.fixture
def file(tmp_path):
    (tmp_path / "verbocean.txt").write_text(LISTED)
    return tmp_path / "verbocean.txt"


@pytest.fixture
def verbocean(file):
    return VerbOcean.read(file)


def test_directed_relations_have_a_direction_and_symmetric_ones_have_none(verbocean):
    assert verbocean.strength("sow", "happens-before", "reap") == 12
    assert verbocean.strength("reap", "happens-before", "sow") == 0
    assert verbocean.strength("dry", "opposite-of", "drench") == 8.75
    assert verbocean.strength("harvest", "similar", "reap") == 10.5


def test_the_strongest_relation_comes_first(verbocean):
    assert verbocean.relations("drench", "sprinkle") == (
        VerbRelation("drench", "similar", "sprinkle", 14),
        VerbRelation("drench", "stronger-than", "sprinkle", 11.25),
    )
    assert verbocean.relations("sprinkle", "drench") == (
        VerbRelation("sprinkle", "similar", "drench", 14),
    )
    assert verbocean.relations("sow", "swim") == ()


verbs = st.sampled_from("abcdef")
relations = st.lists(
    st.builds(
        VerbRelation,
        verbs,
        st.sampled_from(sorted(SYMMETRIC | DIRECTED)),
        verbs,
        st.integers(1, 20),
    ),
    max_size=20,
)


def dense_cosines(listed, names):
    """Cosines of the rows of a matrix of all strengths, by scikit-learn."""
    strongest = {}
    for first, relation, second, strength in listed:
        symmetric = [(first, relation, second), (second, relation, first)]
        for key in symmetric if relation in SYMMETRIC else symmetric[:1]:
            strongest[key] = max(strength, strongest.get(key, 0))
    matrix = np.zeros((len(names), len(names)))
    for (first, relation, second), strength in strongest.items():
        row, column = names.index(first), names.index(second)
        matrix[row, column] += strength
        if relation in DIRECTED:
            matrix[column, row] += strength
    return cosine_similarity(matrix)


@given(relations)
def test_associations_are_cosines(listed):
    verbocean, names = VerbOcean(listed), list("abcdef")
    found = [[verbocean.association(one, other) for other in names] for one in names]
    assert np.array(found) == pytest.approx(dense_cosines(listed, names))
    assert 0 <= np.min(found) <= np.max(found) <= 1


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("sow reap 12", "'sow reap 12' is not of the form verb [relation] verb :: 1.5"),
        ("sow [similar] reap :: much", "is not of the form"),
        ("sow [likes] reap :: 1.5", "unknown relation 'likes'; expected can-result-in, "),
        ("sow [similar] reap :: 1000000.1", "the strength of a relation cannot be '"),
        (f"sow [similar] reap :: {'9' * 400}", "the strength of a relation cannot be '"),
    ],
)
def test_bad_lines(tmp_path, line, message):
    file = tmp_path / "verbs.txt"
    file.write_text(f"# made up\nsow [similar] plant :: 9.0\n{line}\n")
    with pytest.raises(ResourceError) as error:
        VerbOcean.read(file)
    assert str(error.value).startswith(f"{file}: line 3: ")
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("content", "error", "message"),
    [
        (b"", ResourceError, "has no relation of verbs"),
        (b"# nothing\n", ResourceError, "has no relation of verbs"),
        (b"sow [unk] reap :: 0.0\n", ResourceError, "has no relation of verbs"),
        (b"\x00\xff\xfe", InputError, "is not UTF-8"),
    ],
)
def test_a_file_without_relations_or_that_is_no_text(tmp_path, content, error, message):
    (tmp_path / "verbs.txt").write_bytes(content)
    with pytest.raises(error, match=message):
        VerbOcean.read(tmp_path / "verbs.txt")


@pytest.mark.slow
def test_the_release(released_verbocean):
    verbocean = VerbOcean.read(released_verbocean)
    lines = [line.split() for line in released_verbocean.read_text("utf-8").splitlines()]
    for first, relation, second, _, strength in (line for line in lines if len(line) == 5):
        if relation in {"[unk]", "[low-vol]"}:
            assert verbocean.strength(first, relation.strip("[]"), second) == 0
        elif relation.startswith("["):
            assert verbocean.strength(first, relation.strip("[]"), second) == float(strength)


def test_matrix_by_hand(file, monkeypatch):
    monkeypatch.setenv("RTE_BASELINES_VERBOCEAN", str(file))
    hypothesis = lemmas("sow/VERB", "sow/NOUN", "dry/VERB")
    text = lemmas("plant/VERB", "sow/VERB", "sprinkle/VERB", "plant/NOUN")
    cosine = 12 * 4 / (15 * (81 + 9 + 16) ** 0.5)
    expected = [[cosine, 1, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]
    assert VerbAssociation().matrix(hypothesis, text) == pytest.approx(np.array(expected))
    assert VerbAssociation().matrix(lemmas(), text).shape == (0, 4)


def test_missing_is_said_once_and_neutral_or_an_error(monkeypatch):
    monkeypatch.delenv("RTE_BASELINES_VERBOCEAN", raising=False)
    warn_of_missing_verbocean.cache_clear()
    pair = lemmas("sow/VERB", "reap/VERB"), lemmas("reap/VERB", "plant/VERB")
    with pytest.warns(InputWarning, match="no VerbOcean available.*RTE_BASELINES_VERBOCEAN"):
        found = VerbAssociation().matrix(*pair)
    assert found.tolist() == [[0, 0], [1, 0]]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        VerbAssociation().matrix(*pair)
    with pytest.raises(ResourceError, match="set RTE_BASELINES_VERBOCEAN to yours"):
        VerbAssociation(missing="error").matrix(*pair)


VERBOCEAN = VerbOcean(
    [
        VerbRelation("sow", "opposite-of", "reap", 9.0),
        VerbRelation("moor", "similar", "sail", 12.0),
        VerbRelation("moor", "opposite-of", "sail", 8.0),
        VerbRelation("sow", "happens-before", "harvest", 15.0),
        VerbRelation("buy", "opposite-of", "purchase", 20.0),
    ]
)


@pytest.mark.parametrize(
    ("first", "second", "with_it", "without_it"),
    [
        ("buy", "purchase", "synonym", "synonym"),  # WordNet is asked first
        ("win", "lose", "antonym", "antonym"),
        ("sow", "reap", "antonym", None),
        ("moor", "sail", "synonym", None),  # the stronger of two
        ("sow", "harvest", None, None),
        ("agree", "oppose", None, None),
        ("qqzz", "qqzz", "synonym", "synonym"),
        ("qqzz", "win", None, None),
    ],
)
def test_by_hand(first, second, with_it, without_it):
    for pair in ((first, second), (second, first)):
        assert verb_meaning(*pair, VERBOCEAN) == with_it
        assert verb_meaning(*pair, None) == without_it
