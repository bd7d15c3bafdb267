"""Advice in messages: what the reader can type, and the known names that may have been meant.

Messages name parameters of Python by default. The command line makes them name options, in its own
process and in its workers.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from rte_baselines.core.quoting import quoted

# Similarities are in percent: 100 minus the share of characters to insert or delete.
_MIN_SIMILARITY = 65
# For known names cut to the length of the given one, which may be a misspelt beginning.
_MIN_PREFIX_SIMILARITY = 80
_MAX_BELOW_BEST = 5
# Shorter strings occur in most names.
_MIN_LENGTH_INSIDE = 3
_MAX_NAMES = 3


_names_options = False


def are_options_advised() -> bool:
    """Whether messages name options instead of parameters, as set by `advise_options`."""
    return _names_options


def advise_options(advised: bool) -> None:
    """Make messages in this process name options, or parameters again."""
    global _names_options
    _names_options = advised


@contextmanager
def advising_options(advised: bool = True) -> Iterator[None]:
    """Do as `advise_options` while the block runs."""
    before = are_options_advised()
    advise_options(advised)
    try:
        yield
    finally:
        advise_options(before)


def how_to_state(parameter: str, option: str) -> str:
    """Return how the reader of a message states something.

    The parameter in Python is such as "columns={'label': 'verdict'}", the option such as "--columns
    label=verdict".
    """
    return option if _names_options else parameter


def nearest(name: str, known: Iterable[str]) -> list[str]:
    """Return the known names that the user may have meant, at most three, the likeliest first.

    These are names that differ only in case; if there are none, names that start with the given
    one, then names that contain it; if there are none, those that are most similar to it by edit
    distance, as a whole or in their beginning. Shorter names come first.
    """
    given = name.casefold().strip()
    if not given:
        return []
    folded_names = {candidate: candidate.casefold() for candidate in known}
    if same := [candidate for candidate, folded in folded_names.items() if folded == given]:
        return same[:_MAX_NAMES]
    # By whether the name starts so.
    places = {
        candidate: folded.find(given) > 0
        for candidate, folded in folded_names.items()
        if folded.startswith(given) or (len(given) >= _MIN_LENGTH_INSIDE and given in folded)
    }
    if places:
        ordered = sorted(places, key=lambda candidate: (places[candidate], len(candidate)))
        return ordered[:_MAX_NAMES]
    scores = {candidate: _similarity(given, folded) for candidate, folded in folded_names.items()}
    best = max(scores.values(), default=0.0)
    close = [name for name, score in scores.items() if score and score >= best - _MAX_BELOW_BEST]
    return sorted(close, key=lambda candidate: (-scores[candidate], len(candidate)))[:_MAX_NAMES]


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return ``did you mean 'cws'?`` and a space; an empty string if no name is similar."""
    names = [quoted(candidate) for candidate in nearest(name, known)]
    if not names:
        return ""
    *first, last = names
    return f"did you mean {', '.join(first)}{' or ' if first else ''}{last}? "


def _similarity(given: str, folded: str) -> float:
    """Return the similarity of two names, in percent; 0 if it is below the minimum."""
    # Imported only when a message is made, so that nothing else waits for it.
    from rapidfuzz import fuzz

    whole = fuzz.ratio(given, folded, score_cutoff=_MIN_SIMILARITY)
    beginning = fuzz.ratio(given, folded[: len(given)], score_cutoff=_MIN_PREFIX_SIMILARITY)
    return max(whole, beginning)
