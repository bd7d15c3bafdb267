"""The layer that says whether, when and how far what a snippet states holds."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.clauses import (
    clause_marker,
    intransitive_verbs,
    is_complement,
    is_negation,
    negations,
)
from rte_baselines.analysis.dependency_tree import PARSE_LAYERS, DependencyTree
from rte_baselines.analysis.layer import Layer
from rte_baselines.analysis.predications import Commitment, Modality, Predication, Status, Tense
from rte_baselines.analysis.word_lists import word_lists
from rte_baselines.registry import registry

_NOMINAL = ("nsubj", "obj", "iobj")
# Taggers take a rare verb in -s for a plural.
_FINITE_TENSES: dict[str, Tense] = {
    "VBD": "past",
    "VBP": "present",
    "VBZ": "present",
    "NNS": "present",
}
_NON_FINITE = frozenset({"VB", "VBG", "VBN"})
_ASSERTED = Status("none", "none", False, "factual", None)

# From what vouches the most to what vouches the least.
_COMMITMENTS: tuple[Commitment, ...] = (
    "factual",
    "reported",
    "believed",
    "potential",
    "conditional",
    "counterfactual",
)


@registry.layers("statuses.v1")
class StatusLayer(Layer):
    """A `Status` for each predication, parallel to the layer ``predications``.

    Tense and modality are those of the verb group; verbs that share auxiliaries share both,
    and negation. "Have to" and "need to" are modals of what follows. How far a clause is
    vouched for is told by the verb, noun or adjective it is the complement of, from
    ``embedding_predicates.txt``; if that is not listed, an infinitive with "to" is potential
    and anything else factual. What is embedded in something that is not vouched for is not
    either. Clauses of purpose are potential; those with "if", and what they condition, are
    conditional. Appositions hold.
    """

    provides = ("statuses",)
    needs = (*PARSE_LAYERS, "norms", "predications")

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Any]]:
        """Read the statuses off the parses."""
        for analysis in analyses:
            predications: tuple[Predication, ...] = analysis.layer("predications")
            reader = _Reader(DependencyTree(analysis), predications)
            yield {"statuses": tuple(map(reader.status, predications))}


class _Reader:
    """Reads the statuses of one snippet's predications."""

    def __init__(self, tree: DependencyTree, predications: Sequence[Predication]) -> None:
        self._tree = tree
        self._stated_by = {
            _head_of(tree, one): one.word for one in predications if one.kind != "apposition"
        }
        self._lemma_of = {one.word: one.lemma for one in predications}

    def status(self, predication: Predication) -> Status:
        if predication.kind == "apposition":
            return _ASSERTED
        head = _head_of(self._tree, predication)
        return Status(
            tense=self._tense(head),
            modality=self._modality(head),
            negated=self._is_negated(head),
            commitment=self._commitment(head),
            embedded_by=self._embedded_by(head),
        )

    # The verb group.

    def _group_head(self, head: int) -> int:
        """Return the head that has the auxiliaries: of coordinated verbs, often the first."""
        tree = self._tree
        above = tree.heads[head]
        shares = (
            tree.is_in(head, "conj")
            and above in self._stated_by
            and tree.tags[head] in _NON_FINITE
            and not tree.dependents(head, "aux", "cop", "mark", *_NOMINAL[:1])
        )
        return self._group_head(above) if shares else head

    def _tense(self, head: int) -> Tense:
        head = self._group_head(head)
        group = sorted([*self._tree.dependents(head, "aux", "cop"), self._verb(head)])
        lemmas = {self._tree.lemmas[word] for word in group}
        norms = {self._tree.analysis.norms[word] for word in group}
        # The perfect is past, whatever its auxiliary is; so has it desalvobraz2006 3.1.1.
        if norms & _words("future_modals") or self._is_to_be(head):
            return "future"
        if "have" in lemmas and "VBN" in {self._tree.tags[word] for word in group}:
            return "past"
        tenses = (_FINITE_TENSES.get(self._tree.tags[word]) for word in group)
        modals = (self._tree.tags[word] == "MD" for word in group)
        found = next((tense for tense in tenses if tense), "present" if any(modals) else "none")
        return "past" if found == "none" and self._is_mistagged_past(head) else found

    def _is_to_be(self, head: int) -> bool:
        """Whether it is what somebody is to do, as in "they are to marry"."""
        is_verb = self._verb(head) == head
        return is_verb and self._has_to(head) and bool(self._tree.dependents(head, "cop"))

    def _is_mistagged_past(self, head: int) -> bool:
        """Whether what is tagged as a participle is a past tense.

        It is if it has a subject and no auxiliary, or if it is intransitive and the sentence
        has no other verb ("Thousands fled").
        """
        tree = self._tree
        if tree.tags[head] != "VBN" or tree.dependents(head, "aux", "nsubj:pass"):
            return False
        noun = tree.heads[head]
        is_only_verb = (
            tree.relations[head] == "acl"
            and tree.relations[noun] == "root"
            and noun not in self._stated_by
            and tree.lemmas[head] in intransitive_verbs()
        )
        return is_only_verb or bool(tree.dependents(head, "nsubj"))

    def _verb(self, head: int) -> int:
        return self._stated_by.get(head, head)

    def _modality(self, head: int) -> Modality:
        head = self._group_head(head)
        auxiliaries = {
            self._tree.analysis.norms[word] for word in self._tree.dependents(head, "aux")
        }
        adverbs = {self._tree.lemmas[word] for word in self._tree.dependents(head, "advmod")}
        if auxiliaries & _words("possible_modals") or adverbs & _words("possibility_adverbs"):
            return "possible"
        if auxiliaries & _words("necessary_modals") or self._is_obliged(head):
            return "necessary"
        return "none"

    def _is_obliged(self, head: int) -> bool:
        """Whether a verb is what somebody has to do, or needs to."""
        above = self._tree.heads[head]
        is_infinitive = self._tree.is_in(head, "xcomp") and self._has_to(head)
        return is_infinitive and self._tree.lemmas[above] in _words("necessary")

    def _is_negated(self, head: int) -> bool:
        """Whether an odd number of words negate a clause."""
        tree = self._tree
        found = len(negations(tree, head)) or len(negations(tree, self._group_head(head)))
        found += sum(self._is_negative(word) for word in tree.dependents(head, *_NOMINAL))
        found += sum(self._is_ended(word) for word in tree.dependents(head, "advmod"))
        if head in self._stated_by and self._stated_by[head] != head:
            # "It is no secret": the attribute is where a copula's "no" stands.
            found += sum(is_negation(tree, word) for word in tree.dependents(head, "det"))
        return found % 2 == 1

    def _is_negative(self, word: int) -> bool:
        """Whether a noun is none: "nobody", "no survivors"."""
        is_pronoun = self._tree.pos[word] in ("PRON", "NOUN", "DET") and is_negation(
            self._tree, word
        )
        determiners = self._tree.dependents(word, "det")
        return is_pronoun or any(is_negation(self._tree, one) for one in determiners)

    def _is_ended(self, adverb: int) -> bool:
        """Whether an adverb is "no longer" or "no more"."""
        modifiers = self._tree.dependents(adverb, "advmod", "det")
        return any(self._tree.analysis.norms[word] == "no" for word in modifiers)

    # What it is embedded in.

    def _commitment(self, head: int) -> Commitment:
        """Return what vouches the least of all that bears on a clause."""
        first = self._first_conjunct(head)
        found = [self._by_complement(first), self._by_adjuncts(head)]
        if self._tree.is_in(first, "advcl") and not is_complement(self._tree, first):
            found.append(self._as_adverbial(first))
        if self._has_to(head) and self._tree.dependents(head, "nsubj:outer"):
            found.append("potential")  # "The aim is to win."
        return max(found, key=_COMMITMENTS.index)

    def _first_conjunct(self, head: int) -> int:
        while self._tree.is_in(head, "conj") and self._tree.heads[head] in self._stated_by:
            head = self._tree.heads[head]
        return head

    def _embedded_by(self, head: int) -> int | None:
        head = self._first_conjunct(head)
        governor = self._governor(head)
        if governor is None:
            governor = self._speech_beside(head)
        if governor is None and self._tree.is_in(head, "advcl"):
            governor = self._tree.heads[head]
        return None if governor is None else self._verb(governor)

    def _governor(self, head: int) -> int | None:
        """Return the word a clause is the complement of; None if it is none."""
        tree = self._tree
        above = tree.heads[head]
        is_of_noun = tree.relations[head] == "acl" and bool(tree.dependents(head, "mark"))
        is_prevented = (
            tree.is_in(head, "advcl", "obl")
            and tree.marker(head) == "from"
            and tree.lemmas[above] in _words("counterfactual") | {"stop", "keep"}
        )
        is_governed = is_complement(tree, head) or is_of_noun or is_prevented
        return above if is_governed and above >= 0 else None

    def _speech_beside(self, head: int) -> int | None:
        """Return the "said" of a clause that it is put beside, as in "It sank, he said"."""
        beside = self._tree.dependents(head, "parataxis")
        speech = (
            word
            for word in beside
            if self._tree.lemmas[word] in _words("reported")
            and self._tree.dependents(word, "nsubj")
        )
        return next((word for word in speech if not self._tree.dependents(word, "ccomp")), None)

    def _by_complement(self, head: int) -> Commitment:
        governor = self._governor(head)
        if governor is None:
            return "reported" if self._speech_beside(head) is not None else "factual"
        own = self._embedding(governor, head)
        outer = self._commitment(governor) if governor in self._stated_by else "factual"
        is_infinitive = self._tree.is_in(head, "xcomp", "advcl")
        if is_infinitive and self._modality(governor) == "possible":
            outer = max(outer, "potential", key=_COMMITMENTS.index)
        return max(own, outer, key=_COMMITMENTS.index)

    def _embedding(self, governor: int, head: int) -> Commitment:
        """Return how far a word vouches for its complement."""
        listed = self._listed(governor)
        is_negated = governor in self._stated_by and self._is_negated(governor)
        if self._is_obliged(head) or listed == "factive":
            return "factual"
        if listed == "implicative":
            return "counterfactual" if is_negated else "factual"
        if listed == "counterfactual":
            return "factual" if is_negated else "counterfactual"
        plain: dict[str, Commitment] = {
            "reported": "reported",
            "believed": "believed",
            "potential": "potential",
        }
        if listed == "reported" and self._has_to(head) and not self._is_passive(governor):
            return "potential"
        return plain.get(listed, "potential" if self._has_to(head) else "factual")

    def _listed(self, governor: int) -> str:
        lemma = self._lemma_of.get(governor, self._tree.lemmas[governor])
        headings = ("implicative", "factive", "counterfactual", "reported", "believed", "potential")
        return next((heading for heading in headings if lemma in _words(heading)), "")

    def _is_passive(self, verb: int) -> bool:
        """Whether it is said of somebody: "He is said to be ill" is no order."""
        return bool(self._tree.dependents(verb, "aux:pass"))

    def _has_to(self, head: int) -> bool:
        return any(self._tree.lemmas[word] == "to" for word in self._tree.dependents(head, "mark"))

    def _by_adjuncts(self, head: int) -> Commitment:
        """Return what adverbs, "according to" and conditions leave of a clause."""
        tree = self._tree
        if any(self._is_condition(word) for word in tree.dependents(head, "advcl")):
            return "conditional"
        sources = (tree.marker(word) for word in tree.dependents(head, "obl", "advcl"))
        hearsay = {tree.lemmas[word] for word in tree.dependents(head, "advmod")}
        is_hearsay = "accord to" in (according := set(sources)) or "according to" in according
        return "reported" if is_hearsay or hearsay & _words("hearsay_adverbs") else "factual"

    def _as_adverbial(self, head: int) -> Commitment:
        if self._is_condition(head):
            return "conditional"
        return "potential" if self._has_to(head) else "factual"

    def _is_condition(self, head: int) -> bool:
        return clause_marker(self._tree, head).replace(" ", "_") in _words("conditions")


def _head_of(tree: DependencyTree, predication: Predication) -> int:
    """Return the word that a predication's dependents hang on."""
    return tree.heads[predication.word] if predication.kind == "copula" else predication.word


def _words(heading: str) -> frozenset[str]:
    return word_lists("embedding_predicates.txt")[heading]
