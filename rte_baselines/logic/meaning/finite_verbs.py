"""Corrections of verbs that are parsed as nouns or participles, and of "neither ... nor"."""

from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.analysis.predicates.verb_groups import norms_of
from rte_baselines.logic.meaning.lexicon import is_adjective, is_noun, verb_of_form
from rte_baselines.logic.meaning.parses import Parse, subtree

_NOMINAL = ("NOUN", "PROPN", "PRON")
_NOUN_TAGS = frozenset({"NN", "NNS"})
_PARTICIPLES = frozenset({"VBN", "VBD", "VBG"})
# Relations of names, which taggers that do not know them tag as other words.
_NAMES = ("nsubj", "obj", "obl", "nmod", "compound", "conj", "amod")
# What a subject takes along from a compound with its verb.
_OF_SUBJECT = ("det", "amod", "nmod:poss", "nummod", "compound", "advmod", "case", "cc:preconj")


def verbs_behind_subjects(parse: Parse, tree: DependencyTree, verb: int) -> None:
    """Make a verb of the last word of a sentence without one: "Rex barks", "all dogs bark"."""
    subject = verb - 1
    if subject < 0 or tree.tags[verb] not in _NOUN_TAGS or tree.dependents(verb, "cop"):
        return
    is_root = tree.heads[verb] < 0 and _is_sentence(tree, verb)
    # "Bob leaves if Ann sings".
    is_clause = tree.is_in(verb, "advcl", "obl", "nmod") and bool(tree.dependents(verb, "mark"))
    if not is_root and not is_clause and not _is_beside_verb(tree, verb):
        return
    is_compound = tree.heads[subject] == verb and tree.is_in(subject, "compound", "amod")
    # "Fay succeeds", where "Fay" is tagged as an adjective.
    is_name = parse.words[subject][0].isupper() and not is_noun(tree.norms[verb])
    is_subject = agrees(tree, subject, verb) or (is_name and bool(verb_of_form(tree.norms[verb])))
    if not is_compound or not is_subject:
        return
    parse.make_verb(verb, _finite_tag(tree.norms[verb]))
    if is_clause:
        parse.relations[verb] = "advcl"
    parse.attach(subject, verb, "nsubj")
    parse.pass_on(verb, subject, *_OF_SUBJECT)
    if tree.pos[subject] not in _NOMINAL:
        parse.tags[subject], parse.pos[subject] = "NNP", "PROPN"


def verbs_behind_phrases(parse: Parse, tree: DependencyTree, verb: int) -> None:
    """Make a verb of the last word of "half of the dogs bark" and "all dogs but Rex bark"."""
    subject, noun = tree.heads[verb], verb - 1
    is_below_root = subject >= 0 and tree.heads[subject] < 0 and tree.tags[verb] in _NOUN_TAGS
    if not is_below_root or tree.heads[noun] != verb or not tree.is_in(noun, "compound"):
        return
    is_of = tree.is_in(verb, "nmod") and tree.preposition(verb) == "of"
    is_one = tree.norms[subject] in ("one", "each", "neither", "either", "none")
    is_finite = is_of and tree.tags[noun] == "NNS" and agrees(tree, noun, verb)
    if (is_of and is_one) or (_is_excepted(tree, verb) and tree.pos[noun] == "PROPN"):
        is_finite = bool(verb_of_form(tree.norms[verb]))
    if is_finite and _is_sentence(tree, subject):
        parse.make_verb(verb, _finite_tag(tree.norms[verb]))
        _make_main_verb(parse, verb, subject)
        parse.heads[noun], parse.relations[noun] = subject, tree.relations[verb]
        for dependent in tree.dependents(verb, *_OF_SUBJECT, "cc"):
            if dependent < noun:
                parse.heads[dependent] = noun


