"""Answers with citations (gao2023): their sentences, pairs for judges, recall and precision."""

from rte_baselines.evaluation.citations.answers import Answer, Document, read_answers
from rte_baselines.evaluation.citations.scoring import (
    CitationReport,
    citation_pairs,
    score_citations,
)

__all__ = [
    "Answer",
    "CitationReport",
    "Document",
    "citation_pairs",
    "read_answers",
    "score_citations",
]
