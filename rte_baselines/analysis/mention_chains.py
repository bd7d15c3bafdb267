"""Chains of mentions that grow as more of them are found to be of the same thing."""

from collections.abc import Sequence

from rte_baselines.analysis.mentions import Mention
from rte_baselines.analysis.names import Name, same_name


class Chain:
    """Mentions of one thing, and what they say of it together.

    Parameters
    ----------
    mention : Mention
        The first that is known.

    Attributes
    ----------
    mentions : list of Mention
        In the order of their heads.
    names : frozenset of Name
        Each once, however often it stands there.
    nouns : frozenset of str
        What it is called.
    modifiers : frozenset of str
        All that modifies it anywhere.
    genders : frozenset of {"masculine", "feminine", "neuter"}
        Those that all mentions may have; those that any may have where they disagree.
    numbers : frozenset of {"singular", "plural"}
        Likewise.
    """

    def __init__(self, mention: Mention) -> None:
        self.mentions = [mention]
        self.names: frozenset[Name] = frozenset([mention.name] if mention.name else [])
        self.nouns = mention.nouns
        self.modifiers = mention.modifiers
        self.genders = mention.genders
        self.numbers = mention.numbers

    def add(self, other: "Chain") -> None:
        """Take over the mentions of another chain."""
        self.mentions = sorted(self.mentions + other.mentions, key=lambda mention: mention.head)
        self.names |= other.names
        self.nouns |= other.nouns
        self.modifiers |= other.modifiers
        # Where mentions disagree, neither is trusted.
        self.genders = self.genders & other.genders or self.genders | other.genders
        self.numbers = self.numbers & other.numbers or self.numbers | other.numbers

    @property
    def has_name(self) -> bool:
        """Whether it is named anywhere."""
        return bool(self.names)

    @property
    def is_person(self) -> bool:
        """Whether it can be nothing else."""
        return "neuter" not in self.genders

    @property
    def name_words(self) -> frozenset[str]:
        """The words of all its names."""
        return frozenset(word for name in self.names for word in name.words)

    def agrees(self, other: "Chain") -> bool:
        """Whether there are a gender and a number that both may have."""
        return bool(self.genders & other.genders) and bool(self.numbers & other.numbers)

    def has_same_name(self, other: "Chain") -> bool:
        """Whether both have names, and every name of the one fits every one of the other."""
        if not self.names or not other.names:
            return False
        return all(same_name(one, two) for one in self.names for two in other.names)


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
        self._of_head = {mention.head: Chain(mention) for mention in mentions}

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
        return [one.head for one in self.mentions if one.last_word_but(place) == place - 1]

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
