"""The pairs of RTE-1's test set that show each syntactic phenomenon."""

from collections.abc import Mapping
from configparser import ConfigParser
from functools import cache
from hashlib import sha256
from importlib.resources import files

import numpy as np

from rte_baselines.evaluation.inputs.gold import Gold
from rte_baselines.evaluation.inputs.parts import Phenomenon
from rte_baselines.kernels.ragged import IntArray

_GROUP = "group"


# The first digits of the SHA-256 of ids and tasks of RTE-1's test set, sorted. Ids alone might be
# those of derived pairs.
_RTE1_TEST = "8b9da982f16a"


def phenomena_of(gold: Gold) -> dict[Phenomenon, IntArray]:
    """Return the positions of the pairs that show each phenomenon, grouped by kind.

    They are in the order of the paper's tables (vanderwende2006, Tables 2 to 5 and section 3).
    Empty unless the pairs have the ids and tasks of RTE-1's test set, in any order. Two linguists
    judged which pairs can be decided by syntax, or by syntax and a thesaurus, and noted the
    phenomena involved. A pair may show several phenomena.

    The paper gives the judgments of only a few pairs, and 368 ids of the 390 pairs that syntax and
    a thesaurus decide by its Table 1 (147 + 243): of the 432 pairs without an id, 22 can be decided
    so, and 410 cannot.
    """
    rows = zip(gold.ids, gold.task_names, strict=True)
    lines = sorted(f"{pair_id}\t{task or ''}\n" for pair_id, task in rows)
    digest = sha256("".join(lines).encode(errors="surrogatepass")).hexdigest()
    if not digest.startswith(_RTE1_TEST):
        return {}
    positions = {pair_id: position for position, pair_id in enumerate(gold.ids)}
    return {
        phenomenon: np.sort([positions[pair_id] for pair_id in ids])
        for phenomenon, ids in _with_unions(_read(), gold.ids).items()
    }


@cache
def _read() -> Mapping[Phenomenon, frozenset[str]]:
    table = ConfigParser(delimiters=":")
    table.read_string(
        files("rte_baselines.evaluation.inputs")
        .joinpath("syntactic_phenomena.ini")
        .read_text("utf-8")
    )
    return {
        Phenomenon(kind, name): frozenset(ids.split())
        for kind in table.sections()
        for name, ids in table[kind].items()
    }


def _with_unions(
    listed: Mapping[Phenomenon, frozenset[str]], all_ids: tuple[str, ...]
) -> dict[Phenomenon, frozenset[str]]:
    """Add the union of each kind, the union of all kinds and its complement."""
    phenomena: dict[Phenomenon, frozenset[str]] = {}
    for kind in dict.fromkeys(phenomenon.kind for phenomenon in listed):
        members = {key: ids for key, ids in listed.items() if key.kind == kind}
        phenomena |= members
        if kind != _GROUP:
            phenomena[Phenomenon(kind, "any")] = frozenset[str]().union(*members.values())
    union = frozenset[str]().union(*listed.values())
    phenomena[Phenomenon(_GROUP, "any of all kinds")] = union
    phenomena[Phenomenon(_GROUP, "none of all kinds")] = frozenset(all_ids) - union
    return phenomena
