"""Systems of one run or several, of different seeds, and their judgments on a dataset."""

import glob
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, takewhile

import numpy as np

from rte_baselines.core.errors import InputError, InputWarning, RunError
from rte_baselines.core.files.reading import is_there
from rte_baselines.core.quoting import counted, quoted
from rte_baselines.core.representing import brief
from rte_baselines.evaluation.findings.finding import Finding, warn_of_training_pairs
from rte_baselines.evaluation.inputs.gold import Gold, ScoredRun, labelled_by_all, unlabelled_note
from rte_baselines.evaluation.inputs.judgments import ANOTHER_IS_TWO_WAY, Judgments
from rte_baselines.evaluation.inputs.parts import natural
from rte_baselines.evaluation.measures.accuracy import by_headline, headline, with_accuracies_of_all
from rte_baselines.evaluation.measures.base import Measure
from rte_baselines.evaluation.measures.coverage import AccuracyOfAll
from rte_baselines.evaluation.report.scoring import signature
from rte_baselines.evaluation.scores import notes_on_schemes, refuse_repeated_names
from rte_baselines.evaluation.significance.randomization import comparable
from rte_baselines.kernels.ragged import IntArray
from rte_baselines.pairs import Scheme
from rte_baselines.runs import Run

DATASET = "{dataset}"
"""What stands for the name of the dataset in the names of files."""

_SHAPE = "NAME=RUN,RUN,... or NAME=PATTERN, as in bert='bert-seed*.jsonl'"
_TOKENS = re.compile(r"[0-9]+|[^\W\d_]+|.", re.DOTALL)


@brief
@dataclass(frozen=True)
class JudgedSystem:
    """The judgments of a system with each seed, on the pairs that all of its runs label.

    A run is a system of one seed (`of_run`). `seeds` are sorted; `judgments`, by seed, are in one
    scheme; `answered`, shape (n,), are the positions of the pairs; `findings` have the name of a
    run, and what is known of its training. `completed` is the same on all gold pairs, with a wrong
    label for each pair that a run leaves out, but without ranks, confidences and probabilities;
    None if no run leaves a pair out.
    """

    name: str
    seeds: tuple[str, ...]
    judgments: tuple[Judgments, ...]
    answered: IntArray
    findings: tuple[tuple[str, Finding], ...] = ()
    completed: "JudgedSystem | None" = None

    @classmethod
    def of_run(cls, run: ScoredRun) -> "JudgedSystem":
        """Return a run as a system of one seed."""
        on_all = cls(run.name, (run.name,), (run.completed,), np.arange(len(run.gold.ids)))
        return replace(on_all, judgments=(run.judgments,), answered=run.answered, completed=on_all)

    @classmethod
    def pooled(cls, datasets: Sequence["JudgedSystem"]) -> "JudgedSystem":
        """Return a system on several datasets as on one, without ranks, which are of one each."""
        first = datasets[0]
        # Single runs on different datasets may have different seeds, and are pooled as one seed.
        seeds = first.seeds if len(first.seeds) > 1 else (first.name,)
        by_seed = zip(*(system.judgments for system in datasets), strict=True)
        starts = np.cumsum([0, *(system.pairs for system in datasets[:-1])]).tolist()
        answered = [system.answered + start for system, start in zip(datasets, starts, strict=True)]
        are_partial = any(system.completed is not None for system in datasets)
        return cls(
            first.name,
            seeds,
            tuple(map(Judgments.pooled, by_seed)),
            np.concatenate(answered),
            completed=cls.pooled([*map(cls.on_all_pairs, datasets)]) if are_partial else None,
        )

    def on_all_pairs(self) -> "JudgedSystem":
        """Return these judgments, or the completed ones if there are any."""
        return self if self.completed is None else self.completed

    @property
    def pairs(self) -> int:
        """The number of gold pairs."""
        return self.judgments[0].pairs

    def why_undefined(self, measure: Measure) -> str | None:
        """Return why a measure has no value with some seed, None if it has one with each.

        A measure of pairs without a label has no value if a run leaves pairs out: since only pairs
        that all runs label are scored, a pair that one run leaves out would also count against the
        runs that label it. Accuracies of all pairs are of the `completed` system (`scorable`).
        """
        if measure.counts_unanswered and any(judged.unanswered for judged in self.judgments):
            return "it counts pairs without a label; only pairs that all runs label are scored"
        seeds = zip(self.seeds, self.judgments, strict=True)
        return one_reason({f"seed {seed}": measure.why_undefined(judged) for seed, judged in seeds})

    def values(self, measure: Measure) -> dict[str, float]:
        """Return the value of a measure with each seed."""
        judged = zip(self.seeds, self.judgments, strict=True)
        return {seed: measure.score(judgments) for seed, judgments in judged}


