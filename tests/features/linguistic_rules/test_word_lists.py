"""Every paraphrase rule, quantifier and light verb of the lists is reached by some sentence."""

import pytest

from rte_baselines.features.linguistic_rules.consistency import CHECKS
from rte_baselines.features.linguistic_rules.coverage import quantitative
from rte_baselines.features.linguistic_rules.matching import SnippetPair
from rte_baselines.features.linguistic_rules.noun_checks import quantifier_classes
from rte_baselines.features.linguistic_rules.paraphrase import by_rule, rules_of
from rte_baselines.features.linguistic_rules.syntactic import is_light
from rte_baselines.features.linguistic_rules.word_relations import (
    Word,
    are_opposites,
    classes_of,
    lines_of,
    opposites,
)
from rte_baselines.lexicon.wordnet import wordnet_in_use
from tests.features.linguistic_rules.reading import snippets

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


def spoken(entry):
    return entry.replace("_", " ")


@pytest.mark.slow
def test_paraphrase_rules():
    pairs = zip(lines_of("paraphrases.txt"), PARAPHRASES, strict=True)
    found = snippets(*(sentence for pair in PARAPHRASES for sentence in pair))
    for (line, pair), *both in zip(pairs, found[::2], found[1::2], strict=True):
        assert list(by_rule(rules_of(line)[0], SnippetPair(*both))), (line, pair)


@pytest.mark.slow
def test_quantifiers():
    kinds = quantifier_classes()
    bounds = {"below", "above"}
    quantified = [
        f"{spoken(entry)} ten" if kind in bounds else entry for entry, kind in kinds.items()
    ]
    texts = snippets(*(f"{words.capitalize()} workers left." for words in quantified))
    all_left, ten_left = snippets("All workers left.", "Ten workers left.")
    for text, (entry, kind) in zip(texts, kinds.items(), strict=True):
        # Only "all" entails the hypothesis's quantity; "no" is left to the check of negation.
        hypothesis, quantity = (ten_left, "10") if kind == "below" else (all_left, "universal")
        pair = SnippetPair(text, hypothesis)
        reason = CHECKS["quantifiers"](quantitative(pair), pair)
        text_quantity = f"{kind} 10" if kind in bounds else kind
        expected = f"'worker' has {text_quantity} in the text, {quantity} in the hypothesis"
        assert reason == (None if kind in {"universal", "none"} else expected), entry


@pytest.mark.slow
def test_light_verbs():
    patterns = ["They will {} it.", "It may {} in Oslo.", "They {} here."]
    for verb in map(spoken, classes_of("light_verbs.txt")):
        said = snippets(*(pattern.format(verb) for pattern in patterns))
        assert any(is_light(clause) for sentence in said for clause in sentence.clauses), verb


def test_opposites():
    wordnet = wordnet_in_use()
    for pair in opposites():
        # Words of a common synset are no opposites, whatever the list has.
        first, second = (Word(lemma, "VERB") for lemma in sorted(pair))
        assert are_opposites(first, second, wordnet), pair
