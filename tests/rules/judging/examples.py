"""Rules, examples and judgments for the tests of judging."""

from rte_baselines.evaluation.rule_judgments.judged import ExampleCounts, JudgedRule
from rte_baselines.rules.judging.sheet import Drawing, Example, ListSize, Sheet, SheetRule

HOSTILE = '</p><script>document.title="x"</script><b>bold</b>'


def example(number, sentence=None):
    """An example that has a number."""
    return Example(
        sentence or f"Sentence {number} says that Ann met Bob.",
        "Ann",
        "Bob",
        f"Ann met Bob {number}",
        f"Ann knows Bob {number}",
    )


def rule(name, examples=2, drawings=None):
    """A rule with so many examples."""
    found = tuple(example(f"{name}.{number}") for number in range(examples))
    return SheetRule(
        name, f"X {name} Y", "X know Y", tuple(drawings or [Drawing("base", 0.5)]), found
    )


def sheet(rules=3, examples=2):
    """A sheet of rules that were drawn directly."""
    return Sheet(tuple(rule(f"r{number}", examples) for number in range(1, rules + 1)))


def judged(
    name, counts, *, source="base", input_=None, output=None, learned_by=(), relational=True
):
    """A rule with so many examples of each judgment: left not entailed, ..., entailment holds."""
    drawing = Drawing(source, None, input_, output, learned_by)
    return JudgedRule(rule(name, sum(counts), [drawing]), ExampleCounts(*counts), relational)


def both_directions(input_, output, forth, back, **options):
    """The two rules of a template, None for a rule without examples."""
    names = (f"{input_} -> {output}", forth), (f"{output} -> {input_}", back)
    return [
        judged(name, counts or (0, 0, 0, 0), input_=input_, output=output, **options)
        for name, counts in names
    ]


def lists(**sizes):
    """The sizes of lists of templates that were learned in both directions."""
    return {name: ListSize(size, 2 * size) for name, size in sizes.items()}
