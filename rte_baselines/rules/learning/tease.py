"""TEASE: rules between a given template and others that have characteristic fillers in common.

szpektor2004: Szpektor, Tanev, Dagan and Coppola, "Scaling Web-based Acquisition of Entailment
Relations" (EMNLP). Only the abstract and the conclusions were at hand: for each verb of a lexicon,
the Web is searched for related syntactic templates, by anchor sets that are found without
supervision. szpektor2007 adds that characteristic fillers of the variables are shared by a given
input template I and by others (section 4); that each learned template O gives two candidate rules,
I => O and O => I, as the direction is not identified (section 4); and that templates are linear
phrases or sub-trees of parses (section 2.1). The steps are stated from memory of the paper:

1. *Anchor sets*. What fills X and Y of the input template is looked up. Fillers are an anchor set
   if they are neither too rare nor too frequent, and if the input template is likely where they
   occur together,

       P(I | x, y) = sentences in which I matches with x and y / sentences with x and y

2. *Sentences* that hold an anchor set are retrieved, from the Web in the paper.
3. *Template extraction* (General Structure Learning). The parses of these sentences, with X and Y
   in place of the anchors, are merged into a compact forest whose nodes know their sentences. The
   templates are the most general sub-trees that span X and Y: the sub-trees with the largest number
   of sentences and, among these, the largest.
4. *Ranking* of the templates by the number of their anchor sets.

What differs, and what is decided here where memory has no details:

- The corpus is that of an index and not the Web. Nothing is sampled.
- An anchor set is the lemmas of X and Y. In the paper, a phrase of their context is added, as X and
  Y alone are ambiguous on the Web. In 3.4 million words of news, 76% of the fillers of 30 verbs
  come together in a second sentence, but with a third noun of their sentence only 36%.
- A most general sub-tree is a path from X to Y, as no other sub-tree that spans them can have more
  sentences. The largest one with the same sentences has in addition the words below the path that
  all its occurrences share, down to two relations. Occurrences that share more than three such
  words are taken for copies of one text, and give the path alone.
- Occurrences in which the input template itself matches X and Y are not used: "X agreed to acquire
  Y" would always give "X agree to acquire Y". Nor is a template learned that has the path of the
  input template.
- Paths have the restrictions of `rte_baselines.rules.learning.paths`, except that relations inside
  a path need not be frequent.
- Scores are from 0 to 1 and keep the order of the rank: the share of the anchor sets of I that O
  occurs with (``anchor_sets``), or of the sum of their P(I | x, y) (``association``), which prefers
  the most characteristic ones.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import fsum
from operator import attrgetter
from typing import Literal, NamedTuple, TypeAlias, get_args

import numpy as np

from rte_baselines.core.errors import InputError
from rte_baselines.core.processes.workers import Pool, pool_of
from rte_baselines.core.quoting import counted, path_name, quoted
from rte_baselines.rules.corpus.index import CorpusIndex, Shards
from rte_baselines.rules.corpus.shard import Shard
from rte_baselines.rules.learning.anchors import (
    AnchorSet,
    SentencesWith,
    anchor_sets,
    count_matches,
    count_sentences,
    matched_ends,
)
from rte_baselines.rules.learning.paths import (
    Branch,
    Edges,
    ShardWords,
    Span,
    branches_of,
    edges_by_sentence,
    spans_of,
    with_branches,
)
from rte_baselines.rules.rule import Rule
from rte_baselines.rules.template import Template

Rank = Literal["anchor_sets", "association"]
RANKS: tuple[Rank, ...] = get_args(Rank)

SOURCE = "tease"
"""The source of the rules."""

PASSES = 4
"""How often each shard is read."""

_MOST_BRANCHES = 3
_DIGITS = 4


class _Pair(NamedTuple):
    """The number of an input template, and a path that has anchor sets in common with it."""

    template: int
    path: str


_Node: TypeAlias = tuple[_Pair, Branch | None]
"""A node of the compact forest: a word below a path, or the path itself without a branch."""


@dataclass(frozen=True)
class TeaseOptions:
    """The limits that TEASE sets for anchor sets, templates and rules.

    The defaults are ours, for corpora of some million words. The path of a template has at most
    `longest` relations, which is at least 2. The fillers of an anchor set are in `min_sentences` to
    `max_sentences` sentences: those of a single one lead to no other sentence, and frequent ones,
    such as "company" and "share", are in many relations. `min_association` is the least P(I | x, y)
    of an anchor set. A template occurs with `min_anchor_sets` or more. Rules with scores below
    `min_score` are left out; each input template has at most `most_rules`.
    """

    longest: int = 4
    min_sentences: int = 2
    max_sentences: int = 100
    min_association: float = 0.05
    min_anchor_sets: int = 2
    min_score: float = 0.0
    most_rules: int = 20
    rank: Rank = "anchor_sets"

    def __post_init__(self) -> None:
        if self.min_sentences > self.max_sentences:
            raise InputError(
                f"anchor sets in at least {self.min_sentences} and at most "
                f"{counted(self.max_sentences, 'sentence')}: there are none; expected a larger "
                "maximum"
            )
        if self.rank not in RANKS:
            raise InputError(f"there is no rank {quoted(self.rank)}; known are {', '.join(RANKS)}")


def learn_rules(
    indexes: Sequence[CorpusIndex],
    templates: Sequence[Template],
    options: TeaseOptions = TeaseOptions(),
    *,
    workers: int | Pool = 1,
    progress: Callable[[], None] = lambda: None,
) -> list[Rule]:
    """Learn rules between given templates and others, from parsed corpora, which are taken as one.

    Each shard is read by a worker, and what is found is added, in any order. So the result does
    not depend on the number of workers, nor on the order of sentences. `progress` is called after
    each shard in each of `PASSES` passes.

    The rules are sorted by input template, those of the best learned template first, each in both
    directions. A rule that two input templates lead to occurs once, with the higher score.
    """
    folders = [str(folder.resolve()) for index in indexes for folder in index.shard_folders]
    with pool_of(workers) as pool:
        corpus = Shards(folders, pool, progress)
        anchors = _anchors(corpus, templates, options)
        if not anchors:
            names = ", ".join(path_name(index.folder) for index in indexes)
            first = quoted(str(templates[0]))
            named = first if len(templates) == 1 else f"any of {len(templates)} templates"
            raise InputError(
                f"{names}: no fillers are characteristic of {named}; expected a larger "
                "corpus, or wider limits for anchor sets"
            )
        inputs = _Inputs(tuple(templates), tuple(anchors), options.longest)
        supports = _supports(corpus, inputs, options.min_anchor_sets)
        learned = _most_general(corpus, inputs, frozenset(supports))
    rules: dict[str, Rule] = {}
    for number, template in enumerate(templates):
        for pair, score in _best(anchors, supports, options, number):
            found = Rule(template, learned[pair], score, SOURCE)
            for rule in (found, found.reverse):
                known = rules.get(rule.id, rule)
                rules[rule.id] = max(known, rule, key=attrgetter("score"))
    return list(rules.values())


def _anchors(
    corpus: Shards, templates: Sequence[Template], options: TeaseOptions
) -> list[AnchorSet]:
    """Return the anchor sets of all input templates."""
    matches = corpus.counted(count_matches, templates)
    sentences = corpus.counted(count_sentences, frozenset(fillers for _, fillers in matches))
    return anchor_sets(
        matches,
        sentences,
        min_sentences=options.min_sentences,
        max_sentences=options.max_sentences,
        min_association=options.min_association,
    )


class _Inputs(NamedTuple):
    """The input templates with their anchor sets, and the largest number of relations of a path."""

    templates: tuple[Template, ...]
    anchors: tuple[AnchorSet, ...]
    longest: int


def _supports(corpus: Shards, inputs: _Inputs, min_anchor_sets: int) -> dict[_Pair, set[int]]:
    """Return the paths with enough anchor sets, each with the numbers of these."""
    supports: defaultdict[_Pair, set[int]] = defaultdict(set)
    for found in corpus.each(_find_paths, inputs):
        for pair, numbers in found.items():
            supports[pair] |= numbers
    return {
        pair: numbers
        for pair, numbers in supports.items()
        if len(numbers) >= min_anchor_sets and pair.path != inputs.templates[pair.template].path
    }


def _most_general(corpus: Shards, inputs: _Inputs, kept: frozenset[_Pair]) -> dict[_Pair, Template]:
    """Return the template of each path, with the branches that all its occurrences share."""
    forest = corpus.counted(_count_nodes, inputs, kept)
    shared: dict[_Pair, list[Branch]] = {pair: [] for pair in kept}
    for (pair, branch), count in forest.items():
        if branch is not None and count == forest[pair, None]:
            shared[pair].append(branch)
    return {
        pair: with_branches(pair.path, branches if len(branches) <= _MOST_BRANCHES else ())
        for pair, branches in shared.items()
    }


def _find_paths(shard: Shard, inputs: _Inputs) -> dict[_Pair, set[int]]:
    found: defaultdict[_Pair, set[int]] = defaultdict(set)
    for number, span, _ in _spans(shard, inputs):
        found[_Pair(inputs.anchors[number].template, span.path)].add(number)
    return dict(found)


def _count_nodes(shard: Shard, inputs: _Inputs, kept: frozenset[_Pair]) -> Counter[_Node]:
    forest: Counter[_Node] = Counter()
    words = ShardWords(shard)
    for number, span, edges in _spans(shard, inputs):
        pair = _Pair(inputs.anchors[number].template, span.path)
        if pair in kept:
            forest.update((pair, branch) for branch in (None, *branches_of(span, edges, words)))
    return forest


def _spans(shard: Shard, inputs: _Inputs) -> Iterator[tuple[int, Span, Edges]]:
    """Yield the paths between anchors, with the number of the anchor set and the dependencies.

    Paths between words that the input template itself matches are left out.
    """
    anchors_of = _anchors_of_sentences(shard, inputs.anchors)
    matched = [
        set(map(tuple, matched_ends(shard, template).tolist())) for template in inputs.templates
    ]
    words = ShardWords(shard)
    for sentence, edges in edges_by_sentence(shard, np.array(sorted(anchors_of), np.int64)):
        spans: defaultdict[tuple[str, ...], list[Span]] = defaultdict(list)
        for span in chain.from_iterable(spans_of(edges, words, inputs.longest)):
            spans[tuple(words.lemmas[end] for end in span.ends)].append(span)
        for number in anchors_of[sentence]:
            template, fillers, _ = inputs.anchors[number]
            for span in spans[fillers]:
                if span.ends not in matched[template]:
                    yield number, span, edges


def _anchors_of_sentences(shard: Shard, anchors: Sequence[AnchorSet]) -> dict[int, list[int]]:
    """Return the numbers of the anchor sets that each sentence holds."""
    sentences_with = SentencesWith(shard)
    found: defaultdict[int, list[int]] = defaultdict(list)
    for number, anchor in enumerate(anchors):
        for sentence in sentences_with(anchor.fillers):
            found[sentence].append(number)
    return dict(found)


def _best(
    anchors: Sequence[AnchorSet],
    supports: Mapping[_Pair, Collection[int]],
    options: TeaseOptions,
    template: int,
) -> list[tuple[_Pair, float]]:
    """Return the best paths of an input template with their scores."""

    def weight(numbers: Collection[int]) -> float:
        if options.rank == "anchor_sets":
            return len(numbers)
        return fsum(anchors[number].association for number in numbers)

    total = weight([number for number, found in enumerate(anchors) if found.template == template])
    scored = [
        (pair, weight(numbers) / total)
        for pair, numbers in supports.items()
        if pair.template == template
    ]
    ranked = sorted(scored, key=lambda path: (-path[1], path[0].path))
    rounded = ((pair, round(score, _DIGITS)) for pair, score in ranked)
    return [path for path in rounded if path[1] >= options.min_score][: options.most_rules]
