"""Every way in which a label may be spelled where it is handed over."""

import numpy as np
from hypothesis import strategies as st

from rte_baselines.pairs import Label

NAMES = {
    Label.ENTAILMENT: "entailment entailed entails yes true supports supported",
    Label.CONTRADICTION: "contradiction contradicted contradicts contradictory refutes refuted",
    Label.UNKNOWN: "neutral unknown not_enough_info not_enough_evidence nei",
    Label.NO_ENTAILMENT: (
        "no_entailment non_entailment not_entailment not_entailed no false unsupported "
        "not_supported"
    ),
}
_JOINTS = (" ", "_", "-", "  ")
_CASES = (str.upper, str.lower, str.title)
_TYPES = (str, np.str_)


def spelled(label):
    """A strategy of everything that means the label."""
    names = st.builds(
        lambda name, joint, case, kind: kind(case(name.replace("_", joint))),
        st.sampled_from(NAMES[label].split()),
        st.sampled_from(_JOINTS),
        st.sampled_from(_CASES),
        st.sampled_from(_TYPES),
    )
    return st.one_of(st.just(label), st.just(label.value), names)
