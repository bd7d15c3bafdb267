"""Resources whose arrays are not what their format says, though their digests are right."""

import json
import os
import shutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.core.errors import ResourceError
from rte_baselines.core.resources import resources
from rte_baselines.core.resources.arrays import open_arrays, shipped_digests, write_arrays
from rte_baselines.kernels.words.postings import append_gap, gaps_of
from rte_baselines.lexicon.frequency.cooccurrence import build_cooccurrence
from rte_baselines.lexicon.frequency.term_statistics import build_term_statistics
from rte_baselines.lexicon.latent_semantics.model import build_latent_semantics
from rte_baselines.lexicon.resource_states import CHECKS, resource_states
from rte_baselines.lexicon.thesaurus.thesaurus import Entry, write_thesaurus
from rte_baselines.lexicon.translation.building import build_alignment_model
from rte_baselines.lexicon.translation.headlines import headlines
from rte_baselines.lexicon.wordnet.database.building import build_wordnet

from . import small_corpus, small_news
from .forgeries import ASK, forgeries
from .small_comparison import write_comparison
from .wordnet.small_database import write_database

ROOT = Path(__file__).parents[2]
ENTRIES = [
    Entry("boat", "noun", [("ship", 0.5), ("raft", 0.25), ("ferry", 0.125)]),
    Entry("ship", "noun", [("boat", 0.5)]),
    Entry("ship", "verb", [("send", 0.75)]),
]


def build_thesaurus(folder):
    write_thesaurus(folder, ENTRIES, provenance=small_corpus.PROVENANCE)


def build_from_corpus(build, **options):
    return lambda folder: build(
        small_corpus.HARBOUR, folder, provenance=small_corpus.PROVENANCE, **options
    )


def build_alignments(folder):
    pairs = list(headlines(small_news.STORIES))
    build_alignment_model(pairs, folder, provenance=small_news.PROVENANCE)


BUILD = {
    "thesaurus": build_thesaurus,
    "cooccurrence": build_from_corpus(build_cooccurrence, min_documents=1),
    "term-statistics": build_from_corpus(build_term_statistics, levels=["norms", "lemmas"]),
    "latent-semantics": build_from_corpus(build_latent_semantics, dimensions=2, min_documents=1),
    "alignment-model": build_alignments,
    "word-comparison": write_comparison,
    "wordnet": lambda folder: build_wordnet(write_database(folder.parent / "database"), folder),
}


def test_all_folders_of_arrays_are_here():
    assert (
        set(BUILD) == set(CHECKS) == set(resources.RESOURCES) - {"english", "encoder", "verbocean"}
    )


def contents(folder):
    """The arrays of a folder, and its description as `write_arrays` takes it."""
    said = json.loads((folder / "resource.json").read_text())
    arrays = {name: np.load(folder / f"{name}.npy") for name in said.pop("arrays")}
    del said["digest"]
    return arrays, {"format_name": said.pop("format"), **said}


@pytest.mark.slow
@pytest.mark.parametrize("resource", BUILD)
def test_every_damage_is_said_in_a_line(resource, tmp_path):
    sound = tmp_path / "sound"
    BUILD[resource](sound)
    ASK[resource](sound)
    arrays, description = contents(sound)
    for number, (name, damage, changed) in enumerate(forgeries(arrays)):
        folder = tmp_path / str(number)
        write_arrays(folder, changed, **description)
        with pytest.raises(ResourceError) as raised:
            ASK[resource](folder)
        message = str(raised.value)
        assert "\n" not in message
        assert message.startswith(f"{folder}/")
        # A wrong length may show in an array whose length follows from it.
        array = message.removeprefix(f"{folder}/").partition(".npy: ")[0]
        is_of_length = damage in {"truncated", "longer", "empty"}
        assert is_of_length or name.partition("_")[0] in array, (name, damage, message)
    assert number >= 20


