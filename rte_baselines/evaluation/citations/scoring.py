"""The pairs that decide how good citations are, and recall, precision and F1 by their labels.

The measures are those of gao2023, as `_DEFINITIONS` has them. The only citation of a sentence is
never irrelevant. A citation of a document that does not exist is not precise, in contrast to ALCE's
``eval.py``, which gives its sentence a recall of 0.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np

from rte_baselines.core.errors import InputError
from rte_baselines.core.representing import named, plain
from rte_baselines.evaluation.citations.answers import Answer, CitedSentence, notes_on
from rte_baselines.evaluation.measures.contingency import ratio
from rte_baselines.evaluation.ratios import Ratio, estimate_of_sums
from rte_baselines.evaluation.resampling.bootstrap import CONFIDENCE, SEED, Estimate
from rte_baselines.evaluation.scores import Printed, estimate_cell
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.pairs import Label, Pair
from rte_baselines.rendering.tables import Table
from rte_baselines.runs import Run, check_run
from rte_baselines.runs.prediction import withheld_counts, withheld_text

_MEASURES = {"recall": "recall", "precision": "precision", "f1": "F1"}
_DEFINITIONS = (
    "recall: share of the sentences that are entailed by all the documents they cite, taken "
    "together; a sentence without citations counts as not entailed",
    "precision: share of the citations that belong to such a sentence and are not irrelevant; a "
    "citation is irrelevant if its document alone does not entail the sentence, but the others "
    "together do; an answer without citations has a precision of 0",
    "F1: the harmonic mean of these two figures (gao2023)",
)


def citation_pairs(answers: Iterable[Answer]) -> list[Pair]:
    """Return a pair for each set of documents that has to be judged, in the order of the answers.

    It has the documents as the text, the sentence as the hypothesis, and an id such as
    ``a1-s2-without-3``: the answer ``a1``, its second sentence, and all documents that it cites but
    the third. A sentence without a citation of an existing document has no pair. Raises InputError
    if there is no pair at all.
    """
    pairs = [
        Pair(pair_id, answer.passage(numbers), sentence.text)
        for answer in answers
        for sentence in answer.sentences
        for pair_id, numbers in judged_sets(answer, sentence).items()
    ]
    if not pairs:
        raise InputError(
            "the answers cite none of their documents, so that there is nothing to judge; expected "
            "citations such as [1]"
        )
    return pairs


def judged_sets(answer: Answer, sentence: CitedSentence) -> Mapping[str, tuple[int, ...]]:
    """Return the sets of documents that decide how good citations are, by the ids of their pairs.

    These are all cited documents; if there are several, each alone; and if there are three or more,
    all but one. If there are two, all but one is the other document alone.
    """
    cited = sentence.cited
    sets = {"all": cited} if cited else {}
    if len(cited) > 1:
        sets |= {f"only-{number}": (number,) for number in cited}
    if len(cited) > 2:
        sets |= {f"without-{number}": _all_but(cited, number) for number in cited}
    return {f"{answer.id}-s{sentence.number}-{name}": numbers for name, numbers in sets.items()}


def _all_but(cited: tuple[int, ...], left_out: int) -> tuple[int, ...]:
    return tuple(number for number in cited if number != left_out)


@dataclass(frozen=True)
class SentenceScore(CitedSentence):
    """How good the citations of a sentence are, of the answer with the id `answer`.

    A sentence `is_supported` if all cited documents together entail it. A cited document is
    `irrelevant` if it does not entail a supported sentence alone, while the others together do.
    """

    answer: str
    is_supported: bool
    irrelevant: tuple[int, ...]

    @property
    def precise(self) -> int:
        """The number of its citations that are precise: of a supported sentence, and relevant."""
        return len(self.cited) - len(self.irrelevant) if self.is_supported else 0


def _score_sentence(
    answer: Answer, sentence: CitedSentence, entailed: Mapping[str, bool]
) -> SentenceScore:
    """Score a sentence, given whether the documents of each pair entail it."""
    cited = sentence.cited
    entails = {numbers: entailed[id_] for id_, numbers in judged_sets(answer, sentence).items()}
    is_supported = entails.get(cited, False)
    irrelevant = tuple(
        number
        for number in cited
        if is_supported and not entails[number,] and entails[_all_but(cited, number)]
    )
    return SentenceScore(
        **vars(sentence), answer=answer.id, is_supported=is_supported, irrelevant=irrelevant
    )


def _scores(columns: FloatArray) -> dict[str, Estimate]:
    """Return recall, precision and F1 from columns that `CitationReport.sums` has."""
    recall = Ratio(columns[:, 0], columns[:, 1]).estimate()
    precision = Ratio(columns[:, 2], columns[:, 3]).estimate()
    assert recall is not None
    assert precision is not None
    return {"recall": recall, "precision": precision, "f1": estimate_of_sums(_f1, columns)}


def _f1(sums: FloatArray) -> FloatArray:
    """Return the harmonic means of recall and precision, 0 where recall is 0, shape (rows,).

    A resample without a citation has no precision, but a recall of 0, and so no harmonic mean
    other than 0.
    """
    recall, precision = ratio(sums[:, 0], sums[:, 1]), ratio(sums[:, 2], sums[:, 3])
    return np.where(recall == 0, 0.0, ratio(2 * recall * precision, recall + precision))


def score_citations(answers: Sequence[Answer], run: Run, *, worst: int = 0) -> "CitationReport":
    """Score citations by a run on the pairs of `citation_pairs`, by the measures of gao2023.

    Parameters
    ----------
    answers : sequence of Answer
    run : Run
        Labels, two-way or three-way; only ENTAILMENT means that documents entail a sentence.
        An answer in place of a label (`Withheld`) counts as not entailed, with a note.
    worst : int
        How many of the sentences with the worst citations to list.

    Returns
    -------
    CitationReport
        Its intervals are by the bootstrap over answers, at 95%.

    Raises
    ------
    InputError
        If no sentence cites a document, or the run is not on the pairs of these answers; see
        `check_run`.
    """
    checked = check_run(run, citation_pairs(answers))
    is_entailed = (checked.labels == Label.ENTAILMENT.value).tolist()
    entailed = dict.fromkeys(checked.withheld, False)
    entailed |= zip(checked.ids, is_entailed, strict=True)
    scores = tuple(
        tuple(_score_sentence(answer, sentence, entailed) for sentence in answer.sentences)
        for answer in answers
    )
    notes = list(checked.notes)
    if checked.withheld:
        kinds = withheld_text(withheld_counts(checked.withheld))
        unlabelled = f"pairs that {checked.name} does not label, which count as not entailed"
        notes.insert(0, f"{unlabelled}: {kinds}")
    return CitationReport(tuple(answers), scores, checked.name, tuple(notes), worst)


@dataclass(frozen=True, repr=False)
class CitationReport(Printed):
    """The scores of the citations of answers, those of its sentences for each answer.

    `run` is the name of the run that the labels come from, `run_notes` say how it was read, and
    `listed` is the number of sentences with the worst citations that are listed.
    """

    answers: tuple[Answer, ...]
    scores: tuple[tuple[SentenceScore, ...], ...]
    run: str
    run_notes: tuple[str, ...] = ()
    listed: int = 0

    @cached_property
    def sums(self) -> FloatArray:
        """What each answer has, shape (answers, 4).

        These are the numbers of supported sentences, of sentences, of precise citations and of
        citations.
        """
        sums = np.zeros((len(self.scores), 4))
        for row, sentences in zip(sums, self.scores, strict=True):
            for sentence in sentences:
                row += sentence.is_supported, 1, sentence.precise, sentence.citations
        return sums

    @cached_property
    def over_answers(self) -> dict[str, Estimate]:
        """The means over answers, as ALCE reports them; each answer counts the same.

        F1 is the harmonic mean of the mean recall and the mean precision, not a mean of F1s.
        """
        # Without sentences or citations, recall or precision is 0.
        supported, sentences, precise, citations = np.maximum(self.sums, [0, 1, 0, 1]).T
        ones = np.ones(len(self.scores))
        return _scores(np.column_stack([supported / sentences, ones, precise / citations, ones]))

    @cached_property
    def over_sentences(self) -> dict[str, Estimate]:
        """The recall over all sentences, and the precision over all citations.

        Each resample for the interval of precision has a citation, since it is of answers with
        citations (`Ratio.estimate`); those for the interval of F1 are of all answers with
        sentences.
        """
        return _scores(self.sums[self.sums[:, 1] > 0])

    @property
    def sentences(self) -> list[SentenceScore]:
        """The sentences of all answers, in order."""
        return list(chain(*self.scores))

    @property
    def counts(self) -> Mapping[str, int]:
        """How many sentences and citations there are, and of which kinds."""
        supported, sentences, precise, citations = self.sums.sum(axis=0).astype(int).tolist()
        return {
            "answers": len(self.scores),
            "sentences": sentences,
            "sentences without a citation": sum(not score.citations for score in self.sentences),
            "supported sentences": supported,
            "citations": citations,
            "precise citations": precise,
            "irrelevant citations": sum(len(score.irrelevant) for score in self.sentences),
            "citations of missing documents": sum(len(score.missing) for score in self.sentences),
        }

    @property
    def worst(self) -> list[SentenceScore]:
        """The listed sentences: with a fault, and first those that are not supported.

        Among equals, those with more wrong citations are first.
        """
        faulty = [score for score in self.sentences if fault_of(score)]
        faulty.sort(key=lambda score: (score.is_supported, score.precise - score.citations))
        return faulty[: self.listed]

    def notes(self) -> Iterator[str]:
        """Yield how the figures were computed, and what is unusual about the answers."""
        yield from _DEFINITIONS
        yield (
            f"intervals: 95%, bootstrap over answers, seed {SEED}; of the "
            "precision over citations, over answers with citations"
        )
        yield from notes_on(self.answers)
        yield from self.run_notes

    def to_dict(self) -> dict[str, Any]:
        """Return all figures, as JSON has them."""
        return {
            "run": self.run,
            **{name.replace(" ", "_"): count for name, count in self.counts.items()},
            "over_answers": plain(self.over_answers),
            "over_sentences": plain(self.over_sentences),
            "level": CONFIDENCE,
            "seed": SEED,
            "worst_sentences": [plain(score) | {"fault": fault_of(score)} for score in self.worst],
            "notes": list(self.notes()),
        }

    def __repr__(self) -> str:
        return named(self, repr(self.run), f"answers={len(self.answers)}")

    def tables(self) -> Iterator[Table]:
        """Yield the scores, the counts and, if some are listed, the worst sentences."""
        columns = self.over_answers, self.over_sentences
        rows = [
            [title, *(estimate_cell(scores[name]) for scores in columns)]
            for name, title in _MEASURES.items()
        ]
        header = ["", "mean over answers", "over sentences and citations"]
        yield Table(f"Citations, by the labels of {self.run}", header, rows)
        counts = [[name, str(count)] for name, count in self.counts.items()]
        yield Table("What was scored", ["", "number"], counts)
        if self.listed:
            header = ["sentence", "text", "fault"]
            rows = [[f"{row.answer}-s{row.number}", row.text, fault_of(row)] for row in self.worst]
            yield Table("Sentences with the worst citations", header, rows, keys=len(header))


def fault_of(sentence: SentenceScore) -> str:
    """Return what is wrong with the citations of a sentence; empty if nothing is."""
    faults = []
    if not sentence.citations:
        faults.append("no citation")
    elif not sentence.is_supported and sentence.cited:
        faults.append(f"not entailed by {_brackets(sentence.cited)}")
    if sentence.irrelevant:
        faults.append(f"{_brackets(sentence.irrelevant)} irrelevant")
    if sentence.missing:
        faults.append(f"no document {_brackets(sentence.missing)}")
    return "; ".join(faults)


def _brackets(numbers: Sequence[int]) -> str:
    return "".join(f"[{number}]" for number in numbers)
