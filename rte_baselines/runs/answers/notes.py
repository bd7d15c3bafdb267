"""What a warning says of answers of chat models without a label."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from rte_baselines.advice import how_to_state
from rte_baselines.quoting import counted, quoted
from rte_baselines.runs.answers.parser import REFUSED, UNSTATED, WITHOUT_MEANING, Answer

_EXAMPLES = 3
_MOST_REASONS = 8
_PLURALS = {REFUSED: "refusals"}
_OPPOSITES = (("yes", "no"), ("true", "false"))
# Others may be scores, or one of several answers.
_SYMBOLS_OF_LABELS = ("01", "012", "12", "123", "AB", "ABC")
_LABELS_OF = {2: ("entailment", "not_entailment"), 3: ("entailment", "neutral", "contradiction")}


def summary(reasons: Mapping[str, Answer], total: int) -> str:
    """Return how many answers have no label, and why.

    Parameters
    ----------
    reasons : mapping of str to Answer
        The answers without a label, by the ids of their pairs.
    total : int
        How many answers there are.
    """
    problems = Counter(answer.problem for answer in reasons.values())
    counts = ", ".join(
        f"{count} {_PLURALS.get(problem, problem) if count > 1 else problem}"
        for problem, count in sorted(problems.items())
    )
    return (
        f"{len(reasons)} of {counted(total, 'answer')} give no label: {counts}; reasons: "
        f"{'; '.join(_by_reason(reasons))}{_hint(reasons.values())}"
    )


def _by_reason(reasons: Mapping[str, Answer]) -> Iterator[str]:
    """Yield each reason with its number and examples, the most frequent first."""
    ids: dict[str, list[str]] = {}
    for pair_id, answer in reasons.items():
        ids.setdefault(answer.detail, []).append(pair_id)
    ordered = sorted(ids.items(), key=lambda each: -len(each[1]))
    for detail, found in ordered[:_MOST_REASONS]:
        more = ", ..." if len(found) > _EXAMPLES else ""
        examples = ", ".join(map(quoted, found[:_EXAMPLES]))
        yield f"{detail}: {len(found)} ({examples}{more})"
    if others := ordered[_MOST_REASONS:]:
        yield f"{counted(len(others), 'other reason')}: {sum(len(found) for _, found in others)}"


def _hint(answers: Collection[Answer]) -> str:
    unstated = Counter(
        answer.detail.removesuffix(WITHOUT_MEANING).strip()
        for answer in answers
        if answer.detail.endswith(WITHOUT_MEANING)
    )
    words = Counter({word: count for word, count in unstated.items() if word in UNSTATED})
    return _hint_of_words(words) or _hint_of_symbols(unstated)


def _hint_of_words(unstated: Counter[str]) -> str:
    if not unstated:
        return ""
    pairs = [pair for pair in _OPPOSITES if not unstated.keys().isdisjoint(pair)]
    words = " or ".join(word for pair in _OPPOSITES for word in pair if word in unstated)
    negative = pairs[0][1]
    return (
        f"; {unstated.total()} of these answer {words}: state what they mean: "
        f"{how_to_state_meanings(pairs)} ({_meaning(negative, 'contradiction')} or "
        f"{_meaning(negative, 'neutral')} keeps the run three-way)"
    )


def _hint_of_symbols(unstated: Counter[str]) -> str:
    """Say how to state the meanings of letters or digits, if they are as those of labels are."""
    symbols = "".join(sorted(unstated))
    if symbols not in _SYMBOLS_OF_LABELS:
        return ""
    labels = _LABELS_OF[len(symbols)]
    meanings = dict(zip(symbols, labels, strict=True))
    option = ",".join(f"{symbol}={label}" for symbol, label in meanings.items())
    *others, last = list(symbols)
    named = f"{', '.join(others)} or {last}"
    return (
        f"; {unstated.total()} of these answer {named}: state what each means, for example "
        f"{how_to_state(f'answers={meanings}', f'--answers {option}')}"
    )


def how_to_state_meanings(pairs: Collection[tuple[str, str]] = _OPPOSITES[:1]) -> str:
    """Return how the user states what words and their opposites mean, such as yes and no."""
    meanings = {
        word: label
        for pair in pairs
        for word, label in zip(pair, ("entailment", "not_entailment"), strict=True)
    }
    option = ",".join(f"{word}={label}" for word, label in meanings.items())
    return how_to_state(f"answers={meanings}", f"--answers {option}")


def _meaning(word: str, label: str) -> str:
    return how_to_state(f"{word!r}: {label!r}", f"{word}={label}")
