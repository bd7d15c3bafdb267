"""How similar the graph of the hypothesis is to the part of the text's that it is anchored in."""

from collections.abc import Sequence

from rte_baselines.analysis import Analysis
from rte_baselines.features.base import Illustration, Output
from rte_baselines.features.graph_matching.graph_feature import GraphFeature
from rte_baselines.registry import registry


@registry.features("graph_similarity.v1")
class GraphSimilarity(GraphFeature):
    """How much of the hypothesis's dependency graph the text's subsumes.

    - similarity: E, the mean of S over the constituents of the hypothesis. Each is anchored
      in the one of the text that is most similar (sm); S is delta sm + (1 - delta) ss, where
      ss adds up the sm of what depends on both in the same way, over the number of its
      dependencies. E is 0 for a negative subsumption: a verb phrase of the hypothesis is
      anchored in one whose governor is similar, and only one of the two is negated.
    - contradiction: the highest ss of such a verb phrase, 0 without one. It is the negative
      form of the other as far as its arguments are the same.

    Passives are actives in both graphs, appositions copulas, and nouns of the text that
    WordNet derives from verbs are these verbs as well (section 3.5).

    What the paper leaves open:

    - *Constituents* are those of a dependency parse (see `graph_of`). Phrases of other types,
      such as adverbs, are compared as noun phrases are; a noun phrase is never anchored in a
      verb phrase, nor a verb phrase in a noun phrase.
    - *Over nothing*: a noun phrase of one word is as similar as the governors are; where
      nothing depends on a constituent, ss is sm. Otherwise not even a text that is the
      hypothesis would have E = 1, the "best case".
    - *Ties*: if several constituents of the text are most similar, all are anchors by
      definition 9 and count for f_D; in E the one with the highest ss counts, and of
      several such verb phrases one that agrees in negation with the hypothesis's, if any.
    - *Negation* of any verb phrase makes E 0, not of the main verb only, and whatever its
      arguments are. A verb that a noun is read as is negated if the copula or the "there is"
      that states the noun is, or by "no"; it has the modality of these.
    - *Modals*: d is 1 for modals of one class, 1/2 for a modal of possibility or obligation
      against another auxiliary or none, and 0 for the one against the other. The paper says
      that its d was "empirically derived".
    - *Words*: beta is one number for all relations and any length, in any sense.
    - *Plausibility* of dependencies: a parse has no alternatives, but a noun that is read as
      a verb may: "the arrival of the cat" has the cat as subject and as object.

    Parameters
    ----------
    alpha : float
        What the governor of a noun phrase weighs, against its other words; from 0 to 1.
    beta : float
        The similarity of words that WordNet relates by synonymy, entailment or
        generalization; from 0 to 1, which is that of the same word.
    gamma : float
        What the governor of a verb phrase weighs, against its modality; from 0 to 1.
    delta : float
        What sm weighs, against ss; from 0 to 1.
    """

    source = "pazienza2006 sections 3.4 and 3.5"
    outputs = (Output("similarity"), Output("contradiction"))
    """The similarity E, and how similar the arguments are where one side is negated."""

    def __init__(
        self, alpha: float = 0.5, beta: float = 0.8, gamma: float = 0.5, delta: float = 0.5
    ) -> None:
        self.alpha = alpha
        self.beta = beta
        self.gamma = gamma
        self.delta = delta

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Match the graphs."""
        matching = self.match(text, hypothesis)
        negated = [anchor.ss for anchor in matching.negated_anchors()]
        if negated:
            return [0.0, min(max(negated), 1.0)]
        return [matching.similarity(), 0.0]

    def illustrate(self, text: Analysis, hypothesis: Analysis) -> Sequence[Illustration]:
        """List the anchors, the matched dependencies, and what only one side negates."""
        matching = self.match(text, hypothesis)
        lines = tuple(
            f"{hypothesis.words[matching.hypothesis.constituents[anchor.hypothesis].place]} and "
            f"{text.words[matching.text.constituents[anchor.text].place]}"
            for anchor in matching.negated_anchors()
        )
        negated = (Illustration("Negated in one only", lines),) if lines else ()
        return (*super().illustrate(text, hypothesis), *negated)
