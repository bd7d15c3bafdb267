"""The scores of citations as tables, sentences and JSON."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from rte_baselines.core.quoting import quoted
from rte_baselines.core.representing import named
from rte_baselines.evaluation.citations.answers import Answer
from rte_baselines.evaluation.citations.measures import (
    AnswerScore,
    CitationScores,
    SentenceScore,
    over_answers,
    over_sentences,
)
from rte_baselines.evaluation.report.tables import estimate_cell
from rte_baselines.rendering.tables import Table, markdown_of, text_of

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


@dataclass(frozen=True, repr=False)
class CitationReport:
    """The scores of the citations of answers.

    Parameters
    ----------
    answers : tuple of Answer
    scores : tuple of AnswerScore
        One for each answer.
    run : str
        The name of the run that the labels come from.
    level : float
        The confidence level of the intervals, in (0, 1).
    seed : int
        The seed of the bootstrap.
    run_notes : tuple of str
        On how the run was read.
    """

    answers: tuple[Answer, ...]
    scores: tuple[AnswerScore, ...]
    run: str
    level: float
    seed: int
    run_notes: tuple[str, ...] = ()

    @cached_property
    def over_answers(self) -> CitationScores:
        """The means over answers, as ALCE reports them."""
        return over_answers(self.scores, level=self.level, seed=self.seed)

    @cached_property
    def over_sentences(self) -> CitationScores:
        """The recall over all sentences, and the precision over all citations."""
        return over_sentences(self.scores, level=self.level, seed=self.seed)

    @property
    def sentences(self) -> list[SentenceScore]:
        """The sentences of all answers, in order."""
        return [sentence for score in self.scores for sentence in score.sentences]

    @property
    def counts(self) -> Mapping[str, int]:
        """How many sentences and citations there are, and of which kinds."""
        sentences = self.sentences
        supported = [sentence for sentence in sentences if sentence.is_supported]
        return {
            "answers": len(self.scores),
            "sentences": len(sentences),
            "sentences without a citation": sum(not each.citations for each in sentences),
            "supported sentences": len(supported),
            "citations": sum(each.citations for each in sentences),
            "precise citations": sum(each.precise for each in sentences),
            "irrelevant citations": sum(len(each.irrelevant) for each in sentences),
            "citations of missing documents": sum(len(each.missing) for each in sentences),
        }

    def worst(self, number: int) -> list[SentenceScore]:
        """Return the sentences with the worst citations.

        Parameters
        ----------
        number : int
            How many at most.

        Returns
        -------
        list of SentenceScore
            First those that are not supported, and among equals those with more wrong
            citations; in the order of the answers otherwise. None without a fault.
        """
        faulty = [each for each in self.sentences if not each.is_supported or each.wrong]
        return sorted(faulty, key=lambda each: (each.is_supported, -each.wrong))[:number]

    @property
    def notes(self) -> list[str]:
        """How the figures were computed, and what is unusual about the answers."""
        return [
            *_DEFINITIONS,
            f"intervals: {100 * self.level:g}%, bootstrap over answers, seed {self.seed}; of the "
            "precision over citations, over answers with citations",
            *notes_on(self.answers),
            *self.run_notes,
        ]

    def to_text(self, width: int = 80, *, worst: int = 0) -> str:
        """Return tables and notes in plain text, with the worst sentences on demand."""
        return text_of(self._tables(worst), self.notes, width)

    def to_markdown(self, *, worst: int = 0) -> str:
        """Return tables and notes in GitHub's Markdown, with the worst sentences on demand."""
        return markdown_of(self._tables(worst), self.notes)

    def to_dict(self, *, worst: int = 0) -> dict[str, Any]:
        """Return all figures, as JSON has them."""
        return {
            "run": self.run,
            **{name.replace(" ", "_"): count for name, count in self.counts.items()},
            "over_answers": asdict(self.over_answers),
            "over_sentences": asdict(self.over_sentences),
            "level": self.level,
            "seed": self.seed,
            "worst_sentences": [
                {**asdict(sentence), "fault": fault_of(sentence)} for sentence in self.worst(worst)
            ],
            "notes": self.notes,
        }

    def to_json(self, *, worst: int = 0) -> str:
        """Return all figures as JSON."""
        return json.dumps(self.to_dict(worst=worst), indent=2, ensure_ascii=False, allow_nan=False)

    def __repr__(self) -> str:
        return named(self, repr(self.run), f"answers={len(self.answers)}")

    def __str__(self) -> str:
        return self.to_text()

    def _tables(self, worst: int) -> Iterator[Table]:
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
        if worst:
            yield _worst_table(self.worst(worst))


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
    """Return a sentence for each thing that is unusual, with the answers in which it is.

    These are citations of documents that do not exist, brackets that are no citations, and answers
    without sentences or citations.
    """
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
