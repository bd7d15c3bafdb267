"""The parts of pages: templates, files beside them, and the fields of forms."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from importlib.resources import files
from urllib.parse import parse_qsl

from jinja2 import Environment, StrictUndefined, Template
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

_MEDIA_TYPES = {"css": "text/css", "js": "text/javascript"}
_MOST_FIELDS = 20


def template_of(package: str, name: str) -> Template:
    """Return a template that lies in a package; it escapes everything that it is given."""
    environment = Environment(
        autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined
    )
    return environment.from_string(files(package).joinpath(name).read_text("utf-8"))


def asset_routes(package: str, names: Iterable[str]) -> list[BaseRoute]:
    """Return a route for each of some style sheets and scripts that lie in a package.

    No other file can be asked for.
    """
    return [
        Route(
            f"/{name}",
            Response(
                files(package).joinpath(name).read_bytes(),
                media_type=_MEDIA_TYPES[name.rpartition(".")[-1]],
            ),
            methods=["GET"],
        )
        for name in names
    ]


async def form_fields(request: Request) -> Mapping[str, str]:
    """Return the fields of a form that was sent, none if it cannot be read."""
    body = await request.body()
    with suppress(ValueError):
        return dict(
            parse_qsl(
                body.decode(),
                keep_blank_values=True,
                strict_parsing=True,
                max_num_fields=_MOST_FIELDS,
            )
        )
    return {}
