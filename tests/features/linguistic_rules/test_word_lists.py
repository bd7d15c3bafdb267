"""Every line of the word lists and of the paraphrase rules is reached by some sentence."""

import pytest

from rte_baselines.features.linguistic_rules.consistency import CHECKS
from rte_baselines.features.linguistic_rules.light_verbs import is_light
from rte_baselines.features.linguistic_rules.operators import (
    operators_of_clause,
    operators_of_noun,
)
from rte_baselines.features.linguistic_rules.paraphrase import by_rule
from rte_baselines.features.linguistic_rules.paraphrase_rules import rules_of
from rte_baselines.features.linguistic_rules.quantitative import quantitative
from rte_baselines.features.linguistic_rules.word_lists import (
    classes_of,
    conditions_of,
    lines_of,
    opposites,
    words_of,
)
from rte_baselines.features.linguistic_rules.word_relations import Word, are_opposites
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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "pair"), [*zip(lines_of("paraphrases.txt"), PARAPHRASES, strict=True)]
)
def test_paraphrase_rules(snippets, line, pair):
    assert list(by_rule(rules_of(line)[0], *snippets(*pair)))


@pytest.mark.slow
@pytest.mark.parametrize("entry", sorted(words_of("opaque_predicates.txt")))
def test_opaque_predicates(snippets, entry):
    found = snippets(*(pattern.format(spoken(entry)) for pattern in GOVERNING_A_NOUN))
    reasons = {operators_of_noun(one, one.analysis.norms.index("merger")).opacity for one in found}
    assert f"governed by {entry!r}" in reasons


@pytest.mark.slow
@pytest.mark.parametrize("entry", sorted(words_of("doubt_verbs.txt")))
def test_doubt_verbs(snippets, entry):
    verb = entry.removesuffix("_to").removesuffix("_from") if entry != "rule_out" else entry
    patterns = (*GOVERNING_A_NOUN, *GOVERNING_A_CLAUSE)
    found = snippets(*(pattern.format(spoken(verb)) for pattern in patterns))
    doubts = {operators_of_clause(one, clause).doubt for one in found for clause in one.clauses}
    nouns = [one for one in found if "merger" in one.analysis.norms]
    doubts |= {operators_of_noun(one, one.analysis.norms.index("merger")).doubt for one in nouns}
    assert entry in doubts


@pytest.mark.parametrize("entry", sorted(words_of("affirming.txt")))
def test_affirming_predicates(snippets, entry):
    found = snippets(
        f"It is not {entry} that Ann left the town.",
        f"It is not the {entry} that Ann left the town.",
    )
    doubts = {operators_of_clause(one, clause).doubt for one in found for clause in one.clauses}
    assert entry in doubts


@pytest.mark.slow
@pytest.mark.parametrize("entry", sorted(conditions_of("modifiers.txt")))
def test_modifiers(snippets, entry):
    hypothesis = "The gun left the town."
    patterns = ("The {} gun left the town.", "The gun {} left the town.")
    texts = [pattern.format(entry) for pattern in patterns]
    *found, wanted = snippets(*texts, hypothesis)
    reasons = {CHECKS["modifiers"](quantitative(one, wanted), one, wanted) for one in found}
    assert f"{entry!r} in the text only" in reasons


@pytest.mark.parametrize(("entry", "kind"), sorted(classes_of("quantifiers.txt").items()))
def test_quantifiers(snippets, entry, kind):
    is_bound = kind in ("below", "above")
    quantified = f"{spoken(entry)} ten" if is_bound else entry
    # Only "all" entails the hypothesis's quantity; "no" is left to the check of negation.
    quantity = "10" if kind == "below" else "universal"
    sentence = f"{'Ten' if kind == 'below' else 'All'} workers left."
    text, hypothesis = snippets(f"{quantified.capitalize()} workers left.", sentence)
    reason = CHECKS["quantifiers"](quantitative(text, hypothesis), text, hypothesis)
    text_quantity = f"{kind} 10" if is_bound else kind
    expected = f"'worker' has {text_quantity} in the text, {quantity} in the hypothesis"
    assert reason == (None if kind in {"universal", "none"} else expected)


@pytest.mark.slow
@pytest.mark.parametrize("entry", sorted(classes_of("light_verbs.txt")))
def test_light_verbs(snippets, entry):
    verb = spoken(entry)
    found = snippets(f"They will {verb} it.", f"It may {verb} in Oslo.", f"They {verb} here.")
    assert any(is_light(clause) for one in found for clause in one.clauses)


def test_opposites():
    wordnet = wordnet_in_use()
    for pair in opposites():
        # Words of a common synset are no opposites, whatever the list has.
        first, second = (Word(lemma, "VERB") for lemma in sorted(pair))
        assert are_opposites(first, second, wordnet), pair
