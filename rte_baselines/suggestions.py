"""The known names that are nearest to one that is not known, for error messages."""

from collections.abc import Iterable

from rte_baselines.quoting import quoted

# Similarities are in percent: 100 less the share of characters to insert or delete.
_LEAST = 60
# Of names cut to the length of the given one: what a longer one may start with misspelt.
_LEAST_OF_BEGINNINGS = 80
_NEXT_BEST = 5
# Single letters are in most names.
_LEAST_INSIDE = 3
_MOST = 3


def nearest(name: str, known: Iterable[str], most: int = _MOST) -> list[str]:
    """Return the known names that someone may have meant, the likeliest first.

    Parameters
    ----------
    name : str
        What was given; its case does not matter.
    known : iterable of str
        All that there are.
    most : int
        How many names to return at the most.

    Returns
    -------
    list of str
        Names that differ in case alone; if there are none, names that start with the given
        one, then those that contain it; if there are none, those that are most similar to it
        by edit distance, or start most similarly. The shorter come first. Empty if none is
        near.
    """
    given = name.casefold().strip()
    folded = {candidate: candidate.casefold() for candidate in known}
    if not given:
        return []
    same = [candidate for candidate, spelt in folded.items() if spelt == given]
    if same:
        return same[:most]
    starting = [candidate for candidate, spelt in folded.items() if spelt.startswith(given)]
    is_telling = len(given) >= _LEAST_INSIDE
    inside = [name for name, spelt in folded.items() if is_telling and given in spelt[1:]]
    if starting or inside:
        ordered = [*sorted(starting, key=len), *sorted(inside, key=len)]
        return list(dict.fromkeys(ordered))[:most]
    scores = {candidate: _similarity(given, spelt) for candidate, spelt in folded.items()}
    best = max(scores.values(), default=0.0)
    close = [name for name, score in scores.items() if score and score >= best - _NEXT_BEST]
    return sorted(close, key=lambda candidate: (-scores[candidate], len(candidate)))[:most]


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return ``did you mean 'cws'?`` and a space, to go on after; nothing if no name is near."""
    names = [quoted(candidate) for candidate in nearest(name, known)]
    if not names:
        return ""
    *first, last = names
    return f"did you mean {', '.join(first)}{' or ' if first else ''}{last}? "


def _similarity(given: str, spelt: str) -> float:
    """Return how similar two names are, in percent; 0 if that is too little to mention."""
    # Loaded where a message is made, so that nothing else waits for it.
    from rapidfuzz import fuzz

    whole = fuzz.ratio(given, spelt, score_cutoff=_LEAST)
    beginning = fuzz.ratio(given, spelt[: len(given)], score_cutoff=_LEAST_OF_BEGINNINGS)
    return max(whole, beginning)
