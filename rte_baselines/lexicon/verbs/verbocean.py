"""VerbOcean: semantic relations of verbs, mined from the web; synonyms and antonyms by it.

Source: Chklovski and Pantel 2004, "VerbOcean: Mining the Web for Fine-Grained Semantic
Verb Relations". It is not shipped; users provide their copy of the file.
"""

import math
import re
import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import product
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np

from rte_baselines.analysis.layer import KEPT_WORDS
from rte_baselines.core.errors import InputWarning, ResourceError
from rte_baselines.core.files.reading import input_name, open_input, utf8_text
from rte_baselines.core.quoting import quoted
from rte_baselines.core.registry import registry
from rte_baselines.core.resources.resources import RESOURCES, locate, required
from rte_baselines.kernels.ragged import FloatArray
from rte_baselines.lexicon.word_similarity import Lemmas, WordSimilarity
from rte_baselines.lexicon.wordnet.database.database import WordNet, wordnet_in_use
from rte_baselines.lexicon.wordnet.database.relations import Part
from rte_baselines.lexicon.wordnet.entailment.lexical_relations import antonyms

SYMMETRIC = frozenset({"similar", "opposite-of"})
"""Relations that hold in both directions."""

DIRECTED = frozenset({"stronger-than", "happens-before", "can-result-in"})
"""Relations that hold only from the first verb to the second."""

# Pairs without a known relation, and pairs that are too rare.
_UNRELATED = frozenset({"unk", "low-vol"})

WithoutVerbOcean = Literal["neutral", "error"]
"""What to do without a file: warn once and go on, or raise an error."""

_LINE = re.compile(r"(\S+) \[(\S+)\] (\S+) :: (\d+(?:\.\d+)?)\s*")


class VerbRelation(NamedTuple):
    """A relation in VerbOcean, such as buy [happens-before] sell."""

    first: str
    relation: str
    second: str
    strength: float


class VerbOcean:
    """Relations of verbs, `SYMMETRIC` or `DIRECTED`, with their positive strengths.

    Of several entries for a relation, the strongest counts.
    """

    def __init__(self, relations: Iterable[VerbRelation]) -> None:
        self._strengths: dict[tuple[str, str], dict[str, float]] = {}
        for first, name, second, strength in relations:
            pairs = (first, second), (second, first)
            for pair in pairs if name in SYMMETRIC else pairs[:1]:
                strengths = self._strengths.setdefault(pair, {})
                strengths[name] = max(strength, strengths.get(name, 0.0))
        self._vectors = self._unit_vectors()

    @classmethod
    def read(cls, file: str | Path) -> "VerbOcean":
        """Read the unrefined release: lines such as ``buy [happens-before] sell :: 12.5``."""
        verbocean = cls(_read_relations(file))
        if not verbocean._vectors:
            raise ResourceError(f"{file}: has no relation of verbs; expected VerbOcean")
        return verbocean

    def strength(self, first: str, relation: str, second: str) -> float:
        """Return the strength of a relation from one verb to another; 0 if it is not listed.

        Verbs are lemmas in lower case. The unit is VerbOcean's own, mostly between 8 and 26.
        """
        return self._strengths.get((first, second), {}).get(relation, 0.0)

    def relations(self, first: str, second: str) -> tuple[VerbRelation, ...]:
        """Return the relations from the first verb to the second, the strongest first."""
        strengths = self._strengths.get((first, second), {})
        strongest = sorted(strengths.items(), key=lambda item: (-item[1], item[0]))
        return tuple(VerbRelation(first, name, second, value) for name, value in strongest)

    def association(self, first: str, second: str) -> float:
        """Return the cosine of the vectors of two verbs, from 0 to 1; 0 for unlisted verbs.

        Source: newman2006 section 3.1. The vector of a verb has a dimension for each verb,
        with the sum of the strengths of all relations to it, in either direction. The paper
        does not say how several relations of a pair are combined; the sum is our choice. A
        verb has no dimension for itself, so that two verbs that are related only to each
        other have no association.
        """
        vectors = self._vectors.get(first, {}), self._vectors.get(second, {})
        shorter, longer = sorted(vectors, key=len)
        cosine = sum((value * longer.get(verb, 0.0) for verb, value in shorter.items()), 0.0)
        # Rounding can make a cosine greater than 1.
        return min(cosine, 1.0)

    def _unit_vectors(self) -> Mapping[str, Mapping[str, float]]:
        """Return the unit vectors of all verbs, without zeros."""
        vectors: defaultdict[str, defaultdict[str, float]]
        vectors = defaultdict(lambda: defaultdict(float))
        for (first, second), relations in self._strengths.items():
            for name, strength in relations.items():
                vectors[first][second] += strength
                if name in DIRECTED:
                    vectors[second][first] += strength
        for vector in vectors.values():
            length = math.hypot(*vector.values())
            for verb in vector:
                vector[verb] /= length
        return {verb: dict(vector) for verb, vector in vectors.items()}


