"""Scoring the citations of answers by the labels of a run."""

from collections.abc import Iterator, Mapping, Sequence

from rte_baselines.evaluation.citations.answers import Answer, CitedSentence
from rte_baselines.evaluation.citations.measures import AnswerScore, SentenceScore
from rte_baselines.evaluation.citations.pairs import all_but, citation_pairs, judged_sets
from rte_baselines.evaluation.citations.report import CitationReport
from rte_baselines.evaluation.resampling.bootstrap import SEED
from rte_baselines.pairs import Label
from rte_baselines.runs import Run, check_run
from rte_baselines.runs.prediction import withheld_counts, withheld_text


def score_citations(
    answers: Sequence[Answer], run: Run, *, level: float = 0.95, seed: int = SEED
) -> CitationReport:
    """Score citations by a run on the pairs of `citation_pairs`.

    Parameters
    ----------
    answers : sequence of Answer
    run : Run
        Labels, two-way or three-way; only ENTAILMENT means that documents entail a sentence.
        An answer in place of a label (`Withheld`) counts as not entailed, with a note.
    level : float
        The confidence level, in (0, 1).
    seed : int

    Returns
    -------
    CitationReport

    Raises
    ------
    InputError
        If no sentence cites a document, or the run is not on the pairs of these answers; see
        `check_run`.

    Notes
    -----
    The measures are those of gao2023, on citation quality.
    """
    pairs = list(citation_pairs(answers))
    checked = check_run(run, pairs)
    is_entailed = (checked.labels == Label.ENTAILMENT.value).tolist()
    entailed = dict.fromkeys(checked.withheld, False)
    entailed |= zip(checked.ids, is_entailed, strict=True)
    scores = tuple(_score_answer(answer, entailed) for answer in answers)
    notes = (*_withheld_notes(checked), *checked.notes)
    return CitationReport(tuple(answers), scores, checked.name, level, seed, notes)


def _withheld_notes(run: Run) -> Iterator[str]:
    if run.withheld:
        kinds = withheld_text(withheld_counts(run.withheld))
        yield f"pairs that {run.name} does not label, which count as not entailed: {kinds}"


def _score_answer(answer: Answer, entailed: Mapping[str, bool]) -> AnswerScore:
    """Score an answer, given whether the documents of each pair entail its sentence."""
    sentences = []
    for sentence in answer.sentences:
        sets = judged_sets(answer, sentence)
        entails = {numbers: entailed[pair_id] for pair_id, numbers in sets.items()}
        sentences.append(_score_sentence(answer.id, sentence, entails))
    return AnswerScore(answer.id, tuple(sentences))


def _score_sentence(
    answer_id: str, sentence: CitedSentence, entails: Mapping[tuple[int, ...], bool]
) -> SentenceScore:
    """Score the citations of a sentence, given whether each of its `judged_sets` entails it."""
    cited = sentence.cited
    is_supported = bool(cited) and entails[cited]
    may_be_irrelevant = cited if is_supported and len(cited) > 1 else ()
    irrelevant = tuple(
        number
        for number in may_be_irrelevant
        if not entails[number,] and entails[all_but(cited, number)]
    )
    return SentenceScore(
        answer_id,
        sentence.number,
        sentence.text,
        cited,
        sentence.missing,
        is_supported,
        irrelevant,
    )
