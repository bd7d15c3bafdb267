"""Chains of mentions that grow as more of them are found to be of the same thing."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from rte_baselines.analysis.mentions import Gender, Mention, Number
from rte_baselines.analysis.names import same_name


@dataclass(eq=False)
class Chain:
    """Mentions of one thing, and what they say of it together.

    Parameters
    ----------
    mentions : list of Mention
        At least one.
    """

    mentions: list[Mention]
    genders: frozenset[Gender] = field(init=False)
    numbers: frozenset[Number] = field(init=False)

    def __post_init__(self) -> None:
        self.genders = self.mentions[0].genders
        self.numbers = self.mentions[0].numbers
        for mention in self.mentions[1:]:
            self._narrow(mention.genders, mention.numbers)

    def add(self, other: "Chain") -> None:
        """Take over the mentions of another chain."""
        self.mentions = sorted(self.mentions + other.mentions, key=lambda mention: mention.head)
        self._narrow(other.genders, other.numbers)

    def _narrow(self, genders: frozenset[Gender], numbers: frozenset[Number]) -> None:
        # Where mentions disagree, neither is trusted.
        self.genders = self.genders & genders or self.genders | genders
        self.numbers = self.numbers & numbers or self.numbers | numbers

    @property
    def nouns(self) -> frozenset[str]:
        """What it is called."""
        return frozenset().union(*(mention.nouns for mention in self.mentions))

    @property
    def modifiers(self) -> frozenset[str]:
        """All that modifies it anywhere."""
        return frozenset().union(*(mention.modifiers for mention in self.mentions))

    @property
    def has_name(self) -> bool:
        """Whether it is named anywhere."""
        return any(mention.name for mention in self.mentions)

    @property
    def is_person(self) -> bool:
        """Whether it can be nothing else."""
        return "neuter" not in self.genders

    @property
    def name_words(self) -> frozenset[str]:
        """The words of all its names."""
        names = [mention.name.words for mention in self.mentions if mention.name]
        return frozenset(word for words in names for word in words)

    def agrees(self, other: "Chain") -> bool:
        """Whether there are a gender and a number that both may have."""
        return bool(self.genders & other.genders) and bool(self.numbers & other.numbers)

    def has_same_name(self, other: "Chain") -> bool:
        """Whether both have names, and every name of the one fits every one of the other."""
        own = [mention.name for mention in self.mentions if mention.name]
        others = [mention.name for mention in other.mentions if mention.name]
        pairs = [(one, two) for one in own for two in others]
        return bool(pairs) and all(same_name(one, two) for one, two in pairs)


class Chains:
    """The chains of a snippet; in the beginning, each mention is one by itself.

    Parameters
    ----------
    mentions : sequence of Mention
        In the order of their heads.
    """

    def __init__(self, mentions: Sequence[Mention]) -> None:
        self.mentions = list(mentions)
        self._mention_of_head = {mention.head: mention for mention in mentions}
        self._of_head = {mention.head: Chain([mention]) for mention in mentions}

    def __contains__(self, head: int) -> bool:
        return head in self._of_head

    def of(self, head: int) -> Chain:
        """Return the chain that the phrase with a head is in."""
        return self._of_head[head]

    def mention(self, head: int) -> Mention:
        """Return the phrase with a head."""
        return self._mention_of_head[head]

    def ending_before(self, place: int) -> list[int]:
        """Return the heads of the phrases that end right before a place, or there."""
        return [
            one.head
            for one in self.mentions
            if max((word for word in one.phrase.words if word != place), default=-1) == place - 1
        ]

    def all(self) -> list[Chain]:
        """Return all chains in the order of their first mentions."""
        return list(dict.fromkeys(self._of_head.values()))

    def join(self, one: int, other: int) -> None:
        """Make one chain of those that two heads are in."""
        first, second = self._of_head[one], self._of_head[other]
        if first is second:
            return
        first.add(second)
        for mention in second.mentions:
            self._of_head[mention.head] = first
