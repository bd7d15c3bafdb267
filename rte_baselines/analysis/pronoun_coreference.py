"""Passes of coreference that say what pronouns are of; each joins chains of a snippet."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from rte_baselines.analysis.dependency_tree import DependencyTree
from rte_baselines.analysis.mention_chains import Chain, Chains
from rte_baselines.analysis.mentions import Mention
from rte_baselines.analysis.predications import Predication
from rte_baselines.analysis.roles import is_time
from rte_baselines.analysis.word_lists import word_lists

_RESOLVED = frozenset("he him his she her hers it its they them their theirs".split())
_REFLEXIVE = frozenset("himself herself itself themselves".split())
_RELATIVE = frozenset("who whom whose which that".split())
_RELATIVE_TAGS = frozenset({"WP", "WDT", "WP$"})
_SPEAKERS = (
    frozenset("i me my mine myself".split()),
    frozenset("we us our ours ourselves".split()),
    frozenset("you your yours yourself yourselves".split()),
)
_IMPERSONAL = word_lists("reference_words.txt")["impersonal"]
_REPORTING = word_lists("embedding_predicates.txt")["reported"]
# Further back than this many sentences, nobody looks for what a pronoun is of.
_MAX_SENTENCES = 3
# How near a candidate is by its function, and that a sentence further back costs as much as
# the step from subject to object and a bit.
_SUBJECT, _OBJECT, _OTHER = 0, 1, 3
_PER_SENTENCE = 2
_IF_UNSURE = 2


def join_relative_pronouns(chains: Chains, tree: DependencyTree) -> None:
    """Join the relative pronoun of each relative clause to what the clause modifies."""
    seen = set()
    for mention in chains.mentions:
        norm, tag = tree.analysis.norms[mention.head], tree.tags[mention.head]
        if norm not in _RELATIVE or tag not in _RELATIVE_TAGS:
            continue
        clause = _relative_clause(tree, mention.head)
        # The first pronoun is the relative one; those in clauses further down may ask.
        if clause is not None and clause not in seen and tree.heads[clause] in chains:
            seen.add(clause)
            chains.join(tree.heads[clause], mention.head)


def join_reflexives(chains: Chains, tree: DependencyTree) -> None:
    """Join "himself" to the subject of its clause, or to the noun that it is said with."""
    arguments = _Arguments(tree)
    for mention in chains.mentions:
        if tree.analysis.norms[mention.head] not in _REFLEXIVE:
            continue
        own = chains.of(mention.head)
        found = _reflexive_antecedents(chains, arguments, tree, mention.head)
        candidates = [one for one in found if one in chains and one != mention.head]
        agreeing = [one for one in candidates if chains.of(one).agrees(own)]
        unlisted = [one for one in candidates if _is_unlisted(chains.of(one))]
        if agreeing or unlisted:
            chains.join((agreeing or unlisted)[0], mention.head)


def join_speakers(chains: Chains, tree: DependencyTree) -> None:
    """Join "I" and "my" to who says so, and "we" and "our", "you" and "your"."""
    for pronouns in _SPEAKERS:
        heads = [one.head for one in chains.mentions if tree.analysis.norms[one.head] in pronouns]
        for place, head in enumerate(heads):
            speaker = _speaker(tree, head) if pronouns is _SPEAKERS[0] else None
            if speaker is not None and speaker in chains:
                chains.join(speaker, head)
            elif place:
                chains.join(heads[place - 1], head)


def join_pronouns(chains: Chains, tree: DependencyTree) -> None:
    """Join personal and possessive pronouns to the nearest phrase that agrees."""
    resolver = _Resolver(chains, tree)
    for mention in chains.mentions:
        if tree.analysis.norms[mention.head] in _RESOLVED and not _is_empty(tree, mention.head):
            antecedent = resolver.antecedent(mention)
            if antecedent is not None:
                chains.join(antecedent.head, mention.head)


class _Arguments:
    """Which predications each word is an argument of."""

    def __init__(self, tree: DependencyTree) -> None:
        self._of_word: defaultdict[int, list[Predication]] = defaultdict(list)
        for predication in tree.analysis.layer("predications"):
            for argument in predication.arguments:
                self._of_word[argument.word].append(predication)

    def predications(self, word: int) -> list[Predication]:
        """Return the predications that a word is an argument of."""
        return self._of_word.get(word, [])

    def beside(self, word: int) -> set[int]:
        """Return the words that are arguments of the same predications, the word left out."""
        return {
            argument.word
            for predication in self.predications(word)
            for argument in predication.arguments
        } - {word}


class _Resolver:
    """Finds what personal and possessive pronouns are of."""

    def __init__(self, chains: Chains, tree: DependencyTree) -> None:
        self._chains = chains
        self._tree = tree
        self._arguments = _Arguments(tree)
        self._mentions = chains.mentions
        self._functions = {
            mention.head: _function(tree, mention.head) for mention in self._mentions
        }
        self._around: defaultdict[int, list[int]] = defaultdict(list)
        for mention in self._mentions:
            for word in mention.phrase.words:
                self._around[word].append(mention.head)

    def antecedent(self, pronoun: Mention) -> Mention | None:
        """Return the best candidate; None if there is none, or it is a coordination."""
        excluded = self._excluded(pronoun)
        possible = [one for one in self._before(pronoun) if self._may_be(pronoun, one, excluded)]
        agreeing = [other for other in possible if self._agrees(pronoun, other)]
        best = min(agreeing, key=lambda other: self._distance(pronoun, other), default=None)
        best = best or self._after(pronoun, excluded) or self._unlisted(pronoun, possible)
        return None if best is None or self._stands_for_several(pronoun, best) else best

    def _excluded(self, pronoun: Mention) -> set[Chain]:
        """Return the chains that by grammar are something else, and the pronoun's own.

        Those are the ones that have a phrase with the pronoun in it, or another argument of
        a predicate that the pronoun is an argument of.
        """
        beside = self._arguments.beside(pronoun.head)
        heads = [*self._around[pronoun.head], *(word for word in beside if word in self._chains)]
        return {self._chains.of(head) for head in heads}

    def _before(self, pronoun: Mention) -> Iterator[Mention]:
        for other in self._mentions:
            if other.head >= pronoun.head:
                return
            if pronoun.sentence - other.sentence <= _MAX_SENTENCES:
                yield other

    def _after(self, pronoun: Mention, excluded: Collection[Chain]) -> Mention | None:
        """Return the subject of the clause that the pronoun's phrase or clause comes before."""
        for ancestor in self._tree.ancestors(pronoun.head):
            for word in self._tree.dependents(ancestor, "nsubj"):
                if word > pronoun.head and word in self._chains:
                    subject = self._chains.mention(word)
                    is_possible = self._may_be(pronoun, subject, excluded)
                    if is_possible and self._agrees(pronoun, subject):
                        return subject
        return None

    def _unlisted(self, pronoun: Mention, possible: Sequence[Mention]) -> Mention | None:
        """Return the nearest subject of its sentence that may be a person for all one knows."""
        own = self._chains.of(pronoun.head)
        nouns = [
            other
            for other in possible
            if own.is_person
            and other.sentence == pronoun.sentence
            and not other.is_pronoun
            and _is_unlisted(self._chains.of(other.head))
        ]
        subjects = [other for other in nouns if self._functions[other.head] == _SUBJECT]
        return subjects[-1] if subjects else None

    def _may_be(self, pronoun: Mention, other: Mention, excluded: Collection[Chain]) -> bool:
        """Whether a pronoun may be of a candidate, its gender and number left aside."""
        is_excluded = self._chains.of(other.head) in excluded
        return not is_excluded and not self._is_no_candidate(pronoun, other)

    def _agrees(self, pronoun: Mention, other: Mention) -> bool:
        own, chain = self._chains.of(pronoun.head), self._chains.of(other.head)
        return self._stands_for_several(pronoun, other) or chain.agrees(own)

    def _is_no_candidate(self, pronoun: Mention, other: Mention) -> bool:
        """Whether it is a time, an amount, a speaker, or who is asked for."""
        head = other.head
        if is_time(self._tree, head) or self._tree.pos[head] == "SYM":
            return True
        if self._tree.pos[head] == "NUM" and "plural" not in pronoun.numbers:
            return True
        norm = self._tree.analysis.norms[head]
        is_asking = self._tree.tags[head] in _RELATIVE_TAGS
        if is_asking and len(self._chains.of(head).mentions) == 1:
            return True
        return _is_empty(self._tree, head) or any(norm in speakers for speakers in _SPEAKERS)

    def _stands_for_several(self, pronoun: Mention, other: Mention) -> bool:
        """Whether a plural is of a whole coordination that starts with a candidate."""
        if "singular" in pronoun.numbers:
            return False
        return any(word in self._chains for word in self._tree.dependents(other.head, "conj"))

    def _distance(self, pronoun: Mention, other: Mention) -> tuple[int, int, int]:
        """Return what makes the least likely the greatest."""
        sentences = pronoun.sentence - other.sentence
        score = self._functions[other.head] + _PER_SENTENCE * sentences
        if self._is_unsure(pronoun, self._chains.of(other.head)):
            score += _IF_UNSURE
        return score, sentences, pronoun.head - other.head if not sentences else other.head

    def _is_unsure(self, pronoun: Mention, chain: Chain) -> bool:
        """Whether a candidate may be a thing as well as a person, or several as well as one."""
        if "singular" not in pronoun.numbers:
            return len(chain.numbers) > 1
        return "neuter" in chain.genders and len(chain.genders) > 1


