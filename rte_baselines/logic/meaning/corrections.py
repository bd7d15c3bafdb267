"""Corrections of frequent errors of taggers and parsers, for the construction alone.

A correction is made at each word. It reads the tree, and changes the parse.
"""

from itertools import pairwise, takewhile

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.analysis.predicates.verb_groups import norms_of
from rte_baselines.analysis.tokens.word_classes import word_lists
from rte_baselines.lexicon.wordnet.database.relations import Part
from rte_baselines.logic.meaning.finite_verbs import (
    negated_subjects,
    negated_verbs,
    parts_of_names,
    subjects_beside_verbs,
    verbs_before_objects,
    verbs_behind_phrases,
    verbs_behind_subjects,
    verbs_beside_nouns,
    verbs_in_names,
)
from rte_baselines.logic.meaning.lexicon import (
    is_adjective,
    is_noun,
    known_lemma,
    verb_of_form,
    words,
)
from rte_baselines.logic.meaning.parses import Parse

_NOUN_TAGS = frozenset({"NN", "NNS"})
_RELATIVE = frozenset({"that", "which", "who", "whom"})
_PARTS = {"NOUN": Part.NOUN, "VERB": Part.VERB, "ADJ": Part.ADJECTIVE, "ADV": Part.ADVERB}


def corrected(analysis: Analysis, names: frozenset[str] = frozenset()) -> Analysis:
    """Return an analysis with a corrected parse, from which all other layers follow.

    Each of `_CORRECTIONS` says what it corrects. One that would make a circle of heads is not made.
    The words keep their positions. `names` are words in lower case that are known to be names; see
    `names_in`.
    """
    parse = Parse(analysis, names)
    for correct in _CORRECTIONS:
        for word in range(len(parse.norms)):
            correct(parse, parse.tree, word)
        parse.grow()
    return parse.analysis()


def names_in(analysis: Analysis) -> frozenset[str]:
    """Return the names inside the sentences of a snippet, in lower case.

    At the beginning of a sentence, where all words are capitalized, a tagger may miss a name;
    there, a subject that is tagged as a verb is one ("Hope is a child").
    """
    words = zip(
        analysis.norms,
        analysis.tags,
        analysis.sentence_starts.tolist(),
        analysis.relations,
        strict=True,
    )
    return frozenset(
        norm
        for norm, tag, is_first, relation in words
        if (tag in ("NNP", "NNPS") and not is_first)
        or (tag in ("VB", "VBP") and is_first and relation == "nsubj")
    )


def _parts_of_speech(parse: Parse, _: DependencyTree, word: int) -> None:
    """Make tags and parts of speech agree; "dancing" that is tagged as an adjective is a verb."""
    tag, pos = parse.tags[word], parse.pos[word]
    is_plural = tag == "NNS" and pos == "PROPN" and not parse.labels[word]
    if tag == "JJ" and pos == "VERB" and parse.norms[word].endswith("ing"):
        parse.tags[word] = "VBG"
    if (tag in _NOUN_TAGS and pos == "VERB") or is_plural:
        parse.pos[word] = "NOUN"
    elif tag in ("NNP", "NNPS"):
        parse.pos[word] = "PROPN"


def _relative_pronouns(parse: Parse, tree: DependencyTree, word: int) -> None:
    """Make a pronoun of a relative "that"."""
    is_relative = tree.norms[word] in _RELATIVE and not tree.tags[word].startswith("W")
    is_argument = tree.is_in(word, "nsubj", "obj") and not tree.dependents(word)
    if is_relative and is_argument and tree.relations[tree.heads[word]] == "acl:relcl":
        parse.tags[word], parse.pos[word] = "WDT", "PRON"


