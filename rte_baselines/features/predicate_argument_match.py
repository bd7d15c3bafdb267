"""Whether a predicate of the text has the subject and object of one of the hypothesis."""

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import Literal, NamedTuple

import numpy as np

from rte_baselines.analysis import Analysis
from rte_baselines.errors import ConfigError
from rte_baselines.features.base import Alignment, Illustration, Output, PairFeature
from rte_baselines.features.illustrating import WIDTH
from rte_baselines.features.predicate_argument_structures import phrase_of, written
from rte_baselines.features.structure_matching import MATCHING_LAYERS, Link, Match, Matcher
from rte_baselines.registry import registry

StructureMeasure = Literal["entailed", "matched", "parts"]

_LONGEST_DISTANCE = 4
_INDENT = len("hypothesis") + 2


class _Decision(NamedTuple):
    """What the algorithm says, and why."""

    entailed: bool
    missing_numbers: tuple[int, ...] = ()
    """Where in the hypothesis numbers stand that the text lacks."""
    match: Match | None = None
    equated: tuple[Link, ...] = ()
    """X and Y of "X is Y", with what they are in the text."""


@registry.features("predicate_argument_match.v1")
class PredicateArgumentMatch(PairFeature):
    """Whether partial predicate-argument structures (PPASs) of text and hypothesis match.

    A structure is a verb with its subject and its arguments, in the active voice (see
    `structures_of`). Two match if the verbs are close in WordNet, both have the same parts,
    and each part corresponds to that of the other. The measures are

    - entailed: 1 if the paper's algorithm says true, else 0;
    - matched: the share of the hypothesis's structures that match one of the text;
    - parts: the share of its verb and parts that a structure of the hypothesis has in common
      with the one of the text that is most like it, in the mean of all its structures.

    The last two are the toolkit's own, and look at neither numbers nor the be-heuristic.

    What the paper leaves open:

    - *Prepositional arguments.* Structures have no adjuncts, but that of Example 2 has "at
      the happening"; `structures_of` says which phrases they have. Two match only with the
      same preposition.
    - *Which parts must correspond.* Step 17 is content with "coreference between
      corresponding parts", which footnote 3 explains by "subjects and/or arguments". Here
      all must, as the strategy is "if in doubt, say no".
    - *How parts correspond.* In step 17 they corefer; the text measures the similarity of all
      "structurally related items" by WordNet. Here either will do: parts correspond if they
      corefer, or if their heads are as close as verbs must be. Only a clause must have a
      structure that matches.
    - *PPAS, no WordNet* (Table 2) goes by "string overlap between corresponding constituents".
      Without `wordnet`, words are close if they have the same lemma; all else stays.
    - *Negation and modality.* The algorithm does not look at them: "cannot be sold" matches
      "is sold". ``vetoed.v1`` can overrule it.
    - *The be-heuristic.* X and Y may corefer with one and the same phrase of the text; see
      `Matcher.equated`.
    - *What the hypothesis claims.* That it says that X is Y does not make X and Y corefer.
    - *Confidence* is not spoken of. The paper's confidence-weighted scores (0.51, and 0.50
      without WordNet) are its accuracies (0.52 and 0.51) within 0.01, as they are where all
      decisions are equally sure.

    Parameters
    ----------
    wordnet : bool
        Whether words with different lemmas can be close.
    max_distance : int
        The most is-a links between them in WordNet, 0 to 4; 0 means synonyms only.
    coreference : bool
        Whether parts also correspond if they corefer.
    cardinality : bool
        Whether nothing is entailed if the text lacks a number of the hypothesis.
    be_heuristic : bool
        Whether "X is Y" is entailed if X and Y corefer in the text.
    measures : sequence of {"entailed", "matched", "parts"}
    """

    source = "andreevskaia2006 section 2.1"

    def __init__(
        self,
        wordnet: bool = True,
        max_distance: int = 0,
        coreference: bool = True,
        cardinality: bool = True,
        be_heuristic: bool = True,
        measures: Sequence[StructureMeasure] = ("entailed",),
    ) -> None:
        self.wordnet = wordnet
        self.max_distance = max_distance
        self.coreference = coreference
        self.cardinality = cardinality
        self.be_heuristic = be_heuristic
        self.measures = measures

    def check_fields(self, path: str) -> None:
        """Check the fields, and `max_distance` further; see `Feature.check_fields`."""
        super().check_fields(path)
        if not 0 <= self.max_distance <= _LONGEST_DISTANCE:
            raise ConfigError(
                f"{path}.max_distance: {self.max_distance} is not from 0 to {_LONGEST_DISTANCE}"
            )

    @property
    def layers(self) -> tuple[str, ...]:
        """Predications, noun phrases, coreference and numbers."""
        return (*MATCHING_LAYERS, "numbers")

    @property
    def resources(self) -> set[str]:
        """WordNet, if it is asked."""
        return {"wordnet"} if self.wordnet else set()

    @property
    def outputs(self) -> tuple[Output, ...]:
        """One number for each measure, without a name if there is one only."""
        names = self.measures if len(self.measures) > 1 else ("",)
        return tuple(Output(name) for name in names)

    def compute_pair(self, text: Analysis, hypothesis: Analysis) -> Sequence[float]:
        """Match the structures."""
        matcher = self._matcher(text, hypothesis)
        return [self._measured(measure, text, hypothesis, matcher) for measure in self.measures]

    def align(self, text: Analysis, hypothesis: Analysis) -> Sequence[Alignment]:
        """Align what matches, or X and Y of "X is Y"; point out numbers that are missing."""
        decision = self._decide(text, hypothesis, self._matcher(text, hypothesis))
        return (
            *(Alignment(word, None, "number missing") for word in decision.missing_numbers),
            *(() if decision.match is None else _aligned(decision.match)),
            *(Alignment(word, other, "be-heuristic") for other, word in decision.equated),
        )

    def illustrate(self, text: Analysis, hypothesis: Analysis) -> Sequence[Illustration]:
        """Write what decided, structures as in the paper's Example 2; if nothing did, all."""
        matcher = self._matcher(text, hypothesis)
        decision = self._decide(text, hypothesis, matcher)
        title = "Structures, none of which match"
        of_text, of_hypothesis = matcher.text_structures, matcher.structures
        if decision.missing_numbers:
            return (_numbers_illustrated(hypothesis, decision.missing_numbers),)
        if decision.equated:
            return (_equation_illustrated(text, hypothesis, decision.equated),)
        if decision.match is not None:
            title = "Structures that match"
            of_text, of_hypothesis = [decision.match.text], [decision.match.hypothesis]
        lines = (
            *_labelled("text", (written(one, text) for one in of_text)),
            *_labelled("hypothesis", (written(one, hypothesis) for one in of_hypothesis)),
        )
        return (Illustration(title, lines),) if lines else ()

    def _matcher(self, text: Analysis, hypothesis: Analysis) -> Matcher:
        limit = self.max_distance if self.wordnet else None
        return Matcher(text, hypothesis, max_distance=limit, coreference=self.coreference)

    def _measured(
        self, measure: StructureMeasure, text: Analysis, hypothesis: Analysis, matcher: Matcher
    ) -> float:
        if measure == "entailed":
            return float(self._decide(text, hypothesis, matcher).entailed)
        return matcher.matched_share() if measure == "matched" else matcher.common_share()

    def _decide(self, text: Analysis, hypothesis: Analysis, matcher: Matcher) -> _Decision:
        """Run "Algorithm Entailment Detection" of section 2.1, with the numbers of its steps.

        Steps 1 to 6 and 12 are the layers of coreference and predications, which the matcher
        makes structures of, and steps 13 to 17 are the matcher's.
        """
        if self.cardinality:  # 7
            missing = _missing_numbers(text, hypothesis)  # 8, 9
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
    """Return where numbers stand in the hypothesis whose value is nowhere in the text."""
    is_missing = ~np.isnan(hypothesis.numbers) & ~np.isin(hypothesis.numbers, text.numbers)
    return tuple(np.flatnonzero(is_missing).tolist())


