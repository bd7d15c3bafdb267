"""Rule bases: indexed for what entails a hypothesis, named in configs, searched for cycles."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
import scipy

from rte_baselines.core.components import Component
from rte_baselines.core.errors import ConfigError, InputError
from rte_baselines.core.resources.resources import resource_folder
from rte_baselines.rules.dependencies import Match, MatchedSnippet
from rte_baselines.rules.rule import Rule
from rte_baselines.rules.rule_files import parse_rule, read_rules
from rte_baselines.rules.template import VARIABLES, Template

SHIPPED = "shipped"
"""The name of the rule base that comes with the package."""

_SHIPPED_FILE = "entailment_rules/rules.txt.gz"
_OPEN_BASES = 4

_COMBINED = 8

Read = TypeVar("Read")


class Derivation(NamedTuple):
    """A template that entails another by a chain of rules, of which the first leads from `left`.

    The score is the product of those of the rules.
    """

    left: Template
    score: float
    rules: tuple[Rule, ...]


class Application(NamedTuple):
    """A part of a hypothesis that a text entails by rules.

    `text` and `hypothesis` are the words that the left and the right side match there.
    """

    text: Match
    hypothesis: Match
    derivation: Derivation


class OneWordRule(NamedTuple):
    """A rule whose sides have one lemma each, with X and Y below it by two relations."""

    left: str
    left_relations: tuple[str, str]
    right: str
    right_relations: tuple[str, str]
    score: float


@dataclass(frozen=True)
class Notation(Generic[Read]):
    """The notation in which a system reads its own rules, such as ``sell(ARG1 X) -> own(ARG1 X)``.

    `side`: writes a lemma with the relations of X and Y; empty if the notation cannot write them.
    `read`: reads a line.
    """

    side: Callable[[str, tuple[str, str]], str]
    read: Callable[[str], Sequence[Read]]


class RuleBase:
    """Rules with a minimum score, indexed by their right sides."""

    def __init__(self, rules: Iterable[Rule], min_score: float = 0.0) -> None:
        self.rules: tuple[Rule, ...] = tuple(rule for rule in rules if rule.score >= min_score)
        self._by_right: defaultdict[Template, list[Rule]] = defaultdict(list)
        for rule in self.rules:
            self._by_right[rule.right.oriented].append(rule)
        frequencies = Counter(lemma for right in self._by_right for lemma in set(right.lemmas))
        self._rights_by_lemma: defaultdict[str, list[Template]] = defaultdict(list)
        for right in self._by_right:
            rarest = min(right.lemmas, key=lambda lemma: (frequencies[lemma], lemma))
            self._rights_by_lemma[rarest].append(right)

    @classmethod
    def open(cls, name: str, min_score: float = 0.0) -> "RuleBase":
        """Open a rule base; the same one is opened once per process, unless its file changes.

        `name` is ``shipped``, or a file of rules; see `read_rules`.
        """
        file = rule_file(name)
        version = None
        # Reading says why a file cannot be opened.
        with suppress(OSError):
            stat = file.stat()
            version = stat.st_mtime_ns, stat.st_size
        return _opened(file, version, min_score)

    def __len__(self) -> int:
        return len(self.rules)

    def derivations(self, right: Template, rounds: int = 1) -> list[Derivation]:
        """Return the templates that entail a template, each by its best chain.

        A chain has at most `rounds` rules and does not return to a template. The best chain is the
        first; of chains with the same score, the shorter.
        """
        best: dict[Template, Derivation] = {right: Derivation(right, 1.0, ())}
        last = [best[right]]
        for _ in range(rounds):
            found: dict[Template, Derivation] = {}
            for derived in last:
                for written in self._by_right.get(derived.left.oriented, ()):
                    rule = written if written.right == derived.left else written.swapped
                    score = rule.score * derived.score
                    before = found.get(rule.left) or best.get(rule.left)
                    if before is None or score > before.score:
                        found[rule.left] = Derivation(rule.left, score, (rule, *derived.rules))
            if not found:
                break
            best |= found
            last = list(found.values())
        del best[right]
        return sorted(
            best.values(),
            key=lambda derived: (-derived.score, len(derived.rules), derived.left.text),
        )

    def applications(
        self,
        text: MatchedSnippet,
        hypothesis: MatchedSnippet,
        same: Callable[[int, int], bool],
        rounds: int = 1,
    ) -> Iterator[Application]:
        """Yield the parts of the hypothesis that the text entails by rules.

        A derivation applies if its right side matches the hypothesis, its left side the text, and X
        and Y are the same in both. `same` tells whether a word of the text is the same as a word of
        the hypothesis, given their positions; see `derivations` for the rounds.
        """
        candidates = (self._rights_by_lemma.get(lemma, ()) for lemma in hypothesis.positions)
        for right in chain.from_iterable(candidates):
            places = hypothesis.matches(right)
            if not places:
                continue
            for derivation in self.derivations(right, rounds):
                for found in text.matches(derivation.left):
                    fillers = [found[end] for end in derivation.left.ends]
                    for place in places:
                        if all(map(same, fillers, (place[end] for end in right.ends))):
                            yield Application(found, place, derivation)

    def one_word_rules(self) -> Iterator[OneWordRule]:
        """Yield the rules whose sides have one word each, not the same one, with X and Y below."""
        for rule in self.rules:
            left, right = _one_word(rule.left), _one_word(rule.right)
            if left is not None and right is not None and left[0] != right[0]:
                yield OneWordRule(*left, *right, rule.score)


def rule_file(name: str) -> Path:
    """Return the file of a rule base: its name is the path, or `SHIPPED`."""
    return resource_folder("models") / _SHIPPED_FILE if name == SHIPPED else Path(name)


@lru_cache(maxsize=_OPEN_BASES)
def _opened(file: Path, _version: tuple[int, int] | None, min_score: float) -> RuleBase:
    return RuleBase(read_rules(file), min_score)


def _one_word(template: Template) -> tuple[str, tuple[str, str]] | None:
    """Return the word of a template of one word with X and Y below it, and their relations."""
    if len(template.lemmas) != 1 or template.words[template.heads.index(-1)] in VARIABLES:
        return None
    relations = dict(zip(template.words, template.relations, strict=True))
    return template.lemmas[0], (relations["X"], relations["Y"])


class UsesRuleBase(Component):
    """A component that reads the rules of a base: ``shipped``, a file of rules, or None for none.

    It has the fields `rule_base` and `min_score`.
    """

    rule_base: str | None
    min_score: float

    @property
    def files(self) -> dict[str, Path]:
        """The file of the rule base by its name in messages; see `Component.files`."""
        name = self.rule_base
        return super().files | ({} if name is None else {f"rule base {name}": rule_file(name)})

    def check_fields(self, path: str) -> None:
        """Check the fields and read the rules; see `Component.check_fields`."""
        super().check_fields(path)
        if not 0 <= self.min_score <= 1:
            raise ConfigError(f"{path}.min_score: {self.min_score!r} is not from 0 to 1")
        if self.rule_base is not None:
            try:
                RuleBase.open(self.rule_base, self.min_score)
            except InputError as error:
                raise ConfigError(f"{path}.rule_base: {error}") from None

    def one_word_rules(
        self, verbs: Collection[str], notation: Notation[Read]
    ) -> list[tuple[OneWordRule, Read]]:
        """Return the one-word rules whose right sides have one of some verbs, as a system's own."""
        if self.rule_base is None:
            return []
        by_right = _by_right(RuleBase.open(self.rule_base, self.min_score), notation)
        return [rule for verb in sorted(set(verbs)) for rule in by_right.get(verb, ())]


