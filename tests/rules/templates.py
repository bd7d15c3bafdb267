"""Random templates for property-based tests."""

from hypothesis import strategies as st

from rte_baselines.rules.template import Template

RELATIONS = "nsubj obj obl:in nmod:of nmod:poss xcomp:to advcl:after nsubj:cop".split()
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
        edges = {n: f"-{relations[n]}->" for n, head in enumerate(heads) if head == node}
        if heads[node] >= 0:
            edges[heads[node]] = f"<{relations[node]}-"
        branches = [f"{edge} {written(n, node)}" for n, edge in edges.items() if n != came_from]
        return f"{words[node]}[{'; '.join(branches)}]" if branches else words[node]

    return Template(written(words.index("X"), -1))


def templates(**options):
    """Templates of such trees."""
    return trees(**options).map(lambda tree: template_of(*tree))
