"""The conditions of nouns, names, adjectives and adverbs on their referents."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from contextlib import nullcontext

from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.analysis.english.labels import PERSON, TIME
from rte_baselines.analysis.predicates.clauses import is_negation
from rte_baselines.analysis.predicates.verb_groups import has_to, norms_of
from rte_baselines.analysis.tokens.word_classes import word_lists
from rte_baselines.logic.formulas import Equal, Variable
from rte_baselines.logic.meaning.discourse import Rest, Scope, different, relation_name
from rte_baselines.logic.meaning.lexicon import (
    is_content_of,
    is_instance,
    is_living,
    is_noun,
    is_unit,
    verb_of_event,
    words,
)
from rte_baselines.logic.meaning.noun_phrases import EXCEPTING, NounPhrases
from rte_baselines.logic.meaning.parses import subtree
from rte_baselines.logic.pronouns import PRONOUNS

# Relations to a noun that are read elsewhere, or that say nothing of its referent.
_READ_ELSEWHERE = (
    *("det", "case", "punct", "cc", "conj", "flat", "fixed", "nsubj", "cop", "aux", "mark"),
    *("expl", "obl", "advcl", "parataxis", "csubj", "ccomp", "obj", "iobj", "xcomp", "goeswith"),
    *("discourse", "vocative"),
)
_SUPERLATIVES = frozenset({"JJS", "RBS"})
_COMPARATIVES = frozenset({"JJR", "RBR"})
_INEXACT = words("approximators") - {"too"}
# The most words of a multiword unit.
_LONGEST_UNIT = 4


class Descriptions(NounPhrases):
    """Says what nouns, names, adjectives and adverbs say of their referents.

    Adjectives are intersective, unless ``meaning_words.txt`` lists them: with those, the noun is
    a part of their predicate. Superlatives and ordinals are predicates of their whole phrase, as
    the first president who was born here need not be the first president. The modifier of a
    compound has a referent of its own, related by ``nn``, unless WordNet has the compound.
    """

    @abstractmethod
    def clause(self, head: int, scope: Scope, rest: Rest | None = None) -> None:
        """Add a clause, and say the rest of its event."""

    def describe(
        self, noun: int, referent: Variable, scope: Scope, skipped: Sequence[int] = ()
    ) -> None:
        """Add the conditions of a noun and its modifiers on a referent.

        Modifiers may be skipped, and the noun, to describe the referent by modifiers only.
        """
        tree = self.tree
        handlers: dict[str, Callable[[int, int, Variable, Scope], None]] = {
            "amod": self._modifier,
            "compound": self._compound,
            "nmod:poss": self._possessor,
            "nmod": self._related,
            "acl": self._modifying_clause,
            "appos": self._apposition,
            # "The actress Garbo", "Captain Berg".
            "nmod:desc": lambda word, _, name, inner: self.describe(word, name, inner),
            "nummod": self._number,
            "advmod": self._adverb,
        }
        merged = self._merged_modifiers(noun) if noun not in skipped else []
        if noun not in skipped:
            hyphenated = [node for node in merged if _hyphenated(tree, node)]
            self.read(noun, *merged, *(part for node in hyphenated for part in self.subtree(node)))
            self._say_noun(noun, merged, referent, scope)
        for word in tree.dependents(noun):
            with_number = ("advmod",) if self.quantifiers.is_of_number(word) else ()
            is_read_elsewhere = tree.is_in(word, *_READ_ELSEWHERE, *with_number)
            if word in skipped or word in merged or is_read_elsewhere:
                continue
            relation = tree.relations[word]
            handler = handlers.get(relation) or handlers.get(relation.split(":")[0])
            if handler is None:
                self.unknown(scope, word, referent)
            else:
                handler(word, noun, referent, scope)

    # The noun itself.

    def _merged_modifiers(self, noun: int) -> list[int]:
        """Return the modifiers that are part of the predicate of a noun."""
        if self.tree.pos[noun] == "PROPN":
            return self._parts_of_name(noun)
        unit = self._parts_of_unit(noun)
        return [*(node for node in non_intersective(self.tree, noun) if node not in unit), *unit]

    def _say_noun(self, noun: int, merged: Sequence[int], referent: Variable, scope: Scope) -> None:
        tree = self.tree
        norm, lemma = tree.norms[noun], self._lemma(noun)
        is_upper = self.words[noun][:1].isupper() and not tree.dependents(noun, "det")
        if tree.pos[noun] == "PROPN":
            parts = (part for part in sorted([*merged, noun]) if tree.pos[part] != "PUNCT")
            names = [tree.norms[part] for part in parts]
            # Ann Smith is also Ann and Smith, but New York is not York.
            for name in names if self.labels[noun] in (PERSON, TIME) else ["_".join(names)]:
                scope.say(f"{name}.name", referent)
            if self.labels[noun] == PERSON and self.adds_implied_conditions(scope):
                scope.say("person.n", referent)
            return
        is_name = tree.pos[noun] == "NOUN" and is_upper and is_instance(norm)
        if is_name or tree.pos[noun] == "NUM" or self._is_date(noun):
            scope.say(f"{norm}.name", referent)
            return
        if tree.pos[noun] == "PRON":
            # A noun before or after a pronoun may describe what it refers to.
            chain = self.referents.chain(noun)
            has_noun = any(tree.pos[word] in ("NOUN", "PROPN") for word in chain)
            if tree.tags[noun] not in ("WP", "WDT") and not has_noun:
                scope.say(f"{PRONOUNS.get(norm, norm)}.pron", referent)
            return
        if tree.pos[noun] == "ADJ" and not is_noun(lemma):
            scope.say(f"{lemma}.a", referent)
            return
        modifiers = [_hyphenated(tree, word) or tree.norms[word] for word in merged]
        scope.say(f"{'_'.join([*modifiers, lemma])}.n", referent)
        if any(modifier in words("privative") for modifier in modifiers):
            with scope.negated() as inner:
                inner.say(f"{lemma}.n", referent)
        self._say_nominalization(noun, referent, scope)

    def _lemma(self, word: int) -> str:
        return self.tree.lemmas[word] or self.tree.norms[word]

    def _is_date(self, noun: int) -> bool:
        return self.labels[noun] == TIME and self.tree.norms[noun][:1].isdigit()

    # Names and compounds.

    def _parts_of_name(self, noun: int) -> list[int]:
        """Return the other words of a name, from left to right."""
        tree = self.tree
        parts = {*tree.dependents(noun, "flat")}
        parts |= {word for word in tree.dependents(noun, "compound") if tree.pos[word] == "PROPN"}
        if self.labels[noun]:
            others = tree.dependents(noun, "compound", "flat", "amod", "nummod", "nmod:desc")
            same = (word for word in others if self.entities[word] == self.entities[noun])
            parts.update(node for node in same if self.labels[node])
        return sorted(parts)

    def _parts_of_unit(self, noun: int) -> list[int]:
        """Return the modifiers that make a noun a multiword unit of WordNet: "ice cream"."""
        tree = self.tree
        parts = [word for word in tree.dependents(noun, "compound") if word < noun]
        for start in range(max(len(parts) - _LONGEST_UNIT + 1, 0), len(parts)):
            later = parts[start:]
            is_adjacent = later == list(range(noun - len(later), noun))
            if is_adjacent and is_unit((*(tree.norms[word] for word in later), self._lemma(noun))):
                return later
        return []

    def _compound(self, word: int, noun: int, referent: Variable, scope: Scope) -> None:
        if self._say_hyphenated(word, referent, scope):
            return
        if self.tree.pos[noun] == "PROPN" and self.tree.pos[word] == "NOUN":
            self.describe(word, referent, scope)
            return
        modifier = self.referents.new("x")
        home = scope.root if self.tree.pos[word] == "PROPN" else scope
        home.introduce(modifier)
        self.describe(word, modifier, home)
        scope.say("nn", modifier, referent)

    def _say_hyphenated(self, word: int, referent: Variable, scope: Scope) -> bool:
        """Say a modifier with a hyphen as one predicate; return whether it has one.

        A pro-European minister is no European, and a two-year-old child is not old.
        """
        tree, parts = self.tree, self.subtree(word)
        if not any(tree.tags[part] == "HYPH" for part in parts):
            return False
        self.read(*parts)
        joined = (part for part in parts if tree.pos[part] not in ("PUNCT", "DET"))
        scope.say(f"{self.spelled(joined)}.a", referent)
        return True

    # Adjectives.

    def _modifier(self, word: int, noun: int, referent: Variable, scope: Scope) -> None:
        tree, norm = self.tree, self.tree.norms[word]
        is_share = self.quantifiers.of(noun).kind in ("few", "most")
        if is_share and norm in words("few") | words("most"):
            return
        has_degree = bool(norms_of(tree, word, "advmod") & {"most", "least"})
        is_superlative = has_degree or tree.tags[word] in _SUPERLATIVES
        if is_superlative or norm in words("of_the_phrase"):
            self._say_of_phrase(word, noun, referent, scope)
        elif self._is_relative_to(word, noun) and norm not in words("few") | words("both"):
            self.read(word)
            scope.say(f"as {self._lemma(noun)}:{self._lemma(word)}.a", referent)
        elif norm not in words("few") | words("both"):
            self.adjective(word, referent, scope)

    def _is_relative_to(self, word: int, noun: int) -> bool:
        """Whether an adjective applies to individuals only relative to their predicate noun.

        Somebody who is a clever chess player and a cook need not be a clever cook.
        """
        tree = self.tree
        predicate = tree.first_conjunct(noun)
        is_predicate = bool(tree.dependents(predicate, "cop"))
        is_plain = not tree.dependents(word, "advmod", "conj", "obl") and not self.degree(word)
        is_relative = tree.lemmas[word] in words("relative_adjectives")
        return is_predicate and is_plain and is_relative and self.context.is_of_pair

    def _say_of_phrase(self, word: int, noun: int, referent: Variable, scope: Scope) -> None:
        """Say a superlative or an ordinal with its whole phrase as the predicate."""
        self.read(*self.subtree(word))
        tree = self.tree
        outside = ("det", "case", "cop", "nsubj", "punct", "conj", "cc", "aux", "advcl", "appos")
        parts = [noun, *self.subtree(word)]
        for dependent in tree.dependents(noun):
            if dependent != word and not tree.is_in(dependent, *outside, "obl", "mark"):
                parts += self.subtree(dependent)
        kept = (part for part in sorted(set(parts)) if tree.pos[part] not in ("DET", "PUNCT"))
        scope.say(self.spelled(kept), referent)

    def adjective(self, word: int, referent: Variable, scope: Scope) -> None:
        """Add the conditions of an adjective and those coordinated with it on a referent."""
        tree = self.tree
        others = [node for node in tree.dependents(word, "conj") if node not in self.predications]
        conjuncts = [word, *others]
        conjunctions = set[str]().union(*(norms_of(tree, node, "cc") for node in others))
        colours = {tree.norms[conjunct] for conjunct in conjuncts}
        if "and" in conjunctions and colours <= words("colours"):
            # A black and white dog is neither black nor white.
            self.read(*conjuncts)
            scope.say(f"{'_and_'.join(sorted(colours))}.a", referent)
        elif "or" in conjunctions:
            scope.say_any(conjuncts, lambda node, inner: self.say_adjective(node, referent, inner))
        else:
            for conjunct in conjuncts:
                self.say_adjective(conjunct, referent, scope)

    def say_adjective(self, word: int, referent: Variable, scope: Scope) -> None:
        """Add the conditions of one adjective, without those coordinated with it, on a referent."""
        tree = self.tree
        self.read(word, *tree.dependents(word, "advmod"))
        is_negated = any(is_negation(tree, adverb) for adverb in tree.dependents(word, "advmod"))
        is_quantity = tree.norms[word] in words("quantities")
        is_own = is_negated and not is_quantity and word not in self.predications
        with scope.negated() if is_own else nullcontext(scope) as inner:
            self._say_affirmed_adjective(word, referent, inner)

    def _say_affirmed_adjective(self, word: int, referent: Variable, scope: Scope) -> None:
        tree = self.tree
        if tree.is_in(word, "amod") and self._say_hyphenated(word, referent, scope):
            return
        if tree.pos[word] == "VERB" and tree.is_in(word, "amod"):
            self._participle(word, referent, scope)
            return
        if tree.pos[word] in ("NOUN", "PROPN") and tree.is_in(word, "conj", "amod"):
            self._compound(word, tree.heads[word], referent, scope)
            return
        lemma = self._lemma(word)
        degree = self.degree(word)
        measures = [oblique for oblique in tree.dependents(word, "obl") if self.is_measure(oblique)]
        if measures:
            # Who is two years old is not old.
            parts = self.subtree(measures[0])
            self.read(*parts)
            names = [self.spelled(parts), *([degree] if degree else []), lemma]
            scope.say(f"{'_'.join(names)}.a", referent)
        if degree:
            self.compare(self.standard(word), f"{degree}_{lemma}.a", referent, scope)
        if degree or measures:
            return
        holds = True
        for dependent in tree.dependents(word, "advmod"):
            adverb = tree.norms[dependent]
            if is_evidential(adverb) and not tree.is_in(word, "amod"):
                # It hedges the clause.
                continue
            is_open = is_evidential(adverb) or adverb in words("approximators")
            if is_open or adverb in words("degree"):
                scope.say(f"{adverb}_{lemma}.a", referent)
                holds &= adverb in words("degree")
        for dependent in tree.dependents(word, "compound", "amod"):
            # Light brown is brown.
            self.read(*self.subtree(dependent))
            scope.say(f"{tree.norms[dependent]}_{lemma}.a", referent)
        if holds:
            scope.say(f"{lemma}.a", referent)
        if tree.is_in(word, "amod", "acl"):
            self._complements(word, referent, scope)

    def _complements(self, word: int, referent: Variable, scope: Scope) -> None:
        """Say the phrases after an adjective: "full of sand"."""
        for dependent in self.tree.dependents(word, "obl", "nmod"):
            marker = relation_name(self.tree.preposition(dependent))
            if marker in ("", "than", "as"):
                self.unknown(scope, dependent, referent)
            else:
                self.relate_to(dependent, marker, referent, scope)

    def is_measure(self, word: int) -> bool:
        """Whether a noun is the measure of an adjective: "years" in "two years old"."""
        tree = self.tree
        is_bare = tree.is_in(word, "obl") and not tree.preposition(word)
        is_of_adjective = tree.pos[tree.heads[word]] == "ADJ"
        return is_bare and is_of_adjective and bool(tree.dependents(word, "nummod"))

    def degree(self, word: int) -> str:
        """Return "more", "less" or "as" for a comparative adjective or adverb; empty for others."""
        tree = self.tree
        for adverb in tree.dependents(word, "advmod"):
            if tree.norms[adverb] in ("more", "less", "as"):
                return tree.norms[adverb]
        return "more" if tree.tags[word] in _COMPARATIVES else ""

    def compare(
        self, standard: int | None, predicate: str, referent: Variable, scope: Scope
    ) -> None:
        """Say a comparative, of two referents if there is a noun that it compares with."""
        if standard is None:
            scope.say(predicate, referent)
        else:
            self.relate_to(standard, predicate, referent, scope)

    def standard(self, word: int) -> int | None:
        """Return the noun that a comparative compares with, after "than" or "as"."""
        tree = self.tree
        nouns = tree.dependents(word, "obl", "nmod")
        return next((noun for noun in nouns if tree.preposition(noun) in ("than", "as")), None)

    def _participle(self, word: int, referent: Variable, scope: Scope) -> None:
        """Say that a "sleeping" individual sleeps, and that somebody broke a "broken" one."""
        event, lemma = self.referents.new("e"), self._lemma(word)
        scope.introduce(event)
        scope.say(f"{lemma}.v", event)
        lists = word_lists("predicates/role_words.txt")
        is_theme = lemma in lists["undergoing"] | lists["happening"]
        is_patient = is_theme or self.tree.tags[word] == "VBN"
        scope.relate("patient" if is_patient else "agent", event, referent)

    # Phrases and clauses.

    def _possessor(self, word: int, noun: int, referent: Variable, scope: Scope) -> None:
        tree, owner = self.tree, word
        if tree.tags[word] == "WP$":
            self.read(word)
            above = (node for node in tree.ancestors(word) if tree.relations[node] == "acl:relcl")
            owner = next((tree.heads[clause] for clause in above), word)
        self.relate_to(owner, "of", referent, scope)

    def _related(self, word: int, noun: int, referent: Variable, scope: Scope) -> None:
        tree = self.tree
        marker = relation_name(tree.preposition(word))
        if marker in ("", "than", "as"):
            self.unknown(scope, word, referent)
            return
        if marker in EXCEPTING | {"besides"}:
            self._excepted(word, marker, referent, scope)
            return
        if marker == "without":
            self.say_without(word, referent, scope)
            return
        is_mentioning = self._lemma(noun) in words("mentioning") | words("pictures")
        if marker in ("of", "about") and is_mentioning:
            # What a picture is of, or what there is a lack of, need not exist.
            region = Scope(scope, commitment="mentioned")
            self.noun_phrase(word, region, lambda s, theme: s.relate(marker, referent, theme))
            self._absorb(region, scope, word, referent)
            return
        self.read_preposition(word)
        role = self._role_in_nominalization(noun, marker)
        is_example = marker in words("exemplifying") and tree.pos[noun] == "NOUN"
        not_shared = [part for part in tree.dependents(noun) if not self._is_shared(part)]

        def say(inner: Scope, other: Variable) -> None:
            inner.say(marker, referent, other)
            if is_example:
                self.describe(noun, other, inner, not_shared)
            if role:
                inner.relate(role, referent, other)

        self.noun_phrase(word, scope, say)

    def _is_shared(self, modifier: int) -> bool:
        """Whether a modifier is true of examples of a noun: "old cities such as Oslo"."""
        tree = self.tree
        quantities = words("quantities") | words("of_the_phrase") | words("few") | words("both")
        is_plain = tree.is_in(modifier, "amod") and tree.tags[modifier] == "JJ"
        return is_plain and tree.norms[modifier] not in quantities | words("most")

    def _excepted(self, word: int, marker: str, referent: Variable, scope: Scope) -> None:
        """Say that an individual is another one than an exception, or not of its sort."""
        self.read(*self.tree.dependents(word, "case"))
        kind = self.quantifiers.of(self.tree.heads[word]).kind
        if scope.outer is not None and (kind != "negative" or marker not in EXCEPTING):
            # It is left open whether Rex barks if all dogs but Rex do.
            self.unknown(scope.outer, word)
        quantifier = self.quantifiers.of(word)
        if quantifier.kind == "existential" and self.tree.pos[word] == "NOUN":
            # Whoever eats nothing but bread may eat several sorts.
            for conjunct in (word, *self.tree.dependents(word, "conj")):
                with scope.negated() as inner:
                    self.read_phrase(conjunct)
                    self.describe(conjunct, referent, inner)
            return
        self.noun_phrase(word, scope, lambda inner, other: inner.add(different(referent, other)))

    def _modifying_clause(self, word: int, noun: int, referent: Variable, scope: Scope) -> None:
        tree = self.tree
        is_relative = tree.relations[word] == "acl:relcl"
        if word not in self.predications:
            if is_relative or tree.pos[word] != "ADJ":
                self.unknown(scope, word, referent)
            else:
                self.adjective(word, referent, scope)
        elif is_relative and is_content_of(tree, word, noun):
            self.unknown(scope, word, referent)
        elif not is_relative and tree.dependents(word, "mark"):
            self._content(word, referent, scope)
        else:
            self.clause(word, scope)

    def _content(self, word: int, referent: Variable, scope: Scope) -> None:
        """Say what a noun is about: "the plan to sail". "The claim that it sank" is unknown."""
        if not has_to(self.tree, word):
            self.unknown(scope, word, referent)
            return
        region = Scope(scope, commitment="potential")
        self.clause(word, region, lambda inner, event: inner.relate("content", referent, event))
        self._absorb(region, scope, word, referent)

    def _apposition(self, word: int, noun: int, referent: Variable, scope: Scope) -> None:
        self.referents.bind(word, (referent,), scope)
        self.predicate(word, referent, scope)

    def _number(self, word: int, noun: int, referent: Variable, scope: Scope) -> None:
        self.read(*self.subtree(word))
        if self._is_date(word) or self.labels[noun] == TIME:
            scope.say(f"{self.tree.norms[word]}.name", referent)

    def _adverb(self, word: int, noun: int, referent: Variable, scope: Scope) -> None:
        tree = self.tree
        is_clause = noun in self.predications
        if not is_clause:
            self.read(*self.subtree(word))
        if is_clause or tree.norms[word] in words("commenting") | words("few") | {"not"}:
            return
        unclear = words("approximators") | words("exclusive")
        if tree.norms[word] in unclear or tree.tags[word] == "WRB":
            self.unknown(scope, word, referent)
        else:
            scope.say(f"{self._lemma(word)}.r", referent)

    # Nominalizations.

    def _say_nominalization(self, noun: int, referent: Variable, scope: Scope) -> None:
        """Say that a destruction of something is an event of destroying it."""
        verb = self._verb_of(noun)
        markers = map(self.tree.preposition, self.tree.dependents(noun, "nmod"))
        if any(self._role_in_nominalization(noun, name) for name in map(relation_name, markers)):
            scope.say(f"{verb}.v", referent)

    def _verb_of(self, noun: int) -> str:
        """Return the verb of a nominalization that names an event; empty for other nouns."""
        return verb_of_event(self._lemma(noun)) if self.tree.pos[noun] == "NOUN" else ""

    def _role_in_nominalization(self, noun: int, marker: str) -> str:
        """Return the role of a phrase of a nominalization that is known to take place."""
        verb = self._verb_of(noun)
        if not verb or marker not in ("of", "by") or self._may_not_happen(noun):
            return ""
        if marker == "by" or verb in word_lists("predicates/role_words.txt")["acting_alone"]:
            return "agent"
        return "patient"

    def _may_not_happen(self, noun: int) -> bool:
        """Whether an event may not take place: "prevented the destruction of the city"."""
        tree = self.tree
        lists = word_lists("predicates/embedding_predicates.txt")
        headings = ("negative_implicative", "denying", "doubting", "enabling", "believed")
        open_words = frozenset[str]().union(
            *(lists[heading] for heading in (*headings, "potential", "reported"))
        )
        open_words -= lists["factive"] | lists["confirming"]
        return any(tree.lemmas[head] in open_words for head in tree.ancestors(noun))

    # Attributes.

    def of_copula(self, head: int, subject: Variable, scope: Scope) -> None:
        """Say the attribute of a copula, and those coordinated with it."""
        is_adjective = self.tree.pos[head] == "ADJ"
        is_alone = bool(self.tree.preposition(head)) and not is_adjective
        conjuncts = [head] if is_alone else self.conjuncts(head)
        conjunction = self.conjunction(conjuncts)
        if is_adjective and conjunction != "nor":
            self.adjective(head, subject, scope)
            return
        if conjunction == "and":
            for word in conjuncts:
                self.predicate(word, subject, scope)
            return
        with scope.negated() if conjunction == "nor" else nullcontext(scope) as target:
            target.say_any(conjuncts, lambda word, part: self.predicate(word, subject, part))

    def predicate(self, word: int, referent: Variable, scope: Scope) -> None:
        """Say a noun, an adjective or a phrase of a referent."""
        tree = self.tree
        self.read_phrase(word)
        marker = relation_name(tree.preposition(word))
        bound = self.referents.of_word(word, scope)
        if marker:
            self.relate_to(word, marker, referent, scope)
        elif tree.pos[word] == "PRON" and self.referents.of_chain(word, scope) is not None:
            self.noun_phrase(word, scope, lambda inner, other: inner.add(Equal(referent, other)))
        elif bound is not None and bound[0] != (referent,):
            scope.add(Equal(referent, bound[0][0]))
        elif tree.pos[word] in ("ADJ", "VERB"):
            self.say_adjective(word, referent, scope)
        elif tree.pos[word] == "ADV":
            scope.say(f"{tree.lemmas[word]}.r", referent)
        elif tree.pos[word] in ("NOUN", "PROPN", "NUM", "PRON"):
            self._nominal(word, referent, scope)
        else:
            self.unknown(scope, word, referent)

    def _nominal(self, word: int, referent: Variable, scope: Scope) -> None:
        quantifier = self.quantifiers.of(word)
        with scope.negated() if quantifier.kind == "negative" else nullcontext(scope) as inner:
            for predicate in quantifier.predicates:
                inner.say(predicate, referent)
            if quantifier.noun is not None:
                self.describe(quantifier.noun, referent, inner)

    # Adverbs.

    def is_degree(self, word: int) -> bool:
        """Whether an adverb grades an adjective, whose predicate then includes the adverb."""
        listed = words("degree") | words("approximators") | {"more", "less", "most", "as", "least"}
        return self.tree.norms[word] in listed

    def adverb(self, word: int, referent: Variable, scope: Scope) -> None:
        """Say an adverb of an event or of an individual."""
        tree = self.tree
        norm = tree.norms[word]
        self.read(word, *tree.dependents(word, "advmod"))
        if (
            is_evidential(tree.lemmas[word])
            or word in self.quantifiers.consumed
            or norm in words("commenting") | words("approximators")
        ):
            return
        is_as_well = norm == "as" and bool(tree.dependents(word, "fixed"))
        if tree.tags[word] == "WRB" or is_as_well:
            return
        if norm in words("exclusive"):
            self.unknown(scope, word, referent)
            return
        degree = self.degree(word)
        lemma = tree.lemmas[word]
        inexact = [a for a in tree.dependents(word, "advmod") if tree.norms[a] in _INEXACT]
        if inexact:
            # Who leaves nearly always does not always leave.
            lemma = f"{tree.norms[inexact[0]]}_{lemma}"
        if not degree:
            scope.say(f"{lemma}.r", referent)
        else:
            standard = self.standard(word) or self.standard(tree.heads[word])
            self.compare(standard, f"{degree}_{lemma}.r", referent, scope)


def non_intersective(tree: DependencyTree, noun: int) -> list[int]:
    """Return the modifiers with which a noun need not hold: "former", "alleged", "toy", "stone"."""
    listed = words("privative") | words("open_adjectives") | words("models")
    if is_living(tree.lemmas[noun]):
        listed |= words("materials")
    return [
        modifier
        for modifier in tree.dependents(noun, "amod", "compound")
        if {tree.norms[modifier], _hyphenated(tree, modifier)} & listed
    ]


def _hyphenated(tree: DependencyTree, word: int) -> str:
    """Return a word with the words below it that are joined to it by hyphens: "so-called"."""
    parts = subtree(tree, word)
    has_hyphen = any(tree.tags[part] == "HYPH" for part in parts)
    return "".join(tree.norms[part] for part in parts) if has_hyphen else ""


def is_evidential(adverb: str) -> bool:
    """Whether an adverb is read as a hedge of its clause, such as "allegedly" and "perhaps"."""
    lists = word_lists("predicates/embedding_predicates.txt")
    return adverb in lists["evidential_adverbs"] | lists["possibility_adverbs"]
