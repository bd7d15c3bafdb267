"""Audits of datasets: whether labels follow from less than text and hypothesis."""

from rte_baselines.audit.auditing import audit
from rte_baselines.audit.report import Audit

__all__ = ["Audit", "audit"]
