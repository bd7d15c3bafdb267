"""Temperature scaling of the probabilities of runs."""

from rte_baselines.evaluation.temperature.calibrating import CalibrationReport, Part, calibrate

__all__ = ["CalibrationReport", "Part", "calibrate"]
