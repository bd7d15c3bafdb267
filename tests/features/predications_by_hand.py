"""Snippets whose predications are written by hand."""

from rte_baselines.analysis.predicates.predications import Argument, NounPhrase, Predication


def argument(word, function, marker="", role="other"):
    """An argument; a clause is one that says what is said, unless it has another role."""
    if function == "clause" and role == "other":
        role = "content"
    return Argument(word, function, role, marker)


def predication(word, lemma, *arguments, kind="verb", voice="active", group=None):
    """A predication of a verb, from arguments such as ``(0, "subject")``."""
    made = tuple(argument(*one) for one in arguments)
    return Predication(word, lemma, kind, voice, group or (word,), made)


def with_predications(analysis, predications, *, phrases=(), chains=()):
    """Give an analysis the layers that structures are made of.

    Phrases are tuples of words, the last of which is the head.
    """
    analysis.layers["predications"] = tuple(predications)
    analysis.layers["noun_phrases"] = tuple(
        NounPhrase(words[-1], tuple(words), "common") for words in phrases
    )
    analysis.layers["coreference"] = tuple(chains)
    return analysis
