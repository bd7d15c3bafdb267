"""The OpenAPI document of the JSON API, written by hand; tests compare it with answers."""

from typing import Any

from rte_baselines.core.package_versions import version
from rte_baselines.pairs import Label
from rte_baselines.web.app.limits import LARGEST_REQUEST, LONGEST_NAME, LONGEST_TEXT, MOST_PAIRS
from rte_baselines.web.app.request_parsing import WIDTHS

Schema = dict[str, Any]

_LABEL: Schema = {"type": "string", "enum": [label.value for label in Label]}
_CERTAINTY: Schema = {"type": "number", "minimum": 0, "maximum": 1}
_STRINGS: Schema = {"type": "array", "items": {"type": "string"}}


def openapi() -> dict[str, Any]:
    """Return the document."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "rte_baselines",
            "version": version("rte-baselines"),
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
            "description": "Labels and explanations of pairs of a text and a hypothesis. Requests "
            f"have at most {LARGEST_REQUEST} bytes. Browsers must send them from the page itself. "
            "Nothing of a request is stored.",
        },
        "paths": {
            "/v1/recognizers": {"get": _recognizers()},
            "/v1/predict": {"post": _predict()},
            "/v1/explain": {"post": _explain()},
            "/v1/sample": {"get": _sample()},
        },
        "components": {"schemas": _schemas()},
    }


def _recognizers() -> Schema:
    return {
        "operationId": "recognizers",
        "summary": "The recognizers that can be asked; the first is asked if none is named",
        "responses": {"200": _json("The recognizers.", _list_of("Recognizer"))},
    }


def _sample() -> Schema:
    return {
        "operationId": "sample",
        "summary": "The pairs of the sample, with their gold labels",
        "responses": {"200": _json("The pairs.", _list_of("SamplePair"))},
    }


def _predict() -> Schema:
    return {
        "operationId": "predict",
        "summary": "Labels of pairs by one recognizer",
        "requestBody": _body("PredictionRequest"),
        "responses": {
            "200": _json("The predictions, in the order of the pairs.", _ref("Predictions")),
            **_failures(),
        },
    }


def _explain() -> Schema:
    return {
        "operationId": "explain",
        "summary": "The labels of one pair by several recognizers, with their explanations",
        "requestBody": _body("ExplanationRequest"),
        "responses": {
            "200": {
                "description": "A line of JSON for each recognizer, as soon as it has answered.",
                "content": {"application/x-ndjson": {"schema": _ref("ExplanationLine")}},
            },
            **_failures(),
        },
    }


def _failures() -> Schema:
    described = {
        "400": "A field is missing or wrong.",
        "403": "The request comes from another page, or names another host.",
        "408": "The request does not arrive.",
        "413": "The request is too large.",
        "415": "The request does not say that it is JSON.",
        "500": "The recognizer has failed.",
        "503": "Too many requests; send it again after the number of seconds in Retry-After.",
        "504": "The recognizer has not answered in time.",
    }
    return {code: _json(text, _ref("Error")) for code, text in described.items()}


def _schemas() -> Schema:
    return {
        "Pair": _object(
            {
                "id": {"type": "string", "maxLength": LONGEST_NAME},
                "text": {"type": "string", "maxLength": LONGEST_TEXT},
                "hypothesis": {"type": "string", "maxLength": LONGEST_TEXT},
                "task": {"type": ["string", "null"], "maxLength": LONGEST_NAME},
            },
            required=["text", "hypothesis"],
        ),
        "SamplePair": _object(
            {
                "id": {"type": "string"},
                "text": {"type": "string"},
                "hypothesis": {"type": "string"},
                "task": {"type": ["string", "null"]},
                "label": _LABEL,
            }
        ),
        "Recognizer": _object(
            {
                "name": {"type": "string"},
                "description": {"type": "string"},
                "labels": {"type": "array", "items": _LABEL},
                "is_slow": {"type": "boolean"},
                "trained_on": {"type": "string"},
                "is_trained": {"type": "boolean"},
            }
        ),
        "PredictionRequest": _object(
            {
                "pairs": {**_list_of("Pair"), "minItems": 1, "maxItems": MOST_PAIRS},
                "recognizer": {"type": "string"},
            },
            required=["pairs"],
        ),
        "Predictions": _object(
            {
                "recognizer": {"type": "string"},
                "predictions": _list_of("Prediction"),
                "warnings": _STRINGS,
            }
        ),
        "Prediction": _object(
            {
                "id": {"type": "string"},
                "label": _LABEL,
                "confidence": _CERTAINTY,
                "score": _CERTAINTY,
                "probabilities": {
                    "type": ["object", "null"],
                    "additionalProperties": _CERTAINTY,
                },
                "in_training": {"type": ["boolean", "null"]},
            }
        ),
        "ExplanationRequest": _object(
            {
                "pair": _ref("Pair"),
                "recognizers": {**_STRINGS, "minItems": 1},
                "width": {"type": "integer", "minimum": WIDTHS[0], "maximum": WIDTHS[1]},
            },
            required=["pair"],
        ),
        "ExplanationLine": {"anyOf": [_ref("Explained"), _ref("NotExplained")]},
        "Explained": _object(
            {
                "recognizer": {"type": "string"},
                "explanation": _ref("Explanation"),
                "html": {"type": "string"},
                "warnings": _STRINGS,
            }
        ),
        "NotExplained": _object(
            {
                "recognizer": {"type": "string"},
                "error": {"enum": ["time", "memory", "failed", "busy"]},
                "message": {"type": "string"},
            }
        ),
        "Explanation": _explanation(),
        "Error": _object({"message": {"type": "string"}}),
    }


def _explanation() -> Schema:
    """Return the schema of what `Explanation.to_dict` returns; drawings are not described."""
    alignment = _object(
        {
            "hypothesis": {"type": "integer"},
            "text": {"type": ["integer", "null"]},
            "relation": {"type": "string"},
        }
    )
    illustration = _object(
        {"title": {"type": "string"}, "lines": _STRINGS, "drawing": {"type": ["object", "null"]}}
    )
    number: Schema = {"type": ["number", "null"]}
    pull = _object(
        {
            "name": {"type": "string"},
            "value": number,
            "mean": number,
            "pull": {"type": "number"},
            "dimensions": {"type": "integer"},
        }
    )
    return _object(
        {
            "pair": {"type": "object"},
            "label": _LABEL,
            "sentence": {"type": "string"},
            "confidence": _CERTAINTY,
            "entailment": _CERTAINTY,
            "score": _CERTAINTY,
            "scale": {"type": "string"},
            "text": _STRINGS,
            "hypothesis": _STRINGS,
            "features": {"type": "array", "items": pull},
            "task_pull": {"type": "number"},
            "alignments": _mapping_to_lists(alignment),
            "illustrations": _mapping_to_lists(illustration),
        }
    )


def _mapping_to_lists(items: Schema) -> Schema:
    return {"type": "object", "additionalProperties": {"type": "array", "items": items}}


def _object(properties: Schema, required: list[str] | None = None) -> Schema:
    """Return the schema of an object without other fields; by default, all are required."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties) if required is None else required,
        "additionalProperties": False,
    }


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _list_of(name: str) -> Schema:
    return {"type": "array", "items": _ref(name)}


def _body(name: str) -> Schema:
    return {"required": True, "content": {"application/json": {"schema": _ref(name)}}}


def _json(description: str, schema: Schema) -> Schema:
    return {"description": description, "content": {"application/json": {"schema": schema}}}
