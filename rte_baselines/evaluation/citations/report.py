"""The scores of citations by the labels of a run, as tables, sentences and JSON."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from rte_baselines.core.quoting import quoted
from rte_baselines.core.representing import named
from rte_baselines.evaluation.citations.answers import Answer
from rte_baselines.evaluation.citations.scoring import (
    AnswerScore,
    CitationScores,
    SentenceScore,
    citation_pairs,
    over_answers,
    over_sentences,
    score_answer,
)
from rte_baselines.evaluation.report.printed import Printed
from rte_baselines.evaluation.report.tables import estimate_cell
from rte_baselines.evaluation.resampling.bootstrap import CONFIDENCE, SEED
from rte_baselines.pairs import Label
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
_EXAMPLES = 3


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
    checked = check_run(run, list(citation_pairs(answers)))
    is_entailed = (checked.labels == Label.ENTAILMENT.value).tolist()
    entailed = dict.fromkeys(checked.withheld, False)
    entailed |= zip(checked.ids, is_entailed, strict=True)
    scores = tuple(score_answer(answer, entailed) for answer in answers)
    notes = (*_withheld_notes(checked), *checked.notes)
    return CitationReport(tuple(answers), scores, checked.name, notes, worst)


def _withheld_notes(run: Run) -> Iterator[str]:
    if run.withheld:
        kinds = withheld_text(withheld_counts(run.withheld))
        yield f"pairs that {run.name} does not label, which count as not entailed: {kinds}"


@dataclass(frozen=True, repr=False)
class CitationReport(Printed):
    """The scores of the citations of answers, one for each answer.

    `run` is the name of the run that the labels come from, `run_notes` say how it was read, and
    `listed` is the number of sentences with the worst citations that are listed.
    """

    answers: tuple[Answer, ...]
    scores: tuple[AnswerScore, ...]
    run: str
    run_notes: tuple[str, ...] = ()
    listed: int = 0

    @cached_property
    def over_answers(self) -> CitationScores:
        """The means over answers, as ALCE reports them."""
        return over_answers(self.scores)

    @cached_property
    def over_sentences(self) -> CitationScores:
        """The recall over all sentences, and the precision over all citations."""
        return over_sentences(self.scores)

    @property
    def sentences(self) -> list[SentenceScore]:
        """The sentences of all answers, in order."""
        return [sentence for score in self.scores for sentence in score.sentences]

    @property
    def counts(self) -> Mapping[str, int]:
        """How many sentences and citations there are, and of which kinds."""
        sentences = self.sentences
        return {
            "answers": len(self.scores),
            "sentences": len(sentences),
            "sentences without a citation": sum(not each.citations for each in sentences),
            "supported sentences": sum(each.is_supported for each in sentences),
            "citations": sum(each.citations for each in sentences),
            "precise citations": sum(each.precise for each in sentences),
            "irrelevant citations": sum(len(each.irrelevant) for each in sentences),
            "citations of missing documents": sum(len(each.missing) for each in sentences),
        }

    @property
    def worst(self) -> list[SentenceScore]:
        """The listed sentences: with a fault, and first those that are not supported.

        Among equals, those with more wrong citations are first.
        """
        faulty = [each for each in self.sentences if not each.is_supported or each.wrong]
        return sorted(faulty, key=lambda each: (each.is_supported, -each.wrong))[: self.listed]

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
            "over_answers": asdict(self.over_answers),
            "over_sentences": asdict(self.over_sentences),
            "level": CONFIDENCE,
            "seed": SEED,
            "worst_sentences": [
                {**asdict(sentence), "fault": fault_of(sentence)} for sentence in self.worst
            ],
            "notes": list(self.notes()),
        }

    def __repr__(self) -> str:
        return named(self, repr(self.run), f"answers={len(self.answers)}")

    def tables(self) -> Iterator[Table]:
        """Yield the scores, the counts and, if some are listed, the worst sentences."""
        rows = [
            [
                title,
                estimate_cell(getattr(self.over_answers, name)),
                estimate_cell(getattr(self.over_sentences, name)),
            ]
            for name, title in _MEASURES.items()
        ]
        header = ["", "mean over answers", "over sentences and citations"]
        yield Table(f"Citations, by the labels of {self.run}", header, rows)
        counts = [[name, str(count)] for name, count in self.counts.items()]
        yield Table("What was scored", ["", "number"], counts)
        if self.listed:
            yield _worst_table(self.worst)


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


def _worst_table(sentences: Sequence[SentenceScore]) -> Table:
    rows = [[f"{each.answer}-s{each.number}", each.text, fault_of(each)] for each in sentences]
    header = ["sentence", "text", "fault"]
    return Table("Sentences with the worst citations", header, rows, keys=len(header))


def _brackets(numbers: Sequence[int]) -> str:
    return "".join(f"[{number}]" for number in numbers)


def notes_on(answers: Sequence[Answer]) -> list[str]:
    """Return a sentence for each thing that is unusual, with the answers in which it is."""
    found = {
        "citations of documents that do not exist, which count as wrong": [
            f"[{number}] of {len(answer.documents)} in {quoted(answer.id)}"
            for answer in answers
            for sentence in answer.sentences
            for number in sentence.missing
        ],
        "brackets that are no citations, and stay in the sentences": [
            f"{quoted(bracket)} in {quoted(answer.id)}"
            for answer in answers
            for bracket in answer.other_brackets
        ],
        "answers without a sentence, with recall and precision 0": [
            quoted(answer.id) for answer in answers if not answer.sentences
        ],
        "answers without a citation, with recall and precision 0": [
            quoted(answer.id)
            for answer in answers
            if answer.sentences and not any(each.cited or each.missing for each in answer.sentences)
        ],
    }
    return [f"{what}: {_some(examples)}" for what, examples in found.items() if examples]


def _some(examples: Sequence[str]) -> str:
    """Return the number of examples and, in brackets, the first of them."""
    more = ", ..." if len(examples) > _EXAMPLES else ""
    return f"{len(examples)} ({', '.join(examples[:_EXAMPLES])}{more})"
