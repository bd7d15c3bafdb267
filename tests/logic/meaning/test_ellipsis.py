import pytest

from rte_baselines.logic.meaning.ellipsis import RESOLVED, completed
from tests.logic.meaning.parsed_sentences import parsed

SANG = "Ann ann NNP 2 nsubj\nsang sing VBD 0 root\n"


@pytest.mark.parametrize(
    ("behind", "added"),
    [
        ("So so RB 4 advmod\ndid do VBD 0 root\nBob bob NNP 4 obj", "Bob did sang"),
        ("Bob bob NNP 4 nsubj\ndid do VBD 0 root\ntoo too RB 4 advmod", "Bob did sang"),
        ("Bob bob NNP 4 nsubj\ndid do VBD 0 root\nnot not RB 4 advmod", "Bob did not sang"),
        ("Neither neither CC 4 cc\ndid do VBD 0 root\nBob bob NNP 4 obj", "Bob did not sang"),
        ("Bob bob NNP 4 nsubj\ncan can MD 0 root\ntoo too RB 4 advmod", "Bob can sang"),
    ],
)
def test_the_verb_phrase_is_copied(behind, added):
    analysis = parsed(SANG + behind)
    result = completed(analysis)
    assert " ".join(result.words) == f"{' '.join(analysis.words)} {added}"
    assert result.text == f"{analysis.text} {added}"
    roots = [word for word, head in enumerate(result.heads.tolist()) if head < 0]
    read = [word for word in roots if result.relations[word] != RESOLVED]
    assert [result.words[word] for word in read] == ["sang", "sang"]


@pytest.mark.parametrize(
    "text",
    [
        SANG + "Bob bob NNP 4 nsubj\ndid do VBD 0 root\nharm harm NN 4 obj",
        SANG + "So so RB 5 advmod\nBob bob NNP 5 nsubj\nlaughed laugh VBD 0 root",
        "Ann ann NNP 2 nsubj\nmet meet VBD 0 root\nBob bob NNP 2 obj\nin in IN 5 case\n"
        "Rome rome NNP 2 obl\nand and CC 7 cc\nCarl carl NNP 3 conj\nin in IN 9 case\n"
        "Oslo oslo NNP 7 nmod",
        "Bob bob NNP 2 nsubj\ndid do VBD 0 root\ntoo too RB 2 advmod",
        # Her own cat, or the same one?
        "Ann ann NNP 2 nsubj\nfed feed VBD 0 root\nher her PRP$ 4 nmod:poss\ncat cat NN 2 obj\n"
        "So so RB 6 advmod\ndid do VBD 0 root\nEve eve NNP 6 obj",
    ],
)
def test_other_clauses_are_left_alone(text):
    analysis = parsed(text)
    assert completed(analysis) is analysis
