"""Coreference passes for names and nouns; each joins chains of a snippet."""

from collections.abc import Iterable

from rte_baselines.analysis.coreference.mentions import Chain, Chains, Mention
from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.analysis.english.labels import ORG, PERSON
from rte_baselines.analysis.predicates.clauses import is_time
from rte_baselines.analysis.predicates.predications import Predication, Status
from rte_baselines.analysis.tokens.word_classes import word_lists

_WORDS = word_lists("coreference/reference_words.txt")


def join_equal_names(chains: Chains, tree: DependencyTree) -> None:
    """Join equal names."""
    first_of_name: dict[tuple[str, ...], Mention] = {}
    for mention in _named(chains):
        assert mention.name is not None
        first = first_of_name.setdefault(mention.name.words, mention)
        _join_first_match(chains, mention, [first])


def join_partial_names(chains: Chains, tree: DependencyTree) -> None:
    """Join names with their short forms, acronyms and variants; the nearest before goes first."""
    named = _named(chains)
    for index, mention in enumerate(named):
        _join_first_match(chains, mention, reversed(named[:index]))


def join_equated(chains: Chains, tree: DependencyTree) -> None:
    """Join subject and attribute of appositions, and of "be" with a definite attribute."""
    predications: tuple[Predication, ...] = tree.analysis.layer("predications")
    statuses: tuple[Status, ...] = tree.analysis.layer("statuses")
    for predication, status in zip(predications, statuses, strict=True):
        if predication.kind == "verb" or not status.holds or status.tense == "future":
            continue
        subjects = predication.of_function("subject")
        attributes = predication.of_function("attribute")
        # Each of several subjects is only a part of what the attribute refers to.
        if len(subjects) == 1:
            is_apposition = predication.kind == "apposition"
            join = _join_apposition if is_apposition else _join_attribute
            subject = subjects[0].word
            for attribute in attributes:
                if subject in chains and attribute.word in chains and not attribute.marker:
                    join(chains, tree, subject, attribute.word)


def join_descriptions(chains: Chains, tree: DependencyTree) -> None:
    """Join "the Y" to the nearest earlier phrase with the same noun and all its modifiers."""
    earlier: list[Mention] = []
    for mention in chains.mentions:
        if mention.name is None and not mention.is_pronoun and _is_definite(mention):
            possessors = _pronoun_possessors(tree, mention)
            for other in reversed(earlier):
                chain = chains.of(other.head)
                if (
                    mention.numbers & chain.numbers
                    and same_noun(chain, mention)
                    and not _are_nested(mention, other)
                    and possessors <= _pronoun_possessors(tree, other)
                ):
                    chains.join(other.head, mention.head)
                    break
        earlier.append(mention)


def join_by_kind(chains: Chains, tree: DependencyTree) -> None:
    """Join "the company" to the only organization named before it; "the man" likewise."""
    for mention in chains.mentions:
        if mention.name or mention.modifiers or not mention.is_definite:
            continue
        if tree.dependents(mention.head, "nmod:poss"):
            continue
        if mention.nouns & _WORDS["organizations"]:
            label = ORG
        elif mention.nouns & {"man", "woman", "boy", "girl"}:
            label = PERSON
        else:
            continue
        named = [
            chain
            for chain in chains.all()
            if chain.mentions[0].head < mention.head
            and any(name.label == label for name in chain.names)
        ]
        own = chains.of(mention.head)
        if len(named) == 1 and len(own.mentions) == 1 and named[0].agrees(own):
            chains.join(named[0].mentions[0].head, mention.head)


def same_noun(chain: Chain, mention: Mention) -> bool:
    """Whether a chain has a noun of a mention and all its modifiers."""
    if mention.is_pronoun or not mention.nouns & chain.nouns:
        return False
    if mention.name is not None and chain.names:
        return False
    return mention.modifiers <= chain.modifiers | chain.name_words


def _named(chains: Chains) -> list[Mention]:
    return [mention for mention in chains.mentions if mention.name]


