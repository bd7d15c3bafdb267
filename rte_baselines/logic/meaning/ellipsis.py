"""Ellipses: what a clause leaves out, taken from an earlier one."""

from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile

import numpy as np

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.analysis.predicates.clauses import clauses_of, negations
from rte_baselines.analysis.predicates.verb_groups import norms_of
from rte_baselines.logic.meaning.lexicon import words
from rte_baselines.logic.meaning.parses import subtree

RESOLVED = "ellipsis"
"""The relation of the roots of clauses of which there is a complete copy."""

_NOMINAL_TAGS = frozenset(
    {"DT", "NN", "NNS", "NNP", "NNPS", "PRP", "PRP$", "JJ", "CD", "POS", "VB", "UH"}
)
_NAME_TAGS = frozenset({"NNP", "NNPS", "VB", "NN", "UH"})
# A subject of more words is no subject of an ellipsis.
_LONGEST_SUBJECT = 6
_ENDS = frozenset({".", "!", ";", ","})


def completed(analysis: Analysis) -> Analysis:
    """Return a snippet with a complete sentence for each clause with an ellipsis.

    - Ellipsis of the verb phrase: "Ann sang. Bob did too", "so did Bob", "but Bob did not",
      "neither did Bob", "Bob can, too".
    - Gapping: "Ann flew to Rome, and Bob to Oslo", of names.
    - "One" for a noun: "Ann bought a boat. Bob bought one too".

    The sentence is made of the words of the clause and of those of the clause before it, and is
    added at the end of the snippet. The clause itself gets the relation `RESOLVED` and is not to
    be read. The parse is a corrected one; if nothing is left out, the same object is returned.
    """
    tree = DependencyTree(analysis)
    copies = [_verb_phrase_ellipsis(tree, part) or _gapping(tree, part) for part in _parts(tree)]
    copies += [_one(tree, word) for word in range(len(tree.heads))]
    found = [copy for copy in copies if copy is not None]
    return _with_copies(analysis, tree, found) if found else analysis


@dataclass
class _Copy:
    """A sentence to be added."""

    elided: list[int]
    """The words of the clause that is incomplete."""
    words: list[int]
    """The words to be copied, in their new order."""
    root: int
    attached: dict[int, tuple[int, str]] = field(default_factory=dict)
    """The words that get another head or relation."""
    spelled: dict[int, str] = field(default_factory=dict)
    """The words that are spelled differently."""
    names: list[int] = field(default_factory=list)
    """The words that are names, however they are tagged."""


# Finding ellipses.


@dataclass(frozen=True)
class _Part:
    """Consecutive words that may be a clause, and the root of the clause before them."""

    words: list[int]
    antecedent: int
    has_comma: bool


def _parts(tree: DependencyTree) -> list[_Part]:
    """Return what stands behind "and" or "but", and all sentences but the first."""
    found = []
    previous: int | None = None
    embedded = ("acl", "advcl", "ccomp", "xcomp", "csubj")
    main = (clause for clause in clauses_of(tree) if not tree.is_in(clause, *embedded))
    clauses = {clause for clause in main if tree.dependents(clause, "nsubj")}
    for sentence in _sentences(tree):
        for place, word in enumerate(sentence[1:-1], start=1):
            before = clauses.intersection(sentence[:place])
            if before and tree.norms[word] in ("and", "but", "nor", "while"):
                begin = place if tree.norms[word] == "nor" else place + 1
                has_comma = tree.norms[word - 1] == ","
                found.append(_Part(sentence[begin:], _topmost(tree, before), has_comma))
        if previous is not None:
            found.append(_Part(sentence, previous, has_comma=True))
        own = clauses.intersection(sentence)
        previous = _topmost(tree, own) if own else previous
    return found


