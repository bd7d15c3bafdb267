"""Commands of ``rules`` that draw what is judged, take judgments, and measure rule bases."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rte_baselines.cli.console import (
    progress_bar,
    say,
    show,
    show_in_form,
    show_json,
    terminal_width,
)
from rte_baselines.cli.flags import PlainCommand
from rte_baselines.cli.options import (
    JsonOption,
    MarkdownOption,
    count_option,
    output_option,
    refuse_two,
)
from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import counted, listed, quoted
from rte_baselines.core.representing import plain

if TYPE_CHECKING:
    from rte_baselines.evaluation.rule_judgments.judged import Judged
    from rte_baselines.rendering.tables import Table
    from rte_baselines.rules.judging.sampling import Drawn
    from rte_baselines.rules.judging.sheet import Example
    from rte_baselines.rules.rule import Rule

_NAME = re.compile(r"[\w.-]{1,40}")
_SEED = 12345

SheetArgument = Annotated[
    Path, typer.Argument(metavar="SHEET", help="A sheet that `rules draw` has written.")
]
JudgmentsArgument = Annotated[
    list[Path],
    typer.Argument(
        metavar="JUDGMENTS",
        help="Files of `rules judge`, or filled forms, which are named after their judges.",
    ),
]
SeedOption = Annotated[int, count_option(min=0, help="The seed of all draws.")]
ThresholdOption = Annotated[
    float,
    typer.Option(metavar="SHARE", min=0.0, max=1.0, help="The least precision of a correct rule."),
]
PartialOption = Annotated[
    bool,
    typer.Option("--partial", help="Accept examples without a judgment; leave their rules out."),
]


def draw(
    rule_files: Annotated[
        list[str],
        typer.Argument(
            metavar="RULES",
            help="Files of rules, or shipped; each is a rule base, named after its file.",
        ),
    ],
    index: Annotated[
        list[Path],
        typer.Option(
            metavar="FOLDER",
            help="A parsed corpus that examples are drawn from; repeatable.",
        ),
    ],
    output: Annotated[Path, output_option(metavar="FILE", help="The sheet to write.")],
    rules: Annotated[
        int | None, count_option(help="Draw so many rules from each rule base.")
    ] = None,
    inputs: Annotated[
        int | None, count_option(help="Draw so many input templates, and a sample of their rules.")
    ] = None,
    input_template: Annotated[
        list[str] | None,
        typer.Option(
            "--input", metavar="TEMPLATE", help="An input template to draw rules of; repeatable."
        ),
    ] = None,
    both_directions: Annotated[
        bool,
        typer.Option(
            "--both-directions", help="For rule bases without directions: judge reverses, too."
        ),
    ] = False,
    examples: Annotated[int, count_option(help="The most examples of a rule.")] = 15,
    seed: SeedOption = _SEED,
) -> None:
    """Draw rules and sentences that match them, to be judged.

    Example:
    rte-baselines rules draw shipped --index my-index --rules 50 -o sheet.jsonl
    """
    from rte_baselines.rules.corpus.index import CorpusIndex
    from rte_baselines.rules.judging.sampling import draw_examples, sheet_of
    from rte_baselines.rules.judging.sheet import read_sheet, write_sheet

    bases = _rule_bases(rule_files, both_directions=both_directions)
    drawn = _drawn(bases, rules, inputs, input_template, seed)
    corpora = [CorpusIndex.open(folder) for folder in index]
    with progress_bar("Drawing", len(drawn.rules)) as advance:

        def examples_of(rule: "Rule") -> "tuple[Example, ...]":
            found = draw_examples(rule, corpora, most=examples, seed=seed)
            advance()
            return found

        sheet = sheet_of(drawn, examples_of, seed=seed)
    if not output.exists():
        write_sheet(sheet, output)
    elif read_sheet(output).digest != sheet.digest:
        # Judgments belong to their sheet.
        raise InputError(
            f"{output}: is another sheet, which may be judged; name another file or remove it"
        )
    without = sum(not rule.examples for rule in sheet.rules)
    say(
        f"{output}: {counted(len(sheet.rules), 'rule')}, {without} of them without a sentence that "
        f"matches; {counted(len(sheet.examples), 'example')}"
    )


def form(
    sheet: SheetArgument,
    output: Annotated[
        Path, output_option(metavar="FILE", help="The form, named after its judge: ann.csv.")
    ],
) -> None:
    """Write a form in CSV, to be filled in a spreadsheet.

    Example:
    rte-baselines rules form sheet.jsonl --output ann.csv
    """
    from rte_baselines.rules.judging.forms import write_form
    from rte_baselines.rules.judging.sheet import read_sheet

    _refuse_existing(output)
    write_form(read_sheet(sheet), output)
    say(f"{output}: written; docs/judging.md says how to fill it")


def strip(
    sheet: SheetArgument,
    output: Annotated[Path, output_option(metavar="FILE", help="The file to write.")],
    form: Annotated[
        Path | None,
        typer.Option(metavar="FORM", help="Write this filled form instead of the sheet."),
    ] = None,
) -> None:
    """Write a sheet, or a filled form, without sentences, to be published.

    Both can be evaluated like those with sentences. Files of judge have none.

    Example:
    rte-baselines rules strip sheet.jsonl --output published.jsonl
    """
    from rte_baselines.rules.judging.forms import strip_form
    from rte_baselines.rules.judging.sheet import read_sheet, write_sheet

    _refuse_existing(output)
    whole = read_sheet(sheet)
    if form is None:
        write_sheet(whole.without_texts(), output)
    else:
        strip_form(form, whole, output)
    say(f"{output}: written; it has the ids of the examples")


def judge(
    sheet: SheetArgument,
    judge: Annotated[str, typer.Option(metavar="NAME", help="Who judges.")],
    output: Annotated[
        Path | None,
        output_option(
            metavar="FILE",
            help="The file of judgments; by default, SHEET's name with that of the judge.",
        ),
    ] = None,
    port: Annotated[
        int | None, typer.Option(metavar="N", help="The port; by default, a free one.")
    ] = None,
    opens_browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Whether to open the page.")
    ] = True,
) -> None:
    """Judge a sheet on a page in the browser; run it again to go on.

    The page is served to this machine only. Each answer is saved at once.

    Example:
    rte-baselines rules judge sheet.jsonl --judge ann
    """
    from rte_baselines.rules.judging.judgment_files import opened_log
    from rte_baselines.rules.judging.sheet import read_sheet
    from rte_baselines.web import require_packages

    require_packages()
    from rte_baselines.web.judging.application import judging_application
    from rte_baselines.web.serving.running import serve

    if not _NAME.fullmatch(judge):
        raise InputError(
            f"the judge's name is {quoted(judge)}; expected up to 40 letters, digits and _ . -"
        )
    path = output or sheet.with_name(f"{sheet.name.partition('.')[0]}.{judge}.jsonl")
    with opened_log(path, read_sheet(sheet), judge) as log:
        serve(
            judging_application(log),
            port=port,
            announce=lambda address: say(f"{address} (saves to {path}; Ctrl+C ends it)"),
            opens_browser=opens_browser,
        )
        done, total = log.progress.examples_done, len(log.progress.sheet.examples)
    say(f"{path}: {done} of {counted(total, 'example')} are judged")


def agreement(
    sheet: SheetArgument,
    judgments: JudgmentsArgument,
    threshold: ThresholdOption = 0.8,
    partial: PartialOption = False,
    markdown: MarkdownOption = False,
    as_json: JsonOption = False,
) -> None:
    """Show how far judges agree on examples and on rules.

    Example:
    rte-baselines rules agreement sheet.jsonl sheet.ann.jsonl bob.csv
    """
    from rte_baselines.evaluation.rule_judgments.judged import NOTES, judge_agreements

    refuse_two({"--markdown": markdown, "--json": as_json})
    judged = _read_judged(sheet, judgments, partial=partial)
    found = judge_agreements(judged, threshold=threshold)
    if as_json:
        show_json(plain(found))
    else:
        _show_tables([pair.to_table() for pair in found], NOTES, markdown=markdown)


def evaluate(
    sheet: SheetArgument,
    judgments: JudgmentsArgument,
    threshold: ThresholdOption = 0.8,
    seed: SeedOption = _SEED,
    partial: PartialOption = False,
    published: Annotated[
        bool, typer.Option("--published", help="Show the published figures below.")
    ] = False,
    markdown: MarkdownOption = False,
    as_json: JsonOption = False,
) -> None:
    """Measure rule bases by judgments: precision, yield, paraphrases, overlap.

    Example:
    rte-baselines rules evaluate sheet.jsonl sheet.ann.jsonl bob.csv
    """
    from rte_baselines.evaluation.rule_judgments.published import results_table
    from rte_baselines.evaluation.rule_judgments.results import results_of

    refuse_two({"--markdown": markdown, "--json": as_json})
    refuse_two({"--published": published, "--json": as_json})
    judged = _read_judged(sheet, judgments, partial=partial)
    results = results_of(judged, threshold=threshold, seed=seed)
    if published:
        results = replace(results, below=(results_table(),))
    show_in_form(results, markdown=markdown, as_json=as_json)


def published(markdown: MarkdownOption = False, as_json: JsonOption = False) -> None:
    """Show the published figures of DIRT and TEASE, and check their arithmetic.

    Example:
    rte-baselines rules published
    """
    from rte_baselines.evaluation.rule_judgments.published import checks, notes, to_tables

    refuse_two({"--markdown": markdown, "--json": as_json})
    if as_json:
        show_json([{**plain(check), "agrees": check.agrees} for check in checks()])
    else:
        _show_tables(to_tables(), notes(), markdown=markdown)


def _show_tables(tables: "Sequence[Table]", notes: Sequence[str], *, markdown: bool) -> None:
    from rte_baselines.rendering.markup import markdown_of
    from rte_baselines.rendering.tables import text_of

    show(markdown_of(tables, notes) if markdown else text_of(tables, notes, terminal_width()))


def _refuse_existing(output: Path) -> None:
    """Refuse to replace what a judge may have filled, or a sheet by one without sentences."""
    if output.exists():
        raise InputError(f"{output}: exists, and may be filled; name another file or remove it")


def _rule_bases(files: list[str], *, both_directions: bool) -> "dict[str, list[Rule]]":
    """Return the rules of each file by its name without the ending."""
    from rte_baselines.rules.judging.sampling import with_both_directions
    from rte_baselines.rules.rule_base import rule_file
    from rte_baselines.rules.rule_files import read_rules

    names = [Path(file).name.partition(".")[0] for file in files]
    if len(set(names)) < len(names):
        raise InputError(f"rule bases have the names {listed(names)}; expected different ones")
    found = {name: read_rules(rule_file(file)) for name, file in zip(names, files, strict=True)}
    if both_directions:
        return {name: with_both_directions(rules) for name, rules in found.items()}
    return found


def _drawn(
    bases: "dict[str, list[Rule]]",
    rules: int | None,
    inputs: int | None,
    input_template: list[str] | None,
    seed: int,
) -> "Drawn":
    from rte_baselines.rules.judging.sampling import draw_for_inputs, draw_inputs, draw_rules

    ways = {"--rules": rules, "--inputs": inputs, "--input": input_template}
    refuse_two({name: bool(value) for name, value in ways.items()})
    if rules:
        return draw_rules(bases, rules, seed=seed)
    if inputs:
        return draw_for_inputs(bases, draw_inputs(bases, inputs, seed=seed), seed=seed)
    if input_template:
        return draw_for_inputs(bases, input_template, seed=seed)
    raise InputError("nothing says what to draw; expected --rules, --inputs or --input")


def _read_judged(sheet: Path, judgments: list[Path], *, partial: bool) -> "Judged":
    from rte_baselines.evaluation.rule_judgments.judged import Judged
    from rte_baselines.rules.judging.judgment_files import read_judgments
    from rte_baselines.rules.judging.sheet import read_sheet

    content = read_sheet(sheet)
    return Judged(
        content, tuple(read_judgments(path, content, partial=partial) for path in judgments)
    )


def add_commands(rules: typer.Typer) -> None:
    """Add the commands of this module to those of ``rules``."""
    for command in (draw, form, judge, strip, agreement, evaluate, published):
        rules.command(cls=PlainCommand)(command)
