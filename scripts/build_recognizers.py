"""Train the recognizers that are shipped with the package, on development pairs.

    python scripts/build_recognizers.py [--data-dir FOLDER] [--output FOLDER] [NAME ...]

Writes a model folder with a card, README.md, for each of `MODELS`, or for those that are named.
The data of RTE-1 to 3 is searched as by the commands; SNLI's parts are nli/snli/dev.jsonl and
test.jsonl in the folder RTE_BASELINES_DATA. Models never see a test part: it is scored for the
card alone.
"""

import argparse
import json
import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from textwrap import fill
from typing import Any

from rte_baselines import Label, Pair, Recognizer, evaluate, load_pairs
from rte_baselines.core.errors import RteBaselinesError
from rte_baselines.evaluation.metamorphic.relations import RELATIONS, Expectation, subjects
from rte_baselines.evaluation.report.report import Report
from rte_baselines.pairs import Scheme
from rte_baselines.rendering.tables import percentage

ROOT = Path(__file__).parent.parent
WIDTH = 100  # of lines in a card
LARGEST = 1_000_000  # bytes of a model
EVERY = 4
NOT_ENTAILED = Label.NO_ENTAILMENT
TAUGHT = ", with every fourth entailed pair again, with a hypothesis that is not entailed"
CAPTIONS = ", of which {} with each label are the first of SNLI's development part"
MEASURES = {
    Scheme.TWO_WAY: ("accuracy_2way", "cws", "average_precision"),
    Scheme.THREE_WAY: ("accuracy_3way", "accuracy_2way", "kappa"),
}


@dataclass(frozen=True)
class Data:
    """The data that a model is trained and scored on.

    Parameters
    ----------
    training, tests : sequence of str
        Names of datasets, or paths of files in the folder RTE_BASELINES_DATA.
    kind : str
        What the pairs are, in a few words.
    notice : str
        Its source and licence.
    longest : str
        What it means that training texts are short.
    """

    training: Sequence[str]
    tests: Sequence[str]
    kind: str
    notice: str
    longest: str


RTE = Data(
    ("rte1:dev", "rte2:dev", "rte3:dev"),
    ("rte1:test", "rte2:test", "rte3:test"),
    "pairs of the RTE challenges, mostly of news",
    "The development parts of the PASCAL Recognizing Textual Entailment challenges 1, 2 and 3, "
    "with labels in two ways, as NLTK distributes them (`rte-baselines download rte`). Their "
    "authors ask to be cited: Dagan, Glickman and Magnini 2006; Bar-Haim and others 2006; "
    "Giampiccolo and others 2007. The model contains numbers computed from the pairs, and no text.",
    "Its training texts have at most 110 words; on longer texts it is not measured. From a long "
    "document, give it the passage that matters.",
)
RTE3 = Data(
    ("rte3-3way:dev",),
    ("rte3-3way:test",),
    "pairs of the third RTE challenge, mostly of news, and a few captions of photographs",
    "The development part of the PASCAL Recognizing Textual Entailment challenge 3, with the "
    "three-way labels of its pilot. The authors ask to be cited: Giampiccolo and others 2007. The "
    "model contains numbers computed from the pairs, and no text.",
    RTE.longest,
)
SNLI = Data(
    ("nli/snli/dev.jsonl",),
    ("nli/snli/test.jsonl",),
    "captions of photographs, and sentences written about them",
    "The development part of the Stanford Natural Language Inference corpus (Bowman and others "
    "2015), licensed CC BY-SA 4.0. The model contains numbers computed from the pairs, and no "
    "text; it is passed on under the same licence. The sentence encoder was trained on SNLI's "
    "training part, among other data.",
    "Its training texts are single sentences; on long texts it is not measured.",
)


@dataclass(frozen=True)
class Model:
    """A recognizer to train and ship.

    Parameters
    ----------
    name : str
    config : str
        The name of a shipped config.
    data : Data
    summary : str
        One line: what it does, for `list models`.
    overrides : mapping
        Fields of the config to set.
    is_taught : bool
        Whether it learns from `rewritten` pairs, too.
    captions : int
        From how many pairs of SNLI's development part with each label it learns as well.
    """

    name: str
    config: str
    data: Data
    summary: str
    overrides: Mapping[str, Any] = field(default_factory=dict)
    is_taught: bool = False
    captions: int = 0

    @property
    def notice(self) -> str:
        """The sources and licences of all that it learned from."""
        compares = (
            self.config == "strongest" and not WITHOUT_COMPARISON.keys() <= self.overrides.keys()
        )
        parts = {self.data.notice: True, WITH_COMPARISON: compares, WITH_CAPTIONS: self.captions}
        return " ".join(part for part, is_said in parts.items() if is_said)

    @property
    def taught(self) -> str:
        """What it learns from beside the pairs of its data."""
        captions = CAPTIONS.format(self.captions) if self.captions else ""
        return TAUGHT if self.is_taught else captions


