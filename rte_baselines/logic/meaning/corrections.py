"""Corrections of frequent errors of taggers and parsers, for the construction alone."""

from itertools import pairwise, takewhile

import numpy as np

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.analysis.tokens.word_lists import word_lists
from rte_baselines.lexicon.wordnet.parts import Part
from rte_baselines.logic.meaning.lexicon import is_adjective, is_noun, known_lemma, verb_of_form
from rte_baselines.logic.meaning.words import words

_KEPT = ("words", "word_offsets", "norms", "sentence_starts", "entity_labels", "entity_starts")
_NOUN_TAGS = frozenset({"NN", "NNS"})
_RELATIVE = frozenset({"that", "which", "who", "whom"})
_PARTS = {"NOUN": Part.NOUN, "VERB": Part.VERB, "ADJ": Part.ADJECTIVE, "ADV": Part.ADVERB}


def corrected(analysis: Analysis) -> Analysis:
    """Return an analysis with a corrected parse, from which all other layers follow.

    - A noun is a verb if it can be one and has a subject but no copula ("his brother lives"), if
      it can only be one ("Ann sang"), if it is a plural with a singular determiner ("every dog
      barks"), or if it is coordinated with a verb with an auxiliary ("not sing or dance"). An
      adjective in -ing after "be" is a verb unless WordNet has the adjective ("is dancing").
    - A noun before a verb is its subject, and no part of a compound with it ("the baby slept").
    - A verb that is coordinated with the object of another one is coordinated with that ("playing
      the guitar and singing"). "To" after the object of a verb of giving belongs to the verb, and
      so does a phrase after an adverb ("pacing slowly in the pen").
    - "At least", "fewer than" and the like belong to the number behind them.
    - "A cat" in "a dog, a cat and a cow" is no apposition.
    - The finite verb behind a relative clause is the main verb ("every student who failed cried").
    - The third of three conjuncts is attached to the first.
    - The second of two subjects with a conjunction is coordinated with the first.
    - A relative "that" is a pronoun.
    - A modifier that is an adjective of WordNet, and no noun or parsed as an adjective, is one.
    - "In front of" and the like are prepositions; "people" are persons.
    - Lemmas are those of WordNet, if it knows the form.

    Parameters
    ----------
    analysis : Analysis

    Returns
    -------
    Analysis
        A new one, with the same words at the same positions.
    """
    parse = _Parse(analysis)
    for correct in _CORRECTIONS:
        correct(parse)
        parse.grow()
    return parse.analysis()


