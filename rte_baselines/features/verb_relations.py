"""How the verbs of text and hypothesis are related, wherever they stand."""

import math
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from rte_baselines.analysis import Analysis
from rte_baselines.features.base import Alignment, Output, PairFeature
from rte_baselines.lexicon.verbocean import VerbOcean, WithoutVerbOcean, verbocean_in_use
from rte_baselines.registry import registry

VERB_LAYERS = ("lemmas", "pos")
"""The layers of analysis that tell verbs, and which verbs they are."""


def verb_places(analysis: Analysis) -> list[int]:
    """Return where the verbs of a snippet stand; auxiliaries and copulas mean too little."""
    return [place for place, part in enumerate(analysis.pos) if part == "VERB"]


@registry.features("verb_relations.v1")
class VerbRelations(PairFeature):
    """How VerbOcean relates the verbs of the hypothesis to those of the text.

    - association: the sum, over the hypothesis's verbs, of each one's highest cosine with a
      verb of the text (`VerbOcean.association`), 1 for the verb itself;
    - similar: the strength of the strongest ``similar`` between a verb of each;
    - opposite: likewise of ``opposite-of``.

    The paper has a tuple of continuous features and does not list them. It associates verbs
    by the cosine of their vectors, which are made of all relations, and looks at these two
    relations "when analysing verb semantics in the entailment pair"; the sum of maxima is
    what it makes of WordNet's similarity of words.

    Parameters
    ----------
    missing : {"neutral", "error"}
        What to do without the user's file: say so once and relate verbs to themselves only,
        or stop.
    """

    source = "newman2006 section 3.1 and Table 1, <verbOcean>"
    reads = ("verbocean",)

    def __init__(self, missing: WithoutVerbOcean = "neutral") -> None:
        self.missing = missing

    @property
    def layers(self) -> tuple[str, ...]:
        """Lemmas and parts of speech."""
        return VERB_LAYERS

    @property
    def outputs(self) -> tuple[Output, ...]:
        """A sum of cosines, and two strengths in VerbOcean's own unit; 0 without verbs."""
        return tuple(Output(name, 0, math.inf) for name in ("association", "similar", "opposite"))

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Compare all verbs of the hypothesis with all of the text."""
        verbocean = verbocean_in_use(self.missing)
        association = sum(met.association for met in _nearest(text, hypothesis, verbocean))
        strengths = (
            _strongest(text, hypothesis, relation, verbocean)
            for relation in ("similar", "opposite-of")
        )
        return association, *strengths

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align each verb of the hypothesis with the one of the text most associated with it."""
        nearest = _nearest(text, hypothesis, verbocean_in_use(self.missing))
        return tuple(
            Alignment(met.verb, met.text_verb, f"associated {met.association:.2f}")
            if met.association > 0
            else Alignment(met.verb, None, "no verb associated")
            for met in nearest
        )


class _Nearest(NamedTuple):
    """A verb of the hypothesis and the verb of the text that is most associated with it."""

    association: float
    verb: int
    text_verb: int | None


def _nearest(
    text: Analysis, hypothesis: Analysis, verbocean: VerbOcean | None
) -> Iterator[_Nearest]:
    others = verb_places(text)
    for verb in verb_places(hypothesis):
        lemma = hypothesis.lemmas[verb]
        met = (_Nearest(_association(lemma, text.lemmas[o], verbocean), verb, o) for o in others)
        yield max(met, key=lambda each: each.association, default=_Nearest(0.0, verb, None))


def _association(first: str, second: str, verbocean: VerbOcean | None) -> float:
    if first == second:
        return 1.0
    return 0.0 if verbocean is None else verbocean.association(first, second)


def _strongest(
    text: Analysis, hypothesis: Analysis, relation: str, verbocean: VerbOcean | None
) -> float:
    """Return the greatest strength of a relation between a verb of each; 0 if there is none."""
    if verbocean is None:
        return 0.0
    met = product(verb_places(text), verb_places(hypothesis))
    strengths = (
        verbocean.strength(text.lemmas[other], relation, hypothesis.lemmas[verb])
        for other, verb in met
    )
    return max(strengths, default=0.0)