# The tasks of the challenges differ, and other pairs have none. In cross-validation on the
# development pairs of all challenges together, lexical-logistic is right as often without the
# task, within a point.
# Features are clipped, since texts longer than those of training would be labelled by their length.
# No similarity may speak against entailment: of free weights, those of five do.
LOGISTIC = {
    "recognizer.head.task": False,
    "recognizer.head.clip": True,
    "recognizer.head.classifier": "MonotoneLogisticRegression",
}

# The comparison of words was trained on SNLI's development part: a model that is trained or
# measured there does without it.
WITHOUT_COMPARISON = {
    "recognizer.features.word_alignment.measures": ["classes", "dependencies"],
    "recognizer.features.contextual_alignment": {
        "@features": "contextual_alignment.v1",
        "measures": ["recall", "minimum"],
    },
}

WITH_COMPARISON = (
    "It reads the comparison of words in models/word_comparison, which is trained on the "
    "development part of the Stanford Natural Language Inference corpus (SNLI; Bowman and others "
    "2015), licensed CC BY-SA 4.0."
)
WITH_CAPTIONS = (
    "It is itself trained on pairs of SNLI, too, and passed on under the same licence as these."
)

MODELS = (
    Model("word-overlap", "word-overlap", RTE, "share of the hypothesis's words found in the text"),
    Model(
        *("lexical-logistic", "lexical-logistic", RTE),
        "all lexical features under logistic regression",
        LOGISTIC,
    ),
    # Pairs that have a task are labelled better with it (`python scripts/choose_strongest.py`).
    # Few of the development pairs are near-copies with a negation, a name or a number that differs.
    # With every fourth entailed pair rewritten, negated hypotheses are refused more often, at the
    # same accuracy in cross-validation on the development pairs.
    Model(
        *("strongest", "strongest", RTE),
        "the most accurate: vectors, aligned words, names and negation",
        is_taught=True,
    ),
    # Contradictions are rare among its training pairs, 91 of 800: without the captions, in ten-fold
    # cross-validation, it finds one in a hundred; with them, one in ten, and is as often right.
    # MED, of which no pair is a contradiction, has none to teach.
    Model(
        *("strongest-3way", "strongest", RTE3),
        "three labels, for news: the features of strongest",
        {"recognizer.head.scheme_name": "three-way"},
        captions=200,
    ),
    # Raw vectors of the two snippets, and lengths, are left out, although they would be right more
    # often: they have no direction, so that texts would not always entail themselves.
    Model(
        *("strongest-captions", "strongest", SNLI),
        "three labels, for captions: the features of strongest, with cosines of words alone",
        {
            **WITHOUT_COMPARISON,
            "recognizer.features.lengths": None,
            "recognizer.head.scheme_name": "three-way",
        },
    ),
)

CARD = """\
# {name}

{summary}

| | |
| --- | --- |
| config | `{config}`{overrides} |
| labels | {labels} |
| training data | {training} ({pairs} pairs){taught} |
| training digest | `{digest}` |
| made by | `python scripts/build_recognizers.py {name}` |

## Data and licence

{notice}

## Scores on test parts

Each test part was scored with the finished model, as it was with earlier ones. In percent; in
brackets, 95% intervals.

{table}

```bash
{commands}
```

Signatures of these scores:

{signatures}

## Intended use and limits

{use}
"""

USE = (
    "A baseline to compare other systems with, and a first answer where no training data is at "
    "hand, for English only. It is trained on {kind}. For pairs of another kind, train a "
    "recognizer on such pairs if there are any: the share of entailed pairs differs, and so does "
    "the best threshold. Confidences and probabilities are not calibrated for other data. It is "
    "often wrong, as the scores show, so that no decision about a person should depend on it. "
    "{longest}"
)


def read(names: Sequence[str], data_dir: str | None) -> list[Pair]:
    """Return the labelled pairs of datasets or files."""
    return [pair for name in names for pair in load_pairs(source(name), data_dir=data_dir)]


def training_pairs(model: Model, data_dir: str | None = None) -> list[Pair]:
    """Return the pairs that a model learns from."""
    pairs = read(model.data.training, data_dir)
    if model.is_taught:
        pairs += rewritten(pairs)
    captions = read(SNLI.training, data_dir) if model.captions else []
    for label in Scheme.THREE_WAY.labels:
        pairs += [pair for pair in captions if pair.label is label][: model.captions]
    return pairs


