"""Statuses of words parsed by hand."""

from tests.analysis.parses import parse


def statuses(*rows):
    """The statuses by lemma of the predicate; the rows are those of `parse`."""
    analysis = parse(*rows)
    pairs = zip(analysis.layer("predications"), analysis.layer("statuses"), strict=True)
    return {predication.lemma: status for predication, status in pairs}
