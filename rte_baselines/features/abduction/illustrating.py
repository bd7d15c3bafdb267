"""Illustrations of an abductive proof: its steps, the weakened atoms and their penalties."""

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from rte_baselines.features.abduction.pair_abduction import TEXT, PairAbduction
from rte_baselines.features.base import Alignment, Illustration
from rte_baselines.features.describing import WIDTH, clipped
from rte_baselines.logic.derivations import Step, numbered
from rte_baselines.logic.logic_forms.forms import FormAtom
from rte_baselines.logic.notations import plain_name, to_unicode
from rte_baselines.rendering.drawings.shapes import Derivation, DerivationStep

_ALIGNED = ("noun", "verb", "modifier", "preposition", "pronoun")


def described(abduction: PairAbduction) -> str:
    """Say how much is dropped and unbound, and how many axioms are used."""
    if not abduction.atoms:
        return "the hypothesis says nothing that can be proved"
    found = abduction.found
    dropped = len(abduction.atoms) - len(abduction.weighted) + len(found.dropped)
    given_up = []
    if dropped:
        verb = "is" if dropped == 1 else "are"
        given_up.append(f"{dropped} of {len(abduction.atoms)} atoms {verb} dropped")
    if found.unbound:
        given_up.append(f"{_counted(len(found.unbound), 'argument')} unbound")
    axioms = len(_used_axioms(abduction))
    used = f"{_counted(axioms, 'axiom')} used" if axioms else "without axioms"
    if not given_up:
        return f"the hypothesis is proved, {used}"
    return f"the hypothesis is proved when {' and '.join(given_up)}, {used}"


def illustrated(abduction: PairAbduction) -> tuple[Illustration, ...]:
    """Return the logic forms, the steps of the proof, and the penalties for weakening."""
    forms = Illustration(
        "Logic forms",
        (*_form("text: ", abduction.text.atoms), *_form("hypothesis: ", abduction.atoms)),
    )
    steps = list(_steps(abduction))
    lines = _wrapped(numbered(steps).splitlines())
    drawn = (DerivationStep(to_unicode(step.formula), step.reason, step.because) for step in steps)
    title = "Proof of the weakened hypothesis"
    proof = Illustration(title, tuple(lines), Derivation(tuple(drawn)))
    given_up = Illustration("Penalties", tuple(_wrapped(_prices(abduction))))
    return tuple(one for one in (forms, proof, given_up) if one.lines)


def aligned(abduction: PairAbduction) -> tuple[Alignment, ...]:
    """Align each word of the hypothesis that has an atom, by the fact that proves the atom."""
    found: dict[int, Alignment] = {}
    numbers = (*abduction.found.facts, *[None] * (len(abduction.atoms) - len(abduction.weighted)))
    for one, number in zip(abduction.atoms, numbers, strict=True):
        if one.word < 0 or one.word in found or one.kind not in _ALIGNED:
            continue
        if number is None:
            found[one.word] = Alignment(one.word, None, "dropped")
        else:
            relation = "axiom" if abduction.facts[number].because else "the text"
            found[one.word] = Alignment(one.word, _origin(abduction, number), relation)
    return tuple(found[word] for word in sorted(found))


def _origin(abduction: PairAbduction, number: int) -> int | None:
    """Return the word of the text that a fact is derived from: an equal one, or a content word."""
    reasons = {abduction.facts[one].atom for one in _with_reasons(abduction, [number])}
    fact = abduction.facts[number].atom

    def nearness(one: FormAtom) -> tuple[bool, bool, bool]:
        is_same = one.atom.predicate == fact.predicate
        is_content = one.kind in ("noun", "verb", "modifier")
        return one.atom != fact, not is_same, not (is_content and one.atom in reasons)

    words = [
        one
        for one in abduction.text.atoms
        if one.word >= 0 and (one.atom in reasons or one.atom.predicate == fact.predicate)
    ]
    nearest = min(words, key=nearness, default=None)
    return None if nearest is None else nearest.word


def _counted(count: int, what: str) -> str:
    return f"{count} {what} is" if count == 1 else f"{count} {what}s are"


def _wrapped(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield from map(clipped, wrap(line, WIDTH, subsequent_indent="   "))


def _form(name: str, atoms: Iterable[FormAtom]) -> Iterator[str]:
    shown = " ∧ ".join(to_unicode(one.atom) for one in atoms)
    indent = " " * len(name)
    lines = wrap(shown, WIDTH, initial_indent=name, subsequent_indent=indent)
    yield from map(clipped, lines or [name.rstrip()])


def _proved(abduction: PairAbduction) -> list[int]:
    """Return the numbers of the facts of the proof, each after those that it follows from."""
    return _with_reasons(abduction, [one for one in abduction.found.facts if one is not None])


def _with_reasons(abduction: PairAbduction, facts: Iterable[int]) -> list[int]:
    """Return the numbers of some facts and of all that they follow from, in order."""
    waiting = list(facts)
    needed: set[int] = set()
    while waiting:
        number = waiting.pop()
        if number not in needed:
            needed.add(number)
            waiting.extend(abduction.facts[number].because)
    return sorted(needed)


def _used_axioms(abduction: PairAbduction) -> set[str]:
    return {abduction.facts[number].rule for number in _proved(abduction)} - {TEXT}


def _steps(abduction: PairAbduction) -> Sequence[Step]:
    proved = _proved(abduction)
    numbers = {fact: step for step, fact in enumerate(proved, 1)}
    steps = []
    for number in proved:
        fact = abduction.facts[number]
        because = tuple(sorted({numbers[reason] for reason in fact.because}))
        steps.append(Step(fact.atom, _words_of(abduction, fact.rule), because))
    return steps


def _words_of(abduction: PairAbduction, rule: str) -> str:
    """Return an axiom in words; for the premise of the text, its name."""
    return abduction.axioms[rule].axiom.words or rule if rule in abduction.axioms else rule


def _prices(abduction: PairAbduction) -> Iterator[str]:
    """Yield each weakening of the hypothesis with its penalty, and the score."""
    found, weighted = abduction.found, abduction.weighted
    for number in found.dropped:
        yield f"{to_unicode(weighted[number].atom)} is dropped: {weighted[number].drop:g}"
    for number, place in found.unbound:
        atom = weighted[number].atom
        argument = plain_name(atom.arguments[place].name)
        yield f"{argument} is unbound in {to_unicode(atom)}: {weighted[number].unbind:g}"
    for name in found.premises:
        yield f"{_words_of(abduction, name)}: {abduction.axioms[name].penalty:g}"
    for one in abduction.atoms[len(weighted) :]:
        yield f"{to_unicode(one.atom)} is left out"
    most = sum(one.drop for one in weighted)
    if most > 0:
        yield f"score: 1 - {found.penalty:g} / {most:g} = {found.score:.3f}"
