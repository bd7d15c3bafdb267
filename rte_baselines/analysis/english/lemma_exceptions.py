"""Lemmas of single forms that the lemmatizer of the shipped pipeline gets wrong."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

FACTORY = "rte_baselines_lemma_exceptions"
"""The name of the component in spaCy's configs."""

_FILE = "exceptions.json"

Exceptions = Mapping[str, Mapping[str, str]]
"""Lemmas by Penn tag and form."""


class LemmaExceptions:
    """A spaCy component that replaces the lemmas of listed forms.

    It runs after the tagger and the lemmatizer. `exceptions` has lemmas by Penn tag and form; a
    form in lower case also matches capitalized ones.
    """

    def __init__(self, exceptions: Exceptions) -> None:
        self.exceptions = exceptions

    def __call__(self, doc: Any) -> Any:
        """Replace the lemmas."""
        for word in doc:
            lemmas = self.exceptions.get(word.tag_, {})
            word.lemma_ = lemmas.get(word.text) or lemmas.get(word.lower_) or word.lemma_
        return doc

    def to_disk(self, path: Path, exclude: Any = ()) -> None:
        """Write the exceptions into a folder, as spaCy has its components do."""
        path.mkdir(exist_ok=True)
        (path / _FILE).write_text(json.dumps(self.exceptions, ensure_ascii=False), "utf-8")

    def from_disk(self, path: Path, exclude: Any = ()) -> "LemmaExceptions":
        """Read the exceptions from a folder."""
        self.exceptions = json.loads((path / _FILE).read_text("utf-8"))
        return self


def register_component() -> None:
    """Register the component with spaCy as `FACTORY`, so that configs can use it."""
    from spacy.language import Language

    Language.factory(
        FACTORY,
        default_config={},
        requires=["token.tag"],
        assigns=["token.lemma"],
        func=lambda nlp, name: LemmaExceptions({}),
    )
