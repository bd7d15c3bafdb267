"""The bodies of requests: forms that do not arrive."""

import asyncio

import pytest
from starlette.requests import Request

from rte_baselines.web.serving import pages
from tests.web.serving.asking import run


async def never():
    await asyncio.Event().wait()


async def gone():
    return {"type": "http.disconnect"}


@pytest.mark.parametrize("receive", [never, gone])
def test_a_form_that_does_not_arrive(receive, monkeypatch):
    monkeypatch.setattr(pages, "SECONDS_TO_SEND", 0.01)
    request = Request({"type": "http", "method": "POST", "headers": []}, receive)
    assert run(pages.form_fields(request)) is None