@lru_cache(maxsize=2 * _OPEN_BASES)
def _by_right(
    base: RuleBase, notation: Notation[Any]
) -> Mapping[str, Sequence[tuple[OneWordRule, Any]]]:
    rules: defaultdict[str, list[tuple[OneWordRule, Any]]] = defaultdict(list)
    for rule in base.one_word_rules():
        left = notation.side(rule.left, rule.left_relations)
        right = notation.side(rule.right, rule.right_relations)
        if left and right:
            rules[rule.right] += ((rule, read) for read in notation.read(f"{left} -> {right}"))
    return rules


def check_own_rules(path: str, own: Sequence[str]) -> None:
    """Check rules that are given in a config."""
    try:
        for rule in own:
            parse_rule(rule)
    except InputError as error:
        raise ConfigError(f"{path}.rules: {error}") from None


def combined(name: str | None, own: tuple[str, ...], min_score: float) -> RuleBase:
    """Return the rules of a base and those of a config as one base."""
    return _combined(None if name is None else RuleBase.open(name), own, min_score)


@lru_cache(maxsize=_COMBINED)
def _combined(base: RuleBase | None, own: tuple[str, ...], min_score: float) -> RuleBase:
    rules = () if base is None else base.rules
    return RuleBase((*map(parse_rule, own), *rules), min_score)


def cycles_of(rules: Sequence[Rule]) -> list[list[Template]]:
    """Return the groups of templates that entail each other by chains of rules.

    Rules are applied in chains of limited length, so that a cycle does no harm. It may be
    meant: a paraphrase is a cycle of two rules. Three and more templates in a cycle are often
    a sign of rules in the wrong direction.

    The groups are strongly connected components of two templates or more; the largest first, and
    otherwise in the order of the rules. Templates are the same whichever way round their variables
    are.
    """
    numbers: dict[Template, int] = {}
    edges = [
        [numbers.setdefault(side.oriented, len(numbers)) for side in (rule.left, rule.right)]
        for rule in rules
    ]
    starts, ends = np.array(edges, np.int64).reshape(-1, 2).T
    shape = len(numbers), len(numbers)
    graph = scipy.sparse.coo_array((np.ones(len(starts)), (starts, ends)), shape=shape)
    if not numbers:
        return []
    _, labels = scipy.sparse.csgraph.connected_components(graph, directed=True, connection="strong")
    groups: dict[int, list[Template]] = {}
    for template, number in numbers.items():
        groups.setdefault(int(labels[number]), []).append(template)
    return sorted((group for group in groups.values() if len(group) > 1), key=len, reverse=True)
