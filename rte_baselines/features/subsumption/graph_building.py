"""From the analysis of a snippet to its concept graph."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, product
from types import MappingProxyType

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.dependency_tree import PARSE_LAYERS, DependencyTree
from rte_baselines.analysis.names import Name, name_of
from rte_baselines.analysis.parts_of_speech import CONTENT_PARTS
from rte_baselines.analysis.predications import Argument, NounPhrase, Predication, Role, Status
from rte_baselines.features.long_texts import warn_of_cut
from rte_baselines.features.subsumption.concept_graph import (
    BEFORE,
    CONTAINS,
    GENITIVE,
    MODIFIER,
    ConceptGraph,
    Edge,
    Level,
    Node,
)
from rte_baselines.features.subsumption.functional import compound_nouns
from rte_baselines.features.subsumption.quantifiers import is_quantifier
from rte_baselines.features.subsumption.verb_phrases import compressed_predicates
from rte_baselines.lexicon.wordnet.database import WordNet, wordnet_in_use

LAYERS = (
    *PARSE_LAYERS,
    *("words", "norms", "entity_labels"),
    *("predications", "statuses", "noun_phrases", "coreference"),
)
"""The layers of analysis that concept graphs are made of."""

_ROLES: Mapping[Role, str] = MappingProxyType(
    {
        "agent": "ARG0",
        "theme": "ARG1",
        "content": "ARG1",
        "recipient": "ARG2",
        "attribute": "ARG2",
        "location": "AM-LOC",
        "time": "AM-TMP",
        "manner": "AM-MNR",
        "instrument": "AM-MNR",
        "cause": "AM-CAU",
        "purpose": "AM-PNC",
        "company": "AM-COM",
        "other": "AM-ADV",
    }
)
"""What PropBank calls the roles that a parse tells."""

_PHRASE_TYPES = MappingProxyType({"ADJ": "ADJP", "ADV": "ADVP"})


def concept_graph(
    analysis: Analysis, most_words: int | None = None, *, equates: bool = True
) -> ConceptGraph:
    """Return the concept graph of a snippet.

    Coreferent phrases are one node. But what something is said to be ("X is the Y", "X, a
    Y") is a node of its own, so that subject and attribute are two, as they are where a rule
    adds them.

    Parameters
    ----------
    analysis : Analysis
        With the layers in `LAYERS`.
    most_words : int, optional
        What comes after so many content words is left out.
    equates : bool
        Whether what something is said to be is also one of its mentions, so that what the Y
        does X does. Of a hypothesis it is not: that X is the Y is to be shown.

    Raises
    ------
    ResourceError
        If there is no WordNet, or it is damaged.
    """
    return _Builder(analysis, most_words, equates=equates).graph()


class _Builder:
    """Makes the nodes level by level, and then the edges."""

    def __init__(self, analysis: Analysis, most_words: int | None, *, equates: bool) -> None:
        self._analysis = analysis
        self._equates = equates
        self._tree = DependencyTree(analysis)
        wordnet = wordnet_in_use()
        self._compounds = {
            phrase.head: self._compounds_of(phrase, wordnet) for phrase in self._all_phrases
        }
        self._nodes: list[Node] = []
        self._edges: dict[Edge, None] = {}
        words = [word for word in range(len(analysis)) if self._is_word_node(word)]
        is_cut = most_words is not None and len(words) > most_words
        self._end = words[most_words or 0] if is_cut else len(analysis)
        if is_cut:
            warn_of_cut(f"subsumption: a hypothesis is cut after {most_words} content words")
        # Which node each word and predicate is, by the position of its (head) word; which ones
        # a phrase is: first its own, if it has one, then that of all mentions of the thing.
        self._words = {word: self._add_word(word) for word in words if word < self._end}
        self._phrases: defaultdict[int, list[int]] = defaultdict(list)
        self._predicates: dict[int, int] = {}

    def graph(self) -> ConceptGraph:
        predicates = [
            one for one in compressed_predicates(self._analysis) if one[0].word < self._end
        ]
        predications = [predication for predication, _ in predicates]
        phrases = self._noun_phrases(predications)
        self._add_noun_phrases(phrases, predications)
        nodes = [self._add_predicate(*each) for each in predicates]
        by_head = {phrase.head: phrase for phrase in phrases}
        for phrase in phrases:
            self._connect_phrase(phrase, by_head)
        for node, predication in zip(nodes, predications, strict=True):
            self._connect_predicate(node, predication)
        for first, second in pairwise(self._words.values()):
            self._connect([first], [second], BEFORE)
        return ConceptGraph(self._nodes, self._edges)

    # Words

    def _is_word_node(self, word: int) -> bool:
        is_content = self._tree.pos[word] in CONTENT_PARTS
        return is_content or is_quantifier(self._tree.lemmas[word])

    def _add_word(self, word: int) -> int:
        return self._add(
            Node(
                Level.WORD,
                (self._tree.lemmas[word], *self._compounds.get(word, ())),
                word,
                type=self._tree.pos[word],
                word=self._analysis.norms[word],
            )
        )

    # Phrases

    @property
    def _all_phrases(self) -> Sequence[NounPhrase]:
        phrases: Sequence[NounPhrase] = self._analysis.layer("noun_phrases")
        return phrases

    def _compounds_of(self, phrase: NounPhrase, wordnet: WordNet) -> tuple[str, ...]:
        """Return what WordNet has of the head of a phrase with the words right before it."""
        start = phrase.head
        while start - 1 in phrase.words and self._tree.pos[start - 1] in CONTENT_PARTS:
            start -= 1
        places = slice(start, phrase.head + 1)
        spelled = (tuple(words[places]) for words in (self._tree.lemmas, self._analysis.norms))
        nouns = (noun for words in spelled for noun in compound_nouns(wordnet, words))
        return tuple(dict.fromkeys(nouns))

    def _noun_phrases(self, predications: Iterable[Predication]) -> list[NounPhrase]:
        """Return the noun phrases but for pronouns that are no argument, as "who" mostly is."""
        arguments = {argument.word for each in predications for argument in each.arguments}
        return [
            phrase
            for phrase in self._all_phrases
            if phrase.head < self._end and (phrase.kind != "pronoun" or phrase.head in arguments)
        ]

    def _add_noun_phrases(
        self, phrases: Sequence[NounPhrase], predications: Iterable[Predication]
    ) -> None:
        """Add a node for each thing that is spoken of, however often it is mentioned.

        Another one is for each phrase that says what a thing is.
        """
        by_head = {phrase.head: phrase for phrase in phrases}
        chains: Sequence[Sequence[int]] = self._analysis.layer("coreference")
        copulas = [predication for predication in predications if predication.lemma == "be"]
        said = {head for chain in chains for head in _said_to_be(chain, copulas)}
        left_out = set() if self._equates else said
        together = [
            [head for head in chain if head in by_head and head not in left_out] for chain in chains
        ]
        in_chains = said.union(*together)
        together += [[head] for head in by_head if head not in in_chains]
        own = [[head] for head in by_head if head in said]
        for heads in (*own, *sorted(filter(None, together))):
            node = self._add(self._thing([by_head[head] for head in heads]))
            for head in heads:
                self._phrases[head].append(node)

    def _thing(self, mentions: Sequence[NounPhrase]) -> Node:
        """Return the node of what one or more noun phrases mention, pronouns only alone."""
        named = [one for one in mentions if one.kind != "pronoun"] or mentions[:1]
        heads = (self._tree.lemmas[one.head] for one in named)
        compounds = (noun for one in named for noun in self._compounds[one.head])
        labels = (self._analysis.entity_labels[one.head] for one in named)
        names = (self._name(one) for one in named if one.kind == "name")
        return Node(
            Level.PHRASE,
            tuple(dict.fromkeys((*heads, *compounds))),
            mentions[0].head,
            type="NP",
            entity=next(filter(None, labels), ""),
            names=tuple(dict.fromkeys(filter(None, names))),
        )

    def _name(self, phrase: NounPhrase) -> Name | None:
        """Return the name that a phrase is of: its head with the names next to it."""
        start, end = phrase.head, phrase.head + 1
        while start - 1 in phrase.words and self._tree.pos[start - 1] == "PROPN":
            start -= 1
        while end in phrase.words and self._tree.pos[end] == "PROPN":
            end += 1
        label = self._analysis.entity_labels[phrase.head]
        return name_of(self._analysis.words[start:end], label)

    def _connect_phrase(self, phrase: NounPhrase, by_head: Mapping[int, NounPhrase]) -> None:
        """Connect a phrase with its own words and with the phrases right within it."""
        within = {
            word: by_head[word] for word in phrase.words if word in by_head and word != phrase.head
        }
        deeper = {word for one in within.values() for word in one.words}
        nodes = self._phrases[phrase.head]
        for word in phrase.words:
            if word in self._words and word not in deeper:
                self._connect(nodes, [self._words[word]], CONTAINS)
        for head in within:
            if not any(head in one.words for one in within.values() if one.head != head):
                self._connect(nodes, self._phrases[head], self._modifies_as(head))

    def _modifies_as(self, head: int) -> str:
        if self._tree.is_in(head, "nmod:poss"):
            return GENITIVE
        return self._tree.marker(head) or MODIFIER

    # Predicates

    def _add_predicate(self, predication: Predication, status: Status) -> int:
        node = self._add(
            Node(Level.PREDICATE, (predication.lemma,), predication.word, status=status)
        )
        self._predicates.setdefault(predication.word, node)
        return node

    def _connect_predicate(self, predicate: int, predication: Predication) -> None:
        if predication.kind == "verb":
            for word in predication.group:
                is_of_verb = word == predication.word or self._tree.is_in(word, "compound:prt")
                if is_of_verb and word in self._words:
                    self._connect([predicate], [self._words[word]], CONTAINS)
        for argument in predication.arguments:
            if argument.word < self._end:
                targets = self._argument(argument)
                self._connect([predicate], targets, _ROLES[argument.role], argument.marker)

    def _argument(self, argument: Argument) -> Sequence[int]:
        """Return the nodes of an argument: a predicate, noun phrases, or one of another type."""
        if argument.function == "clause" and argument.word in self._predicates:
            return [self._predicates[argument.word]]
        if argument.word not in self._phrases:
            self._add_other_phrase(argument.word)
        nodes = self._phrases[argument.word]
        return nodes[:1] if argument.function == "attribute" else nodes

    def _add_other_phrase(self, word: int) -> None:
        """Add a phrase that no noun heads: an adjective, an adverb, or what else there is."""
        node = Node(
            Level.PHRASE,
            (self._tree.lemmas[word],),
            word,
            type=_PHRASE_TYPES.get(self._tree.pos[word], "XP"),
        )
        self._phrases[word] = [self._add(node)]
        for part in (word, *self._tree.dependents(word, "advmod", "amod", "compound")):
            if part in self._words:
                self._connect(self._phrases[word], [self._words[part]], CONTAINS)

    # Both

    def _add(self, node: Node) -> int:
        self._nodes.append(node)
        return len(self._nodes) - 1

    def _connect(self, sources: Iterable[int], targets: Collection[int], *names: str) -> None:
        """Connect nodes with others; a phrase does not modify another mention of itself."""
        named = frozenset(filter(None, names))
        for source, target in product(sources, targets):
            if source != target:
                self._edges[Edge(source, target, named)] = None


def _said_to_be(chain: Collection[int], copulas: Iterable[Predication]) -> Iterator[int]:
    """Yield those of the phrases of a thing of which a predication with "be" says what it is."""
    for predication in copulas:
        subjects = (one.word for one in predication.of_function("subject"))
        if any(subject in chain for subject in subjects):
            attributes = (one.word for one in predication.of_function("attribute"))
            yield from (attribute for attribute in attributes if attribute in chain)
