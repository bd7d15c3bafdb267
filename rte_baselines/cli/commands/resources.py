"""The command ``resources``: list and build resources."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rte_baselines.cli.console import advancing, progress_bar, say, show, show_json, terminal_width
from rte_baselines.cli.flags import Group, PlainCommand
from rte_baselines.cli.models import SchedulerOption, WorkersOption, pool_named
from rte_baselines.cli.options import JsonOption, OptionsOfAll, count_option, output_option
from rte_baselines.core.errors import InputError, RteBaselinesError

if TYPE_CHECKING:
    from rte_baselines.lexicon.corpus.array_resources import Provenance
    from rte_baselines.lexicon.corpus.corpora import Document
    from rte_baselines.lexicon.resource_states import ResourceState

resources = typer.Typer(
    cls=Group,
    help="""List lexical resources, and build your own.

    Example:
    rte-baselines resources list
    """,
)
build = typer.Typer(
    cls=Group,
    help="""Build a resource from a corpus of your own.

    Example:
    rte-baselines resources build term-statistics news/ --output my-statistics
    """,
)
resources.add_typer(build, name="build")

CorpusArgument = Annotated[
    list[Path],
    typer.Argument(
        metavar="CORPUS",
        help="Files or folders: plain text, SGML, CSV, TSV, JSON Lines; gzip or not.",
    ),
]
OutputOption = Annotated[Path, output_option(metavar="FOLDER", help="The folder to write.")]
MinDocumentsOption = Annotated[int, count_option(help="Leave out terms in fewer documents.")]


@dataclass(frozen=True)
class CorpusOptions(OptionsOfAll):
    """The options of commands that read a corpus."""

    text_column: Annotated[
        str,
        typer.Option(
            metavar="COLUMN",
            help="The column or field of the text in tables and JSON Lines: name or number.",
        ),
    ] = "text"
    title_column: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="The column or field of the title.")
    ] = None
    workers: WorkersOption = None
    scheduler: SchedulerOption = None
    source: Annotated[
        str | None, typer.Option(metavar="TEXT", help="The source of the corpus, to be recorded.")
    ] = None
    licence: Annotated[
        str | None, typer.Option(metavar="TEXT", help="The licence of the result, to be recorded.")
    ] = None

    @contextmanager
    def building(self, corpus: list[Path], doing: str) -> Iterator[dict[str, Any]]:
        """Yield the documents, their provenance and the workers, as arguments of builders."""
        provenance = self.provenance(corpus)
        workers = pool_named(self.scheduler, self.workers)
        with self.documents(corpus, doing) as documents, workers as pool:
            yield {"documents": documents, "provenance": provenance, "workers": pool}

    @contextmanager
    def documents(self, corpus: list[Path], doing: str) -> Iterator[Iterator["Document"]]:
        """Stream the documents of a corpus, with a progress bar."""
        from rte_baselines.lexicon.corpus.corpora import Corpus

        found = Corpus(corpus, text_column=self.text_column, title_column=self.title_column)
        with progress_bar(doing) as advance:
            yield advancing(found, advance)

    def provenance(self, corpus: list[Path]) -> "Provenance":
        """Return the source of a corpus: that of the options, else its name."""
        from rte_baselines.lexicon.corpus.array_resources import Provenance

        named = self.source or ", ".join(path.resolve().name for path in corpus)
        return Provenance(named, self.licence) if self.licence else Provenance(named)


class CorpusCommand(PlainCommand):
    """A command that reads a corpus."""

    shared = CorpusOptions


@resources.command("list", cls=PlainCommand)
def list_resources(as_json: JsonOption = False) -> None:
    """List the resources in use, with origin, version, licence and size.

    The exit code is 1 if one of them cannot be used.

    Example:
    rte-baselines resources list
    """
    from rte_baselines.lexicon.resource_states import resource_states
    from rte_baselines.rendering.tables import Table, render_text

    states = resource_states()
    if as_json:
        show_json([asdict(state) for state in states])
    else:
        header = ["name", "origin", "version", "licence", "size", "in use"]
        rows = [
            [
                *(state.name, state.origin, state.version, state.licence),
                "" if state.size is None else f"{state.size / 1e6:.1f} MB",
                state.problem or _where(state),
            ]
            for state in states
        ]
        show(render_text(Table("resources", header, rows, keys=len(header)), terminal_width()))
    broken = [state.name for state in states if state.is_broken]
    if broken:
        raise RteBaselinesError(
            f"{', '.join(broken)} cannot be used, as the list says; expected a resource that can "
            "be read"
        )


def _where(state: "ResourceState") -> str:
    """Return the path of a resource, shortened for shipped ones."""
    path = Path(str(state.location))
    return f"{path.parent.name}/{path.name}" if state.origin == "shipped" else str(path)


@build.command("term-statistics", cls=CorpusCommand)
def build_term_statistics(
    context: typer.Context,
    corpus: CorpusArgument,
    output: OutputOption,
    levels: Annotated[
        str, typer.Option(metavar="NAME,...", help="norms, stems, porter_stems, lemmas.")
    ] = "norms,stems",
    min_documents: MinDocumentsOption = 2,
) -> None:
    """Count the documents with each term, and its occurrences.

    Example:
    rte-baselines resources build term-statistics news/ --output my-statistics
    """
    from rte_baselines.lexicon.frequency import term_statistics

    with CorpusOptions.of(context).building(corpus, "Counting") as given:
        term_statistics.build_term_statistics(
            output=output,
            levels=[level.strip() for level in levels.split(",")],
            min_documents=min_documents,
            **given,
        )
    _say_how_to_use(output, "TERM_STATISTICS")


@build.command("cooccurrence", cls=CorpusCommand)
def build_cooccurrence(
    context: typer.Context,
    corpus: CorpusArgument,
    output: OutputOption,
    level: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="content_tokens (glickman2006), norms, stems, porter_stems or lemmas.",
        ),
    ] = "content_tokens",
    min_documents: MinDocumentsOption = 2,
) -> None:
    """Index the documents of each word.

    Example:
    rte-baselines resources build cooccurrence news/ --output my-cooccurrence
    """
    from rte_baselines.lexicon.frequency import cooccurrence

    with CorpusOptions.of(context).building(corpus, "Counting") as given:
        cooccurrence.build_cooccurrence(
            output=output, level=level, min_documents=min_documents, **given
        )
    _say_how_to_use(output, "COOCCURRENCE")


@build.command("thesaurus", cls=CorpusCommand)
def build_thesaurus(
    context: typer.Context,
    output: OutputOption,
    corpus: Annotated[
        list[Path] | None,
        typer.Argument(metavar="CORPUS", help="Files or folders, as for `term-statistics`."),
    ] = None,
    lin: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Lin's simN.lsp, simV.lsp, simA.lsp, instead of CORPUS; repeatable.",
        ),
    ] = None,
    min_frequency: Annotated[int, count_option(help="Leave out words in fewer dependencies.")] = 20,
    max_neighbours: Annotated[
        int, count_option(help="The number of similar words for each word.")
    ] = 200,
) -> None:
    """Build a thesaurus from the dependencies of a corpus, or convert Lin's thesaurus.

    Example:
    rte-baselines resources build thesaurus news/ --output my-thesaurus
    """
    from rte_baselines.lexicon.thesaurus import building as thesaurus_building
    from rte_baselines.lexicon.thesaurus import lin_format as lin_thesaurus

    options = CorpusOptions.of(context)
    if corpus and not lin:
        with options.building(corpus, "Parsing") as given:
            thesaurus_building.build_thesaurus(
                folder=output, **given, min_frequency=min_frequency, max_neighbours=max_neighbours
            )
    elif lin and not corpus:
        provenance = options.provenance(lin)
        lin_thesaurus.convert_lin_thesauri(lin, output, provenance=provenance)
    else:
        raise InputError("a thesaurus is built from a CORPUS or from --lin FILE: name one of them")
    _say_how_to_use(output, "THESAURUS")


@build.command("latent-semantics", cls=CorpusCommand)
def build_latent_semantics(
    context: typer.Context,
    corpus: CorpusArgument,
    output: OutputOption,
    dimensions: Annotated[int, count_option(help="How many latent dimensions to keep.")] = 50,
    max_terms: Annotated[
        int, count_option(help="How many terms to keep, the most frequent ones.")
    ] = 10_000,
    min_documents: MinDocumentsOption = 2,
) -> None:
    """Compute the latent dimensions of terms in documents.

    Example:
    rte-baselines resources build latent-semantics news/ --output my-semantics
    """
    from rte_baselines.lexicon.latent_semantics import model as latent_semantics

    with CorpusOptions.of(context).building(corpus, "Counting") as given:
        latent_semantics.build_latent_semantics(
            output=output,
            dimensions=dimensions,
            max_terms=max_terms,
            min_documents=min_documents,
            **given,
        )
    _say_how_to_use(output, "LATENT_SEMANTICS")


@build.command("alignment-model", cls=CorpusCommand)
def build_alignment_model(
    context: typer.Context,
    corpus: CorpusArgument,
    output: OutputOption,
    filter_share: Annotated[
        float,
        typer.Option(
            "--filter",
            metavar="SHARE",
            help="Keep this share of stories, whose leads most likely entail their headlines.",
        ),
    ] = 1.0,
    iterations: Annotated[
        int, count_option(help="Training passes of each model in each direction.")
    ] = 5,
    min_documents: MinDocumentsOption = 2,
    min_probability: Annotated[
        float,
        typer.Option(metavar="P", min=0.0, max=1.0, help="Leave out less probable translations."),
    ] = 0.002,
) -> None:
    """Train translation probabilities of words on leads and headlines of news.

    Example:
    rte-baselines resources build alignment-model news/ --output my-alignment
    """
    from rte_baselines.lexicon.corpus.array_resources import check_output
    from rte_baselines.lexicon.translation import building as alignment_model_building
    from rte_baselines.lexicon.translation.headlines import entailing_pairs
    from rte_baselines.lexicon.translation.model import FORMAT

    options = CorpusOptions.of(context)
    check_output(output, FORMAT)
    with pool_named(options.scheduler, options.workers) as pool:
        with options.documents(corpus, "Reading") as documents:
            pairs = entailing_pairs(documents, filter_share, workers=pool)
        with progress_bar("Training", alignment_model_building.passes(iterations)) as advance:
            alignment_model_building.build_alignment_model(
                pairs,
                output,
                provenance=options.provenance(corpus),
                iterations=iterations,
                min_documents=min_documents,
                min_probability=min_probability,
                filter_share=filter_share,
                workers=pool,
                progress=advance,
            )
    _say_how_to_use(output, "ALIGNMENT_MODEL")


def _say_how_to_use(output: Path, variable: str) -> None:
    say(f"{output}: written; set RTE_BASELINES_{variable} to this folder to use it")