def rewrite(folder, arrays, **changes):
    whole, description = contents(folder)
    write_arrays(folder, whole | arrays, **(description | changes))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("resource", "entry", "value"),
    [
        ("cooccurrence", "documents", 0),
        ("cooccurrence", "documents", 10**30),
        ("cooccurrence", "documents", "many"),
        ("cooccurrence", "documents", True),
        ("cooccurrence", "level", "letters"),
        ("cooccurrence", "level", None),
        ("term-statistics", "documents", -1),
        ("term-statistics", "levels", {}),
        ("term-statistics", "levels", {"letters": {}}),
        ("latent-semantics", "dimensions", None),
        ("alignment-model", "words", 0.5),
        ("alignment-model", "identities", []),
        ("alignment-model", "identities", {}),
        ("word-comparison", "columns", 0),
        ("word-comparison", "encoder", None),
        ("wordnet", "lexicographer_files", "noun.all"),
        ("wordnet", "lexicographer_files", [1]),
    ],
)
def test_what_the_description_says_is_checked(resource, entry, value, tmp_path):
    folder = tmp_path / "mine"
    BUILD[resource](folder)
    rewrite(folder, {}, **{entry: value})
    with pytest.raises(ResourceError, match=rf"resource\.json: '{entry}.* is .*; expected"):
        open_arrays(folder, f"{resource}.v1", CHECKS[resource])


@pytest.mark.slow
@pytest.mark.parametrize("identity", [float("nan"), 1.5, -0.1, "0.5"])
def test_the_probability_of_the_same_word_is_one(identity, tmp_path):
    folder = tmp_path / "mine"
    BUILD["alignment-model"](folder)
    about = json.loads((folder / "resource.json").read_text())
    identities = about["identities"] | {"text_given_hypothesis_model_1": identity}
    rewrite(folder, {}, identities=identities)
    with pytest.raises(ResourceError, match=r"text_given_hypothesis_model_1' is"):
        open_arrays(folder, "alignment-model.v1", CHECKS["alignment-model"])


def test_hypernyms_in_a_circle(tmp_path):
    folder = tmp_path / "mine"
    BUILD["wordnet"](folder)
    offsets, targets = (
        np.load(folder / f"synset_pointers_{n}.npy") for n in ("offsets", "targets")
    )
    child = int(np.flatnonzero(np.diff(offsets))[0])
    changed = targets.copy()
    changed[offsets[child]] = child
    rewrite(folder, {"synset_pointers_targets": changed})
    with pytest.raises(ResourceError):
        open_arrays(folder, "wordnet.v1", CHECKS["wordnet"])


def test_a_shipped_folder_does_not_vouch_for_itself(tmp_path, monkeypatch):
    shipped = Path(resources.required("latent-semantics"))
    folder = tmp_path / "package" / "models" / shipped.name
    shutil.copytree(shipped, folder)
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "package")
    monkeypatch.delenv("RTE_BASELINES_LATENT_SEMANTICS", raising=False)
    rows = np.load(folder / "vocabulary_rows.npy")
    rows[3] = 2**30
    rewrite(folder, {"vocabulary_rows": rows})
    found = next(state for state in resource_states() if state.name == "latent-semantics")
    assert found.origin == "shipped"
    assert f"{folder}/vocabulary_rows.npy: has {2**30} at 3" in found.problem


def test_the_digests_of_the_shipped_resources_are_noted():
    described = sorted((ROOT / "models").glob("*/resource.json"))
    digests = {json.loads(file.read_text("utf-8"))["digest"] for file in described}
    assert shipped_digests() == digests, "run scripts/record_resources.py"


@pytest.mark.slow
@pytest.mark.parametrize("resource", CHECKS)
def test_the_shipped_resources_would_pass(resource, monkeypatch):
    monkeypatch.delenv(resources.RESOURCES[resource].variable, raising=False)
    check = CHECKS[resource]
    check(open_arrays(resources.required(resource), f"{resource}.v1", check))


@given(st.lists(st.integers(1, 2**32), max_size=20))
def test_gaps_are_read_as_written(gaps):
    postings = bytearray()
    for gap in gaps:
        append_gap(postings, gap)
    assert gaps_of(np.frombuffer(postings, np.uint8)).tolist() == gaps


@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_what_may_never_end_is_not_read(tmp_path, monkeypatch, kind):
    path = tmp_path / "resource" / "folder" / "weights.npy"
    path.parent.mkdir(parents=True)
    if kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero")
    for name, resource in resources.RESOURCES.items():
        for location in (tmp_path / "resource", path):
            monkeypatch.setenv(resource.variable, str(location))
            with pytest.raises(ResourceError, match=rf"^{path}: is neither a file nor a folder"):
                resources.required(name)
