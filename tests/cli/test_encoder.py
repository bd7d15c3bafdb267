"""The option --encoder, and what a model says of the encoder it was trained with."""

import pytest

from tests.toy_encoder import write_bert

pytestmark = pytest.mark.slow

VARIABLE = "RTE_BASELINES_ENCODER"
TRAIN = ("train", "embedding-similarity", "--train", "sample:train", "--output", "model")
EXPLAIN = ("explain", "--text", "Two old ferries sank.", "--hypothesis", "Two ferries sank.")


@pytest.fixture(autouse=True)
def restored(monkeypatch):
    """The option sets the variable for the whole process."""
    monkeypatch.setenv(VARIABLE, "")


def test_an_encoder_of_ones_own(rte, folder, monkeypatch):
    write_bert(folder / "mine")
    (merged,) = rte(*TRAIN, "--quiet", "--encoder", "mine").stderr.splitlines()
    assert merged.startswith("warning: CONTRADICTION and UNKNOWN were merged")
    predict = ("predict", "model", "sample:test", "--output", "run", "--quiet")
    assert rte(*predict, "--encoder", "mine").stderr == ""
    write_bert(folder / "other", max_pieces=12)
    another = rte(*predict, "--encoder", "other").succeeded()
    assert another.stderr.startswith("warning: model: trained with another encoder than the one in")


@pytest.mark.parametrize("command", [TRAIN, EXPLAIN], ids=["train", "explain"])
@pytest.mark.parametrize("content", ["nothing", "damaged", "no folder"])
def test_an_encoder_that_cannot_be_used(rte, folder, command, content):
    if content != "no folder":
        (folder / "mine").mkdir()
    if content == "damaged":
        write_bert(folder / "mine")
        (folder / "mine" / "model.onnx").write_bytes(b"no ONNX")
    result = rte(*command, "--encoder", "mine")
    assert "mine" in result.refusal()
    assert result.stderr.count("\n") == 1
