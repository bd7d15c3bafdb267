"""Dependency triples: which words a corpus puts in which grammatical relation.

Source: Lin 1998, "Automatic Retrieval and Clustering of Similar Words", section 2. His
triples come from Minipar; these come from Universal Dependencies, brought close to his:

- the relations kept are those of `_RELATIONS`, all between words of content; function
  words, clauses as modifiers and loose parts of a sentence give no triples;
- the subject of a passive is an object, and its agent a subject;
- the subject of a predicate that is no verb ("the soup is hot") is a relation of its own;
- a preposition is no word of a triple but part of the relation's name: ``obl:out_of``;
- a relative pronoun stands for the noun that its clause modifies;
- names count as nouns, and adverbs, as Lin has them, with adjectives.
"""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from rte_baselines.analysis import Analysis

LAYERS = ("lemmas", "pos", "heads", "relations")
"""The layers of analysis that triples are read from."""

PARTS = ("noun", "verb", "adjective")
"""The parts of speech that are compared, each with its own kind only."""

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
"""From the tags of Universal Dependencies to the parts of speech of triples."""

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
# A letter at least, and nothing but what words are made of: the rest is debris, as are
# long strings.
_WORD = re.compile(r"(?=.*[^\W\d_])[\w.'&-]{1,40}")


class Triple(NamedTuple):
    """Two words and the relation in which the dependent stands to the head."""

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
        With the layers of `LAYERS`, or an analyzer that provides them.
    """
    lemmas, relations = analysis.lemmas, analysis.relations
    parts = [_part_of_word(*word) for word in zip(lemmas, analysis.pos, strict=True)]
    prepositions = _prepositions(analysis)
    for place, head in enumerate(analysis.heads.tolist()):
        if head < 0:
            continue
        word = _antecedent(place, analysis)
        head_part, part = parts[head], parts[word]
        relation = _relation(relations[place], head_part, prepositions.get(place))
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
    """Return the prepositions of each word that has some, joined: ``out_of``."""
    found: dict[int, list[str]] = {}
    words = zip(analysis.lemmas, analysis.heads.tolist(), analysis.relations, strict=True)
    for lemma, head, relation in words:
        if relation == "case":
            found.setdefault(head, []).append(lemma)
        elif relation == "fixed" and analysis.relations[head] == "case":
            # The words of a fixed expression follow the first, which is in the list by now.
            found.setdefault(int(analysis.heads[head]), []).append(lemma)
    return {head: "_".join(lemmas) for head, lemmas in found.items()}


def _antecedent(place: int, analysis: Analysis) -> int:
    """Return the word that a relative pronoun stands for; any other word stands for itself."""
    head = int(analysis.heads[place])
    is_relative = (
        analysis.relations[head] == "acl:relcl" and analysis.lemmas[place] in _RELATIVE_PRONOUNS
    )
    return int(analysis.heads[head]) if is_relative else place
