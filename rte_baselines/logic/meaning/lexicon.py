"""What words say: lists of words, WordNet, and what is mentioned without being asserted."""

from functools import cache

from rte_baselines.analysis.english.dependency_tree import DependencyTree
from rte_baselines.analysis.predicates.clauses import clause_marker
from rte_baselines.analysis.predicates.verb_groups import norms_of
from rte_baselines.analysis.tokens.word_classes import word_lists
from rte_baselines.lexicon.wordnet.database.database import wordnet_in_use
from rte_baselines.lexicon.wordnet.database.relations import Part, Relation
from rte_baselines.lexicon.wordnet.entailment.lexical_relations import (
    antonym_pointers,
    nominalizations,
    with_hypernyms,
)

_LIVING = frozenset({"noun.person", "noun.animal", "noun.plant"})

_LONGEST_CONJUNCTION = 3
_COMPARING = frozenset({"as_long_as", "so_long_as"})
_FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
_PRESENT = frozenset({"VBZ", "VBP"})


def opening_words(tree: DependencyTree) -> frozenset[int]:
    """Return the words of the conjunctions that leave open what is beside them.

    They are "if", "unless", "in case" and the like, also where the parse has no clause for them,
    and "but" in "all but two dogs".
    """
    found: set[int] = set()
    for start, norm in enumerate(tree.norms):
        for length in range(1, min(_LONGEST_CONJUNCTION, len(tree.norms) - start) + 1):
            phrase = "_".join(tree.norms[start : start + length])
            # "In case of fire" and "in the case" are no conjunctions.
            is_noun_phrase = phrase == "in_case" and tree.norms[start + 2 : start + 3] == ("of",)
            # "As long as the table" compares.
            is_comparison = phrase in _COMPARING and not tree.is_in(start + length - 1, "mark")
            if phrase in words("opening") and not is_noun_phrase and not is_comparison:
                found.update(range(start, start + length))
        listed = words("universal") | words("negative") | words("free_choice")
        if start > 0 and norm == "but" and tree.norms[start - 1] in listed:
            found.add(start)
    return frozenset(found)


def is_order(tree: DependencyTree, head: int) -> bool:
    """Whether a clause is an order or a request: "close the door", "do not feed the dogs"."""
    first = tree.first_conjunct(head)
    has_subject = tree.dependents(first, "nsubj", "expl", "csubj") or tree.dependents(head, "nsubj")
    is_base = tree.tags[first] == "VB" and norms_of(tree, first, "aux") <= {"do"}
    return is_base and tree.is_in(first, "root", "parataxis") and not has_subject


def is_in_fiction(tree: DependencyTree, head: int) -> bool:
    """Whether a clause is said to be so in a story, a film or the like."""
    return any(
        tree.preposition(noun) == "in" and tree.lemmas[noun] in words("fictions")
        for noun in tree.dependents(head, "obl")
    )


def is_habit(tree: DependencyTree, clause: int) -> bool:
    """Whether a clause with "when" expresses a habit, as in "when Bob pays, Ann works"."""
    main = tree.heads[clause]
    are_simple = all(
        tree.tags[node] in _PRESENT and not tree.dependents(node, "aux", "cop")
        for node in (clause, main)
    )
    return are_simple and clause_marker(tree, clause) == "when"


def is_open_gerund(tree: DependencyTree, clause: int) -> bool:
    """Whether a gerund may not take place, by its preposition: "innocent of killing him"."""
    marker = clause_marker(tree, clause)
    is_listed = marker in words("asserting_before_gerunds")
    return tree.tags[clause] == "VBG" and bool(marker) and not is_listed


def is_sought(tree: DependencyTree, noun: int) -> bool:
    """Whether a phrase is about what need not exist, by its verb: "looks for a unicorn"."""
    # A living being in a picture: "a horse painted on the wall".
    is_drawn = any(
        tree.tags[clause] in ("VBN", "VBD") and tree.lemmas[clause] in words("depicting")
        for clause in tree.dependents(noun, "acl")
    )
    if is_drawn and is_living(tree.lemmas[noun]):
        return True
    head, preposition = tree.heads[noun], tree.preposition(noun)
    is_phrase = head >= 0 and tree.is_in(noun, "obl", "nmod")
    if is_phrase and preposition in words("mentioning_prepositions"):
        return True
    if head < 0 or tree.pos[head] != "VERB":
        return False
    if is_phrase and preposition:
        return f"{tree.lemmas[head]}_{preposition}" in words("seeking_with")
    is_object = tree.relations[noun] in ("obj", "nsubj:pass", "obl:unmarked")
    return is_object and _need_not_have_object(tree, head, noun)


def _need_not_have_object(tree: DependencyTree, verb: int, noun: int) -> bool:
    lemma = tree.lemmas[verb]
    if tree.dependents(verb, "compound:prt"):
        return False
    if lemma in words("depicting"):
        return not _is_picture(tree, noun)
    is_shown = any(_is_picture(tree, subject) for subject in tree.dependents(verb, "nsubj"))
    return lemma in words("seeking") or (is_shown and lemma in words("showing"))


