"""The JSON API: types of requests and answers, which check them and describe them in OpenAPI."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from rte_baselines.core.errors import InputError
from rte_baselines.core.importing import version
from rte_baselines.core.quoting import quoted
from rte_baselines.pairs import Label, Pair
from rte_baselines.rendering.drawings.decisions import WIDTH
from rte_baselines.rendering.drawings.shapes import Alignment
from rte_baselines.web.app.served import LARGEST_REQUEST, LONGEST_NAME, LONGEST_TEXT, MOST_PAIRS

Name = Annotated[str, Field(max_length=LONGEST_NAME)]
Text = Annotated[str, StringConstraints(max_length=LONGEST_TEXT, strip_whitespace=True)]
Certainty = Annotated[float, Field(ge=0, le=1)]


ABOUT: dict[str, Any] = {
    "title": "rte_baselines",
    "version": version("rte-baselines"),
    "license_info": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
    "description": "Labels and explanations of pairs of a text and a hypothesis. Requests "
    f"have at most {LARGEST_REQUEST} bytes. Browsers must send them from the page itself. "
    "Nothing of a request is stored.",
}
"""What the OpenAPI document says of the API."""


class _Request(BaseModel):
    """A JSON object of these fields and no others."""

    model_config = ConfigDict(extra="forbid", strict=True)


class _Answer(BaseModel):
    """A JSON object of these fields and no others, of a mapping or of an object's attributes."""

    model_config = ConfigDict(extra="forbid", from_attributes=True)


class AskedPair(_Request):
    """A pair that is asked about; its id is by default its number, from 1."""

    text: Text
    hypothesis: Text
    task: Name | None = None
    id: Name | None = None

    def to_pair(self, number: int = 1) -> Pair:
        """Return the pair, given its number in the request."""
        pair_id = str(number) if self.id is None else self.id
        return Pair(pair_id, self.text, self.hypothesis, self.task or None)


class PredictionRequest(_Request):
    """Pairs, and the recognizer that labels them, by default the first."""

    pairs: Annotated[list[AskedPair], Field(min_length=1, max_length=MOST_PAIRS)]
    recognizer: str | None = None


class ExplanationRequest(_Request):
    """A pair, the recognizers that explain it, by default the first, and the width of drawings."""

    pair: AskedPair
    recognizers: Annotated[list[str], Field(min_length=1)] | None = None
    width: Annotated[int, Field(ge=240, le=1_200)] = WIDTH


class Recognizer(_Answer):
    """A recognizer that can be asked."""

    name: str
    description: str
    labels: list[Label]
    is_slow: bool
    trained_on: str
    is_trained: bool


class SamplePair(_Answer):
    """A pair of the sample, with its gold label."""

    id: str
    text: str
    hypothesis: str
    task: str | None
    label: Label


class Prediction(_Answer):
    """What a recognizer predicts for a pair."""

    id: str
    label: Label
    confidence: Certainty
    score: Certainty
    probabilities: dict[str, Certainty] | None
    in_training: bool | None


class Predictions(_Answer):
    """The predictions of a recognizer, in the order of the pairs."""

    recognizer: str
    predictions: list[Prediction]
    warnings: list[str]


class Illustration(_Answer):
    """What a feature found, as lines and as a drawing."""

    title: str
    lines: list[str]
    drawing: dict[str, Any] | None


class FeaturePull(_Answer):
    """What a feature does to the decision, compared with its mean over the training pairs."""

    name: str
    value: float | None
    mean: float | None
    pull: float
    dimensions: int


class Explanation(_Answer):
    """The reasons of a decision, as `Explanation.to_dict` in Python has them."""

    pair: dict[str, Any]
    label: Label
    sentence: str
    confidence: Certainty
    entailment: Certainty
    score: Certainty
    scale: str
    text: list[str]
    hypothesis: list[str]
    features: list[FeaturePull]
    task_pull: float
    alignments: dict[str, list[Alignment]]
    illustrations: dict[str, list[Illustration]]
    compared_text: str


class Explained(_Answer):
    """The explanation of a recognizer, as data and as HTML."""

    recognizer: str
    explanation: Explanation
    html: str
    warnings: list[str]


class NotExplained(_Answer):
    """Why a recognizer has not answered."""

    recognizer: str
    error: Literal["time", "memory", "failed", "busy"]
    message: str


class Error(_Answer):
    """What is wrong with a request, or has failed."""

    message: str


def asked_pairs(request: PredictionRequest) -> tuple[Pair, ...]:
    """Return the pairs of a request; an error if two have the same id."""
    pairs = tuple(pair.to_pair(number) for number, pair in enumerate(request.pairs, 1))
    seen: set[str] = set()
    for index, pair in enumerate(pairs):
        if pair.id in seen:
            raise InputError(f"pairs[{index}].id: {quoted(pair.id)} occurs twice")
        seen.add(pair.id)
    return pairs


def what_is_wrong(error: RequestValidationError) -> str:
    """Return in one line which field of a request is wrong, and what is expected."""
    first = error.errors()[0]
    _, *path = first["loc"]
    if first["type"] == "json_invalid":
        return f"the request: {first['ctx']['error']}"
    if first["type"] == "extra_forbidden":
        return f"{_place(path[:-1])}: unknown field {quoted(str(path[-1]))}"
    return f"{_place(path)}: {first['msg']}"


def _place(path: Sequence[str | int]) -> str:
    """Return the words for a place in a request, such as pairs[0].text."""
    words = [f"[{part}]" if isinstance(part, int) else f".{part}" for part in path]
    return "".join(words).removeprefix(".") or "the request"


FAILURES: dict[int | str, dict[str, Any]] = {
    status: {"model": Error, "description": description}
    for status, description in (
        (400, "A field is missing or wrong."),
        (403, "The request comes from another page, or names another host."),
        (408, "The request does not arrive."),
        (413, "The request is too large."),
        (415, "The request does not say that it is JSON."),
        (500, "The recognizer has failed."),
        (503, "Too many requests; send it again after the number of seconds in Retry-After."),
        (504, "The recognizer has not answered in time."),
        ("default", "The request is not answered."),
    )
}
"""What the OpenAPI document says of requests that are not answered."""
