"""Systems of one run or several, which differ in their random seeds."""

import glob
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

import numpy as np

from rte_baselines.core.errors import InputError, InputWarning, RunError
from rte_baselines.core.files.reading import is_there
from rte_baselines.core.quoting import counted, quoted
from rte_baselines.core.representing import brief
from rte_baselines.evaluation.comparison.run_comparison import ScoredRun, on_pairs_of_all
from rte_baselines.evaluation.findings.finding import (
    Finding,
    training_findings,
    warn_of_training_pairs,
)
from rte_baselines.evaluation.inputs.gold import Gold
from rte_baselines.evaluation.inputs.judgments import (
    ANOTHER_IS_TWO_WAY,
    Judgments,
)
from rte_baselines.evaluation.measures.accuracy import (
    AccuracyOfAll,
    by_headline,
    with_accuracies_of_all,
)
from rte_baselines.evaluation.measures.base import Measure
from rte_baselines.evaluation.significance.randomization import comparable
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.pairs import Scheme
from rte_baselines.runs import Run

DATASET = "{dataset}"
"""What stands for the name of the dataset in the names of files."""

_SHAPE = "NAME=RUN,RUN,... or NAME=PATTERN, as in bert='bert-seed*.jsonl'"
_TOKENS = re.compile(r"[0-9]+|[^\W\d_]+|.", re.DOTALL)


@dataclass(frozen=True)
class SystemFiles:
    """The run files of a system, one run each; a folder is one run in several files."""

    name: str
    sources: tuple[str, ...]


@brief
@dataclass(frozen=True)
class System:
    """The runs of one system with different random seeds.

    Parameters
    ----------
    name : str
    runs : tuple of Run
    seeds : tuple of str
        The name of the seed of each run.

    Raises
    ------
    RunError
        If there is no run, there are not as many seeds as runs, or two have one name.
    """

    name: str
    runs: tuple[Run, ...]
    seeds: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.runs:
            raise RunError(f"{self.name}: has no run; expected one or more")
        if len(self.seeds) != len(self.runs) or len(set(self.seeds)) < len(self.seeds):
            raise RunError(
                f"{self.name}: {counted(len(self.runs), 'run')} with the seeds "
                f"{', '.join(self.seeds)}; expected a seed of its own for each"
            )
        for run in self.runs:
            run.require_labels()


COUNTS_UNANSWERED = "it counts pairs without a label; systems are scored on those that all label"
"""Why coverage has no value for a system that leaves pairs out."""


@brief
@dataclass(frozen=True)
class SeededJudgments:
    """The judgments of a system with each seed, on the pairs that all of its runs label.

    `judgments`, by seed, are in one scheme; `answered`, shape (n,), are the positions of the pairs;
    `findings` have the name of a run, and what is known of its training. `completed` is the same on
    all gold pairs, with a wrong label for each pair that a run leaves out, but without ranks,
    confidences and probabilities; None if no run leaves a pair out.
    """

    name: str
    seeds: tuple[str, ...]
    judgments: tuple[Judgments, ...]
    answered: IntArray
    findings: tuple[tuple[str, Finding], ...] = ()
    completed: "SeededJudgments | None" = None

    @classmethod
    def pooled(
        cls, datasets: Sequence["SeededJudgments"], sizes: Sequence[int]
    ) -> "SeededJudgments":
        """Return the judgments of a system on several datasets as those on one.

        Ranks are left out, as those of one dataset say nothing of those of another.
        `why_not_pooled` must have no reason; `sizes` are the numbers of gold pairs of the datasets.
        """
        first = datasets[0]
        # Single runs on different datasets may have different seeds, and are pooled as one seed.
        seeds = first.seeds if len(first.seeds) > 1 else (first.name,)
        starts = np.cumsum([0, *sizes[:-1]]).tolist()
        by_seed = [
            dict(zip(of.seeds if len(seeds) > 1 else seeds, of.judgments, strict=True))
            for of in datasets
        ]
        are_partial = any(of.completed is not None for of in datasets)
        return cls(
            first.name,
            seeds,
            tuple(Judgments.pooled([of[seed] for of in by_seed]) for seed in seeds),
            np.concatenate(
                [of.answered + start for of, start in zip(datasets, starts, strict=True)]
            ),
            completed=cls.pooled([of.on_all_pairs() for of in datasets], sizes)
            if are_partial
            else None,
        )

    def on_all_pairs(self) -> "SeededJudgments":
        """Return these judgments, or the completed ones if there are any."""
        return self if self.completed is None else self.completed

    def counted_by(self, measure: Measure) -> "SeededJudgments":
        """Return the judgments that a measure counts: accuracies of all pairs need all of them.

        Pairs without a label are then resampled as well, and compared with the labels of other
        systems.
        """
        return self.on_all_pairs() if isinstance(measure, AccuracyOfAll) else self

    def by_judgments(
        self, measures: Sequence[Measure]
    ) -> Iterator[tuple["SeededJudgments", list[Measure]]]:
        """Yield these judgments and the completed ones, each with the measures that count them."""
        own = [measure for measure in measures if self.counted_by(measure) is self]
        yield self, own
        if len(own) < len(measures):
            yield self.on_all_pairs(), [measure for measure in measures if measure not in own]

    def why_undefined(self, measure: Measure) -> str | None:
        """Return why a measure has no value with some seed, None if it has one with each.

        The measure must count these judgments; see `counted_by`. A measure of pairs without a
        label has no value if a run leaves pairs out: since only pairs that all runs label are
        scored, a pair that one run leaves out would also count against the runs that label it.
        """
        if measure.counts_unanswered and any(judged.unanswered for judged in self.judgments):
            return COUNTS_UNANSWERED
        reasons = {
            seed: measure.why_undefined(judged)
            for seed, judged in zip(self.seeds, self.judgments, strict=True)
        }
        if len(set(reasons.values())) == 1:
            return reasons[self.seeds[0]]
        found = {seed: reason for seed, reason in reasons.items() if reason}
        # If one run is two-way, its own reason is given, and not that of the others, which are
        # scored two-way because of it.
        seed = min(found, key=lambda seed: found[seed] == ANOTHER_IS_TWO_WAY)
        return f"{found[seed]} (seed {seed})"

    def reasons(self, measures: Iterable[Measure]) -> dict[str, str]:
        """Return, by name, why measures have no value on the judgments that they count."""
        found = {of.name: self.counted_by(of).why_undefined(of) for of in measures}
        return {name: reason for name, reason in found.items() if reason}

    def values(self, measure: Measure) -> dict[str, float]:
        """Return the value of a measure with each seed."""
        judged = zip(self.seeds, self.judgments, strict=True)
        return {seed: measure.score(judgments) for seed, judgments in judged}