def _sentences(tree: DependencyTree) -> list[list[int]]:
    """Return the words of each sentence, in the order of their first words."""
    found: dict[int, list[int]] = {}
    for word in range(len(tree.heads)):
        *_, root = word, *tree.ancestors(word)
        found.setdefault(root, []).append(word)
    return list(found.values())


def _topmost(tree: DependencyTree, clauses: set[int]) -> int:
    """Return the first of the clauses that are highest in a tree."""
    return min(sorted(clauses), key=lambda clause: sum(1 for _ in tree.ancestors(clause)))


# Ellipsis of the verb phrase.


def _verb_phrase_ellipsis(tree: DependencyTree, part: _Part) -> _Copy | None:
    """Read "so did Bob", "Bob did too", "Bob did not"."""
    read = [word for word in part.words if tree.norms[word] not in _ENDS]
    while read and tree.norms[read[0]] in ("and", "but"):
        read = read[1:]
    if read and tree.norms[read[0]] in ("so", "neither", "nor"):
        auxiliary, subject, rest = read[1:2], read[2:], []
        negative = [] if tree.norms[read[0]] == "so" else read[:1]
    else:
        number = next((n for n, node in enumerate(read) if _is_auxiliary(tree, node)), 0)
        auxiliary, subject, rest = read[number : number + 1], read[:number], read[number + 1 :]
        negative = [node for node in rest if tree.norms[node] in ("not", "n't")]
    is_complete = all(tree.norms[node] in words("of_ellipsis") for node in rest) and auxiliary
    is_nominal = {tree.tags[node] for node in subject} <= _NOMINAL_TAGS
    if not is_complete or not _is_auxiliary(tree, auxiliary[0]) or not is_nominal:
        return None
    if not 0 < len(subject) <= _LONGEST_SUBJECT:
        return None
    return _copy_of_verb_phrase(tree, part, auxiliary[0], subject, negative)


def _is_auxiliary(tree: DependencyTree, word: int) -> bool:
    return tree.norms[word] in words("auxiliaries")


def _copy_of_verb_phrase(
    tree: DependencyTree, part: _Part, auxiliary: int, subject: list[int], negative: list[int]
) -> _Copy | None:
    verb = part.antecedent
    subjects = [node for node in tree.dependents(verb, "nsubj") if node < verb]
    if not subjects:
        return None
    is_state = tree.norms[auxiliary] in words("auxiliaries_of_state")
    relations = ["cc", "punct", "discourse", "conj", "nsubj", *([] if is_state else ["aux"])]
    left_out = {*negations(tree, verb), *tree.dependents(verb, *relations), *part.words}
    particles = words("of_ellipsis")
    left_out |= {word for word in tree.dependents(verb) if tree.norms[word] in particles}
    kept = subtree(tree, verb, left_out)
    if _has_pronoun(tree, kept):
        return None
    before = [*([] if is_state else [auxiliary]), *negative[:1]]
    copy = _Copy(part.words, [*subject, *before, *kept], verb)
    head = _head_of(tree, subject)
    copy.attached = {word: (head, _relation_in_phrase(tree, word)) for word in subject}
    copy.attached[head] = (verb, tree.relations[subjects[0]])
    copy.attached |= dict.fromkeys(before, (verb, "aux"))
    if negative:
        copy.attached[negative[0]] = (verb, "advmod")
        copy.spelled[negative[0]] = "not"
    return copy


def _has_pronoun(tree: DependencyTree, phrase: Sequence[int]) -> bool:
    """Whether a copy may be about others: "Ann fed her cat, and so did Eve" is of any cat."""
    pronouns = (word for word in phrase if tree.tags[word] in ("PRP", "PRP$"))
    return any(tree.lemmas[pronoun] not in words("first_and_second") for pronoun in pronouns)


def _head_of(tree: DependencyTree, phrase: Sequence[int]) -> int:
    """Return the last noun of a phrase."""
    nouns = [word for word in phrase if tree.pos[word] in ("NOUN", "PROPN", "PRON")]
    return nouns[-1] if nouns else phrase[-1]


