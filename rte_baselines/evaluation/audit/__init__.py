"""Audits of datasets: whether labels follow from less than text and hypothesis."""

from rte_baselines.evaluation.audit.report import Audit, audit

__all__ = ["Audit", "audit"]
