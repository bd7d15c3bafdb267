"""Which requests reach a page, and what its answers forbid."""

import asyncio
import re

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Route

from rte_baselines.core.errors import InputError
from rte_baselines.web.serving import request_checks
from rte_baselines.web.serving.pages import form_fields
from rte_baselines.web.serving.request_checks import Guard, Limits
from rte_baselines.web.serving.running import listening
from tests.web.serving.asking import HOST, PORT, ask, run


async def _echo(request: Request) -> JSONResponse:
    return JSONResponse(await form_fields(request) if request.method == "POST" else "read")


ROUTES = [Route("/", _echo, methods=["GET", "POST"])]
guarded = Guard(Starlette(routes=ROUTES), PORT)


@pytest.mark.parametrize("host", [HOST, f"localhost:{PORT}", f"LocalHost:{PORT}"])
def test_requests_of_the_page_itself(host):
    assert ask(guarded, host=host).text == '"read"'
    answered = ask(guarded, fields={"a": "b c"}, host=host, origin=f"http://{host}")
    assert (answered.status, answered.text) == (200, '{"a":"b c"}')


@pytest.mark.parametrize(
    "host",
    [None, "", "127.0.0.1", "localhost", f"example.org:{PORT}", "127.0.0.1:80", f"{HOST}.example"],
)
@pytest.mark.parametrize("fields", [None, {"a": "b"}])
def test_another_host_is_refused(host, fields):
    """As after DNS rebinding, where the browser believes to talk to another host."""
    refused = ask(guarded, fields=fields, host=host, origin=f"http://{host}")
    assert refused.status == 403
    assert "read" not in refused.text


def test_another_address_can_be_listened_to():
    """Then requests may name any address, which is not to be rebound, but no other name."""
    opened = Guard(Starlette(routes=ROUTES), PORT, Limits(host="0.0.0.0"))
    for host in ("192.168.1.2:80", "192.168.1.2", "[::1]:9000", "localhost:9000", HOST):
        assert ask(opened, host=host).status == 200
    for host in ("example.org", f"example.org:{PORT}", "1.2.3.4.example:80", "", "0x7f.1:80"):
        assert ask(opened, host=host).status == 403
    named = Guard(Starlette(routes=ROUTES), PORT, Limits(host="lab.example"))
    assert ask(named, host=f"lab.example:{PORT}").status == 200
    assert ask(named, host=f"other.example:{PORT}").status == 403


@pytest.mark.parametrize("host", ["..", "192.0.2.1"])
def test_an_address_of_another_machine_cannot_be_listened_to(host):
    with pytest.raises(InputError, match=rf"{re.escape(host)} is no address of this machine"):
        listening(None, host)


@pytest.mark.parametrize(
    "origin",
    [
        *(None, "", "null", "https://example.org", f"https://{HOST}", "http://127.0.0.1", HOST),
        *(f"http://localhost:{PORT}", f"http://{HOST}.example", f"http://{HOST}/"),
    ],
)
def test_a_form_of_another_page_is_refused(origin):
    assert ask(guarded, fields={"a": "b"}, origin=origin).status == 403


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH"])
def test_other_methods_need_the_origin_too(method):
    assert ask(guarded, method=method, origin="https://example.org").status == 403


@pytest.mark.parametrize(("body", "status"), [(b"a=b", 200), (b"a=bc", 413)])
def test_the_largest_body_arrives(body, status):
    application = Guard(Starlette(routes=ROUTES), PORT, Limits(largest_body=3))
    assert ask(application, fields=body).status == status


async def never():
    await asyncio.Event().wait()


async def gone():
    return {"type": "http.disconnect"}


@pytest.mark.parametrize(("receive", "statuses"), [(never, [408]), (gone, [])])
def test_a_body_that_does_not_arrive(receive, statuses, monkeypatch):
    monkeypatch.setattr(request_checks, "SECONDS_TO_SEND", 0.01)
    assert run(statuses_of(guarded, receive)) == statuses


async def statuses_of(application, receive):
    sent = []

    async def send(message):
        sent.append(message)

    headers = [(b"host", HOST.encode())]
    scope = {"type": "http", "method": "GET", "path": "/", "headers": headers}
    await application(scope, receive, send)
    started = [message for message in sent if "status" in message]
    # A refusal for too many requests says after which time to ask again.
    assert all(
        (b"retry-after", b"1") in each["headers"] for each in started if each["status"] == 503
    )
    return [message["status"] for message in started]


def test_one_request_too_many_is_refused_and_the_next_one_is_answered(monkeypatch):
    monkeypatch.setattr(request_checks, "MOST_REQUESTS", 2)

    async def several():
        gate = asyncio.Event()

        async def receive():
            return {"type": "http.request"}

        async def application(scope, receive, send):
            await gate.wait()
            await PlainTextResponse("yes")(scope, receive, send)

        limited = Guard(application, PORT)
        open_ones = [asyncio.create_task(statuses_of(limited, receive)) for _ in range(2)]
        await asyncio.sleep(0.01)
        refused = await statuses_of(limited, receive)
        gate.set()
        answered = await asyncio.gather(*open_ones)
        return refused, *answered, await statuses_of(limited, receive)

    assert run(several()) == ([503], [200], [200], [200])


@pytest.mark.parametrize("body", [b"a", b"\xff=1", b"&".join([b"a=1"] * 30)])
def test_a_form_that_cannot_be_read(body):
    assert ask(guarded, fields=body).text == "{}"


def test_what_every_answer_forbids():
    for answered in (ask(guarded), ask(guarded, host="example.org"), ask(guarded, "/absent")):
        policy = dict(
            part.split(" ", 1) for part in answered.headers["content-security-policy"].split("; ")
        )
        assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == policy["form-action"] == "'self'"
        assert answered.headers["x-content-type-options"] == "nosniff"
        assert answered.headers["cache-control"] == "no-store"
        assert answered.headers["cross-origin-resource-policy"] == "same-origin"
        assert "access-control-allow-origin" not in answered.headers