def _relation_in_phrase(tree: DependencyTree, word: int) -> str:
    relation = tree.relations[word]
    known = ("det", "amod", "nummod", "nmod:poss", "compound", "flat", "case")
    return relation if relation in known else "compound"


# Gapping.


def _gapping(tree: DependencyTree, part: _Part) -> _Copy | None:
    """Read "and Bob to Oslo", after a clause with a name as its subject and another "to"."""
    read = [word for word in part.words if tree.norms[word] not in _ENDS]
    verb = part.antecedent
    subjects = [dependent for dependent in tree.dependents(verb, "nsubj") if dependent < verb]
    if not subjects or not read or tree.pos[subjects[0]] != "PROPN":
        return None
    subject = list(takewhile(lambda word: _is_name(tree, word), read))
    phrases = _phrases(tree, read[len(subject) :])
    if not subject or not phrases or not _is_gapped(tree, part, verb):
        return None
    correlates = (_correlate(tree, verb, phrase, part) for phrase in phrases)
    replaced = [old for old in correlates if old is not None]
    if len(set(replaced)) < len(phrases):
        return None
    left_out = {*replaced, *subjects, *part.words, *tree.dependents(verb, "cc", "punct", "conj")}
    kept = subtree(tree, verb, left_out)
    if _has_pronoun(tree, kept):
        return None
    copy = _Copy(part.words, [*subject, *kept, *read[len(subject) :]], verb)
    copy.names = subject
    copy.attached = dict.fromkeys(subject[:-1], (subject[-1], "flat"))
    copy.attached[subject[-1]] = (verb, tree.relations[subjects[0]])
    for phrase, old in zip(phrases, replaced, strict=True):
        head = _head_of(tree, phrase)
        for word in phrase:
            is_preposition = tree.tags[word] in ("IN", "TO")
            relation = "case" if is_preposition else _relation_in_phrase(tree, word)
            copy.attached[word] = (head, relation)
        copy.attached[head] = (tree.heads[old], tree.relations[old])
    return copy


def _is_name(tree: DependencyTree, word: int) -> bool:
    is_upper = tree.analysis.words[word][:1].isupper()
    return is_upper and tree.tags[word] in _NAME_TAGS


def _is_gapped(tree: DependencyTree, part: _Part, verb: int) -> bool:
    """Whether a part is a clause without its verb: "Ann met Bob in Rome and Carl in Oslo"."""
    verbs = [word for word in part.words if tree.pos[word] in ("AUX", "VERB")]
    has_verb = any(tree.tags[word] != "VB" for word in verbs)
    has_name = any(tree.pos[word] == "PROPN" for word in tree.dependents(verb, "obj", "iobj"))
    return not has_verb and (part.has_comma or not has_name)


def _phrases(tree: DependencyTree, part: Sequence[int]) -> list[list[int]]:
    """Divide words into phrases, each of which begins with a preposition or an article."""
    found: list[list[int]] = []
    before = ""
    for node in part:
        tag = tree.tags[node]
        is_article = tag in ("DT", "PRP$", "CD") and before not in ("IN", "TO")
        if tag in ("IN", "TO") or is_article or not found:
            found.append([])
        found[-1].append(node)
        before = tag
    return found


def _correlate(tree: DependencyTree, verb: int, phrase: Sequence[int], part: _Part) -> int | None:
    """Return the phrase of the complete clause in whose place a phrase stands."""
    is_prepositional = tree.tags[phrase[0]] in ("IN", "TO")
    relations = ("obl", "nmod") if is_prepositional else ("obj",)
    marker = tree.norms[phrase[0]] if is_prepositional else ""
    for word in subtree(tree, verb, set(part.words)):
        is_direct = tree.heads[word] == verb or tree.heads[word] in tree.dependents(verb, "obj")
        if is_direct and tree.is_in(word, *relations) and tree.preposition(word) == marker:
            return word
    return None


