"""The coreference layer: which noun phrases of a snippet, or of two, corefer."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.coreference.mentions import LAYERS as MENTION_LAYERS
from rte_baselines.analysis.coreference.mentions import Chain, Chains, mentions_of
from rte_baselines.analysis.coreference.nominals import (
    join_by_kind,
    join_descriptions,
    join_equal_names,
    join_equated,
    join_partial_names,
    same_noun,
)
from rte_baselines.analysis.coreference.pronouns import (
    join_pronouns,
    join_reflexives,
    join_relative_pronouns,
    join_speakers,
)
from rte_baselines.analysis.english.dependency_tree import PARSE_LAYERS, DependencyTree
from rte_baselines.analysis.layer import Layer
from rte_baselines.analysis.predicates.predications import Predication
from rte_baselines.core.registry import registry

# In order of decreasing precision.
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

LAYERS = ("coreference", "mentions", "predications")
"""The layers that `chains_across` reads."""


@registry.layers("coreference.v1")
class CoreferenceLayer(Layer):
    """Chains of coreferent noun phrases, each the positions of the heads of its phrases.

    Chains have two or more phrases and are in the order of their first phrases. Rules build
    them in passes of decreasing precision; each pass uses the results of those before it:

    1. Names: equal names, then parts of names, initials, acronyms and known variants.
    2. Relative pronouns and their antecedents.
    3. "X, the Y", "X, a Y" and "X is the Y", but not "X is a Y". Different names do not
       corefer in an apposition ("Oslo, Norway"). "X is the Y" must hold: it must not be
       negated, merely possible, reported, conditional or future.
    4. Reflexive pronouns and the subject of their clause; "I" and "my".
    5. "The Y" and an earlier phrase with the same noun and all modifiers of "the Y".
    6. "The company" and the only organization named before it; "the man" likewise.
    7. Personal and possessive pronouns and the nearest phrase that agrees in gender and
       number, subjects first. Arguments of the same verb do not corefer. A pronoun for a
       coordination ("Ann and Bob said they") is in no chain, because that chain would
       be the chain of Ann.

    Gender comes from titles, from lists of nouns and given names, and from the type of the
    entity.

    References
    ----------
    Lee, Chang, Peirsman, Chambers, Surdeanu and Jurafsky 2013, "Deterministic coreference
    resolution based on entity-centric, precision-ranked rules", for the order of passes.
    """

    provides = ("coreference", "mentions")
    needs = (*PARSE_LAYERS, *MENTION_LAYERS, "is_date", "predications", "statuses")

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Any]]:
        """Join phrases pass by pass."""
        for analysis in analyses:
            tree = DependencyTree(analysis)
            mentions = tuple(mentions_of(tree))
            chains = Chains(mentions)
            for join in _PASSES:
                join(chains, tree)
            found = [_heads(chain) for chain in chains.all() if len(chain.mentions) > 1]
            yield {"coreference": tuple(found), "mentions": mentions}


def chains_across(
    text: Analysis, hypothesis: Analysis
) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Return which phrases of a hypothesis corefer with which phrases of a text.

    Phrases corefer if they have the same name, or if they have the same noun and the chain in the
    text has all modifiers that the noun has in the hypothesis. The phrase in the hypothesis needs
    no "the".

    "X is Y" in the hypothesis does not make X and Y corefer, because the hypothesis is what is to
    be proved. Otherwise its X would corefer with any Y of the text.

    For each chain of the hypothesis that corefers with one or more of the text, the result has the
    heads of all phrases in the text, and the heads of those in the hypothesis.
    """
    candidates = _read_chains(text)
    across = []
    for chain in _read_chains(hypothesis, excluded=_attributes(hypothesis)):
        coreferent = [candidate for candidate in candidates if _may_corefer(candidate, chain)]
        if coreferent:
            heads = sorted(head for candidate in coreferent for head in _heads(candidate))
            across.append((tuple(heads), _heads(chain)))
    return tuple(across)


def _read_chains(analysis: Analysis, excluded: Collection[int] = ()) -> list[Chain]:
    """Return the chains of the layer without excluded heads, and a chain for each other phrase."""
    chains = Chains(analysis.layer("mentions"))
    for chain in analysis.layer("coreference"):
        for first, second in pairwise(head for head in chain if head not in excluded):
            chains.join(first, second)
    return chains.all()


def _attributes(hypothesis: Analysis) -> frozenset[int]:
    """Return the heads of the attributes of "be"."""
    predications: tuple[Predication, ...] = hypothesis.layer("predications")
    return frozenset(
        argument.word
        for predication in predications
        if predication.lemma == "be"
        for argument in predication.of_function("attribute")
    )


def _may_corefer(text: Chain, hypothesis: Chain) -> bool:
    if text.has_same_name(hypothesis):
        return True
    if not (text.numbers & hypothesis.numbers):
        return False
    return any(same_noun(text, mention) for mention in hypothesis.mentions)


def _heads(chain: Chain) -> tuple[int, ...]:
    return tuple(mention.head for mention in chain.mentions)
