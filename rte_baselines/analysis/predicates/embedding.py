"""The statuses of predications: the commitment of a snippet to its clauses, and its words."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.english.dependency_tree import PARSE_LAYERS, DependencyTree
from rte_baselines.analysis.layer import Layer
from rte_baselines.analysis.predicates.clauses import clause_marker, is_complement
from rte_baselines.analysis.predicates.predications import Commitment, Predication, Status
from rte_baselines.analysis.predicates.verb_groups import (
    Obligation,
    VerbGroups,
    has_to,
    head_of,
    is_negated_noun,
    norms_of,
)
from rte_baselines.analysis.tokens.word_classes import word_lists
from rte_baselines.core.registry import registry

_WORDS = word_lists("predicates/embedding_predicates.txt")

# From the strongest to the weakest.
_COMMITMENTS: tuple[Commitment, ...] = (
    "factual",
    "reported",
    "believed",
    "potential",
    "conditional",
    "counterfactual",
)

VERIDICALITY: Mapping[str, tuple[Commitment, Commitment]] = {
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
"""The commitment to the complement of the words under each heading: affirmed, and negated."""

Form = Literal["to", "gerund", "that"]
"""The form of a complement: an infinitive with "to", a gerund, or another clause."""

_BY_OBLIGATION: Mapping[Obligation, Commitment] = {
    "none": "factual",
    "obligation": "factual",
    "no obligation": "potential",
    "unfulfilled": "counterfactual",
}

_ASSERTED = Status("none", "none", False, "factual", None)


def is_question(tree: DependencyTree, head: int) -> bool:
    """Whether a clause ends in a question mark."""
    return "?" in norms_of(tree, head, "punct")


def is_attributed(tree: DependencyTree, head: int, before: int | None = None) -> bool:
    """Whether a clause has an evidential, such as "allegedly" or "according to".

    Only words before the position `before` count, or all if it is None.
    """
    return any(
        tree.lemmas[word] in _WORDS["evidential_adverbs"]
        or _joined(tree.marker(word)) in _WORDS["evidential_prepositions"]
        for word in tree.dependents(head, "advmod", "obl", "advcl")
        if before is None or word < before
    )


def speech_beside(tree: DependencyTree, head: int) -> int | None:
    """Return the reporting verb that is attached to a clause, as in "It sank, he said"."""
    speech = (
        word
        for word in tree.dependents(head, "parataxis")
        if tree.lemmas[word] in _WORDS["reported"] and tree.dependents(word, "nsubj")
    )
    return next((word for word in speech if not tree.dependents(word, "ccomp")), None)


def is_condition(tree: DependencyTree, head: int) -> bool:
    """Whether an adverbial clause is a condition: "if ...", "had she known"."""
    if not tree.is_in(head, "advcl"):
        return False
    conjunction = _joined(clause_marker(tree, head))
    if conjunction:
        return conjunction in _WORDS["conditions"]
    subjects = tree.dependents(head, "nsubj")
    return any(
        tree.norms[word] in _WORDS["fronted_conditions"]
        for word in tree.dependents(head, "aux", "cop")
        if subjects and word < subjects[0]
    )


def is_open_adverbial(tree: DependencyTree, head: int) -> bool:
    """Whether an adverbial clause is a condition or has a conjunction such as "in case"."""
    conjunction = _joined(clause_marker(tree, head))
    return is_condition(tree, head) or conjunction in _WORDS["open_adverbials"]


def _joined(marker: str) -> str:
    return marker.replace(" ", "_")


def heading_of(lemma: str, form: Form) -> str:
    """Return the heading of a word in ``embedding_predicates.txt``; empty if it has none.

    A heading for the form takes precedence: "forget" is negative implicative, but factive
    with "that".
    """
    for suffix in (f"_{form}", ""):
        for heading in VERIDICALITY:
            if lemma in _WORDS.get(heading + suffix, ()):
                return heading
    return ""


class Embedding:
    """The commitment to each clause of a snippet, and the word that embeds it.

    The commitment to a complement depends on its verb, noun or adjective, by
    ``embedding_predicates.txt``. If that word is not listed, an infinitive with "to" is
    potential and any other complement factual. The commitment to an embedded clause is at
    most that to the clauses around it. Coordinated clauses share their embedding, and an
    adverbial clause that of its main clause. Clauses with "whether" and "if", the clauses
    that they condition, purposes and questions are open. "Would have" makes a clause
    counterfactual.
    """

    def __init__(
        self, tree: DependencyTree, predications: Sequence[Predication], groups: VerbGroups
    ) -> None:
        self._tree = tree
        self._groups = groups
        self._predicates = groups.predicates
        self._lemma_of = {predication.word: predication.lemma for predication in predications}
        # The commitment to each clause: by its embedding; by its own adverbs, conditions and
        # question marks; and by those that also apply to the clauses coordinated with it.
        self._by_embedding: dict[int, Commitment] = {}
        self._own: dict[int, Commitment] = {}
        self._wide: dict[int, Commitment] = {}
        self._embedded_by: dict[int, int | None] = {}
        # A condition after the last of several verbs that share auxiliaries applies to all.
        self._conditioned = {
            groups.first_head(tree.heads[word])
            for word in range(len(tree.heads))
            if tree.heads[word] in self._predicates and is_condition(tree, word)
        }
        for head in tree.from_the_roots:
            if head in self._predicates:
                self._read(head)

    def commitment(self, head: int) -> Commitment:
        """Return the weakest commitment to a clause by its embedding, words and verb group."""
        group = self._groups.of(head)
        by_group: Commitment = (
            "counterfactual" if group.is_unreal else _BY_OBLIGATION[group.obligation]
        )
        return _weakest(self._by_embedding[head], self._own[head], by_group)

    def embedded_by(self, head: int) -> int | None:
        """Return the word that embeds a clause; see `Status`."""
        return self._embedded_by[head]

    def _read(self, head: int) -> None:
        """Read a clause after the clauses above it."""
        tree = self._tree
        self._own[head] = self._by_own_words(head)
        self._wide[head] = self._by_wide_words(head)
        above, governor = tree.heads[head], self._governor(head)
        if tree.is_in(head, "conj") and above in self._predicates:
            self._embedded_by[head] = self._embedded_by[above]
            shared = self._wide if tree.dependents(head, "nsubj") else self._own
            self._by_embedding[head] = _weakest(self._by_embedding[above], shared[above])
            self._wide[head] = _weakest(self._wide[head], self._wide[above])
        elif governor is not None:
            self._embedded_by[head] = self._predicates.get(governor, governor)
            self._by_embedding[head] = self._by_governor(governor, head)
        elif (speech := speech_beside(tree, head)) is not None:
            self._embedded_by[head] = speech
            self._by_embedding[head] = _weakest("reported", self._as_adverbial(head))
        else:
            is_adverbial = tree.is_in(head, "advcl")
            self._embedded_by[head] = self._predicates.get(above, above) if is_adverbial else None
            self._by_embedding[head] = self._as_adverbial(head)

    # Complements.

    def _governor(self, head: int) -> int | None:
        """Return the word that a clause is a complement of; None if it is not a complement."""
        tree = self._tree
        is_of_noun = tree.relations[head] == "acl" and bool(tree.dependents(head, "mark"))
        is_governed = is_complement(tree, head) or is_of_noun
        above = tree.heads[head]
        return above if is_governed and above >= 0 else None

    def _by_governor(self, governor: int, head: int) -> Commitment:
        own = self.by_word(governor, head, is_negated=self._is_negated(governor))
        if governor not in self._predicates:
            return own
        is_infinitive = self._tree.is_in(head, "xcomp", "advcl")
        is_possible = self._groups.of(governor).modality == "possible"
        by_modality: Commitment = "potential" if is_infinitive and is_possible else "factual"
        return _weakest(own, by_modality, self.commitment(governor))

    def by_word(self, governor: int, head: int, *, is_negated: bool) -> Commitment:
        """Return the commitment to a complement by its governing word alone.

        `head` is the head of the complement; `is_negated` is whether the governing word is negated.
        """
        if norms_of(self._tree, head, "mark", "advmod") & _WORDS["open_complements"]:
            return "potential"
        is_passive = bool(self._tree.dependents(governor, "aux:pass"))
        is_infinitive = has_to(self._tree, head)
        # "Used to" is a past habit, unless it is the purpose that something was used for.
        is_used_to = self._tree.norms[governor] == "used" and is_infinitive
        is_habit = is_used_to and not (is_passive or self._tree.dependents(governor, "obj"))
        if self._groups.of(head).obligation != "none" or is_habit:
            return "factual"
        heading = self.heading(governor, head)
        # "He told them to go" is an order; "he is said to be ill" is not.
        if not heading or (heading == "reported" and is_infinitive and not is_passive):
            return "potential" if is_infinitive else "factual"
        # The complement of "is not known" is open.
        if heading == "factive" and is_passive and is_negated:
            return "potential"
        return VERIDICALITY[heading][is_negated]

    def heading(self, governor: int, head: int) -> str:
        """Return the heading of a governing word and its complement; see `heading_of`."""
        lemma = self._lemma_of.get(governor, self._tree.lemmas[governor])
        heading = heading_of(lemma, self._form(head))
        # "Kept from leaving", "stopped from leaving", "banned from leaving".
        is_from = self._tree.marker(head) == "from"
        return "negative_implicative" if is_from and heading != "denying" else heading

    def _form(self, head: int) -> Form:
        if has_to(self._tree, head):
            return "to"
        group = [*self._tree.dependents(head, "aux", "cop"), self._predicates[head]]
        return "gerund" if self._tree.tags[min(group)] == "VBG" else "that"

    def _is_negated(self, governor: int) -> bool:
        if governor in self._predicates:
            return self._groups.is_negated(governor)
        return is_negated_noun(self._tree, governor)

    # Adverbial clauses.

    def _as_adverbial(self, head: int) -> Commitment:
        """Return the commitment to a clause that is not a complement, by its main clause."""
        if not self._tree.is_in(head, "advcl"):
            return "factual"
        above = self._tree.heads[head]
        outer: Commitment = "factual"
        if above in self._predicates:
            by_source: Commitment = "reported" if is_attributed(self._tree, above) else "factual"
            outer = _weakest(self._by_embedding[above], by_source)
        # In "failed to come because it rained", coming is counterfactual, but raining is open.
        if outer == "counterfactual":
            outer = "potential"
        return _weakest(
            outer,
            "conditional" if is_open_adverbial(self._tree, head) else "factual",
            "potential" if has_to(self._tree, head) else "factual",
        )

    # Words beside the verb.

    def _by_own_words(self, head: int) -> Commitment:
        tree = self._tree
        is_conditioned = self._groups.first_head(head) in self._conditioned
        # "The aim is to win."
        is_aim = has_to(tree, head) and bool(tree.dependents(head, "nsubj:outer"))
        is_open = is_aim or is_question(tree, head)
        return _weakest(
            "reported" if is_attributed(tree, head) else "factual",
            "conditional" if is_conditioned else "factual",
            "potential" if is_open else "factual",
        )

    def _by_wide_words(self, head: int) -> Commitment:
        """Return the commitment by words before the subject, and by a question mark."""
        tree = self._tree
        subjects = tree.dependents(head, "nsubj")
        start = subjects[0] if subjects else head
        clauses = (word for word in tree.dependents(head, "advcl") if word < start)
        return _weakest(
            "reported" if is_attributed(tree, head, before=start) else "factual",
            "conditional" if any(is_condition(tree, word) for word in clauses) else "factual",
            "potential" if is_question(tree, head) else "factual",
        )


def _weakest(*commitments: Commitment) -> Commitment:
    return max(commitments, key=_COMMITMENTS.index)


@registry.layers("statuses.v1")
class StatusLayer(Layer):
    """A `Status` for each predication, parallel to the layer ``predications``.

    Tense and modality are those of the verb group (see `VerbGroups`). Verbs that share
    auxiliaries share tense, modality and negation. "Have to" and "need to" are modals of their
    infinitive; "do not have to" makes it potential. The commitment to a clause depends on what
    it is embedded in (see `Embedding`). Appositions are factual and not negated.
    """

    provides = ("statuses",)
    needs = (*PARSE_LAYERS, "predications")

    def compute(self, analyses: Sequence[Analysis]) -> Iterator[Mapping[str, Any]]:
        """Find the statuses in the parses."""
        for analysis in analyses:
            yield {"statuses": tuple(_statuses(analysis))}


def _statuses(analysis: Analysis) -> Iterator[Status]:
    tree = DependencyTree(analysis)
    predications: tuple[Predication, ...] = analysis.layer("predications")
    groups = VerbGroups(tree, predications)
    embedding = Embedding(tree, predications, groups)
    for predication in predications:
        if predication.kind == "apposition":
            yield _ASSERTED
            continue
        head = head_of(tree, predication)
        yield Status(
            tense=groups.of(head).tense,
            modality=groups.of(head).modality,
            negated=groups.is_negated(head),
            commitment=embedding.commitment(head),
            embedded_by=embedding.embedded_by(head),
        )