class _Parse:
    """The tags and the tree of a snippet, while they are corrected."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self.norms = analysis.norms
        self.tags = list(analysis.tags)
        self.pos = list(analysis.pos)
        self.lemmas = list(analysis.lemmas)
        self.heads: list[int] = analysis.heads.tolist()
        self.relations = list(analysis.relations)
        self.tree = DependencyTree(analysis)

    def grow(self) -> None:
        """Read the tree again, after changes."""
        self.tree = DependencyTree(self.analysis())

    def analysis(self) -> Analysis:
        """Return the snippet with the parse as it is now."""
        result = Analysis(self._analysis.text, default_analyzer())
        result.layers |= {name: self._analysis.layer(name) for name in _KEPT}
        result.layers |= {
            "tags": tuple(self.tags),
            "pos": tuple(self.pos),
            "lemmas": tuple(self.lemmas),
            "heads": np.array(self.heads, dtype=np.int64),
            "relations": tuple(self.relations),
        }
        return result

    def attach(self, word: int, head: int, relation: str) -> None:
        """Make a word a dependent of another one, unless it is above it."""
        if head != word and not self._is_above(word, head):
            self.heads[word] = head
            self.relations[word] = relation

    def _is_above(self, word: int, other: int) -> bool:
        """Whether a word is above another one, in the tree as it is now and not as last read."""
        above = self.heads[other]
        while above not in (-1, word):
            above = self.heads[above]
        return above == word

    def make_verb(self, word: int, tag: str) -> None:
        """Tag a word as a verb."""
        self.tags[word], self.pos[word] = tag, "VERB"
        self.lemmas[word] = verb_of_form(self.norms[word])


def _parts_of_speech(parse: _Parse) -> None:
    for word, tag in enumerate(parse.tags):
        if tag in _NOUN_TAGS and parse.pos[word] == "VERB":
            parse.pos[word] = "NOUN"


def _relative_pronouns(parse: _Parse) -> None:
    tree = parse.tree
    for word, norm in enumerate(parse.norms):
        head = tree.heads[word]
        is_argument = tree.is_in(word, "nsubj", "obj") and tree.relations[head] == "acl:relcl"
        is_tagged = tree.tags[word].startswith("W")
        if not is_tagged and norm in _RELATIVE and is_argument and not tree.dependents(word):
            parse.tags[word], parse.pos[word] = "WDT", "PRON"


def _verbs_tagged_as_nouns(parse: _Parse) -> None:
    tree = parse.tree
    for word, tag in enumerate(tree.tags):
        norm = tree.norms[word]
        if tag not in _NOUN_TAGS or tree.dependents(word, "cop", "case") or not verb_of_form(norm):
            continue
        first = tree.heads[word] if tree.is_in(word, "conj") else -1
        is_infinitive = verb_of_form(norm) == norm and not tree.dependents(word, "det", "amod")
        if tree.dependents(word, "nsubj") and not tree.dependents(word, "det"):
            parse.make_verb(word, "VBZ" if tag == "NNS" else "VBD")
        elif first >= 0 and is_infinitive and tree.dependents(first, "aux"):
            parse.make_verb(word, "VB")
        elif tree.is_in(word, "root") and (not is_noun(norm) or _has_singular(tree, word)):
            parse.make_verb(word, "VBZ" if tag == "NNS" else "VBD")


def _has_singular(tree: DependencyTree, word: int) -> bool:
    """Whether a plural has the determiner of a noun before it: "every dog barks"."""
    compounds = tree.dependents(word, "compound")
    nouns = [word, *compounds] if compounds else []
    determiners = [one for noun in nouns for one in tree.dependents(noun, "det", "nummod")]
    is_singular = any(tree.norms[one] in words("singular") for one in determiners)
    return tree.tags[word] == "NNS" and is_singular


def _progressives(parse: _Parse) -> None:
    """Make verbs of "is dancing" with an adjective, and of "is drinking milk" with a compound."""
    tree = parse.tree
    for word in range(len(tree.heads)):
        copulas = tree.dependents(word, "cop")
        compounds = [one for one in tree.dependents(word, "compound") if one == word - 1]
        if not copulas or not compounds or tree.dependents(word, "det", "case", "nmod:poss"):
            continue
        verb = compounds[0]
        is_ing = tree.norms[verb].endswith("ing") and verb > copulas[-1]
        if is_ing and verb_of_form(tree.norms[verb]):
            _make_object(parse, word, verb)
    parse.grow()
    tree = parse.tree
    for word, norm in enumerate(tree.norms):
        is_ing = norm.endswith("ing") and tree.pos[word] in ("ADJ", "NOUN")
        copulas = tree.dependents(word, "cop")
        described = tree.dependents(word, "det", "nmod:poss", "amod", "compound", "case")
        if is_ing and copulas and not described and verb_of_form(norm) and not is_adjective(norm):
            parse.make_verb(word, "VBG")
            for copula in copulas:
                parse.relations[copula] = "aux"


def _make_object(parse: _Parse, noun: int, verb: int) -> None:
    """Make a noun the object of a verb that is parsed as a part of a compound with it."""
    tree = parse.tree
    parse.make_verb(verb, "VBG")
    parse.heads[verb], parse.relations[verb] = tree.heads[noun], tree.relations[noun]
    for one in tree.dependents(noun):
        if one < verb or tree.is_in(one, "obl", "punct", "conj", "advcl", "parataxis", "advmod"):
            parse.heads[one] = verb
            if tree.is_in(one, "cop"):
                parse.relations[one] = "aux"
    parse.heads[noun], parse.relations[noun] = verb, "obj"


def _subjects_in_compounds(parse: _Parse) -> None:
    tree = parse.tree
    for word, pos in enumerate(tree.pos):
        if pos != "VERB" or tree.dependents(word, "nsubj", "expl", "csubj"):
            continue
        nouns = [one for one in tree.dependents(word, "compound") if one < word]
        nouns = [one for one in nouns if tree.pos[one] in ("NOUN", "PROPN")]
        if not nouns or tree.is_in(word, "amod", "compound"):
            continue
        subject = nouns[-1]
        parse.attach(subject, word, "nsubj")
        for one in tree.dependents(word, "det", "amod", "nmod:poss", "nummod", "compound"):
            if one < subject:
                parse.attach(one, subject, tree.relations[one])


def _outer_subjects(parse: _Parse) -> None:
    tree = parse.tree
    for word, relation in enumerate(tree.relations):
        head = tree.heads[word]
        if relation == "nsubj:outer" and tree.pos[head] == "VERB":
            others = [one for one in tree.dependents(head, "nsubj") if one != word]
            if not others:
                parse.relations[word] = "nsubj"


def _verbs_beside_objects(parse: _Parse) -> None:
    tree = parse.tree
    for word, pos in enumerate(tree.pos):
        noun = tree.heads[word]
        if pos != "VERB" or not tree.is_in(word, "conj") or tree.pos[noun] not in ("NOUN", "PROPN"):
            continue
        is_argument = tree.is_in(noun, "obj", "obl", "nmod", "iobj", "conj")
        verbs = (one for one in tree.ancestors(noun) if tree.pos[one] == "VERB")
        verb = next((one for one in verbs if tree.tags[one] == tree.tags[word]), None)
        if is_argument and verb is not None and not tree.dependents(word, "nsubj"):
            parse.attach(word, verb, "conj")


def _bounds(parse: _Parse) -> None:
    """Make "at least" and "fewer than" before a number a part of it, wherever they are attached."""
    tree = parse.tree
    listed = words("at_least") | words("at_most") | words("more_than") | words("less_than")
    for number in range(2, len(tree.heads)):
        first, second = number - 2, number - 1
        phrase = f"{tree.norms[first]}_{tree.norms[second]}"
        if tree.pos[number] != "NUM" or phrase not in listed:
            continue
        _detach_number(parse, number, (first, second))
        tree = parse.tree
        above = [one for one in tree.ancestors(number) if tree.pos[one] != "NUM"]
        noun = next((one for one in above if one not in (first, second)), None)
        if noun is None or noun < number or {first, second} & set(above[: above.index(noun)]):
            continue
        head = tree.heads[noun]
        while head in (first, second):
            head = tree.heads[head]
        if head != tree.heads[noun]:
            parse.heads[noun], parse.relations[noun] = head, "obl"
        parse.heads[first], parse.relations[first] = number, "advmod"
        parse.heads[second], parse.relations[second] = first, "fixed"
        parse.grow()
        tree = parse.tree
        _make_participant(parse, noun)


def _detach_number(parse: _Parse, number: int, bound: tuple[int, int]) -> None:
    """Attach "four million" to "people" in "more than four million people", not to "more"."""
    tree = parse.tree
    numbers = takewhile(lambda one: tree.pos[one] == "NUM", tree.ancestors(number))
    *_, last = number, *numbers
    noun = last + 1
    is_below_bound = tree.heads[last] in bound and noun < len(tree.heads)
    if is_below_bound and tree.pos[noun] == "NOUN":
        parse.attach(last, noun, "nummod")
        parse.grow()


def _make_participant(parse: _Parse, noun: int) -> None:
    """Make an oblique without a preposition the subject or the object of its verb."""
    tree, verb = parse.tree, parse.tree.heads[noun]
    if verb < 0 or not tree.is_in(noun, "obl") or tree.dependents(noun, "case"):
        return
    if noun < verb and not tree.dependents(verb, "nsubj", "expl"):
        parse.relations[noun] = "nsubj:pass" if tree.dependents(verb, "aux:pass") else "nsubj"
    elif noun > verb and not tree.dependents(verb, "obj"):
        parse.relations[noun] = "obj"


def _main_verbs(parse: _Parse) -> None:
    """Make a main verb of the last one in "every student who failed cried"."""
    tree = parse.tree
    for noun, head in enumerate(tree.heads):
        if head >= 0 or tree.pos[noun] not in ("NOUN", "PROPN", "PRON"):
            continue
        for clause in tree.dependents(noun, "acl:relcl"):
            verbs = [one for one in tree.dependents(clause, "xcomp", "conj") if one > clause]
            finite = [one for one in verbs if tree.tags[one] in ("VBD", "VBN", "VBZ", "VBP")]
            bare = [one for one in finite if not tree.dependents(one, "cc", "mark", "nsubj")]
            if bare and not tree.dependents(noun, "cop", "nsubj"):
                parse.heads[bare[0]], parse.relations[bare[0]] = -1, "root"
                parse.heads[noun], parse.relations[noun] = bare[0], "nsubj"
                break


def _lists(parse: _Parse) -> None:
    """Coordinate "a cat" in "a dog, a cat and a cow", where it is parsed as an apposition."""
    tree = parse.tree
    for word in range(len(tree.heads)):
        first = word
        while tree.is_in(first, "appos", "conj") and tree.heads[first] >= 0:
            first = tree.heads[first]
        if not tree.is_in(word, "appos") or _article(tree, word) != _article(tree, first):
            continue
        if any(one > word for one in tree.dependents(first, "conj")) and _article(tree, word):
            parse.attach(word, first, "conj")


def _article(tree: DependencyTree, noun: int) -> str:
    """Return "a" for a noun with an indefinite article; empty for others."""
    norms = {tree.norms[one] for one in tree.dependents(noun, "det")}
    return "a" if norms & {"a", "an"} else ""


def _flat_coordinations(parse: _Parse) -> None:
    """Attach the third of three conjuncts to the first, as Universal Dependencies do."""
    tree = parse.tree
    for word in range(len(tree.heads)):
        first = tree.first_conjunct(word)
        is_nested = tree.is_in(word, "conj") and tree.heads[word] != first
        if is_nested and tree.pos[word] == tree.pos[first]:
            parse.attach(word, first, "conj")


def _phrases_of_adverbs(parse: _Parse) -> None:
    """Attach "in the pen" to the verb in "pacing slowly in the pen"."""
    tree = parse.tree
    for word in range(len(tree.heads)):
        adverb = tree.heads[word]
        is_phrase = tree.is_in(word, "obl") and tree.preposition(word) not in ("", "than", "as")
        if is_phrase and tree.pos[adverb] == "ADV" and tree.is_in(adverb, "advmod"):
            parse.attach(word, tree.heads[adverb], "obl")


def _second_subjects(parse: _Parse) -> None:
    tree = parse.tree
    for word in range(len(tree.heads)):
        subjects = [one for one in tree.dependents(word, "nsubj") if one < word]
        for first, second in pairwise(subjects):
            if tree.dependents(second, "cc"):
                parse.attach(second, first, "conj")


def _objects_with_goals(parse: _Parse) -> None:
    """Attach "to the snake" to the verb in "fed a mouse to the snake"."""
    tree = parse.tree
    transferring = word_lists("predicates/role_words.txt")["transferring"]
    for word in range(len(tree.heads)):
        noun = tree.heads[word]
        is_goal = tree.is_in(word, "nmod") and tree.preposition(word) == "to"
        if is_goal and tree.is_in(noun, "obj") and tree.lemmas[tree.heads[noun]] in transferring:
            parse.attach(word, tree.heads[noun], "obl")


def _adjectives(parse: _Parse) -> None:
    tree = parse.tree
    for word, norm in enumerate(tree.norms):
        if tree.tags[word] not in ("NN", "NNP") or not is_adjective(norm):
            continue
        is_of_adjective = tree.is_in(word, "conj") and tree.is_in(tree.heads[word], "amod")
        is_only_adjective = tree.is_in(word, "compound") and not is_noun(norm)
        is_modifier = tree.relations[word] == "amod" or is_of_adjective or is_only_adjective
        if is_modifier and tree.tags[word] == "NN":
            parse.tags[word], parse.pos[word] = "JJ", "ADJ"
        if is_only_adjective:
            parse.relations[word] = "amod"


def _prepositions(parse: _Parse) -> None:
    tree = parse.tree
    for word, norm in enumerate(tree.norms):
        cases = tree.dependents(word, "case")
        described = tree.dependents(word, "det", "amod", "nmod:poss", "nummod", "compound", "cop")
        if len(cases) != 1 or described or tree.heads[word] < 0:
            continue
        nouns = [one for one in tree.dependents(word, "nmod") if tree.preposition(one) == "of"]
        if nouns and f"{tree.norms[cases[0]]}_{norm}_of" in words("prepositions"):
            _make_preposition(parse, cases[0], word, nouns[0])


def _make_preposition(parse: _Parse, first: int, middle: int, noun: int) -> None:
    """Attach the noun of "in front of the house" in the place of "front"."""
    tree = parse.tree
    parse.heads[noun], parse.relations[noun] = tree.heads[middle], tree.relations[middle]
    for one in tree.dependents(middle):
        if one not in (first, noun):
            parse.heads[one] = noun
    parse.heads[first], parse.relations[first] = noun, "case"
    for one in (middle, *tree.dependents(noun, "case")):
        parse.heads[one], parse.relations[one] = first, "fixed"


def _common_nouns(parse: _Parse) -> None:
    """Make a common noun of one that is tagged as a name, but in lower case."""
    analysis = parse.analysis()
    for word, tag in enumerate(parse.tags):
        is_name = tag in ("NNP", "NNPS") and not analysis.entity_labels[word]
        if is_name and analysis.words[word].islower() and is_noun(analysis.norms[word]):
            parse.tags[word], parse.pos[word] = "NNS" if tag == "NNPS" else "NN", "NOUN"


def _lemmas(parse: _Parse) -> None:
    for word, norm in enumerate(parse.norms):
        part = _PARTS.get(parse.pos[word])
        if part is not None:
            parse.lemmas[word] = known_lemma(norm, parse.lemmas[word], part)
        if norm == "people" and not _is_a_people(parse.tree, word):
            parse.lemmas[word] = "person"


def _is_a_people(tree: DependencyTree, word: int) -> bool:
    return any(tree.norms[one] in ("a", "an", "one") for one in tree.dependents(word, "det"))


_CORRECTIONS = (
    _parts_of_speech,
    _relative_pronouns,
    _verbs_tagged_as_nouns,
    _progressives,
    _subjects_in_compounds,
    _main_verbs,
    _bounds,
    _lists,
    _outer_subjects,
    _second_subjects,
    _verbs_beside_objects,
    _flat_coordinations,
    _objects_with_goals,
    _phrases_of_adverbs,
    _adjectives,
    _prepositions,
    _common_nouns,
    _lemmas,
)
