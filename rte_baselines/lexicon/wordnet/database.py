"""WordNet as arrays: words, senses, synsets, and how they are related."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rte_baselines.arrays import ArrayFolder, open_arrays
from rte_baselines.errors import InputError
from rte_baselines.kernels.ragged import IntArray, Ragged
from rte_baselines.kernels.word_senses import select_senses
from rte_baselines.lexicon.vocabulary import NOT_FOUND, Vocabulary
from rte_baselines.lexicon.wordnet.checking import check_arrays
from rte_baselines.lexicon.wordnet.morphology import base_forms
from rte_baselines.lexicon.wordnet.parts import Part
from rte_baselines.lexicon.wordnet.relations import Relation
from rte_baselines.resources import required

FORMAT = "wordnet.v1"


class WordNet:
    """WordNet, read from arrays that threads and processes share.

    Words, senses and synsets are whole numbers, the rows of the arrays. A *word* is a
    lemma in lower case, a multiword unit among them with underscores for blanks
    (``attorney_general``). A *synset* is a set of words that mean the same; a *sense* is
    a word in one of its synsets. Senses stand in the order of their words; those of one
    word by part of speech and then as WordNet numbers them, the most frequent first.
    Synsets stand by part of speech and then in the order of their names.

    Nothing changes after opening, so that threads may share one object.

    Parameters
    ----------
    arrays : ArrayFolder
        Of the format ``wordnet.v1``, as ``scripts/build_wordnet.py`` writes it.

    References
    ----------
    Fellbaum (ed.) 1998, "WordNet: an electronic lexical database".
    """

    def __init__(self, arrays: ArrayFolder) -> None:
        self.arrays = arrays
        self.words = Vocabulary.from_arrays(arrays, "words")
        """All lemmas; a word's number is its row there."""
        self._exceptions = Vocabulary.from_arrays(arrays, "exceptions")
        self.sense_synsets: NDArray[np.int32] = arrays["sense_synsets"]
        """The synset of each sense, shape (senses,)."""
        self.tag_counts: NDArray[np.uint16] = arrays["sense_tag_counts"]
        """How often each sense was tagged in the semantic concordances, shape (senses,)."""
        self.max_depths: NDArray[np.uint8] = arrays["synset_max_depths"]
        """Links on the longest way from each synset up to a root, shape (synsets,)."""
        self.min_depths: NDArray[np.uint8] = arrays["synset_min_depths"]
        """Links on the shortest way from each synset up to a root, shape (synsets,)."""
        self.part_starts: NDArray[np.int32] = arrays["synset_part_starts"]
        """The first synset of each part of speech, and their number at the end."""

    @classmethod
    def open(cls, folder: str | Path | None = None) -> "WordNet":
        """Open a built WordNet.

        Parameters
        ----------
        folder : str or Path, optional
            By default the user's own, or the shipped one (see `resources.required`).

        Raises
        ------
        ResourceError
            If it is missing, damaged or something else.
        """
        return cls(open_arrays(folder or required("wordnet"), FORMAT, check_arrays))

    @property
    def digest(self) -> str:
        """What tells this WordNet from others."""
        return self.arrays.digest

    # Words

    def senses(self, word: str, part: Part | None = None) -> IntArray:
        """Return the senses of a lemma, the most frequent first.

        Parameters
        ----------
        word : str
            As it stands in WordNet; see `morphy` for inflected forms.
        part : Part, optional
            By default all, in the order of `Part`.
        """
        row = self.words.row(word)
        if row == NOT_FOUND:
            return np.empty(0, np.int64)
        if part is None:
            offsets = self.arrays["word_senses_offsets"]
            return np.arange(offsets[row], offsets[row + 1], dtype=np.int64)
        return self.senses_of_words(np.array([row]), np.array([part]))[0]

    def senses_of_words(self, words: IntArray, parts: IntArray) -> Ragged:
        """Return the senses of many words.

        Parameters
        ----------
        words : ndarray of int64, shape (words,)
            Rows of `words`, or `NOT_FOUND`, which has no senses.
        parts : ndarray of int64, shape (words,)
            The part of speech of each, or `NO_PART`, which has no senses either.
        """
        return select_senses(
            words, parts, self.arrays["word_senses_offsets"], self.sense_synsets, self.part_starts
        )

    def synsets(self, word: str, part: Part | None = None) -> IntArray:
        """Return the synsets of a lemma, in the order of its senses; see `senses`."""
        return self.sense_synsets[self.senses(word, part)].astype(np.int64)

    def morphy(self, form: str, part: Part | None = None) -> str | None:
        """Return the lemma of an inflected form; see `lemmas_of`.

        Parameters
        ----------
        form : str
        part : Part, optional
            By default the first that has the form, in the order of `Part`.

        Returns
        -------
        str or None
            What NLTK's ``wordnet.morphy`` returns.
        """
        for each in Part if part is None else (part,):
            if lemmas := self.lemmas_of(form, each):
                return lemmas[0]
        return None

    def lemmas_of(self, form: str, part: Part) -> list[str]:
        """Return all lemmas that a form may be a form of, in morphy's order.

        Parameters
        ----------
        form : str
            In lower case, with underscores for blanks. As in NLTK, other forms are no
            words of WordNet's.
        part : Part
        """
        candidates = dict.fromkeys(base_forms(form, part, self._exceptions_of(form, part)))
        return [lemma for lemma in candidates if len(self.senses(lemma, part))]

    def _exceptions_of(self, form: str, part: Part) -> list[str] | None:
        row = self._exceptions.row(form)
        if row == NOT_FOUND:
            return None
        entries = _slice(self.arrays["exception_lemmas_offsets"], row)
        lemmas = self.arrays["exception_lemmas"][entries]
        of_part = lemmas[self.arrays["exception_parts"][entries] == part]
        if not len(of_part):
            return None
        return [self.words.string(lemma) for lemma in of_part if lemma != NOT_FOUND]

    def irregular_forms(self) -> Iterator[tuple[str, str, Part]]:
        """Yield each form that WordNet lists as irregular, its lemma and their part of speech."""
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
        places = np.searchsorted(self.arrays["word_senses_offsets"], senses, side="right")
        return places.astype(np.int64) - 1

    def word_of_sense(self, sense: int) -> str:
        """Return the lemma of a sense."""
        return self.words.string(int(self.words_of_senses(np.array([sense]))[0]))

    def sense_number(self, sense: int) -> int:
        """Return how WordNet numbers a sense among those of its word and part, from 1."""
        return int(self.arrays["sense_numbers"][sense])

    def related_senses(self, sense: int, *relations: Relation) -> IntArray:
        """Return the senses that a sense itself points to, by any of the relations.

        Antonymy, derivation, pertainymy and participles are between senses, and now and
        then a verb group, a domain or an "also see".
        """
        return self._targets("sense_pointers", sense, relations)

    # Synsets

    def related(self, synset: int, *relations: Relation) -> IntArray:
        """Return the synsets that a synset as a whole points to, by any of the relations."""
        return self._targets("synset_pointers", synset, relations)

    def _targets(self, kind: str, row: int, relations: Sequence[Relation]) -> IntArray:
        pointers = _slice(self.arrays[f"{kind}_offsets"], row)
        wanted = np.isin(self.arrays[f"{kind}_relations"][pointers], relations)
        return self.arrays[f"{kind}_targets"][pointers][wanted].astype(np.int64)

    def senses_of_synset(self, synset: int) -> IntArray:
        """Return the senses of a synset's words, in WordNet's order."""
        members = _slice(self.arrays["synset_senses_offsets"], synset)
        return self.arrays["synset_senses"][members].astype(np.int64)

    def words_of_synset(self, synset: int) -> list[str]:
        """Return the lemmas of a synset, in WordNet's order."""
        return [self.word_of_sense(sense) for sense in self.senses_of_synset(synset).tolist()]

    def parts(self, synsets: IntArray) -> IntArray:
        """Return the part of speech of each synset; shape as `synsets`."""
        places = np.searchsorted(self.part_starts, synsets, side="right")
        return places.astype(np.int64) - 1

    def part(self, synset: int) -> Part:
        """Return the part of speech of a synset."""
        return Part(int(self.parts(np.array([synset]))[0]))

    def is_satellite(self, synset: int) -> bool:
        """Whether a synset is an adjective that stands around another, which it is similar to."""
        return bool(self.arrays["synset_is_satellite"][synset])

    def lexicographer_file(self, synset: int) -> str:
        """Return the name of the file a synset was written in, such as ``noun.animal``."""
        number = self.arrays["synset_lexicographer_files"][synset]
        return str(self.arrays.description["lexicographer_files"][number])

    def name(self, synset: int) -> str:
        """Return the first word, part and number of that sense, such as ``dog.n.01``."""
        first = int(self.senses_of_synset(synset)[0])
        letter = "s" if self.is_satellite(synset) else self.part(synset).letter
        return f"{self.word_of_sense(first)}.{letter}.{self.sense_number(first):02d}"

    def synset(self, name: str) -> int:
        """Return the synset with a word, part and number, such as ``dog.n.01``.

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
        """How many synsets there are."""
        return int(self.part_starts[-1])

    # Glosses

    def gloss(self, synset: int, *, examples: bool = True) -> IntArray:
        """Return the digests of the content lemmas of a synset's gloss, in their order.

        Parameters
        ----------
        synset : int
        examples : bool
            Whether to go on after the definition.

        Returns
        -------
        ndarray of int64
            The digests are those of the ``.ids`` layers of analysis. Words of the closed
            classes are left out. As the part of speech is not known, a word stands as
            the lemma of the first part, in the order of `Part`, that has one for it.
        """
        offsets = self.arrays["gloss_offsets"]
        start, stop = offsets[2 * synset], offsets[2 * synset + (2 if examples else 1)]
        codes = self.arrays["gloss_lemmas"][start:stop]
        digests: IntArray = self.arrays["gloss_lemma_digests"][codes]
        return digests


def _slice(offsets: NDArray[np.int32], row: int) -> slice:
    return slice(int(offsets[row]), int(offsets[row + 1]))


@lru_cache(maxsize=4)
def open_wordnet(folder: str) -> WordNet:
    """Open a built WordNet, or return the one that is open from that folder already."""
    return WordNet.open(folder)


def wordnet_in_use() -> WordNet:
    """Return the WordNet in use: the user's own or the shipped one, opened once.

    Raises
    ------
    ResourceError
        If it is missing or damaged.
    """
    return open_wordnet(required("wordnet"))
