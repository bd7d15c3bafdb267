"""What the tests of kernels share."""

import pytest

from rte_baselines.kernels.compile import compiling_at_once


@pytest.fixture(autouse=True, scope="module")
def machine_code():
    """Test machine code, also that of kernels which are interpreted first."""
    with compiling_at_once():
        yield
