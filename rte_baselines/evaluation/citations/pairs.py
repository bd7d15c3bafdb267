"""Pairs of cited documents and sentences, for any system to label."""

from collections.abc import Iterable, Iterator, Mapping

from rte_baselines.core.errors import InputError
from rte_baselines.evaluation.citations.answers import Answer, CitedSentence
from rte_baselines.pairs import Pair

ALL = "all"


def citation_pairs(answers: Iterable[Answer]) -> Iterator[Pair]:
    """Yield a pair for each set of documents that has to be judged, in the order of the answers.

    Parameters
    ----------
    answers : iterable of Answer

    Yields
    ------
    Pair
        The documents as the text, the sentence as the hypothesis, and an id such as
        ``a1-s2-without-3``: the answer ``a1``, its second sentence, and `judged_sets`.
        A sentence without a citation of an existing document has no pair.

    Raises
    ------
    InputError
        If there is no pair at all.
    """
    is_empty = True
    for answer in answers:
        for sentence in answer.sentences:
            for name, numbers in judged_sets(sentence).items():
                is_empty = False
                pair_id = id_of_pair(answer, sentence, name)
                yield Pair(pair_id, answer.passage(numbers), sentence.text)
    if is_empty:
        raise InputError(
            "the answers cite none of their documents, so that there is nothing to judge; expected "
            "citations such as [1]"
        )


def judged_sets(sentence: CitedSentence) -> Mapping[str, tuple[int, ...]]:
    """Return the sets of documents that decide how good the citations of a sentence are.

    Parameters
    ----------
    sentence : CitedSentence

    Returns
    -------
    mapping of str to tuple of int
        The numbers of the documents of each set: all cited documents (``all``); if there are
        several, each document alone (``only-3``); if there are three or more, all but one document
        (``without-3``). If there are two, all but one is the other document alone.
    """
    cited = sentence.cited
    sets = {ALL: cited} if cited else {}
    if len(cited) > 1:
        sets |= {only(number): (number,) for number in cited}
    if len(cited) > 2:
        sets |= {without(number): _others(cited, number) for number in cited}
    return sets


def only(number: int) -> str:
    """Return the name of the set of one document."""
    return f"only-{number}"


def without(number: int) -> str:
    """Return the name of the set of all cited documents but one."""
    return f"without-{number}"


def all_but(sentence: CitedSentence, number: int) -> str:
    """Return the name of the set of all documents but one, of a sentence that cites several."""
    others = _others(sentence.cited, number)
    return only(others[0]) if len(others) == 1 else without(number)


def id_of_pair(answer: Answer, sentence: CitedSentence, name: str) -> str:
    """Return the id of the pair of a set of documents and a sentence."""
    return f"{answer.id}-s{sentence.number}-{name}"


def _others(cited: tuple[int, ...], number: int) -> tuple[int, ...]:
    return tuple(other for other in cited if other != number)
