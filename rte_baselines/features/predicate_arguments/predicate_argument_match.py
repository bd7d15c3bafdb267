"""Matching of partial predicate-argument structures of text and hypothesis."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import isnan
from textwrap import wrap
from typing import Literal, NamedTuple

from rte_baselines.analysis import Analysis
from rte_baselines.core.registry import registry
from rte_baselines.features.base import Alignment, Illustration, MeasuringFeature, PairFeature
from rte_baselines.features.describing import WIDTH
from rte_baselines.features.predicate_arguments.matching import (
    MATCHING_LAYERS,
    Link,
    Matcher,
    StructureMatch,
    phrase_of,
    written,
)
from rte_baselines.rendering.drawings import shapes

StructureMeasure = Literal["entailed", "matched", "parts"]

_INDENT = len("hypothesis") + 2


class _Decision(NamedTuple):
    """The decision of the algorithm, and the evidence for it."""

    entailed: bool
    missing_numbers: tuple[int, ...] = ()
    """Positions in the hypothesis of numbers that the text lacks."""
    match: StructureMatch | None = None
    equated: tuple[Link, ...] = ()
    """X and Y of "X is Y", linked with their referents in the text."""


@registry.features("predicate_argument_match.v1")
@dataclass(eq=False, repr=False)
class PredicateArgumentMatch(MeasuringFeature, PairFeature):
    """Whether partial predicate-argument structures (PPASs) of text and hypothesis match.

    A structure is a verb with its subject and its arguments, in the active voice (see
    `structures_of`). Two structures match if their verbs are similar in WordNet, both have
    parts of the same types, and each part corresponds to the part of the same type. The
    measures are

    - entailed: 1 if the paper's algorithm returns true, else 0;
    - matched: the share of the hypothesis's structures that match one of the text;
    - parts: the mean, over the hypothesis's structures, of the share of verb and parts that a
      structure has in common with the most similar structure of the text.

    The last two are the toolkit's own; they use neither numbers nor the be-heuristic.

    What the paper leaves open:

    - *Prepositional arguments.* Structures have no adjuncts, but that of Example 2 has "at
      the happening"; `structures_of` defines which phrases are included. They match only with
      the same preposition.
    - *Which parts must correspond.* Step 17 requires "coreference between corresponding
      parts", which footnote 3 explains by "subjects and/or arguments". Here all parts must
      correspond, because the strategy is "if in doubt, say no".
    - *How parts correspond.* In step 17 they corefer; the running text measures the similarity
      of all "structurally related items" by WordNet. Here one of the two is enough: parts
      correspond if they corefer, or if their heads are similar by the criterion for verbs. A
      clause, however, corresponds only if its structure matches.
    - *PPAS, no WordNet* (Table 2) uses "string overlap between corresponding constituents".
      Without `wordnet`, words are similar if they have the same lemma; nothing else changes.
    - *Negation and modality.* The algorithm ignores them: "cannot be sold" matches "is sold".
      ``vetoed.v1`` can overrule it.
    - *The be-heuristic.* X and Y may corefer with the same phrase of the text; see
      `Matcher.equated`.
    - *Claims of the hypothesis.* A hypothesis that says that X is Y does not make X and Y
      corefer.
    - *Confidence* is not mentioned. The paper's confidence-weighted scores (0.51, and 0.50
      without WordNet) are within 0.01 of its accuracies (0.52 and 0.51), as if all decisions
      had equal confidence.

    Parameters
    ----------
    wordnet : bool
        Whether words with different lemmas can be similar.
    max_distance : int
        The maximum number of is-a links between similar words in WordNet, 0 to 4; 0 means
        synonyms only.
    coreference : bool
        Whether parts also correspond if they corefer.
    cardinality : bool
        Whether a number of the hypothesis that the text lacks prevents entailment.
    be_heuristic : bool
        Whether "X is Y" is entailed if X and Y corefer in the text.
    measures : sequence of {"entailed", "matched", "parts"}
    """

    source = "andreevskaia2006 section 2.1"
    layers = (*MATCHING_LAYERS, "numbers")

    field_ranges = (("max_distance", 0, 4),)

    wordnet: bool = True
    max_distance: int = 0
    coreference: bool = True
    cardinality: bool = True
    be_heuristic: bool = True
    measures: Sequence[StructureMeasure] = ("entailed",)

    @property
    def resources(self) -> set[str]:
        """WordNet, if `wordnet` is set."""
        return {"wordnet"} if self.wordnet else set()

    def _direction(self, measure: StructureMeasure) -> int:
        # "X is Y" follows from "X, the Y", which has no structure to match itself with.
        return 0 if measure == "entailed" and self.be_heuristic else 1

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Match the structures."""
        matcher = self._matcher(text, hypothesis)
        measured: dict[StructureMeasure, Callable[[], float]] = {
            "entailed": lambda: float(self._decide(matcher).entailed),
            "matched": matcher.matched_share,
            "parts": matcher.common_share,
        }
        return [measured[measure]() for measure in self.measures]

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align matching words, or X and Y of "X is Y"; mark missing numbers."""
        decision = self._decide(self._matcher(text, hypothesis))
        return (
            *(Alignment(word, None, "number missing") for word in decision.missing_numbers),
            *(() if decision.match is None else _aligned(decision.match)),
            *(Alignment(word, text_word, "be-heuristic") for text_word, word in decision.equated),
        )

    def illustrate(self, text: Analysis, hypothesis: Analysis) -> Sequence[Illustration]:
        """Show the evidence for the decision, or all structures as in the paper's Example 2."""
        matcher = self._matcher(text, hypothesis)
        decision = self._decide(matcher)
        if decision.missing_numbers:
            numbers = ", ".join(hypothesis.words[word] for word in decision.missing_numbers)
            title = "Numbers that the text lacks (cardinality filter)"
            return (Illustration(title, _labelled("hypothesis", [numbers])),)
        if decision.equated:
            mentions = dict.fromkeys(text_word for text_word, _ in decision.equated)
            text_equation = " = ".join(phrase_of(mention, text) for mention in mentions)
            equation = " = ".join(phrase_of(word, hypothesis) for _, word in decision.equated)
            lines = (*_labelled("text", [text_equation]), *_labelled("hypothesis", [equation]))
            return (Illustration("Coreferent in the text (be-heuristic)", lines),)
        title = "Structures, none of which match"
        structures = matcher.text_structures, matcher.structures
        if decision.match is not None:
            title = "Structures that match"
            structures = [decision.match.text], [decision.match.hypothesis]
        text_parts = tuple(written(structure, text) for structure in structures[0])
        parts = tuple(written(structure, hypothesis) for structure in structures[1])
        lines = (*_labelled("text", text_parts), *_labelled("hypothesis", parts))
        links = () if decision.match is None else (shapes.Alignment(0, 0, "match"),)
        drawing = shapes.Matching(text_parts, parts, links)
        return (Illustration(title, lines, drawing),) if lines else ()

    def _matcher(self, text: Analysis, hypothesis: Analysis) -> Matcher:
        limit = self.max_distance if self.wordnet else None
        return Matcher(text, hypothesis, max_distance=limit, coreference=self.coreference)

    def _decide(self, matcher: Matcher) -> _Decision:
        """Run "Algorithm Entailment Detection" of section 2.1, with the numbers of its steps.

        The layers of coreference and predications, and the matcher's structures, are steps 1
        to 6 and 12. The matcher does steps 13 to 17.
        """
        if self.cardinality:  # 7
            missing = _missing_numbers(matcher.text, matcher.hypothesis)  # 8, 9
            if missing:
                return _Decision(False, missing_numbers=missing)  # 10
        matches = matcher.matches()  # 11, 13 to 17
        if matches:
            return _Decision(True, match=matches[0])  # 18
        if self.be_heuristic:  # 19
            equated = matcher.equated()  # 20
            if equated is not None:
                return _Decision(True, equated=equated)  # 21
        return _Decision(False)  # 22


def _missing_numbers(text: Analysis, hypothesis: Analysis) -> tuple[int, ...]:
    """Return the positions of the hypothesis's numbers whose value the text lacks."""
    known = set(text.numbers.tolist())
    return tuple(
        position
        for position, number in enumerate(hypothesis.numbers.tolist())
        if not isnan(number) and number not in known
    )


def _aligned(match: StructureMatch) -> Iterator[Alignment]:
    """Yield the alignments of the words of two structures, with their functions."""
    text_word, word = match.verbs
    yield Alignment(word, text_word, "verb")
    functions = {word: part.function for part in match.hypothesis.parts for word in part.words}
    for text_word, word in match.parts:
        yield Alignment(word, text_word, functions[word].replace("_", " "))


def _labelled(label: str, items: Iterable[str]) -> tuple[str, ...]:
    """Put a label before each item, and wrap long items."""
    first = f"{label:<{_INDENT}}"
    return tuple(
        line
        for item in items
        for line in wrap(item, WIDTH, initial_indent=first, subsequent_indent=" " * _INDENT)
    )
