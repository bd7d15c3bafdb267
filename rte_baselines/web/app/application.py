"""The application: the page, and the JSON API that it uses."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from functools import cache, wraps
from typing import TYPE_CHECKING, Any

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import quoted
from rte_baselines.pairs import Pair, load_pairs
from rte_baselines.web.app.api import (
    ExplanationRequest,
    PredictionRequest,
    asked_pairs,
    openapi,
    read_request,
)
from rte_baselines.web.app.jobs import LARGEST_REQUEST, LONGEST_TEXT, MOST_REQUESTS
from rte_baselines.web.app.processes import Recognizers
from rte_baselines.web.app.served import Served
from rte_baselines.web.serving.pages import asset_routes, read_body, template_of
from rte_baselines.web.serving.request_checks import Admission, Application, Limits

if TYPE_CHECKING:
    from starlette.exceptions import HTTPException
    from starlette.requests import Request
    from starlette.responses import Response

    Handler = Callable[["Webapp", Request], Awaitable[Response]]

LIMITS = Limits(largest_body=LARGEST_REQUEST, answers_programs=True)
"""Which requests the guard lets through."""

_PACKAGE = "rte_baselines.web.app"
_SAMPLE = ("sample:test", "sample:train")
_STATUS = {"time": 504, "busy": 503, "memory": 500, "failed": 500}
_LATER = {"retry-after": "5"}
_CLOSING = {"connection": "close"}


def web_application(recognizers: Recognizers) -> Application:
    """Return the ASGI application; `rte_baselines.web.serving` runs it, within `LIMITS`."""
    from starlette.applications import Starlette
    from starlette.exceptions import HTTPException
    from starlette.routing import Route

    app = Webapp(recognizers)
    routes = [
        Route("/", app.page),
        Route("/v1/recognizers", app.recognizers),
        Route("/v1/sample", app.sample),
        Route("/v1/predict", app.predict, methods=["POST"]),
        Route("/v1/explain", app.explain, methods=["POST"]),
        Route("/openapi.json", app.openapi),
        *asset_routes(_PACKAGE, ["page.css", "page.js"]),
        *asset_routes("rte_baselines.rendering.drawings", ["drawings.css"]),
    ]
    handlers: dict[Any, Any] = {HTTPException: _no_such_address, Exception: _failed}
    return Admission(Starlette(routes=routes, exception_handlers=handlers), MOST_REQUESTS)


async def _no_such_address(request: "Request", error: "HTTPException") -> "Response":
    """Answer a request for an address or by a method that there is not."""
    path, headers = quoted(request.url.path), dict(error.headers or {})
    if error.status_code == 405:
        message = f"{path} does not answer {request.method}; expected {headers['Allow']}"
    else:
        message = f"there is no {path}; /openapi.json lists the addresses"
    return _json({"message": message}, error.status_code, headers)


async def _failed(request: "Request", error: Exception) -> "Response":
    """Answer a request that an error of ours has ended; the server reports the error."""
    return _json({"message": f"the request has an error: {type(error).__name__}"}, 500)


class _RequestError(Exception):
    """A request that is not answered, with the status and the reason."""

    def __init__(self, status: int, message: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.headers = headers


def _refusing(handler: "Handler") -> "Handler":
    """Turn errors of a request into answers."""

    @wraps(handler)
    async def handled(self: "Webapp", request: "Request") -> "Response":
        try:
            return await handler(self, request)
        except InputError as error:
            return _json({"message": str(error)}, 400)
        except _RequestError as refused:
            return _json({"message": str(refused)}, refused.status, refused.headers)

    return handled


class Webapp:
    """The handlers of requests."""

    def __init__(self, recognizers: Recognizers) -> None:
        self._recognizers = recognizers
        self._template = template_of(_PACKAGE, "page.html.jinja")

    async def page(self, request: "Request") -> "Response":
        """Show the page."""
        from starlette.responses import HTMLResponse

        known = list(self._recognizers.by_name.values())
        at_once = [one.name for one in known if one.config is None and not one.is_slow]
        page = self._template.render(
            recognizers=known, chosen=at_once or [known[0].name], longest=LONGEST_TEXT
        )
        return HTMLResponse(page)

    async def recognizers(self, request: "Request") -> "Response":
        """List the recognizers."""
        return _json([one.facts() for one in self._recognizers.by_name.values()])

    async def sample(self, request: "Request") -> "Response":
        """List the pairs of the sample."""
        return _json(_sample())

    async def openapi(self, request: "Request") -> "Response":
        """Return the description of the API."""
        return _json(openapi())

    @_refusing
    async def predict(self, request: "Request") -> "Response":
        """Label pairs."""
        asked = read_request(PredictionRequest, await _body(request))
        pairs = asked_pairs(asked)
        (recognizer,) = self._named(
            None if asked.recognizer is None else [asked.recognizer], "recognizer"
        )
        answer = await self._recognizers.predict(recognizer, pairs)
        if "error" in answer:
            message = f"{recognizer.name}: {answer['message']}"
            later = _LATER if answer["error"] == "busy" else None
            raise _RequestError(_STATUS[answer["error"]], message, later)
        return _json({"recognizer": recognizer.name, **answer})

    @_refusing
    async def explain(self, request: "Request") -> "Response":
        """Explain a pair, with a line for each recognizer as soon as it has answered."""
        from starlette.responses import StreamingResponse

        asked = read_request(ExplanationRequest, await _body(request))
        recognizers = self._named(asked.recognizers, "recognizers")
        lines = self._lines(asked.pair.to_pair(), recognizers, asked.width)
        return StreamingResponse(lines, media_type="application/x-ndjson")

    async def _lines(
        self, pair: Pair, recognizers: Sequence[Served], width: int
    ) -> AsyncIterator[bytes]:
        for recognizer in recognizers:
            answer = await self._recognizers.explain(recognizer, pair, width)
            yield json.dumps({"recognizer": recognizer.name, **answer}).encode() + b"\n"

    def _named(self, names: Sequence[str] | None, field: str) -> list[Served]:
        """Return the recognizers of these names, by default the first; the field is for errors."""
        known = self._recognizers.by_name
        chosen = [next(iter(known))] if names is None else names
        if unknown := [name for name in chosen if name not in known]:
            raise InputError(
                f"{field}: {quoted(unknown[0])} is unknown; expected one of {', '.join(known)}"
            )
        if len(set(chosen)) < len(chosen):
            raise InputError(f"{field}: a name occurs twice; once is enough")
        return [known[name] for name in chosen]


async def _body(request: "Request") -> bytes:
    from starlette.requests import ClientDisconnect

    try:
        body = await read_body(request, LARGEST_REQUEST)
    except (asyncio.TimeoutError, ClientDisconnect):
        raise _RequestError(408, "the request has not arrived in time", _CLOSING) from None
    if body is None:
        message = f"the request is too large; expected {LARGEST_REQUEST:,} bytes at most"
        raise _RequestError(413, message, _CLOSING)
    return body


def _json(data: object, status: int = 200, headers: Mapping[str, str] | None = None) -> "Response":
    from starlette.responses import Response

    return Response(json.dumps(data), status, headers, media_type="application/json")


@cache
def _sample() -> list[Mapping[str, Any]]:
    return [_fields(pair) for name in _SAMPLE for pair in load_pairs(name)]


def _fields(pair: Pair) -> Mapping[str, Any]:
    return {
        "id": pair.id,
        "text": pair.text,
        "hypothesis": pair.hypothesis,
        "task": pair.task,
        "label": str(pair.label),
    }
