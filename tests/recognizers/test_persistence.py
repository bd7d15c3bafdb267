import json
import os
import pickle
import zipfile
from functools import cache
from hashlib import sha256
from shutil import copytree

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

from rte_baselines.core.errors import ConfigError, InputError, InputWarning, ModelError
from rte_baselines.heads.c45 import C45Head
from rte_baselines.recognizers import Recognizer

# Calibrated classifiers are scikit-learn estimators on disk.
CALIBRATED = (("recognizer.head.calibration", "platt"),)

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("remembered_analyses")]


@pytest.fixture(scope="module")
def folder_of(tmp_path_factory, train):
    """A function of a config, and what replaces its fields, to the folder of a trained model."""

    @cache
    def folder(config, fields=()):
        folder = tmp_path_factory.mktemp("models") / config
        Recognizer.from_config(config, dict(fields)).fit(train).save(folder)
        return folder

    return folder


@pytest.fixture
def model(tmp_path, folder_of):
    """A calibrated model that a test may damage."""
    return copytree(folder_of("lexical-logistic", CALIBRATED), tmp_path / "model")


def sign(folder):
    """Make the signature fit the files again, as an attacker would."""
    signature = json.loads((folder / "signature.json").read_text())
    signature["files"] = {
        path.name: sha256(path.read_bytes()).hexdigest()
        for path in folder.iterdir()
        if path.name != "signature.json"
    }
    (folder / "signature.json").write_text(json.dumps(signature))


def test_what_a_model_folder_holds(model):
    names = {path.name for path in model.iterdir()}
    assert names == {
        *("config.cfg", "learned.json", "arrays.npz", "estimators.skops", "signature.json")
    }
    signature = json.loads((model / "signature.json").read_text())
    assert signature["training_pairs"] == 160
    assert len(signature["config"]) == 12


def test_equal_training_gives_equal_files(model, tmp_path, train):
    again = Recognizer.from_config("lexical-logistic", dict(CALIBRATED)).fit(train)
    again.save(tmp_path / "again")
    for name in ("config.cfg", "learned.json", "arrays.npz", "estimators.skops"):
        assert (tmp_path / "again" / name).read_bytes() == (model / name).read_bytes()


CLASSIFIERS = [
    *("LogisticRegression", "LinearSVC", "SVC", "RidgeClassifier", "SGDClassifier"),
    *("DecisionTreeClassifier", "RandomForestClassifier", "ExtraTreesClassifier"),
    *("GradientBoostingClassifier", "HistGradientBoostingClassifier", "AdaBoostClassifier"),
    *("KNeighborsClassifier", "GaussianNB", "MLPClassifier", "GaussianProcessClassifier"),
    *("LinearDiscriminantAnalysis", "Perceptron"),
]
ENSEMBLES = ("RandomForest", "ExtraTrees", "GradientBoosting", "AdaBoost")
QUICK = {f"{name}Classifier": ("n_estimators", 5) for name in ENSEMBLES}
QUICK["LinearSVC"] = "max_iter", 100


@pytest.mark.parametrize(
    ("classifier", "calibration"),
    [
        *((classifier, None) for classifier in CLASSIFIERS),
        *(("LinearSVC", method) for method in ("platt", "isotonic")),
        *(("DecisionTreeClassifier", method) for method in ("platt", "isotonic")),
    ],
)
@pytest.mark.filterwarnings("ignore")
def test_classifiers_survive(classifier, calibration, train, test, tmp_path):
    fields = {"recognizer.head.classifier": classifier, "recognizer.head.calibration": calibration}
    if classifier in QUICK:
        field, value = QUICK[classifier]
        fields[f"recognizer.head.parameters.{field}"] = value
    # What is saved does not depend on how much is learned; pairs are scored one by one.
    recognizer = Recognizer.from_config("nltk-rte", fields).fit(train[:60])
    recognizer.save(tmp_path / "model")
    loaded = Recognizer.load(tmp_path / "model")
    expected = recognizer.predict(test[:40]).scores
    assert len(set(expected)) > 1
    np.testing.assert_array_equal(loaded.predict(test[:40]).scores, expected)


def test_a_tree_of_c45_survives_as_json(train, test, tmp_path):
    features = Recognizer.from_config("nltk-rte").features
    recognizer = Recognizer(features, C45Head(task=True, confidence_factor=None)).fit(train)
    recognizer.save(tmp_path / "model")
    assert not (tmp_path / "model" / "estimators.skops").exists()
    loaded = Recognizer.load(tmp_path / "model")
    np.testing.assert_array_equal(loaded.predict(test).scores, recognizer.predict(test).scores)
    edit(tmp_path / "model", lambda learned: learned["head"]["tree_"].pop("counts"))
    with pytest.raises(ModelError, match="damaged; train the model again"):
        Recognizer.load(tmp_path / "model")