def why_not_pooled(datasets: Mapping[str, SeededJudgments]) -> str | None:
    """Return why the judgments of a system on several datasets cannot be taken as those on one.

    None if the scheme is the same on all datasets, and the system has the same seeds, or a single
    run, on each of them.
    """
    first_name, first = next(iter(datasets.items()))
    for name, other in datasets.items():
        is_single = len(first.seeds) == len(other.seeds) == 1
        if set(other.seeds) != set(first.seeds) and not is_single:
            return (
                f"its seeds are {', '.join(first.seeds)} on {first_name}, and "
                f"{', '.join(other.seeds)} on {name}"
            )
    schemes: dict[Scheme | None, str] = {}
    for name, other in datasets.items():
        for judged in other.on_all_pairs().judgments:
            schemes.setdefault(judged.scheme, name)
    if len(schemes) == 1:
        return None
    found = " and ".join(
        f"{scheme or 'all ENTAILMENT'} on {name}" for scheme, name in schemes.items()
    )
    return f"its labels are scored {found}"


def parse_system(spelling: str, dataset: str | None = None) -> SystemFiles:
    """Parse the command line's spelling of a system, and find the files of its patterns.

    It is such as ``bert=seed1.jsonl,seed2.jsonl`` or ``bert=bert-seed*.jsonl``, where each file of
    a pattern is one run, and ``{dataset}`` stands for `dataset`. A pattern without a file is an
    error.
    """
    name, equals, files = (part.strip() for part in spelling.partition("="))
    if not (name and equals and files):
        raise InputError(f"system {quoted(spelling)} is not of the form {_SHAPE}")
    if dataset is not None:
        files = files.replace(DATASET, dataset)
    sources: list[str] = []
    for source in files.split(","):
        if not source.strip():
            raise InputError(f"system {quoted(spelling)} has an empty name of a run; see {_SHAPE}")
        sources += _files_of(source.strip(), name)
    return SystemFiles(name, tuple(sources))


def _files_of(source: str, name: str) -> list[str]:
    if is_there(source) or not glob.has_magic(source):
        return [source]
    found = sorted(glob.glob(source, recursive=True))  # noqa: PTH207 - patterns from the root
    if not found:
        raise InputError(f"system {name}: there is no file of the pattern {quoted(source)}")
    return found


def seed_names(sources: Sequence[str]) -> tuple[str, ...]:
    """Return the names of seeds: the parts in which the names of files, all different, differ.

    Words and numbers are not broken: the seeds of ``a/seed1.jsonl`` and ``a/seed10.jsonl`` are
    1 and 10. If a part would be empty, the names of the files are used.
    """
    if len(sources) == 1:
        return tuple(sources)
    words = [_TOKENS.findall(source) for source in sources]
    shortest = min(map(len, words))
    start = _common(words, shortest)
    end = _common([parts[::-1] for parts in words], shortest - start)
    names = ["".join(parts[start : len(parts) - end]) for parts in words]
    return tuple(names if all(names) else sources)


