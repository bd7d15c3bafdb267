"""Random templates for property-based tests."""

from hypothesis import strategies as st

from rte_baselines.rules.template import Template

RELATIONS = (
    "nsubj",
    "obj",
    "obl:in",
    "nmod:of",
    "nmod:poss",
    "xcomp:to",
    "advcl:after",
    "nsubj:cop",
)
LEMMAS = ("buy", "take_over", "share", "co-operate", "x", "o'brien", "u.s.")


@st.composite
def trees(draw, lemmas=LEMMAS, relations=RELATIONS, most=5):
    """Words, heads and relations in a random order; each node hangs from an earlier one."""
    chosen = draw(st.lists(st.sampled_from(lemmas), min_size=1, max_size=most))
    words = draw(st.permutations(["X", "Y", *chosen]))
    heads = [-1, *(draw(st.integers(0, node - 1)) for node in range(1, len(words)))]
    of_nodes = [draw(st.sampled_from(relations)) for _ in words]
    return words, heads, ["", *of_nodes[1:]]


def template_of(words, heads, relations):
    """The template of a tree, with all nodes as branches of X."""

    def written(node, came_from):
        up = [(heads[node], f"<{relations[node]}-")] if heads[node] >= 0 else []
        down = [
            (other, f"-{relations[other]}->") for other, head in enumerate(heads) if head == node
        ]
        branches = [
            f"{edge} {written(other, node)}" for other, edge in up + down if other != came_from
        ]
        return f"{words[node]}[{'; '.join(branches)}]" if branches else words[node]

    return Template(written(words.index("X"), -1))


def templates():
    return trees().map(lambda tree: template_of(*tree))


def templates_of(lemmas, relations, most):
    """Templates with few lemmas and relations, and at most so many lemmas each."""
    return trees(lemmas, relations, most).map(lambda tree: template_of(*tree))