def test_an_unfitted_recognizer_cannot_be_saved(tmp_path):
    with pytest.raises(NotFittedError):
        Recognizer.from_config("word-overlap").save(tmp_path / "model")
    assert not (tmp_path / "model").exists()


def test_a_model_may_be_replaced_but_nothing_else(model, train, tmp_path):
    other = Recognizer.from_config("word-overlap").fit(train)
    other.save(model)
    assert Recognizer.load(model).name == "word-overlap"
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "thesis.txt").write_text("years of work")
    with pytest.raises(InputError, match="exists and is not replaced"):
        other.save(precious)
    assert (precious / "thesis.txt").read_text() == "years of work"


@pytest.mark.parametrize(
    "name", ["config.cfg", "learned.json", "arrays.npz", "estimators.skops", "signature.json"]
)
@pytest.mark.parametrize("damage", [None, b"", b"\x00\xff\xfe", b"{}", b"[]"])
@pytest.mark.parametrize("signed", [True, False])
def test_a_missing_or_damaged_file(model, name, damage, signed):
    (model / name).unlink()
    if damage is not None:
        (model / name).write_bytes(damage)
        if signed and name != "signature.json":
            sign(model)
    with pytest.raises(InputError) as error:
        Recognizer.load(model)
    assert "\n" not in str(error.value)


class Trap:
    """An object whose unpickling or restoring would run code."""

    def __reduce__(self):
        return (exec, ("raise SystemExit('code was executed')",))


def test_a_pickle_is_not_read(model):
    (model / "estimators.skops").write_bytes(pickle.dumps(Trap()))
    sign(model)
    with pytest.raises(ModelError, match="cannot be read as a skops file"):
        Recognizer.load(model)


def test_foreign_types_are_refused(model):
    path = model / "estimators.skops"
    with zipfile.ZipFile(path) as archive:
        schema = archive.read("schema.json").decode()
        others = {n: archive.read(n) for n in archive.namelist() if n != "schema.json"}
    # The classifier becomes a class that runs what it is given.
    schema = schema.replace('"LogisticRegression"', '"Popen"')
    schema = schema.replace('"sklearn.linear_model._logistic"', '"subprocess"')
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("schema.json", schema)
        for name, content in others.items():
            archive.writestr(name, content)
    sign(model)
    with pytest.raises(ModelError, match=r"not known to be safe: subprocess\.Popen"):
        Recognizer.load(model)


def edit(folder, change):
    """Change what was learned, and sign it."""
    learned = json.loads((folder / "learned.json").read_text())
    change(learned)
    (folder / "learned.json").write_text(json.dumps(learned))
    sign(folder)


@pytest.mark.parametrize(
    "change",
    [
        lambda learned: learned.update(scheme="four-way"),
        lambda learned: learned.update(feature_means=[0.5]),
        lambda learned: learned.update(head=[]),
        lambda learned: learned["head"].update(__dict__={}),
        lambda learned: learned["head"].update(tasks_=None),
    ],
)
def test_what_was_learned_is_checked(model, change):
    edit(model, change)
    with pytest.raises(ModelError, match="damaged; train the model again"):
        Recognizer.load(model)


@pytest.mark.parametrize("threshold", ["high", None, float("nan")])
def test_a_threshold_that_is_none(tmp_path, folder_of, threshold):
    folder = copytree(folder_of("word-overlap"), tmp_path / "overlap")
    edit(folder, lambda learned: learned["head"].update(threshold_=threshold))
    with pytest.raises(ModelError, match="damaged"):
        Recognizer.load(folder)


def test_what_cannot_be_read_back_is_not_saved(tmp_path, train, monkeypatch):
    monkeypatch.setattr("rte_baselines.recognizers.estimators._TRUSTED_TYPES", frozenset())
    fields = {"recognizer.head.classifier": "DecisionTreeClassifier"}
    recognizer = Recognizer.from_config("nltk-rte", fields).fit(train)
    with pytest.raises(ConfigError, match=r"nltk-rte cannot be saved: .*not known to be safe"):
        recognizer.save(tmp_path / "model")
    assert not (tmp_path / "model").exists()


def test_a_config_that_no_longer_fits_what_was_learned(model):
    path = model / "config.cfg"
    path.write_text(path.read_text().replace("features.capitalized_mismatch", "features.nam"))
    sign(model)
    with pytest.raises(ModelError, match=r"trained on the features .* train the model again"):
        Recognizer.load(model)