def verbs_in_names(parse: Parse, tree: DependencyTree, verb: int) -> None:
    """Make a main verb of "left" in "nobody except Ann left", where it is a part of the name."""
    name = tree.heads[verb]
    is_part = tree.is_in(verb, "flat") and tree.tags[verb] in ("VBD", "VBZ", "VBP")
    subject = tree.heads[name] if is_part else -1
    if subject >= 0 and tree.heads[subject] < 0 and _is_excepted(tree, name):
        parse.make_verb(verb, tree.tags[verb])
        _make_main_verb(parse, verb, subject)


def _is_excepted(tree: DependencyTree, noun: int) -> bool:
    """Whether a noun is behind "but" or "except"."""
    markers = norms_of(tree, noun, "cc", "case")
    return tree.is_in(noun, "conj", "nmod") and bool(markers & {"but", "except"})


def _make_main_verb(parse: Parse, verb: int, subject: int) -> None:
    """Put a verb in the place of its subject, which was the root."""
    parse.heads[verb], parse.relations[verb] = -1, "root"
    parse.heads[subject], parse.relations[subject] = verb, "nsubj"
    for mark in parse.tree.dependents(subject, "punct"):
        if mark > verb:
            parse.heads[mark] = verb


def _is_sentence(tree: DependencyTree, root: int) -> bool:
    """Whether the words below a root end with a full stop, and have no other verb."""
    words = subtree(tree, root)
    verbs = (word for word in words if word != root and tree.pos[word] in ("VERB", "AUX"))
    is_first = all(tree.is_in(verb, "conj", "acl", "advcl", "xcomp") for verb in verbs)
    return tree.norms[words[-1]] in (".", "!") and is_first


def _is_beside_verb(tree: DependencyTree, noun: int) -> bool:
    """Whether a noun with "the" is coordinated with a verb: "he sings and the woman drinks"."""
    head = tree.heads[noun]
    is_coordinated = head >= 0 and tree.is_in(noun, "conj") and tree.pos[head] == "VERB"
    objects = tree.dependents(head, "obj", "obl")
    has_object = any(tree.pos[object_] in _NOMINAL for object_ in objects)
    return is_coordinated and not has_object and bool(tree.dependents(noun, "cc"))


def agrees(tree: DependencyTree, subject: int, verb: int) -> bool:
    """Whether a form can be of a finite verb that agrees with a noun as its subject."""
    norm = tree.norms[verb]
    lemma = verb_of_form(norm)
    if not lemma or tree.pos[subject] not in _NOMINAL:
        return False
    is_plural = tree.tags[subject] in ("NNS", "NNPS") or tree.norms[subject] == "people"
    if norm == lemma:
        return is_plural
    return not (norm.endswith("s") and is_plural)


def _finite_tag(norm: str) -> str:
    if verb_of_form(norm) == norm:
        return "VBP"
    return "VBZ" if norm.endswith("s") else "VBD"


def verbs_beside_nouns(parse: Parse, tree: DependencyTree, verb: int) -> None:
    """Make main verbs of "sing" in "few actors sing" and of "used" in "aliens used quarters"."""
    noun, subject = tree.heads[verb], verb - 1
    if noun < 0 or tree.pos[verb] != "VERB" or tree.heads[noun] >= 0:
        return
    if tree.is_in(verb, "acl") and noun == subject and _is_finite(tree, verb):
        _make_root(parse, verb, noun)
        parse.heads[noun], parse.relations[noun] = verb, "nsubj"
        parse.tags[verb] = _finite_tag(tree.norms[verb])
        return
    is_participle = tree.is_in(verb, "amod") and tree.tags[verb] in _PARTICIPLES
    is_behind_subject = subject in tree.dependents(noun, "nsubj")
    if is_participle and is_behind_subject and not tree.dependents(noun, "cop"):
        _make_root(parse, verb, noun)
        parse.heads[subject] = verb
        parse.heads[noun], parse.relations[noun] = verb, "obj"
        parse.tags[verb] = "VBD"