def _verbs_tagged_as_nouns(parse: Parse, tree: DependencyTree, word: int) -> None:
    """Make verbs of "his brother lives", "Ann sang", "not sing or dance", "is old and lives"."""
    tag, norm = tree.tags[word], tree.norms[word]
    if tag not in _NOUN_TAGS or tree.dependents(word, "cop", "case") or not verb_of_form(norm):
        return
    # An object may have the conjunction of "did not sing or dance".
    marks = [node for node in tree.dependents(word, "cc") if tree.norms[node] in ("or", "nor")]
    is_alternative = tree.is_in(word, "obj") and marks == [word - 1]
    first = tree.heads[word] if tree.is_in(word, "conj") or is_alternative else -1
    is_infinitive = verb_of_form(norm) == norm and not tree.dependents(word, "det", "amod")
    if tree.dependents(word, "nsubj") and not tree.dependents(word, "det"):
        parse.make_verb(word, "VBZ" if tag == "NNS" else "VBD")
    elif first >= 0 and is_infinitive and tree.dependents(first, "aux"):
        parse.make_verb(word, "VB")
        parse.relations[word] = "conj"
    elif first >= 0 and _is_beside_copula(tree, word, first):
        parse.make_verb(word, "VBZ")
    elif tree.is_in(word, "root") and (not is_noun(norm) or _has_singular(tree, word)):
        parse.make_verb(word, "VBZ" if tag == "NNS" else "VBD")


def _is_beside_copula(tree: DependencyTree, word: int, first: int) -> bool:
    """Whether a plural is coordinated with what a singular is said to be: "is old and lives"."""
    described = tree.dependents(word, "det", "amod", "compound", "nummod", "nmod:poss", "case")
    subjects = tree.dependents(first, "nsubj")
    has_singular = any(tree.tags[subject] in ("NN", "NNP") for subject in subjects)
    is_plural = tree.tags[word] == "NNS" and tree.tags[first] != "NNS" and not described
    return is_plural and has_singular and bool(tree.dependents(first, "cop"))


def _has_singular(tree: DependencyTree, word: int) -> bool:
    """Whether a plural has the determiner of a noun before it: "every dog barks"."""
    compounds = tree.dependents(word, "compound")
    nouns = [word, *compounds] if compounds else []
    is_singular = any(norms_of(tree, noun, "det", "nummod") & words("singular") for noun in nouns)
    return tree.tags[word] == "NNS" and is_singular


def _progressives_in_compounds(parse: Parse, tree: DependencyTree, noun: int) -> None:
    """Make a verb with an object of "is drinking milk", where both words are a compound."""
    copulas, verb = tree.dependents(noun, "cop"), noun - 1
    is_compound = verb in tree.dependents(noun, "compound")
    if not copulas or not is_compound or tree.dependents(noun, "det", "case", "nmod:poss"):
        return
    if verb < copulas[-1] or not tree.norms[verb].endswith("ing"):
        return
    if verb_of_form(tree.norms[verb]):
        parse.make_verb(verb, "VBG")
        parse.heads[verb], parse.relations[verb] = tree.heads[noun], tree.relations[noun]
        moved = ("obl", "punct", "conj", "advcl", "parataxis", "advmod")
        for dependent in tree.dependents(noun):
            if dependent < verb or tree.is_in(dependent, *moved):
                parse.heads[dependent] = verb
                if tree.is_in(dependent, "cop"):
                    parse.relations[dependent] = "aux"
        parse.heads[noun], parse.relations[noun] = verb, "obj"


def _progressives(parse: Parse, tree: DependencyTree, word: int) -> None:
    """Make a verb of "is dancing" with an adjective or a noun."""
    norm, copulas = tree.norms[word], tree.dependents(word, "cop")
    is_ing = norm.endswith("ing") and tree.pos[word] in ("ADJ", "NOUN")
    described = tree.dependents(word, "det", "nmod:poss", "amod", "compound", "case")
    if is_ing and copulas and not described and verb_of_form(norm) and not is_adjective(norm):
        parse.make_verb(word, "VBG")
        for copula in copulas:
            parse.relations[copula] = "aux"


def _subjects_in_compounds(parse: Parse, tree: DependencyTree, verb: int) -> None:
    """Make a subject of "baby" in "the baby slept", where both are a compound."""
    if tree.pos[verb] != "VERB" or tree.dependents(verb, "nsubj", "expl", "csubj"):
        return
    before = [word for word in tree.dependents(verb, "compound") if word < verb]
    nouns = [word for word in before if tree.pos[word] in ("NOUN", "PROPN")]
    if nouns and not tree.is_in(verb, "amod", "compound"):
        parse.attach(nouns[-1], verb, "nsubj")
        parse.pass_on(verb, nouns[-1], "det", "amod", "nmod:poss", "nummod", "compound")


def _outer_subjects(parse: Parse, tree: DependencyTree, word: int) -> None:
    """Make a plain subject of the outer subject of a verb that has no other one."""
    head = tree.heads[word]
    is_outer = tree.relations[word] == "nsubj:outer" and tree.pos[head] == "VERB"
    if is_outer and list(tree.dependents(head, "nsubj")) == [word]:
        parse.relations[word] = "nsubj"