def test_another_scikit_learn_is_said(model):
    path = model / "signature.json"
    signature = json.loads(path.read_text())
    signature["versions"]["scikit-learn"] = "0.0.1"
    path.write_text(json.dumps(signature))
    with pytest.warns(InputWarning, match=r"trained with scikit-learn 0.0.1, loaded with"):
        Recognizer.load(model)


def test_plain_classifiers_are_stored_without_an_estimator(train, test, tmp_path):
    recognizer = Recognizer.from_config("lexical-logistic").fit(train)
    recognizer.save(tmp_path / "model")
    assert not (tmp_path / "model" / "estimators.skops").exists()
    loaded = Recognizer.load(tmp_path / "model")
    assert not hasattr(loaded.head_, "estimator_")
    np.testing.assert_array_equal(loaded.predict(test).scores, recognizer.predict(test).scores)
    # What was read can be written again.
    loaded.save(tmp_path / "again")
    again = (tmp_path / "again" / "arrays.npz").read_bytes()
    assert again == (tmp_path / "model" / "arrays.npz").read_bytes()


@pytest.mark.parametrize(
    "change",
    [
        lambda arrays: arrays.pop("head.numbers_.mean"),
        lambda arrays: arrays.update({"head.numbers_.mean": np.full(20, np.nan)}),
        lambda arrays: arrays.update({"head.fit.mean": np.zeros(3)}),
        lambda arrays: arrays.update({"head.numbers_.mean": np.zeros(20, dtype=complex)}),
        lambda arrays: arrays.update({"head.numbers_.coefficients": np.zeros((5, 20))}),
        lambda arrays: arrays.update({"other": np.array(["text"])}),
        lambda arrays: arrays.update({"training_words": np.array([{}], dtype=object)}),
    ],
)
def test_damaged_arrays_are_refused(folder_of, tmp_path, change):
    folder = copytree(folder_of("lexical-logistic"), tmp_path / "model")
    with np.load(folder / "arrays.npz") as file:
        arrays = dict(file)
    change(arrays)
    np.savez_compressed(folder / "arrays.npz", **arrays)
    sign(folder)
    with pytest.raises(ModelError, match="damaged"):
        Recognizer.load(folder)


SECTIONS = "".join(
    f'[recognizer.head{".a" * depth}]\n@heads = "majority.v1"\n' for depth in range(900)
)
LISTS = f"\nx = {'[' * 900}{']' * 900}\n"


@pytest.mark.parametrize(
    ("added", "message"),
    [(SECTIONS, "a section is within 900 others; expected at most 20"), (LISTS, "too deeply")],
)
def test_deep_configs_are_refused(folder_of, tmp_path, added, message):
    folder = copytree(folder_of("lexical-logistic"), tmp_path / "model")
    config = folder / "config.cfg"
    config.write_text(config.read_text() + added)
    sign(folder)
    with pytest.raises(InputError, match=f"^{config}: .*{message}$"):
        Recognizer.load(folder)


@pytest.mark.parametrize("name", ["config.cfg", "learned.json", "arrays.npz", "signature.json"])
@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
def test_a_file_that_is_none(folder_of, tmp_path, name, kind):
    """A pipe that nobody writes to, and a device without end, would be read forever."""
    folder = copytree(folder_of("lexical-logistic"), tmp_path / "model")
    (folder / name).unlink()
    if kind == "pipe":
        os.mkfifo(folder / name)
    elif kind == "device":
        (folder / name).symlink_to("/dev/zero")
    else:
        (folder / name).mkdir()
    with pytest.raises(ModelError, match=f"{name}( is missing|: is no file); train the model agai"):
        Recognizer.load(folder)


def test_models_of_the_last_version_are_read(train, test, tmp_path):
    """They have no arrays, and an estimator for each classifier."""
    folder = tmp_path / "model"
    recognizer = Recognizer.from_config("lexical-logistic").fit(train)
    expected = recognizer.predict(test)
    head = recognizer.head_
    del head.numbers_, head.labels_
    recognizer.training_pair_digests_ = None
    recognizer.save(folder)
    assert {path.name for path in folder.iterdir()} == {
        *("config.cfg", "learned.json", "estimators.skops", "signature.json")
    }
    signature = json.loads((folder / "signature.json").read_text())
    (folder / "signature.json").write_text(json.dumps(signature | {"format": 2}))
    run = Recognizer.load(folder).predict(test)
    np.testing.assert_array_equal(run.labels, expected.labels)
    assert {(found.trained_model, found.in_training) for found in run} == {
        (f"lexical-logistic@{recognizer.training_digest_}", None)
    }