def rewritten(pairs: Sequence[Pair]) -> list[Pair]:
    """Return a copy of every fourth entailed pair with a hypothesis that is not entailed.

    The hypothesis is negated or has another name, number or antonym, in turn, as in the
    metamorphic tests.
    """
    ways = [relation.rewrite for relation in RELATIONS if relation.expected is Expectation.LESS]
    entailed = [subject for subject in subjects(pairs) if subject.pair.label is Label.ENTAILMENT]
    copies = [[copy for way in ways for copy in way(subject)] for subject in entailed]
    chosen = [of_pair for of_pair in copies if of_pair][::EVERY]
    return [
        replace(of_pair[turn % len(of_pair)], id=f"{of_pair[0].id}-rewritten", label=NOT_ENTAILED)
        for turn, of_pair in enumerate(chosen)
    ]


def source(name: str) -> str:
    """Return the name of a dataset, or the path of a file."""
    if ":" in name:
        return name
    return str(Path(os.environ.get("RTE_BASELINES_DATA", ".")) / name)


def train(model: Model, data_dir: str | None = None) -> Recognizer:
    """Return the trained recognizer of a model."""
    recognizer = Recognizer.from_config(model.config, model.overrides)
    recognizer.name = model.name
    return recognizer.fit(training_pairs(model, data_dir))


def build(model: Model, output: Path, data_dir: str | None) -> Path:
    """Write the folder of a model and its card, and return the folder."""
    folder = output / model.name
    recognizer = train(model, data_dir)
    shutil.rmtree(folder, ignore_errors=True)
    recognizer.save(folder, trained_on="+".join(model.data.training))
    reports = {}
    for name in model.data.tests:
        pairs = read([name], data_dir)
        reports[name] = evaluate(
            pairs,
            recognizer.predict(pairs),
            measures=MEASURES[recognizer.scheme_],
            by_task=False,
        )
    (folder / "README.md").write_text(card(model, recognizer, reports), "utf-8")
    return folder


def card(model: Model, recognizer: Recognizer, reports: Mapping[str, Report]) -> str:
    """Return the card of a model."""
    measures = MEASURES[recognizer.scheme_]
    rows = [f"| test part | {' | '.join(measures)} |", f"| --- |{' ---: |' * len(measures)}"]
    rows += [
        f"| {name} | {' | '.join(cells(report, measures))} |" for name, report in reports.items()
    ]
    overrides = "".join(
        f", `--{path} {json.dumps(value)}`" for path, value in model.overrides.items()
    )
    return CARD.format(
        name=model.name,
        summary=model.summary,
        config=model.config,
        overrides=overrides,
        labels=", ".join(recognizer.scheme_.labels),
        training=", ".join(model.data.training),
        pairs=recognizer.training_pairs_,
        taught=model.taught,
        digest=recognizer.training_digest_,
        notice=fill(model.notice, WIDTH),
        table="\n".join(rows),
        commands="\n".join(commands(model, measures)),
        signatures="\n".join(f"- `{report.signature}`" for report in reports.values()),
        use=fill(USE.format(kind=model.data.kind, longest=model.data.longest), WIDTH),
    )


def cells(report: Report, measures: Sequence[str]) -> list[str]:
    """Return the values of measures, with their intervals."""
    values = [report.runs[0].overall.measures[name] for name in measures]
    return [f"{percentage(value.value)}{interval(value.low, value.high)}" for value in values]


def interval(low: float | None, high: float | None) -> str:
    """Return an interval in brackets, nothing if there is none."""
    return "" if low is None or high is None else f" [{percentage(low)}, {percentage(high)}]"


def commands(model: Model, measures: Sequence[str]) -> list[str]:
    """Return the commands that print the scores."""
    printed = []
    for name in model.data.tests:
        run = f"{name.replace('/', '-').replace(':', '-').removesuffix('.jsonl')}.jsonl"
        printed.append(f"rte-baselines predict {model.name} {name} --output {run}")
        printed.append(f"rte-baselines evaluate {name} {run} --measures {','.join(measures)}")
    return printed


def main() -> int:
    """Build the models, and print their sizes."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="by default, all models")
    parser.add_argument("--data-dir", metavar="FOLDER", help="as in the commands")
    parser.add_argument(
        "--output", type=Path, default=ROOT / "models" / "recognizers", metavar="FOLDER"
    )
    arguments = parser.parse_args()
    known = {model.name: model for model in MODELS}
    for name in arguments.names:
        if name not in known:
            parser.error(f"no model {name!r}; expected one of {', '.join(known)}")
    try:
        for name in arguments.names or known:
            folder = build(known[name], arguments.output, arguments.data_dir)
            size = sum(path.stat().st_size for path in folder.iterdir())
            print(f"{folder}: {size / 1e3:.1f} kB")
            if size > LARGEST:
                print(f"error: {folder}: larger than {LARGEST / 1e6:.0f} MB", file=sys.stderr)
                return 1
    except RteBaselinesError as error:
        print(f"error: {error}", file=sys.stderr)
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
