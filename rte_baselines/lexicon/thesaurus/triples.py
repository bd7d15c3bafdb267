"""Dependency triples: pairs of words with their grammatical relation.

Source: Lin 1998, "Automatic Retrieval and Clustering of Similar Words", section 2. His
triples come from Minipar; these come from Universal Dependencies, adapted to his:

- only the relations in `_RELATIONS`, between content words, are kept, but no function words,
  clausal modifiers and loosely joined parts of a sentence;
- the subject of a passive is an object, and its agent a subject;
- the subject of a non-verbal predicate ("the soup is hot") has a relation of its own;
- a preposition is not a word of a triple but part of the name of the relation:
  ``obl:out_of``;
- a relative pronoun is replaced by the noun that its clause modifies;
- names count as nouns, and adverbs as adjectives, as in Lin's thesaurus.
"""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from rte_baselines.analysis import Analysis

LAYERS = ("lemmas", "pos", "heads", "relations")
"""The layers of analysis that triples are read from."""

PARTS = ("noun", "verb", "adjective")
"""The parts of speech of a thesaurus; only words of the same one are compared."""

PART_OF_TAG: Mapping[str, str] = MappingProxyType(
    {
        "NOUN": "noun",
        "PROPN": "noun",
        "VERB": "verb",
        "ADJ": "adjective",
        "ADV": "adjective",
        "PRON": "pronoun",
    }
)
"""The part of speech of each Universal Dependencies tag in triples."""

_RELATIONS = MappingProxyType(
    {
        "nsubj": "subj",
        "nsubj:pass": "obj",
        "obl:agent": "subj",
        "obj": "obj",
        "iobj": "iobj",
        "amod": "amod",
        "advmod": "advmod",
        "compound": "compound",
        "nmod:poss": "poss",
        "appos": "appos",
        "conj": "conj",
        "xcomp": "comp",
        "ccomp": "comp",
    }
)
_PREPOSITIONAL = frozenset({"nmod", "obl"})
_RELATIVE_PRONOUNS = frozenset({"that", "which", "who", "whom"})
# At least one letter, only characters of words, and not too long; anything else is noise.
_WORD = re.compile(r"(?=.*[^\W\d_])[\w.'&-]{1,40}")


class Triple(NamedTuple):
    """Two words and the relation of the dependent to the head."""

    head: str
    head_part: str
    relation: str
    dependent: str
    dependent_part: str


def dependency_triples(analysis: Analysis) -> Iterator[Triple]:
    """Yield the triples of a snippet, in the order of their dependents.

    Parameters
    ----------
    analysis : Analysis
        With the layers in `LAYERS`, or an analyzer that provides them.
    """
    lemmas, relations = analysis.lemmas, analysis.relations
    parts = [_part_of_word(*word) for word in zip(lemmas, analysis.pos, strict=True)]
    prepositions = _prepositions(analysis)
    for dependent, head in enumerate(analysis.heads.tolist()):
        if head < 0:
            continue
        word = _antecedent(dependent, analysis)
        head_part, part = parts[head], parts[word]
        relation = _relation(relations[dependent], head_part, prepositions.get(dependent))
        if head_part and part and relation and word != head:
            yield Triple(lemmas[head], head_part, relation, lemmas[word], part)


def _part_of_word(lemma: str, tag: str) -> str | None:
    return PART_OF_TAG.get(tag) if _WORD.fullmatch(lemma) else None


def _relation(name: str, head_part: str | None, preposition: str | None) -> str | None:
    if name in _PREPOSITIONAL:
        return None if preposition is None else f"{name}:{preposition}"
    if name == "nsubj" and head_part != "verb":
        return "predicate"
    return _RELATIONS.get(name)


def _prepositions(analysis: Analysis) -> dict[int, str]:
    """Return the joined prepositions of each word that has any: ``out_of``."""
    prepositions: dict[int, list[str]] = {}
    words = zip(analysis.lemmas, analysis.heads.tolist(), analysis.relations, strict=True)
    for lemma, head, relation in words:
        if relation == "case":
            prepositions.setdefault(head, []).append(lemma)
        elif relation == "fixed" and analysis.relations[head] == "case":
            # The first word of a fixed expression precedes the others, so it is in the list.
            prepositions.setdefault(int(analysis.heads[head]), []).append(lemma)
    return {head: "_".join(lemmas) for head, lemmas in prepositions.items()}


def _antecedent(word: int, analysis: Analysis) -> int:
    """Return the antecedent of a relative pronoun; any other word itself."""
    head = int(analysis.heads[word])
    is_relative = (
        analysis.relations[head] == "acl:relcl" and analysis.lemmas[word] in _RELATIVE_PRONOUNS
    )
    return int(analysis.heads[head]) if is_relative else word
