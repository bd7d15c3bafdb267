"""The WordNet database: words, senses, synsets and their relations, as arrays."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from rte_baselines.analysis.layer import KEPT_WORDS
from rte_baselines.core.errors import InputError
from rte_baselines.core.resources.arrays import ArrayFolder, open_arrays
from rte_baselines.kernels.ragged import IntArray, Ragged, offsets_of, ranges
from rte_baselines.lexicon.corpus.array_resources import ArrayResource
from rte_baselines.lexicon.corpus.vocabulary import NOT_FOUND, Vocabulary
from rte_baselines.lexicon.wordnet.database.database_files import check_arrays
from rte_baselines.lexicon.wordnet.database.relations import Part, Relation

FORMAT = "wordnet.v1"


class WordNet(ArrayResource):
    """WordNet, in memory-mapped arrays that threads and processes share.

    Words, senses and synsets are integers: the rows of the arrays. A *word* is a lemma in
    lower case, or a multiword unit with underscores for blanks (``attorney_general``). A
    *synset* is a set of synonymous words; a *sense* is a word in one of its synsets. Senses
    are in the order of their words; the senses of a word are sorted by part of speech and
    then by WordNet's number, the most frequent first. Synsets are sorted by part of speech
    and then by name.

    The object is immutable, so that threads can share it.

    Parameters
    ----------
    arrays : ArrayFolder
        In the format ``wordnet.v1``, as written by ``scripts/build_wordnet.py``.

    References
    ----------
    Fellbaum (ed.) 1998, "WordNet: an electronic lexical database".
    """

    resource = "wordnet"

    def __init__(self, arrays: ArrayFolder) -> None:
        self.arrays = arrays
        self.words = Vocabulary.from_arrays(arrays, "words")
        """All lemmas; a word is its row in this vocabulary."""
        self._exceptions = Vocabulary.from_arrays(arrays, "exceptions")
        self.sense_synsets: NDArray[np.int32] = arrays["sense_synsets"]
        """The synset of each sense, shape (senses,)."""
        self.tag_counts: NDArray[np.uint16] = arrays["sense_tag_counts"]
        """How often each sense was tagged in the semantic concordances, shape (senses,)."""
        self.max_depths: NDArray[np.uint8] = arrays["synset_max_depths"]
        """Links on the longest path from each synset up to a root, shape (synsets,)."""
        self.min_depths: NDArray[np.uint8] = arrays["synset_min_depths"]
        """Links on the shortest path from each synset up to a root, shape (synsets,)."""
        self.part_starts: NDArray[np.int32] = arrays["synset_part_starts"]
        """The first synset of each part of speech, followed by the number of synsets."""

    @classmethod
    def _open_folder(cls, folder: str) -> "WordNet":
        return cls(open_arrays(folder, FORMAT, check_arrays))

    # Words

    def senses(self, word: str, part: Part | None = None) -> IntArray:
        """Return the senses of a lemma, the most frequent first.

        Parameters
        ----------
        word : str
            A lemma of WordNet; see `morphy` for inflected forms.
        part : Part, optional
            By default all, in the order of `Part`.

        Returns
        -------
        ndarray of int64, shape (senses,)
            Read-only, since it is cached.
        """
        return _senses(self, word, part)

    def senses_of_words(self, words: IntArray, parts: IntArray | None = None) -> Ragged:
        """Return the senses of many words, in the order of `senses`.

        Parameters
        ----------
        words : ndarray of int64, shape (words,)
            Rows of `words`, or `NOT_FOUND`, which has no senses.
        parts : ndarray of int64, shape (words,), optional
            The part of speech of each word, or `NO_PART`, which has no senses; by default all.
        """
        offsets = self.arrays["word_senses_offsets"]
        is_known = words != NOT_FOUND
        starts = offsets[np.where(is_known, words, 0)].astype(np.int64)
        ends = offsets[np.where(is_known, words + 1, 0)].astype(np.int64)
        senses = ranges(starts, ends - starts)
        if parts is None:
            return senses
        synsets = self.sense_synsets[senses.values].astype(np.int64)
        return senses.keep(self.parts(synsets) == parts[senses.owners])

    def synsets(self, word: str, part: Part | None = None) -> IntArray:
        """Return the synsets of a lemma, in the order of its senses; see `senses`."""
        return self.sense_synsets[self.senses(word, part)].astype(np.int64)

    def morphy(self, form: str, part: Part | None = None) -> str | None:
        """Return the lemma of an inflected form; see `lemmas_of`.

        Parameters
        ----------
        part : Part, optional
            By default the first that has a lemma for the form, in the order of `Part`.

        Returns
        -------
        str or None
            The result of NLTK's ``wordnet.morphy``.
        """
        for candidate in Part if part is None else (part,):
            if lemmas := self.lemmas_of(form, candidate):
                return lemmas[0]
        return None

    def lemmas_of(self, form: str, part: Part) -> list[str]:
        """Return all possible lemmas of a form, in morphy's order.

        Parameters
        ----------
        form : str
            In lower case, with underscores for blanks. As in NLTK, other forms are not found.
        """
        candidates = dict.fromkeys(base_forms(form, part, self._exceptions_of(form, part)))
        return [lemma for lemma in candidates if len(self.senses(lemma, part))]

    def _exceptions_of(self, form: str, part: Part) -> list[str] | None:
        row = self._exceptions.row(form)
        if row == NOT_FOUND:
            return None
        entries = _slice(self.arrays["exception_lemmas_offsets"], row)
        lemmas = self.arrays["exception_lemmas"][entries]
        lemmas = lemmas[self.arrays["exception_parts"][entries] == part]
        if not len(lemmas):
            return None
        return [self.words.string(lemma) for lemma in lemmas if lemma != NOT_FOUND]

    def irregular_forms(self) -> Iterator[tuple[str, str, Part]]:
        """Yield the irregular forms of WordNet, each with its lemma and part of speech."""
        for row in range(len(self._exceptions)):
            form = self._exceptions.string(row)
            entries = _slice(self.arrays["exception_lemmas_offsets"], row)
            lemmas = self.arrays["exception_lemmas"][entries].tolist()
            parts = self.arrays["exception_parts"][entries].tolist()
            for lemma, part in zip(lemmas, parts, strict=True):
                if lemma != NOT_FOUND:
                    yield form, self.words.string(lemma), Part(part)

    # Senses

    def words_of_senses(self, senses: IntArray) -> IntArray:
        """Return the word of each sense; shape as `senses`."""
        offsets = self.arrays["word_senses_offsets"]
        # Of the type of the offsets, all of which NumPy would convert otherwise.
        rows = np.searchsorted(offsets, senses.astype(offsets.dtype), side="right")
        return rows.astype(np.int64) - 1

    def word_of_sense(self, sense: int) -> str:
        """Return the lemma of a sense."""
        return _word_of_sense(self, sense)

    def sense_number(self, sense: int) -> int:
        """Return WordNet's number of a sense among those of its word and part, from 1."""
        return int(self.arrays["sense_numbers"][sense])

    def related_senses(self, sense: int, *relations: Relation) -> IntArray:
        """Return the senses that a sense points to, by any of the relations.

        Antonymy, derivation, pertainymy and participles are relations of senses; verb
        groups, domains and "also see" sometimes are. The array is read-only, since it is
        cached.
        """
        return _targets(self, "sense_pointers", sense, relations)

    # Synsets

    def related(self, synset: int, *relations: Relation) -> IntArray:
        """Return the synsets that a synset points to, by any of the relations.

        The array is read-only, since it is cached.
        """
        return _targets(self, "synset_pointers", synset, relations)

    def senses_of_synset(self, synset: int) -> IntArray:
        """Return the senses of a synset's words, in WordNet's order."""
        members = _slice(self.arrays["synset_senses_offsets"], synset)
        return self.arrays["synset_senses"][members].astype(np.int64)

    def parts(self, synsets: IntArray) -> IntArray:
        """Return the part of speech of each synset; shape as `synsets`."""
        parts = np.searchsorted(self.part_starts, synsets, side="right")
        return parts.astype(np.int64) - 1

    def part(self, synset: int) -> Part:
        """Return the part of speech of a synset."""
        return Part(int(self.parts(np.array([synset]))[0]))

    def is_satellite(self, synset: int) -> bool:
        """Whether a synset is an adjective satellite, similar to a head adjective."""
        return bool(self.arrays["synset_is_satellite"][synset])

    def lexicographer_file(self, synset: int) -> str:
        """Return the name of the lexicographer file of a synset, such as ``noun.animal``."""
        number = self.arrays["synset_lexicographer_files"][synset]
        return str(self.arrays.description["lexicographer_files"][number])

    def name(self, synset: int) -> str:
        """Return the name of a synset: first word, part and sense number, as ``dog.n.01``."""
        first = int(self.senses_of_synset(synset)[0])
        letter = "s" if self.is_satellite(synset) else self.part(synset).letter
        return f"{self.word_of_sense(first)}.{letter}.{self.sense_number(first):02d}"

    def synset(self, name: str) -> int:
        """Return the synset with a name such as ``dog.n.01``: word, part and sense number.

        Raises
        ------
        InputError
            If WordNet has none.
        """
        word, _, rest = name.rpartition(".")
        word, _, letter = word.rpartition(".")
        if letter and letter in "nvars" and rest.isdecimal():
            for sense in self.senses(word, Part.of_letter(letter)).tolist():
                if self.sense_number(sense) == int(rest):
                    return int(self.sense_synsets[sense])
        raise InputError(f"WordNet has no synset {name!r}; expected one such as 'dog.n.01'")

    def __len__(self) -> int:
        """Return the number of synsets."""
        return int(self.part_starts[-1])

    # Glosses

    def definition(self, synset: int) -> IntArray:
        """Return the digests of the content lemmas of the definition of a synset, in order.

        The digests are those of the ``.ids`` layers of analysis. Words of the closed classes are
        excluded. As the part of speech is unknown, the lemma of a word is that of the first part,
        in the order of `Part`, that has one.
        """
        start, stop = self.arrays["gloss_offsets"][2 * synset : 2 * synset + 2]
        codes = self.arrays["gloss_lemmas"][start:stop]
        digests: IntArray = self.arrays["gloss_lemma_digests"][codes]
        return digests


