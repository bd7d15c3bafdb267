import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV

from rte_baselines.core.errors import ConfigError, InputError, InputWarning, RteBaselinesError
from rte_baselines.core.resources.resources import files_of
from rte_baselines.features import Feature, FeatureSet
from rte_baselines.features.base import Output
from rte_baselines.features.surface.overlap import WordOverlap
from rte_baselines.heads.threshold import ThresholdHead
from rte_baselines.pairs import Label, Pair, Scheme, conflate
from rte_baselines.recognizers import Recognizer


def pair(number, text, hypothesis, label=None):
    return Pair(str(number), text, hypothesis, label=label)


YES, NO = Label.ENTAILMENT, Label.NO_ENTAILMENT
TRAIN = [
    pair(1, "the ferry sank off the coast", "the ferry sank", YES),
    pair(2, "the ferry sank off the coast", "a ferry burned", NO),
    pair(3, "two men were held in Oslo", "men were held", YES),
    pair(4, "two men were held in Oslo", "women marched freely", NO),
]


def test_learns_labels_and_ranks():
    recognizer = Recognizer(FeatureSet({"overlap": WordOverlap()}), ThresholdHead()).fit(TRAIN)
    # Shares found: 1, 1/3, 1, 0; the threshold is in the middle of 1/3 and 1.
    assert recognizer.head_.threshold_ == pytest.approx(2 / 3)
    assert recognizer.feature_means_ == pytest.approx([(1 + 1 / 3 + 1 + 0) / 4])
    run = recognizer.predict(
        [pair("a", "it rained", "it snowed"), pair("b", "it rained", "it rained")]
    )
    assert run.labels.tolist() == ["NO_ENTAILMENT", "ENTAILMENT"]
    assert run.scores[1] > run.scores[0]
    assert np.asarray(run).tolist() == run.labels.tolist()


def test_labels_may_be_given_beside_the_pairs():
    unlabelled = [pair(p.id, p.text, p.hypothesis) for p in TRAIN]
    given = Recognizer.from_config("word-overlap").fit(
        unlabelled, [str(pair.label) for pair in TRAIN]
    )
    own = Recognizer.from_config("word-overlap").fit(TRAIN)
    assert given.head_.threshold_ == own.head_.threshold_
    with pytest.raises(InputError, match="pair '1' has no label"):
        Recognizer.from_config("word-overlap").fit(unlabelled)
    with pytest.raises(InputError, match="3 labels for 4 pairs; expected as many"):
        Recognizer.from_config("word-overlap").fit(TRAIN, ["YES", "NO", "YES"])


def test_a_three_way_head_needs_three_way_labels():
    three_way = {"recognizer.head.scheme_name": "three-way"}
    with pytest.raises(InputError, match=r"needs three-way labels .* and the pairs have NO_ENTAIL"):
        Recognizer.from_config("lexical-logistic", three_way).fit(TRAIN)


@pytest.mark.slow
def test_a_scheme_that_no_config_names_follows_the_training_labels(train, tmp_path):
    recognizer = Recognizer.from_config("lexical-tree", {"recognizer.head.scheme_name": None})
    assert recognizer.fit(TRAIN * 2).scheme_ is Scheme.TWO_WAY
    assert recognizer.fit(train).scheme_ is Scheme.THREE_WAY
    recognizer.save(tmp_path / "model")
    loaded = Recognizer.load(tmp_path / "model")
    assert loaded.scheme_ is loaded.head_.scheme is Scheme.THREE_WAY
    assert list(loaded.predict(train)) == list(recognizer.predict(train))


@pytest.mark.slow
def test_pairs_behind_resources_are_known_as_training_pairs():
    recognizer = Recognizer.from_config("strongest").fit(TRAIN)
    behind = np.load(files_of("word-comparison") / "training_pairs.npy")
    known = recognizer.training_pair_digests_
    assert len(behind) < len(known) <= len(behind) + len(TRAIN)
    assert np.isin(behind, known).all()