def on_pairs_of_all(
    judgments: Sequence[Judgments], answered: Sequence[IntArray], names: str
) -> tuple[IntArray, tuple[Judgments, ...]]:
    """Return the positions of the pairs that all runs label, and their judgments in one scheme.

    It is an error if there are none; `names` are those of the systems.
    """
    common = labelled_by_all(answered)
    if not len(common):
        raise RunError(f"{names}: no pair is labelled by all runs; expected one at least")
    unanswered = judgments[0].pairs - len(common)
    selected = [
        judged.select(np.flatnonzero(np.isin(places, common)), unanswered=unanswered)
        for judged, places in zip(judgments, answered, strict=True)
    ]
    return common, comparable(*selected)


def together(*systems: JudgedSystem) -> tuple[JudgedSystem, ...]:
    """Return systems on the pairs that all of their runs label, in one scheme."""
    judgments = [judged for system in systems for judged in system.judgments]
    answered = [system.answered for system in systems for _ in system.seeds]
    names = " and ".join(system.name for system in systems)
    common, selected = on_pairs_of_all(judgments, answered, names)
    ends = np.cumsum([len(system.seeds) for system in systems]).tolist()
    return tuple(
        replace(system, judgments=selected[end - len(system.seeds) : end], answered=common)
        for system, end in zip(systems, ends, strict=True)
    )


@dataclass(frozen=True)
class Scorable:
    """One system, or two on the same pairs, with the measures that have a value on each.

    `unavailable` says why the other measures have none, by their names.
    """

    systems: tuple[JudgedSystem, ...]
    measures: Sequence[Measure]
    unavailable: Mapping[str, str]


def scorable(measures: Sequence[Measure], *systems: JudgedSystem) -> Iterator[Scorable]:
    """Yield systems on all gold pairs, and on those that all of their runs label.

    Accuracies of all pairs are of the former, other measures of the latter.
    """
    counting = [measure for measure in measures if isinstance(measure, AccuracyOfAll)]
    others = [measure for measure in measures if measure not in counting]
    for chosen, judged in ((counting, map(JudgedSystem.on_all_pairs, systems)), (others, systems)):
        if not chosen:
            continue
        found = together(*judged)
        reasons = {
            measure.name: one_reason(
                {system.name: system.why_undefined(measure) for system in found}
            )
            for measure in chosen
        }
        yield Scorable(
            found,
            [measure for measure in chosen if not reasons[measure.name]],
            {name: reason for name, reason in reasons.items() if reason},
        )


def one_reason(reasons: Mapping[str, str | None]) -> str | None:
    """Return why a measure has no value on some systems or seeds, named if not all lack it."""
    if len(set(reasons.values())) == 1:
        return next(iter(reasons.values()))
    missing = {name: reason for name, reason in reasons.items() if reason}
    # If one is two-way, only its own reason is given, and not that of the others, which are scored
    # two-way because of it.
    own = {name: reason for name, reason in missing.items() if reason != ANOTHER_IS_TWO_WAY}
    return "; ".join(f"{reason} ({name})" for name, reason in (own or missing).items())


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


def can_be_pooled(datasets: Sequence[JudgedSystem]) -> bool:
    """Return whether the judgments of a system on several datasets can be taken as those on one.

    It has one run on each, or the same seeds on all, and labels in one scheme.
    """
    schemes = {judged.scheme for system in datasets for judged in system.on_all_pairs().judgments}
    seeds = {frozenset(system.seeds) for system in datasets}
    return len(schemes) == 1 and (len(seeds) == 1 or all(len(names) == 1 for names in seeds))


def parse_system(spelling: str, dataset: str | None = None) -> tuple[str, tuple[str, ...]]:
    """Return the name of a system as the command line has it, and the sources of its runs.

    It is such as ``bert=seed1.jsonl,seed2.jsonl`` or ``bert=bert-seed*.jsonl``, where each file of
    a pattern is one run, and ``{dataset}`` stands for `dataset`. A folder is one run.
    """
    name, _, files = (part.strip() for part in spelling.partition("="))
    if dataset is not None:
        files = files.replace(DATASET, dataset)
    patterns = [source.strip() for source in files.split(",")]
    if not (name and all(patterns)):
        raise InputError(f"system {quoted(spelling)} is not of the form {_SHAPE}")
    sources: list[str] = []
    for pattern in patterns:
        found = [pattern]
        if glob.has_magic(pattern) and not is_there(pattern):
            found = sorted(glob.glob(pattern, recursive=True))  # noqa: PTH207 - from the root
        if not found:
            raise InputError(f"system {name}: there is no file of the pattern {quoted(pattern)}")
        sources += found
    return name, tuple(sources)


def seed_names(sources: Sequence[str]) -> tuple[str, ...]:
    """Return the names of seeds: the parts in which the names of files, all different, differ.

    Words and numbers are not broken: the seeds of ``a/seed1.jsonl`` and ``a/seed10.jsonl`` are
    1 and 10. If a part would be empty, the names of the files are used.
    """
    if len(sources) == 1:
        return tuple(sources)
    words = [_TOKENS.findall(source) for source in sources]
    start = _common(words)
    end = _common([parts[start:][::-1] for parts in words])
    names = ["".join(parts[start : len(parts) - end]) for parts in words]
    return tuple(names if all(names) else sources)


def _common(words: Sequence[Sequence[str]]) -> int:
    """Return how many words all sequences begin with."""
    columns = zip(*words, strict=False)
    return sum(1 for _ in takewhile(lambda column: len(set(column)) == 1, columns))


