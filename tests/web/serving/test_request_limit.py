"""How many requests are answered at a time."""

import asyncio

from rte_baselines.web.serving.request_checks import Admission
from tests.web.serving.asking import run


def test_one_too_many_is_refused_and_the_next_one_is_answered():
    async def several():
        gate, sent = asyncio.Event(), []

        async def application(scope, receive, send):
            await gate.wait()
            await send(scope["number"])

        async def receive():
            return {"type": "http.disconnect"}

        async def send(message):
            sent.append(message)

        admission = Admission(application, 2)
        open_ones = [
            asyncio.create_task(admission({"number": number}, receive, send)) for number in (1, 2)
        ]
        await asyncio.sleep(0)
        await admission({"number": 3}, receive, send)
        refusal = sent[0]
        gate.set()
        await asyncio.gather(*open_ones)
        await admission({"number": 4}, receive, send)
        return refusal, sent[2:]

    refusal, answered = run(several())
    assert refusal["status"] == 503
    assert (b"retry-after", b"1") in refusal["headers"]
    assert answered == [1, 2, 4]
