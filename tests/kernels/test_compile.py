"""Kernels are compiled when it is worth the time, and return the same bits before."""

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rte_baselines.kernels import compile as compiling
from rte_baselines.kernels.compile import compiled, inlined, interpreted_first
from rte_baselines.kernels.interning import intern
from rte_baselines.kernels.words.overlap import _overlap_sums

from .batches import batches, bits, interpreting, kernel_settings, numbers, sides


class Dispatcher:
    """What Numba makes of a kernel, without compiling it."""

    def __init__(self, function, options):
        self.function, self.options = function, options

    def __call__(self, *arguments):
        return "machine code", self.function(*arguments)


@pytest.fixture
def made(monkeypatch):
    """Kernels that are only marked as compiled, some thousand numbers interpreted."""
    monkeypatch.setattr(compiling, "_dispatcher", Dispatcher)
    monkeypatch.setattr(compiling, "_at_once", False)


first_ten_thousand = interpreted_first(numbers=10_000)


def total(values, start):
    return int(values.sum()) + start


def test_a_compiled_kernel_has_machine_code_from_its_first_call(made):
    kernel = compiled(total)
    assert kernel(np.arange(3), 1) == ("machine code", 4)
    assert kernel.py_func(np.arange(3), 1) == 4
    assert (kernel.__name__, kernel.__module__) == ("total", __name__)


def test_the_numbers_of_all_calls_are_counted(made):
    # 10 numbers in each call; 25 are allowed.
    kernel = interpreted_first(numbers=25)(total)
    values = np.arange(10)
    found = [kernel(values, 0) for _ in range(4)]
    assert found == [45, 45, ("machine code", 45), ("machine code", 45)]


def test_a_long_call_is_compiled(made):
    kernel = first_ten_thousand(total)
    assert kernel(np.arange(3), 0) == 3
    assert kernel(np.zeros(1_000_000, np.int64), 0) == ("machine code", 0)


def test_the_numbers_of_a_call_may_be_counted_otherwise(made):
    kernel = interpreted_first(numbers=100_000, count=lambda values, _: len(values) ** 2)(total)
    assert kernel(np.arange(300), 0) == 44850
    # 90,000 and 10,000 are what is allowed.
    assert kernel(np.arange(100), 0) == 4950
    assert kernel(np.arange(1), 0) == ("machine code", 0)


def test_machine_code_that_is_there_is_used(made):
    kernel = first_ten_thousand(total)
    assert kernel.dispatcher.function is total
    assert kernel(np.arange(3), 0) == ("machine code", 3)


def test_all_can_be_compiled_at_once(made):
    kernel = first_ten_thousand(total)
    with compiling.compiling_at_once():
        assert kernel(np.arange(3), 0) == ("machine code", 3)
    assert first_ten_thousand(total)(np.arange(3), 0) == 3


def test_inlined_kernels_are_compiled_in_others_alone(made):
    with compiling.compiling_at_once():
        assert inlined(total)(np.zeros(1_000_000, np.int64), 0) == 0


def test_integers_overflow_in_the_interpreter_as_in_machine_code(made):
    kernel = first_ten_thousand(lambda number: number * number)
    with np.errstate(over="raise"):
        assert kernel(np.int64(1 << 40)) == 0


@pytest.mark.parametrize("kernel", [_overlap_sums, intern])
def test_kernels_are_pickled_by_name(kernel):
    assert pickle.loads(pickle.dumps(kernel)) is kernel
    assert copy.deepcopy(kernel) is kernel


def test_kernels_of_a_function_cannot_be_pickled(made):
    with pytest.raises((pickle.PicklingError, AttributeError), match=r"<locals>"):
        pickle.dumps(compiled(lambda values: values))


@pytest.mark.slow
def test_numba_is_not_imported_before_machine_code_is_needed():
    code = """
import sys
import numpy as np
from rte_baselines.kernels.words.overlap import overlap_sums
from rte_baselines.kernels.ragged import Ragged
pair = Ragged(np.arange(9), np.array([0, 9]))
assert overlap_sums(pair, pair, np.ones(9), np.ones(9), types=True).any()
print("numba" in sys.modules)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"


# Any numbers, as digests of words are.
keys = st.lists(st.one_of(st.integers(-(2**63), 2**63 - 1), st.integers(-3, 3)), max_size=40)


@pytest.mark.slow
@given(keys, keys)
@kernel_settings
def test_names_are_the_same_bits_in_both_ways(first, second):
    arguments = numbers(first), numbers(second)
    with interpreting():
        interpreted = intern(*arguments)
    assert bits(interpreted) == bits(intern(*arguments))


@pytest.mark.slow
@given(batches, st.booleans(), st.lists(st.floats(0, 30), min_size=10, max_size=10))
@kernel_settings
def test_sums_of_overlaps_are_the_same_bits_in_both_ways(batch, types, weights):
    texts, hypotheses = sides(batch)
    # The remainders of the six tokens are different, so that each has a weight of its own.
    of_texts, of_hypotheses = (
        np.array([weights[token % 10] for token in side.values.tolist()])
        for side in (texts, hypotheses)
    )
    arguments = (
        *(texts.values, texts.offsets, of_texts),
        *(hypotheses.values, hypotheses.offsets, of_hypotheses, types),
    )
    with interpreting():
        interpreted = _overlap_sums(*arguments)
    assert bits(interpreted) == bits(_overlap_sums(*arguments))