def _verbs_beside_objects(parse: Parse, tree: DependencyTree, word: int) -> None:
    """Coordinate "singing" with "playing" in "playing the guitar and singing"."""
    noun = tree.heads[word]
    is_conjunct = tree.pos[word] == "VERB" and tree.is_in(word, "conj")
    if not is_conjunct or tree.pos[noun] not in ("NOUN", "PROPN"):
        return
    is_argument = tree.is_in(noun, "obj", "obl", "nmod", "iobj", "conj")
    verbs = [ancestor for ancestor in tree.ancestors(noun) if tree.pos[ancestor] == "VERB"]
    similar = [verb for verb in verbs if tree.tags[verb] == tree.tags[word]]
    if is_argument and similar and not tree.dependents(word, "nsubj"):
        parse.attach(word, similar[0], "conj")


def _bounds(parse: Parse, tree: DependencyTree, number: int) -> None:
    """Make "at least" and "fewer than" before a number a part of it, wherever they are attached."""
    listed = words("at_least") | words("at_most") | words("more_than") | words("less_than")
    first, second = number - 2, number - 1
    is_number = first >= 0 and tree.pos[number] == "NUM"
    if not is_number or f"{tree.norms[first]}_{tree.norms[second]}" not in listed:
        return
    _detach_number(parse, number, (first, second))
    tree = parse.tree
    above = [ancestor for ancestor in tree.ancestors(number) if tree.pos[ancestor] != "NUM"]
    noun = next((ancestor for ancestor in above if ancestor not in (first, second)), None)
    if noun is None or noun < number or {first, second} & set(above[: above.index(noun)]):
        return
    head = tree.heads[noun]
    while head in (first, second):
        head = tree.heads[head]
    if head != tree.heads[noun]:
        parse.heads[noun], parse.relations[noun] = head, "obl"
    parse.heads[first], parse.relations[first] = number, "advmod"
    parse.heads[second], parse.relations[second] = first, "fixed"
    parse.grow()
    _make_participant(parse, parse.tree, noun)


def _detach_number(parse: Parse, number: int, bound: tuple[int, int]) -> None:
    """Attach "four million" to "people" in "more than four million people", not to "more"."""
    tree = parse.tree
    numbers = takewhile(lambda node: tree.pos[node] == "NUM", tree.ancestors(number))
    *_, last = number, *numbers
    noun = last + 1
    is_below_bound = tree.heads[last] in bound and noun < len(tree.heads)
    if is_below_bound and tree.pos[noun] == "NOUN":
        parse.attach(last, noun, "nummod")
        parse.grow()


def _make_participant(parse: Parse, tree: DependencyTree, noun: int) -> None:
    """Make an oblique without a preposition the subject or the object of its verb."""
    verb = tree.heads[noun]
    if verb < 0 or not tree.is_in(noun, "obl") or tree.dependents(noun, "case"):
        return
    if noun < verb and not tree.dependents(verb, "nsubj", "expl"):
        parse.relations[noun] = "nsubj:pass" if tree.dependents(verb, "aux:pass") else "nsubj"
    elif noun > verb and not tree.dependents(verb, "obj"):
        parse.relations[noun] = "obj"


def _futures(parse: Parse, tree: DependencyTree, word: int) -> None:
    """Make auxiliaries of "going" and "about" in "is going to leave" and "is about to leave"."""
    auxiliaries = tree.dependents(word, "aux", "cop")
    has_be = any(tree.lemmas[auxiliary] == "be" for auxiliary in auxiliaries)
    if tree.norms[word] not in words("before_infinitives") or not has_be:
        return
    for verb in tree.dependents(word, "xcomp", "advcl", "obl"):
        has_to = word + 1 in tree.dependents(verb, "mark", "case")
        is_base = verb_of_form(tree.norms[verb]) == tree.norms[verb]
        is_verb = tree.pos[verb] == "VERB" or tree.norms[word] == "about"
        if has_to and tree.norms[word + 1] == "to" and is_base and is_verb:
            _make_future(parse, word, verb)
            break


