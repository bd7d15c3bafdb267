import pytest

from rte_baselines.logic.meaning.corrections import corrected
from tests.logic.meaning.parsed_sentences import parsed
from tests.logic.meaning.test_corrections import tree_of


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        # Verbs that are parsed as an apposition and a conjunct of their subject.
        (
            "Ann ann NNP 0 root; neither neither DT 3 det; sang sang NN 1 appos; nor nor CC 5 cc;"
            " danced dance VBN 1 conj; . . . 1 punct",
            "Ann NNP 3 nsubj; neither CC 3 cc:preconj; sang VBD 0 root; nor CC 5 cc;"
            " danced VBD 3 conj; . . 3 punct",
        ),
        (
            "The the DT 2 det; dogs dog NNS 0 root; neither neither DT 4 cc:preconj;"
            " bark bark NN 2 conj; nor nor CC 6 cc; bite bite NN 4 conj; . . . 2 punct",
            "The DT 2 det; dogs NNS 4 nsubj; neither CC 4 cc:preconj; bark VBP 0 root; nor CC 6 cc;"
            " bite VBP 4 conj; . . 4 punct",
        ),
        # "Neither" as a second subject.
        (
            "Ann ann NNP 3 nsubj; neither neither DT 3 nsubj; knows know VBZ 0 root;"
            " nor nor CC 5 cc; likes like NNS 3 conj; Bob bob NNP 5 obj",
            "Ann NNP 3 nsubj; neither CC 3 cc:preconj; knows VBZ 0 root; nor CC 5 cc;"
            " likes VBZ 3 conj; Bob NNP 5 obj",
        ),
        # Behind an auxiliary.
        (
            "Ann ann NNP 4 nsubj; is be VBZ 4 cop; neither neither DT 4 cc:preconj;"
            " singing sing VBG 0 root; nor nor CC 6 cc; dancing dancing JJ 4 conj",
            "Ann NNP 4 nsubj; is VBZ 4 aux; neither CC 4 cc:preconj; singing VBG 0 root;"
            " nor CC 6 cc; dancing VBG 4 conj",
        ),
        # Neither verbs nor behind a subject: adjectives and objects.
        (
            "Ann ann NNP 4 nsubj; is be VBZ 4 cop; neither neither DT 4 cc:preconj; rich rich JJ 0"
            " root; nor nor CC 6 cc; famous famous JJ 4 conj",
            "Ann NNP 4 nsubj; is VBZ 4 cop; neither DT 4 cc:preconj; rich JJ 0 root;"
            " nor CC 6 cc; famous JJ 4 conj",
        ),
        (
            "Ann ann NNP 2 nsubj; ate eat VBD 0 root; neither neither DT 4 det; fish fish NN 2 obj;"
            " nor nor CC 6 cc; eggs egg NNS 4 conj",
            "Ann NNP 2 nsubj; ate VBD 0 root; neither DT 4 det; fish NN 2 obj; nor CC 6 cc;"
            " eggs NNS 4 conj",
        ),
        # Subjects: the second in a compound with the verb, and the verb in a relative clause.
        (
            "Neither neither CC 2 cc:preconj; dog dog NN 5 nsubj; nor nor CC 4 cc;"
            " cat cat NN 5 compound; slept sleep VBN 0 root",
            "Neither CC 2 cc:preconj; dog NN 5 nsubj; nor CC 4 cc; cat NN 2 conj; slept VBN 0 root",
        ),
        (
            "Neither neither CC 2 cc:preconj; man man NN 0 root; nor nor CC 4 cc;"
            " woman woman NN 6 nsubj; is be VBZ 6 aux; smiling smile VBG 2 acl:relcl",
            "Neither CC 2 cc:preconj; man NN 6 nsubj; nor CC 4 cc; woman NN 2 conj; is VBZ 6 aux;"
            " smiling VBG 0 root",
        ),
    ],
)
def test_corrections(wrong, right):
    assert tree_of(corrected(parsed("\n".join(wrong.split("; "))))) == right.split("; ")
