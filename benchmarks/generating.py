"""Generating files of artificial pairs of any size."""

import random
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

from rte_baselines.pairs import Label, Pair, write_pairs

TASKS = ("IE", "IR", "QA", "SUM")
_SENTENCES = 5_000
_TYPES = 20_000
_COLUMNS = ("id", "text", "hypothesis", "task", "label")


def pairs(count: int, *, new_words: bool = False) -> Iterator[Pair]:
    """Yield pairs of sentences, with texts of 15 to 40 words and hypotheses of 5 to 12.

    Words are random letters, with frequencies by Zipf's law. With `new_words`, each text
    ends in a word that no other text has, so that the vocabulary grows without limit.
    """
    chance = random.Random(7)
    vocabulary = [word(chance) for _ in range(_TYPES)]
    texts, hypotheses = sentences(chance, vocabulary, 15, 40), sentences(chance, vocabulary, 5, 12)
    labels = Label.ENTAILMENT, Label.NO_ENTAILMENT
    for number in range(count):
        text = chance.choice(texts)
        if new_words:
            text += f" on {word(chance)}{number}x"
        yield Pair(
            id=str(number + 1),
            text=f"{text}.",
            hypothesis=f"{chance.choice(hypotheses)}.",
            task=chance.choice(TASKS),
            label=chance.choice(labels),
        )


def sentences(
    chance: random.Random, vocabulary: list[str], shortest: int, longest: int
) -> list[str]:
    """Return sentences without full stops."""
    weights = list(accumulate(1 / rank for rank in range(1, _TYPES + 1)))
    return [
        " ".join(
            chance.choices(vocabulary, cum_weights=weights, k=chance.randint(shortest, longest))
        )
        for _ in range(_SENTENCES)
    ]


def word(chance: random.Random) -> str:
    """Return a word of 2 to 9 random letters."""
    return "".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=chance.randint(2, 9)))


def write(path: Path, count: int, format_name: str, *, new_words: bool = False) -> None:
    """Write pairs in one of the formats that are written, or as a table with tabs, ``tsv``."""
    made = pairs(count, new_words=new_words)
    if format_name != "tsv":
        write_pairs(made, path, format_name)
        return
    with path.open("w", encoding="utf-8") as stream:
        stream.write("\t".join(_COLUMNS) + "\n")
        for pair in made:
            stream.write("\t".join(str(getattr(pair, name)) for name in _COLUMNS) + "\n")
