"""Every line of the word lists and of the paraphrase rules is reached by some sentence."""

import pytest

from rte_baselines.features.linguistic_rules.consistency import (
    CHECKS,
    operators_of_clause,
    operators_of_noun,
)
from rte_baselines.features.linguistic_rules.coverage import quantitative
from rte_baselines.features.linguistic_rules.paraphrase import by_rule, rules_of
from rte_baselines.features.linguistic_rules.syntactic import is_light
from rte_baselines.features.linguistic_rules.word_relations import (
    Word,
    are_opposites,
    classes_of,
    conditions_of,
    lines_of,
    opposites,
    words_of,
)
from rte_baselines.lexicon.wordnet import wordnet_in_use

# One pair for each line of paraphrases.txt, in its order.
PARAPHRASES = [
    ("The clerk put pressure on the king.", "The clerk pressurised the king."),
    ("The army launched an attack on the town.", "The army attacked the town."),
    ("The queen paid a visit to the town.", "The queen visited the town."),
    ("The queen made a decision.", "The queen decided."),
    ("The queen gave support to the clerk.", "The queen supported the clerk."),
    ("They provided help to the clerk.", "They helped the clerk."),
    ("The king is lending support to the clerk.", "The king supported the clerk."),
    ("The doctor gave treatment to the clerk.", "The doctor treated the clerk."),
    ("The clerk received treatment.", "The clerk was treated."),
    ("The plan won approval.", "The plan was approved."),
    ("The plan won support.", "The plan was supported."),
    ("The army took control of the town.", "The army seized the town."),
    ("The army took power.", "The army ruled."),
    ("The queen held talks with the clerk.", "The queen met the clerk."),
    ("The queen held talks with the clerk.", "The queen met with the clerk."),
    ("The queen placed a ban on the boats.", "The queen banned the boats."),
    ("They imposed sanctions on the town.", "They punished the town."),
    ("The queen put an end to the feud.", "The queen ended the feud."),
    ("The queen brought the feud to an end.", "The queen ended the feud."),
    ("The feud came to an end.", "The feud ended."),
    ("The clerks reached an agreement.", "The clerks agreed."),
    ("The clerk filed a lawsuit against the queen.", "The clerk sued the queen."),
    ("The clerk took the queen to court.", "The clerk sued the queen."),
    ("The queen declared war on the town.", "The queen fought the town."),
    ("The clerk lost his life.", "The clerk died."),
    ("The storm took the life of the clerk.", "The storm killed the clerk."),
    ("The storm caused the death of the clerk.", "The storm killed the clerk."),
    ("The clerk was shot dead.", "The clerk was killed."),
    ("They stabbed the clerk to death.", "They killed the clerk."),
    ("The queen murdered the clerk.", "The clerk died."),
    ("The queen sent a letter of dismissal to the clerk.", "The queen fired the clerk."),
    ("The queen gave the clerk the sack.", "The queen fired the clerk."),
    ("The workers were laid off.", "The workers were dismissed."),
    ("The queen let the clerk go.", "The queen dismissed the clerk."),
    ("The queen founded the town.", "The queen is the founder of the town."),
    ("The queen wrote the song.", "The queen is the author of the song."),
    ("The queen led the army.", "The queen is the leader of the army."),
    ("The queen owned the boat.", "The queen is the owner of the boat."),
    ("The queen owned the boat.", "The boat belonged to the queen."),
    ("The queen bought the boat.", "The queen owned the boat."),
    ("The firm produced the boat.", "The firm is the producer of the boat."),
    ("The queen invented the boat.", "The queen is the inventor of the boat."),
    ("The queen married the clerk.", "The queen is the wife of the clerk."),
    ("The queen is the widow of the clerk.", "The queen is the wife of the clerk."),
    ("The king is the widower of the queen.", "The king is the husband of the queen."),
    ("The queen is a native of Norway.", "The queen was born in Norway."),
    ("The queen gave birth to the prince.", "The prince was born."),
    ("Prices went up.", "Prices rose."),
    ("Prices went down.", "Prices fell."),
    ("Prices are up.", "Prices rose."),
    ("Prices are down.", "Prices fell."),
    ("The queen expressed thanks to the clerk.", "The queen thanked the clerk."),
    ("They expressed hope.", "They hoped."),
    ("They expressed concern about it.", "They worried about it."),
]
# What each kind of predicate governs a noun or a clause by.
GOVERNING_A_NOUN = [
    "They will {} the merger.",
    "They {} the merger.",
    "The {} of the merger grew.",
    "The merger {} grew.",
]
GOVERNING_A_CLAUSE = [
    "They {} that Ann left.",
    "They will {} that Ann left.",
    "They will {} leaving.",
    "They will {} to leave.",
    "They will {} Ann to leave.",
    "They will {} leave.",
    "They will {} Ann from leaving.",
    "They will {} leaving the town.",
    "They will {} Ann leaving.",
    "They will {} Ann leaving the town.",
    "Their {} to leave grew.",
    "Their {} that Ann left grew.",
    "They are {} to leave.",
    "It is {} to leave.",
    "It is {} that Ann left.",
    "It is {} that Ann left the town.",
]


