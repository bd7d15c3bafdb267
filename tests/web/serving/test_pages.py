"""The bodies of requests that do not arrive, or are too large."""

import asyncio
from functools import partial

import pytest

from rte_baselines.web.serving import request_checks
from rte_baselines.web.serving.request_checks import Buffered
from tests.web.serving.asking import ask, run


async def never():
    await asyncio.Event().wait()


async def gone():
    return {"type": "http.disconnect"}


async def application(scope, receive, send):
    """Answer with the body."""
    message = await receive()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": message["body"]})


@pytest.mark.parametrize(("receive", "status"), [(never, [408]), (gone, [])])
def test_a_body_that_does_not_arrive(receive, status, monkeypatch):
    monkeypatch.setattr(request_checks, "SECONDS_TO_SEND", 0.01)
    sent = []

    async def send(message):
        sent.append(message)

    run(partial(Buffered(application), {"type": "http"}, receive, send)())
    assert [message["status"] for message in sent if "status" in message] == status


@pytest.mark.parametrize(("body", "status"), [(b"abc", 200), (b"abcd", 413)])
def test_the_largest_body_arrives(body, status):
    answered = ask(Buffered(application, 3), fields=body)
    assert answered.status == status
    assert status != 200 or answered.body == body
