"""The parser's layers, from the shipped pipeline and from pipelines made here."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.analysis import Analyzer
from rte_baselines.analysis.english.labels import FunctionWordLayer, TaggedLemmaLayer
from rte_baselines.analysis.english.pipeline import NO_HEAD, EnglishLayer, EnglishPipeline
from rte_baselines.core.errors import ResourceError
from rte_baselines.core.resources import resources

SNIPPETS = [
    "The ferry sank near Tromso. Nobody was hurt.",
    "Acme Inc. last year bought a plant in Ohio.",
    "RIVALS MERGE AFTER LONG TALKS",
]


@pytest.fixture(scope="module")
def analyzer() -> Analyzer:
    return Analyzer()


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """A cache of its own, which the tests otherwise do without."""
    monkeypatch.setenv("RTE_BASELINES_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def parse_with(tmp_path, monkeypatch):
    """Takes a pipeline into use whose one component, named parser, annotates as it is told."""

    def use(component):
        import spacy

        spacy.Language.component(component.__name__, func=component)
        nlp = spacy.blank("en")
        nlp.add_pipe(component.__name__, name="parser")
        nlp.to_disk(tmp_path / "own")
        monkeypatch.setenv("RTE_BASELINES_ENGLISH", str(tmp_path / "own"))

    return use


@pytest.mark.slow
def test_parses_sentences_and_finds_their_boundaries_and_names(analyzer):
    sentence, names, two, one, headline = analyzer.analyze(
        ["The children fed two grey horses in May.", "Barack Obama met Bo in Berlin.", *SNIPPETS]
    )
    assert sentence.lemmas == ("the", "child", "feed", "two", "grey", "horse", "in", "may", ".")
    assert sentence.pos[:6] == ("DET", "NOUN", "VERB", "NUM", "ADJ", "NOUN")
    assert sentence.tags[1:3] == ("NNS", "VBD")
    assert sentence.heads.tolist()[:6] == [1, 2, NO_HEAD, 5, 5, 2]
    assert sentence.relations[:6] == ("det", "nsubj", "root", "nummod", "amod", "obj")
    assert sentence.sentence_starts.tolist() == [True] + [False] * 8
    assert names.entity_labels[:2] == ("PERSON", "PERSON")
    assert names.entity_starts[:2].tolist() == [True, False]
    assert names.entity_labels[5] == "PLACE"
    assert np.flatnonzero(two.sentence_starts).tolist() == [0, 6]
    assert (two.heads == NO_HEAD).sum() == 2
    assert one.sentence_starts.sum() == headline.sentence_starts.sum() == 1


@given(st.lists(st.text(max_size=40), min_size=1, max_size=3))
def test_layers_run_parallel_to_the_words_and_make_trees(analyzer, snippets):
    for analysis in analyzer.analyze(snippets, ["heads"]):
        words = len(analysis)
        for name in EnglishLayer.provides:
            assert len(analysis.layer(name)) == words
        heads = analysis.heads
        assert analysis.heads.dtype == np.int64
        assert ((heads >= NO_HEAD) & (heads < words)).all()
        assert (heads == NO_HEAD).sum() == analysis.sentence_starts.sum()
        for place in range(words):
            # As many steps up as there are words lead out of any tree, and of no circle.
            for _ in range(words):
                place = heads[place] if place != NO_HEAD else place
            assert place == NO_HEAD


@pytest.mark.slow
def test_nothing_is_parsed_twice(kept, monkeypatch):
    parsed = []
    parse = EnglishPipeline.parse

    def counting(self, analyses):
        parsed.extend(analysis.text for analysis in analyses)
        return parse(self, analyses)

    monkeypatch.setattr(EnglishPipeline, "parse", counting)
    first = Analyzer().analyze(SNIPPETS, ["lemmas"])
    second = Analyzer().analyze(SNIPPETS, ["lemmas"])
    assert sorted(parsed) == sorted(SNIPPETS)
    for before, after in zip(first, second, strict=True):
        for name in EnglishLayer.provides:
            assert np.array_equal(before.layer(name), after.layer(name))


@pytest.mark.slow
def test_other_names_of_kinds_are_understood(parse_with):
    parse_with(_with_ontonotes_entities)
    (sentence,) = Analyzer().analyze(["Oslo paid two million in 1999."], ["entity_labels"])
    assert sentence.entity_labels == ("PLACE", "", "", "", "", "TIME", "")
    assert np.flatnonzero(sentence.entity_starts).tolist() == [0, 5]


def _with_ontonotes_entities(doc):
    from spacy.tokens import Span

    doc = _in_clear_style(doc)
    if len(doc) > 5:
        places = [(0, 1, "GPE"), (2, 4, "CARDINAL"), (5, 6, "DATE")]
        doc.set_ents([Span(doc, start, end, label) for start, end, label in places])
    return doc


@pytest.mark.slow
def test_another_pipeline_has_other_analyses(kept, parse_with):
    (shipped,) = Analyzer().analyze([SNIPPETS[0]], ["relations"])
    parse_with(_in_clear_style)
    (own,) = Analyzer().analyze([SNIPPETS[0]], ["relations"])
    assert own.relations != shipped.relations


def _in_clear_style(doc):
    """Hang all words of a sentence from its first, as if they were its objects."""
    for token in doc:
        token.pos_, token.lemma_, token.dep_ = "NOUN", token.text, "dobj"
        token.head = token.sent[0]
    return doc


@pytest.mark.slow
def test_a_pipeline_that_does_not_parse_is_refused(parse_with):
    parse_with(_nothing_but_lemmas)
    expected = r"own has no parser and no tagger of parts of speech; use one"
    with pytest.raises(ResourceError, match=expected):
        Analyzer().analyze(["It rains."], ["heads"])


def _nothing_but_lemmas(doc):
    for token in doc:
        token.lemma_ = token.text
    return doc


@pytest.mark.parametrize(
    ("location", "message"),
    [
        ("no_such_package", "there is no no_such_package"),
        ("/no/such/folder", "there is no /no/such/folder"),
        ("empty", ".* holds no spaCy pipeline"),
        ("damaged", r".* cannot be loaded \("),
    ],
)
def test_a_pipeline_that_cannot_be_used_is_named(location, message, tmp_path, monkeypatch):
    (tmp_path / "empty").mkdir()
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged" / "meta.json").write_text("{}")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RTE_BASELINES_ENGLISH", location)
    with pytest.raises(ResourceError, match=f"english: {message}"):
        Analyzer().analyze(["It rains."], ["heads"])


def test_words_alone_need_no_pipeline(monkeypatch):
    monkeypatch.setenv("RTE_BASELINES_ENGLISH", "no_such_package")
    (sentence,) = Analyzer().analyze(["It rains."], ["stems"])
    assert sentence.stems == ("it", "rain", ".")


def test_the_digest_follows_the_files(tmp_path, monkeypatch):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "meta.json").write_text(name)
    digests = set()
    for name in ("one", "two"):
        monkeypatch.setenv("RTE_BASELINES_ENGLISH", str(tmp_path / name))
        digests |= {resources.digest("english"), EnglishPipeline().digest}
    assert len(digests) == 4


class Vectors(EnglishPipeline):
    """The vectors of words in place of the layers, which rarely change with them."""

    def _layers(self, doc):
        return {"vectors": doc.tensor.copy()}


@pytest.fixture(scope="module")
def pipeline():
    return Vectors()


@pytest.mark.slow
@pytest.mark.parametrize("size", [1, 2, 5])
def test_vectors_do_not_depend_on_the_batch(analyzer, pipeline, size):
    snippets = [*SNIPPETS, "Yes", "Sold out", "No.", "It rained all night in Oslo."]
    analyses = analyzer.analyze(snippets)
    together = [layers["vectors"] for layers in pipeline.parse(analyses)]
    parts = (analyses[start : start + size] for start in range(0, len(analyses), size))
    apart = [layers["vectors"] for part in parts for layers in pipeline.parse(part)]
    for one, other in zip(together, apart, strict=True):
        np.testing.assert_array_equal(one, other)


@pytest.mark.slow
def test_words_of_a_batch_are_not_kept(analyzer, pipeline):
    list(pipeline.parse(analyzer.analyze(["It rained all night."])))
    strings = len(pipeline._nlp.vocab.strings)
    list(pipeline.parse(analyzer.analyze([f"Zyx{number} slept." for number in range(50)])))
    assert len(pipeline._nlp.vocab.strings) == strings


# Layers of the parts of speech.


def test_function_words():
    tags = "NOUN PROPN VERB ADJ ADV NUM DET ADP PRON AUX PART CCONJ SCONJ PUNCT SYM INTJ X".split()
    marks = FunctionWordLayer().values(tags)["is_function_word"]
    assert marks.tolist() == [False] * 6 + [True] * 11


def test_tagged_lemmas():
    (analysis,) = Analyzer().analyze(["They saw a saw"])
    analysis.layers |= {
        "lemmas": ("they", "see", "a", "saw"),
        "pos": ("PRON", "VERB", "DET", "NOUN"),
    }
    (computed,) = TaggedLemmaLayer().compute([analysis])
    assert computed == {"tagged_lemmas": ("they/PRON", "see/VERB", "a/DET", "saw/NOUN")}
