"""Verb groups: the tense, modality and negation of clauses, by auxiliaries and other words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.analysis.predicates.clauses import INTRANSITIVE_VERBS, is_negation
from rte_baselines.analysis.predicates.predications import Modality, Predication, Tense
from rte_baselines.analysis.tokens.word_classes import word_lists

_WORDS = word_lists("predicates/embedding_predicates.txt")

# Taggers sometimes tag a rare verb in -s as a plural noun.
_FINITE_TENSES: dict[str, Tense] = {
    "VBD": "past",
    "VBP": "present",
    "VBZ": "present",
    "NNS": "present",
}

Obligation = Literal["none", "obligation", "no obligation", "unfulfilled"]
"""The obligation that "have to" and "need" express: none, an obligation ("has to pay"), the
absence of one ("does not have to pay", "need not pay"), an unfulfilled one ("has yet to pay")."""

_ARGUMENTS = ("nsubj", "obj", "iobj")


def verb_negations(tree: DependencyTree, head: int) -> int:
    """Return the number of words beside a verb that negate it: "not", "nor", "no longer".

    "Without" before a gerund is one of them.
    """
    adverbs = tree.dependents(head, "advmod")
    ended = sum("no" in norms_of(tree, adverb, "advmod", "det") for adverb in adverbs)
    # The "not" of "not only ... but also" does not negate.
    negations = sum(
        is_negation(tree, word) and _next_norm(tree, word) not in _WORDS["restricting_adverbs"]
        for word in tree.dependents(head, "advmod", "cc", "mark")
    )
    return ended + negations


def noun_negations(tree: DependencyTree, head: int) -> int:
    """Return the number of subjects, objects and obliques that negate a clause.

    Subjects and objects negate a clause with words such as "nobody", "no survivors" and "neither
    Ann nor Bob"; subjects also with "not all". Obliques negate it in "by nobody" and "at no time
    did they".
    """
    arguments = [word for word in tree.dependents(head, *_ARGUMENTS) if is_negated_noun(tree, word)]
    subjects = [word for word in tree.dependents(head, "nsubj") if _is_not_all(tree, word)]
    obliques = [
        word
        for word in tree.dependents(head, "obl")
        if is_negated_noun(tree, word) and _reaches_verb(tree, head, word)
    ]
    return len(arguments) + len(subjects) + len(obliques)


def is_negated_noun(tree: DependencyTree, noun: int) -> bool:
    """Whether a noun is negated: "nobody", "no doubt", "neither Ann nor Bob"."""
    is_pronoun = tree.pos[noun] in ("PRON", "NOUN", "DET") and is_negation(tree, noun)
    before = tree.dependents(noun, "det", "cc:preconj")
    return is_pronoun or any(is_negation(tree, word) for word in before)


def _is_not_all(tree: DependencyTree, noun: int) -> bool:
    """Whether "not" precedes the quantifier of a noun: "not all passengers", "not everyone"."""
    quantifiers = tree.dependents(noun, "det", "amod", "nummod")
    return any(
        is_negation(tree, adverb) and _next_norm(tree, adverb) in _WORDS["negated_quantifiers"]
        for word in (noun, *quantifiers)
        for adverb in tree.dependents(word, "advmod")
    )


def _reaches_verb(tree: DependencyTree, head: int, oblique: int) -> bool:
    """Whether a negated oblique negates the clause: by inversion or by its preposition."""
    is_inverted = any(
        oblique < auxiliary < subject
        for auxiliary in tree.dependents(head, "aux", "cop")
        for subject in tree.dependents(head, "nsubj")
    )
    # After other prepositions, "no" mostly negates the noun only: "left with no money".
    return is_inverted or tree.preposition(oblique) in {"at", "by", "on", "to", "under"}


def _next_norm(tree: DependencyTree, word: int) -> str:
    norms = tree.norms
    return norms[word + 1] if word + 1 < len(norms) else ""


@dataclass(frozen=True)
class VerbGroup:
    """The features of a verb with its auxiliaries, which coordinated verbs may share.

    `is_unreal` is whether it has "would have"; `is_negated` is whether words beside the verb
    negate it, and its arguments are not considered.
    """

    tense: Tense
    modality: Modality
    obligation: Obligation
    is_unreal: bool
    is_negated: bool


class VerbGroups:
    """The verb groups of a snippet, by the heads of its clauses.

    `predicates` has the predicating word of each head, without appositions.
    """

    def __init__(self, tree: DependencyTree, predications: Sequence[Predication]) -> None:
        self._tree = tree
        self.predicates: Mapping[int, int] = {
            head_of(tree, predication): predication.word
            for predication in predications
            if predication.kind != "apposition"
        }
        self._first_head: dict[int, int] = {}
        self._groups: dict[int, VerbGroup] = {}
        for head in tree.from_the_roots:
            if head not in self.predicates:
                continue
            shares_auxiliaries = (
                tree.is_in(head, "conj")
                and tree.heads[head] in self.predicates
                and tree.tags[head] in {"VB", "VBG", "VBN"}
                and not tree.dependents(head, "aux", "cop", "mark", "nsubj")
            )
            if shares_auxiliaries:
                self._first_head[head] = self._first_head[tree.heads[head]]
            else:
                self._first_head[head] = head
                self._groups[head] = self._read(head)

    def first_head(self, head: int) -> int:
        """Return the head that has the auxiliaries of a clause, maybe a verb before it."""
        return self._first_head[head]

    def of(self, head: int) -> VerbGroup:
        """Return the group of a clause, which it may share with a verb before it."""
        return self._groups[self._first_head[head]]

    def is_negated(self, head: int) -> bool:
        """Whether an odd number of words negate a clause."""
        count = noun_negations(self._tree, head)
        if self.predicates[head] != head:
            # The attribute of a copula can negate it: "It is no secret".
            count += is_negated_noun(self._tree, head)
        is_first = self._first_head[head] == head
        # A coordinated verb with its own "not" or "nor" does not share the negation of the first.
        own = 0 if is_first else verb_negations(self._tree, head)
        count += own or self.of(head).is_negated
        return count % 2 == 1

    def _read(self, head: int) -> VerbGroup:
        negations = verb_negations(self._tree, head)
        need_not = negations > 0 and "need" in norms_of(self._tree, head, "aux")
        obligation = "no obligation" if need_not else self._obligation(head)
        return VerbGroup(
            tense=self._tense(head),
            modality=self._modality(head, obligation),
            obligation=obligation,
            is_unreal=self._is_unreal(head),
            is_negated=negations % 2 == 1 and not need_not,
        )

    # Tense.

    def _tense(self, head: int) -> Tense:
        tree = self._tree
        group = sorted([*tree.dependents(head, "aux", "cop"), self.predicates[head]])
        has_future_modal = any(
            tree.norms[word] in _WORDS["future_modals"] and not _is_had(tree, word, group)
            for word in group
        )
        # "They are to marry."
        is_to_be = tree.dependents(head, "cop") and self.predicates[head] == head
        is_future = has_future_modal or (is_to_be and has_to(tree, head))
        has_have = any(tree.lemmas[word] == "have" or _is_had(tree, word, group) for word in group)
        is_perfect = has_have and any(tree.tags[word] == "VBN" for word in group)
        # The perfect is past, as in desalvobraz2006 section 3.1.1, but "will have won" is future.
        if is_perfect and (not is_future or self._is_unreal(head)):
            return "past"
        if is_future:
            return "future"
        tenses = (_FINITE_TENSES.get(tree.tags[word]) for word in group)
        modals = any(tree.tags[word] == "MD" for word in group)
        finite = next((tense for tense in tenses if tense), "present" if modals else "none")
        return "past" if finite == "none" and self._is_mistagged_past(head) else finite

    def _is_unreal(self, head: int) -> bool:
        """Whether it has "would have", as in "she would have won"."""
        auxiliaries = self._tree.dependents(head, "aux")
        would = any(
            self._tree.norms[word] in ("would", "'d") and not _is_had(self._tree, word, auxiliaries)
            for word in auxiliaries
        )
        return would and bool({"have", "'ve"} & norms_of(self._tree, head, "aux"))

    def _is_mistagged_past(self, head: int) -> bool:
        """Whether a verb that is tagged as a past participle is in the past tense.

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
            and noun not in self.predicates
            and tree.lemmas[head] in INTRANSITIVE_VERBS
        )
        return is_only_verb or bool(tree.dependents(head, "nsubj"))

    # Modality.

    def _modality(self, head: int, obligation: Obligation) -> Modality:
        auxiliaries = norms_of(self._tree, head, "aux")
        adverbs = {self._tree.lemmas[word] for word in self._tree.dependents(head, "advmod")}
        if auxiliaries & _WORDS["possible_modals"] or adverbs & _WORDS["possibility_adverbs"]:
            return "possible"
        is_necessary = auxiliaries & _WORDS["necessary_modals"] and obligation != "no obligation"
        return "necessary" if is_necessary or obligation == "obligation" else "none"

    def _obligation(self, head: int) -> Obligation:
        """Return the obligation that "have to", "need to" or "ought to" above a verb express."""
        tree = self._tree
        above = tree.heads[head]
        is_infinitive = tree.is_in(head, "xcomp") and has_to(tree, head)
        # "They have money to spend" is not an obligation.
        has_object = any(word < head for word in tree.dependents(above, "obj"))
        if not is_infinitive or has_object or tree.lemmas[above] not in _WORDS["obliging"]:
            return "none"
        if "yet" in norms_of(self._tree, above, "advmod"):
            return "unfulfilled"
        is_negated = above in self.predicates and self.is_negated(above)
        return "no obligation" if is_negated else "obligation"


def head_of(tree: DependencyTree, predication: Predication) -> int:
    """Return the word with the dependents of a predication; a root stands for its own "be"."""
    head = tree.heads[predication.word] if predication.kind == "copula" else -1
    return head if head >= 0 else predication.word


def norms_of(tree: DependencyTree, head: int, *relations: str) -> set[str]:
    """Return the norms of the dependents of a word with some relations."""
    return {tree.norms[word] for word in tree.dependents(head, *relations)}


def has_to(tree: DependencyTree, head: int) -> bool:
    """Whether a clause is an infinitive with "to"."""
    return any(tree.lemmas[word] == "to" for word in tree.dependents(head, "mark"))


def _is_had(tree: DependencyTree, word: int, group: Sequence[int]) -> bool:
    """Whether "'d" stands for "had" and not "would", by the next word of its verb group."""
    if tree.norms[word] != "'d":
        return False
    following = [tree.tags[later] for later in group if later > word]
    return tree.tags[word] != "MD" if not following else following[0] in ("VBN", "VBD")
