"""Explanations as text."""

from rte_baselines.features import Alignment
from rte_baselines.recognizers import Explanation
from rte_baselines.tables import Table, render_text


def explanation_text(explanation: Explanation, width: int) -> str:
    """Return an explanation for a terminal of `width` columns."""
    decision = (
        f"{explanation.label}, confidence {explanation.confidence:.3f}, "
        f"entailment {explanation.entailment:.3f}"
    )
    if explanation.task_pull:
        decision += f", of which the task {explanation.task_pull:+.3f}"
    blocks = [decision]
    if explanation.features:
        blocks.append(render_text(_features(explanation), width))
    blocks += [
        render_text(_alignment(name, explanation, alignments), width)
        for name, alignments in _distinct(explanation)
    ]
    blocks += [
        "\n".join([f"{illustration.title}: {name}", "", *illustration.lines])
        for name, illustrations in explanation.illustrations.items()
        for illustration in illustrations
    ]
    return "\n\n".join(blocks)


def _features(explanation: Explanation) -> Table:
    """Return the features, those that pull hardest first."""
    ordered = sorted(explanation.features, key=lambda feature: -abs(feature.pull))
    return Table(
        "What each feature does to the entailment score, against its training mean",
        ["feature", "value", "mean", "pull"],
        [
            [feature.name, f"{feature.value:.3f}", f"{feature.mean:.3f}", f"{feature.pull:+.3f}"]
            for feature in ordered
        ],
    )


def _alignment(name: str, explanation: Explanation, alignments: tuple[Alignment, ...]) -> Table:
    rows = [
        [
            explanation.hypothesis[alignment.hypothesis],
            "-" if alignment.text is None else explanation.text[alignment.text],
            alignment.relation,
        ]
        for alignment in alignments
    ]
    return Table(f"Which word met which: {name}", ["hypothesis", "text", ""], rows, keys=3)


def _distinct(explanation: Explanation) -> list[tuple[str, tuple[Alignment, ...]]]:
    """Return each alignment once, under the names of all features that share it."""
    names: dict[tuple[Alignment, ...], list[str]] = {}
    for name, alignments in explanation.alignments.items():
        names.setdefault(alignments, []).append(name)
    return [(", ".join(shared), alignments) for alignments, shared in names.items()]
