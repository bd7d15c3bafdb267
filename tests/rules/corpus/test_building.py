"""Indexes built from documents: their sentences, going on after an end, and bad folders."""

import json
import shutil

import numpy as np
import pytest

from rte_baselines.core.errors import InputError, ResourceError
from rte_baselines.lexicon.corpus.array_resources import Provenance
from rte_baselines.lexicon.corpus.corpora import Document
from rte_baselines.rules.corpus import building
from rte_baselines.rules.corpus.building import build_index
from rte_baselines.rules.corpus.index import CorpusIndex, Instance
from rte_baselines.rules.template import Template
from tests.rules.far_pool import FarPool

# The first test parses.
pytestmark = pytest.mark.slow

ACQUIRE = Template("X <nsubj- acquire -obj-> Y")
DOCUMENTS = [
    Document("IBM acquires Lotus", "The old Zürich bank\nacquired a firm. It sold it."),
    Document("", "A rival was acquired by Acme."),
    Document("", "Nothing else was sold."),
]


def build(folder, documents=DOCUMENTS, **options):
    options = {"documents_per_shard": 1, **options}
    return build_index(documents, folder, provenance=Provenance("three documents"), **options)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rules") / "index"
    build(folder)
    return folder


@pytest.fixture
def folder(built, tmp_path):
    """A copy that a test may change."""
    return shutil.copytree(built, tmp_path / "index")


def digests(folder):
    return json.loads((folder / "index.json").read_text())["shards"]


def no_parser(*arguments):
    pytest.fail("was parsed again")


def test_instances_have_their_sentence_and_phrases(built):
    index = CorpusIndex.open(built)
    assert [index.instance(where) for where in index.occurrences(ACQUIRE)] == [
        Instance("IBM acquires Lotus", "IBM", "Lotus"),
        Instance("The old Zürich bank acquired a firm.", "The old Zürich bank", "a firm"),
        Instance("A rival was acquired by Acme.", "Acme", "A rival"),
    ]
    assert index.sentences == 5


def test_a_build_goes_on_where_it_ended(folder, monkeypatch):
    before = digests(folder)
    manifest = json.loads((folder / "index.json").read_text())
    del manifest["shards"]
    (folder / "index.json").write_text(json.dumps(manifest))
    shutil.rmtree(folder / "shard-00001")
    with pytest.raises(ResourceError, match="is not complete; run the command"):
        CorpusIndex.open(folder)
    parsed = []
    parse = building._parse
    monkeypatch.setattr(building, "_parse", lambda *call: parsed.append(call[0]) or parse(*call))
    build(folder)
    assert parsed == [1]
    assert digests(folder) == before
    # A complete index is not parsed again.
    monkeypatch.setattr(building, "_parse", no_parser)
    build(folder)
    assert digests(folder) == before


@pytest.mark.parametrize(
    "documents", [DOCUMENTS[:2], [*DOCUMENTS[:2], Document("", "Other words.")], DOCUMENTS[::-1]]
)
def test_other_documents_are_refused(folder, documents, monkeypatch):
    monkeypatch.setattr(building, "_parse", no_parser)
    with pytest.raises(InputError, match="made from other documents; write to another folder"):
        build(folder, documents)


def test_other_options_and_folders_of_other_things_are_refused(folder, tmp_path):
    with pytest.raises(InputError, match="with documents_per_shard 1, not 2; write to another"):
        build(folder, documents_per_shard=2)
    with pytest.raises(InputError, match="exists and is not replaced"):
        build(tmp_path)


def test_folders_without_an_index_are_refused(tmp_path):
    with pytest.raises(ResourceError, match="holds no index"):
        CorpusIndex.open(tmp_path)
    (tmp_path / "index.json").write_text("[")
    with pytest.raises(ResourceError, match="is damaged"):
        CorpusIndex.open(tmp_path)
    (tmp_path / "index.json").write_text('{"format": "other"}')
    with pytest.raises(ResourceError, match=r"describes no parsed-corpus\.v1"):
        CorpusIndex.open(tmp_path)


def test_damaged_and_exchanged_shards_are_refused(folder):
    shutil.rmtree(folder / "shard-00001")
    shutil.copytree(folder / "shard-00000", folder / "shard-00001")
    with pytest.raises(ResourceError, match="is not the shard of this index"):
        _ = CorpusIndex.open(folder).shards
    lemmas = np.load(folder / "shard-00000" / "lemmas.npy")
    np.save(folder / "shard-00000" / "lemmas.npy", lemmas + 1)
    with pytest.raises(ResourceError, match="is damaged"):
        _ = CorpusIndex.open(folder).shards


def test_a_damaged_shard_is_built_again_once_it_is_removed(folder, built):
    damaged = folder / "shard-00001"
    (damaged / "lemmas.npy").write_bytes(b"")
    with pytest.raises(ResourceError, match="shard-00001: is damaged; remove this folder, and the"):
        build(folder)
    shutil.rmtree(damaged)
    build(folder)
    assert digests(folder) == digests(built)


def test_the_index_does_not_depend_on_the_workers(built, tmp_path):
    build(tmp_path / "index", workers=FarPool())
    assert digests(tmp_path / "index") == digests(built)
