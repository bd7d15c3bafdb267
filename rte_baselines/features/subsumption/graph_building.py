"""Building the concept graph of a snippet from its analysis."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, product

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.coreference.names import Name, name_of
from rte_baselines.analysis.english.dependency_tree import PARSE_LAYERS, DependencyTree
from rte_baselines.analysis.english.labels import CONTENT_PARTS
from rte_baselines.analysis.predicates.embedding import heading_of
from rte_baselines.analysis.predicates.predications import (
    Argument,
    NounPhrase,
    Predication,
    Role,
    Status,
)
from rte_baselines.features.base import warn_once
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
from rte_baselines.features.subsumption.functional import compound_nouns, is_quantifier
from rte_baselines.lexicon.wordnet.database.database import WordNet, wordnet_in_use

LAYERS = (
    *PARSE_LAYERS,
    *("words", "norms", "entity_labels"),
    *("predications", "statuses", "noun_phrases", "coreference"),
)
"""The analysis layers that concept graphs are built from."""

_ROLES: Mapping[Role, str] = {
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
"""PropBank's names of the roles."""

_PHRASE_TYPES = {"ADJ": "ADJP", "ADV": "ADVP"}

# Classes of verbs that only determine whether their complement happens. If they are negated,
# "manage" and "fail" still do; "deny" and "hope" do not.
_COMPRESSED_IF_NEGATED = ("implicative", "negative_implicative", "enabling")
_COMPRESSED = (*_COMPRESSED_IF_NEGATED, "denying", "potential")


def compressed_predicates(analysis: Analysis) -> list[tuple[Predication, Status]]:
    """Return a snippet's predications with their statuses, with verb compounds as one predicate.

    desalvobraz2006 section 3.1.1: in "VERB to VERB", such as "managed to enter", the first verb
    is eliminated. Its effect on the second verb is already part of the latter's status, except
    the tense, which is passed on.
    """
    predications: Sequence[Predication] = analysis.layer("predications")
    statuses: Sequence[Status] = analysis.layer("statuses")
    with_statuses = list(zip(predications, statuses, strict=True))
    status_of = {predication.word: status for predication, status in with_statuses}
    by_word = {predication.word: predication for predication in predications}
    embedding = {
        embedded: predication
        for predication in predications
        if (embedded := _compressed_into(predication, status_of[predication.word], by_word))
        is not None
    }
    eliminated = {id(predication) for predication in embedding.values()}
    return [
        (predication, _with_tense_of(predication, status, embedding, status_of))
        for predication, status in with_statuses
        if id(predication) not in eliminated
    ]


def _compressed_into(
    predication: Predication, status: Status, by_word: dict[int, Predication]
) -> int | None:
    """Return the verb that a verb forms a compound with, with the same subject; None if none."""
    headings = _COMPRESSED_IF_NEGATED if status.negated else _COMPRESSED
    if heading_of(predication.lemma, "to") not in headings:
        return None
    clauses = predication.of_function("clause")
    is_to_verb = [(clause.role, clause.marker) for clause in clauses] == [("content", "to")]
    has_object = predication.of_function("object") + predication.of_function("indirect_object")
    if predication.kind != "verb" or not is_to_verb or has_object:
        return None
    return clauses[0].word if clauses[0].word in by_word else None


def _with_tense_of(
    predication: Predication,
    status: Status,
    embedding: dict[int, Predication],
    status_of: dict[int, Status],
) -> Status:
    """Return a status with the tense of the verb that was eliminated, if any."""
    outer = embedding.get(predication.word)
    if outer is None or status.tense != "none":
        return status
    passed_on = _with_tense_of(outer, status_of[outer.word], embedding, status_of)
    return replace(status, tense=passed_on.tense)


def concept_graph(
    analysis: Analysis, most_words: int | None = None, *, merges_attributes: bool = True
) -> ConceptGraph:
    """Return the concept graph of a snippet.

    Coreferent phrases are one node. Predicative mentions ("the Y" in "X is the Y" or "a Y" in
    "X, a Y") also have a node of their own, so that subject and attribute are two nodes, as
    they are when a rule adds them.

    `most_words`: the maximum number of content words; the rest of the snippet is cut.
    `merges_attributes`: whether predicative mentions also belong to the node of their entity, so
    that X does what the Y does. For a hypothesis they do not, because that X is the Y has to be
    proved.
    """
    return _ConceptGraphBuilder(analysis, most_words, merges_attributes=merges_attributes).graph()