def _make_future(parse: Parse, word: int, verb: int) -> None:
    """Put a verb in the place of the word before "to", which becomes its auxiliary."""
    tree, to = parse.tree, word + 1
    if tree.pos[verb] != "VERB":
        parse.make_verb(verb, "VB")
    parse.heads[verb], parse.relations[verb] = tree.heads[word], tree.relations[word]
    for dependent in tree.dependents(word):
        if dependent != verb:
            parse.heads[dependent] = verb
            if tree.is_in(dependent, "cop"):
                parse.relations[dependent] = "aux"
    parse.heads[word], parse.relations[word] = verb, "aux"
    parse.heads[to], parse.relations[to] = word, "fixed"
    parse.tags[word], parse.pos[word] = "MD", "AUX"


def _main_verbs(parse: Parse, tree: DependencyTree, noun: int) -> None:
    """Make a main verb of the last one in "every student who failed cried"."""
    is_root = tree.heads[noun] < 0 and tree.pos[noun] in ("NOUN", "PROPN", "PRON")
    if not is_root or tree.dependents(noun, "cop", "nsubj"):
        return
    for clause in tree.dependents(noun, "acl:relcl"):
        verbs = [verb for verb in tree.dependents(clause, "xcomp", "conj") if verb > clause]
        finite = [verb for verb in verbs if tree.tags[verb] in ("VBD", "VBN", "VBZ", "VBP")]
        bare = [verb for verb in finite if not tree.dependents(verb, "cc", "mark", "nsubj")]
        if bare:
            parse.heads[bare[0]], parse.relations[bare[0]] = -1, "root"
            parse.heads[noun], parse.relations[noun] = bare[0], "nsubj"
            break


def _lists(parse: Parse, tree: DependencyTree, word: int) -> None:
    """Coordinate "a cat" in "a dog, a cat and a cow", where it is parsed as an apposition."""
    first = word
    while tree.is_in(first, "appos", "conj") and tree.heads[first] >= 0:
        first = tree.heads[first]
    are_indefinite = all(norms_of(tree, noun, "det") & {"a", "an"} for noun in (word, first))
    is_inside = any(conjunct > word for conjunct in tree.dependents(first, "conj"))
    if tree.is_in(word, "appos") and are_indefinite and is_inside:
        parse.attach(word, first, "conj")


def _flat_coordinations(parse: Parse, tree: DependencyTree, word: int) -> None:
    """Attach the third of three conjuncts to the first, as Universal Dependencies do."""
    first = tree.first_conjunct(word)
    is_nested = tree.is_in(word, "conj") and tree.heads[word] != first
    if is_nested and tree.pos[word] == tree.pos[first]:
        parse.attach(word, first, "conj")


def _changes(parse: Parse, tree: DependencyTree, word: int) -> None:
    """Make an oblique of "five points" in "rose five points", which is not what rises."""
    lists = word_lists("predicates/role_words.txt")
    changing = lists["happening"] | lists["undergoing"]
    is_amount = tree.is_in(word, "obj") and tree.lemmas[word] in words("amounts_of_change")
    is_change = tree.lemmas[tree.heads[word]] in changing
    if is_amount and tree.dependents(word, "nummod") and is_change:
        parse.relations[word] = "obl:unmarked"


def _phrases_of_adverbs(parse: Parse, tree: DependencyTree, word: int) -> None:
    """Attach "in the pen" to the verb in "pacing slowly in the pen"."""
    adverb = tree.heads[word]
    is_phrase = tree.is_in(word, "obl") and tree.preposition(word) not in ("", "than", "as")
    if is_phrase and tree.pos[adverb] == "ADV" and tree.is_in(adverb, "advmod"):
        parse.attach(word, tree.heads[adverb], "obl")


def _second_subjects(parse: Parse, tree: DependencyTree, verb: int) -> None:
    """Coordinate the second of two subjects, if it has a conjunction, with the first."""
    subjects = [subject for subject in tree.dependents(verb, "nsubj") if subject < verb]
    for first, second in pairwise(subjects):
        if tree.dependents(second, "cc"):
            parse.attach(second, first, "conj")


def _objects_with_goals(parse: Parse, tree: DependencyTree, word: int) -> None:
    """Attach "to the snake" to the verb in "fed a mouse to the snake"."""
    transferring = word_lists("predicates/role_words.txt")["transferring"]
    noun = tree.heads[word]
    is_goal = tree.is_in(word, "nmod") and tree.preposition(word) == "to"
    if is_goal and tree.is_in(noun, "obj") and tree.lemmas[tree.heads[noun]] in transferring:
        parse.attach(word, tree.heads[noun], "obl")


