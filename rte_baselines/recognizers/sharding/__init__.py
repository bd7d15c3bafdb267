"""Predictions on large sets of pairs in shards: resumable, in several processes or machines."""

from rte_baselines.recognizers.sharding.predicting import ShardedRun, predict_shards

__all__ = ["ShardedRun", "predict_shards"]
