from rte_baselines.analysis import Analyzer
from rte_baselines.analysis.english.labels import FunctionWordLayer, TaggedLemmaLayer


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