def _amounts(parse: Parse, tree: DependencyTree, word: int) -> None:
    """Attach "less" to the verb in "earns less than Bob", where it is a part of the phrase."""
    noun = tree.heads[word]
    markers = [part for part in tree.dependents(word, "fixed") if tree.norms[part] == "than"]
    is_phrase = noun > word and tree.is_in(word, "advmod") and tree.is_in(noun, "obl")
    is_counted = tree.pos[noun] == "NUM" or bool(tree.dependents(noun, "nummod", "case"))
    if tree.norms[word] in ("more", "less") and markers and is_phrase and not is_counted:
        parse.attach(word, tree.heads[noun], "advmod")
        parse.attach(markers[0], noun, "case")


def _objects_of_particles(parse: Parse, tree: DependencyTree, particle: int) -> None:
    """Make an object of "a ball" in "picking a ball up", where it is attached to the particle."""
    noun, verb = particle - 1, tree.heads[particle]
    is_particle = tree.norms[particle] in words("particles") and -1 < verb < noun
    if not is_particle or tree.pos[verb] != "VERB" or tree.dependents(verb, "obj"):
        return
    is_below = tree.heads[noun] == particle and is_noun(tree.norms[noun])
    if is_below and tree.is_in(particle, "advmod", "compound:prt"):
        parse.attach(noun, verb, "obj")
        parse.tags[particle], parse.pos[particle] = "RP", "ADP"
        if tree.pos[noun] not in ("NOUN", "PROPN", "PRON"):
            parse.tags[noun], parse.pos[noun] = "NN", "NOUN"
        parse.pass_on(particle, noun)


def _phrasal_verbs(parse: Parse, tree: DependencyTree, particle: int) -> None:
    """Make a particle of "on" and an object of "a hat" in "putting on a hat"."""
    head = tree.heads[particle]
    is_case = tree.is_in(particle, "case")
    verb = tree.heads[head] if is_case else head
    phrase = f"{tree.lemmas[verb]}_{tree.norms[particle]}"
    is_behind_verb = particle > 0 and verb >= 0 and tree.pos[verb] == "VERB"
    if not is_behind_verb or phrase not in words("phrasal_verbs"):
        return
    has_object = bool(tree.dependents(verb, "obj"))
    if is_case and verb == particle - 1 and not has_object:
        parse.heads[head], parse.relations[head] = verb, "obj"
        parse.heads[particle], parse.relations[particle] = verb, "compound:prt"
    elif tree.is_in(particle, "advmod") and has_object:
        parse.relations[particle] = "compound:prt"


def _adjectives(parse: Parse, tree: DependencyTree, word: int) -> None:
    """Make adjectives of modifiers that WordNet has as adjectives and not as nouns."""
    tag, norm = tree.tags[word], tree.norms[word]
    if tag not in ("NN", "NNP") or not is_adjective(norm):
        return
    is_of_adjective = tree.is_in(word, "conj") and tree.is_in(tree.heads[word], "amod")
    is_only_adjective = tree.is_in(word, "compound") and not is_noun(norm)
    is_modifier = tree.relations[word] == "amod" or is_of_adjective or is_only_adjective
    if is_modifier and tag == "NN":
        parse.tags[word], parse.pos[word] = "JJ", "ADJ"
    if is_only_adjective:
        parse.relations[word] = "amod"


def _phrases_of_verbs(parse: Parse, tree: DependencyTree, word: int) -> None:
    """Make an oblique of a phrase of a verb, which may have been tagged as a noun."""
    head = tree.heads[word]
    is_phrase = tree.relations[word] == "nmod" and bool(tree.dependents(word, "case"))
    if is_phrase and head >= 0 and tree.pos[head] == "VERB":
        parse.relations[word] = "obl"


def _exceptions(parse: Parse, tree: DependencyTree, word: int) -> None:
    """Make a preposition of "but" in "nobody but Ann" and "all dogs but Rex"."""
    first = tree.heads[word]
    buts = [node for node in tree.dependents(word, "cc") if tree.norms[node] == "but"]
    if not buts or not tree.is_in(word, "conj") or tree.dependents(word, "nummod", "advmod"):
        return
    norms = {tree.norms[first], *norms_of(tree, first, "det")}
    quantifiers = words("universal") | words("negative") | words("free_choice")
    if tree.pos[word] in ("NOUN", "PROPN", "PRON") and norms & quantifiers:
        parse.attach(word, first, "nmod")
        parse.relations[buts[0]] = "case"


