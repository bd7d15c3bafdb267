"""Every way in which a label may be spelled where it is handed over."""

import numpy as np
from hypothesis import strategies as st

from rte_baselines.pairs import Label

NAMES = {
    Label.ENTAILMENT: ["entailment", "entailed", "yes", "true", "supports", "supported"],
    Label.CONTRADICTION: ["contradiction", "contradicted", "refutes", "refuted"],
    Label.UNKNOWN: ["unknown", "neutral", "not enough info", "nei"],
    Label.NO_ENTAILMENT: ["no entailment", "non entailment", "not entailed", "no", "false"],
}
_JOINTS = (" ", "_", "-", "  ")
_CASES = (str.upper, str.lower, str.title)
_TYPES = (str, np.str_)


def spelled(label):
    """A strategy of everything that means the label."""
    names = st.builds(
        lambda name, joint, case, kind: kind(case(name.replace(" ", joint))),
        st.sampled_from(NAMES[label]),
        st.sampled_from(_JOINTS),
        st.sampled_from(_CASES),
        st.sampled_from(_TYPES),
    )
    return st.one_of(st.just(label), st.just(label.value), names)
