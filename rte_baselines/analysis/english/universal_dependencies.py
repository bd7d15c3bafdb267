"""Conversion of the dependencies of spaCy's English pipelines to Universal Dependencies.

Pipelines such as ``en_core_web_sm`` use the CLEAR guidelines (Choi and Palmer 2012,
"Guidelines for the CLEAR Style Constituent to Dependency Conversion"). There, prepositions
and copulas are heads; in Universal Dependencies, version 2, content words are. The target is
the treebank UD English EWT:

- The object of a preposition takes the head of the preposition, as ``obl`` (of a verb,
  adjective or adverb) or ``nmod`` (of a noun), and the preposition is its ``case``. A clause
  does so as ``advcl`` or ``acl``, with the preposition as its ``mark``.
- The predicate of "be" is the head of the ``cop``: a noun, adjective, prepositional phrase or
  clause (whose own subject is ``nsubj``, and the outer one ``nsubj:outer``). "There is" has no
  predicate. In "it is clear that he left", "it" is ``expl`` and the clause ``csubj``.
- The head of conjuncts is the first one; the head of words between conjuncts is the next one.
- A currency sign is the head of its amount, and a day of its month; years are
  ``nmod:unmarked``.
- In phrases such as "as well as" and "more than", the first word is the head (``fixed``).
- The head of a name is its last word (``compound``). EWT has ``flat`` and the first word for
  names of persons, which CLEAR labels do not distinguish from others.
"""

import re
from collections.abc import Collection, Sequence
from itertools import chain

import numpy as np

from rte_baselines.analysis.tokens.numbers import MONTHS
from rte_baselines.kernels.ragged import IntArray

_ROOT = -1

_RENAMED = {
    "ROOT": "root",
    "nsubjpass": "nsubj:pass",
    "csubjpass": "csubj:pass",
    "auxpass": "aux:pass",
    "dobj": "obj",
    "dative": "iobj",
    "attr": "xcomp",
    "acomp": "xcomp",
    "oprd": "xcomp",
    "poss": "nmod:poss",
    "possessive": "case",
    "predet": "det:predet",
    "preconj": "cc:preconj",
    "num": "nummod",
    "number": "compound",
    "quantmod": "advmod",
    "nn": "compound",
    "hmod": "compound",
    "hyph": "punct",
    "relcl": "acl:relcl",
    "rcmod": "acl:relcl",
    "partmod": "acl",
    "infmod": "acl",
    "npadvmod": "obl:unmarked",
    "neg": "advmod",
    "complm": "mark",
    "prt": "compound:prt",
    "intj": "discourse",
    "meta": "dep",
    "pcomp": "advcl",
}
_COMPLEMENTS = ("attr", "acomp", "oprd")
_CLAUSES = ("ccomp", "xcomp")
_PLACE_ADVERBS = frozenset(
    "here there everywhere nowhere somewhere home abroad away back in out up down off over".split()
)
_NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM", "DET", "SYM"})
_CLAUSAL = frozenset({"VERB", "AUX"})
_WITHIN_AMOUNTS = frozenset({"compound", "nummod", "number", "quantmod", "advmod"})
# The fixed expressions of EWT that start with a preposition of CLEAR.
_FIXED = frozenset(
    "because of|due to|according to|instead of|prior to|as to|as of|as for|such as".split("|")
)
# Fixed expressions whose head is the last word in CLEAR.
_FIXED_COORDINATORS = (("as", "well", "as"), ("rather", "than"))
_FIXED_QUANTIFIERS = (("more", "than"), ("less", "than"), ("fewer", "than"), ("up", "to"))
_QUANTIFYING = frozenset({"quantmod", "advmod", "amod", "mwe"})
_LEAST = frozenset({"least", "most"})

_DAY = re.compile(r"\d{1,2}(?:st|nd|rd|th)?")
_YEAR = re.compile(r"\d{4}|['\u2019]\d\d")


def uses_clear_labels(labels: Collection[str]) -> bool:
    """Whether the labels of a parser are CLEAR labels, as in spaCy's English pipelines."""
    return "prep" in labels and "pobj" in labels


