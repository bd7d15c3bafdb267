"""Predictions on data frames: those of the recognizer, in pandas and in Dask."""

import narwhals
import numpy as np
import pytest

from rte_baselines import Recognizer, load_pairs
from rte_baselines.core.errors import InputError

pandas = pytest.importorskip("pandas")
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def frame():
    pairs = load_pairs("sample:test")[:12]
    columns = {
        "premise": [pair.text for pair in pairs],
        "hypothesis": [pair.hypothesis for pair in pairs],
        "task": [pair.task for pair in pairs],
    }
    return pandas.DataFrame(columns, index=range(10, 10 + len(pairs)))


@pytest.mark.parametrize("name", ["lexical-logistic", "word-overlap"])
def test_rows_have_the_predictions_of_the_recognizer(frame, name):
    recognizer = Recognizer.load(name)
    found, run = recognizer.predict_frame(frame), recognizer.predict(frame)
    assert found.index.equals(frame.index)
    assert found["label"].tolist() == run.labels.tolist()
    assert found["score"].tolist() == run.scores.tolist()
    assert found["confidence"].tolist() == run.confidences.tolist()
    probabilities = found.filter(like="probability_").to_numpy()
    assert run.to_pandas()["label"].tolist() == found["label"].tolist()
    if run.probabilities is None:
        assert np.isnan(probabilities).all()
    else:
        assert found["probability_entailment"].tolist() == [
            one.probabilities["ENTAILMENT"] for one in run
        ]
        np.testing.assert_allclose(probabilities.sum(axis=1), 1)


@pytest.mark.parametrize("name", ["lexical-logistic", "strongest-captions"])
def test_no_rows_are_the_meta(frame, name):
    recognizer = Recognizer.load(name)
    meta = recognizer.frame_meta()
    pandas.testing.assert_frame_equal(
        recognizer.predict_frame(frame.iloc[:0]).reset_index(drop=True),
        meta.reset_index(drop=True),
        check_index_type=False,
    )
    assert (recognizer.predict_frame(frame.iloc[:1]).dtypes == meta.dtypes).all()


@pytest.mark.parametrize(
    ("names", "order"),
    [
        (("entailment", "not_entailment"), None),
        (("Yes", "No"), None),
        ((1, 0), ["not_entailment", "entailment"]),
        ((True, False), None),
    ],
)
@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_labels_are_spelled_as_in_training(frame, names, order, library):
    pytest.importorskip(library)
    pairs = load_pairs("sample:train")
    recognizer = Recognizer.from_config("word-overlap").set_params(label_order=order)
    recognizer.fit(pairs, [names[pair.label != "ENTAILMENT"] for pair in pairs])
    given = narwhals.from_dict(frame.to_dict("list"), backend=library).to_native()
    returned = recognizer.predict_frame(given)
    assert type(returned) is type(given)
    found = narwhals.from_native(returned)
    predicted = np.asarray(recognizer.predict(frame)).tolist()
    assert found["label"].to_list() == predicted
    assert set(predicted) == set(names) == set(recognizer.classes_.tolist())
    assert found.columns[3:] == ["probability_entailment", "probability_no_entailment"]
    if library == "pandas":
        assert recognizer.frame_meta().dtypes.equals(found.to_native().dtypes)


@pytest.mark.parametrize("samples", [[("It rained.", "It snowed.")], {"text": ["It rained."]}])
def test_what_is_no_data_frame_is_refused(samples):
    with pytest.raises(InputError, match=r"is no data frame of pandas, polars or PyArrow"):
        Recognizer.load("word-overlap").predict_frame(samples)


@pytest.fixture(params=["numbers", "ids"])
def indexed(request, frame):
    """The frame with its own index, and with ids as the index."""
    if request.param == "numbers":
        return frame
    ids = [f"pair {number}" for number in frame.index]
    return frame.set_index(pandas.Index(ids, name="id"))


def test_dask_maps_partitions(indexed):
    dataframe = pytest.importorskip("dask.dataframe")
    recognizer = Recognizer.load("lexical-logistic")
    partitions = dataframe.from_pandas(indexed, npartitions=3, sort=False)
    meta = recognizer.frame_meta(partitions)
    found = partitions.map_partitions(recognizer.predict_frame, meta=meta)
    assert list(found.columns) == list(meta.columns)
    assert found.index.name == indexed.index.name
    expected = recognizer.predict_frame(indexed)
    assert expected.index.equals(indexed.index)
    pandas.testing.assert_frame_equal(
        found.compute(scheduler="synchronous"), expected, check_index_type=False
    )
    # The rows can be joined, and the index has a name before anything is computed.
    joined = partitions.join(found).reset_index()
    assert list(joined.columns) == list(indexed.join(expected).reset_index().columns)
    assert len(joined.compute(scheduler="synchronous")) == len(indexed)