def _relative_clauses(parse: Parse, tree: DependencyTree, word: int) -> None:
    """Make a verb of "bark" in "the dogs that bark are old", where both nouns are subjects."""
    noun, marker = word - 2, word - 1
    if noun < 0:
        return
    are_subjects = all(tree.is_in(node, "nsubj") for node in (noun, word))
    is_relative = tree.heads[marker] == word and tree.norms[marker] in _RELATIVE
    is_noun_phrase = tree.tags[word] in _NOUN_TAGS and tree.heads[noun] == tree.heads[word]
    if are_subjects and is_relative and is_noun_phrase and verb_of_form(tree.norms[word]):
        parse.make_verb(word, "VBZ" if tree.tags[word] == "NNS" else "VBP")
        parse.attach(word, noun, "acl:relcl")
        parse.tags[marker], parse.pos[marker], parse.relations[marker] = "WDT", "PRON", "nsubj"


def _prepositions(parse: Parse, tree: DependencyTree, middle: int) -> None:
    """Make a preposition of "in front of", with its noun in the place of "front"."""
    cases = tree.dependents(middle, "case")
    described = tree.dependents(middle, "det", "amod", "nmod:poss", "nummod", "compound", "cop")
    if len(cases) != 1 or described or tree.heads[middle] < 0:
        return
    first = cases[0]
    nouns = [word for word in tree.dependents(middle, "nmod") if tree.preposition(word) == "of"]
    if not nouns or f"{tree.norms[first]}_{tree.norms[middle]}_of" not in words("prepositions"):
        return
    noun = nouns[0]
    parse.heads[noun], parse.relations[noun] = tree.heads[middle], tree.relations[middle]
    for dependent in tree.dependents(middle):
        if dependent not in (first, noun):
            parse.heads[dependent] = noun
    parse.heads[first], parse.relations[first] = noun, "case"
    for preposition in (middle, *tree.dependents(noun, "case")):
        parse.heads[preposition], parse.relations[preposition] = first, "fixed"


def _common_nouns(parse: Parse, _: DependencyTree, word: int) -> None:
    """Make a common noun of one that is tagged as a name, but in lower case."""
    is_name = parse.tags[word] in ("NNP", "NNPS") and not parse.labels[word]
    if is_name and parse.words[word].islower() and is_noun(parse.norms[word]):
        parse.tags[word] = "NNS" if parse.tags[word] == "NNPS" else "NN"
        parse.pos[word] = "NOUN"


def _lemmas(parse: Parse, tree: DependencyTree, word: int) -> None:
    """Take the lemmas of WordNet if it knows the form; "people" are persons."""
    norm, part = parse.norms[word], _PARTS.get(parse.pos[word])
    if part is not None:
        parse.lemmas[word] = known_lemma(norm, parse.lemmas[word], part)
    is_unknown_plural = parse.tags[word] == "NNS" and parse.lemmas[word] == norm
    if is_unknown_plural and norm.endswith("s") and not is_noun(norm):
        parse.lemmas[word] = norm[:-1]
    if norm == "people" and not norms_of(tree, word, "det") & {"a", "an", "one"}:
        parse.lemmas[word] = "person"


_CORRECTIONS = (
    _parts_of_speech,
    parts_of_names,
    negated_verbs,
    negated_subjects,
    verbs_before_objects,
    verbs_behind_phrases,
    verbs_in_names,
    verbs_behind_subjects,
    verbs_beside_nouns,
    subjects_beside_verbs,
    _relative_pronouns,
    _verbs_tagged_as_nouns,
    _progressives_in_compounds,
    _progressives,
    _futures,
    _subjects_in_compounds,
    _main_verbs,
    _bounds,
    _lists,
    _outer_subjects,
    _second_subjects,
    _relative_clauses,
    _exceptions,
    _phrases_of_verbs,
    _verbs_beside_objects,
    _flat_coordinations,
    _objects_with_goals,
    _objects_of_particles,
    _phrasal_verbs,
    _amounts,
    _changes,
    _phrases_of_adverbs,
    _adjectives,
    _prepositions,
    _common_nouns,
    _lemmas,
)
