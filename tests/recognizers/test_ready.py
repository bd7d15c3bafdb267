"""Models that come with the package: found by name, read without data, and undamaged."""

import json
import re
import shutil
import warnings
from pathlib import Path

import pandas
import pytest

from rte_baselines import Recognizer, entails, load, load_pairs, shipped_models
from rte_baselines.core.errors import InputError, InputWarning, ModelError
from rte_baselines.core.resources.resources import DEFAULT_MODEL
from rte_baselines.pairs import Pair, Scheme
from rte_baselines.recognizers import read_config, ready

ROOT = Path(__file__).parent.parent.parent
FERRIES = "Two old ferries sank off Oslo."

every_model = pytest.mark.parametrize("name", shipped_models())


@pytest.fixture
def damaged(tmp_path, monkeypatch):
    """A shipped model of which one file was changed after training."""
    folder = tmp_path / "recognizers" / "word-overlap"
    shutil.copytree(shipped_models()["word-overlap"], folder)
    learned = (folder / "learned.json").read_text("utf-8")
    (folder / "learned.json").write_text(learned.replace("0.", "0.9", 1), "utf-8")
    monkeypatch.setattr(
        "rte_baselines.core.resources.resources.resource_folder", lambda name: tmp_path
    )
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("scheme", Scheme)
def test_every_model_is_a_baseline_of_its_scheme(scheme):
    assert set(shipped_models()) == {name for names in ready.BASELINES.values() for name in names}
    assert {load(name).scheme_ for name in ready.BASELINES[scheme]} == {scheme}


def test_baselines_need_texts():
    with pytest.raises(InputError, match=r"^pair 7 has no hypothesis; expected both"):
        ready.baseline_runs([Pair("7", FERRIES, "")], Scheme.TWO_WAY)


@pytest.mark.slow
@every_model
@pytest.mark.filterwarnings("error")
def test_a_model_is_read_by_its_name_in_any_folder(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    recognizer = load(name)
    assert recognizer.name == name
    assert recognizer.predict([(FERRIES, "Two ferries sank.")]).labels.tolist() == ["ENTAILMENT"]


@every_model
def test_a_model_has_a_card_and_is_small(name):
    folder = shipped_models()[name]
    card = (folder / "README.md").read_text("utf-8")
    training = Recognizer.load(folder)
    assert card.startswith(f"# {name}\n")
    assert f"({training.training_pairs_} pairs)" in card
    assert f"`{training.training_digest_}`" in card
    assert sum(path.stat().st_size for path in folder.iterdir()) <= 1_000_000
    # Other versions of scikit-learn may not read its estimators.
    assert not (folder / "estimators.skops").exists()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["strongest", "lexical-logistic"])
def test_the_length_of_a_text_alone_does_not_entail(name, train, test):
    """Texts of these lengths are far longer than those of training."""
    words = " ".join(pair.text for pair in [*train, *test]).split()
    texts = [" ".join(words[:length]) for length in (150, 500, 3000)]
    run = load(name).predict([(text, "Purple elephants dance on the moon.") for text in texts])
    assert run.labels.tolist() == ["NO_ENTAILMENT"] * 3


@pytest.mark.slow
def test_texts_beyond_those_of_training_are_warned_of():
    recognizer = load("lexical-logistic")
    pair = "Ferries sank. " * 60, "Ferries sank."
    frame = pandas.DataFrame([pair], columns=["text", "hypothesis"])
    for label in (recognizer.predict, recognizer.predict_proba, recognizer.explain):
        given = pair if label == recognizer.explain else [pair]
        with pytest.warns(InputWarning, match="1 of 1 text longer than 110 words, the longest"):
            label(given)
    with pytest.warns(InputWarning, match="1 of 1 text longer than 110 words, the longest"):
        recognizer.predict_frame(frame)
    # Its one feature does not leave the range of training.
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        load("word-overlap").predict([pair])


SHORT = ("No.", "the", "It is not.", "They were there.", "Yes.", "?!", "The bakery is not open.")


@pytest.mark.slow
@every_model
@pytest.mark.parametrize("snippet", SHORT)
def test_a_short_text_entails_itself_and_no_similarity_at_its_best_says_otherwise(name, snippet):
    recognizer = load(name)
    found = recognizer.explain(snippet, snippet)
    assert found.label == "ENTAILMENT"
    best = {
        column.name: {1: 1, -1: 0}.get(column.direction) for column in recognizer.features.columns
    }
    at_best = [each for each in found.features if each.value == pytest.approx(best[each.name])]
    assert at_best
    assert min(each.pull for each in at_best) >= -1e-9


