"""From the dependencies of spaCy's English pipelines to Universal Dependencies.

Pipelines such as ``en_core_web_sm`` label by the CLEAR guidelines (Choi and Palmer 2012,
"Guidelines for the CLEAR Style Constituent to Dependency Conversion"). There, prepositions
and the copula head what follows them; in Universal Dependencies, version 2, content words
do, as the treebank UD English EWT shows:

- The object of a preposition hangs where the preposition hung, as ``obl`` (of a verb,
  adjective or adverb) or ``nmod`` (of a noun), with the preposition as its ``case``; a clause
  hangs there as ``advcl`` or ``acl``, with the preposition as its ``mark``.
- The predicate of "be" is the head, with ``cop``: noun, adjective, prepositional phrase, or
  clause (whose own subject then is ``nsubj``, the other ``nsubj:outer``). "There is" has none.
  In "it is clear that he left", "it" is ``expl`` and the clause ``csubj``.
- Conjuncts hang on the first one, and what stands between conjuncts on the next.
- The sign of a currency heads its amount, and the day its month; years are ``nmod:unmarked``.
- Of phrases such as "as well as" and "more than", the first word heads the rest (``fixed``).
- Names keep their last word as head (``compound``). EWT has ``flat`` on the first word for
  names of persons, which these labels do not tell from others.
"""

import re
from collections.abc import Collection, Sequence
from itertools import chain

import numpy as np

from rte_baselines.kernels.ragged import IntArray

_ROOT = -1
_CLEAR_ONLY = frozenset({"prep", "pobj"})

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
# Of those that EWT calls fixed, all that start with what CLEAR calls a preposition.
_FIXED = frozenset(
    "because of|due to|according to|instead of|prior to|as to|as of|as for|such as".split("|")
)
# Those whose last word, by CLEAR, hangs where the whole does.
_FIXED_COORDINATORS = (("as", "well", "as"), ("rather", "than"))
_FIXED_QUANTIFIERS = (("more", "than"), ("less", "than"), ("fewer", "than"), ("up", "to"))
_QUANTIFYING = frozenset({"quantmod", "advmod", "amod", "mwe"})
_LEAST = frozenset({"least", "most"})
_MONTHS = frozenset(
    "january february march april may june july august september october november december "
    "jan feb mar apr jun jul aug sep sept oct nov dec".split()
)
_DAY = re.compile(r"\d{1,2}(?:st|nd|rd|th)?")
_YEAR = re.compile(r"\d{4}|['\u2019]\d\d")


def uses_clear_labels(labels: Collection[str]) -> bool:
    """Return whether these labels of a parser are those of spaCy's English pipelines."""
    return set(labels) >= _CLEAR_ONLY


def to_universal(
    heads: Sequence[int] | IntArray,
    relations: Sequence[str],
    tags: Sequence[str],
    pos: Sequence[str],
    lemmas: Sequence[str],
    words: Sequence[str],
) -> tuple[IntArray, tuple[str, ...], tuple[str, ...]]:
    """Return the Universal Dependencies of words whose CLEAR dependencies are known.

    The result is a tree, or several, if what is given is; each sentence has as many roots
    as before. What is unknown is passed on.

    Parameters
    ----------
    heads : sequence of int
        The position of each word's head, -1 at a root.
    relations : sequence of str
        By the CLEAR guidelines.
    tags : sequence of str
        Of the Penn Treebank.
    pos : sequence of str
        Of Universal Dependencies.
    lemmas : sequence of str
        In lower case.
    words : sequence of str
        As they stand: lemmatizers differ in what they make of "according".

    Returns
    -------
    heads : ndarray of int64, shape (words,)
    relations : tuple of str
    pos : tuple of str
        As given, but that the copula is an AUX and prepositions of clauses are SCONJ.
    """
    tree = _Tree(heads, relations, tags, pos, lemmas, words)
    tree.join_fixed()
    for word in tree.from_the_leaves():
        tree.raise_currency(word)
        tree.raise_day(word)
        tree.raise_object(word)
        tree.raise_predicate(word)
    tree.raise_subjects()
    tree.flatten_coordination()
    tree.join_least()
    tree.rename()
    return np.array(tree.heads, dtype=np.int64), tuple(tree.relations), tuple(tree.pos)