# Cached here and not in the object, which is immutable. The caches are bounded, can be used by
# several threads, and a forked process continues with a copy.


@lru_cache(maxsize=KEPT_WORDS)
def _senses(wordnet: WordNet, word: str, part: Part | None) -> IntArray:
    row = wordnet.words.row(word)
    if row == NOT_FOUND:
        return _read_only(np.empty(0, np.int64))
    senses = _slice(wordnet.arrays["word_senses_offsets"], row)
    chosen = np.arange(senses.start, senses.stop, dtype=np.int64)
    if part is not None:
        first, end = wordnet.part_starts[part : part + 2]
        synsets = wordnet.sense_synsets[senses]
        chosen = chosen[(synsets >= first) & (synsets < end)]
    return _read_only(chosen)


@lru_cache(maxsize=KEPT_WORDS)
def _word_of_sense(wordnet: WordNet, sense: int) -> str:
    return wordnet.words.string(int(wordnet.words_of_senses(np.array([sense]))[0]))


@lru_cache(maxsize=KEPT_WORDS)
def _targets(wordnet: WordNet, kind: str, row: int, relations: tuple[Relation, ...]) -> IntArray:
    pointers = _slice(wordnet.arrays[f"{kind}_offsets"], row)
    kinds = wordnet.arrays[f"{kind}_relations"][pointers].tolist()
    targets = wordnet.arrays[f"{kind}_targets"][pointers].tolist()
    # Most have few pointers, for which lists are much faster than `numpy.isin`.
    wanted = [
        target for relation, target in zip(kinds, targets, strict=True) if relation in relations
    ]
    return _read_only(np.array(wanted, dtype=np.int64))


