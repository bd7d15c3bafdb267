"""The shipped pipeline as spaCy itself reads it: in processes that never heard of the package."""

import re
import subprocess
import sys

import pytest
import spacy

from rte_baselines.core.resources.resources import resource_folder

pytestmark = pytest.mark.slow

PIPELINE = resource_folder("models") / "en_ud_sm"

# One process for all, as it takes a second to import spaCy; the first part knows of nothing else.
PROGRAM = """
import sys, spacy
pipeline, gold = sys.argv[1:]
nlp = spacy.load(pipeline)
nlp.add_pipe("rte_baselines_sentence_boundaries", first=True)
doc = nlp("The ferry sank. Nobody saw it.")
print([word.lemma_ for word in doc if word.text in {"sank", "saw"}], len(list(doc.sents)))

from spacy.cli._util import app
for command in (["info", pipeline], ["evaluate", pipeline, gold]):
    print("spacy", *command)
    app(command, standalone_mode=False)
"""


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    """What the program prints."""
    gold = tmp_path_factory.mktemp("gold") / "gold.spacy"
    doc = spacy.tokens.Doc(
        spacy.blank("en").vocab,
        words=["It", "sank", "."],
        lemmas=["it", "sink", "."],
        tags=["PRP", "VBD", "."],
        heads=[1, 1, 1],
        deps=["nsubj", "root", "punct"],
    )
    spacy.tokens.DocBin(docs=[doc], store_user_data=False).to_disk(gold)
    command = [sys.executable, "-c", PROGRAM, str(PIPELINE), str(gold)]
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


def test_a_plain_process_loads_it(printed):
    assert printed.startswith("['sink', 'see'] 2\n")


def test_spacys_own_commands_read_it(printed):
    _, of_info, of_evaluate = printed.split("\nspacy ")
    assert re.search(r"^name +ud_sm", of_info, re.MULTILINE)
    assert re.search(r"LEMMA +100\.00", of_evaluate)
