"""The command ``rules``: index corpora, look templates up, and learn and check rules."""

from pathlib import Path
from typing import Annotated

import typer

from rte_baselines.cli.commands import rules_judging
from rte_baselines.cli.commands.resources import (
    CorpusArgument,
    LicenceOption,
    SourceOption,
    TextColumnOption,
    TitleColumnOption,
    provenance_of,
    reading_documents,
)
from rte_baselines.cli.console import progress_bar, say, show, show_json
from rte_baselines.cli.flags import Command, Group
from rte_baselines.cli.options import (
    DebugOption,
    JsonOption,
    QuietOption,
    SchedulerOption,
    WorkersOption,
)
from rte_baselines.cli.pools import pool_named
from rte_baselines.quoting import printable

_SHOWN_CYCLES = 5

IndexArgument = Annotated[
    Path, typer.Argument(metavar="INDEX", help="A folder that `rules index` has written.")
]
RulesArgument = Annotated[
    Path,
    typer.Argument(metavar="FILE", help="Rules: text, .jsonl, or DIRT's lists in .lsp."),
]
OutputOption = Annotated[
    Path, typer.Option("--output", "-o", metavar="FILE", help="The file of rules, .txt or .jsonl.")
]

rules = typer.Typer(
    cls=Group,
    help="""Learn entailment rules, look templates up, check files of rules, and judge rules.

    Example:
    rte-baselines rules find my-index "X <nsubj- acquire -obj-> Y"
    """,
)


@rules.command("index", cls=Command)
def index_corpus(
    corpus: CorpusArgument,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FOLDER", help="The folder of the index.")
    ],
    text_column: TextColumnOption = "text",
    title_column: TitleColumnOption = None,
    documents_per_shard: Annotated[
        int,
        typer.Option(
            metavar="N", min=1, help="The documents of a shard, which are lost if the build ends."
        ),
    ] = 1000,
    workers: WorkersOption = None,
    scheduler: SchedulerOption = None,
    source: SourceOption = None,
    licence: LicenceOption = None,
    quiet: QuietOption = False,
    debug: DebugOption = False,
) -> None:
    """Parse a corpus into an index of its sentences; run again, it goes on where it ended.

    Example:
    rte-baselines rules index news/ --output my-index
    """
    from rte_baselines.rules.corpus.building import build_index

    with (
        reading_documents(corpus, "Parsing", text_column, title_column) as documents,
        pool_named(scheduler, workers) as pool,
    ):
        index = build_index(
            documents,
            output,
            provenance=provenance_of(corpus, source, licence),
            workers=pool,
            documents_per_shard=documents_per_shard,
        )
    say(f"{output}: written; {index.sentences} sentences, {index.words} words")


@rules.command("find", cls=Command)
def find(
    index: IndexArgument,
    template: Annotated[
        str, typer.Argument(metavar="TEMPLATE", help="Such as 'X <nsubj- acquire -obj-> Y'.")
    ],
    limit: Annotated[
        int, typer.Option("--limit", "-n", metavar="N", min=1, help="Show so many sentences.")
    ] = 10,
    json: JsonOption = False,
    quiet: QuietOption = False,
    debug: DebugOption = False,
) -> None:
    """Show the sentences that a template matches, with its X and Y.

    Example:
    rte-baselines rules find my-index "X <nsubj- acquire -obj-> Y"
    """
    from rte_baselines.rules.corpus.index import CorpusIndex
    from rte_baselines.rules.template import Template

    searched, wanted = CorpusIndex.open(index), Template(template)
    occurrences = searched.occurrences(wanted)
    instances = [searched.instance(occurrence) for occurrence in occurrences[:limit]]
    if json:
        show_json(
            {
                "template": wanted.text,
                "matches": len(occurrences),
                "sentences": [instance._asdict() for instance in instances],
            }
        )
        return
    for instance in instances:
        show(printable(wanted.phrase(instance.x, instance.y)))
        show(f"    {printable(instance.sentence)}")
    say(f"{len(occurrences)} matches in {searched.sentences} sentences")


