"""The verb phrase module: verb compounds such as "managed to enter" become one predicate."""

from collections.abc import Sequence
from dataclasses import replace

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.predicates.embedding import heading_of
from rte_baselines.analysis.predicates.predications import Predication, Status

# Classes of verbs that only determine whether their complement happens. If they are negated,
# "manage" and "fail" still do; "deny" and "hope" do not.
_COMPRESSED_IF_NEGATED = ("implicative", "negative_implicative", "enabling")
_COMPRESSED = (*_COMPRESSED_IF_NEGATED, "denying", "potential")


def compressed_predicates(analysis: Analysis) -> list[tuple[Predication, Status]]:
    """Return a snippet's predications with their statuses, with verb compounds as one predicate.

    desalvobraz2006 section 3.1.1: in "VERB to VERB", such as "managed to enter", the first verb
    is eliminated. Its effect on the second verb is already part of the latter's status, except
    the tense, which is passed on.

    Parameters
    ----------
    analysis : Analysis
        With the layers ``predications`` and ``statuses``.
    """
    predications: Sequence[Predication] = analysis.layer("predications")
    statuses: Sequence[Status] = analysis.layer("statuses")
    with_statuses = list(zip(predications, statuses, strict=True))
    status_of = {predication.word: status for predication, status in with_statuses}
    by_word = {predication.word: predication for predication in predications}
    embedding = {
        embedded: predication
        for predication in predications
        if (embedded := _compressed_into(predication, status_of[predication.word], by_word))
        is not None
    }
    eliminated = {id(predication) for predication in embedding.values()}
    return [
        (predication, _with_tense_of(predication, status, embedding, status_of))
        for predication, status in with_statuses
        if id(predication) not in eliminated
    ]


def _compressed_into(
    predication: Predication, status: Status, by_word: dict[int, Predication]
) -> int | None:
    """Return the verb that a verb forms a compound with, with the same subject; None if none."""
    headings = _COMPRESSED_IF_NEGATED if status.negated else _COMPRESSED
    if heading_of(predication.lemma, "to") not in headings:
        return None
    clauses = predication.of_function("clause")
    is_to_verb = [(clause.role, clause.marker) for clause in clauses] == [("content", "to")]
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
