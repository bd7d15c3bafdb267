"""The parts of pages: templates, files beside them, and the fields of forms."""

import asyncio
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from rte_baselines.web.serving.request_checks import LARGEST_BODY, LARGEST_DROPPED

if TYPE_CHECKING:
    from jinja2 import Template
    from starlette.requests import Request
    from starlette.routing import Route

SECONDS_TO_SEND = 10.0
"""The time for the body of a request to arrive."""

_MEDIA_TYPES = {"css": "text/css", "js": "text/javascript"}
_MOST_FIELDS = 20


def template_of(package: str, name: str) -> "Template":
    """Return a template that lies in a package; it escapes everything that it is given."""
    from jinja2 import Environment, StrictUndefined

    environment = Environment(
        autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined
    )
    return environment.from_string(files(package).joinpath(name).read_text("utf-8"))


def asset_routes(package: str, names: Iterable[str]) -> "list[Route]":
    """Return a route for each of some style sheets and scripts that lie in a package.

    No other file can be asked for.
    """
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    def route(name: str) -> Route:
        content = files(package).joinpath(name).read_bytes()
        media_type = _MEDIA_TYPES[name.rpartition(".")[-1]]

        async def asset(request: Request) -> Response:
            return Response(content, media_type=media_type)

        return Route(f"/{name}", asset)

    return [route(name) for name in names]


async def form_fields(request: "Request") -> Mapping[str, str] | None:
    """Return the fields of a form that was sent, None if it cannot be read or does not arrive."""
    from starlette.requests import ClientDisconnect

    try:
        body = await read_body(request, LARGEST_BODY)
    except (asyncio.TimeoutError, ClientDisconnect):
        return None
    if body is None:
        return None
    try:
        fields = parse_qsl(
            body.decode(), keep_blank_values=True, strict_parsing=True, max_num_fields=_MOST_FIELDS
        )
    except ValueError:
        return None
    return dict(fields)


async def read_body(request: "Request", most: int) -> bytes | None:
    """Return the body of a request, None if it has more bytes than `most`.

    What is too much is read up to `LARGEST_DROPPED`, and dropped: a client that is still sending
    does not read the answer.
    """
    return await asyncio.wait_for(_at_most(request, most), SECONDS_TO_SEND)


async def _at_most(request: "Request", most: int) -> bytes | None:
    body, read = bytearray(), 0
    async for chunk in request.stream():
        read += len(chunk)
        if read <= most:
            body += chunk
        elif read > LARGEST_DROPPED:
            break
    return bytes(body) if read <= most else None
