"""The shipped pipeline as spaCy itself reads it: in processes that never heard of the package."""

import re
import subprocess
import sys

import pytest
import spacy

from rte_baselines.analysis.english import lemma_exceptions, sentence_boundaries
from rte_baselines.resources import resource_folder

PIPELINE = resource_folder("models") / "en_ud_sm"

LOAD = """
import sys, spacy
nlp = spacy.load(sys.argv[1])
nlp.add_pipe("rte_baselines_sentence_boundaries", first=True)
doc = nlp("The ferry sank. Nobody saw it.")
print([word.lemma_ for word in doc if word.text in {"sank", "saw"}], len(list(doc.sents)))
"""


def run(*arguments):
    command = [sys.executable, *map(str, arguments)]
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


@pytest.mark.slow
def test_a_plain_process_loads_it():
    assert run("-c", LOAD, PIPELINE) == "['sink', 'see'] 2\n"


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_spacys_own_commands_read_it(tmp_path):
    assert "ud_sm" in run("-m", "spacy", "info", PIPELINE)
    nlp = spacy.blank("en")
    doc = spacy.tokens.Doc(
        nlp.vocab,
        words=["It", "sank", "."],
        lemmas=["it", "sink", "."],
        tags=["PRP", "VBD", "."],
        heads=[1, 1, 1],
        deps=["nsubj", "root", "punct"],
    )
    spacy.tokens.DocBin(docs=[doc], store_user_data=False).to_disk(tmp_path / "gold.spacy")
    scores = run("-m", "spacy", "evaluate", PIPELINE, tmp_path / "gold.spacy")
    assert re.search(r"LEMMA +100\.00", scores)


@pytest.mark.slow
def test_registering_again_does_no_harm():
    spacy.blank("en")
    for _ in range(2):
        lemma_exceptions.register_component()
        sentence_boundaries.register_component()
    assert spacy.load(PIPELINE).has_pipe(lemma_exceptions.FACTORY)
