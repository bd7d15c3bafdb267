"""The first layer of logic forms: what the syntax of a snippet says.

References
----------
Hodges, Clark, Fowler and Moldovan 2006, "Applying COGEX to recognize textual entailment", section
3.1; Moldovan and Rus 2001, "Logic form transformation of WordNet and its applicability to question
answering".
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import count

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.english.dependency_tree import PARSE_LAYERS, DependencyTree
from rte_baselines.analysis.english.labels import MISC, ORG, PERSON, PLACE, TIME
from rte_baselines.analysis.predicates.clauses import INTRANSITIVE_VERBS, is_negation
from rte_baselines.analysis.predicates.predications import Argument, Function, Predication
from rte_baselines.analysis.predicates.verb_groups import head_of
from rte_baselines.lexicon.wordnet.database.database import wordnet_in_use
from rte_baselines.lexicon.wordnet.database.relations import Part
from rte_baselines.logic.formulas import Variable
from rte_baselines.logic.logic_forms.forms import NOMINAL, AtomKind
from rte_baselines.logic.logic_forms.nominals import Nominals
from rte_baselines.logic.pronouns import PRONOUNS

LAYERS = (
    *PARSE_LAYERS,
    *("words", "predications", "numbers", "is_date", "entity_labels", "entity_starts"),
)
"""The layers of the analysis that logic forms are built from."""

_ENTITIES = {
    PERSON: "human.ne",
    ORG: "organization.ne",
    PLACE: "location.ne",
    TIME: "date.ne",
    MISC: "other.ne",
}
_PERSONAL = frozenset({"PRP", "PRP$"})
_WH_TAGS = frozenset({"WDT", "WP", "WP$", "WRB"})


class Referents:
    """Individuals and events, some of which turn out to be the same."""

    def __init__(self) -> None:
        self._same: list[int] = []
        self._is_event: list[bool] = []

    def new(self, *, is_event: bool = False) -> int:
        """Return the number of a new individual or event."""
        self._same.append(len(self._same))
        self._is_event.append(is_event)
        return len(self._same) - 1

    def merge(self, first: int, second: int) -> None:
        """Note that two are the same."""
        first, second = self._representative(first), self._representative(second)
        self._same[max(first, second)] = min(first, second)
        self._is_event[min(first, second)] &= self._is_event[max(first, second)]

    def named(self, numbers: Iterable[int]) -> dict[int, Variable]:
        """Return the variable of each number: ``x1``, ``x2``, or ``e1`` for events, in order."""
        representatives = {number: self._representative(number) for number in numbers}
        counts = {"x": count(1), "e": count(1)}
        found: dict[int, Variable] = {}
        for same in dict.fromkeys(representatives.values()):
            letter = "e" if self._is_event[same] else "x"
            found[same] = Variable(f"{letter}{next(counts[letter])}")
        return {number: found[same] for number, same in representatives.items()}

    def _representative(self, number: int) -> int:
        while self._same[number] != number:
            number = self._same[number]
        return number


class SyntaxLayer:
    """The atoms of syntax of one snippet, and what each word refers to; see `LogicForm`."""

    def __init__(self, analysis: Analysis) -> None:
        self.tree = DependencyTree(analysis)
        self.nominals = Nominals(self.tree)
        self.referents = Referents()
        self.atoms: list[tuple[str, tuple[int, ...], AtomKind, int]] = []
        """Each has a predicate, numbers of `referents`, its kind and its word."""
        self.appositions: list[tuple[int, int]] = []
        self.years: list[tuple[int, int]] = []
        predications: tuple[Predication, ...] = analysis.layer("predications")
        self.clauses = {
            head_of(self.tree, said): said for said in predications if said.kind != "apposition"
        }
        self._of_word = {clause.word: clause for clause in self.clauses.values()}
        new = self.referents.new
        self._individuals: defaultdict[int, int] = defaultdict(new)
        self._events: defaultdict[int, int] = defaultdict(partial(new, is_event=True))
        self._groups: dict[int, int] = {}
        self._about: dict[int, int] = {}
        self.silent: set[int] = set()
        for word in range(len(self.tree.heads)):
            self._add_nominal(word)
        for word in range(len(self.tree.heads)):
            self._add_coordination(word)
        for predication in self.clauses.values():
            self._equate(predication)
        for word in range(len(self.tree.heads)):
            self._add_word(word)

    # What words refer to.

    def individual(self, word: int) -> int:
        """Return what a noun phrase refers to, without what is coordinated with it."""
        return self._individuals[self.nominals.head(word)]

    def event(self, word: int) -> int:
        """Return what a verb refers to."""
        return self._events[word]

    def whole(self, word: int) -> int:
        """Return what a noun phrase refers to, with all that is coordinated with it."""
        first = self.tree.first_conjunct(self.nominals.head(word))
        return self._groups.get(first, self.individual(first))

    def modified(self, word: int) -> int:
        """Return what the modifiers of a word are about: an event or an individual.

        Modifiers of an adjective or adverb are about what the adjective or adverb is about.
        """
        climbed = []
        while word not in self._about:
            climbed.append(word)
            if self._is_verb(word):
                self._about[word] = self.event(word)
            elif self.tree.pos[word] not in ("ADJ", "ADV"):
                self._about[word] = self.individual(word)
            elif (described := self._described_by(word)) is not None:
                self._about[word] = described
            else:
                word = self.tree.heads[self.tree.first_conjunct(word)]
        self._about.update(dict.fromkeys(climbed, self._about[word]))
        return self._about[word]

    def _is_verb(self, word: int) -> bool:
        return word in self.clauses and self.clauses[word].kind == "verb"

    def argument(self, argument: Argument) -> int:
        """Return what an argument of a predication refers to."""
        clause = self._of_word.get(argument.word)
        if argument.function == "clause" and clause is not None:
            return self.modified(head_of(self.tree, clause))
        return self.whole(argument.word)

    def filler(self, predication: Predication, *functions: Function) -> int | None:
        """Return what the first argument with one of some functions refers to, if there is one."""
        found = (argument for name in functions for argument in predication.of_function(name))
        kept = (argument for argument in found if argument.word not in self.silent)
        return next(map(self.argument, kept), None)

    def _described_by(self, word: int) -> int | None:
        """Return what an adjective or adverb is about; None if it modifies the word above it."""
        tree = self.tree
        first = tree.first_conjunct(word)
        clause = self.clauses.get(first)
        if clause is not None and clause.kind == "copula":
            subject = self.filler(clause, "subject")
            return self.individual(first) if subject is None else subject
        above = tree.heads[first]
        if above < 0 or tree.is_in(first, "nsubj", "obj", "obl", "nmod"):
            return self.individual(first)
        if tree.is_in(first, "xcomp", "ccomp") and above in self.clauses:
            described = self.filler(self.clauses[above], "object", "subject")
            return self.event(above) if described is None else described
        return None

    # Nouns.

    def _add_nominal(self, word: int) -> None:
        """Add the nouns of a complex nominal, and the predicate that groups them."""
        nominals = self.nominals
        if nominals.head(word) != word or not nominals.is_noun(word):
            return
        members = nominals.members(word)
        if len(members) == 1:
            self._add_noun(word, self.individual(word))
            return
        parts = {member: self.referents.new() for member in members}
        for member, part in parts.items():
            is_other = nominals.entity(member) != nominals.entity(word)
            self._add_noun(member, part, with_entity=is_other)
        name = nominals.inner_name(members)
        grouped = [parts[member] for member in members if member not in name]
        if name:
            inner = self._add_group(NOMINAL, [parts[member] for member in name], word)
            self._add_entity(name[-1], inner)
            grouped.append(inner)
        self._add_group(NOMINAL, grouped, word, self.individual(word))
        self._add_entity(word, self.individual(word))

    def _add_noun(self, word: int, referent: int, *, with_entity: bool = True) -> None:
        self._add(f"{self.nominals.name(word)}.n", (referent,), "noun", word)
        if with_entity:
            self._add_entity(word, referent)

    def _add_entity(self, word: int, referent: int) -> None:
        entity = self.nominals.entity(word)
        if self.nominals.is_number(word):
            self._add("number.ne", (referent,), "entity", word)
        elif entity:
            name = _ENTITIES.get(entity, f"{entity.lower()}.ne")
            self._add(name, (referent,), "entity", word)

    def _add_group(
        self, predicate: str, parts: Sequence[int], word: int, group: int | None = None
    ) -> int:
        group = self.referents.new() if group is None else group
        self._add(predicate, (group, *parts), "grouping", word)
        return group

    def _add_coordination(self, word: int) -> None:
        """Add the predicate that groups coordinated nouns or verbs."""
        tree = self.tree
        conjuncts = tree.dependents(word, "conj")
        if not conjuncts or tree.is_in(word, "conj"):
            return
        is_verb = self._is_verb(word)
        alike = self.clauses if is_verb else set(filter(self._is_phrase, (word, *conjuncts)))
        same = [conjunct for conjunct in conjuncts if conjunct in alike]
        if word in alike and same:
            parts = [self.modified(node) for node in (word, *same)]
            marks = (mark for conjunct in same for mark in tree.dependents(conjunct, "cc"))
            conjunction = next((tree.lemmas[mark] for mark in marks), "and")
            group = self._add_group(f"{conjunction}.cc", parts, word)
            if not is_verb:
                self._groups[word] = group

    def _is_phrase(self, word: int) -> bool:
        is_nominal = self.nominals.is_noun(word) or self.tree.tags[word] in _PERSONAL
        return is_nominal and word not in self.clauses

    # Clauses.

    def _equate(self, predication: Predication) -> None:
        """Merge the subject of "be" with its attribute, or with the event in "there is"."""
        subject = self.filler(predication, "subject")
        if predication.kind == "verb":
            if predication.lemma == "be" and subject is not None:
                self.referents.merge(self.event(predication.word), subject)
            self._join_verb_with_noun(predication)
            return
        attributes = [given for given in predication.of_function("attribute") if not given.marker]
        others = ("ADJ", "ADV", "VERB", "ADP")
        attributes = [given for given in attributes if self.tree.pos[given.word] not in others]
        if subject is not None and attributes:
            self.referents.merge(subject, self.whole(attributes[0].word))

    def _join_verb_with_noun(self, predication: Predication) -> None:
        """Leave out the noun of "take part" and of other verbs that WordNet has with a noun."""
        for argument in predication.of_function("object"):
            is_bare = not self.tree.dependents(argument.word)
            name = f"{predication.lemma}_{self.tree.lemmas[argument.word]}"
            if is_bare and wordnet_in_use().senses(name, Part.VERB).size:
                self.silent.add(argument.word)
                self.atoms = [atom for atom in self.atoms if atom[3] != argument.word]

    def _add_word(self, word: int) -> None:
        """Add the atoms of a word other than a noun, and the prepositions of its arguments."""
        tree = self.tree
        clause = self.clauses.get(word)
        if clause is not None:
            self._add_clause(clause)
        elif tree.pos[word] == "VERB" and tree.is_in(word, "amod"):
            self._add_participle(word)
        if tree.tags[word] in _PERSONAL and not tree.is_in(word, "expl"):
            pronoun = PRONOUNS.get(tree.norms[word], tree.norms[word])
            self._add(f"{pronoun}.prp", (self.individual(word),), "pronoun", word)
        elif tree.pos[word] == "ADJ" and not tree.is_in(word, "fixed", "goeswith", "case"):
            self._add(f"{tree.lemmas[word]}.a", (self.modified(word),), "modifier", word)
        elif self._is_adverb(word):
            self._add(f"{tree.lemmas[word]}.r", (self.modified(word),), "modifier", word)
        self._add_attachment(word)

    def _is_adverb(self, word: int) -> bool:
        tree = self.tree
        is_content = not is_negation(tree, word) and tree.tags[word] not in _WH_TAGS
        is_modifier = tree.is_in(word, "advmod") or tree.is_in(tree.first_conjunct(word), "advmod")
        return tree.pos[word] == "ADV" and is_content and is_modifier

    def _add_clause(self, clause: Predication) -> None:
        subject = self.filler(clause, "subject")
        if clause.kind == "verb" and clause.lemma != "be":
            nouns = (given.word for given in clause.of_function("object"))
            silent = (self.tree.lemmas[noun] for noun in nouns if noun in self.silent)
            verb = "_".join([clause.lemma, *silent])
            self._add_verb(verb, clause.word, subject, self._object(clause))
        about = self.modified(head_of(self.tree, clause))
        if clause.kind == "copula" and subject is not None:
            about = subject
        for marker, filler, word in self._marked(clause):
            self._add(f"{marker}.in", (about, filler), "preposition", word)

    def _object(self, clause: Predication) -> int | None:
        """Return what fills the slot of the object: an object, an attribute or a clause."""
        filled = self.filler(clause, "object", "attribute")
        if filled is not None:
            return filled
        contents = (given for given in clause.of_function("clause") if given.role == "content")
        return next((self.argument(content) for content in contents), None)

    def _marked(self, clause: Predication) -> Iterator[tuple[str, int, int]]:
        """Yield the prepositions of a clause, with what they relate it to, and a word."""
        for argument in clause.arguments:
            marker = argument.marker.replace(" ", "_")
            if argument.function == "indirect_object":
                marker = "to"
            is_complement = argument.function == "clause" and argument.role == "content"
            is_first = self.tree.first_conjunct(argument.word) == argument.word
            if marker and is_first and not is_complement:
                yield marker, self.argument(argument), argument.word

    def _add_verb(self, verb: str, word: int, subject: int | None, filled: int | None) -> None:
        slots = [self.referents.new() if slot is None else slot for slot in (subject, filled)]
        self._add(f"{verb}.v", (self.event(word), *slots), "verb", word)

    def _add_participle(self, word: int) -> None:
        """Add the verb of "a sleeping man" or "stolen money"."""
        noun = self.individual(self.tree.heads[word])
        lemma = self.tree.lemmas[word]
        is_passive = self.tree.tags[word] == "VBN" and lemma not in INTRANSITIVE_VERBS
        subject, filled = (None, noun) if is_passive else (noun, None)
        self._add_verb(lemma, word, subject, filled)

    def _add_attachment(self, word: int) -> None:
        """Add what relates a noun to the one that it modifies."""
        tree, nominals = self.tree, self.nominals
        head = tree.heads[word]
        if head < 0 or tree.is_in(word, "conj"):
            return
        if tree.relations[word] == "nmod:poss":
            owner = self.whole(word)
            self._add("possessive.pos", (self.individual(head), owner), "preposition", word)
        elif tree.relations[word] == "nmod" and tree.preposition(word):
            marker = tree.preposition(word).replace(" ", "_")
            about = self.modified(head), self.whole(word)
            self._add(f"{marker}.in", about, "preposition", word)
        elif tree.is_in(word, "appos"):
            self.appositions.append((self.individual(head), self.individual(word)))
        elif nominals.is_date[word] and word + 1 == nominals.members(nominals.head(head))[0]:
            self.years.append((self.individual(word), self.individual(head)))

    def _add(self, predicate: str, arguments: tuple[int, ...], kind: AtomKind, word: int) -> None:
        self.atoms.append((predicate, arguments, kind, word))
