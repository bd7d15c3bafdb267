"""The HTML page of an evaluation, in one file that needs no network."""

from rte_baselines.evaluation.page.alignments import WordAlignment
from rte_baselines.evaluation.page.building import build_page, write_page

__all__ = ["WordAlignment", "build_page", "write_page"]
