"""Random templates for property-based tests."""

from hypothesis import strategies as st

from rte_baselines.rules.template import Template

RELATIONS = ("nsubj", "obj", "obl:in", "nmod:of", "nmod:poss", "xcomp:to", "conj", "nsubj:cop")
LEMMAS = ("buy", "take_over", "share", "co-operate", "x", "o'brien", "u.s.")


@st.composite
def trees(draw):
    """Words, heads and relations in a random order; each node hangs from an earlier one."""
    lemmas = draw(st.lists(st.sampled_from(LEMMAS), min_size=1, max_size=5))
    words = draw(st.permutations(["X", "Y", *lemmas]))
    heads = [-1, *(draw(st.integers(0, node - 1)) for node in range(1, len(words)))]
    relations = [draw(st.sampled_from(RELATIONS)) for _ in words]
    return words, heads, ["", *relations[1:]]


def templates():
    return trees().map(lambda tree: Template.of_tree(*tree))
