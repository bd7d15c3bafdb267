"""Interning: small consecutive numbers for tokens and n-grams, equal for equal ones."""

import numpy as np

from rte_baselines.kernels.compile import compiled, inlined
from rte_baselines.kernels.ragged import IntArray, Sequences

# 2**64 over the golden ratio: multiplying by it spreads any keys over the high bits
# (Knuth, The Art of Computer Programming, volume 3, section 6.4).
SPREAD = np.uint64(0x9E3779B97F4A7C15)


@inlined
def _slot_of(key: int, table_keys: IntArray, table_names: IntArray, shift: np.uint64) -> int:
    """Return the slot of `key` in the table, or the empty slot where it belongs."""
    slot: int = np.int64((np.uint64(key) * SPREAD) >> shift)
    while table_names[slot] >= 0 and table_keys[slot] != key:
        slot = (slot + 1) & (len(table_keys) - 1)
    return slot


@compiled
def intern(keys: IntArray, others: IntArray) -> tuple[IntArray, IntArray, int]:
    """Give equal keys equal names, which are small numbers, and look up those of other keys.

    Names are from 0 to types - 1 in order of first occurrence; those of `others` are -1 if they are
    not in `keys`. The hash table, whose size depends on `keys` only, compares full keys, so that
    names are exact. Expected time is linear, which for short sequences is much faster than sorting.
    """
    bits = 1
    while 1 << bits < 2 * len(keys):
        bits += 1
    shift = np.uint64(64 - bits)
    table_keys = np.empty(1 << bits, np.int64)
    table_names = np.empty(1 << bits, np.int64)
    for slot in range(1 << bits):
        table_names[slot] = -1
    names = np.empty(len(keys), np.int64)
    types = 0
    for position in range(len(keys)):
        slot = _slot_of(keys[position], table_keys, table_names, shift)
        if table_names[slot] < 0:
            table_keys[slot] = keys[position]
            table_names[slot] = types
            types += 1
        names[position] = table_names[slot]
    other_names = np.empty(len(others), np.int64)
    for position in range(len(others)):
        slot = _slot_of(others[position], table_keys, table_names, shift)
        other_names[position] = table_names[slot]
    return names, other_names, types


@inlined
def shorter_first(first: IntArray, second: IntArray) -> tuple[IntArray, IntArray]:
    """Return both sequences, the shorter one first."""
    return (first, second) if len(first) <= len(second) else (second, first)


@inlined
def sequence(sequences: Sequences, index: int) -> IntArray:
    """Return one of the sequences."""
    return sequences.values[sequences.offsets[index] : sequences.offsets[index + 1]]
