"""scikit-learn's contract, compared with `BaseEstimator` itself."""

import re
from inspect import Parameter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import BaseEstimator, TransformerMixin, clone, is_classifier
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils import get_tags

from rte_baselines import Recognizer, load_pairs
from rte_baselines.core.components import Estimator, unfitted
from rte_baselines.core.errors import ConfigError
from rte_baselines.core.registry import registry


class Ours(Estimator):
    def __init__(self, second=2, first="a", below=None):
        self.second = second
        self.first = first
        self.below = below


class Theirs(BaseEstimator):
    def __init__(self, second=2, first="a", below=None):
        self.second = second
        self.first = first
        self.below = below


def nested(cls, depth):
    return cls(first=depth, below=nested(cls, depth - 1) if depth else None)


def plain(params):
    """Parameters with estimators replaced by their own parameters."""
    return {
        name: value.first if isinstance(value, Ours | Theirs) else value
        for name, value in params.items()
    }


class Misspelt(Estimator):
    def __init__(self, empty=0.5):
        self.e = empty


@pytest.mark.parametrize("read", [Misspelt.get_params, repr])
def test_an_argument_that_is_not_stored_is_named(read):
    message = "^Misspelt: __init__ takes 'empty' but does not store it as self.empty$"
    with pytest.raises(ConfigError, match=message):
        read(Misspelt())


names = st.sampled_from(
    ["second", "first", "below__first", "below__below__second", "third", "below__third", "", "__"]
)


@given(st.dictionaries(names, st.integers()))
def test_setting_parameters_does_what_scikit_learn_does(values):
    ours, theirs = nested(Ours, 2), nested(Theirs, 2)
    try:
        theirs.set_params(**values)
    except ValueError:
        with pytest.raises(ValueError, match="Invalid parameter"):
            ours.set_params(**values)
    else:
        assert ours.set_params(**values) is ours
    assert plain(ours.get_params()) == plain(theirs.get_params())


def test_a_new_part_and_a_parameter_of_it_at_once():
    ours = Ours().set_params(below__first="c", below=Ours(first="b"))
    assert ours.below.first == "c"


def test_an_unknown_parameter_is_named_with_those_that_there_are():
    message = "Invalid parameter 'secnd' for Ours; did you mean 'second'? it has: below, first, sec"
    with pytest.raises(ValueError, match=re.escape(message)):
        Ours().set_params(secnd=1)


def test_what_scikit_learn_is_told():
    assert get_tags(Ours()) == get_tags(Theirs())
    assert is_classifier(Recognizer.from_config("word-overlap"))


class Transformer(TransformerMixin, BaseEstimator):
    def transform(self, inputs):
        return inputs


def test_features_are_a_transformer_that_needs_no_fit():
    tags = get_tags(Recognizer.from_config("word-overlap").features)
    expected = get_tags(Transformer())
    expected.requires_fit = expected.input_tags.two_d_array = False
    assert tags == expected


@pytest.mark.parametrize("kind", ["features", "heads", "weightings", "word_similarities"])
def test_components_are_cloned_by_scikit_learn(kind):
    for name, component in registry.all(kind).items():
        if any(default is Parameter.empty for default in component._defaults().values()):
            continue
        made = component()
        copy = clone(made)
        assert copy is not made, name
        assert repr(copy) == repr(made), name


def learned(estimator):
    estimator.learned_ = 1
    return estimator


@pytest.mark.parametrize("copied", [clone, unfitted])
def test_a_copy_has_the_parameters_and_nothing_learned(copied):
    tree = learned(DecisionTreeClassifier(max_depth=2))
    below = [learned(Ours(first={"a": [1]})), (tree, Ours)]
    given = learned(Ours(first={"tree": [tree]}, second=3, below=below))
    copy = copied(given)
    (inner, (copied_tree, kind)) = copy.below
    assert (type(copy), type(inner), copied_tree.max_depth, kind) == (Ours, Ours, 2, Ours)
    assert (copy.second, inner.first) == (3, {"a": [1]})
    assert inner.first is not given.below[0].first
    (own,) = copy.first["tree"]
    for made, original in ((copy, given), (inner, below[0]), (copied_tree, tree), (own, tree)):
        assert made is not original
        assert not hasattr(made, "learned_")


class Changing(Estimator):
    def __init__(self, words=("a",)):
        self.words = list(words)


def test_a_constructor_that_changes_its_argument_is_refused():
    with pytest.raises(RuntimeError, match="modifies parameter words"):
        clone(Changing())
    with pytest.raises(ConfigError, match="Changing does not store its argument 'words' as it is"):
        unfitted(Changing())


def test_shows_the_parameters_that_are_changed():
    assert repr(Ours()) == "Ours()"
    assert repr(Ours(second=3, below=Ours(first="b"))) == "Ours(below=Ours(first='b'), second=3)"
    assert repr(Ours(first=np.zeros(2))) == "Ours(first=array([0., 0.]))"


@pytest.mark.parametrize("container", ["pandas", "default"])
def test_the_chosen_table_survives_cloning(container):
    features = Recognizer.from_config("lexical-logistic").features
    pairs = load_pairs("sample:test")[:3]
    values = features.transform(pairs)
    chosen = clone(features.set_output(transform=container).set_output())
    table = chosen.fit_transform(pairs)
    assert (type(table) is type(values)) == (container == "default")
    np.testing.assert_array_equal(np.asarray(table), values)
