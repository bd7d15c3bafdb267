"""The verb phrase module: "managed to enter" is entering, with tense and modality."""

from collections.abc import Sequence
from dataclasses import replace

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.embedding import heading_of
from rte_baselines.analysis.predications import Predication, Status

# Verbs that say no more of what follows than whether it comes about. What is not hoped for is
# something else, whereas not managing and not failing say that it does not, or does.
_COMPRESSED_IF_NEGATED = ("implicative", "negative_implicative", "enabling")
_COMPRESSED = (*_COMPRESSED_IF_NEGATED, "denying", "potential")


def compressed_predicates(analysis: Analysis) -> list[tuple[Predication, Status]]:
    """Return a snippet's predications with their statuses, verb compounds as one.

    desalvobraz2006 section 3.1.1: of "VERB to VERB", as in "managed to enter", the first
    verb is eliminated. What it says of the second one, the status has already, but for the
    tense, which is passed on.

    Parameters
    ----------
    analysis : Analysis
        With the layers ``predications`` and ``statuses``.
    """
    predications: Sequence[Predication] = analysis.layer("predications")
    statuses: Sequence[Status] = analysis.layer("statuses")
    status_of = {one.word: status for one, status in zip(predications, statuses, strict=True)}
    by_word = {one.word: one for one in predications}
    embedding = {
        embedded: one
        for one in predications
        if (embedded := _compressed_into(one, status_of[one.word], by_word)) is not None
    }
    eliminated = {id(one) for one in embedding.values()}
    return [
        (one, _with_tense_of(one, status, embedding, status_of))
        for one, status in zip(predications, statuses, strict=True)
        if id(one) not in eliminated
    ]


def _compressed_into(
    predication: Predication, status: Status, by_word: dict[int, Predication]
) -> int | None:
    """Return the verb that a verb forms a compound with, both done by the same; None if none."""
    headings = _COMPRESSED_IF_NEGATED if status.negated else _COMPRESSED
    if heading_of(predication.lemma, "to") not in headings:
        return None
    clauses = predication.of_function("clause")
    is_to_verb = [(one.role, one.marker) for one in clauses] == [("content", "to")]
    has_object = predication.of_function("object") + predication.of_function("indirect_object")
    if predication.kind != "verb" or not is_to_verb or has_object:
        return None
    return clauses[0].word if clauses[0].word in by_word else None


def _with_tense_of(
    predication: Predication,
    status: Status,
    embedding: dict[int, Predication],
    status_of: dict[int, Status],
) -> Status:
    """Return a status with the tense of the verb that was eliminated, if any."""
    outer = embedding.get(predication.word)
    if outer is None or status.tense != "none":
        return status
    passed_on = _with_tense_of(outer, status_of[outer.word], embedding, status_of)
    return replace(status, tense=passed_on.tense)
