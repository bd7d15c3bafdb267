"""Sentences parsed by hand, with the tags that argument structures are read off."""

from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.features.graph_matching.dependency_graph import graph_of
from tests.analysis.parses import parse


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
    The/DT/3/det old/JJ/3/amod cat/NN/4/nsubj ate/eat/VBD/0 a/DT/6/det mouse/NN/4/obj
    ././4/punct
    """
PASSIVE = """
    A/DT/2/det mouse/NN/5/nsubj:pass was/be/VBD/5/aux:pass not/RB/5/advmod eaten/eat/VBN/0
    by/IN/9/case the/DT/9/det old/JJ/9/amod cat/NN/5/obl:agent ././5/punct
    """
RELATIVE = """
    Ann/Ann/NNP/7/nsubj ,/,/4/punct a/DT/4/det singer/NN/1/appos of/IN/6/case
    songs/song/NNS/4/nmod met/meet/VBD/0 the/DT/10/det city/NN/10/compound mayor/NN/7/obj
    who/WP/13/nsubj may/MD/13/aux resign/VB/10/acl:relcl
    """
KILLING = """
    The/DT/2/det killing/NN/8/nsubj of/IN/4/case mice/mouse/NNS/2/nmod by/IN/7/case a/DT/7/det
    cat/NN/2/nmod scared/scare/VBD/0 us/we/PRP/8/obj
    """
GENITIVE_KILLING = """
    Tom/Tom/NNP/3/nmod:poss 's/POS/1/case killing/NN/6/nsubj of/IN/5/case mice/mouse/NNS/3/nmod
    scared/scare/VBD/0 us/we/PRP/6/obj
    """
ARRIVAL = """
    The/DT/2/det arrival/NN/5/nsubj of/IN/4/case cats/cat/NNS/2/nmod scared/scare/VBD/0
    us/we/PRP/5/obj
    """
KILLER = """
    Tom/Tom/NNP/4/nsubj is/be/VBZ/4/cop the/DT/4/det killer/NN/0 of/IN/6/case
    mice/mouse/NNS/4/nmod and/CC/8/cc rats/rat/NNS/6/conj
    """
NO_KILLER = """
    Tom/Tom/NNP/5/nsubj is/be/VBZ/5/cop not/RB/5/advmod the/DT/5/det killer/NN/0 of/IN/7/case
    mice/mouse/NNS/5/nmod
    """
POSSIBLE_KILLER = """
    Tom/Tom/NNP/5/nsubj may/MD/5/aux be/VB/5/cop the/DT/5/det killer/NN/0 of/IN/7/case
    mice/mouse/NNS/5/nmod
    """
NO_KILLING = """
    There/EX/2/expl was/be/VBD/0 no/DT/4/det killing/NN/2/nsubj of/IN/6/case
    mice/mouse/NNS/4/nmod
    """
POSSIBLE_KILLING = """
    There/EX/5/expl may/MD/5/aux be/VB/5/cop a/DT/5/det killing/NN/0 of/IN/7/case
    mice/mouse/NNS/5/nmod
    """
ANN_SLEPT_NOT = "Ann/Ann/NNP/4/nsubj did/do/VBD/4/aux not/RB/4/advmod sleep/VB/0"
BOB_SLEPT = "Bob/Bob/NNP/2/nsubj slept/sleep/VBD/0"