def _aligned(match: Match) -> Iterator[Alignment]:
    """Yield the words of two structures, related by what they are in them."""
    other, word = match.verbs
    yield Alignment(word, other, "verb")
    functions = {word: part.function for part in match.hypothesis.parts for word in part.words}
    for other, word in match.parts:
        yield Alignment(word, other, functions[word].replace("_", " "))


def _numbers_illustrated(hypothesis: Analysis, places: Sequence[int]) -> Illustration:
    numbers = ", ".join(hypothesis.words[place] for place in places)
    title = "Numbers that the text lacks (cardinality filter)"
    return Illustration(title, _labelled("hypothesis", [numbers]))


def _equation_illustrated(
    text: Analysis, hypothesis: Analysis, equated: Sequence[Link]
) -> Illustration:
    mentions = dict.fromkeys(other for other, _ in equated)
    of_text = " = ".join(phrase_of(other, text) for other in mentions)
    of_hypothesis = " = ".join(phrase_of(word, hypothesis) for _, word in equated)
    lines = (*_labelled("text", [of_text]), *_labelled("hypothesis", [of_hypothesis]))
    return Illustration("Of the same thing in the text (be-heuristic)", lines)


def _labelled(label: str, items: Iterable[str]) -> tuple[str, ...]:
    """Put a label before each item, and break what is too long for a line."""
    first = f"{label:<{_INDENT}}"
    return tuple(
        line
        for item in items
        for line in wrap(item, WIDTH, initial_indent=first, subsequent_indent=" " * _INDENT)
    )
