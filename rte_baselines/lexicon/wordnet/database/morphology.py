"""WordNet's morphy: from an inflected form to its possible lemmas."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from rte_baselines.lexicon.wordnet.database.parts import Part

# morphy(7WN), "Rules of Detachment": an ending and its replacement.
_DETACHMENTS: Mapping[Part, Sequence[tuple[str, str]]] = MappingProxyType(
    {
        Part.NOUN: (
            *(("s", ""), ("ses", "s"), ("ves", "f"), ("xes", "x"), ("zes", "z")),
            *(("ches", "ch"), ("shes", "sh"), ("men", "man"), ("ies", "y")),
        ),
        Part.VERB: (
            *(("s", ""), ("ies", "y"), ("es", "e"), ("es", "")),
            *(("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")),
        ),
        Part.ADJECTIVE: (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
        Part.ADVERB: (),
    }
)


def base_forms(form: str, part: Part, exceptions: Sequence[str] | None) -> list[str]:
    """Return the possible lemmas of a form, the most likely first.

    Parameters
    ----------
    form : str
        In lower case, with underscores for blanks.
    part : Part
    exceptions : sequence of str, optional
        The lemmas of the form in the exception list of the part, which replace the rules;
        None if the form is not in the list.

    Returns
    -------
    list of str
        The form itself first. WordNet may lack some of them.

    References
    ----------
    morphy(7WN) in the manual of WordNet 3.0, as NLTK applies it: the rules are applied
    once, and not to the words within a multiword unit.
    """
    if exceptions is not None:
        return [form, *exceptions]
    detached = [
        form.removesuffix(ending) + replacement
        for ending, replacement in _DETACHMENTS[part]
        if form.endswith(ending)
    ]
    return [form, *detached]
