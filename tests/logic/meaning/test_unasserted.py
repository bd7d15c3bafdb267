"""What a snippet mentions without asserting it, in sentences parsed by hand."""

import pytest

from rte_baselines.logic.meaning import interpret
from tests.logic.meaning.parsed_sentences import means, parsed


def analysis(rows):
    return parsed("\n".join(rows.split("; ")))


@pytest.mark.parametrize(
    ("rows", "formula"),
    [
        # Pronouns with a quantifier are introduced where they stand.
        (
            "Everyone everyone NN 2 nsubj; loves love VBZ 0 root; someone someone NN 2 obj",
            "! [X] : (person.n(X) => ? [Y, E] : (person.n(Y) & love.v(E) & agent(E, X)"
            " & patient(E, Y)))",
        ),
        # Exceptions
        (
            "Nobody nobody NN 4 nsubj; but but CC 3 cc; Ann ann NNP 1 conj; left leave VBD 0 root",
            "? [Y, F] : (ann.name(Y) & ~ ? [X, E] : (person.n(X) & X != Y & leave.v(E)"
            " & agent(E, X)) & person.n(Y) & leave.v(F) & agent(F, Y))",
        ),
        (
            "All all DT 2 det; dogs dog NNS 5 nsubj; but but IN 4 case; Rex rex NNP 2 nmod;"
            " bark bark VBP 0 root",
            "? [Y] : (rex.name(Y) & ! [X] : ((dog.n(X) & X != Y) => ? [E] : (bark.v(E)"
            " & agent(E, X))))",
        ),
        (
            "Ann ann NNP 2 nsubj; ate eat VBD 0 root; nothing nothing NN 2 obj; but but IN 5 case;"
            " bread bread NN 3 nmod",
            "? [X, Z, F] : (ann.name(X) & ~ ? [Y, E] : (~ bread.n(Y) & eat.v(E) & agent(E, X)"
            " & patient(E, Y)) & bread.n(Z) & eat.v(F) & agent(F, X) & patient(F, Z))",
        ),
        # Numbers
        (
            "Under under IN 3 case; ten ten CD 3 nummod; dogs dog NNS 4 nsubj;"
            " barked bark VBD 0 root",
            "~ ? [X, E] : (dog.n(X) & at_least_10(X) & bark.v(E) & agent(E, X))",
        ),
        # "Not only"
        (
            "Not not RB 3 advmod; only only RB 3 advmod; Ann ann NNP 4 nsubj;"
            " left leave VBD 0 root",
            "? [X, E] : (ann.name(X) & leave.v(E) & agent(E, X))",
        ),
        # What is replaced
        (
            "Ann ann NNP 2 nsubj; left leave VBD 0 root; rather rather RB 5 cc;"
            " than than IN 3 fixed;"
            " stay stay VB 2 conj",
            "? [X, E] : (ann.name(X) & leave.v(E) & agent(E, X))",
        ),
        # Hedges
        (
            "Ann ann NNP 3 nsubj; would would MD 3 aux; leave leave VB 0 root",
            "? [X, E] : (ann.name(X) & 'conditional:leave.v'(E) & agent(E, X))",
        ),
        (
            "Ann ann NNP 4 nsubj; would would MD 4 aux; not not RB 4 advmod; leave leave VB 0 root",
            "? [X] : (ann.name(X) & ~ ? [E] : ('conditional:leave.v'(E) & agent(E, X)))",
        ),
        (
            "Do do VB 3 aux; not not RB 3 advmod; smoke smoke VB 0 root",
            "~ ? [E] : 'ordered:smoke.v'(E)",
        ),
        (
            "In in IN 3 case; the the DT 3 det; novel novel NN 5 obl; Ann ann NNP 5 nsubj;"
            " dies die VBZ 0 root",
            "? [X, Y, E] : (novel.n(Y) & ann.name(X) & 'fictional:die.v'(E) & patient(E, X)"
            " & 'fictional:in'(E, Y))",
        ),
        (
            "Ann ann NNP 2 nsubj; has have VBZ 0 root; to to TO 4 mark; leave leave VB 2 xcomp",
            "? [X, E, F] : (ann.name(X) & have.v(E) & agent(E, X) & content(E, F)"
            " & 'necessary:leave.v'(F) & agent(F, X))",
        ),
        # The future: all that is said of it may have any structure.
        (
            "Ann ann NNP 3 nsubj; will will MD 3 aux; leave leave VB 0 root",
            "? [X, E] : (ann.name(X) & 'future:leave.v'(E) & agent(E, X))",
        ),
        (
            "Ann ann NNP 4 nsubj; will will MD 4 aux; not not RB 4 advmod; leave leave VB 0 root",
            "? [X] : (ann.name(X) & ~ ? [E] : ('future:leave.v'(E) & agent(E, X)))",
        ),
        (
            "Ann ann NNP 3 nsubj; is be VBZ 3 aux; going go VBG 0 root; to to TO 5 mark;"
            " leave leave VB 3 xcomp",
            "? [X, E] : (ann.name(X) & 'future:leave.v'(E) & agent(E, X))",
        ),
        (
            "Ann ann NNP 3 nsubj; is be VBZ 3 cop; about about JJ 0 root; to to TO 5 mark;"
            " leave leave VB 3 xcomp",
            "? [X, E] : (ann.name(X) & 'future:leave.v'(E) & agent(E, X))",
        ),
        (
            "Ann ann NNP 4 nsubj; is be VBZ 4 cop; to to TO 4 mark; leave leave VB 0 root",
            "? [X, E] : (ann.name(X) & 'future:leave.v'(E) & agent(E, X))",
        ),
        (
            "Ann ann NNP 3 nsubj; will will MD 3 aux; feed feed VB 0 root; every every DT 5 det;"
            " dog dog NN 3 obj",
            "? [X] : (ann.name(X) & ! [Y] : ('future:dog.n'(Y) => ? [E] : ('future:feed.v'(E)"
            " & agent(E, X) & patient(E, Y))))",
        ),
        (
            "Ann ann NNP 3 nsubj; is be VBZ 3 cop; able able JJ 0 root; to to TO 5 mark;"
            " leave leave VB 3 xcomp",
            "? [X, E] : (ann.name(X) & able.a(X) & 'possible:leave.v'(E) & agent(E, X)"
            " & content(X, E))",
        ),
        # Clauses
        (
            "Ann ann NNP 2 nsubj; dreamed dream VBD 0 root; that that IN 5 mark;"
            " Bob bob NNP 5 nsubj;"
            " left leave VBD 2 ccomp",
            "? [X, Y, E, F] : (ann.name(X) & bob.name(Y) & dream.v(E) & agent(E, X)"
            " & content(E, F) & 'potential:leave.v'(F) & agent(F, Y))",
        ),
        (
            "Bob bob NNP 2 nsubj; talked talk VBD 0 root; about about IN 4 mark;"
            " leaving leave VBG 2 advcl",
            "? [X, E, F] : (bob.name(X) & talk.v(E) & agent(E, X) & about(E, F)"
            " & 'potential:leave.v'(F) & agent(F, X))",
        ),
        (
            "The the DT 2 det; rumour rumour NN 6 nsubj; that that WDT 5 obj; Bob bob NNP 5 nsubj;"
            " left leave VBD 2 acl:relcl; spread spread VBD 0 root",
            "? [X, E] : (rumour.n(X) & spread.v(E) & agent(E, X))",
        ),
        # What need not exist
        (
            "Ann ann NNP 2 nsubj; seeks seek VBZ 0 root; a a DT 4 det; unicorn unicorn NN 2 obj",
            "? [X, Y, E] : (ann.name(X) & 'sought:unicorn.n'(Y) & seek.v(E) & agent(E, X)"
            " & patient(E, Y))",
        ),
        (
            "A a DT 2 det; picture picture NN 6 nsubj; of of IN 5 case; a a DT 5 det;"
            " dragon dragon NN 2 nmod; hangs hang VBZ 0 root",
            "? [X, Y, E] : (picture.n(X) & 'mentioned:dragon.n'(Y) & of(X, Y) & hang.v(E)"
            " & agent(E, X))",
        ),
        (
            "Ann ann NNP 2 nsubj; drew draw VBD 0 root; two two CD 4 nummod;"
            " horses horse NNS 2 obj",
            "? [X, Y, Z, E, F] : (ann.name(X) & 'sought:horse.n'(Y) & 'sought:horse.n'(Z) & Y != Z"
            " & draw.v(E) & agent(E, X) & patient(E, Y) & draw.v(F) & agent(F, X) & patient(F, Z))",
        ),
        (
            "Ann ann NNP 2 nsubj; drew draw VBD 0 root; a a DT 4 det; portrait portrait NN 2 obj",
            "? [X, Y, E] : (ann.name(X) & portrait.n(Y) & draw.v(E) & agent(E, X) & patient(E, Y))",
        ),
        (
            "The the DT 2 det; film film NN 3 nsubj; shows show VBZ 0 root; a a DT 5 det;"
            " dragon dragon NN 3 obj",
            "? [X, Y, E] : (film.n(X) & 'sought:dragon.n'(Y) & show.v(E) & agent(E, X)"
            " & patient(E, Y))",
        ),
        (
            "Ann ann NNP 2 nsubj; wrote write VBD 0 root; about about IN 5 case; a a DT 5 det;"
            " dragon dragon NN 2 obl",
            "? [X, Y, E] : (ann.name(X) & 'sought:dragon.n'(Y) & write.v(E) & agent(E, X)"
            " & about(E, Y))",
        ),
        (
            "A a DT 2 det; horse horse NN 7 nsubj; painted paint VBN 2 acl; on on IN 6 case;"
            " the the DT 6 det; wall wall NN 3 obl; fell fall VBD 0 root",
            "? [X, Y, E, F] : ('sought:horse.n'(X) & wall.n(Y) & 'sought:paint.v'(E)"
            " & patient(E, X) & 'sought:on'(E, Y) & fall.v(F) & patient(F, X))",
        ),
        (
            "A a DT 3 det; stone stone NN 3 compound; lion lion NN 4 nsubj; fell fall VBD 0 root",
            "? [X, E] : (stone_lion.n(X) & fall.v(E) & patient(E, X))",
        ),
        (
            "A a DT 3 det; stone stone NN 3 compound; house house NN 4 nsubj; fell fall VBD 0 root",
            "? [X, Y, E] : (house.n(X) & stone.n(Y) & nn(Y, X) & fall.v(E) & patient(E, X))",
        ),
    ],
)
def test_assertions(rows, formula):
    assert means(analysis(rows), formula)


@pytest.mark.parametrize(
    "rows",
    [
        # Conditions that the parse has no clause for
        "Ann ann NNP 2 nsubj; leaves leave VBZ 0 root; unless unless IN 4 case; rain rain NN 2 obl",
        "If if IN 4 mark; only only RB 3 advmod; Ann ann NNP 4 nsubj; left leave VBD 0 root",
        "In in IN 2 case; case case NN 4 obl; Ann ann NNP 4 nsubj; leaves leave VBZ 0 root",
        "All all DT 4 det; but but CC 4 cc; two two CD 4 nummod; dogs dog NNS 5 nsubj;"
        " left leave VBD 0 root",
    ],
)
def test_a_lost_condition_leaves_nothing_asserted_and_nothing_to_be_proved(rows):
    asserted, goal = (interpret(analysis(rows), reading) for reading in ("assertion", "goal"))
    assert asserted.drs.conditions == ()
    assert any("lost: " in str(condition) for condition in goal.drs.conditions)
    assert set(asserted.not_understood) >= {0, 1, 2, 3}
