"""Clauses: events with their participants, negation, coordination, conditions and embedding."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from rte_baselines.analysis.predicates.clauses import (
    clause_marker,
    is_complement,
    is_negation,
    negations,
)
from rte_baselines.analysis.predicates.embedding import (
    is_attributed,
    is_condition,
    is_open_adverbial,
    is_question,
    speech_beside,
)
from rte_baselines.analysis.predicates.predications import Argument, Function, Predication
from rte_baselines.analysis.predicates.verb_groups import has_to, norms_of, verb_negations
from rte_baselines.analysis.tokens.word_classes import word_lists
from rte_baselines.logic.drs import Implication
from rte_baselines.logic.formulas import Variable
from rte_baselines.logic.meaning.comparisons import Comparative, comparison_of, say_comparison
from rte_baselines.logic.meaning.descriptions import Descriptions, is_evidential
from rte_baselines.logic.meaning.discourse import Rest, Scope, relation_name
from rte_baselines.logic.meaning.lexicon import (
    has_antonym,
    is_finite,
    is_habit,
    is_in_fiction,
    is_open_gerund,
    is_order,
    is_verb,
    words,
)
from rte_baselines.logic.meaning.noun_phrases import FUTURE

# Clauses below this depth are not read, so that a sentence of a thousand "and"s does not overflow
# the stack.
_DEEPEST = 24

_PARTICIPANTS = ("subject", "object", "indirect_object", "oblique")
# The "words" of operators, which are no participants.
_NEGATION = -2
_HEDGE = -1
# A clause without these dependents may say more than the sentence does, so `_beside` adds them or
# treats them as unknown.
_NOT_READ = ("dep", "parataxis", "csubj", "orphan", "reparandum", "list", "dislocated", "vocative")
# An obligation need not be fulfilled, and what "has yet to" happen has not happened.
_BY_OBLIGATION = {
    "obligation": "necessary",
    "no obligation": "potential",
    "unfulfilled": "counterfactual",
}
# What comes after "before" may not have happened.
_UNCERTAIN = frozenset({"before", "until", "till", "rather_than", "instead_of"})


@dataclass(frozen=True, order=True)
class _Item:
    """A participant, the negation or a hedge of a clause, and where it stands."""

    position: int
    word: int
    commitment: str = ""


@dataclass(frozen=True)
class _Frame:
    """A clause whose participants are being introduced."""

    head: int
    participants: dict[int, Variable] = field(default_factory=dict)
    """The referents of the arguments so far, by word."""
    around_negation: Scope | None = None
    """The scope around the negation of the clause; None if it is not negated, or not yet."""


_Finish: TypeAlias = Callable[[Scope, _Frame], None]


class Clauses(Descriptions):
    """Adds clauses to scopes.

    Verbs are events with the roles ``agent``, ``patient`` and ``recipient``, and prepositions as
    further relations. Quantifiers and the negation of a clause have the scope of their order in
    the text. What is said of a copula's subject holds of it directly, without an event.
    """

    def clause(self, head: int, scope: Scope, rest: Rest | None = None) -> None:
        """Add a clause with what is coordinated with it, and say the rest of its event.

        The rest is not said of copulas, which have no event.
        """
        if head in self._open_clauses or len(self._open_clauses) + scope.depth > _DEEPEST:
            self.unknown(scope, head)
            return
        self._open_clauses.append(head)
        conditions = [word for word in self.tree.dependents(head, "advcl") if self._is_if(word)]
        if conditions:
            self._say_conditionally(head, conditions, scope, rest)
        else:
            self._say_coordinated(head, scope, rest)
        self._open_clauses.pop()

    # Conditions.

    def _is_if(self, head: int) -> bool:
        tree = self.tree
        is_whenever = clause_marker(tree, head) == "whenever" or is_habit(tree, head)
        return is_condition(tree, head) or is_whenever

    def _say_conditionally(
        self, head: int, conditions: Sequence[int], scope: Scope, rest: Rest | None
    ) -> None:
        antecedent = Scope(scope, is_flipped=True)
        for condition in conditions:
            self.read_conjunction(condition)
            if clause_marker(self.tree, condition) == "unless":
                with antecedent.negated() as inner:
                    self.clause(condition, inner)
            else:
                self.clause(condition, antecedent)
        consequent = Scope(antecedent, is_flipped=True)
        self._say_coordinated(head, consequent, rest)
        scope.add(Implication(antecedent.drs(), consequent.drs()))

    # Coordination.

    def _say_coordinated(self, head: int, scope: Scope, rest: Rest | None) -> None:
        conjuncts = self._asserted_conjuncts(head, scope)
        if head not in self.predications:
            self._one(head, scope, rest)
            for conjunct in conjuncts:
                self.clause(conjunct, scope)
            return
        own_subject = [
            word for word in conjuncts if self.tree.dependents(word, "nsubj", "expl", "csubj")
        ]
        if own_subject and self._is_disjunction(own_subject, "or"):
            scope.say_any([head, *conjuncts], lambda verb, inner: self._one(verb, inner, rest))
            return
        sharing = [word for word in conjuncts if word not in own_subject]
        if sharing:
            self._say_sharing([head, *sharing], scope, rest)
        else:
            self._one(head, scope, rest)
        for conjunct in own_subject:
            self.clause(conjunct, scope)

    def _asserted_conjuncts(self, head: int, scope: Scope) -> list[int]:
        """Return the coordinated clauses; of "left rather than stay", only the first."""
        asserted = []
        for conjunct in self.tree.dependents(head, "conj"):
            if conjunct not in self.predications:
                continue
            if norms_of(self.tree, conjunct, "cc") & words("replacing"):
                self.read_conjunction(conjunct)
                self.unknown(scope, conjunct)
            else:
                asserted.append(conjunct)
        return asserted

    def _is_disjunction(self, conjuncts: Sequence[int], *conjunctions: str) -> bool:
        return any(
            norms_of(self.tree, conjunct, "cc").intersection(conjunctions) for conjunct in conjuncts
        )

    def _one(self, head: int, scope: Scope, rest: Rest | None) -> None:
        """Add one clause without what is coordinated with it."""
        # Without a number that is a subject, as "fewer than three", but is parsed as a clause, the
        # clause would say that somebody does it.
        lost = self.tree.dependents(head, "csubj", "dep", "advcl", "ccomp", "parataxis")
        if not self.quantifiers.consumed.isdisjoint(lost) or self._has_no_subject(head):
            self.unknown(scope, head)
            return
        if head not in self.predications:
            self._fragment(head, scope)
            return
        comparison = comparison_of(self.tree, head, self.predications[head])
        if comparison is not None and rest is None:
            self._compared(head, comparison, scope)
            return
        items = sorted([*self._arguments(head), *self._operators(head)])
        self._participants(items, _Frame(head), scope, lambda s, f: self._event(f, s, rest))

    def _compared(self, head: int, comparison: Comparative, scope: Scope) -> None:
        """Add a clause that compares numbers or amounts."""
        lemma = self.predications[head].lemma
        self.read(*self.predications[head].group)
        compared = (comparison.subject, comparison.standard)
        items = [*self._operators(head), *(_Item(self._position(word), word) for word in compared)]

        def finish(inner: Scope, frame: _Frame) -> None:
            subject, standard = (frame.participants[word] for word in compared)
            say_comparison(self, comparison, lemma, (subject, standard), inner)

        self._participants(sorted(items), _Frame(head), scope, finish)

    def _say_sharing(self, heads: Sequence[int], scope: Scope, rest: Rest | None) -> None:
        """Add verbs that share their subject, within its scope."""
        first = heads[0]
        later = [{item.word for item in self.predications[head].arguments} for head in heads[1:]]
        in_all = set.intersection(*later)
        items = self._arguments(first)
        shared = [item for item in items if item.position < first and item.word in in_all]
        fronted = self._fronted(heads)
        shared_words = {item.word for item in shared}
        moved_words = {moved.word for moved in fronted} - shared_words
        shared += [item for item in items if item.word in moved_words]
        shared_words |= moved_words
        groups = self.groups
        shares_group = all(groups.first_head(head) == first for head in heads)
        if shares_group:
            shared += self._operators(first)

        def say(head: int, inner: Scope, frame: _Frame) -> None:
            own = [item for item in self._arguments(head) if item.word not in shared_words]
            own += [] if shares_group else self._operators(head)

            def say_rest(scope: Scope, event: Variable) -> None:
                for moved in () if head == first else fronted:
                    referent = frame.participants[moved.word]
                    self._participant(moved, self.predications[head].lemma, event, referent, scope)
                if rest is not None:
                    rest(scope, event)

            finish_one: _Finish = lambda s, f: self._event(f, s, say_rest)  # noqa: E731
            self._participants(sorted(own), replace(frame, head=head), inner, finish_one)

        def finish(inner: Scope, frame: _Frame) -> None:
            # "Nor" is a part of a negation around the disjunction, or negates its own clause.
            conjunctions = ("or", "nor") if shares_group else ("or",)
            if self._is_disjunction(heads[1:], *conjunctions):
                inner.say_any(heads, lambda head, part: say(head, part, frame))
            else:
                for head in heads:
                    say(head, inner, frame)

        self._participants(sorted(shared), _Frame(first), scope, finish)

    def _fronted(self, heads: Sequence[int]) -> list[Argument]:
        """Return the phrases of time or place before a subject, which are about all its verbs.

        "After the war the city was taken and then returned." If another verb has a phrase of its
        own, it may be at another time: "in 1990 he moved to Rome and died in 1999".
        """
        first = heads[0]
        subjects = self.tree.dependents(first, "nsubj")
        if not subjects:
            return []
        later = [argument for head in heads[1:] for argument in self.predications[head].arguments]
        own_roles = {
            argument.role for argument in later if argument.function in ("oblique", "clause")
        }
        own_words = {argument.word for argument in later}
        return [
            argument
            for argument in self.predications[first].arguments
            if argument.function == "oblique"
            and argument.role in ("time", "location")
            and argument.word < subjects[0]
            and argument.word not in own_words
            and argument.role not in own_roles
            and not self._is_adjunct(argument)
        ]

    def _has_no_subject(self, head: int) -> bool:
        """Whether a verb lacks its subject, or has its subject's determiner, by a wrong parse.

        Without the subject, a goal would be too weak.
        """
        tree, predication = self.tree, self.predications.get(head)
        if predication is None or predication.kind != "verb":
            return False
        lost = norms_of(tree, head, "det") - {"the", "a", "an"}
        functions = {argument.function for argument in predication.arguments}
        has_subject = bool(functions.intersection(_PARTICIPANTS) - {"oblique"})
        is_finite = tree.tags[head] in ("VBD", "VBZ", "VBP", "VBN", "NN", "NNS")
        is_main = tree.is_in(head, "root", "conj", "parataxis")
        return bool(lost) or (is_finite and is_main and not has_subject)

    # Hedges.

    def _hedges(self, head: int) -> list[_Item]:
        """Return why a clause is not asserted, with where the words that say so stand."""
        tree, group = self.tree, self.groups.of(head)
        is_reported = is_attributed(tree, head) or speech_beside(tree, head) is not None
        hedges = [
            (is_reported, "reported"),
            (is_question(tree, head), "potential"),
            (is_in_fiction(tree, head), "fictional"),
            (group.is_unreal, "counterfactual"),
        ]
        found = [_Item(-1, _HEDGE, hedge) for applies, hedge in hedges if applies]
        first = self.groups.first_head(head)
        auxiliaries = norms_of(tree, first, "aux")
        # "Do not go" and "would not go" deny that one is to go, or would.
        if is_order(tree, head):
            found.append(_Item(head, _HEDGE, "ordered"))
        if group.modality != "none" and group.obligation == "none":
            found.append(_Item(self._modal(head), _HEDGE, group.modality))
        elif not group.is_unreal and "would" in auxiliaries:
            found.append(_Item(head, _HEDGE, "conditional"))
        elif self._is_future(head):
            found.append(_Item(head, _HEDGE, FUTURE))
        if tree.pos[head] in ("VERB", "AUX"):
            adverbs = [adverb for adverb in tree.dependents(head, "advmod") if adverb < head]
            listed = (words("approximators") | words("seldom")) - {"too", "half"}
            found += [
                _Item(adverb, _HEDGE, tree.norms[adverb])
                for adverb in adverbs
                if tree.norms[adverb] in listed and not is_evidential(tree.norms[adverb])
            ]
        return found

    def _is_future(self, head: int) -> bool:
        """Whether a clause is about the future: "will leave", "is going to leave"."""
        tree, first = self.tree, self.groups.first_head(head)
        copulas = tree.dependents(head, "cop")
        shares_auxiliary = (
            tree.is_in(head, "conj")
            and tree.heads[head] in self.predications
            and not tree.dependents(head, "aux", "mark", "nsubj")
        )
        if shares_auxiliary and any(tree.tags[copula] == "VB" for copula in copulas):
            # "Will rise and be tall"
            return self._is_future(tree.heads[head])
        has_future = bool(norms_of(tree, first, "aux") & words("before_infinitives"))
        is_infinitive = tree.tags[first] == "VB" and bool(tree.dependents(first, "mark"))
        is_to_be = is_infinitive and bool(tree.dependents(first, "cop"))
        return has_future or is_to_be or self.groups.of(head).tense == "future"

    def _modal(self, head: int) -> int:
        """Return the position of a modal verb or an adverb such as "perhaps"."""
        tree = self.tree
        adverbs = [a for a in tree.dependents(head, "advmod") if is_evidential(tree.norms[a])]
        return min([*tree.dependents(head, "aux"), *adverbs], default=head)

    # Participants.

    def _arguments(self, head: int) -> list[_Item]:
        """Return the participants of a clause, without those coordinated with another one."""
        predication = self.predications[head]
        for argument in predication.arguments:
            if self._is_collective(argument, predication):
                self.undivided.add(argument.word)
        functions = {(argument.word, argument.function) for argument in predication.arguments}
        items = []
        for argument in predication.arguments:
            word, function = argument.word, argument.function
            first = self.tree.heads[word] if self.tree.is_in(word, "conj") else word
            is_later = first != word and (first, function) in functions
            is_said = is_later and len(self.conjuncts(first)) > 1
            if function in _PARTICIPANTS and not self._is_adjunct(argument) and not is_said:
                items.append(_Item(self._position(word), word))
        return items

    def _operators(self, head: int) -> list[_Item]:
        """Return the negation and the hedges of a clause.

        "Cannot" is read as "not possible", and "may not" as "possibly not".
        """
        tree, hedges = self.tree, self._hedges(head)
        self.read(*negations(tree, head), *(item.position for item in hedges))
        if not self._is_negated(head):
            return hedges
        auxiliaries = tree.dependents(head, "aux", "cop")
        if not any(tree.norms[auxiliary] in ("can", "could", "ca") for auxiliary in auxiliaries):
            auxiliaries = ()
        position = min([*negations(tree, head), *auxiliaries], default=head)
        return [*hedges, _Item(position, _NEGATION)]

    def _is_negated(self, head: int) -> bool:
        tree = self.tree
        if clause_marker(tree, head) == "without":
            return False
        # The negation of "neither rich nor famous" is that of the coordination.
        is_attribute = self.predications[head].kind == "copula"
        neither = tree.dependents(head, "cc:preconj") if is_attribute else []
        consumed = self.quantifiers.consumed
        count = verb_negations(tree, head)
        count -= sum(negation in consumed for negation in negations(tree, head))
        return (count - sum(is_negation(tree, node) for node in neither)) % 2 == 1

    def _position(self, word: int) -> int:
        """Return where a phrase begins, but for the clauses in it."""
        return min([word, *self.tree.dependents(word, "det", "amod", "nummod", "nmod:poss")])

    def _is_collective(self, argument: Argument, predication: Predication) -> bool:
        """Whether coordinated participants take part in one event: "Ann and Bob met"."""
        if argument.function not in _PARTICIPANTS:
            return False
        conjuncts = self.conjuncts(argument.word)
        if len(conjuncts) == 1 or self.conjunction(conjuncts) != "and":
            return False
        adverbs = predication.of_function("adverb")
        is_together = any(self.tree.norms[adverb.word] == "together" for adverb in adverbs)
        if argument.function == "subject":
            is_transitive = bool(predication.of_function("object"))
            listed = predication.lemma in words("collective_subjects") and not is_transitive
        elif argument.function == "object":
            listed = predication.lemma in words("collective_objects")
        else:
            listed = argument.marker in ("between", "among")
        return listed or (is_together and argument.function in ("subject", "object"))

    def _is_adjunct(self, argument: Argument) -> bool:
        """Whether an oblique is read with the event: "without", "than", and evidentials."""
        marker = relation_name(argument.marker)
        evidential = word_lists("predicates/embedding_predicates.txt")["evidential_prepositions"]
        others = ("without", "than", "as", "except", "except_for")
        is_special = marker in others or marker in evidential or self._is_bare_adverb(argument)
        is_special |= self.is_measure(argument.word)
        return argument.function == "oblique" and is_special

    def _participants(
        self, items: Sequence[_Item], frame: _Frame, scope: Scope, finish: _Finish
    ) -> None:
        """Introduce participants and operators, each inside the last, then finish the clause."""
        if not items:
            finish(scope, frame)
            return
        item, *following = items

        def go_on(inner: Scope, referent: Variable) -> None:
            own = replace(frame, participants={**frame.participants, item.word: referent})
            self._participants(following, own, inner, finish)

        if item.word == _NEGATION:
            with scope.negated() as inner:
                self._participants(following, replace(frame, around_negation=scope), inner, finish)
        elif item.word == _HEDGE:
            inner = Scope(scope, commitment=item.commitment)
            self._participants(following, frame, inner, finish)
            self._absorb(inner, scope, frame.head)
        elif self.takes_scope(item.word, scope):
            self.noun_phrase(item.word, scope, go_on)
        else:
            found = dict(frame.participants)
            self.noun_phrase(item.word, scope, lambda _, var: found.update({item.word: var}))
            self._participants(following, replace(frame, participants=found), scope, finish)

    # Events and states.

    def _event(self, frame: _Frame, scope: Scope, rest: Rest | None) -> None:
        predication = self.predications[frame.head]
        has_there = predication.lemma == "be" and self.tree.dependents(frame.head, "expl")
        if predication.kind == "copula" or has_there:
            self._state(frame, predication, scope)
        else:
            self._verb(frame, predication, scope, rest)

    def _verb(
        self, frame: _Frame, predication: Predication, scope: Scope, rest: Rest | None
    ) -> None:
        event = self.referents.new("e")
        self.read(frame.head, *predication.group)
        scope.introduce(event)
        particle = self._particle(frame.head, predication)
        if particle is not None:
            self.read(particle)
            scope.say(f"{predication.lemma}_{self.tree.norms[particle]}.v", event)
        is_phrasal = particle is not None and self.keeps_unknown(scope)
        if not is_phrasal:
            scope.say(f"{predication.lemma}.v", event)
        for argument in predication.arguments:
            referent = frame.participants.get(argument.word)
            if is_phrasal and argument.word == particle:
                continue
            if referent is not None and argument.function in _PARTICIPANTS:
                self._participant(argument, predication.lemma, event, referent, scope)
            elif argument.function == "oblique" and self._is_adjunct(argument):
                self._adjunct(argument, event, scope)
            elif argument.function == "attribute":
                self._secondary_predicate(argument.word, frame, event, scope)
            elif argument.function == "adverb":
                self.adverb(argument.word, event, scope)
        self._resulting_state(frame, scope)
        self._embedded(frame, event, scope)
        if rest is not None:
            rest(scope, event)

    def _particle(self, head: int, predication: Predication) -> int | None:
        """Return the adverb behind the object that makes a phrasal verb: "threw the box away".

        The adverb may be meant literally. An assertion therefore has the verb and the phrasal verb;
        a goal has only the phrasal verb.
        """
        tree = self.tree
        objects = [word for word in tree.dependents(head, "obj") if word > head]
        for argument in predication.of_function("adverb"):
            word = argument.word
            is_behind = bool(objects) and word > objects[0] and not tree.dependents(word)
            is_listed = tree.norms[word] in words("particles")
            if is_behind and is_listed and is_verb(f"{predication.lemma}_{tree.norms[word]}"):
                return word
        return None

    def _resulting_state(self, frame: _Frame, scope: Scope) -> None:
        """Say of a door that is closed that it is in the state of being closed."""
        tree, head = self.tree, frame.head
        is_passive = bool(tree.dependents(head, "aux:pass")) and tree.tags[head] == "VBN"
        subject = next(iter(tree.dependents(head, "nsubj:pass")), -1)
        others = tree.dependents(head, "obl", "obj", "xcomp", "compound:prt")
        referent = frame.participants.get(subject)
        is_state = is_passive and not others and has_antonym(tree.norms[head])
        if is_state and referent is not None and self.adds_implied_conditions(scope):
            scope.say(f"{tree.norms[head]}.a", referent)

    def _participant(
        self, argument: Argument, lemma: str, event: Variable, referent: Variable, scope: Scope
    ) -> None:
        is_theme = argument.role == "theme"
        transfers = lemma in word_lists("predicates/role_words.txt")["transferring"]
        is_dative = transfers and argument.role == "recipient" and argument.marker == "to"
        if argument.function == "subject":
            scope.relate("patient" if is_theme else "agent", event, referent)
        elif argument.function == "object":
            scope.relate("patient", event, referent)
        elif argument.function == "indirect_object" or is_dative:
            scope.relate("recipient", event, referent)
        else:
            marker = relation_name(argument.marker)
            self.read_preposition(argument.word)
            if marker:
                # Who may sing in Rome is not in Rome.
                scope.say(marker, event, referent)
            else:
                scope.relate(argument.role, event, referent)

    def _is_bare_adverb(self, argument: Argument) -> bool:
        """Whether a noun without a preposition is an adverb: "yesterday"."""
        lists = word_lists("predicates/role_words.txt")
        is_bare = argument.function == "oblique" and not argument.marker
        return is_bare and self.tree.lemmas[argument.word] in lists["time_adverbs"]

    def _adjunct(self, argument: Argument, event: Variable, scope: Scope) -> None:
        if self.is_measure(argument.word):
            # The adjective says it: "two years old".
            return
        if self._is_bare_adverb(argument):
            self.adverb(argument.word, event, scope)
        elif argument.marker == "without":
            self.say_without(argument.word, event, scope)
        elif argument.marker == "according to":
            self.read(*self.subtree(argument.word))
        elif argument.marker not in ("than", "as"):
            self.unknown(scope, argument.word, event)

    def _secondary_predicate(self, word: int, frame: _Frame, event: Variable, scope: Scope) -> None:
        """Say the attribute of a verb: "became a judge", "elected him president"."""
        predication = self.predications[frame.head]
        lists = word_lists("predicates/role_words.txt")
        linking = words("resulting") | lists["linking"] | {"seem", "look", "feel", "sound"}
        if self.tree.tags[word] in ("JJR", "RBR") and predication.lemma not in linking:
            # "Runs faster" has an adverb.
            self.adverb(word, event, scope)
            return
        needs_object = predication.lemma in lists["appointing"]
        functions: tuple[Function, ...] = ("object",) if needs_object else ("object", "subject")
        holders = [
            frame.participants[argument.word]
            for function in functions
            for argument in predication.of_function(function)
            if argument.word in frame.participants
        ]
        if not holders:
            self.unknown(scope, word)
        elif predication.lemma in words("resulting"):
            self.predicate(word, holders[0], scope)
        else:
            region = Scope(scope, commitment="believed")
            self.predicate(word, holders[0], region)
            self._absorb(region, scope, word, holders[0])

    def _state(self, frame: _Frame, predication: Predication, scope: Scope) -> None:
        """Say what is said of the subject of "be"."""
        self.read(*predication.group)
        subjects = [
            frame.participants[argument.word]
            for argument in predication.of_function("subject")
            if argument.word in frame.participants
        ]
        if not subjects:
            self.unknown(scope, frame.head)
            return
        subject = subjects[-1]
        if predication.kind == "copula":
            self.of_copula(frame.head, subject, scope)
        for argument in predication.arguments:
            referent = frame.participants.get(argument.word)
            if argument.function == "oblique" and referent is not None:
                self.read_preposition(argument.word)
                scope.say(relation_name(argument.marker) or argument.role, subject, referent)
            elif argument.function == "oblique" and self._is_adjunct(argument):
                self._adjunct(argument, subject, scope)
            elif argument.function == "adverb" and self.is_degree(argument.word):
                self.read(argument.word)
            elif argument.function == "adverb":
                self.adverb(argument.word, subject, scope)
        self._embedded(frame, subject, scope)

    # Clauses inside the clause.

    def _embedded(self, frame: _Frame, event: Variable, scope: Scope) -> None:
        """Add the complements and adverbial clauses, and note what is not read."""
        tree, head = self.tree, frame.head
        for word in tree.dependents(head):
            if tree.is_in(word, *_NOT_READ):
                self._beside(word, event, scope)
            elif word not in self.predications or self._is_if(word):
                if tree.is_in(word, "ccomp", "advcl") and not self._is_if(word):
                    self.unknown(scope, word, event)
            elif is_complement(tree, word):
                self._complement(word, frame, event, scope)
            elif tree.is_in(word, "advcl"):
                self._adverbial(word, event, scope)

    def _beside(self, word: int, event: Variable, scope: Scope) -> None:
        """Add a clause beside another one, such as "he said"; other such words are unknown."""
        is_clause = self.tree.is_in(word, "parataxis") and word in self.predications
        if is_clause and self.tree.dependents(word, "nsubj"):
            self.clause(word, scope.root)
        else:
            self.unknown(scope, word, event)

    def _complement(self, word: int, frame: _Frame, event: Variable, scope: Scope) -> None:
        embedding, outer = self.embedding, frame.around_negation
        commitment: str = embedding.by_word(frame.head, word, is_negated=outer is not None)
        # Who was able to do something has done it.
        is_past = self.groups.of(frame.head).tense == "past"
        if self.tree.lemmas[frame.head] == "able" and not is_past:
            commitment = "possible"
        heading = embedding.heading(frame.head, word)
        obligation = self.groups.of(word).obligation
        if obligation != "none":
            commitment = _BY_OBLIGATION[obligation]
        elif not heading and self.tree.is_in(word, "ccomp") and is_finite(self.tree, word):
            # Whether a clause holds that an unknown verb reports is not known: "dreamed that".
            commitment = "potential"
        self.read_conjunction(word)
        is_false = commitment == "counterfactual" and heading.endswith("implicative")

        def link(inner: Scope, embedded: Variable) -> None:
            inner.relate("content", event, embedded)

        if is_false:
            target = outer or scope
            with target.negated() as inner:
                self.clause(word, inner)
            if outer is not None:
                # Who did not manage to open the box may have managed something else.
                self.clause(word, scope, link)
        elif commitment == "factual" and outer is not None:
            # The link is under the negation, but what it links to is not.
            self.clause(word, outer, lambda _, embedded: link(scope, embedded))
        elif commitment == "factual":
            self.clause(word, scope, link)
        else:
            region = Scope(scope, commitment=commitment)
            self.clause(word, region, link)
            self._absorb(region, scope, word, event)

    def _adverbial(self, word: int, event: Variable, scope: Scope) -> None:
        tree = self.tree
        marker = relation_name(clause_marker(tree, word))

        def link(inner: Scope, other: Variable) -> None:
            if marker and marker != "to":
                inner.relate(marker, event, other)

        is_listed = is_open_adverbial(tree, word) or marker in _UNCERTAIN
        if marker == "without":
            with scope.negated() as inner:
                self.clause(word, inner)
        elif has_to(tree, word) or is_listed or is_open_gerund(tree, word):
            self.read_conjunction(word)
            region = Scope(scope, commitment="potential")
            name = "purpose" if has_to(tree, word) else marker
            self.clause(word, region, lambda inner, other: inner.relate(name, event, other))
            self._absorb(region, scope, word, event)
        elif marker in ("than", "as"):
            self.unknown(scope, word, event)
        else:
            self.clause(word, scope, link)

    # Fragments.

    def _fragment(self, head: int, scope: Scope) -> None:
        """Add the noun phrase, or whatever else a text without a clause is."""
        tree = self.tree
        is_nominal = tree.pos[head] in ("NOUN", "PROPN", "PRON", "NUM")
        is_existing = self.quantifiers.of(head).kind in ("existential", "definite", "at_least")
        is_negated = any(is_negation(tree, word) for word in tree.dependents(head))
        if not is_nominal or not is_existing or is_negated:
            self.unknown(scope, head)
            return
        self.noun_phrase(head, scope, lambda inner, referent: None)
        for word in tree.dependents(head, "parataxis", "advcl"):
            if word in self.predications and not self._is_if(word):
                self.clause(word, scope)
