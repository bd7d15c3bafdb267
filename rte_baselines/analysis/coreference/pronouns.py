"""Coreference passes that resolve pronouns; each joins chains of a snippet."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from rte_baselines.analysis.coreference.mentions import Chain, Chains, Mention
from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.analysis.predicates.clauses import is_time
from rte_baselines.analysis.predicates.predications import Predication
from rte_baselines.analysis.tokens.word_classes import word_lists

_RESOLVED = frozenset("he him his she her hers it its they them their theirs".split())
_RELATIVE = frozenset("who whom whose which that".split())
_RELATIVE_TAGS = frozenset({"WP", "WDT", "WP$"})
_SPEAKERS = (
    frozenset("i me my mine myself".split()),
    frozenset("we us our ours ourselves".split()),
    frozenset("you your yours yourself yourselves".split()),
)
_IMPERSONAL = word_lists("coreference/reference_words.txt")["impersonal"]
_REPORTING = word_lists("predicates/embedding_predicates.txt")["reported"]
# The distance of a candidate by its grammatical function.
_SUBJECT, _OBJECT, _OTHER = 0, 1, 3


def join_relative_pronouns(chains: Chains, tree: DependencyTree) -> None:
    """Join the relative pronoun of each relative clause to the noun that the clause modifies."""
    seen = set()
    for mention in chains.mentions:
        norm, tag = tree.analysis.norms[mention.head], tree.tags[mention.head]
        if norm not in _RELATIVE or tag not in _RELATIVE_TAGS:
            continue
        above = (mention.head, *tree.ancestors(mention.head))
        clause = next((head for head in above if tree.relations[head] == "acl:relcl"), None)
        # Only the first is the relative pronoun; later ones may be interrogative.
        if clause is not None and clause not in seen and tree.heads[clause] in chains:
            seen.add(clause)
            chains.join(tree.heads[clause], mention.head)


def join_reflexives(chains: Chains, tree: DependencyTree) -> None:
    """Join reflexive pronouns to the noun right before them or the subject of their clause."""
    predications = _predications_of(tree)
    for mention in chains.mentions:
        if tree.analysis.norms[mention.head] not in {"himself", "herself", "itself", "themselves"}:
            continue
        own = chains.of(mention.head)
        heads = _reflexive_antecedents(chains, predications, tree, mention.head)
        candidates = [head for head in heads if head in chains and head != mention.head]
        agreeing = [head for head in candidates if chains.of(head).agrees(own)]
        unlisted = [head for head in candidates if _is_unlisted(chains.of(head))]
        if agreeing or unlisted:
            chains.join((agreeing or unlisted)[0], mention.head)


def join_speakers(chains: Chains, tree: DependencyTree) -> None:
    """Join "I" and "my" to each other and the speaker, "we" to "our" and "you" to "your"."""
    norms = tree.analysis.norms
    for pronouns in _SPEAKERS:
        heads = [mention.head for mention in chains.mentions if norms[mention.head] in pronouns]
        for index, head in enumerate(heads):
            speaker = _speaker(tree, head) if pronouns is _SPEAKERS[0] else None
            if speaker is not None and speaker in chains:
                chains.join(speaker, head)
            elif index:
                chains.join(heads[index - 1], head)


def join_pronouns(chains: Chains, tree: DependencyTree) -> None:
    """Join personal and possessive pronouns to the nearest phrase that agrees."""
    resolver = _Resolver(chains, tree)
    for mention in chains.mentions:
        if tree.analysis.norms[mention.head] in _RESOLVED and not _is_expletive(tree, mention.head):
            antecedent = resolver.antecedent(mention)
            if antecedent is not None:
                chains.join(antecedent.head, mention.head)


def _predications_of(tree: DependencyTree) -> Mapping[int, Sequence[Predication]]:
    """Return the predications that each word is an argument of."""
    predications: defaultdict[int, list[Predication]] = defaultdict(list)
    for predication in tree.analysis.layer("predications"):
        for argument in predication.arguments:
            predications[argument.word].append(predication)
    return predications


class _Resolver:
    """Finds the antecedents of personal and possessive pronouns."""

    def __init__(self, chains: Chains, tree: DependencyTree) -> None:
        self._chains = chains
        self._tree = tree
        self._predications = _predications_of(tree)
        self._mentions = chains.mentions
        self._functions = {
            mention.head: _function(tree, mention.head) for mention in self._mentions
        }
        self._around: defaultdict[int, list[int]] = defaultdict(list)
        for mention in self._mentions:
            for word in mention.phrase.words:
                self._around[word].append(mention.head)

    def antecedent(self, pronoun: Mention) -> Mention | None:
        """Return the nearest candidate, at most three sentences back, or a later subject.

        None if there is none, or if it is a coordination.
        """
        excluded = self._excluded(pronoun)
        candidates = [
            mention
            for mention in self._mentions
            if mention.head < pronoun.head
            and pronoun.sentence - mention.sentence <= 3
            and self._is_candidate(pronoun, mention, excluded)
        ]
        agreeing = [mention for mention in candidates if self._agrees(pronoun, mention)]
        best = min(agreeing, key=lambda mention: self._distance(pronoun, mention), default=None)
        best = best or self._after(pronoun, excluded) or self._unlisted(pronoun, candidates)
        return None if best is None or self._is_coordination(pronoun, best) else best

    def _excluded(self, pronoun: Mention) -> set[Chain]:
        """Return the chains of phrases around the pronoun and of arguments beside it."""
        predications = self._predications.get(pronoun.head, ())
        arguments = {argument.word for found in predications for argument in found.arguments}
        heads = [word for word in arguments - {pronoun.head} if word in self._chains]
        return {self._chains.of(head) for head in (*self._around[pronoun.head], *heads)}

    def _after(self, pronoun: Mention, excluded: Collection[Chain]) -> Mention | None:
        """Return a subject after the pronoun in one of the clauses that contain it."""
        for ancestor in self._tree.ancestors(pronoun.head):
            for word in self._tree.dependents(ancestor, "nsubj"):
                if word > pronoun.head and word in self._chains:
                    subject = self._chains.mention(word)
                    is_candidate = self._is_candidate(pronoun, subject, excluded)
                    if is_candidate and self._agrees(pronoun, subject):
                        return subject
        return None

    def _unlisted(self, pronoun: Mention, candidates: Sequence[Mention]) -> Mention | None:
        """Return the nearest subject of the sentence whose noun is in no list and may be a person.

        None if the pronoun is not one for persons.
        """
        own = self._chains.of(pronoun.head)
        nouns = [
            mention
            for mention in candidates
            if own.is_person
            and mention.sentence == pronoun.sentence
            and not mention.is_pronoun
            and _is_unlisted(self._chains.of(mention.head))
        ]
        subjects = [mention for mention in nouns if self._functions[mention.head] == _SUBJECT]
        return subjects[-1] if subjects else None

    def _is_candidate(
        self, pronoun: Mention, mention: Mention, excluded: Collection[Chain]
    ) -> bool:
        """Whether a mention may be the antecedent, apart from gender and number.

        It may not be a time, an amount, a speaker, or an interrogative pronoun.
        """
        head, chain = mention.head, self._chains.of(mention.head)
        if chain in excluded or is_time(self._tree, head) or self._tree.pos[head] == "SYM":
            return False
        if self._tree.pos[head] == "NUM" and "plural" not in pronoun.numbers:
            return False
        norm = self._tree.analysis.norms[head]
        has_wh_tag = self._tree.tags[head] in _RELATIVE_TAGS
        if has_wh_tag and len(chain.mentions) == 1:
            return False
        is_speaker = any(norm in speakers for speakers in _SPEAKERS)
        return not _is_expletive(self._tree, head) and not is_speaker

    def _agrees(self, pronoun: Mention, mention: Mention) -> bool:
        own, chain = self._chains.of(pronoun.head), self._chains.of(mention.head)
        return self._is_coordination(pronoun, mention) or chain.agrees(own)

    def _is_coordination(self, pronoun: Mention, mention: Mention) -> bool:
        """Whether a mention is the first of a coordination, and the pronoun is plural."""
        if "singular" in pronoun.numbers:
            return False
        return any(word in self._chains for word in self._tree.dependents(mention.head, "conj"))

    def _distance(self, pronoun: Mention, mention: Mention) -> tuple[int, int, int]:
        """Return the sort key of a candidate; the nearest has the smallest.

        It adds 2 for each sentence back, and 2 if gender or number is uncertain.
        """
        sentences = pronoun.sentence - mention.sentence
        chain = self._chains.of(mention.head)
        # A candidate may be a person or a thing, or singular or plural.
        if "singular" not in pronoun.numbers:
            is_uncertain = len(chain.numbers) > 1
        else:
            is_uncertain = "neuter" in chain.genders and len(chain.genders) > 1
        score = self._functions[mention.head] + 2 * sentences + 2 * is_uncertain
        return score, sentences, pronoun.head - mention.head if not sentences else mention.head


def _function(tree: DependencyTree, head: int) -> int:
    """Return the distance of a phrase by its grammatical function."""
    first = tree.first_conjunct(head)
    # The root of a headline is its topic; the root of "she is a doctor" is not a subject.
    is_topic = tree.is_in(first, "root") and not tree.dependents(first, "cop")
    if is_topic or tree.is_in(first, "nsubj"):
        return _SUBJECT
    return _OBJECT if tree.is_in(first, "obj", "iobj") else _OTHER


def _is_unlisted(chain: Chain) -> bool:
    """Whether a chain is singular, has no name, and its nouns are not listed as persons."""
    return not chain.names and not chain.is_person and "singular" in chain.numbers


def _reflexive_antecedents(
    chains: Chains,
    predications: Mapping[int, Sequence[Predication]],
    tree: DependencyTree,
    head: int,
) -> Iterator[int]:
    """Yield the noun right before a reflexive pronoun, then the subjects of its clauses."""
    for mention in chains.mentions:
        words = mention.phrase.words
        # The pronoun may be the last word of the phrase.
        if words[-1] == head - 1 or words[-2:] == (head - 1, head):
            yield mention.head
    # The innermost clause comes first.
    for word in (head, *tree.ancestors(head)):
        for predication in predications.get(word, ()):
            yield from (argument.word for argument in predication.of_function("subject"))


def _speaker(tree: DependencyTree, head: int) -> int | None:
    """Return the subject of the reporting verb over the clause of a word, or None."""
    for word in (head, *tree.ancestors(head)):
        above = tree.heads[word]
        if tree.is_in(word, "ccomp", "parataxis") and tree.lemmas[above] in _REPORTING:
            return next(iter(tree.dependents(above, "nsubj")), None)
    return None


def _is_expletive(tree: DependencyTree, head: int) -> bool:
    """Whether a pronoun is the expletive "it" of "it rains" and "it seems"."""
    if tree.analysis.norms[head] != "it" or not tree.is_in(head, "nsubj"):
        return False
    return tree.lemmas[tree.heads[head]] in _IMPERSONAL
