"""Answers and judges for tests."""

import re

from rte_baselines import Run
from rte_baselines.evaluation.citations import Answer, Document, citation_pairs, score_citations
from rte_baselines.runs import Prediction


def answer(text, documents=3, pair_id="a1"):
    """An answer with documents whose texts are their numbers in words."""
    return Answer(pair_id, text, [Document(f"Document {n}.") for n in range(1, documents + 1)])


def labelled(answers, judge):
    """A run on the pairs of answers; `judge` takes the numbers of documents and the sentence."""
    predictions = []
    for pair in citation_pairs(answers):
        numbers = frozenset(map(int, re.findall(r"\d+", pair.text)))
        label = "ENTAILMENT" if judge(numbers, pair.hypothesis) else "NO ENTAILMENT"
        predictions.append(Prediction(pair.id, label))
    return Run(predictions)


def scored(answers, judge):
    """The scores of the sentences of each answer, by a judge."""
    return list(score_citations(answers, labelled(answers, judge)).scores)