def _join_first_match(chains: Chains, mention: Mention, candidates: Iterable[Mention]) -> None:
    """Join a name to the first candidate whose chain has only names that match its own.

    Nothing is joined if an earlier candidate is in its own chain already.
    """
    own = chains.of(mention.head)
    matches: dict[Chain, bool] = {}
    for candidate in candidates:
        chain = chains.of(candidate.head)
        if chain is own:
            return
        if chain not in matches:
            matches[chain] = chain.has_same_name(own)
        # "The Oslo University of Oslo" is not Oslo.
        if matches[chain] and not _are_nested(mention, candidate):
            chains.join(candidate.head, mention.head)
            return


def _are_nested(first: Mention, second: Mention) -> bool:
    return first.head in second.phrase.words or second.head in first.phrase.words


def _is_definite(mention: Mention) -> bool:
    # Titles such as "President" need no "the".
    return mention.is_definite or mention.phrase.kind == "name"


def _join_attribute(chains: Chains, tree: DependencyTree, subject: int, attribute: int) -> None:
    """Join the two sides of "X is the Y"."""
    is_question = tree.tags[subject].startswith("W")
    is_amount = "NUM" in (tree.pos[subject], tree.pos[attribute])
    if is_question or is_amount or not _is_definite(chains.mention(attribute)):
        return
    if chains.of(subject).numbers & chains.of(attribute).numbers:
        chains.join(subject, attribute)


def _join_apposition(chains: Chains, tree: DependencyTree, noun: int, apposition: int) -> None:
    """Join an apposition to its noun.

    Parsers attach it to the nearest noun, so the nouns that this one modifies are candidates
    too: "the mayor of Oslo, Ann Berg".
    """
    own = chains.of(apposition)
    if not _is_identifying(chains, tree, apposition):
        return
    if is_time(tree, apposition) != is_time(tree, noun):
        return
    hosts = [
        host
        for host in _hosts(chains, tree, noun)
        if host == noun or own.is_person or chains.of(host).has_same_name(own)
    ]
    agreeing = [host for host in hosts if _may_be_apposition(chains.of(host), own)]
    # The noun may be in no list of nouns for persons: "Bo, the warlock".
    if chains.mention(noun).name and not own.names and tree.dependents(apposition, "det"):
        agreeing.append(noun)
    mislabelled = [host for host in hosts if _is_mislabelled(chains.of(host), own)]
    if agreeing or mislabelled:
        chains.join((agreeing or mislabelled)[0], apposition)


def _is_identifying(chains: Chains, tree: DependencyTree, apposition: int) -> bool:
    """Whether an apposition names or describes: all but ages, bare nouns and lists of names."""
    mention = chains.mention(apposition)
    is_list = tree.first_conjunct(apposition) != apposition or any(
        word in chains for word in tree.dependents(apposition, "conj")
    )
    if tree.pos[apposition] in ("NUM", "SYM") or (mention.name and is_list):
        return False
    return bool(mention.name) or len(mention.phrase.words) > 1


def _hosts(chains: Chains, tree: DependencyTree, noun: int) -> list[int]:
    """Return a noun, the noun that it modifies, and so on."""
    hosts = [noun]
    while tree.is_in(hosts[-1], "nmod") and tree.heads[hosts[-1]] in chains:
        hosts.append(tree.heads[hosts[-1]])
    return hosts


def _may_be_apposition(host: Chain, apposition: Chain) -> bool:
    if host.names and apposition.names:
        return host.has_same_name(apposition)
    return host.agrees(apposition)


def _is_mislabelled(first: Chain, second: Chain) -> bool:
    """Whether one chain has a noun for a person, and the other a name that is labelled a thing."""
    named, noun = (first, second) if first.names else (second, first)
    if noun.names or not named.names or not noun.is_person:
        return False
    return named.genders == frozenset({"neuter"}) and bool(named.numbers & noun.numbers)


def _pronoun_possessors(tree: DependencyTree, mention: Mention) -> set[str]:
    possessors = tree.dependents(mention.head, "nmod:poss")
    norms = tree.analysis.norms
    return {norms[word] for word in possessors if tree.pos[word] == "PRON"}
