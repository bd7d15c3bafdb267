"""The limit of the number of requests that are open at a time."""

from rte_baselines.web.serving.request_checks import Application, Receive, Scope, Send, refuse


class Admission:
    """An ASGI application that limits the number of requests that another one handles at a time.

    Further requests are refused with the status 503, so that memory and waiting times are bounded.

    Parameters
    ----------
    application : callable
        The ASGI application.
    most : int
        How many requests may be open.
    """

    def __init__(self, application: Application, most: int) -> None:
        self._application = application
        self._most = most
        self._open = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if self._open >= self._most:
            reason = f"{self._open} requests are open; expected fewer at a time"
            await refuse(503, reason, receive, send, retry_after=1)
            return
        self._open += 1
        try:
            await self._application(scope, receive, send)
        finally:
            self._open -= 1