def _is_finite(tree: DependencyTree, verb: int) -> bool:
    """Whether a verb that is parsed as the participle of a noun is a finite verb.

    Such a verb is in the plural like the noun, or in the past and without a "by" phrase.
    """
    norm = tree.norms[verb]
    has_mark = tree.dependents(verb, "mark", "nsubj", "aux")
    is_plural = verb_of_form(norm) == norm and agrees(tree, tree.heads[verb], verb)
    has_agent = any(tree.preposition(oblique) == "by" for oblique in tree.dependents(verb, "obl"))
    is_past = tree.tags[verb] == "VBD" and not has_agent
    return not has_mark and (is_plural or is_past)


def _make_root(parse: Parse, verb: int, noun: int) -> None:
    """Put a verb in the place of the noun that is its head."""
    tree = parse.tree
    parse.heads[verb], parse.relations[verb] = tree.heads[noun], tree.relations[noun]
    for dependent in tree.dependents(noun, "punct", "advcl", "parataxis", "conj"):
        if dependent > verb:
            parse.heads[dependent] = verb


def verbs_before_objects(parse: Parse, tree: DependencyTree, verb: int) -> None:
    """Make a verb of "drinks" in "Ann drinks coffee", where all three are a compound."""
    noun, subject = tree.heads[verb], verb - 1
    is_between = tree.is_in(verb, "compound") and tree.tags[verb] == "NNS" and 0 < verb < noun
    if not is_between or tree.heads[noun] >= 0 or tree.dependents(noun, "cop", "nsubj"):
        return
    is_part = tree.is_in(subject, "compound", "amod") and tree.tags[subject] != "NNS"
    has_name = parse.words[subject][0].isupper() and subject == subtree(tree, noun)[0]
    if is_part and has_name and verb_of_form(tree.norms[verb]):
        _make_root(parse, verb, noun)
        parse.make_verb(verb, "VBZ")
        parse.tags[subject], parse.pos[subject] = "NNP", "PROPN"
        parse.attach(subject, verb, "nsubj")
        parse.pass_on(noun, subject, *_OF_SUBJECT)
        parse.heads[noun], parse.relations[noun] = verb, "obj"


def subjects_beside_verbs(parse: Parse, tree: DependencyTree, noun: int) -> None:
    """Make "spectators" the subject in "two men are boxing and spectators are not watching"."""
    head = tree.heads[noun]
    is_beside = head >= 0 and tree.is_in(noun, "conj") and tree.pos[head] == "VERB"
    if not is_beside or tree.pos[noun] not in _NOMINAL:
        return
    for verb in tree.dependents(head, "conj"):
        auxiliaries = tree.dependents(verb, "aux")
        is_adjacent = verb > noun and auxiliaries and min(auxiliaries) == noun + 1
        if is_adjacent and not tree.dependents(verb, "nsubj"):
            parse.attach(noun, verb, "nsubj")
            for conjunction in tree.dependents(noun, "cc"):
                parse.attach(conjunction, verb, "cc")


def parts_of_names(parse: Parse, tree: DependencyTree, word: int) -> None:
    """Join "Mr" and "Cole" where both are parsed as subjects, and make names of unknown nouns."""
    following = word + 1
    if following < len(tree.heads) and tree.is_in(word, "nsubj"):
        are_names = tree.pos[word] == tree.pos[following] == "PROPN"
        if are_names and tree.heads[word] == tree.heads[following]:
            parse.attach(word, following, "compound")
    norm, is_upper = tree.norms[word], parse.words[word][:1].isupper()
    described = tree.dependents(word, "det", "amod", "nummod", "nmod:poss", "compound")
    is_tagged = tree.tags[word] in ("NN", "JJ", "VB", "VBP", "UH") and tree.is_in(word, *_NAMES)
    is_name = norm in parse.names or not (is_noun(norm) or is_adjective(norm))
    if is_tagged and is_upper and not described and is_name:
        parse.tags[word], parse.pos[word] = "NNP", "PROPN"


