"""The layer of coreference: which noun phrases of a snippet, or of two, are of the same."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.dependency_tree import PARSE_LAYERS, DependencyTree
from rte_baselines.analysis.layer import Layer
from rte_baselines.analysis.mention_chains import Chain, Chains
from rte_baselines.analysis.mentions import LAYERS as MENTION_LAYERS
from rte_baselines.analysis.mentions import mentions_of
from rte_baselines.analysis.nominal_coreference import (
    join_by_kind,
    join_descriptions,
    join_equal_names,
    join_equated,
    join_partial_names,
    same_noun,
)
from rte_baselines.analysis.predications import Predication
from rte_baselines.analysis.pronoun_coreference import (
    join_pronouns,
    join_reflexives,
    join_relative_pronouns,
    join_speakers,
)
from rte_baselines.registry import registry

# From the surest to the least sure.
_PASSES = (
    join_equal_names,
    join_partial_names,
    join_relative_pronouns,
    join_equated,
    join_reflexives,
    join_speakers,
    join_descriptions,
    join_by_kind,
    join_pronouns,
)

LAYERS = ("coreference", "noun_phrases", "predications", *PARSE_LAYERS, *MENTION_LAYERS)
"""The layers that `chains_across` reads."""


@registry.layers("coreference.v1")
class CoreferenceLayer(Layer):
    """Chains of noun phrases that are of the same thing, each the positions of their heads.

    Only chains of two or more are there, in the order of their first phrases. They are made
    by rules, in passes from the surest to the least sure, so that the later ones know what
    the earlier ones found:

    1. Names: equal ones, then parts of names, initials, acronyms and known variants.
    2. Relative pronouns and what they modify.
    3. "X, the Y", "X, a Y" and "X is the Y", but not "X is a Y", and of names that differ
       only the latter ("Oslo, Norway"). What is said with "be" must hold: it is not negated,
       only possible, reported, conditional or in the future.
    4. Reflexive pronouns and the subject of their clause; "I" and "my".
    5. "The Y" and an earlier phrase with the same noun and all of its modifiers.
    6. "The company" and the only organization there is; "the woman" likewise.
    7. Personal and possessive pronouns, by gender and number, what stands near first, and
       subjects first. What is an argument of the same verb is something else. A pronoun of
       a coordination ("Ann and Bob said they") is in no chain, as its chain would be that
       of Ann.

    Who is a man and who a woman is known from titles, from lists of nouns and of given
    names, and from the kind of entity.

    References
    ----------
    Lee, Chang, Peirsman, Chambers, Surdeanu and Jurafsky 2013, "Deterministic coreference
    resolution based on entity-centric, precision-ranked rules", for the order of passes.
    """

    provides = ("coreference",)
    needs = (*PARSE_LAYERS, *MENTION_LAYERS, "is_date", "predications", "statuses")

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Any]]:
        """Join phrases pass by pass."""
        for analysis in analyses:
            chains = _chains_of(analysis)
            found = [_heads(chain) for chain in chains if len(chain.mentions) > 1]
            yield {"coreference": tuple(found)}


def chains_across(
    text: Analysis, hypothesis: Analysis
) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Return which phrases of two snippets are of the same things.

    The hypothesis is read after the text, as if the two were one: what it speaks of is what
    the text spoke of if their names are the same, or if they have the same noun, and the
    text says of it all that modifies the noun in the hypothesis. It needs no "the" for that.

    That the hypothesis says that X is Y does not make them one, as that is what is to be
    shown: otherwise its X would be whoever is Y in the text.

    Parameters
    ----------
    text : Analysis
    hypothesis : Analysis

    Returns
    -------
    tuple of (tuple of int, tuple of int)
        For each thing in the hypothesis that is in the text: the heads of the phrases of
        the text, then those of the hypothesis. Where several things in the text may be
        meant, their phrases are all there.
    """
    candidates = _read_chains(text)
    across = []
    for chain in _read_chains(hypothesis, apart=_claimed(hypothesis)):
        meant = [other for other in candidates if _may_be_same(other, chain)]
        if meant:
            heads = sorted(head for other in meant for head in _heads(other))
            across.append((tuple(heads), _heads(chain)))
    return tuple(across)


def _chains_of(analysis: Analysis) -> list[Chain]:
    tree = DependencyTree(analysis)
    chains = Chains(mentions_of(tree))
    for join in _PASSES:
        join(chains, tree)
    return chains.all()


def _read_chains(analysis: Analysis, apart: Collection[int] = ()) -> list[Chain]:
    """Return the chains of the layer without some heads, and all other phrases as their own."""
    chains = Chains(mentions_of(DependencyTree(analysis)))
    for chain in analysis.layer("coreference"):
        for first, other in pairwise(head for head in chain if head not in apart):
            chains.join(first, other)
    return chains.all()


def _claimed(hypothesis: Analysis) -> frozenset[int]:
    """Return the heads of what something is said to be."""
    predications: tuple[Predication, ...] = hypothesis.layer("predications")
    return frozenset(
        argument.word
        for predication in predications
        if predication.lemma == "be"
        for argument in predication.of_function("attribute")
    )


def _may_be_same(text: Chain, hypothesis: Chain) -> bool:
    """Whether a thing in the hypothesis may be one in the text."""
    if text.has_same_name(hypothesis):
        return True
    if not (text.numbers & hypothesis.numbers):
        return False
    return any(map(partial(same_noun, text), hypothesis.mentions))


def _heads(chain: Chain) -> tuple[int, ...]:
    return tuple(mention.head for mention in chain.mentions)