def _read_only(array: IntArray) -> IntArray:
    array.setflags(write=False)
    return array


def _slice(offsets: NDArray[np.int32], row: int) -> slice:
    return slice(int(offsets[row]), int(offsets[row + 1]))


def wordnet_in_use() -> WordNet:
    """Return the WordNet in use: the user's own or the shipped one, opened once.

    Raises
    ------
    ResourceError
        If it is missing or damaged.
    """
    return WordNet.open()


def synset_links(
    wordnet: WordNet, kinds: Mapping[int, Sequence[Relation]]
) -> tuple[IntArray, NDArray[np.uint8], NDArray[np.int32]]:
    """Return the distinct links of some kinds between synsets, as offsets, kinds and targets.

    A pointer between senses is a link between their synsets. `kinds` are fewer than relations;
    relations of no kind are excluded. ``offsets[i]`` is the first link of synset i, whose kinds
    ascend.
    """
    sense_sources, sense_kinds, sense_targets = _pointers(wordnet, "sense_pointers", kinds)
    sources, link_kinds, targets = _pointers(wordnet, "synset_pointers", kinds)
    sources = np.concatenate((sources, wordnet.sense_synsets[sense_sources]))
    link_kinds = np.concatenate((link_kinds, sense_kinds))
    targets = np.concatenate((targets, wordnet.sense_synsets[sense_targets]))
    # Sorting one key for each link is much faster than sorting rows.
    shape = len(wordnet), len(Relation), len(wordnet)
    keys = np.unique(np.ravel_multi_index((sources, link_kinds, targets), shape))
    sources, link_kinds, targets = np.unravel_index(keys, shape)
    offsets = offsets_of(np.bincount(sources, minlength=len(wordnet)))
    return offsets, link_kinds.astype(np.uint8), targets.astype(np.int32)