def _is_picture(tree: DependencyTree, noun: int) -> bool:
    # The lemma of "drawing" may be "draw".
    return bool({tree.lemmas[noun], tree.norms[noun]} & words("pictures"))


def is_finite(tree: DependencyTree, clause: int) -> bool:
    """Whether a clause has a finite verb, or "that"."""
    group = (clause, *tree.dependents(clause, "aux", "cop"))
    return tree.marker(clause) == "that" or any(tree.tags[member] in _FINITE for member in group)


def is_content_of(tree: DependencyTree, clause: int, noun: int) -> bool:
    """Whether a relative clause may say what a noun is about: "the rumour that Bob left".

    It may if "that" is a conjunction or beside its subject, but not for a fact; and if it is about
    a story: "a film in which Bob dies".
    """
    lists = word_lists("predicates/embedding_predicates.txt")
    lemma = tree.lemmas[noun]
    has_content = lemma in words("contents") | lists["reported"] | lists["believed"]
    if tree.marker(clause) == "that":
        return lemma not in lists["factive"]
    has_that = "that" in norms_of(tree, clause, "nsubj", "obj", "obl")
    if (has_content or lemma in lists["potential"]) and has_that:
        return bool(norms_of(tree, clause, "nsubj") - {"that"})
    places = tree.dependents(clause, "obl", "advmod")
    is_within = any(
        tree.norms[place] == "where"
        or (tree.norms[place] == "which" and tree.preposition(place) == "in")
        for place in places
    )
    return lemma in words("fictions") and is_within


@cache
def words(heading: str) -> frozenset[str]:
    """Return the words under a heading of ``meaning_words.txt``."""
    return word_lists("meaning_words.txt", "rte_baselines.logic.meaning")[heading]


def known_lemma(form: str, lemma: str, part: Part) -> str:
    """Return the lemma of a word: the given one if WordNet has it, else that of its form.

    Lemmatizers invent lemmas of forms that they do not know, such as "barke" of "barking". Of two
    verbs with the same form in -ing, such as "sing" and "singe", it is the more frequent one.
    """
    wordnet = wordnet_in_use()
    if part is Part.VERB and form.endswith("ing"):
        possible = wordnet.lemmas_of(form, part)
        if len(possible) > 1:
            counts = wordnet.tag_counts
            return max(
                possible,
                key=lambda verb: (int(counts[wordnet.senses(verb, part)].sum()), verb == lemma),
            )
    if lemma and len(wordnet.senses(lemma, part)):
        return lemma
    return wordnet.morphy(form, part) or lemma or form


def verb_of_form(form: str) -> str:
    """Return the verb that a form can be of; empty if there is none."""
    return wordnet_in_use().morphy(form, Part.VERB) or ""


def is_adjective(form: str) -> bool:
    """Whether WordNet has an adjective."""
    return bool(len(wordnet_in_use().senses(form, Part.ADJECTIVE)))


def is_verb(lemma: str) -> bool:
    """Whether WordNet has a verb, such as "throw_away"."""
    return bool(len(wordnet_in_use().senses(lemma, Part.VERB)))


def has_antonym(form: str) -> bool:
    """Whether WordNet has an adjective whose first sense has an antonym."""
    wordnet = wordnet_in_use()
    return bool(antonym_pointers(wordnet, wordnet.senses(form, Part.ADJECTIVE)[:1]))


def is_noun(form: str) -> bool:
    """Whether a form is of a noun of WordNet."""
    return wordnet_in_use().morphy(form, Part.NOUN) is not None


def is_instance(noun: str) -> bool:
    """Whether WordNet has a noun as a name only, such as Everest."""
    wordnet = wordnet_in_use()
    synsets = wordnet.synsets(noun, Part.NOUN).tolist()
    return bool(synsets) and all(
        len(wordnet.related(synset, Relation.INSTANCE_HYPERNYM)) for synset in synsets
    )


def is_living(noun: str) -> bool:
    """Whether the first sense of a noun is a person, an animal or a plant."""
    wordnet = wordnet_in_use()
    first = wordnet.synsets(noun, Part.NOUN)[:1].tolist()
    return any(wordnet.lexicographer_file(synset) in _LIVING for synset in first)


def is_unit(words: tuple[str, ...]) -> bool:
    """Whether some words are a noun with a meaning of its own, such as "hot dog".

    A swimming pool is a pool, and needs no predicate of its own. The last word is a lemma.
    """
    wordnet = wordnet_in_use()
    unit = "_".join(words)
    synsets = wordnet.synsets(unit, Part.NOUN).tolist()
    # A little dog is not the constellation.
    if not synsets or is_instance(unit):
        return False
    kinds = wordnet.synsets(words[-1], Part.NOUN).tolist()
    return all(with_hypernyms(wordnet, synset).isdisjoint(kinds) for synset in synsets)


def verb_of_event(noun: str) -> str:
    """Return the verb of a nominalization whose first sense names an event; empty for others."""
    found = nominalizations(noun, first_sense=True)
    return next((node.verb for node in found if node.kind == "event"), "")