def judge(system: System, standard: Gold, *, partial: bool) -> JudgedSystem:
    """Check the runs of a system, and return their judgments on the pairs that all label.

    Warns if the recognizer that made a run was trained on some of the pairs, or two runs have the
    same predictions.
    """
    # Sorted, so that figures do not depend on the order in which the runs are given.
    by_seed = dict(zip(system.seeds, system.runs, strict=True))
    runs = {seed: by_seed[seed] for seed in sorted(sorted(by_seed), key=natural)}
    scored = [ScoredRun.of(run, standard, partial=partial) for run in runs.values()]
    findings = []
    for run in scored:
        findings += [(run.name, finding) for finding in warn_of_training_pairs(run.run)]
    judgments, answered = [run.judgments for run in scored], [run.answered for run in scored]
    first: dict[tuple[bytes | None, ...], str] = {}
    for seed, judged, places in zip(runs, judgments, answered, strict=True):
        columns = (places, judged.labels, judged.ranking, judged.confidences, judged.probabilities)
        predictions = tuple(None if column is None else column.tobytes() for column in columns)
        if (earlier := first.setdefault(predictions, seed)) != seed:
            warnings.warn(
                f"{system.name}: the runs with the seeds {earlier} and {seed} have the same "
                "predictions; expected runs of different seeds, of which the standard deviation is "
                "taken",
                InputWarning,
                stacklevel=3,
            )
    common, selected = on_pairs_of_all(judgments, answered, system.name)
    found = JudgedSystem(system.name, tuple(runs), selected, common, tuple(findings))
    if len(common) == len(standard.ids):
        return found
    filled = [run.completed for run in scored]
    completed = replace(found, judgments=comparable(*filled), answered=np.arange(len(standard.ids)))
    return replace(found, completed=completed)


@dataclass(frozen=True)
class JudgedDataset:
    """Systems judged on a dataset.

    `pairs` and `unlabelled` are the numbers of gold pairs with and without a label, of which the
    latter are left out; `signature` is all that figures depend on besides the runs.
    """

    systems: tuple[JudgedSystem, ...]
    pairs: int
    unlabelled: int
    signature: str

    @property
    def schemes(self) -> dict[str, Scheme | None]:
        """The scheme of each system, by name."""
        return {system.name: system.judgments[0].scheme for system in self.systems}

    @property
    def common_pairs(self) -> int:
        """How many pairs all runs of all systems label."""
        return len(labelled_by_all(system.answered for system in self.systems))

    @property
    def headline(self) -> str:
        """The name of the accuracy that leads."""
        return headline(self.schemes.values()).name

    def notes(self) -> Iterator[str]:
        """Yield the pairs left out, the seeds of systems, and what is known of their training."""
        yield from unlabelled_note(self.unlabelled, self.pairs)
        for system in self.systems:
            if len(system.seeds) > 1:
                seeds = counted(len(system.seeds), "seed")
                yield f"{system.name}: {seeds}, {', '.join(system.seeds)}"
            yield from (f"{run}: {finding.text}" for run, finding in system.findings)

    def notes_on_scores(self) -> Iterator[str]:
        """Yield which systems are scored on some of the pairs, or in different schemes."""
        for system in self.systems:
            if len(system.answered) < self.pairs:
                yield (
                    f"{system.name} is scored on the {len(system.answered)} of "
                    f"{counted(self.pairs, 'pair')} that all of its runs label; accuracies of all "
                    "pairs are of all, and count those without a label as wrong"
                )
        yield from notes_on_schemes(self.schemes, "systems")


def judge_datasets(
    given: Mapping[str, tuple[Gold, Iterable[System]]],
    measures: Sequence[Measure],
    *,
    partial: bool,
) -> tuple[dict[str, JudgedDataset], list[Measure]]:
    """Check the runs of systems on each dataset, and return them with the measures.

    `accuracy` is the headline of all datasets, and if a run leaves pairs out, the accuracy of all
    pairs precedes each accuracy.
    """
    judged: dict[str, tuple[JudgedSystem, ...]] = {}
    for name, (gold, given_systems) in given.items():
        systems = list(given_systems)
        if not systems:
            raise InputError("no systems to score; expected one or more")
        refuse_repeated_names([system.name for system in systems], "systems")
        judged[name] = tuple(judge(system, gold, partial=partial) for system in systems)
    everyone = list(chain.from_iterable(judged.values()))
    measures = by_headline(measures, [system.judgments[0].scheme for system in everyone])
    if any(system.completed is not None for system in everyone):
        measures = with_accuracies_of_all(measures)
    datasets = {}
    for name, (gold, _) in given.items():
        schemes = {judgments.scheme for system in judged[name] for judgments in system.judgments}
        scheme = Scheme.THREE_WAY if Scheme.THREE_WAY in schemes else Scheme.TWO_WAY
        signed = signature(gold, scheme, measures)
        datasets[name] = JudgedDataset(judged[name], len(gold.ids), gold.unlabelled, signed)
    return datasets, measures
