"""The command ``rules``: index corpora, look templates up, and learn and check rules."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rte_baselines.cli.commands import rules_judging
from rte_baselines.cli.commands.resources import CorpusArgument, CorpusCommand, CorpusOptions
from rte_baselines.cli.console import progress_bar, say, show, show_json
from rte_baselines.cli.flags import Group, PlainCommand
from rte_baselines.cli.models import SchedulerOption, WorkersOption, pool_named
from rte_baselines.cli.options import JsonOption, count_option, output_option
from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import counted, listed, printable, quoted

if TYPE_CHECKING:
    from rte_baselines.core.processes.workers import Pool
    from rte_baselines.rules.rule import Rule

_SHOWN_CYCLES = 5

IndexArgument = Annotated[
    Path, typer.Argument(metavar="INDEX", help="A folder that `rules index` has written.")
]
RulesArgument = Annotated[
    Path, typer.Argument(metavar="FILE", help="Rules: text, .jsonl, or DIRT's lists in .lsp.")
]
OutputOption = Annotated[
    Path, output_option(metavar="FILE", help="The file of rules, .txt or .jsonl.")
]

rules = typer.Typer(
    cls=Group,
    help="""Learn entailment rules, look templates up, check files of rules, and judge rules.

    Example:
    rte-baselines rules find my-index "X <nsubj- acquire -obj-> Y"
    """,
)


@rules.command("index", cls=CorpusCommand)
def index_corpus(
    context: typer.Context,
    corpus: CorpusArgument,
    output: Annotated[Path, output_option(metavar="FOLDER", help="The folder of the index.")],
    documents_per_shard: Annotated[
        int, count_option(help="The documents of a shard, which are lost if the build ends.")
    ] = 1000,
) -> None:
    """Parse a corpus into an index of its sentences; run again, it goes on where it ended.

    Example:
    rte-baselines rules index news/ --output my-index
    """
    from rte_baselines.rules.corpus.building import build_index

    with CorpusOptions.of(context).building(corpus, "Parsing") as given:
        index = build_index(folder=output, documents_per_shard=documents_per_shard, **given)
    size = f"{counted(index.sentences, 'sentence')}, {counted(index.words, 'word')}"
    say(f"{output}: written; {size}")


@rules.command("find", cls=PlainCommand)
def find(
    index: IndexArgument,
    template: Annotated[
        str, typer.Argument(metavar="TEMPLATE", help="Such as 'X <nsubj- acquire -obj-> Y'.")
    ],
    limit: Annotated[int, count_option("--limit", "-n", help="Show so many sentences.")] = 10,
    json: JsonOption = False,
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
    matches = counted(len(occurrences), "match", "matches")
    say(f"{matches} in {counted(searched.sentences, 'sentence')}")


@rules.command("learn", cls=PlainCommand)
def learn(
    indexes: Annotated[
        list[Path],
        typer.Argument(metavar="INDEX...", help="Folders that `rules index` has written."),
    ],
    output: OutputOption,
    method: Annotated[
        str, typer.Option(metavar="NAME", help="dirt, or tease, which starts from templates.")
    ] = "dirt",
    template: Annotated[
        list[str] | None,
        typer.Option(metavar="TEMPLATE", help="tease: a template to start from; repeatable."),
    ] = None,
    templates: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="tease: a file with such a template on each line."),
    ] = None,
    min_score: Annotated[
        float | None,
        typer.Option(
            metavar="S",
            min=0.0,
            max=1.0,
            help="Leave out rules below the score; by default, 0.1 with dirt, and 0 with tease.",
        ),
    ] = None,
    longest: Annotated[int, count_option(min=2, help="The most relations in a path.")] = 4,
    most_rules: Annotated[int, count_option(help="The most templates for each one.")] = 20,
    measure: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="dirt: dirt (default), or balanced_inclusion, which is directional.",
        ),
    ] = None,
    min_path: Annotated[
        int | None, count_option(help="dirt: how often a path must occur (10).")
    ] = None,
    min_relation: Annotated[
        int | None, count_option(help="dirt: how often a relation inside a path must occur (10).")
    ] = None,
    min_fillers: Annotated[
        int | None, count_option(help="dirt: how many fillers each slot must share (1).")
    ] = None,
    rank: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="tease: anchor_sets (default), or association."),
    ] = None,
    min_anchor_sets: Annotated[
        int | None, count_option(help="tease: how many anchor sets a template must occur with (2).")
    ] = None,
    min_sentences: Annotated[
        int | None, count_option(help="tease: how many sentences must have an anchor set (2).")
    ] = None,
    max_sentences: Annotated[
        int | None, count_option(help="tease: how many sentences may have an anchor set (100).")
    ] = None,
    min_association: Annotated[
        float | None,
        typer.Option(
            metavar="P",
            min=0.0,
            max=1.0,
            help="tease: in which share of these the template must match (0.05).",
        ),
    ] = None,
    workers: WorkersOption = None,
    scheduler: SchedulerOption = None,
) -> None:
    """Learn rules from indexes: by DIRT between all paths, by TEASE from given templates.

    Example:
    rte-baselines rules learn my-index --output rules.jsonl
    """
    from rte_baselines.rules.learning import dirt, tease
    from rte_baselines.rules.rule_files import read_templates
    from rte_baselines.rules.template import Template

    own: dict[str, dict[str, Any]] = {
        "dirt": {
            **{"measure": measure, "min_path": min_path},
            **{"min_relation": min_relation, "min_fillers": min_fillers},
        },
        "tease": {
            **{"rank": rank, "min_anchor_sets": min_anchor_sets, "min_sentences": min_sentences},
            **{"max_sentences": max_sentences, "min_association": min_association},
        },
    }
    if method not in own:
        raise InputError(f"there is no method {quoted(method)}; known are {', '.join(own)}")
    sources = {"template": template, "templates": templates}
    others = {**own["tease"], **sources} if method == "dirt" else own["dirt"]
    for name, value in others.items():
        if value is not None:
            option = f"--{name.replace('_', '-')}"
            raise InputError(f"{option} is not an option of --method {method}; leave it out")
    shared = {"longest": longest, "most_rules": most_rules, "min_score": min_score}
    given = {name: value for name, value in {**shared, **own[method]}.items() if value is not None}
    learn_rules: Callable[..., list[Rule]]
    if method == "dirt":
        learn_rules = partial(dirt.learn_rules, options=dirt.DirtOptions(**given))
        passes = dirt.PASSES
    else:
        read = read_templates(templates) if templates else []
        inputs = list(dict.fromkeys([*map(Template, template or []), *read]))
        if not inputs:
            raise InputError(
                "--method tease starts from templates; expected --template or --templates"
            )
        options = tease.TeaseOptions(**given)
        learn_rules = partial(tease.learn_rules, templates=inputs, options=options)
        passes = tease.PASSES
    _learn(learn_rules, passes, indexes, output, pool_named(scheduler, workers))


def _learn(
    learn_rules: "Callable[..., list[Rule]]",
    passes: int,
    folders: list[Path],
    output: Path,
    workers: AbstractContextManager["Pool"],
) -> None:
    """Learn rules from indexes, each shard of which is read in so many passes, and write them."""
    from rte_baselines.rules.corpus.index import CorpusIndex
    from rte_baselines.rules.rule_files import check_writable, write_rules

    check_writable(output)
    if len({folder.resolve() for folder in folders}) < len(folders):
        raise InputError(
            f"an index is named twice in {listed(map(str, folders))}; expected each once, as its "
            "sentences would count double"
        )
    indexes = [CorpusIndex.open(folder) for folder in folders]
    steps = passes * sum(len(index.shard_folders) for index in indexes)
    with progress_bar("Reading", steps) as advance, workers as pool:
        learned = learn_rules(indexes, workers=pool, progress=advance)
    write_rules(output, learned)
    hint = "" if learned else "; expected a larger corpus, or smaller minima (see --help)"
    say(f"{output}: written; {counted(len(learned), 'rule')}{hint}")


@rules.command("check", cls=PlainCommand)
def check(file: RulesArgument, json: JsonOption = False) -> None:
    """Read a file of rules; count its rules, and list templates that entail each other.

    Example:
    rte-baselines rules check rules.txt
    """
    from rte_baselines.rules.rule_base import cycles_of
    from rte_baselines.rules.rule_files import read_rules

    found = read_rules(file)
    cycles = cycles_of(found)
    lefts = len({rule.left for rule in found})
    if json:
        written = [[template.text for template in cycle] for cycle in cycles]
        show_json({"rules": len(found), "left_sides": lefts, "cycles": written})
        return
    show(f"{counted(len(found), 'rule')} with {counted(lefts, 'left side')}")
    for cycle in cycles[:_SHOWN_CYCLES]:
        names = "; ".join(map(str, cycle[:_SHOWN_CYCLES]))
        more = "; ..." if len(cycle) > _SHOWN_CYCLES else ""
        show(f"{len(cycle)} templates entail each other: {names}{more}")
    if len(cycles) > _SHOWN_CYCLES:
        more = counted(len(cycles) - _SHOWN_CYCLES, "more group")
        show(f"and {more} of templates that entail each other")


@rules.command("convert", cls=PlainCommand)
def convert(file: RulesArgument, output: OutputOption) -> None:
    """Convert a file of rules to text or to JSON Lines.

    Example:
    rte-baselines rules convert dirt.lsp --output rules.jsonl
    """
    from rte_baselines.rules.rule_files import check_writable, read_rules, write_rules

    check_writable(output)
    write_rules(output, read_rules(file))


rules_judging.add_commands(rules)