@rules.command("learn", cls=Command)
def learn(
    indexes: Annotated[
        list[Path],
        typer.Argument(metavar="INDEX...", help="Folders that `rules index` has written."),
    ],
    output: OutputOption,
    measure: Annotated[
        str, typer.Option(metavar="NAME", help="dirt, or balanced_inclusion, which is directional.")
    ] = "dirt",
    min_score: Annotated[
        float, typer.Option(metavar="S", min=0.0, max=1.0, help="Leave out rules below the score.")
    ] = 0.1,
    min_path: Annotated[
        int, typer.Option(metavar="N", min=1, help="How often a path must occur.")
    ] = 10,
    min_relation: Annotated[
        int, typer.Option(metavar="N", min=1, help="How often a relation inside a path must occur.")
    ] = 10,
    min_fillers: Annotated[
        int, typer.Option(metavar="N", min=1, help="How many fillers each slot must share.")
    ] = 1,
    longest: Annotated[
        int, typer.Option(metavar="N", min=2, help="The most relations in a path.")
    ] = 4,
    most_rules: Annotated[
        int, typer.Option(metavar="N", min=1, help="The most rules for a left side.")
    ] = 20,
    workers: WorkersOption = None,
    scheduler: SchedulerOption = None,
    quiet: QuietOption = False,
    debug: DebugOption = False,
) -> None:
    """Learn rules from indexes by DIRT, or by its directional variant.

    Example:
    rte-baselines rules learn my-index --output rules.jsonl
    """
    from rte_baselines.rules.corpus.index import CorpusIndex
    from rte_baselines.rules.learning.dirt import DirtOptions, learn_rules, measure_named
    from rte_baselines.rules.rule_files import check_writable, write_rules

    options = DirtOptions(
        longest=longest,
        min_relation=min_relation,
        min_path=min_path,
        min_fillers=min_fillers,
        min_score=min_score,
        most_rules=most_rules,
        measure=measure_named(measure),
    )
    check_writable(output)
    opened = [CorpusIndex.open(index) for index in indexes]
    steps = 3 * sum(len(index.shard_folders) for index in opened)
    with (
        progress_bar("Counting", steps) as advance,
        pool_named(scheduler, workers) as pool,
    ):
        learned = learn_rules(opened, options, workers=pool, progress=advance)
    write_rules(output, learned)
    hint = "" if learned else "; expected a larger corpus, or smaller minima (see --help)"
    say(f"{output}: written; {len(learned)} rules{hint}")


@rules.command("check", cls=Command)
def check(
    file: RulesArgument,
    json: JsonOption = False,
    quiet: QuietOption = False,
    debug: DebugOption = False,
) -> None:
    """Read a file of rules; count its rules, and list templates that entail each other.

    Example:
    rte-baselines rules check rules.txt
    """
    from rte_baselines.rules.cycles import cycles_of
    from rte_baselines.rules.rule_files import read_rules

    found = read_rules(file)
    cycles = cycles_of(found)
    lefts = len({rule.left for rule in found})
    if json:
        written = [[template.text for template in cycle] for cycle in cycles]
        show_json({"rules": len(found), "left_sides": lefts, "cycles": written})
        return
    show(f"{len(found)} rules with {lefts} left sides")
    for cycle in cycles[:_SHOWN_CYCLES]:
        names = "; ".join(map(str, cycle[:_SHOWN_CYCLES]))
        more = "; ..." if len(cycle) > _SHOWN_CYCLES else ""
        show(f"{len(cycle)} templates entail each other: {names}{more}")
    if len(cycles) > _SHOWN_CYCLES:
        show(f"and {len(cycles) - _SHOWN_CYCLES} more groups of templates that entail each other")


@rules.command("convert", cls=Command)
def convert(
    file: RulesArgument,
    output: OutputOption,
    quiet: QuietOption = False,
    debug: DebugOption = False,
) -> None:
    """Convert a file of rules to text or to JSON Lines.

    Example:
    rte-baselines rules convert dirt.lsp --output rules.jsonl
    """
    from rte_baselines.rules.rule_files import check_writable, read_rules, write_rules

    check_writable(output)
    write_rules(output, read_rules(file))


rules_judging.add_commands(rules)
