import pytest

from rte_baselines.lexicon.wordnet.database.relations import Part
from rte_baselines.logic.meaning.corrections import corrected
from rte_baselines.logic.meaning.lexicon import known_lemma
from tests.logic.meaning.parsed_sentences import parsed


def tree_of(analysis):
    """The words with their tags, heads from 1 and relations."""
    rows = zip(
        analysis.words, analysis.tags, analysis.heads.tolist(), analysis.relations, strict=True
    )
    return [f"{word} {tag} {head + 1} {relation}" for word, tag, head, relation in rows]


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (
            "brother brother NN 2 nsubj\nlives life NNS 0 root\nhere here RB 2 advmod",
            ["brother NN 2 nsubj", "lives VBZ 0 root", "here RB 2 advmod"],
        ),
        (
            "Every every DT 2 det\ndog dog NN 3 compound\nbarks bark NNS 0 root",
            ["Every DT 2 det", "dog NN 3 nsubj", "barks VBZ 0 root"],
        ),
        (
            "The the DT 3 det\nbaby baby NN 3 compound\nslept sleep VBD 0 root",
            ["The DT 2 det", "baby NN 3 nsubj", "slept VBD 0 root"],
        ),
        (
            "did do VBD 2 aux\nsing sing VB 0 root\nor or CC 4 cc\ndance dance NN 2 conj",
            ["did VBD 2 aux", "sing VB 0 root", "or CC 4 cc", "dance VB 2 conj"],
        ),
        (
            "did do VBD 2 aux\nsing sing VB 0 root\nnor nor CC 4 cc\ndance dance NN 2 obj",
            ["did VBD 2 aux", "sing VB 0 root", "nor CC 4 cc", "dance VB 2 conj"],
        ),
        (
            "man man NN 3 nsubj\nis be VBZ 3 aux\npicking pick VBG 0 root\na a DT 5 det\n"
            "ball ball NN 6 compound\nup up NN 3 advmod",
            [
                *("man NN 3 nsubj", "is VBZ 3 aux", "picking VBG 0 root", "a DT 5 det"),
                *("ball NN 3 obj", "up RP 3 advmod"),
            ],
        ),
        (
            "index index NN 2 nsubj\nrose rise VBD 0 root\nfive five CD 4 nummod\n"
            "points point NNS 2 obj",
            [
                "index NN 2 nsubj",
                "rose VBD 0 root",
                "five CD 4 nummod",
                "points NNS 2 obl:unmarked",
            ],
        ),
        (
            "prices price NNS 3 nsubj\nare be VBP 3 aux\ngoing go VBG 0 root\nto to TO 5 mark\n"
            "rise rise VB 3 xcomp",
            [
                *("prices NNS 5 nsubj", "are VBP 5 aux", "going MD 5 aux", "to TO 3 fixed"),
                "rise VB 0 root",
            ],
        ),
        (
            "girl girl NN 3 nsubj\nis be VBZ 3 cop\ndancing dancing JJ 0 root",
            ["girl NN 3 nsubj", "is VBZ 3 aux", "dancing VBG 0 root"],
        ),
        (
            "cat cat NN 4 nsubj\nis be VBZ 4 cop\ndrinking drinking NN 4 compound\n"
            "milk milk NN 0 root",
            ["cat NN 3 nsubj", "is VBZ 3 aux", "drinking VBG 0 root", "milk NN 3 obj"],
        ),
        (
            "man man NN 4 nsubj\nand and CC 3 cc\ngirls girl NNS 4 nsubj\nwalk walk VBP 0 root",
            ["man NN 4 nsubj", "and CC 3 cc", "girls NNS 1 conj", "walk VBP 0 root"],
        ),
        (
            "badger badger NN 2 nsubj:outer\ndigs dig VBZ 0 root",
            ["badger NN 2 nsubj", "digs VBZ 0 root"],
        ),
        (
            "playing play VBG 0 root\nguitar guitar NN 1 obj\nand and CC 4 cc\n"
            "singing sing VBG 2 conj",
            ["playing VBG 0 root", "guitar NN 1 obj", "and CC 4 cc", "singing VBG 1 conj"],
        ),
        (
            "Ann ann NNP 3 nsubj\nis be VBZ 3 cop\nold old JJ 0 root\nand and CC 5 cc\n"
            "lives life NNS 3 conj\nin in IN 7 case\nOslo oslo NNP 5 nmod",
            [
                *("Ann NNP 3 nsubj", "is VBZ 3 cop", "old JJ 0 root", "and CC 5 cc"),
                *("lives VBZ 3 conj", "in IN 7 case", "Oslo NNP 5 obl"),
            ],
        ),
        (
            "dogs dog NNS 5 nsubj\nthat that WDT 3 det\nbark bark NN 5 nsubj\nare be VBP 5 cop\n"
            "old old JJ 0 root",
            [
                *("dogs NNS 5 nsubj", "that WDT 3 nsubj", "bark VBP 1 acl:relcl"),
                *("are VBP 5 cop", "old JJ 0 root"),
            ],
        ),
        (
            "No no DT 2 det\ndogs dog NNS 0 root\nbut but CC 4 cc\nRex rex NNP 2 conj",
            ["No DT 2 det", "dogs NNS 0 root", "but CC 4 case", "Rex NNP 2 nmod"],
        ),
        (
            "a a NN 0 root\nb b NN 1 conj\nc c NN 2 conj",
            ["a NN 0 root", "b NN 1 conj", "c NN 1 conj"],
        ),
        (
            "fed feed VBD 0 root\nmouse mouse NN 1 obj\nto to IN 4 case\nsnake snake NN 2 nmod",
            ["fed VBD 0 root", "mouse NN 1 obj", "to IN 4 case", "snake NN 1 obl"],
        ),
        (
            "paced pace VBD 0 root\nslowly slowly RB 1 advmod\nin in IN 4 case\npen pen NN 2 obl",
            ["paced VBD 0 root", "slowly RB 1 advmod", "in IN 4 case", "pen NN 1 obl"],
        ),
        (
            "sat sit VBD 0 root\nin in IN 3 case\nfront front NN 1 obl\nof of IN 5 case\n"
            "houses house NNS 3 nmod",
            [
                "sat VBD 0 root",
                "in IN 5 case",
                "front NN 2 fixed",
                "of IN 2 fixed",
                "houses NNS 1 obl",
            ],
        ),
        (
            "book book NN 0 root\nthat that IN 4 obj\nBob Bob NNP 4 nsubj\n"
            "wrote write VBD 1 acl:relcl",
            ["book NN 0 root", "that WDT 4 obj", "Bob NNP 4 nsubj", "wrote VBD 1 acl:relcl"],
        ),
        (
            "At at IN 4 case\nmost most JJS 4 amod\none one CD 4 nummod\ndog dog NN 5 obl\n"
            "barked bark VBD 0 root",
            [
                "At IN 3 advmod",
                "most JJS 1 fixed",
                "one CD 4 nummod",
                "dog NN 5 nsubj",
                "barked VBD 0 root",
            ],
        ),
        (
            "Fewer few JJR 5 csubj\nthan than IN 4 case\nthree three CD 4 nummod\n"
            "dogs dog NNS 1 obl\nbarked bark VBD 0 root",
            [
                "Fewer JJR 3 advmod",
                "than IN 1 fixed",
                "three CD 4 nummod",
                "dogs NNS 5 nsubj",
                "barked VBD 0 root",
            ],
        ),
        (
            "More more JJR 6 advmod\nthan than IN 4 case\nnine nine CD 4 compound\n"
            "hundred hundred CD 1 obl\ndogs dog NNS 6 nsubj\nbarked bark VBD 0 root",
            [
                "More JJR 3 advmod",
                "than IN 1 fixed",
                "nine CD 4 compound",
                "hundred CD 5 nummod",
                "dogs NNS 6 nsubj",
                "barked VBD 0 root",
            ],
        ),
        (
            "a a DT 2 det\ndog dog NN 0 root\na a DT 4 det\ncat cat NN 2 appos\n"
            "a a DT 6 det\ncow cow NN 2 conj",
            [
                "a DT 2 det",
                "dog NN 0 root",
                "a DT 4 det",
                "cat NN 2 conj",
                "a DT 6 det",
                "cow NN 2 conj",
            ],
        ),
        (
            "dogs dog NNS 0 root\nwho who WP 3 nsubj\nran run VBD 1 acl:relcl\n"
            "slept sleep VBN 3 xcomp",
            ["dogs NNS 4 nsubj", "who WP 3 nsubj", "ran VBD 1 acl:relcl", "slept VBN 0 root"],
        ),
        (
            "topless topless NN 2 compound\nman man NN 0 root",
            ["topless JJ 2 amod", "man NN 0 root"],
        ),
        (
            "a a DT 2 det\nkeyboard keyboard NNP 0 root",
            ["a DT 2 det", "keyboard NN 0 root"],
        ),
    ],
)
def test_corrected_parses(wrong, right):
    assert tree_of(corrected(parsed(wrong))) == right


