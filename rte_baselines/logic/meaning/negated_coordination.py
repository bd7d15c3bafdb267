"""Corrections of "neither ... nor", which parsers of short sentences rarely read."""

from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.logic.meaning.lexicon import verb_of_form
from rte_baselines.logic.meaning.parses import Parse

_NOMINAL = ("NOUN", "PROPN", "PRON")


def negated_verbs(parse: Parse) -> None:
    """Coordinate the verbs of "Ann neither sang nor danced" and "is neither seen nor heard"."""
    tree = parse.tree
    for neither, nor in _pairs(tree):
        before, first, second = neither - 1, neither + 1, nor + 1
        is_behind = neither > 0 and tree.pos[before] in (*_NOMINAL, "AUX")
        if not is_behind or second >= len(tree.heads):
            continue
        tags = [_tag_of(tree, before, verb) for verb in (first, second)]
        if all(tags):
            _coordinate_verbs(parse, (neither, nor), tags)
            parse.grow()
            tree = parse.tree


def negated_subjects(parse: Parse) -> None:
    """Coordinate the subjects of "neither the dog nor the cat slept"."""
    tree = parse.tree
    for neither, nor in _pairs(tree):
        first, second = tree.heads[neither], tree.heads[nor]
        verb = tree.heads[second] if second >= 0 else -1
        if min(first, second, verb) < 0 or not first < second < verb:
            continue
        is_subject = tree.is_in(second, "nsubj", "compound") and tree.pos[verb] == "VERB"
        is_above = tree.heads[verb] == first and tree.heads[first] < 0
        if is_subject and is_above:
            parse.heads[verb], parse.relations[verb] = -1, "root"
            parse.heads[first], parse.relations[first] = verb, "nsubj"
            for one in tree.dependents(first, "punct"):
                parse.heads[one] = verb
        if is_subject and (is_above or tree.heads[first] == verb):
            parse.heads[second], parse.relations[second] = first, "conj"


def _pairs(tree: DependencyTree) -> list[tuple[int, int]]:
    """Return the positions of "neither" and of the first "nor" behind it."""
    norms = tree.norms
    nors = [word for word, norm in enumerate(norms) if norm == "nor"]
    found = []
    for word, norm in enumerate(norms):
        later = [nor for nor in nors if nor > word + 1]
        if norm == "neither" and later:
            found.append((word, later[0]))
    return found


def _tag_of(tree: DependencyTree, before: int, verb: int) -> str:
    """Return the tag that a form has as a verb behind a subject or an auxiliary; empty if none."""
    norm = tree.norms[verb]
    lemma = verb_of_form(norm)
    if not lemma:
        return ""
    if tree.pos[before] != "AUX":
        if norm == lemma:
            return "VBP"
        return "VBZ" if norm.endswith("s") else "VBD"
    if norm.endswith("ing"):
        return "VBG"
    if tree.lemmas[before] in ("be", "have"):
        # "Is neither rich nor famous" has no verbs.
        return "VBN" if norm != lemma and tree.tags[verb].startswith("V") else ""
    return "VB" if norm == lemma and tree.tags[before] == "MD" else ""


def _coordinate_verbs(parse: Parse, words: tuple[int, int], tags: list[str]) -> None:
    tree = parse.tree
    neither, nor = words
    before, first, second = neither - 1, neither + 1, nor + 1
    subject = _top(tree, before, neither) if tree.pos[before] != "AUX" else -1
    for verb, tag in zip((first, second), tags, strict=True):
        parse.make_verb(verb, tag)
    if subject >= 0 and tree.heads[subject] == first:
        parse.relations[subject] = "nsubj"
    elif subject >= 0:
        parse.heads[first], parse.relations[first] = tree.heads[subject], tree.relations[subject]
        parse.heads[subject], parse.relations[subject] = first, "nsubj"
    for one in range(neither, len(tree.heads)):
        if tree.heads[one] in (subject, before) and one not in (first, second):
            parse.heads[one] = first if one < nor or tree.is_in(one, "punct") else second
    for one in tree.dependents(first, "cop"):
        parse.relations[one] = "aux"
    parse.heads[neither], parse.relations[neither] = first, "cc:preconj"
    parse.heads[nor], parse.relations[nor] = second, "cc"
    parse.heads[second], parse.relations[second] = first, "conj"
    parse.tags[neither], parse.pos[neither] = "CC", "CCONJ"


def _top(tree: DependencyTree, word: int, end: int) -> int:
    """Return the head of the noun phrase that ends with a word before another one."""
    while tree.is_in(word, "nmod", "compound", "flat", "acl") and 0 <= tree.heads[word] < end:
        word = tree.heads[word]
    return word