# "One" for a noun.


def _one(tree: DependencyTree, word: int) -> _Copy | None:
    """Read "one" as an object, after a noun with "a" in the sentence before."""
    is_one = tree.norms[word] == "one" and not tree.dependents(word)
    verb = tree.heads[word]
    if not is_one or not tree.is_in(word, "obj") or tree.heads[verb] >= 0:
        return None
    objects = (noun for noun in range(word) if tree.is_in(noun, "obj"))
    indefinite = (noun for noun in objects if norms_of(tree, noun, "det") & {"a", "an"})
    same_verb = (n for n in indefinite if tree.lemmas[tree.heads[n]] == tree.lemmas[verb])
    noun = max(same_verb, default=-1)
    if noun < 0:
        return None
    own = subtree(tree, verb, {word})
    phrase = subtree(tree, noun, set(tree.dependents(noun, "acl")))
    place = bisect(own, word)
    copied = [*own[:place], *phrase, *own[place:]]
    return _Copy(subtree(tree, verb), copied, verb, {noun: (verb, "obj")})


# Adding the sentences.


def _with_copies(analysis: Analysis, tree: DependencyTree, copies: Sequence[_Copy]) -> Analysis:
    layers = {name: list(analysis.layer(name)) for name in _COPIED}
    text = analysis.text
    for copy in copies:
        _detach(layers, copy)
        text = _append(layers, tree, copy, text)
    result = Analysis(text, default_analyzer())
    result.layers |= {name: tuple(values) for name, values in layers.items()}
    for name in _ARRAYS:
        result.layers[name] = np.array(layers[name], dtype=np.asarray(analysis.layer(name)).dtype)
    return result


_ARRAYS = ("word_offsets", "sentence_starts", "entity_starts", "heads")
_COPIED = (
    *("words", "word_offsets", "norms", "sentence_starts", "entity_labels", "entity_starts"),
    *("tags", "pos", "lemmas", "heads", "relations"),
)


def _detach(layers: dict[str, list], copy: _Copy) -> None:  # type: ignore[type-arg]
    """Make sentences of their own, which are not read, of the words of an incomplete clause."""
    elided = set(copy.elided)
    heads, relations = layers["heads"], layers["relations"]
    for word in range(len(heads)):
        crosses = heads[word] >= 0 and (word in elided) != (heads[word] in elided)
        if word in elided and (crosses or heads[word] < 0):
            heads[word], relations[word] = -1, RESOLVED
        elif crosses:
            heads[word], relations[word] = -1, "root"


def _append(
    layers: dict[str, list],  # type: ignore[type-arg]
    tree: DependencyTree,
    copy: _Copy,
    text: str,
) -> str:
    first = len(layers["words"])
    places = {word: first + number for number, word in enumerate(copy.words)}
    for word in copy.words:
        spelled = copy.spelled.get(word, tree.analysis.words[word])
        text += " "
        head, relation = copy.attached.get(word, (tree.heads[word], tree.relations[word]))
        if word == copy.root:
            head, relation = -1, "root"
        tag, pos = tree.tags[word], tree.pos[word]
        if word in copy.spelled:
            tag, pos = "RB", "PART"
        elif word in copy.names:
            tag, pos = "NNP", "PROPN"
        new = {
            "words": spelled,
            "word_offsets": len(text),
            "norms": spelled.lower(),
            "sentence_starts": word == copy.words[0],
            "entity_labels": tree.analysis.entity_labels[word],
            "entity_starts": bool(tree.analysis.entity_starts[word]),
            "tags": tag,
            "pos": pos,
            "lemmas": copy.spelled.get(word, tree.lemmas[word]),
            "heads": places.get(head, -1 if word == copy.root else places[copy.root]),
            "relations": relation,
        }
        for name, value in new.items():
            layers[name].append(value)
        text += spelled
    return text