def _pointers(
    wordnet: WordNet, name: str, kinds: Mapping[int, Sequence[Relation]]
) -> tuple[IntArray, IntArray, IntArray]:
    """Return the sources, kinds and targets of the pointers of these kinds."""
    kind_of = np.full(len(Relation), -1, np.int64)
    for kind, relations in kinds.items():
        kind_of[list(relations)] = kind
    offsets = wordnet.arrays[f"{name}_offsets"]
    sources = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    kinds_of_all = kind_of[wordnet.arrays[f"{name}_relations"]]
    wanted = kinds_of_all >= 0
    return sources[wanted], kinds_of_all[wanted], wordnet.arrays[f"{name}_targets"][wanted]


# morphy(7WN), "Rules of Detachment": an ending and its replacement.
_DETACHMENTS: Mapping[Part, Sequence[tuple[str, str]]] = MappingProxyType(
    {
        Part.NOUN: (
            *(("s", ""), ("ses", "s"), ("ves", "f"), ("xes", "x"), ("zes", "z")),
            *(("ches", "ch"), ("shes", "sh"), ("men", "man"), ("ies", "y")),
        ),
        Part.VERB: (
            *(("s", ""), ("ies", "y"), ("es", "e"), ("es", "")),
            *(("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")),
        ),
        Part.ADJECTIVE: (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
        Part.ADVERB: (),
    }
)


def base_forms(form: str, part: Part, exceptions: Sequence[str] | None) -> list[str]:
    """Return the possible lemmas of a form, the most likely first, as NLTK applies morphy(7WN).

    The form, in lower case with underscores for blanks, comes first; WordNet may lack some lemmas.
    The rules are applied once, and not to the words within a multiword unit. They are replaced by
    `exceptions`, the lemmas of the form in the exception list of the part, if it is in the list.
    """
    if exceptions is not None:
        return [form, *exceptions]
    detached = [
        form.removesuffix(ending) + replacement
        for ending, replacement in _DETACHMENTS[part]
        if form.endswith(ending)
    ]
    return [form, *detached]