def to_universal(
    heads: Sequence[int] | IntArray,
    relations: Sequence[str],
    tags: Sequence[str],
    pos: Sequence[str],
    lemmas: Sequence[str],
    words: Sequence[str],
) -> tuple[IntArray, tuple[str, ...], tuple[str, ...]]:
    """Convert CLEAR dependencies to Universal Dependencies.

    Trees are converted to trees, and each sentence keeps its number of roots. Unknown labels are
    kept.

    The head of a root is -1. `relations`, `tags` and `pos` are CLEAR labels, and the tags of the
    Penn Treebank and of Universal Dependencies. Lemmas are in lower case; lemmatizers differ on
    some words, such as "according". The result has heads as an array of int64, relations, and parts
    of speech: as given, except that copulas are AUX and prepositions of clauses are SCONJ.
    """
    tree = _Tree(heads, relations, tags, pos, lemmas, words)
    tree.join_fixed()
    for word in tree.from_the_leaves():
        # First: a word that another is raised over is then no longer labelled as a preposition.
        tree.raise_object(word)
        tree.raise_currency(word)
        tree.raise_day(word)
        tree.raise_predicate(word)
    tree.raise_subjects()
    tree.flatten_coordination()
    tree.join_least()
    tree.rename()
    return np.array(tree.heads, dtype=np.int64), tuple(tree.relations), tuple(tree.pos)


