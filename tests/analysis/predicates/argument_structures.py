"""Reads sentences with their expected structures, and compares what was found with them."""

from dataclasses import dataclass, field
from typing import NamedTuple, get_args

from rte_baselines.analysis.predicates.predications import (
    Commitment,
    Function,
    Modality,
    Role,
    Tense,
    Voice,
)

RELATIVE_PRONOUNS = {"who", "whom", "whose", "which", "that"}


class ExpectedArgument(NamedTuple):
    """An argument by its words, any of which may be its head; None is not checked."""

    function: str
    word: str
    marker: str | None
    role: str | None
    optional: bool


class ExpectedPredication(NamedTuple):
    """A predication with what its line states; nothing else is checked."""

    word: str
    kind: str
    stated: dict
    arguments: list[ExpectedArgument]


@dataclass
class ExpectedSentence:
    """A sentence with its predications and chains of coreference."""

    text: str
    predications: list[ExpectedPredication] = field(default_factory=list)
    chains: list[list[str]] = field(default_factory=list)
    optional_chains: list[list[str]] = field(default_factory=list)
    known_miss: str = ""


def read_sentences(path):
    """Read the file of expected structures; how it is written is said in its head."""
    sentences = []
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


def _read_predication(word, rest):
    says, *arguments = rest.split(" | ")
    lemma, kind, *status = says.split(", ")
    stated = {"lemma": lemma, "modality": "none", "negated": False}
    if kind in get_args(Voice):
        stated["voice"], kind = kind, "verb"
    for value in status:
        if value == "negated":
            stated["negated"] = True
        elif value == "main" or value.startswith("in "):
            stated["embedded_by"] = value.removeprefix("in ")
        elif value in get_args(Modality):
            stated["modality"] = value
        elif value in get_args(Commitment):
            stated["commitment"] = value
        else:
            stated["tense"] = "none" if value == "tenseless" else value
            assert stated["tense"] in get_args(Tense), value
    return ExpectedPredication(
        word, kind, stated, [_read_argument(argument.split()) for argument in arguments]
    )


def _read_argument(parts):
    function = parts[0].removesuffix("?")
    assert function in get_args(Function), parts
    role = parts[-1] if parts[-1] in get_args(Role) else None
    *markers, word = parts[1 : -1 if role else None]
    marker = {"-": "", "?": None}.get(*markers, *markers) if markers else None
    assert markers or function != "oblique", f"{parts} does not say its marker"
    return ExpectedArgument(function, word, marker, role, parts[0].endswith("?"))


def positions(words, reference):
    """Return where the words that a reference such as "ferry#2" or "Ann_Reed" names stand."""
    name, _, count = reference.partition("#")
    parts = tuple(name.split("_"))
    starts = [
        start for start in range(len(words)) if tuple(words[start : start + len(parts)]) == parts
    ]
    assert len(starts) >= int(count or 1), f"no {reference} in {' '.join(words)}"
    start = starts[int(count or 1) - 1]
    return range(start, start + len(parts))


def faults(sentence, analysis):
    """Yield what was found in a sentence and is not expected, and the other way round."""
    words = analysis.words
    left = dict(zip(analysis.layer("predications"), analysis.layer("statuses"), strict=True))
    lemmas = {None: "main", **{predication.word: predication.lemma for predication in left}}
    for word, kind, stated, arguments in sentence.predications:
        places = positions(words, word)
        found = next((one for one in left if one.word in places and one.kind == kind), None)
        if found is None:
            yield f"{word} ({kind}) is a predication"
            continue
        values = vars(found) | vars(left.pop(found))
        values["embedded_by"] = lemmas.get(values["embedded_by"], "no verb")
        for name, expected in stated.items():
            if values[name] != expected:
                yield f"{word}, {name}: {expected} expected, {values[name]} found"
        yield from _of_arguments(word, arguments, found, words)
    for extra in left:
        yield f"{words[extra.word]} ({extra.kind}) is not expected"
    yield from _of_chains(sentence, analysis)


def _of_arguments(what, arguments, found, words):
    rest = [argument for argument in found.arguments if argument.function != "adverb"]
    for function, word, marker, role, optional in arguments:
        matching = [
            argument
            for argument in rest
            if argument.function == function
            and argument.word in positions(words, word)
            and marker in (None, argument.marker)
        ]
        if matching:
            rest.remove(matching[0])
            if role not in (None, matching[0].role):
                yield f"{what}: {word}: {role} expected, {matching[0].role} found"
        elif not optional:
            yield f"{what} has {function} {marker or ''} {word}"
    for extra in rest:
        yield f"{what}: {extra.function} {extra.marker} {words[extra.word]} is not expected"


def _of_chains(sentence, analysis):
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


def _is_chain(expected, found, words):
    left = set(found)
    for reference in expected:
        places = left & set(positions(words, reference.strip("()")))
        if len(places) != 1 and not (reference.startswith("(") and not places):
            return False
        left -= places
    return not left
