"""Which pairs show which syntactic phenomenon: a human analysis of RTE-1's test set."""

from collections.abc import Mapping
from configparser import ConfigParser
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import NamedTuple

import numpy as np

from rte_baselines.evaluation.gold import Gold
from rte_baselines.kernels.ragged import IntArray

FEW_PAIRS = 10
"""Below this number of pairs the paper gives no shares either."""

_GROUP = "group"
# Of the ids and tasks of RTE-1's test set: ids alone might be those of pairs made from it.
_RTE1_TEST = "8b9da982f16a"


class Phenomenon(NamedTuple):
    """A syntactic phenomenon, or another ground on which pairs belong together.

    Parameters
    ----------
    kind : str
        "phenomenon", of the text or hypothesis; "alternation" between the two;
        "mismatch", of what has nothing parallel to it; or "group" of pairs.
    name : str
        Of all pairs of a kind, "any".
    """

    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.name}"


def phenomena_of(gold: Gold) -> dict[Phenomenon, IntArray]:
    """Return the positions of the pairs that show each phenomenon.

    Parameters
    ----------
    gold : Gold

    Returns
    -------
    dict of Phenomenon to ndarray of int64
        In the order of the paper's tables, those of a kind together. Nothing unless the
        pairs are RTE-1's test set, in any order, by ids and tasks.

    Notes
    -----
    vanderwende2006, Tables 2 to 5 and section 3. Two linguists judged which of the pairs
    can be told by syntax, or by syntax and a thesaurus, and noted what it takes. A pair may
    show several phenomena.

    What the paper leaves open: it does not say how each pair was judged, apart from those of
    Table 5, which all were judged not entailed, some examples, and 10 that were judged against
    the gold label. By Table 1, 69 + 197 = 266 of 800 pairs can be told by syntax, which are
    33%, where the paper has 34%, the sum of rounded shares; its text has 295, as has dagan2006
    (37%). With a thesaurus they are 147 + 243 = 390, of which 368 have an id in the paper. So
    of the 432 pairs without one, 22 can be told by syntax or thesaurus, and 410 cannot.
    """
    if _digest(gold) != _RTE1_TEST:
        return {}
    places = {pair_id: place for place, pair_id in enumerate(gold.ids)}
    return {
        phenomenon: np.sort([places[pair_id] for pair_id in ids])
        for phenomenon, ids in _with_unions(_read(), gold.ids).items()
    }


def _digest(gold: Gold) -> str:
    """Return the first 12 hexadecimal digits of the SHA-256 of ids and tasks, sorted."""
    rows = zip(gold.ids, gold.task_names, strict=True)
    lines = sorted(f"{pair_id}\t{task or ''}\n" for pair_id, task in rows)
    return sha256("".join(lines).encode(errors="surrogatepass")).hexdigest()[:12]


@cache
def _read() -> Mapping[Phenomenon, frozenset[str]]:
    table = ConfigParser(delimiters=":")
    table.read_string(
        files("rte_baselines.evaluation").joinpath("syntactic_phenomena.ini").read_text("utf-8")
    )
    return {
        Phenomenon(kind, name): frozenset(ids.split())
        for kind in table.sections()
        for name, ids in table[kind].items()
    }


def _with_unions(
    listed: Mapping[Phenomenon, frozenset[str]], all_ids: tuple[str, ...]
) -> dict[Phenomenon, frozenset[str]]:
    """Add what any line of a kind lists, and what any line or none does."""
    found: dict[Phenomenon, frozenset[str]] = {}
    for kind in dict.fromkeys(phenomenon.kind for phenomenon in listed):
        of_kind = {one: ids for one, ids in listed.items() if one.kind == kind}
        found |= of_kind
        if kind != _GROUP:
            found[Phenomenon(kind, "any")] = frozenset[str]().union(*of_kind.values())
    of_any = frozenset[str]().union(*listed.values())
    found[Phenomenon(_GROUP, "any of all kinds")] = of_any
    found[Phenomenon(_GROUP, "none of all kinds")] = frozenset(all_ids) - of_any
    return found
