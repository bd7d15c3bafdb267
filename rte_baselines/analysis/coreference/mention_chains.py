"""Coreference chains, which grow as mentions are joined."""

from collections.abc import Sequence

from rte_baselines.analysis.coreference.mentions import Mention
from rte_baselines.analysis.coreference.names import Name, same_name


class Chain:
    """Coreferent mentions in the order of their heads, with their pooled attributes.

    `names` are the distinct names; `nouns` and `modifiers` are those of all mentions; `genders` and
    `numbers` are the possible ones. Where mentions disagree, those of either are possible.
    """

    def __init__(self, mention: Mention) -> None:
        self.mentions = [mention]
        self.names: frozenset[Name] = frozenset([mention.name] if mention.name else [])
        self.nouns = mention.nouns
        self.modifiers = mention.modifiers
        self.genders = mention.genders
        self.numbers = mention.numbers

    def add(self, other: "Chain") -> None:
        """Add the mentions of another chain."""
        self.mentions = sorted(self.mentions + other.mentions, key=lambda mention: mention.head)
        self.names |= other.names
        self.nouns |= other.nouns
        self.modifiers |= other.modifiers
        # If they have none in common, all of both are possible.
        self.genders = self.genders & other.genders or self.genders | other.genders
        self.numbers = self.numbers & other.numbers or self.numbers | other.numbers

    @property
    def has_name(self) -> bool:
        """Whether any mention has a name."""
        return bool(self.names)

    @property
    def is_person(self) -> bool:
        """Whether it can only be a person."""
        return "neuter" not in self.genders

    @property
    def name_words(self) -> frozenset[str]:
        """The words of all names."""
        return frozenset(word for name in self.names for word in name.words)

    def agrees(self, other: "Chain") -> bool:
        """Whether two chains have a possible gender and a possible number in common."""
        return bool(self.genders & other.genders) and bool(self.numbers & other.numbers)

    def has_same_name(self, other: "Chain") -> bool:
        """Whether both chains have names and all names match; see `same_name`."""
        if not self.names or not other.names:
            return False
        return all(same_name(own, name) for own in self.names for name in other.names)


class Chains:
    """The chains of the mentions of a snippet. At first, each mention is a chain of its own."""

    def __init__(self, mentions: Sequence[Mention]) -> None:
        self.mentions = list(mentions)
        self._mention_of_head = {mention.head: mention for mention in mentions}
        self._of_head = {mention.head: Chain(mention) for mention in mentions}

    def __contains__(self, head: int) -> bool:
        return head in self._of_head

    def of(self, head: int) -> Chain:
        """Return the chain of the phrase with a given head."""
        return self._of_head[head]

    def mention(self, head: int) -> Mention:
        """Return the mention with a given head."""
        return self._mention_of_head[head]

    def ending_before(self, word: int) -> list[int]:
        """Return the heads of the phrases whose last word other than `word` is right before it."""
        return [
            mention.head
            for mention in self.mentions
            if mention.last_word_other_than(word) == word - 1
        ]

    def all(self) -> list[Chain]:
        """Return all chains in the order of their first mentions."""
        return list(dict.fromkeys(self._of_head.values()))

    def join(self, first: int, second: int) -> None:
        """Join the chains of two heads."""
        chain, joined = self._of_head[first], self._of_head[second]
        if chain is joined:
            return
        chain.add(joined)
        for mention in joined.mentions:
            self._of_head[mention.head] = chain