_read = cache(VerbOcean.read)
"""Reads a file once per process."""


def verbocean_in_use(missing: WithoutVerbOcean) -> VerbOcean | None:
    """Return the VerbOcean in the user's file; without file None and one warning, or an error."""
    file = required("verbocean") if missing == "error" else locate("verbocean")
    if file is None:
        warn_of_missing_verbocean()
        return None
    return _read(file)


@cache
def warn_of_missing_verbocean() -> None:
    """Warn, once per process, that there is no VerbOcean, and of the consequences."""
    message = (
        "no VerbOcean available: no verbs are related by it; "
        f"set {RESOURCES['verbocean'].variable} to the file of its authors"
    )
    warnings.warn(message, InputWarning, stacklevel=2)


@registry.word_similarities("verbocean.v1")
class VerbAssociation(WordSimilarity):
    """The similarity of the relations of two verbs to other verbs, by VerbOcean.

    Source: newman2006 section 3.1.

    Parameters
    ----------
    missing : {"neutral", "error"}
        What to do without the user's file: warn once and compare lemmas only, or raise an
        error.
    """

    relation = "associated verbs"
    reads = ("verbocean",)
    maximum = 1.0

    def __init__(self, missing: WithoutVerbOcean = "neutral") -> None:
        self.missing = missing

    def matrix(self, hypothesis: Lemmas, text: Lemmas) -> FloatArray:
        """Compare the verbs, shape (words of the hypothesis, words of the text).

        Raises
        ------
        ResourceError, InputError
            See `verbocean_in_use`.
        """
        similarities = np.equal.outer(hypothesis.ids, text.ids).astype(np.float64)
        verbocean = verbocean_in_use(self.missing)
        if verbocean is None:
            return similarities
        for row, column in product(_verbs_of(hypothesis), _verbs_of(text)):
            if not similarities[row, column]:
                pair = hypothesis.strings[row], text.strings[column]
                similarities[row, column] = verbocean.association(*pair)
        return similarities


def _verbs_of(words: Lemmas) -> list[int]:
    return [position for position, part in enumerate(words.parts) if part == "VERB"]


def _read_relations(file: str | Path) -> Iterator[VerbRelation]:
    name = input_name(file)
    with open_input(file) as stream, utf8_text(stream, name) as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip() or line.startswith("#"):
                continue
            try:
                relation = _relation_of(line)
            except ValueError as error:
                raise ResourceError(f"{name}: line {number}: {error}") from None
            if relation.strength > 0 and relation.relation not in _UNRELATED:
                yield relation


def _relation_of(line: str) -> VerbRelation:
    """Return the relation in a line."""
    match = _LINE.fullmatch(line)
    if match is None:
        raise ValueError(f"{line.strip()[:80]!r} is not of the form verb [relation] verb :: 1.5")
    first, relation, second, strength = match.groups()
    known = SYMMETRIC | DIRECTED | _UNRELATED
    if relation not in known:
        raise ValueError(f"unknown relation {relation!r}; expected {', '.join(sorted(known))}")
    # Most have a strength between 8 and 26.
    if float(strength) > 1e6:
        raise ValueError(f"the strength of a relation cannot be {quoted(strength)}")
    return VerbRelation(first.lower(), relation, second.lower(), float(strength))


VerbMeaning = Literal["synonym", "antonym"]


def verb_meaning(first: str, second: str, verbocean: VerbOcean | None) -> VerbMeaning | None:
    """Return whether two verbs are synonyms or antonyms; None if neither or unknown.

    Verbs (lemmas in lower case) are synonyms if they are equal, share a synset of WordNet, or are
    "similar" in VerbOcean, if it is given. They are antonyms if any of their senses are antonyms in
    WordNet, or if they are "opposite-of" in VerbOcean. WordNet, which was made by hand, takes
    precedence; if VerbOcean lists both relations, the stronger one counts.

    Source: newman2006 section 3.1, which leaves the order open.
    """
    wordnet = wordnet_in_use()
    if first == second or _synsets(wordnet, first) & _synsets(wordnet, second):
        return "synonym"
    if second in antonyms(first, Part.VERB.name):
        return "antonym"
    listed = verbocean.relations(first, second) if verbocean is not None else ()
    meaning_of: Mapping[str, VerbMeaning] = {"similar": "synonym", "opposite-of": "antonym"}
    meanings = (meaning_of.get(relation.relation) for relation in listed)
    return next(filter(None, meanings), None)


@lru_cache(maxsize=KEPT_WORDS)
def _synsets(wordnet: WordNet, verb: str) -> frozenset[int]:
    return frozenset(wordnet.synsets(verb, Part.VERB).tolist())
