"""Sentences parsed by hand, with the tags that argument structures are read off."""

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.features.graph_matching.dependency_graph import graph_of


def parse(lines):
    """An analysis of a sentence: word, lemma, part, tag, head (from 1; 0: root), relation."""
    rows = [line.split() for line in lines.strip().splitlines()]
    words, lemmas, parts, tags, heads, relations = zip(*rows, strict=True)
    analysis = Analysis(" ".join(words), default_analyzer())
    analysis.layers |= {
        "words": words,
        "lemmas": lemmas,
        "pos": parts,
        "tags": tags,
        "heads": np.array(heads, np.int64) - 1,
        "relations": relations,
        "sentence_starts": np.arange(len(words)) == 0,
        "entity_labels": ("",) * len(words),
        "entity_starts": np.zeros(len(words), np.bool_),
    }
    return analysis


def tree_and_graph(lines):
    tree = DependencyTree(parse(lines))
    return tree, graph_of(tree)


def names(graph):
    """What to call the constituents in a test: the lemma of the governor."""
    return [constituent.governor.lemma for constituent in graph.constituents]


def dependencies(graph):
    name = names(graph)
    return {(name[head], type_, name[modifier]) for head, modifier, type_ in graph.dependencies}


ACTIVE = """
    The    the    DET   DT  3 det
    old    old    ADJ   JJ  3 amod
    cat    cat    NOUN  NN  4 nsubj
    ate    eat    VERB  VBD 0 root
    a      a      DET   DT  6 det
    mouse  mouse  NOUN  NN  4 obj
    .      .      PUNCT .   4 punct
"""
PASSIVE = """
    A      a      DET   DT  2 det
    mouse  mouse  NOUN  NN  5 nsubj:pass
    was    be     AUX   VBD 5 aux:pass
    not    not    PART  RB  5 advmod
    eaten  eat    VERB  VBN 0 root
    by     by     ADP   IN  9 case
    the    the    DET   DT  9 det
    old    old    ADJ   JJ  9 amod
    cat    cat    NOUN  NN  5 obl:agent
    .      .      PUNCT .   5 punct
"""
RELATIVE = """
    Ann    Ann    PROPN NNP 7 nsubj
    ,      ,      PUNCT ,   4 punct
    a      a      DET   DT  4 det
    singer singer NOUN  NN  1 appos
    of     of     ADP   IN  6 case
    songs  song   NOUN  NNS 4 nmod
    met    meet   VERB  VBD 0 root
    the    the    DET   DT  10 det
    city   city   NOUN  NN  10 compound
    mayor  mayor  NOUN  NN  7 obj
    who    who    PRON  WP  13 nsubj
    may    may    AUX   MD  13 aux
    resign resign VERB  VB  10 acl:relcl
"""
KILLING = """
    The     the     DET   DT  2 det
    killing killing NOUN  NN  8 nsubj
    of      of      ADP   IN  4 case
    mice    mouse   NOUN  NNS 2 nmod
    by      by      ADP   IN  7 case
    a       a       DET   DT  7 det
    cat     cat     NOUN  NN  2 nmod
    scared  scare   VERB  VBD 0 root
    us      we      PRON  PRP 8 obj
"""
GENITIVE_KILLING = """
    Tom     Tom     PROPN NNP 3 nmod:poss
    's      's      PART  POS 1 case
    killing killing NOUN  NN  6 nsubj
    of      of      ADP   IN  5 case
    mice    mouse   NOUN  NNS 3 nmod
    scared  scare   VERB  VBD 0 root
    us      we      PRON  PRP 6 obj
"""
ARRIVAL = """
    The     the     DET   DT  2 det
    arrival arrival NOUN  NN  5 nsubj
    of      of      ADP   IN  4 case
    cats    cat     NOUN  NNS 2 nmod
    scared  scare   VERB  VBD 0 root
    us      we      PRON  PRP 5 obj
"""
KILLER = """
    Tom     Tom     PROPN NNP 4 nsubj
    is      be      AUX   VBZ 4 cop
    the     the     DET   DT  4 det
    killer  killer  NOUN  NN  0 root
    of      of      ADP   IN  6 case
    mice    mouse   NOUN  NNS 4 nmod
    and     and     CCONJ CC  8 cc
    rats    rat     NOUN  NNS 6 conj
"""
NO_KILLER = """
    Tom     Tom     PROPN NNP 5 nsubj
    is      be      AUX   VBZ 5 cop
    not     not     PART  RB  5 advmod
    the     the     DET   DT  5 det
    killer  killer  NOUN  NN  0 root
    of      of      ADP   IN  7 case
    mice    mouse   NOUN  NNS 5 nmod
"""
POSSIBLE_KILLER = """
    Tom     Tom     PROPN NNP 5 nsubj
    may     may     AUX   MD  5 aux
    be      be      AUX   VB  5 cop
    the     the     DET   DT  5 det
    killer  killer  NOUN  NN  0 root
    of      of      ADP   IN  7 case
    mice    mouse   NOUN  NNS 5 nmod
"""
NO_KILLING = """
    There   there   PRON  EX  2 expl
    was     be      VERB  VBD 0 root
    no      no      DET   DT  4 det
    killing killing NOUN  NN  2 nsubj
    of      of      ADP   IN  6 case
    mice    mouse   NOUN  NNS 4 nmod
"""
POSSIBLE_KILLING = """
    There   there   PRON  EX  5 expl
    may     may     AUX   MD  5 aux
    be      be      AUX   VB  5 cop
    a       a       DET   DT  5 det
    killing killing NOUN  NN  0 root
    of      of      ADP   IN  7 case
    mice    mouse   NOUN  NNS 5 nmod
"""
ANN_SLEPT_NOT = """
    Ann   Ann   PROPN NNP 4 nsubj
    did   do    AUX   VBD 4 aux
    not   not   PART  RB  4 advmod
    sleep sleep VERB  VB  0 root
"""
BOB_SLEPT = """
    Bob   Bob   PROPN NNP 2 nsubj
    slept sleep VERB  VBD 0 root
"""
FIVE_PERCENT = """
    It   it   PRON PRP 2 nsubj
    rose rise VERB VBD 0 root
    5    5    NUM  CD  4 nummod
    %    %    SYM  NN  2 obj
"""
