"""Corrections of frequent errors of taggers and parsers, for the construction alone."""

from itertools import pairwise

import numpy as np

from rte_baselines.analysis.analysis import Analysis
from rte_baselines.analysis.analyzer import default_analyzer
from rte_baselines.analysis.english.dependency_tree import DependencyTree
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
      it can only be one ("Ann sang"), or if it is coordinated with a verb with an auxiliary ("did
      not sing or dance"). An adjective in -ing after "be" is a verb unless WordNet has the
      adjective ("is dancing").
    - A noun before a verb is its subject, and no part of a compound with it ("the baby slept").
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
        if head != word and word not in self.tree.ancestors(head):
            self.heads[word] = head
            self.relations[word] = relation

    def make_verb(self, word: int, tag: str) -> None:
        """Tag a word as a verb."""
        self.tags[word], self.pos[word] = tag, "VERB"
        self.lemmas[word] = verb_of_form(self.norms[word])


def _relative_pronouns(parse: _Parse) -> None:
    tree = parse.tree
    for word, norm in enumerate(parse.norms):
        head = tree.heads[word]
        is_argument = tree.is_in(word, "nsubj", "obj") and tree.relations[head] == "acl:relcl"
        if norm in _RELATIVE and is_argument and not tree.dependents(word):
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
        elif tree.is_in(word, "root") and not is_noun(norm):
            parse.make_verb(word, "VBD")


def _progressives(parse: _Parse) -> None:
    tree = parse.tree
    for word, norm in enumerate(tree.norms):
        is_ing = norm.endswith("ing") and tree.pos[word] in ("ADJ", "NOUN")
        copulas = tree.dependents(word, "cop")
        described = tree.dependents(word, "det", "nmod:poss", "amod", "compound", "case")
        if is_ing and copulas and not described and verb_of_form(norm) and not is_adjective(norm):
            parse.make_verb(word, "VBG")
            for copula in copulas:
                parse.relations[copula] = "aux"


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


def _second_subjects(parse: _Parse) -> None:
    tree = parse.tree
    for word in range(len(tree.heads)):
        subjects = [one for one in tree.dependents(word, "nsubj") if one < word]
        for first, second in pairwise(subjects):
            if tree.dependents(second, "cc"):
                parse.attach(second, first, "conj")


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
    _relative_pronouns,
    _verbs_tagged_as_nouns,
    _progressives,
    _subjects_in_compounds,
    _second_subjects,
    _adjectives,
    _prepositions,
    _lemmas,
)
