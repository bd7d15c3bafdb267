"""What makes a path real: each step is a pointer, or leads to a synonym or another sense."""

from rte_baselines.lexicon.wordnet.entailment.chains import Bridge


def assert_real(wordnet, path, text, hypothesis):
    """Fail unless a path leads from a sense of one word to a sense of the other."""
    assert path.senses[0] in text
    assert path.senses[-1] in hypothesis
    assert len(path.steps) == len(path.senses) - 1
    for sense, step, other in zip(path.senses, path.steps, path.senses[1:], strict=False):
        assert is_step(wordnet, sense, step, other), path.describe(wordnet)


def is_step(wordnet, sense, step, other):
    synset, target = wordnet.sense_synsets[sense], wordnet.sense_synsets[other]
    if step is Bridge.SYNONYM:
        return synset == target and sense != other
    if step is Bridge.OTHER_SENSE:
        return wordnet.word_of_sense(sense) == wordnet.word_of_sense(other) and sense != other
    return target in wordnet.related(synset, step) or other in wordnet.related_senses(sense, step)