class _ConceptGraphBuilder:
    def __init__(
        self, analysis: Analysis, most_words: int | None, *, merges_attributes: bool
    ) -> None:
        self._analysis = analysis
        self._merges_attributes = merges_attributes
        self._tree = DependencyTree(analysis)
        self._all_phrases: Sequence[NounPhrase] = analysis.layer("noun_phrases")
        wordnet = wordnet_in_use()
        self._compounds = {
            phrase.head: self._compounds_of(phrase, wordnet) for phrase in self._all_phrases
        }
        self._nodes: list[Node] = []
        self._edges: dict[Edge, None] = {}
        words = [
            word
            for word, lemma in enumerate(self._tree.lemmas)
            if self._tree.pos[word] in CONTENT_PARTS or is_quantifier(lemma)
        ]
        is_cut = most_words is not None and len(words) > most_words
        self._end = words[most_words or 0] if is_cut else len(analysis)
        if is_cut:
            warn_once(f"subsumption: a hypothesis is cut after {most_words} content words")
        # The node of each word and predicate, by the position of its (head) word. A phrase can
        # have two: first its own, if it is predicative, then that of its coreference chain.
        self._words = {word: self._add_word(word) for word in words if word < self._end}
        self._phrases: defaultdict[int, list[int]] = defaultdict(list)
        self._predicates: dict[int, int] = {}

    def graph(self) -> ConceptGraph:
        predicates = [
            (predication, status)
            for predication, status in compressed_predicates(self._analysis)
            if predication.word < self._end
        ]
        predications = [predication for predication, _ in predicates]
        phrases = self._noun_phrases(predications)
        self._add_noun_phrases(phrases, predications)
        nodes = []
        for predication, status in predicates:
            word = predication.word
            added = Node(Level.PREDICATE, (predication.lemma,), word, status=status)
            nodes.append(self._add(added))
            self._predicates.setdefault(word, nodes[-1])
        by_head = {phrase.head: phrase for phrase in phrases}
        for phrase in phrases:
            self._connect_phrase(phrase, by_head)
        for node, predication in zip(nodes, predications, strict=True):
            self._connect_predicate(node, predication)
        for first, second in pairwise(self._words.values()):
            self._connect([first], [second], BEFORE)
        return ConceptGraph(self._nodes, self._edges)

    # Words

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

    def _compounds_of(self, phrase: NounPhrase, wordnet: WordNet) -> tuple[str, ...]:
        """Return the compounds in WordNet of the head of a phrase and the words before it."""
        start = phrase.head
        while start - 1 in phrase.words and self._tree.pos[start - 1] in CONTENT_PARTS:
            start -= 1
        span = slice(start, phrase.head + 1)
        forms = (tuple(words[span]) for words in (self._tree.lemmas, self._analysis.norms))
        nouns = (noun for words in forms for noun in compound_nouns(wordnet, words))
        return tuple(dict.fromkeys(nouns))

    def _noun_phrases(self, predications: Iterable[Predication]) -> list[NounPhrase]:
        """Return the noun phrases without pronouns that are not arguments, such as "who"."""
        arguments = {argument.word for clause in predications for argument in clause.arguments}
        return [
            phrase
            for phrase in self._all_phrases
            if phrase.head < self._end and (phrase.kind != "pronoun" or phrase.head in arguments)
        ]

    def _add_noun_phrases(
        self, phrases: Sequence[NounPhrase], predications: Iterable[Predication]
    ) -> None:
        """Add a node for each entity with its mentions, and one for each predicative mention."""
        by_head = {phrase.head: phrase for phrase in phrases}
        chains: Sequence[Sequence[int]] = self._analysis.layer("coreference")
        copulas = [predication for predication in predications if predication.lemma == "be"]
        predicative = {head for chain in chains for head in _predicative_mentions(chain, copulas)}
        excluded = set() if self._merges_attributes else predicative
        entities = [
            [head for head in chain if head in by_head and head not in excluded] for chain in chains
        ]
        in_chains = predicative.union(*entities)
        entities += [[head] for head in by_head if head not in in_chains]
        own = [[head] for head in by_head if head in predicative]
        for heads in (*own, *sorted(filter(None, entities))):
            node = self._add(self._entity_node([by_head[head] for head in heads]))
            for head in heads:
                self._phrases[head].append(node)

    def _entity_node(self, mentions: Sequence[NounPhrase]) -> Node:
        """Return the node of coreferent noun phrases; pronouns count only without other nouns."""
        nominal = [mention for mention in mentions if mention.kind != "pronoun"] or mentions[:1]
        heads = (self._tree.lemmas[mention.head] for mention in nominal)
        compounds = (noun for mention in nominal for noun in self._compounds[mention.head])
        labels = (self._analysis.entity_labels[mention.head] for mention in nominal)
        names = (self._name(mention) for mention in nominal if mention.kind == "name")
        return Node(
            Level.PHRASE,
            tuple(dict.fromkeys((*heads, *compounds))),
            mentions[0].head,
            type="NP",
            entity=next(filter(None, labels), ""),
            names=tuple(dict.fromkeys(filter(None, names))),
        )

    def _name(self, phrase: NounPhrase) -> Name | None:
        """Return the name in a phrase: its head with the adjacent proper nouns."""
        start, end = phrase.head, phrase.head + 1
        while start - 1 in phrase.words and self._tree.pos[start - 1] == "PROPN":
            start -= 1
        while end in phrase.words and self._tree.pos[end] == "PROPN":
            end += 1
        label = self._analysis.entity_labels[phrase.head]
        return name_of(self._analysis.words[start:end], label)

    def _connect_phrase(self, phrase: NounPhrase, by_head: Mapping[int, NounPhrase]) -> None:
        """Connect a phrase with its own words and with the phrases directly within it."""
        inner = {
            word: by_head[word] for word in phrase.words if word in by_head and word != phrase.head
        }
        inner_words = {word for other in inner.values() for word in other.words}
        nodes = self._phrases[phrase.head]
        for word in phrase.words:
            if word in self._words and word not in inner_words:
                self._connect(nodes, [self._words[word]], CONTAINS)
        for head in inner:
            if not any(head in other.words for other in inner.values() if other.head != head):
                is_genitive = self._tree.is_in(head, "nmod:poss")
                name = GENITIVE if is_genitive else self._tree.marker(head) or MODIFIER
                self._connect(nodes, self._phrases[head], name)

    # Predicates

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
        """Return the nodes of an argument: a predicate, noun phrases or another phrase."""
        if argument.function == "clause" and argument.word in self._predicates:
            return [self._predicates[argument.word]]
        word = argument.word
        if word not in self._phrases:
            # It is not headed by a noun, but by an adjective, an adverb or the like.
            type_ = _PHRASE_TYPES.get(self._tree.pos[word], "XP")
            node = Node(Level.PHRASE, (self._tree.lemmas[word],), word, type=type_)
            self._phrases[word] = [self._add(node)]
            for part in (word, *self._tree.dependents(word, "advmod", "amod", "compound")):
                if part in self._words:
                    self._connect(self._phrases[word], [self._words[part]], CONTAINS)
        nodes = self._phrases[word]
        return nodes[:1] if argument.function == "attribute" else nodes

    # Nodes and edges

    def _add(self, node: Node) -> int:
        self._nodes.append(node)
        return len(self._nodes) - 1

    def _connect(self, sources: Iterable[int], targets: Collection[int], *names: str) -> None:
        """Connect sources with targets; a node is not connected with itself."""
        named = frozenset(filter(None, names))
        for source, target in product(sources, targets):
            if source != target:
                self._edges[Edge(source, target, named)] = None


def _predicative_mentions(chain: Collection[int], copulas: Iterable[Predication]) -> Iterator[int]:
    """Yield the mentions of a coreference chain that are the attribute of another mention."""
    for predication in copulas:
        if any(subject.word in chain for subject in predication.of_function("subject")):
            attributes = predication.of_function("attribute")
            yield from (attribute.word for attribute in attributes if attribute.word in chain)