@pytest.mark.slow
def test_score_is_accuracy_in_the_recognizers_scheme(train, test):
    recognizer = Recognizer.from_config("word-overlap").fit(train)
    gold = [pair.label is YES for pair in test]
    right = (recognizer.predict(test).labels == "ENTAILMENT") == gold
    assert recognizer.score(test) == pytest.approx(right.mean())
    assert recognizer.score(test, [str(pair.label) for pair in test]) == recognizer.score(test)


@pytest.mark.slow
def test_a_fit_that_fails_changes_nothing(train):
    recognizer = Recognizer.from_config("lexical-logistic")
    entailed = [pair for pair in train if pair.label is YES]
    with pytest.raises(InputError):
        recognizer.fit(entailed)
    with pytest.raises(NotFittedError):
        recognizer.predict(train)
    before = recognizer.fit(train).predict(train).scores
    with pytest.raises(InputError):
        recognizer.fit(entailed)
    np.testing.assert_array_equal(recognizer.predict(train).scores, before)


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("word-overlap", {"head__optimize": "acc"}, "head.optimize: 'acc' is not one of"),
        (
            "word-overlap",
            {"features__overlap__measures": ["jacard"]},
            "measures: .* non-empty list",
        ),
        ("word-overlap", {"head__threshold": "0.5"}, "threshold: '0.5' is not a number or null"),
        ("bleu", {"features__bleu__max_n": 2.5}, "max_n: 2.5 is not a whole number"),
        ("word-overlap", {"features__overlap__weighting": 1}, "weighting: 1 is not one of @"),
        ("nltk-rte", {"head__parameters": "C"}, "parameters: 'C' is not a section or null"),
        ("nltk-rte", {"head__task": 1}, "task: 1 is not true or false"),
    ],
)
def test_parameters_set_from_python_are_checked(train, name, parameters, message):
    recognizer = Recognizer.from_config(name).set_params(**parameters)
    with pytest.raises(ConfigError, match=message):
        recognizer.fit(train)


@pytest.mark.slow
def test_what_numpy_gives_can_be_saved(train, tmp_path):
    recognizer = Recognizer.from_config("bleu").set_params(features__bleu__max_n=np.int64(3))
    recognizer.fit(train).save(tmp_path / "model")
    assert Recognizer.load(tmp_path / "model").features.features["bleu"].max_n == 3


@pytest.mark.slow
def test_grid_search_reaches_head_and_features(train):
    labels = [str(conflate(pair.label)) for pair in train]
    grid = {
        "head__optimize": ["accuracy", "f1"],
        "features__overlap__level": ["norms", "stems"],
        "features__overlap__drop": ["punctuation", "closed_class"],
    }
    search = GridSearchCV(Recognizer.from_config("word-overlap"), grid, cv=3).fit(train, labels)
    assert set(search.best_params_) == set(grid)
    chosen = search.best_estimator_.to_config()["recognizer"]
    assert chosen["features"]["overlap"]["level"] == search.best_params_["features__overlap__level"]
    assert chosen["head"]["optimize"] == search.best_params_["head__optimize"]


def test_a_feature_can_be_replaced():
    recognizer = Recognizer.from_config("word-overlap")
    other = WordOverlap(level="stems")
    copy = clone(recognizer).set_params(features__overlap=other)
    assert copy.features.features["overlap"] is other
    assert recognizer.features.features["overlap"].level == "norms"
    with pytest.raises(ValueError, match="Invalid parameter 'depth'"):
        recognizer.set_params(features__depth=3)


class Faulty(Feature):
    """Gives one number for each pair, unless it is told otherwise."""

    source = "a test"
    layers = ("words",)
    outputs = (Output(""),)

    def compute(self, batch):
        return np.zeros((len(batch), 1))


