"""Relations between the verbs of text and hypothesis in VerbOcean."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from rte_baselines.analysis import Analysis
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Alignment, Output, PairFeature
from rte_baselines.lexicon.verbs.verbocean import VerbOcean, WithoutVerbOcean, verbocean_in_use

VERB_LAYERS = ("lemmas", "pos")
"""The analysis layers that identify verbs."""


def verb_positions(analysis: Analysis) -> list[int]:
    """Return the positions of the verbs of a snippet, without auxiliaries and copulas."""
    return [position for position, part in enumerate(analysis.pos) if part == "VERB"]


@registry.features("verb_relations.v1")
@dataclass(eq=False, repr=False)
class VerbRelations(PairFeature):
    """Relations in VerbOcean between the verbs of the hypothesis and those of the text.

    - association: the sum, over the hypothesis's verbs, of the highest cosine with a verb of
      the text (`VerbOcean.association`), 1 for the same verb;
    - similar: the strength of the strongest ``similar`` relation between verbs of both sides;
    - opposite: the same for ``opposite-of``.

    The paper has a tuple of continuous features but does not list them. It associates verbs by
    the cosine of their vectors, which contain all relations, and uses these two relations
    "when analysing verb semantics in the entailment pair". The sum of maxima is the paper's
    formula for WordNet's similarity of words.

    Parameters
    ----------
    missing : {"neutral", "error"}
        What to do without the user's file: warn once and relate verbs only to themselves, or
        raise an error.
    """

    source = "newman2006 section 3.1 and Table 1, <verbOcean>"
    reads = ("verbocean",)
    layers = VERB_LAYERS
    outputs = tuple(Output(name, 0, math.inf) for name in ("association", "similar", "opposite"))
    """A sum of cosines, and two strengths in VerbOcean's own unit; 0 without verbs."""

    missing: WithoutVerbOcean = "neutral"

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Compare all verbs of the hypothesis with all verbs of the text."""
        verbocean = verbocean_in_use(self.missing)
        association = sum(strength for strength, *_ in _nearest(text, hypothesis, verbocean))
        strengths = (
            _strongest(text, hypothesis, relation, verbocean)
            for relation in ("similar", "opposite-of")
        )
        return association, *strengths

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align each verb of the hypothesis with the most associated verb of the text."""
        nearest = _nearest(text, hypothesis, verbocean_in_use(self.missing))
        return tuple(
            Alignment(verb, text_verb, f"associated {association:.2f}")
            if association > 0
            else Alignment(verb, None, "no verb associated")
            for association, verb, text_verb in nearest
        )


def _nearest(
    text: Analysis, hypothesis: Analysis, verbocean: VerbOcean | None
) -> Iterator[tuple[float, int, int | None]]:
    """Yield each verb of the hypothesis with its most associated verb of the text.

    First comes their association; verbs are given by their positions.
    """
    text_verbs = verb_positions(text)
    for verb in verb_positions(hypothesis):
        lemma = hypothesis.lemmas[verb]
        compared = (
            (_association(lemma, text.lemmas[text_verb], verbocean), verb, text_verb)
            for text_verb in text_verbs
        )
        yield max(compared, key=lambda verbs: verbs[0], default=(0.0, verb, None))


def _association(first: str, second: str, verbocean: VerbOcean | None) -> float:
    if first == second:
        return 1.0
    return 0.0 if verbocean is None else verbocean.association(first, second)


def _strongest(
    text: Analysis, hypothesis: Analysis, relation: str, verbocean: VerbOcean | None
) -> float:
    """Return the greatest strength of a relation between verbs of both sides; 0 without any."""
    if verbocean is None:
        return 0.0
    strengths = (
        verbocean.strength(text.lemmas[text_verb], relation, hypothesis.lemmas[verb])
        for text_verb, verb in product(verb_positions(text), verb_positions(hypothesis))
    )
    return max(strengths, default=0.0)
