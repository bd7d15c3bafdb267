"""A feature in a file of a user's own, and a config of a recognizer with it alone."""

FEATURE = '''
from rte_baselines.features import Output, PairFeature
from rte_baselines.core.registry import registry


@registry.features("{name}")
class Own(PairFeature):
    """A share, one half by default, of whatever pair."""

    source = "a test"
    layers = ("norms",)
    outputs = (Output("", low=0.0, high=1.0),)

    def __init__(self, value: float = 0.5) -> None:
        self.value = value

    def compute_pair(self, text, hypothesis):
        {statement}
'''
CONFIG = """
[recognizer]
@recognizers = "features_and_head.v1"
[recognizer.features]
[recognizer.features.own]
@features = "own.v1"
[recognizer.head]
@heads = "threshold.v1"
threshold = 0.5
"""


def own_feature(name="own.v1", statement="return [self.value]"):
    """Return Python code that registers the feature."""
    return FEATURE.format(name=name, statement=statement)