NO_NUMBERS = "should return an array of numbers$"


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (np.zeros((4, 2)), r"feature 'odd' gave numbers of shape \(4, 2\)"),
        ([[0.0], [], [], []], NO_NUMBERS),
        (np.array([["a"]] * 4), f"feature 'odd' gave .*; compute of Faulty {NO_NUMBERS}"),
        (np.full((4, 1), np.nan), "'odd' is nan for pair '1'; features must be finite"),
    ],
)
def test_a_feature_that_gives_what_it_does_not_declare_is_named(monkeypatch, values, message):
    monkeypatch.setattr(Faulty, "compute", lambda self, batch: values)
    with pytest.raises(RteBaselinesError, match=message):
        Recognizer(FeatureSet({"odd": Faulty()}), ThresholdHead()).fit(TRAIN)


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"recognizer.head.optimise": "cws"}, r"unknown field; did you mean 'optimize'\? thresh"),
        (
            {"recognizer.features.overlap.similarity.kind": 1},
            r"overlap.similarity: unknown field; word_overlap.v1 takes level, drop",
        ),
        ({"recogniser.head.optimize": "cws"}, r"no section \[recogniser\]; did you mean 'recog"),
        ({"optimize": "cws"}, "name a field of a section"),
        ({"recognizer.features.overlap": 3}, r"recognizer.features.overlap needs a line @features"),
        ({"recognizer.head.@heads": "thresold.v1"}, r"did you mean 'threshold.v1'\? registered"),
        ({"recognizer.head.@heads": 5}, "@heads is 5; expected the name of a component"),
        ({"recognizer.head.threshold": "0.5"}, "recognizer.head.threshold"),
        ({"recognizer.features.a b": {"@features": "lengths.v1"}}, "'a b' cannot name a feature"),
    ],
)
def test_what_is_wrong_with_a_config_is_said_in_one_line(overrides, message):
    with pytest.raises(ConfigError, match=message) as error:
        Recognizer.from_config("word-overlap", overrides)
    assert "\n" not in str(error.value)


def test_a_threshold_needs_a_feature(train):
    recognizer = Recognizer.from_config("word-overlap", {"recognizer.features": {}})
    with pytest.raises(ConfigError, match="has no feature to compare; expected at least one in"):
        recognizer.fit(train)


@pytest.mark.parametrize(
    "content", ["", "[about]", "nonsense", "[a]\nb = ", "\xff", "[recognizer]\nx = 1"]
)
def test_a_file_that_is_no_config(tmp_path, content):
    path = tmp_path / "broken.cfg"
    path.write_bytes(content.encode("latin-1"))
    with pytest.raises(ConfigError) as error:
        Recognizer.from_config(path)
    assert "\n" not in str(error.value)


def test_overrides_reach_variables(tmp_path):
    path = tmp_path / "variables.cfg"
    path.write_text(
        '[about]\nlevel = "norms"\n'
        '[recognizer]\n@recognizers = "features_and_head.v1"\n'
        "[recognizer.features]\n"
        '[recognizer.features.a]\n@features = "word_overlap.v1"\nlevel = ${about.level}\n'
        '[recognizer.head]\n@heads = "threshold.v1"\n'
    )
    recognizer = Recognizer.from_config(path, {"about.level": "stems"})
    assert recognizer.features.features["a"].level == "stems"


def test_an_override_takes_a_feature_out():
    config, path = "lexical-logistic", "recognizer.features.lengths"
    everything, less = Recognizer.from_config(config), Recognizer.from_config(config, {path: None})
    assert everything.features.features.keys() - less.features.features.keys() == {"lengths"}


def test_an_override_may_set_none_beside_a_section():
    path = "recognizer.head.parameters"
    overrides = {f"{path}.class_weight": {"ENTAILMENT": 1.0}, f"{path}.random_state": None}
    parameters = Recognizer.from_config("lexical-logistic", overrides).head.parameters
    assert parameters == {"class_weight": {"ENTAILMENT": 1.0}, "random_state": None}


def test_texts_longer_than_those_of_training_are_counted_if_features_are_limited(tmp_path):
    longer = pair(5, " ".join(["the ferry sank off the coast"] * 2), "the ferry sank")
    overrides = {"recognizer.head.clip": True}
    recognizer = Recognizer.from_config("lexical-logistic", overrides).fit(TRAIN)
    recognizer.save(tmp_path / "model")
    for trained in (recognizer, Recognizer.load(tmp_path / "model")):
        with pytest.warns(InputWarning, match="1 of 5 texts longer than 6 words"):
            trained.predict([*TRAIN, longer])