def spoken(entry):
    """Return an entry as it is said; where a preposition belongs to it, a sentence has it."""
    return entry.replace("_", " ")


@pytest.fixture(scope="module")
def unreached(snippets):
    """A function of entries, patterns and a condition to the entries that no pattern reaches.

    The condition takes an entry and the structure of a sentence with it. All entries are parsed
    together, and those that a pattern reaches are not tried with the patterns after it.
    """

    def left_over(entries, patterns, is_reached, said=spoken):
        for pattern in patterns:
            found = snippets(*(pattern.format(said(entry)) for entry in entries))
            both = zip(entries, found, strict=True)
            entries = [entry for entry, sentence in both if not is_reached(entry, sentence)]
        return entries

    return left_over


@pytest.mark.slow
def test_paraphrase_rules(snippets):
    pairs = zip(lines_of("paraphrases.txt"), PARAPHRASES, strict=True)
    found = snippets(*(sentence for pair in PARAPHRASES for sentence in pair))
    for (line, pair), text, hypothesis in zip(pairs, found[::2], found[1::2], strict=True):
        assert list(by_rule(rules_of(line)[0], text, hypothesis)), (line, pair)


def operators_of_merger(sentence):
    return operators_of_noun(sentence, sentence.analysis.norms.index("merger"))


@pytest.mark.slow
def test_opaque_predicates(unreached):
    def is_reached(entry, sentence):
        return operators_of_merger(sentence).opacity == f"governed by {entry!r}"

    entries = sorted(words_of("opaque_predicates.txt"))
    assert unreached(entries, GOVERNING_A_NOUN, is_reached) == []


def doubts_of_clauses(sentence):
    return {operators_of_clause(sentence, clause).doubt for clause in sentence.clauses}


def verb_of_doubt(entry):
    return spoken(entry.removesuffix("_to").removesuffix("_from") if entry != "rule_out" else entry)


@pytest.mark.slow
def test_doubt_verbs(unreached):
    def is_reached(entry, sentence):
        if "merger" in sentence.analysis.norms and operators_of_merger(sentence).doubt == entry:
            return True
        return entry in doubts_of_clauses(sentence)

    entries = sorted(words_of("doubt_verbs.txt"))
    patterns = (*GOVERNING_A_NOUN, *GOVERNING_A_CLAUSE)
    assert unreached(entries, patterns, is_reached, said=verb_of_doubt) == []


@pytest.mark.slow
def test_affirming_predicates(unreached):
    patterns = ["It is not {} that Ann left the town.", "It is not the {} that Ann left the town."]
    entries = sorted(words_of("affirming.txt"))

    def is_reached(entry, sentence):
        return entry in doubts_of_clauses(sentence)

    assert unreached(entries, patterns, is_reached, said=str) == []


@pytest.mark.slow
def test_modifiers(snippets, unreached):
    (wanted,) = snippets("The gun left the town.")

    def is_reached(entry, sentence):
        reason = CHECKS["modifiers"](quantitative(sentence, wanted), sentence, wanted)
        return reason == f"{entry!r} in the text only"

    entries = sorted(conditions_of("modifiers.txt"))
    patterns = ("The {} gun left the town.", "The gun {} left the town.")
    assert unreached(entries, patterns, is_reached, said=str) == []


@pytest.mark.slow
def test_quantifiers(snippets):
    kinds = classes_of("quantifiers.txt")
    bounds = {"below", "above"}
    quantified = [
        f"{spoken(entry)} ten" if kind in bounds else entry for entry, kind in kinds.items()
    ]
    texts = snippets(*(f"{words.capitalize()} workers left." for words in quantified))
    all_left, ten_left = snippets("All workers left.", "Ten workers left.")
    for text, (entry, kind) in zip(texts, kinds.items(), strict=True):
        # Only "all" entails the hypothesis's quantity; "no" is left to the check of negation.
        hypothesis, quantity = (ten_left, "10") if kind == "below" else (all_left, "universal")
        reason = CHECKS["quantifiers"](quantitative(text, hypothesis), text, hypothesis)
        text_quantity = f"{kind} 10" if kind in bounds else kind
        expected = f"'worker' has {text_quantity} in the text, {quantity} in the hypothesis"
        assert reason == (None if kind in {"universal", "none"} else expected), entry


@pytest.mark.slow
def test_light_verbs(unreached):
    entries = sorted(classes_of("light_verbs.txt"))
    patterns = ["They will {} it.", "It may {} in Oslo.", "They {} here."]

    def is_reached(_, sentence):
        return any(map(is_light, sentence.clauses))

    assert unreached(entries, patterns, is_reached) == []


def test_opposites():
    wordnet = wordnet_in_use()
    for pair in opposites():
        # Words of a common synset are no opposites, whatever the list has.
        first, second = (Word(lemma, "VERB") for lemma in sorted(pair))
        assert are_opposites(first, second, wordnet), pair
