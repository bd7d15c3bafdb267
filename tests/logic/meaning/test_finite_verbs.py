import pytest

from rte_baselines.logic.meaning.corrections import corrected, names_in
from tests.logic.meaning.parsed_sentences import parsed
from tests.logic.meaning.test_corrections import tree_of


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (
            "Rex rex NNP 2 compound\nbarks bark NNS 0 root\n. . . 2 punct",
            ["Rex NNP 2 nsubj", "barks VBZ 0 root", ". . 2 punct"],
        ),
        (
            "All all DT 3 det\ndogs dog NNS 3 compound\nbark bark NN 0 root\n. . . 3 punct",
            ["All DT 2 det", "dogs NNS 3 nsubj", "bark VBP 0 root", ". . 3 punct"],
        ),
        (
            "Half half NN 0 root\nof of IN 4 case\ndogs dog NNS 4 compound\nbark bark NN 1 nmod\n"
            ". . . 1 punct",
            [
                *("Half NN 4 nsubj", "of IN 3 case", "dogs NNS 1 nmod", "bark VBP 0 root"),
                ". . 4 punct",
            ],
        ),
        (
            "All all DT 2 det\ndogs dog NNS 0 root\nbut but CC 5 cc\nRex rex NNP 5 compound\n"
            "bark bark NN 2 conj\n. . . 2 punct",
            [
                *("All DT 2 det", "dogs NNS 5 nsubj", "but CC 4 case", "Rex NNP 2 nmod"),
                *("bark VBP 0 root", ". . 5 punct"),
            ],
        ),
        (
            "Nobody nobody NN 0 root\nexcept except IN 3 case\nAnn ann NNP 1 nmod\n"
            "left leave VBD 3 flat",
            ["Nobody NN 4 nsubj", "except IN 3 case", "Ann NNP 1 nmod", "left VBD 0 root"],
        ),
        # A phrase without a verb.
        (
            "Half half NN 0 root\nof of IN 4 case\ndog dog NN 4 compound\nfood food NN 1 nmod\n"
            ". . . 1 punct",
            [
                "Half NN 0 root",
                "of IN 4 case",
                "dog NN 4 compound",
                "food NN 1 nmod",
                ". . 1 punct",
            ],
        ),
        # An unknown name before a form that is no noun.
        (
            "Fay fay JJ 2 amod\nsucceeds succeed NNS 0 root\n. . . 2 punct",
            ["Fay NNP 2 nsubj", "succeeds VBZ 0 root", ". . 2 punct"],
        ),
        (
            "Bob bob NNP 2 nsubj\nleaves leave VBZ 0 root\nif if IN 5 mark\n"
            "Ann ann NNP 5 compound\nsings sing NNS 2 obl",
            [
                *("Bob NNP 2 nsubj", "leaves VBZ 0 root", "if IN 5 mark", "Ann NNP 5 nsubj"),
                "sings VBZ 2 advcl",
            ],
        ),
        # Without a full stop, it is a caption of two nouns.
        ("Dog dog NN 2 compound\nbarks bark NNS 0 root", ["Dog NN 2 compound", "barks NNS 0 root"]),
        # Number: a plural is no subject of a verb in -s.
        (
            "Dogs dog NNS 2 compound\nbarks bark NNS 0 root\n. . . 2 punct",
            ["Dogs NNS 2 compound", "barks NNS 0 root", ". . 2 punct"],
        ),
        (
            "he he PRP 2 nsubj\nsings sing VBZ 0 root\nand and CC 6 cc\nthe the DT 5 det\n"
            "woman woman NN 6 compound\ndrinks drink NNS 2 conj",
            [
                *("he PRP 2 nsubj", "sings VBZ 0 root", "and CC 6 cc", "the DT 5 det"),
                *("woman NN 6 nsubj", "drinks VBZ 2 conj"),
            ],
        ),
        (
            "few few JJ 2 amod\nactors actor NNS 0 root\nsing sing VBG 2 acl",
            ["few JJ 2 amod", "actors NNS 3 nsubj", "sing VBP 0 root"],
        ),
        (
            "No no DT 2 det\nalien alien NN 0 root\ndied die VBD 2 acl",
            ["No DT 2 det", "alien NN 3 nsubj", "died VBD 0 root"],
        ),
        (
            "man man NN 0 root\narrested arrest VBD 1 acl\nby by IN 4 case\npolice police NN 2 obl",
            ["man NN 0 root", "arrested VBD 1 acl", "by IN 4 case", "police NN 2 obl"],
        ),
        (
            "aliens alien NNS 3 nsubj\nused use VBN 3 amod\nquarters quarter NNS 0 root",
            ["aliens NNS 2 nsubj", "used VBD 0 root", "quarters NNS 2 obj"],
        ),
        (
            "Ann ann NNP 2 compound\ndrinks drink NNS 3 compound\nmilk milk NN 0 root",
            ["Ann NNP 2 nsubj", "drinks VBZ 0 root", "milk NN 2 obj"],
        ),
        (
            "men man NNS 3 nsubj\nare be VBP 3 aux\nboxing box VBG 0 root\nand and CC 5 cc\n"
            "fans fan NNS 3 conj\nare be VBP 8 aux\nnot not RB 8 advmod\nwatching watch VBG 3 conj",
            [
                *("men NNS 3 nsubj", "are VBP 3 aux", "boxing VBG 0 root", "and CC 8 cc"),
                *("fans NNS 8 nsubj", "are VBP 8 aux", "not RB 8 advmod", "watching VBG 3 conj"),
            ],
        ),
        (
            "Mr mr NNP 3 nsubj\nCole cole NNP 3 nsubj\nlaughed laugh VBD 0 root",
            ["Mr NNP 2 compound", "Cole NNP 3 nsubj", "laughed VBD 0 root"],
        ),
        (
            "putting put VBG 0 root\non on IN 4 case\na a DT 4 det\nhat hat NN 1 obl",
            ["putting VBG 0 root", "on IN 1 compound:prt", "a DT 4 det", "hat NN 1 obj"],
        ),
    ],
)
def test_corrections(wrong, right):
    assert tree_of(corrected(parsed(wrong))) == right


def test_a_subject_that_is_tagged_as_a_verb_is_a_name():
    analysis = parsed("Hope hope VBP 3 nsubj\nis be VBZ 3 cop\ntired tired JJ 0 root")
    assert names_in(analysis) == {"hope"}


def test_what_is_a_name_in_one_snippet_is_one_in_another():
    analysis = parsed("Olive olive NN 3 nsubj\nis be VBZ 3 cop\ntall tall JJ 0 root")
    assert corrected(analysis).tags[0] == "NN"
    assert corrected(analysis, frozenset({"olive"})).tags[0] == "NNP"