class _Tree:
    """Dependencies that change; every change leaves a tree a tree."""

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
        """Return all words, each after those that depend on it."""
        order = [word for word, head in enumerate(self.heads) if head == _ROOT]
        for word in order:
            order.extend(sorted(self._children[word]))
        return order[::-1]

    # What raises one word over another.

    def raise_currency(self, amount: int) -> None:
        """Have "$" head "5 million"."""
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
        """Have "5" head "March 5, 1990", and make the year a modifier."""
        if self._words[month].rstrip(".") not in _MONTHS or self.pos[month] != "PROPN":
            return
        numbers = [word for word in self._dependents(month, "nummod") if word > month]
        for year in numbers:
            if _YEAR.fullmatch(self._words[year]):
                self.relations[year] = "nmod:unmarked"
        if numbers and _DAY.fullmatch(self._words[numbers[0]]):
            self._raise_over(numbers[0], month, "nmod:unmarked")

    def raise_object(self, preposition: int) -> None:
        """Have what a preposition governs take its place."""
        governed = self._governed(preposition)
        if governed is None:
            self._promote_stranded(preposition)
            return
        is_clause = self.relations[governed] == "pcomp" and self._is_clause(governed)
        is_shared = self.relations[governed] == "conj"
        relation = self._relation_of_governed(preposition, is_clause)
        such = self._such_before(preposition)
        # "From Oslo to Bergen" is two phrases side by side, one of which CLEAR hangs in the other.
        beside = self._dependents(preposition, "obl")
        coordinators = self._dependents(preposition, "cc") if is_shared else ()
        self._raise_over(governed, preposition, "mark" if is_clause else "case", coordinators)
        self.relations[governed] = relation
        if is_clause and self.pos[preposition] == "ADP":
            self.pos[preposition] = "SCONJ"
        if relation in ("obl", "nmod") and self.heads[governed] != _ROOT:
            for phrase in beside:
                self._attach(phrase, self.heads[governed], relation)
        self._join_prepositions(governed, preposition, such, is_shared)

    def raise_predicate(self, verb: int) -> None:
        """Have the predicate of "be" take its place."""
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

    # What becomes of prepositions.

    def _governed(self, preposition: int) -> int | None:
        """Return the object of a preposition, or a clause, or what its conjunct governs."""
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
        if relation in ("prep", "pcomp") and head != _ROOT and self._is_outer(head):
            return "pcomp" if is_clause else "pobj"
        if relation not in ("prep", "agent", "dative", "pcomp"):
            return relation
        is_nominal = head != _ROOT and self.pos[head] in _NOMINAL
        if is_clause:
            return "acl" if is_nominal else "advcl"
        if relation == "agent":
            return "obl:agent"
        return "nmod" if is_nominal and relation == "prep" else "obl"

    def _is_outer(self, word: int) -> bool:
        """Whether a preposition has another below it, as in "from under the bridge"."""
        return self._is_preposition(word) and not self._dependents(word, "pobj")

    def _promote_stranded(self, preposition: int) -> None:
        """Have a preposition whose object is elsewhere stand for it."""
        if self.relations[preposition] == "agent" or (
            self.relations[preposition] == "dative" and self.pos[preposition] == "ADP"
        ):
            self.relations[preposition] = "prep"
        if self.relations[preposition] == "prep":
            head = self.heads[preposition]
            is_nominal = head != _ROOT and self.pos[head] in _NOMINAL
            self.relations[preposition] = "nmod" if is_nominal else "obl"

    def _such_before(self, preposition: int) -> int | None:
        for word in self._dependents(preposition, "amod", "advmod", "predet"):
            if f"{self._words[word]} {self._words[preposition]}" == "such as":
                return word
        return None

    def _join_prepositions(
        self, governed: int, preposition: int, such: int | None, is_shared: bool
    ) -> None:
        """Join "such as", "because of" and their like, and the two of "in and around"."""
        if such is not None:
            self._attach(such, governed, "case")
            self._attach(preposition, such, "fixed")
            return
        for second in self._dependents(governed, "case"):
            if is_shared and second > preposition:
                self._attach(second, preposition, "conj")
            elif f"{self._words[preposition]} {self._words[second]}" in _FIXED:
                self._attach(second, preposition, "fixed")

    # What becomes of the copula.

    def _predicate(self, verb: int) -> int | None:
        complements = self._dependents(verb, *_COMPLEMENTS)
        if complements:
            return complements[0]
        subjects = self._dependents(verb, "nsubj", "csubj", "expl")
        if not subjects:
            return None
        after = (word for word in self._after(verb, verb) if self._is_predicative(word))
        fronted = (word for word in self._before(verb) if self._is_fronted(word))
        if subjects[0] > verb:
            inverted = (word for word in self._before(verb) if self._is_adverbial(word))
            return next(chain(fronted, inverted, after), None)
        return next(chain(after, fronted), None)

    def _is_predicative(self, word: int) -> bool:
        return self.relations[word] in _CLAUSES or self._is_adverbial(word)

    def _is_adverbial(self, word: int) -> bool:
        """Whether a word says where the subject is, as in "in the house" or "here"."""
        relation = self.relations[word]
        if relation == "obl":
            return bool(self._dependents(word, "case"))
        return relation == "advmod" and self._words[word] in _PLACE_ADVERBS

    def _is_fronted(self, word: int) -> bool:
        """Whether a word is asked for, as in "where he is" or "what it is like"."""
        if self._tags[word] in ("WP", "WDT"):
            return self._is_adverbial(word)
        return self._tags[word] == "WRB" and self.relations[word] == "advmod"

    def _extrapose(self, verb: int, predicate: int) -> None:
        """Have the clause be the subject of "it is clear that he left", and "it" stand for it."""
        pronouns = [word for word in self._dependents(verb, "nsubj") if self._words[word] == "it"]
        clauses = [
            word
            for word in self._dependents(verb, *_CLAUSES)
            if word > predicate and self._has_that_or_to(word)
        ]
        if pronouns and pronouns[0] < predicate and clauses:
            self.relations[pronouns[0]] = "expl"
            self.relations[clauses[0]] = "csubj"

    def _has_that_or_to(self, clause: int) -> bool:
        return any(
            self._words[word] == "that" or self._tags[word] == "TO"
            for word in self._dependents(clause, "mark", "aux")
        )

    # What concerns the whole tree.

    def join_fixed(self) -> None:
        """Have "as" head "as well as", and "more" head "more than"."""
        for last, relation in enumerate(self.relations):
            if relation == "cc":
                self._join_phrase(last, _FIXED_COORDINATORS, "cc")
            elif relation in _QUANTIFYING:
                self._join_phrase(last, _FIXED_QUANTIFIERS, "advmod")

    def _join_phrase(self, last: int, phrases: Sequence[tuple[str, ...]], relation: str) -> None:
        """Make one of the phrases of the words before the last, if they hang together."""
        head = self.heads[last]
        for phrase in phrases:
            places = range(last - len(phrase) + 1, last + 1)
            if places[0] < 0 or tuple(self._words[place] for place in places) != phrase:
                continue
            if head not in places and {self.heads[place] for place in places} <= {head, *places}:
                self._attach(places[0], head, relation)
                for place in places[1:]:
                    self._attach(place, places[0], "fixed")

    def join_least(self) -> None:
        """Make "at" the case of "least", where CLEAR has an adverb of an adverb."""
        for least, relation in enumerate(self.relations):
            at = least - 1
            if relation not in _QUANTIFYING or self._words[least] not in _LEAST or at < 0:
                continue
            if self._words[at] == "at" and self.heads[at] == least:
                self.relations[at] = "case"
                is_nominal = self.pos[self.heads[least]] in _NOMINAL
                self.relations[least] = "nmod" if is_nominal else "obl"

    def raise_subjects(self) -> None:
        """Have "him" in "want him to go" be the object of "want", as in Universal Dependencies."""
        for word, relation in enumerate(self.relations):
            head = self.heads[word]
            if relation != "ccomp" or head == _ROOT or self._dependents(word, "mark"):
                continue
            if not any(self._tags[one] == "TO" for one in self._dependents(word, "aux")):
                continue
            for subject in self._dependents(word, "nsubj", "nsubjpass"):
                if head < subject < word:
                    self._attach(subject, head, "dobj")
                    self.relations[word] = "xcomp"

    def flatten_coordination(self) -> None:
        """Hang conjuncts on the first of them, and what joins them on the next."""
        for word, relation in enumerate(self.relations):
            head = self.heads[word]
            is_comma = relation == "punct" and self._tags[word] in (",", ":")
            if head < word and head != _ROOT and (relation == "cc" or is_comma):
                rest = [
                    one
                    for one in self._after(head, word)
                    if self.relations[one] not in ("cc", "punct")
                ]
                if rest and self.relations[rest[0]] == "conj":
                    self._attach(word, rest[0], relation)
        for word in reversed(self.from_the_leaves()):
            head = self.heads[word]
            if self.relations[word] == "conj" and head != _ROOT and self.relations[head] == "conj":
                self._attach(word, self.heads[head], "conj")

    def rename(self) -> None:
        """Give the remaining relations the names they have in Universal Dependencies."""
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
        """Return the words that depend on another in certain ways, from left to right."""
        return sorted(word for word in self._children[head] if self.relations[word] in relations)

    def _before(self, head: int) -> list[int]:
        """Return the dependents of a word that stand before it, from left to right."""
        return sorted(word for word in self._children[head] if word < head)

    def _after(self, head: int, place: int) -> list[int]:
        """Return the dependents of a word that stand after a place, from left to right."""
        return sorted(word for word in self._children[head] if word > place)

    def _raise_over(
        self, word: int, head: int, relation: str, staying: Collection[int] = ()
    ) -> None:
        """Have a word take its head's place and dependents, and its head depend on it."""
        above, relation_above = self.heads[head], self.relations[head]
        moving = [one for one in self._children[head] if one != word and one not in staying]
        self._attach(word, above, relation_above)
        self._attach(head, word, relation)
        for one in moving:
            self._attach(one, word, self.relations[one])

    def _attach(self, word: int, head: int, relation: str) -> None:
        if self.heads[word] != _ROOT:
            self._children[self.heads[word]].discard(word)
        if head != _ROOT:
            self._children[head].add(word)
        self.heads[word] = head
        self.relations[word] = relation
