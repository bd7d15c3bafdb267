"""Random samples to be judged: input templates, rules, and examples (szpektor2007, section 4.1).

Everything is drawn from a seed. The examples of a rule depend on the rule and its
matches, and not on what else is drawn.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import attrgetter
from typing import NamedTuple, TypeVar

import numpy as np

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import counted, listed, quoted
from rte_baselines.rules.corpus.index import CorpusIndex
from rte_baselines.rules.judging.sheet import Drawing, Example, ListSize, Sheet, SheetRule
from rte_baselines.rules.rule import Rule
from rte_baselines.rules.template import VARIABLES, Template

MOST_EXAMPLES = 15
"""Examples of a rule: szpektor2007, section 4.1."""

SHARE_OF_LIST = 0.1
FEWEST_TEMPLATES = 5
MOST_TEMPLATES = 20
"""Templates of a list: 10% of them, "limiting the sample size to be between 5-20"."""

SEED = 12345

RuleBases = Mapping[str, Sequence[Rule]]
"""Rules by the name of their rule base."""

Item = TypeVar("Item")


class Drawn(NamedTuple):
    """Rules to be judged, with how they were drawn, and the sizes of their lists."""

    rules: Sequence[tuple[Rule, tuple[Drawing, ...]]]
    lists: Mapping[str, Mapping[str, ListSize]]


def draw_examples(
    rule: Rule, indexes: Sequence[CorpusIndex], *, most: int = MOST_EXAMPLES, seed: int = SEED
) -> tuple[Example, ...]:
    """Draw examples of a rule from indexes, which are taken as one corpus, in random order.

    Only the sentences that are drawn are read; one with the same fillers counts once.
    """
    occurrences = [(index, found) for index in indexes for found in index.occurrences(rule.left)]
    instances = (index.instance(found) for index, found in shuffled(occurrences, seed, rule.id))

    def phrases(x: str, y: str) -> tuple[str, str]:
        return rule.left.phrase(x, y), rule.right.phrase(x, y)

    examples = (
        Example(found.sentence, found.x, found.y, *phrases(found.x, found.y)) for found in instances
    )
    return tuple(islice(_distinct(examples), most))


def draw_rules(bases: RuleBases, count: int, *, seed: int = SEED) -> Drawn:
    """Draw so many rules from each rule base, or all, with the same chance."""
    ids = {source: {rule.id for rule in rules} for source, rules in bases.items()}
    found = [
        (rule, Drawing(source, rule.score, learned_by=tuple(s for s in ids if rule.id in ids[s])))
        for source, rules in bases.items()
        for rule in shuffled(sorted(rules, key=attrgetter("id")), seed, source)[:count]
    ]
    return Drawn(_merged(found), {})


def draw_for_inputs(bases: RuleBases, inputs: Iterable[str], *, seed: int = SEED) -> Drawn:
    """Draw rules from the list of each input template in each rule base.

    `inputs` are the written forms of input templates, such as `draw_inputs` returns. From each list
    of learned templates, 10% are drawn, but at least 5 and at most 20, or all if there are fewer
    than 5 (szpektor2007, section 4.1). Returned are all rules between these and their input
    template.
    """
    chosen = [Template(text).oriented.text for text in inputs]
    found: list[tuple[Rule, Drawing]] = []
    lists_of = {source: _lists_of(rules, chosen) for source, rules in bases.items()}
    for name in chosen:
        if not any(name in lists for lists in lists_of.values()):
            raise InputError(
                f"no rule has the input template {quoted(name)}; expected one of the templates "
                f"of {listed(bases)}"
            )
    sizes = {
        source: {key: ListSize(len(own), sum(map(len, own.values()))) for key, own in lists.items()}
        for source, lists in lists_of.items()
    }
    for source, lists in lists_of.items():
        for name, learned in lists.items():
            outputs = shuffled(sorted(learned), seed, f"{source} {name}")
            for output in outputs[: sample_size(len(learned))]:
                sources = tuple(base for base in bases if output in lists_of[base].get(name, {}))
                found += [
                    (rule, Drawing(source, rule.score, name, output, sources))
                    for rule in learned[output]
                ]
    return Drawn(_merged(found), sizes)


def draw_inputs(bases: RuleBases, count: int, *, seed: int = SEED) -> list[str]:
    """Draw input templates, all with the same chance, from those that all rule bases have.

    Their written forms are returned.
    """
    templates = [
        {side.oriented.text for rule in rules for side in (rule.left, rule.right)}
        for rules in bases.values()
    ]
    common = sorted(set.intersection(*templates))
    if len(common) < count:
        raise InputError(
            f"{counted(count, 'input template')} cannot be drawn from {len(common)} that are in "
            f"{listed(bases)}; expected as many or fewer"
        )
    return shuffled(common, seed, "inputs")[:count]


def with_both_directions(rules: Iterable[Rule]) -> list[Rule]:
    """Return rules and their reverses, each once.

    For rule bases that do not say in which direction a rule holds: "each pair induces two
    candidate directional entailment rules" (szpektor2007, section 4).
    """
    found = {rule.id: rule for rule in rules}
    for rule in list(found.values()):
        found.setdefault(rule.reverse.id, rule.reverse)
    return list(found.values())


def sample_size(templates: int) -> int:
    """Return how many templates of a list are drawn: szpektor2007, section 4.1."""
    share = int(SHARE_OF_LIST * templates + 0.5)
    return min(templates, max(FEWEST_TEMPLATES, min(MOST_TEMPLATES, share)))


def sheet_of(
    drawn: Drawn, examples: Callable[[Rule], tuple[Example, ...]], *, seed: int = SEED
) -> Sheet:
    """Return the sheet of drawn rules, in random order.

    `examples` returns those of a rule; see `draw_examples`.
    """
    rules = []
    for rule, drawings in shuffled(drawn.rules, seed, "sheet"):
        left, right = (side.phrase(*VARIABLES) for side in (rule.left, rule.right))
        rules.append(SheetRule(rule.id, left, right, drawings, examples(rule), str(rule)))
    return Sheet(tuple(rules), drawn.lists)


def shuffled(items: Sequence[Item], seed: int, purpose: str) -> list[Item]:
    """Return items in a random order, which depends on the seed, the purpose and their number."""
    generator = np.random.default_rng([seed, *purpose.encode()])
    return [items[position] for position in generator.permutation(len(items))]


def _distinct(examples: Iterable[Example]) -> Iterator[Example]:
    seen = set()
    for example in examples:
        if example not in seen:
            seen.add(example)
            yield example


def _merged(
    found: Iterable[tuple[Rule, Drawing]],
) -> list[tuple[Rule, tuple[Drawing, ...]]]:
    """Return each rule once, with all its drawings."""
    rules: dict[str, Rule] = {}
    drawings: dict[str, list[Drawing]] = defaultdict(list)
    for rule, drawing in found:
        rules.setdefault(rule.id, rule)
        drawings[rule.id].append(drawing)
    return [(rule, tuple(drawings[id_])) for id_, rule in rules.items()]


def _lists_of(rules: Iterable[Rule], inputs: Iterable[str]) -> dict[str, dict[str, list[Rule]]]:
    """Return the rules of each input template, by the learned template."""
    wanted = set(inputs)
    lists: dict[str, dict[str, dict[str, Rule]]] = defaultdict(lambda: defaultdict(dict))
    for rule in rules:
        for side in (rule.left, rule.right):
            name = side.oriented.text
            if name in wanted:
                turned = rule if side.text == name else rule.swapped
                left, right = turned.left.text, turned.right.text
                lists[name][right if left == name else left].setdefault(rule.id, rule)
    return {
        name: {output: list(found.values()) for output, found in learned.items()}
        for name, learned in lists.items()
    }