class _Tree:
    """Mutable dependencies; every change keeps them a tree."""

    def __init__(
        self,
        heads: Sequence[int] | IntArray,
        relations: Sequence[str],
        tags: Sequence[str],
        pos: Sequence[str],
        lemmas: Sequence[str],
        words: Sequence[str],
    ) -> None:
        self.heads = [int(head) for head in heads]
        self.relations = list(relations)
        self.pos = list(pos)
        self._tags = tags
        self._lemmas = lemmas
        self._words = [word.lower() for word in words]
        self._children: list[set[int]] = [set() for _ in self.heads]
        for word, head in enumerate(self.heads):
            if head != _ROOT:
                self._children[head].add(word)

    def from_the_leaves(self) -> list[int]:
        """Return all words, each after its dependents."""
        order = [word for word, head in enumerate(self.heads) if head == _ROOT]
        for word in order:
            order.extend(sorted(self._children[word]))
        return order[::-1]

    # Conversions that make a dependent the head.

    def raise_currency(self, amount: int) -> None:
        """Make "$" the head of "5 million"."""
        signs = [
            word
            for word in self._dependents(amount, "quantmod", "nmod", "compound")
            if self._tags[word] == "$"
        ]
        if signs:
            amount_words = {
                word
                for word in self._children[amount]
                if self.relations[word] in _WITHIN_AMOUNTS and signs[0] < word < amount
            }
            self._raise_over(signs[0], amount, "nummod", amount_words)

    def raise_day(self, month: int) -> None:
        """Make "5" the head of "March 5, 1990", and the year a modifier."""
        if self._words[month].rstrip(".") not in MONTHS or self.pos[month] != "PROPN":
            return
        numbers = [word for word in self._dependents(month, "nummod") if word > month]
        for year in numbers:
            if _YEAR.fullmatch(self._words[year]):
                self.relations[year] = "nmod:unmarked"
        if numbers and _DAY.fullmatch(self._words[numbers[0]]):
            self._raise_over(numbers[0], month, "nmod:unmarked")

    def raise_object(self, preposition: int) -> None:
        """Make the object or clause of a preposition its head."""
        governed = self._governed(preposition)
        if governed is None:
            self._promote_stranded(preposition)
            return
        is_clause = self.relations[governed] == "pcomp" and self._is_clause(governed)
        is_shared = self.relations[governed] == "conj"
        relation = self._relation_of_governed(preposition, is_clause)
        modifiers = self._dependents(preposition, "amod", "advmod", "predet")
        is_as = self._words[preposition] == "as"
        such = next((word for word in modifiers if is_as and self._words[word] == "such"), None)
        # In "from Oslo to Bergen", CLEAR makes one of the two phrases a dependent of the other.
        siblings = self._dependents(preposition, "obl")
        coordinators = self._dependents(preposition, "cc") if is_shared else ()
        self._raise_over(governed, preposition, "mark" if is_clause else "case", coordinators)
        self.relations[governed] = relation
        if is_clause and self.pos[preposition] == "ADP":
            self.pos[preposition] = "SCONJ"
        if relation in ("obl", "nmod") and self.heads[governed] != _ROOT:
            for phrase in siblings:
                self._attach(phrase, self.heads[governed], relation)
        self._join_prepositions(governed, preposition, such, is_shared)

    def raise_predicate(self, verb: int) -> None:
        """Make the predicate of "be" its head."""
        if self._lemmas[verb] != "be" or self.relations[verb] in ("aux", "auxpass", "cop"):
            return
        if self._dependents(verb, "expl") and not self._dependents(verb, "nsubj"):
            for word in self._dependents(verb, "attr"):
                self.relations[word] = "nsubj"
            return
        predicate = self._predicate(verb)
        if predicate is None:
            return
        if self.relations[predicate] in _CLAUSES:
            for subject in self._dependents(verb, "nsubj", "csubj"):
                self.relations[subject] += ":outer"
        elif self.pos[predicate] == "ADJ":
            self._extrapose(verb, predicate)
        self._raise_over(predicate, verb, "cop")
        self.pos[verb] = "AUX"

    # Prepositions.

    def _governed(self, preposition: int) -> int | None:
        """Return the object or clause of a preposition, or the object of its conjunct."""
        objects = self._dependents(preposition, "pobj")
        if objects or not self._is_preposition(preposition):
            return next(iter(objects), None)
        shared = (
            word for word in self._dependents(preposition, "conj") if self._dependents(word, "case")
        )
        return next(chain(self._dependents(preposition, "pcomp"), shared), None)

    def _is_preposition(self, word: int) -> bool:
        relation = self.relations[word]
        return relation in ("prep", "agent") or (
            relation in ("dative", "conj", "pcomp", "advmod") and self.pos[word] in ("ADP", "SCONJ")
        )

    def _is_clause(self, word: int) -> bool:
        return self.pos[word] in _CLAUSAL or bool(
            self._dependents(word, "nsubj", "nsubjpass", "nsubj:outer", "cop")
        )

    def _relation_of_governed(self, preposition: int, is_clause: bool) -> str:
        relation = self.relations[preposition]
        head = self.heads[preposition]
        # A preposition without an object is outer, like "from" in "from under the bridge".
        is_inner = relation in ("prep", "pcomp") and head != _ROOT and self._is_preposition(head)
        if is_inner and not self._dependents(head, "pobj"):
            return "pcomp" if is_clause else "pobj"
        if relation not in ("prep", "agent", "dative", "pcomp"):
            return relation
        is_nominal = head != _ROOT and self.pos[head] in _NOMINAL
        if is_clause:
            return "acl" if is_nominal else "advcl"
        if relation == "agent":
            return "obl:agent"
        return "nmod" if is_nominal and relation == "prep" else "obl"

    def _promote_stranded(self, preposition: int) -> None:
        """Give a stranded preposition the relation of its missing object."""
        if self.relations[preposition] == "agent" or (
            self.relations[preposition] == "dative" and self.pos[preposition] == "ADP"
        ):
            self.relations[preposition] = "prep"
        if self.relations[preposition] == "prep":
            head = self.heads[preposition]
            is_nominal = head != _ROOT and self.pos[head] in _NOMINAL
            self.relations[preposition] = "nmod" if is_nominal else "obl"

    def _join_prepositions(
        self, governed: int, preposition: int, such: int | None, is_shared: bool
    ) -> None:
        """Join fixed expressions ("such as", "because of") and conjuncts ("in and around")."""
        if such is not None:
            self._attach(such, governed, "case")
            self._attach(preposition, such, "fixed")
            return
        for second in self._dependents(governed, "case"):
            if is_shared and second > preposition:
                self._attach(second, preposition, "conj")
            elif f"{self._words[preposition]} {self._words[second]}" in _FIXED:
                self._attach(second, preposition, "fixed")

    # Copulas.

    def _predicate(self, verb: int) -> int | None:
        complements = self._dependents(verb, *_COMPLEMENTS)
        if complements:
            return complements[0]
        subjects = self._dependents(verb, "nsubj", "csubj", "expl")
        if not subjects:
            return None
        after = (
            word
            for word in self._after(verb, verb)
            if self.relations[word] in _CLAUSES or self._is_adverbial(word)
        )
        fronted = (word for word in self._before(verb) if self._is_fronted(word))
        if subjects[0] > verb:
            inverted = (word for word in self._before(verb) if self._is_adverbial(word))
            return next(chain(fronted, inverted, after), None)
        return next(chain(after, fronted), None)

    def _is_adverbial(self, word: int) -> bool:
        """Whether a word is a predicate of location, as in "in the house" or "here"."""
        relation = self.relations[word]
        if relation == "obl":
            return bool(self._dependents(word, "case"))
        return relation == "advmod" and self._words[word] in _PLACE_ADVERBS

    def _is_fronted(self, word: int) -> bool:
        """Whether a word is a wh-word that can be the predicate, as in "where he is"."""
        if self._tags[word] in ("WP", "WDT"):
            return self._is_adverbial(word)
        return self._tags[word] == "WRB" and self.relations[word] == "advmod"

    def _extrapose(self, verb: int, predicate: int) -> None:
        """Make the clause of "it is clear that he left" its subject, and "it" expletive."""
        pronouns = [word for word in self._dependents(verb, "nsubj") if self._words[word] == "it"]
        clauses = [
            clause
            for clause in self._dependents(verb, *_CLAUSES)
            if clause > predicate
            and any(
                self._words[word] == "that" or self._tags[word] == "TO"
                for word in self._dependents(clause, "mark", "aux")
            )
        ]
        if pronouns and pronouns[0] < predicate and clauses:
            self.relations[pronouns[0]] = "expl"
            self.relations[clauses[0]] = "csubj"

    # Conversions of the whole tree.

    def join_fixed(self) -> None:
        """Make the first word the head of "as well as", "more than" and other expressions."""
        for last, relation in enumerate(self.relations):
            if relation == "cc":
                self._join_phrase(last, _FIXED_COORDINATORS, "cc")
            elif relation in _QUANTIFYING:
                self._join_phrase(last, _FIXED_QUANTIFIERS, "advmod")

    def _join_phrase(self, last: int, phrases: Sequence[tuple[str, ...]], relation: str) -> None:
        """Join the words up to the last one if they are one of the phrases and a subtree."""
        head = self.heads[last]
        for phrase in phrases:
            words = range(last - len(phrase) + 1, last + 1)
            if words[0] < 0 or tuple(self._words[word] for word in words) != phrase:
                continue
            if head not in words and {self.heads[word] for word in words} <= {head, *words}:
                self._attach(words[0], head, relation)
                for word in words[1:]:
                    self._attach(word, words[0], "fixed")

    def join_least(self) -> None:
        """Make "at" the case of "least" and "most", which are two adverbs in CLEAR."""
        for least, relation in enumerate(self.relations):
            at = least - 1
            if relation not in _QUANTIFYING or self._words[least] not in _LEAST or at < 0:
                continue
            if self._words[at] == "at" and self.heads[at] == least:
                self.relations[at] = "case"
                is_nominal = self.pos[self.heads[least]] in _NOMINAL
                self.relations[least] = "nmod" if is_nominal else "obl"

    def raise_subjects(self) -> None:
        """Make "him" in "want him to go" the object of "want"."""
        for word, relation in enumerate(self.relations):
            head = self.heads[word]
            if relation != "ccomp" or head == _ROOT or self._dependents(word, "mark"):
                continue
            if not any(self._tags[aux] == "TO" for aux in self._dependents(word, "aux")):
                continue
            for subject in self._dependents(word, "nsubj", "nsubjpass"):
                if head < subject < word:
                    self._attach(subject, head, "dobj")
                    self.relations[word] = "xcomp"

    def flatten_coordination(self) -> None:
        """Attach conjuncts to the first one, and conjunctions and commas to the next one."""
        for word, relation in enumerate(self.relations):
            head = self.heads[word]
            is_comma = relation == "punct" and self._tags[word] in (",", ":")
            if head < word and head != _ROOT and (relation == "cc" or is_comma):
                following = [
                    dependent
                    for dependent in self._after(head, word)
                    if self.relations[dependent] not in ("cc", "punct")
                ]
                if following and self.relations[following[0]] == "conj":
                    self._attach(word, following[0], relation)
        for word in reversed(self.from_the_leaves()):
            head = self.heads[word]
            if self.relations[word] == "conj" and head != _ROOT and self.relations[head] == "conj":
                self._attach(word, self.heads[head], "conj")

    def rename(self) -> None:
        """Replace the remaining CLEAR labels by those of Universal Dependencies."""
        for word, relation in enumerate(self.relations):
            head = self.heads[word]
            if relation == "aux" and self._tags[word] == "TO":
                self.relations[word] = "mark"
            elif relation == "neg" and self._tags[word] == "DT":
                self.relations[word] = "det"
            elif relation == "npadvmod" and head != _ROOT and self.pos[head] in _NOMINAL:
                self.relations[word] = "nmod:unmarked"
            elif relation == "pobj":
                self.relations[word] = "obl"
            else:
                self.relations[word] = _RENAMED.get(relation, relation)

    def _dependents(self, head: int, *relations: str) -> list[int]:
        """Return the dependents of a word with some relations, from left to right."""
        return sorted(word for word in self._children[head] if self.relations[word] in relations)

    def _before(self, head: int) -> list[int]:
        """Return the dependents of a word before it, from left to right."""
        return sorted(word for word in self._children[head] if word < head)

    def _after(self, head: int, position: int) -> list[int]:
        """Return the dependents of a word after a position, from left to right."""
        return sorted(word for word in self._children[head] if word > position)

    def _raise_over(
        self, word: int, head: int, relation: str, staying: Collection[int] = ()
    ) -> None:
        """Make a word the head of its head; other dependents move too, except those staying."""
        above, relation_above = self.heads[head], self.relations[head]
        moving = [child for child in self._children[head] if child != word and child not in staying]
        self._attach(word, above, relation_above)
        self._attach(head, word, relation)
        for child in moving:
            self._attach(child, word, self.relations[child])

    def _attach(self, word: int, head: int, relation: str) -> None:
        if self.heads[word] != _ROOT:
            self._children[self.heads[word]].discard(word)
        if head != _ROOT:
            self._children[head].add(word)
        self.heads[word] = head
        self.relations[word] = relation
