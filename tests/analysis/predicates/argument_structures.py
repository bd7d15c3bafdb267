"""Reads sentences with their expected structures, and compares what was found with them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import get_args

from rte_baselines.analysis import Analysis
from rte_baselines.analysis.predicates.predications import (
    Argument,
    Commitment,
    Function,
    Modality,
    Predication,
    Role,
    Status,
    Tense,
)

RELATIVE_PRONOUNS = {"who", "whom", "whose", "which", "that"}


@dataclass
class ExpectedArgument:
    """An argument by its words, any of which may be its head."""

    function: str
    word: str
    marker: str | None
    role: str | None
    optional: bool


@dataclass
class ExpectedPredication:
    """A predication with what its line says; None is not checked."""

    word: str
    lemma: str
    kind: str
    voice: str | None
    arguments: list[ExpectedArgument]
    tense: str | None = None
    modality: str = "none"
    negated: bool = False
    commitment: str | None = None
    embedded_by: str | None = None


@dataclass
class ExpectedSentence:
    """A sentence with its predications and chains of coreference."""

    text: str
    predications: list[ExpectedPredication] = field(default_factory=list)
    chains: list[list[str]] = field(default_factory=list)
    optional_chains: list[list[str]] = field(default_factory=list)
    known_miss: str = ""


def read_sentences(path: Path) -> list[ExpectedSentence]:
    """Read the file of expected structures; how it is written is said in its head."""
    sentences: list[ExpectedSentence] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        name, _, rest = line.strip().partition(": ")
        if not name or line.startswith("#"):
            continue
        if not line.startswith(" "):
            sentences.append(ExpectedSentence(line))
        elif name == "same":
            sentences[-1].chains.append(rest.split())
        elif name == "same?":
            sentences[-1].optional_chains.append(rest.split())
        elif name == "known miss":
            sentences[-1].known_miss = rest
        else:
            sentences[-1].predications.append(_read_predication(name, rest))
    return sentences


def _read_predication(word: str, rest: str) -> ExpectedPredication:
    says, *arguments = rest.split(" | ")
    lemma, kind, *status = says.split(", ")
    verbal = kind in ("active", "passive")
    predication = ExpectedPredication(
        word=word,
        lemma=lemma,
        kind="verb" if verbal else kind,
        voice=kind if verbal else None,
        arguments=[_read_argument(argument.split()) for argument in arguments],
    )
    for value in status:
        _read_status(predication, value)
    return predication


def _read_status(predication: ExpectedPredication, value: str) -> None:
    if value == "negated":
        predication.negated = True
    elif value == "main" or value.startswith("in "):
        predication.embedded_by = value.removeprefix("in ")
    elif value in get_args(Modality):
        predication.modality = value
    elif value in get_args(Commitment):
        predication.commitment = value
    else:
        predication.tense = "none" if value == "tenseless" else value
        assert predication.tense in get_args(Tense), value


def _read_argument(parts: list[str]) -> ExpectedArgument:
    function = parts[0].removesuffix("?")
    assert function in get_args(Function), parts
    role = parts[-1] if parts[-1] in get_args(Role) else None
    *markers, word = parts[1 : -1 if role else None]
    marker = {"-": "", "?": None}.get(*markers, *markers) if markers else None
    assert markers or function != "oblique", f"{parts} does not say its marker"
    return ExpectedArgument(function, word, marker, role, parts[0].endswith("?"))


def positions(words: Sequence[str], reference: str) -> range:
    """Return where the words that a reference such as "ferry#2" or "Ann_Reed" names stand."""
    name, _, count = reference.partition("#")
    parts = tuple(name.split("_"))
    starts = [
        start for start in range(len(words)) if tuple(words[start : start + len(parts)]) == parts
    ]
    assert len(starts) >= int(count or 1), f"no {reference} in {' '.join(words)}"
    start = starts[int(count or 1) - 1]
    return range(start, start + len(parts))


def faults(sentence: ExpectedSentence, analysis: Analysis) -> list[str]:
    """Return what was found in a sentence and is not expected, and the other way round."""
    found = dict(zip(analysis.layer("predications"), analysis.layer("statuses"), strict=True))
    wrong: list[str] = []
    for expected in sentence.predications:
        places = positions(analysis.words, expected.word)
        matching = [one for one in found if one.word in places and one.kind == expected.kind]
        if matching:
            status = found.pop(matching[0])
            wrong += _of_predication(expected, matching[0], analysis.words)
            wrong += _of_status(expected, status, analysis)
        else:
            wrong.append(f"{expected.word} ({expected.kind}) is a predication")
    wrong += [f"{analysis.words[extra.word]} ({extra.kind}) is not expected" for extra in found]
    return [*wrong, *_of_chains(sentence, analysis)]


def _of_predication(
    expected: ExpectedPredication, found: Predication, words: Sequence[str]
) -> Iterator[str]:
    what = expected.word
    yield from _unequal(f"{what}, lemma", expected.lemma, found.lemma)
    yield from _unequal(f"{what}, voice", expected.voice, found.voice)
    rest = [argument for argument in found.arguments if argument.function != "adverb"]
    for argument in expected.arguments:
        match = next((one for one in rest if _matches(argument, one, words)), None)
        if match is not None:
            rest.remove(match)
            yield from _unequal(f"{what}: {argument.word}", argument.role, match.role)
        elif not argument.optional:
            yield f"{what} has {argument.function} {argument.marker or ''} {argument.word}"
    for extra in rest:
        yield f"{what}: {extra.function} {extra.marker} {words[extra.word]} is not expected"


def _matches(expected: ExpectedArgument, found: Argument, words: Sequence[str]) -> bool:
    return (
        found.function == expected.function
        and found.word in positions(words, expected.word)
        and expected.marker in (None, found.marker)
    )


def _of_status(expected: ExpectedPredication, found: Status, analysis: Analysis) -> Iterator[str]:
    for name in ("modality", "negated", "tense", "commitment"):
        yield from _unequal(
            f"{expected.word}, {name}", getattr(expected, name), getattr(found, name)
        )
    lemmas = {one.word: one.lemma for one in analysis.layer("predications")}
    lemma = "main" if found.embedded_by is None else lemmas.get(found.embedded_by, "no verb")
    yield from _unequal(f"{expected.word}, embedded by", expected.embedded_by, lemma)


def _of_chains(sentence: ExpectedSentence, analysis: Analysis) -> Iterator[str]:
    # A relative pronoun may stand in the chain of what it refers to.
    found = [
        {word for word in chain if analysis.norms[word] not in RELATIVE_PRONOUNS}
        for chain in analysis.layer("coreference")
    ]
    found = [chain for chain in found if len(chain) > 1]
    for chain in sentence.chains + sentence.optional_chains:
        match = next((one for one in found if _is_chain(chain, one, analysis.words)), None)
        if match is not None:
            found.remove(match)
        elif chain in sentence.chains:
            yield f"chain {' '.join(chain)}"
    for extra in found:
        shown = " ".join(analysis.words[word] for word in sorted(extra))
        yield f"chain {shown} is not expected"


def _is_chain(expected: list[str], found: set[int], words: Sequence[str]) -> bool:
    left = set(found)
    for reference in expected:
        places = left & set(positions(words, reference.strip("()")))
        if len(places) != 1 and not (reference.startswith("(") and not places):
            return False
        left -= places
    return not left


def _unequal(what: str, expected: object, found: object) -> Iterator[str]:
    """Yield what differs from what is expected; None is not checked."""
    if expected not in (None, found):
        yield f"{what}: {expected} expected, {found} found"
