"""The HTML page of an evaluation, in one file that needs no network."""

from rte_baselines.evaluation.page.building import build_page, write_page
from rte_baselines.rendering.drawings.shapes import AlignedWords, Alignment

__all__ = ["AlignedWords", "Alignment", "build_page", "write_page"]