@pytest.mark.parametrize(
    "rows",
    [
        "The the DT 2 det\nlives life NNS 0 root\nof of IN 4 case\nsaints saint NNS 2 nmod",
        "It it PRP 3 nsubj\nis be VBZ 3 cop\nboring boring JJ 0 root",
        "She she PRP 4 nsubj\nis be VBZ 4 cop\na a DT 4 det\nbeing being NN 0 root",
        "in in IN 3 case\nthe the DT 3 det\nfront front NN 0 root\nof of IN 5 case\n"
        "houses house NNS 3 nmod",
        "tattooed tattooed NN 2 compound\nman man NN 0 root",
        "ice ice NN 2 compound\ncream cream NN 0 root",
        "Rex Rex NNP 2 nsubj\nbarked bark VBD 0 root",
    ],
)
def test_what_is_right_stays(rows):
    analysis = parsed(rows)
    assert tree_of(corrected(analysis)) == tree_of(analysis)


def test_lemmas_are_of_wordnet():
    rows = "dog dog NN 2 nsubj\nbarking barke VBG 0 root\nat at IN 4 case\npeople people NNS 2 obl"
    assert corrected(parsed(rows)).lemmas == ("dog", "bark", "at", "person")


def test_a_people_is_no_person():
    rows = "a a DT 2 det\npeople people NN 0 root"
    assert corrected(parsed(rows)).lemmas == ("a", "people")


def test_words_stay_in_their_places():
    analysis = parsed("The the DT 3 det\nbaby baby NN 3 compound\nslept sleep VBD 0 root")
    assert corrected(analysis).words == analysis.words
    assert analysis.tags == ("DT", "NN", "VBD")
    assert analysis.relations == ("det", "compound", "root")


@pytest.mark.parametrize(
    ("form", "lemma", "expected"),
    [("singing", "singe", "sing"), ("hoping", "hop", "hope"), ("bathing", "bathe", "bathe")],
)
def test_of_two_verbs_with_one_form_the_more_frequent_is_meant(form, lemma, expected):
    assert known_lemma(form, lemma, Part.VERB) == expected
