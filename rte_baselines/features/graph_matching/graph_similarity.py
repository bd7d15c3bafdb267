"""Similarity of the hypothesis's dependency graph to the text's, by anchors."""

from collections.abc import Sequence

from rte_baselines.analysis import Analysis
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Illustration, Output
from rte_baselines.features.graph_matching.graph_feature import GraphFeature
from rte_baselines.lexicon.word_similarity import WordSimilarity


@registry.features("graph_similarity.v1")
class GraphSimilarity(GraphFeature):
    """How much of the hypothesis's dependency graph the text's graph subsumes.

    - similarity: E, the mean of S over the constituents of the hypothesis. Each constituent is
      anchored in the most similar constituent of the text (by sm). S is delta sm +
      (1 - delta) ss, where ss is the sum of the sm of the dependents that both have by the same
      type, divided by the number of dependencies. E is 0 for a negative subsumption: a verb
      phrase of the hypothesis is anchored in one with a similar governor, and only one of the
      two is negated.
    - contradiction: the highest ss of such a verb phrase, 0 without one. The more of their
      arguments are the same, the more one verb phrase is the negative form of the other.

    In both graphs passives are actives and appositions are copulas. Nouns of the text that
    WordNet derives from verbs are also these verbs (section 3.5).

    What the paper leaves open:

    - *Constituents* are those of a dependency parse (see `graph_of`). Phrases of other types,
      such as adverbs, are compared like noun phrases; a noun phrase is never anchored in a
      verb phrase, and a verb phrase never in a noun phrase.
    - *Empty denominators*: the similarity of a noun phrase of one word is that of the
      governors; for a constituent without dependents, ss is sm. Otherwise even a text that
      equals the hypothesis would not have E = 1, the "best case".
    - *Ties*: if several constituents of the text are most similar, all are anchors by
      definition 9 and count for f_D. In E the one with the highest ss counts; among verb
      phrases with the same ss, one that agrees in negation with the hypothesis's, if any.
    - *Negation* of any verb phrase makes E 0, not only of the main verb, and regardless of its
      arguments. A noun that is read as a verb is negated if its copula or its "there is" is, or
      by "no"; it has the modality of the copula or the "there is".
    - *Modals*: d is 1 for modals of one class, 1/2 for a modal of possibility or obligation
      compared with another auxiliary or none, and 0 for possibility compared with obligation.
      The paper says that its d was "empirically derived".
    - *Words*: beta is one number for all relations, path lengths and senses.
    - *Plausibility* of dependencies: a parse has no alternatives, but a noun that is read as
      a verb may have: in "the arrival of the cat", the cat is subject and object.

    Parameters
    ----------
    alpha : float
        The weight of the governor of a noun phrase, in [0, 1]; its other words have the rest.
    beta : float
        The similarity, in [0, 1], of words that WordNet relates by synonymy, entailment or
        generalization; the same word has 1.
    gamma : float
        The weight of the governor of a verb phrase, in [0, 1]; its modality has the rest.
    delta : float
        The weight of sm, in [0, 1]; ss has the rest.
    similarity : WordSimilarity, optional
        A further similarity of words, divided by its maximum; the higher one counts. The paper
        has none. Give it a minimum: any similarity above 0 of two verbs makes them comparable by
        their negation.
    """

    source = "pazienza2006 sections 3.4 and 3.5"
    outputs = (Output("similarity"), Output("contradiction"))
    """The similarity E, and the similarity of the arguments if one side is negated."""

    def __init__(
        self,
        alpha: float = 0.5,
        beta: float = 0.8,
        gamma: float = 0.5,
        delta: float = 0.5,
        similarity: WordSimilarity | None = None,
    ) -> None:
        self.alpha = alpha
        self.beta = beta
        self.gamma = gamma
        self.delta = delta
        self.similarity = similarity

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Match the graphs."""
        matching = self.match(text, hypothesis)
        negated = [anchor.ss for anchor in matching.negated_anchors()]
        if negated:
            return [0.0, min(max(negated), 1.0)]
        return [matching.similarity(), 0.0]

    def illustrate(self, text: Analysis, hypothesis: Analysis) -> Sequence[Illustration]:
        """List the anchors, the matched dependencies, and the verbs negated on one side only."""
        matching = self.match(text, hypothesis)
        lines = tuple(
            f"{hypothesis.words[matching.hypothesis.constituents[anchor.hypothesis].position]} and "
            f"{text.words[matching.text.constituents[anchor.text].position]}"
            for anchor in matching.negated_anchors()
        )
        negated = (Illustration("Negated in one only", lines),) if lines else ()
        return (*super().illustrate(text, hypothesis), *negated)
