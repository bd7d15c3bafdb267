"""The command ``audit``: find annotation artifacts, duplicates and unbalanced labels."""

from contextlib import ExitStack
from typing import Annotated

import typer

from rte_baselines.cli.console import say, show_in_form
from rte_baselines.cli.models import WorkersOption
from rte_baselines.cli.options import (
    JsonOption,
    MarkdownOption,
    PairsArgument,
    count_option,
    pairs_option,
    refuse_two,
)
from rte_baselines.cli.reading import ReadingOptions, reading_pairs
from rte_baselines.core.errors import InputError
from rte_baselines.core.files.reading import input_name
from rte_baselines.core.files.writing import atomic_output
from rte_baselines.core.quoting import quoted

_KILOBYTE = 1e3


def audit(
    context: typer.Context,
    pairs: PairsArgument,
    train: Annotated[
        str | None,
        pairs_option(
            help="The pairs that baselines learn from; by default PAIRS, in cross-validation."
        ),
    ] = None,
    html: Annotated[
        str | None, typer.Option(metavar="FILE.html", help="Write a page as well.")
    ] = None,
    min_pairs: Annotated[
        int, count_option(help="In how many pairs a word or bigram must be to be tested.")
    ] = 10,
    listed: Annotated[int, count_option(help="How many of them to list of each label.")] = 6,
    annotations: Annotated[
        str,
        typer.Option(
            metavar="COLUMN",
            help="The column or field with a JSON list of labels by several annotators.",
        ),
    ] = "annotator_labels",
    markdown: MarkdownOption = False,
    as_json: JsonOption = False,
    workers: WorkersOption = None,
) -> None:
    """Find out what gives the labels of a dataset away.

    Scores baselines that read only the hypothesis, the text, the overlap,
    the length or negations; lists words of the hypothesis that a label
    goes with; counts duplicates, also between training and test pairs;
    and says what it means.

    Example:
    rte-baselines audit rte1:test --train rte1:dev --html audit.html
    """
    from rte_baselines.core.processes.workers import default_workers
    from rte_baselines.evaluation.audit import audit as found
    from rte_baselines.evaluation.audit.page import audit_page

    refuse_two({"--markdown": markdown, "--json": as_json})
    if html in ("", "-"):
        raise InputError(f"--html is {quoted(html)}; expected the name of a file to write")
    options = ReadingOptions.of(context)
    with ExitStack() as stack:
        # Opened first, so that an output that cannot be written is reported early.
        page = stack.enter_context(atomic_output(html)) if html else None
        scored, training = (
            stack.enter_context(reading_pairs(source, "Reading", options)) if source else None
            for source in (pairs, train)
        )
        assert scored is not None
        result = found(
            scored,
            training,
            name=input_name(pairs),
            train_name=input_name(train or ""),
            min_pairs=min_pairs,
            listed=listed,
            annotations=annotations,
            workers=workers or default_workers(),
        )
        if page is not None:
            content = audit_page(result)
            page.write(content)
    show_in_form(result, markdown=markdown, as_json=as_json)
    if html:
        say(f"{html}: written, {len(content.encode(errors='replace')) / _KILOBYTE:.0f} kB")
