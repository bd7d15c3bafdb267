"""The application: the page, and the JSON API that it uses."""

from collections.abc import AsyncIterator, Sequence
from functools import cache
from typing import Annotated, Any

from fastapi import Depends, FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from starlette import exceptions, routing

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import quoted
from rte_baselines.pairs import load_pairs
from rte_baselines.rendering.pages.templates import template
from rte_baselines.web.app import api
from rte_baselines.web.app.processes import Recognizers
from rte_baselines.web.app.served import LARGEST_REQUEST, LONGEST_TEXT, Served, shown_first
from rte_baselines.web.serving.pages import asset_routes
from rte_baselines.web.serving.request_checks import Limits

LIMITS = Limits(largest_body=LARGEST_REQUEST, answers_programs=True)
"""Which requests the guard lets through."""

_SAMPLE = ("sample:test", "sample:train")
_STATUS = {"time": 504, "busy": 503, "memory": 500, "failed": 500}
_LATER = {"retry-after": "5"}


def web_application(recognizers: Recognizers) -> FastAPI:
    """Return the ASGI application; `rte_baselines.web.serving` runs it, within `LIMITS`."""
    known = list(recognizers.by_name.values())
    page = template("web/app/page.html.jinja").render(
        recognizers=known,
        chosen={recognizer.name for recognizer in shown_first(known)},
        longest=LONGEST_TEXT,
    )
    routes = [
        routing.Route("/", HTMLResponse(page), methods=["GET"]),
        *asset_routes("web/app", "rendering/drawings/drawings.css"),
    ]
    # The pages that FastAPI makes of the OpenAPI document fetch scripts from other hosts.
    app = FastAPI(
        routes=routes, exception_handlers=_HANDLERS, docs_url=None, redoc_url=None, **api.ABOUT
    )
    _add_readers(app, recognizers)
    _add_askers(app, recognizers)
    return app


def _add_readers(app: FastAPI, recognizers: Recognizers) -> None:
    """Add the addresses that tell what can be asked."""

    @app.get("/v1/recognizers")
    async def list_recognizers() -> list[api.Recognizer]:
        """List the recognizers; the first is asked if none is named."""
        return [api.Recognizer.model_validate(known) for known in recognizers.by_name.values()]

    @app.get("/v1/sample")
    async def list_sample() -> list[api.SamplePair]:
        """List the pairs of the sample, with their gold labels."""
        return _sample()


def _add_askers(app: FastAPI, recognizers: Recognizers) -> None:
    """Add the addresses at which recognizers are asked."""

    def named(asked: api.ExplanationRequest) -> list[Served]:
        return _named(recognizers, asked.recognizers, "recognizers")

    @app.post("/v1/predict", responses=api.FAILURES)
    async def predict(asked: api.PredictionRequest) -> api.Predictions:
        """Label pairs by one recognizer."""
        names = None if asked.recognizer is None else [asked.recognizer]
        (recognizer,) = _named(recognizers, names, "recognizer")
        answer = await recognizers.predict(recognizer, api.asked_pairs(asked))
        if failure := answer.get("error"):
            message = f"{recognizer.name}: {answer['message']}"
            later = _LATER if failure == "busy" else None
            raise HTTPException(_STATUS[failure], message, later)
        return api.Predictions(recognizer=recognizer.name, **answer)

    @app.post("/v1/explain", responses=api.FAILURES)
    async def explain(
        asked: api.ExplanationRequest, asked_ones: Annotated[list[Served], Depends(named)]
    ) -> AsyncIterator[api.Explained | api.NotExplained]:
        """Explain the label of one pair, with a line for each recognizer as soon as it answers."""
        for recognizer in asked_ones:
            answer = await recognizers.explain(recognizer, asked.pair.to_pair(), asked.width)
            kind = api.NotExplained if "error" in answer else api.Explained
            yield kind(recognizer=recognizer.name, **answer)


def _named(recognizers: Recognizers, names: Sequence[str] | None, field: str) -> list[Served]:
    """Return the recognizers of these names, by default the first; the field is for errors."""
    known = recognizers.by_name
    chosen = [next(iter(known))] if names is None else names
    if unknown := [name for name in chosen if name not in known]:
        raise InputError(
            f"{field}: {quoted(unknown[0])} is unknown; expected one of {', '.join(known)}"
        )
    if len(set(chosen)) < len(chosen):
        raise InputError(f"{field}: a name occurs twice; once is enough")
    return [known[name] for name in chosen]


@cache
def _sample() -> list[api.SamplePair]:
    return [api.SamplePair.model_validate(pair) for name in _SAMPLE for pair in load_pairs(name)]


async def _not_answered(request: Request, error: exceptions.HTTPException) -> JSONResponse:
    """Answer a request that is refused, or for an address or by a method that there is not."""
    path, message = quoted(request.url.path), error.detail
    headers = dict(error.headers or {})
    if error.status_code == 404:
        message = f"there is no {path}; /openapi.json lists the addresses"
    elif error.status_code == 405:
        message = f"{path} does not answer {request.method}; expected {headers['Allow']}"
    return JSONResponse({"message": message}, error.status_code, headers)


async def _wrong(request: Request, error: RequestValidationError | InputError) -> JSONResponse:
    """Answer a request that asks for what there is not."""
    message = str(error) if isinstance(error, InputError) else api.what_is_wrong(error)
    return JSONResponse({"message": message}, 400)


async def _failed(request: Request, error: Exception) -> JSONResponse:
    """Answer a request that an error of ours has ended; the server reports the error."""
    return JSONResponse({"message": f"the request has an error: {type(error).__name__}"}, 500)


_HANDLERS: dict[Any, Any] = {
    exceptions.HTTPException: _not_answered,
    RequestValidationError: _wrong,
    InputError: _wrong,
    Exception: _failed,
}