@pytest.mark.slow
@every_model
@pytest.mark.usefixtures("remembered_analyses")
def test_what_a_text_says_word_for_word_is_entailed(name, rte_data):
    pairs = list(load_pairs("rte3:dev", data_dir=rte_data))[:100]
    texts = [pair.text for pair in pairs]
    around = [
        (f"{before}\n\n{snippet}\n\n{after}", snippet)
        for pair, before, after in zip(pairs, texts[1:] + texts, texts[2:] + texts, strict=False)
        for snippet in (pair.text, pair.hypothesis)
    ]
    themselves = [(snippet, snippet) for pair in pairs for snippet in (pair.text, pair.hypothesis)]
    for given in (themselves, around):
        labels = load(name).predict(given).labels
        assert (labels == "ENTAILMENT").mean() >= 0.995


@pytest.mark.slow
@every_model
def test_a_model_has_the_features_of_its_config(name):
    """The config of a model is not changed without training it again."""
    config = read_config(shipped_models()[name] / "config.cfg")
    card = (shipped_models()[name] / "README.md").read_text("utf-8")
    (source, options), *_ = re.findall(r"^\| config \| `([^`]+)`(.*) \|$", card, flags=re.MULTILINE)
    overrides = {path: json.loads(value) for path, value in re.findall(r"`--(\S+) (.+?)`", options)}
    built = Recognizer.from_config(source, overrides).to_config()
    assert built["recognizer"]["features"] == config["recognizer"]["features"]


@pytest.mark.filterwarnings("ignore:.*loaded with 99")
def test_other_versions_give_no_warning_for_shipped_models_alone(tmp_path, monkeypatch):
    shutil.copytree(shipped_models()["word-overlap"], tmp_path / "word-overlap")
    monkeypatch.setattr("rte_baselines.recognizers.persistence.version", lambda package: "99")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        load("word-overlap")
    with pytest.warns(InputWarning, match="trained with numpy .*, loaded with 99"):
        load(tmp_path / "word-overlap")


@pytest.mark.slow
def test_a_question_in_one_line():
    assert entails(FERRIES, "Two ferries sank.") is True
    assert entails(FERRIES, "A dog barked in Madrid.") is False
    assert entails(FERRIES, "Two ferries sank.", "word-overlap") is True
    assert entails(FERRIES, "Two ferries sank.", load("word-overlap")) is True


@pytest.mark.slow
@pytest.mark.parametrize("name", ["word-overlap", "lexical-logistic"])
def test_punctuation_alone_is_entailed_by_itself_alone(name):
    run = load(name).predict([("?!", "?!"), ("...", "..."), ("?!", "..."), (FERRIES, "?!")])
    assert run.labels.tolist() == [*["ENTAILMENT"] * 2, *["NO_ENTAILMENT"] * 2]


@pytest.mark.slow
def test_a_model_in_a_folder_of_the_name_takes_precedence(tmp_path, monkeypatch, train):
    monkeypatch.chdir(tmp_path)
    Recognizer.from_config("majority").fit(train).save("word-overlap")
    assert load("word-overlap").name == "majority"
    assert load(shipped_models()["word-overlap"]).name == "word-overlap"
    # No name was given here.
    Recognizer.from_config("majority").fit(train).save(DEFAULT_MODEL)
    assert load().name == DEFAULT_MODEL


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("word-overlp", "did you mean 'word-overlap'"),
        (Path("lexical-logistic"), "not a model"),
        ("word-overlap", "word-overlap: this folder is not a model, but has the"),
        ("config-alone", "config-alone: not a model"),
    ],
    ids=["misspelt", "a path is a folder", "a folder of that name", "a folder of something else"],
)
def test_what_is_no_model_is_refused(name, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "word-overlap").mkdir()
    (tmp_path / "config-alone").mkdir()
    (tmp_path / "config-alone" / "config.cfg").write_text("[nlp]")
    with pytest.raises(ModelError, match=message):
        load(name)


def test_a_damaged_model_is_refused_with_what_to_do(damaged):
    with pytest.raises(ModelError, match=r"learned.json: damaged, its .* install rte-baselines ag"):
        load("word-overlap")


@every_model
def test_no_test_part_is_among_the_training_data(name):
    signature = json.loads((shipped_models()[name] / "signature.json").read_text("utf-8"))
    assert "test" not in signature["trained_on"]


@pytest.mark.slow
def test_a_shipped_model_is_read_once(monkeypatch):
    read = []
    monkeypatch.setattr(ready, "load", lambda model: read.append(model) or Recognizer.load(model))
    ready._shipped.cache_clear()
    for _ in range(2):
        entails(FERRIES, "Two ferries sank.")
    assert read == [shipped_models()[DEFAULT_MODEL]]
    ready._shipped.cache_clear()
