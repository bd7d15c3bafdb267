"""How far a snippet vouches for its clauses, by what they are embedded in."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal

from rte_baselines.analysis.clauses import is_complement
from rte_baselines.analysis.dependency_tree import DependencyTree
from rte_baselines.analysis.hedges import (
    is_condition,
    is_hearsay,
    is_left_open,
    is_question,
    speech_beside,
)
from rte_baselines.analysis.negation import is_none
from rte_baselines.analysis.predications import Commitment, Predication
from rte_baselines.analysis.verb_groups import Duty, VerbGroups, has_to, norms_of
from rte_baselines.analysis.word_lists import word_lists

# From what vouches the most to what vouches the least.
_COMMITMENTS: tuple[Commitment, ...] = (
    "factual",
    "reported",
    "believed",
    "potential",
    "conditional",
    "counterfactual",
)

VOUCHING: Mapping[str, tuple[Commitment, Commitment]] = MappingProxyType(
    {
        "factive": ("factual", "factual"),
        "implicative": ("factual", "counterfactual"),
        "confirming": ("factual", "potential"),
        "negative_implicative": ("counterfactual", "factual"),
        "denying": ("counterfactual", "potential"),
        "doubting": ("counterfactual", "believed"),
        "enabling": ("potential", "counterfactual"),
        "reported": ("reported", "reported"),
        "believed": ("believed", "believed"),
        "potential": ("potential", "potential"),
    }
)
"""What the words under each heading make of their complement, and what if they are negated."""

Form = Literal["to", "gerund", "that"]
"""Whether a complement is an infinitive with "to", a gerund, or anything else."""

_BY_DUTY: Mapping[Duty, Commitment] = MappingProxyType(
    {
        "none": "factual",
        "duty": "factual",
        "no duty": "potential",
        "unfulfilled": "counterfactual",
    }
)


def heading_of(lemma: str, form: Form) -> str:
    """Return the heading of ``embedding_predicates.txt`` that a word is under; empty if none.

    A heading with a form goes before the one without: "forget" is negative implicative, but
    factive with "that".
    """
    lists = word_lists("embedding_predicates.txt")
    for suffix in (f"_{form}", ""):
        for heading in VOUCHING:
            if lemma in lists.get(heading + suffix, ()):
                return heading
    return ""


class Embedding:
    """How far each clause of a snippet is vouched for, and what embeds it.

    A complement is vouched for as far as the verb, noun or adjective says that it depends on,
    by ``embedding_predicates.txt``; if that is not listed, an infinitive with "to" is
    potential and anything else factual. What is embedded in something that is not vouched
    for is not either, coordinated clauses are embedded alike, and an adverbial clause goes
    with what it is in. Clauses with "whether" and "if", what they condition, purposes and
    questions are open; what would have been is counterfactual.

    Parameters
    ----------
    tree : DependencyTree
    predications : sequence of Predication
        Of the snippet.
    groups : VerbGroups
        Of the snippet.
    """

    def __init__(
        self, tree: DependencyTree, predications: Sequence[Predication], groups: VerbGroups
    ) -> None:
        self._tree = tree
        self._groups = groups
        self._stated_by = groups.stated_by
        self._lemma_of = {one.word: one.lemma for one in predications}
        # By what a clause is embedded in; by its own adverbs, conditions and question marks; and
        # by those of them that go for all clauses coordinated with it.
        self._surroundings: dict[int, Commitment] = {}
        self._own: dict[int, Commitment] = {}
        self._wide: dict[int, Commitment] = {}
        self._embedded_by: dict[int, int | None] = {}
        # A condition behind the last of verbs that share auxiliaries is of all of them.
        self._conditioned = {
            groups.first_head(tree.heads[word])
            for word in range(len(tree.heads))
            if tree.heads[word] in self._stated_by and is_condition(tree, word)
        }
        for head in tree.from_the_roots:
            if head in self._stated_by:
                self._read(head)

    def commitment(self, head: int) -> Commitment:
        """Return what vouches the least of all that bears on a clause."""
        group = self._groups.of(head)
        by_group: Commitment = "counterfactual" if group.is_unreal else _BY_DUTY[group.duty]
        return _weakest(self._surroundings[head], self._own[head], by_group)

    def embedded_by(self, head: int) -> int | None:
        """Return the word that embeds a clause, as of `Status`."""
        return self._embedded_by[head]

    def _read(self, head: int) -> None:
        """Read one clause, those above it being read."""
        tree = self._tree
        self._own[head] = self._by_own_words(head)
        self._wide[head] = self._by_wide_words(head)
        above, governor = tree.heads[head], self._governor(head)
        if tree.is_in(head, "conj") and above in self._stated_by:
            self._embedded_by[head] = self._embedded_by[above]
            shared = self._wide if tree.dependents(head, "nsubj") else self._own
            self._surroundings[head] = _weakest(self._surroundings[above], shared[above])
            self._wide[head] = _weakest(self._wide[head], self._wide[above])
        elif governor is not None:
            self._embedded_by[head] = self._stated_by.get(governor, governor)
            self._surroundings[head] = self._by_governor(governor, head)
        elif (speech := speech_beside(tree, head)) is not None:
            self._embedded_by[head] = speech
            self._surroundings[head] = _weakest("reported", self._as_adverbial(head))
        else:
            is_adverbial = tree.is_in(head, "advcl")
            self._embedded_by[head] = self._stated_by.get(above, above) if is_adverbial else None
            self._surroundings[head] = self._as_adverbial(head)

    # Complements.

    def _governor(self, head: int) -> int | None:
        """Return the word a clause is the complement of; None if it is none."""
        tree = self._tree
        is_of_noun = tree.relations[head] == "acl" and bool(tree.dependents(head, "mark"))
        is_governed = is_complement(tree, head) or is_of_noun
        above = tree.heads[head]
        return above if is_governed and above >= 0 else None

    def _by_governor(self, governor: int, head: int) -> Commitment:
        own = self._by_word(governor, head)
        if governor not in self._stated_by:
            return own
        is_infinitive = self._tree.is_in(head, "xcomp", "advcl")
        is_possible = self._groups.of(governor).modality == "possible"
        may: Commitment = "potential" if is_infinitive and is_possible else "factual"
        return _weakest(own, may, self.commitment(governor))

    def _by_word(self, governor: int, head: int) -> Commitment:
        """Return how far a word vouches for its complement."""
        if norms_of(self._tree, head, "mark", "advmod") & _words("open_complements"):
            return "potential"
        if self._groups.of(head).duty != "none" or self._is_habit(governor, head):
            return "factual"
        is_passive = bool(self._tree.dependents(governor, "aux:pass"))
        heading = self._heading(governor, head)
        is_infinitive = has_to(self._tree, head)
        # "He told them to go" is an order, "he is said to be ill" is none.
        if not heading or (heading == "reported" and is_infinitive and not is_passive):
            return "potential" if is_infinitive else "factual"
        is_negated = self._is_negated(governor)
        # Of what "is not known", nobody says that it is so.
        if heading == "factive" and is_passive and is_negated:
            return "potential"
        return VOUCHING[heading][is_negated]

    def _heading(self, governor: int, head: int) -> str:
        lemma = self._lemma_of.get(governor, self._tree.lemmas[governor])
        heading = heading_of(lemma, self._form(head))
        # One is kept, stopped or banned from doing something.
        is_from = self._tree.marker(head) == "from"
        return "negative_implicative" if is_from and heading != "denying" else heading

    def _form(self, head: int) -> Form:
        if has_to(self._tree, head):
            return "to"
        group = [*self._tree.dependents(head, "aux", "cop"), self._stated_by[head]]
        return "gerund" if self._tree.tags[min(group)] == "VBG" else "that"

    def _is_negated(self, governor: int) -> bool:
        if governor in self._stated_by:
            return self._groups.is_negated(governor)
        return is_none(self._tree, governor)

    def _is_habit(self, governor: int, head: int) -> bool:
        """Whether it is what somebody used to do, and not what something was used for."""
        is_used_to = self._tree.norms[governor] == "used" and has_to(self._tree, head)
        return is_used_to and not self._tree.dependents(governor, "obj", "aux:pass")

    # Adverbial clauses.

    def _as_adverbial(self, head: int) -> Commitment:
        """Return how far a clause is vouched for that is no complement."""
        if not self._tree.is_in(head, "advcl"):
            return "factual"
        above = self._tree.heads[head]
        outer: Commitment = "factual"
        if above in self._stated_by:
            by_source: Commitment = "reported" if is_hearsay(self._tree, above) else "factual"
            outer = _weakest(self._surroundings[above], by_source)
        # What somebody failed to do because it rained is not so; whether it rained is open.
        if outer == "counterfactual":
            outer = "potential"
        return _weakest(
            outer,
            "conditional" if is_left_open(self._tree, head) else "factual",
            "potential" if has_to(self._tree, head) else "factual",
        )

    # What is beside the verb.

    def _by_own_words(self, head: int) -> Commitment:
        tree = self._tree
        is_conditioned = self._groups.first_head(head) in self._conditioned
        # "The aim is to win."
        is_aim = has_to(tree, head) and bool(tree.dependents(head, "nsubj:outer"))
        is_open = is_aim or is_question(tree, head)
        return _weakest(
            "reported" if is_hearsay(tree, head) else "factual",
            "conditional" if is_conditioned else "factual",
            "potential" if is_open else "factual",
        )

    def _by_wide_words(self, head: int) -> Commitment:
        """Return what is left by words that stand before the subject, and a question mark."""
        tree = self._tree
        subjects = tree.dependents(head, "nsubj")
        start = subjects[0] if subjects else head
        clauses = (word for word in tree.dependents(head, "advcl") if word < start)
        return _weakest(
            "reported" if is_hearsay(tree, head, before=start) else "factual",
            "conditional" if any(is_condition(tree, word) for word in clauses) else "factual",
            "potential" if is_question(tree, head) else "factual",
        )


def _weakest(*commitments: Commitment) -> Commitment:
    """Return the one that vouches the least."""
    return max(commitments, key=_COMMITMENTS.index)


def _words(heading: str) -> frozenset[str]:
    return word_lists("embedding_predicates.txt")[heading]
