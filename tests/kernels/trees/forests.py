"""Random ordered forests, as the heads of their nodes."""

from hypothesis import strategies as st

from rte_baselines.kernels.trees.tree_edit_distance import postorder
from tests.kernels.batches import ragged


@st.composite
def forests(draw, largest=7, is_tree=False):
    """Return the node above each node, -1 for a root, in any order."""
    size = draw(st.integers(int(is_tree), largest))
    above = [draw(st.integers(0 if node and is_tree else -1, node - 1)) for node in range(size)]
    names = draw(st.permutations(range(size)))
    heads = [-1] * size
    for node, head in enumerate(above):
        heads[names[node]] = names[head] if head >= 0 else -1
    return heads


def in_postorder(*all_heads):
    """Return the nodes and the first leaves of some forests."""
    return postorder(ragged(all_heads))
