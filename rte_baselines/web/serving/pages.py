"""Files of pages as routes, and the fields of forms."""

from collections.abc import Mapping
from contextlib import suppress
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from rte_baselines.rendering.pages.templates import style_of, text_of_file

_MOST_FIELDS = 20


def asset_routes(folder: str, *sheets: str) -> list[BaseRoute]:
    """Return the routes of the style and the script of a page; no other file can be asked for.

    The folder has the page's own ``page.css`` and ``page.js``. `sheets`: other style sheets.
    """
    style = Response(style_of(*sheets, f"{folder}/page.css"), media_type="text/css")
    script = Response(text_of_file(f"{folder}/page.js"), media_type="text/javascript")
    return [Route("/page.css", style, methods=["GET"]), Route("/page.js", script, methods=["GET"])]


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