def _function(tree: DependencyTree, head: int) -> int:
    """Return how far away a phrase is by its function."""
    first = tree.first_conjunct(head)
    # The root of a headline is what it is about; that of "she is a doctor" is no subject.
    is_topic = tree.is_in(first, "root") and not tree.dependents(first, "cop")
    if is_topic or tree.is_in(first, "nsubj"):
        return _SUBJECT
    return _OBJECT if tree.is_in(first, "obj", "iobj") else _OTHER


def _is_unlisted(chain: Chain) -> bool:
    """Whether it is one thing that has no name, by nouns that no list has as people."""
    return not chain.has_name and not chain.is_person and "singular" in chain.numbers


def _relative_clause(tree: DependencyTree, word: int) -> int | None:
    """Return the head of the innermost relative clause that a word is in."""
    above = (word, *tree.ancestors(word))
    return next((one for one in above if tree.relations[one] == "acl:relcl"), None)


def _reflexive_antecedents(
    chains: Chains, arguments: _Arguments, tree: DependencyTree, head: int
) -> Iterator[int]:
    """Yield the noun right before a reflexive pronoun, then the subjects of its clauses."""
    yield from chains.ending_before(head)
    for word in (head, *tree.ancestors(head)):
        for predication in arguments.predications(word):
            yield from (one.word for one in predication.of_function("subject"))


def _speaker(tree: DependencyTree, head: int) -> int | None:
    """Return who says the clause that a word is in, if anybody is said to."""
    for word in (head, *tree.ancestors(head)):
        above = tree.heads[word]
        if tree.is_in(word, "ccomp", "parataxis") and tree.lemmas[above] in _REPORTING:
            return next(iter(tree.dependents(above, "nsubj")), None)
    return None


def _is_empty(tree: DependencyTree, head: int) -> bool:
    """Whether a pronoun is the "it" of "it rains" and "it seems"."""
    if tree.analysis.norms[head] != "it" or not tree.is_in(head, "nsubj"):
        return False
    return tree.lemmas[tree.heads[head]] in _IMPERSONAL
