"""Pairs of cited documents and sentences, for any system to label."""

from collections.abc import Iterable, Iterator, Mapping

from rte_baselines.core.errors import InputError
from rte_baselines.evaluation.citations.answers import Answer, CitedSentence
from rte_baselines.pairs import Pair


def citation_pairs(answers: Iterable[Answer]) -> Iterator[Pair]:
    """Yield a pair for each set of documents that has to be judged, in the order of the answers.

    Parameters
    ----------
    answers : iterable of Answer

    Yields
    ------
    Pair
        The documents as the text, the sentence as the hypothesis, and an id such as
        ``a1-s2-without-3``: the answer ``a1``, its second sentence, and all documents that it
        cites but the third; see `judged_sets`. A sentence without a citation of an existing
        document has no pair.

    Raises
    ------
    InputError
        If there is no pair at all.
    """
    is_empty = True
    for answer in answers:
        for sentence in answer.sentences:
            for pair_id, numbers in judged_sets(answer, sentence).items():
                is_empty = False
                yield Pair(pair_id, answer.passage(numbers), sentence.text)
    if is_empty:
        raise InputError(
            "the answers cite none of their documents, so that there is nothing to judge; expected "
            "citations such as [1]"
        )


def judged_sets(answer: Answer, sentence: CitedSentence) -> Mapping[str, tuple[int, ...]]:
    """Return the sets of documents that decide how good the citations of a sentence are.

    Parameters
    ----------
    answer : Answer
    sentence : CitedSentence
        One of its sentences.

    Returns
    -------
    mapping of str to tuple of int
        The numbers of the documents of each set, by the id of its pair: all cited documents; if
        there are several, each document alone; if there are three or more, all but one document.
        If there are two, all but one is the other document alone.
    """
    cited = sentence.cited
    sets = {"all": cited} if cited else {}
    if len(cited) > 1:
        sets |= {f"only-{number}": (number,) for number in cited}
    if len(cited) > 2:
        sets |= {f"without-{number}": all_but(cited, number) for number in cited}
    return {f"{answer.id}-s{sentence.number}-{name}": numbers for name, numbers in sets.items()}


def all_but(cited: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Return the other numbers."""
    return tuple(other for other in cited if other != number)