def negated_verbs(parse: Parse, tree: DependencyTree, neither: int) -> None:
    """Coordinate the verbs of "Ann neither sang nor danced" and "is neither seen nor heard"."""
    before, nor = neither - 1, _nor_behind(tree, neither)
    is_behind = neither > 0 and tree.pos[before] in (*_NOMINAL, "AUX")
    if is_behind and 0 < nor < len(tree.heads) - 1:
        tags = [_tag_of(tree, before, verb) for verb in (neither + 1, nor + 1)]
        if all(tags):
            _coordinate_verbs(parse, neither, nor, tags)
            parse.grow()


def negated_subjects(parse: Parse, tree: DependencyTree, neither: int) -> None:
    """Coordinate the subjects of "neither the dog nor the cat slept"."""
    nor = _nor_behind(tree, neither)
    first, second = tree.heads[neither], tree.heads[nor]
    verb = tree.heads[second] if second >= 0 else -1
    if min(nor, first, second, verb) < 0 or not first < second < verb:
        return
    is_subject = tree.is_in(second, "nsubj", "compound") and tree.pos[verb] == "VERB"
    is_above = tree.heads[verb] == first and tree.heads[first] < 0
    if is_subject and is_above:
        parse.heads[verb], parse.relations[verb] = -1, "root"
        parse.heads[first], parse.relations[first] = verb, "nsubj"
        for mark in tree.dependents(first, "punct"):
            parse.heads[mark] = verb
    if is_subject and (is_above or tree.heads[first] == verb):
        parse.heads[second], parse.relations[second] = first, "conj"


def _nor_behind(tree: DependencyTree, neither: int) -> int:
    """Return the position of the first "nor" behind "neither"; -1 at other words."""
    nors = (word for word in range(neither + 2, len(tree.norms)) if tree.norms[word] == "nor")
    return next(nors, -1) if tree.norms[neither] == "neither" else -1


def _tag_of(tree: DependencyTree, before: int, verb: int) -> str:
    """Return the tag that a form has as a verb behind a subject or an auxiliary; empty if none."""
    norm = tree.norms[verb]
    lemma = verb_of_form(norm)
    if not lemma:
        return ""
    if tree.pos[before] != "AUX":
        return _finite_tag(norm)
    if norm.endswith("ing"):
        return "VBG"
    if tree.lemmas[before] in ("be", "have"):
        # "Is neither rich nor famous" has no verbs.
        return "VBN" if norm != lemma and tree.tags[verb].startswith("V") else ""
    return "VB" if norm == lemma and tree.tags[before] == "MD" else ""


def _coordinate_verbs(parse: Parse, neither: int, nor: int, tags: list[str]) -> None:
    tree = parse.tree
    before, first, second = neither - 1, neither + 1, nor + 1
    subject = _top(tree, before, neither) if tree.pos[before] != "AUX" else -1
    for verb, tag in zip((first, second), tags, strict=True):
        parse.make_verb(verb, tag)
    if subject >= 0 and tree.heads[subject] == first:
        parse.relations[subject] = "nsubj"
    elif subject >= 0:
        parse.heads[first], parse.relations[first] = tree.heads[subject], tree.relations[subject]
        parse.heads[subject], parse.relations[subject] = first, "nsubj"
    for position in range(neither, len(tree.heads)):
        if tree.heads[position] in (subject, before) and position not in (first, second):
            is_of_first = position < nor or tree.is_in(position, "punct")
            parse.heads[position] = first if is_of_first else second
    for copula in tree.dependents(first, "cop"):
        parse.relations[copula] = "aux"
    parse.heads[neither], parse.relations[neither] = first, "cc:preconj"
    parse.heads[nor], parse.relations[nor] = second, "cc"
    parse.heads[second], parse.relations[second] = first, "conj"
    parse.tags[neither], parse.pos[neither] = "CC", "CCONJ"


def _top(tree: DependencyTree, word: int, end: int) -> int:
    """Return the head of the noun phrase that ends with a word before another one."""
    while tree.is_in(word, "nmod", "compound", "flat", "acl") and 0 <= tree.heads[word] < end:
        word = tree.heads[word]
    return word