def _common(words: Sequence[Sequence[str]], most: int) -> int:
    """Return how many words, up to `most`, all sequences begin with."""
    number = 0
    while number < most and len({parts[number] for parts in words}) == 1:
        number += 1
    return number


def judge(system: System, standard: Gold, *, partial: bool) -> SeededJudgments:
    """Check the runs of a system, and return their judgments on the pairs that all label.

    Runs may leave pairs out if `partial`, but some pair must be labelled by all. Warns if the
    recognizer that made a run was trained on some of the pairs, or two runs have the same
    predictions.
    """
    # Sorted, so that figures do not depend on the order in which the runs are given.
    runs = dict(sorted(zip(system.seeds, system.runs, strict=True), key=lambda of: _natural(of[0])))
    scored = [ScoredRun.of(run, standard, partial=partial) for run in runs.values()]
    findings = []
    for of in scored:
        of_run = training_findings(of.run)
        warn_of_training_pairs(of.run, of_run)
        findings += [(of.name, finding) for finding in of_run]
    judgments, answered = [of.judgments for of in scored], [of.answered for of in scored]
    for seed, other in _equal_runs(dict(zip(runs, judgments, strict=True)), answered):
        warnings.warn(
            f"{system.name}: the runs with the seeds {seed} and {other} have the same predictions; "
            "expected runs of different seeds, of which the standard deviation is taken",
            InputWarning,
            stacklevel=3,
        )
    common, selected = on_common_pairs(judgments, answered, len(standard.ids), system.name)
    found = SeededJudgments(
        system.name, tuple(runs), comparable(*selected), common, tuple(findings)
    )
    if len(common) == len(standard.ids):
        return found
    filled = [of.completed(standard) for of in scored]
    completed = replace(found, judgments=comparable(*filled), answered=np.arange(len(standard.ids)))
    return replace(found, completed=completed)


def judge_all(systems: Iterable[System], standard: Gold, *, partial: bool) -> list[SeededJudgments]:
    """Check the runs of systems of different names; see `judge`."""
    given = list(systems)
    if not given:
        raise InputError("no systems to score; expected one or more")
    refuse_repeated_names([system.name for system in given], "systems")
    return [judge(system, standard, partial=partial) for system in given]


def scheme_of_systems(systems: Iterable[SeededJudgments]) -> Scheme:
    """Return the three-way scheme if any system is scored in it, else the two-way one."""
    schemes = {judged.scheme for system in systems for judged in system.judgments}
    return Scheme.THREE_WAY if Scheme.THREE_WAY in schemes else Scheme.TWO_WAY


def measures_of_systems(
    measures: Sequence[Measure], systems: Iterable[SeededJudgments]
) -> list[Measure]:
    """Return measures in which `accuracy` is the headline of the systems.

    If a run leaves pairs out, the accuracy of all pairs precedes each accuracy.
    """
    judged = list(systems)
    named = by_headline(measures, [of.judgments[0].scheme for of in judged])
    are_partial = any(system.completed is not None for system in judged)
    return with_accuracies_of_all(named) if are_partial else named


def _equal_runs(
    judgments: Mapping[str, Judgments], answered: Sequence[IntArray]
) -> Iterator[tuple[str, str]]:
    """Yield every two seeds with the same predictions: labels, ranks, confidences and all.

    If more than two are equal, the first one is paired with each of the others.
    """
    first: dict[bytes, str] = {}
    for (seed, judged), places in zip(judgments.items(), answered, strict=True):
        columns = (judged.labels, judged.ranking, judged.confidences, judged.probabilities)
        digest = sha256(places.tobytes())
        for column in columns:
            digest.update(b"-" if column is None else column.tobytes())
        other = first.setdefault(digest.digest(), seed)
        if other != seed:
            yield other, seed


def _natural(name: str) -> list[tuple[int, str]]:
    """Return a key by which numbers in names are sorted by size."""
    words = _TOKENS.findall(name)
    return [(int(word), "") if word.isdecimal() else (-1, word) for word in words]


def on_common_pairs(
    judgments: Sequence[Judgments], answered: Sequence[IntArray], pairs: int, names: str
) -> tuple[IntArray, list[Judgments]]:
    """Return the positions of the pairs that all runs label, and their judgments on these."""
    common, selected = on_pairs_of_all(judgments, answered, pairs)
    if not len(common):
        raise RunError(f"{names}: no pair is labelled by all runs; expected one at least")
    return common, selected


def refuse_repeated_names(names: Sequence[str], what: str) -> None:
    """Raise an error if two systems or datasets have one name."""
    repeated = next((name for name in names if names.count(name) > 1), None)
    if repeated is not None:
        raise InputError(f"two {what} are called {quoted(repeated)}; expected different names")
