import pytest

from rte_baselines.pairs import load_pairs


@pytest.fixture(scope="session")
def train():
    return load_pairs("sample:train")


@pytest.fixture(scope="session")
def test():
    return load_pairs("sample:test")
