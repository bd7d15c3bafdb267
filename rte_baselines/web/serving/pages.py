"""Files of pages as routes, and the fields of forms."""

from collections.abc import Mapping
from contextlib import suppress
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from rte_baselines.rendering.pages.templates import read

_MEDIA_TYPES = {"css": "text/css", "js": "text/javascript"}
_MOST_FIELDS = 20


def asset_routes(*paths: str) -> list[BaseRoute]:
    """Return a route for each of some style sheets and scripts, by its name.

    No other file can be asked for.
    """
    return [
        Route(
            f"/{path.rpartition('/')[-1]}",
            Response(read(path), media_type=_MEDIA_TYPES[path.rpartition(".")[-1]]),
            methods=["GET"],
        )
        for path in paths
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
