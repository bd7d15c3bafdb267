"""The application: shows the open question, takes answers, saves each before the next question."""

from collections.abc import Iterator, Mapping

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from rte_baselines.core.errors import InputError, RteBaselinesError
from rte_baselines.rendering.pages.templates import template
from rte_baselines.rules.judging.judgment_files import JudgmentLog
from rte_baselines.rules.judging.judgments import Entry, ExampleAnswer, Mark
from rte_baselines.web.serving.pages import asset_routes, form_fields

_SEE_OTHER = 303
_BAD_REQUEST = 400
_NOTICES = {
    "elsewhere": "The last answer was not saved, because judging went on in another tab or window. "
    "This is the question that comes next.",
    "not-saved": "The answer could not be written to disk and is not saved. Is the disk full? "
    "Please answer again.",
}

Piece = tuple[str, str]
"""A part of a sentence, and the variable that it fills: "X", "Y" or ""."""


def judging_application(log: JudgmentLog) -> Starlette:
    """Return the application of one judge, whose log is open until it has ended."""
    page = _Page(log)
    routes = [
        Route("/", page.show),
        Route("/answer", page.answer, methods=["POST"]),
        Route("/undo", page.undo, methods=["POST"]),
        *asset_routes("web/judging"),
    ]
    return Starlette(routes=routes)


class _Page:
    """The handlers of requests, which run one after the other.

    A form has the version of the log that its page showed. A form with an older version comes from
    a page that is open twice, and is not saved. A form that repeats the last saved form comes from
    a button that was pressed twice, and is ignored.
    """

    def __init__(self, log: JudgmentLog) -> None:
        self._log = log
        self._template = template("web/judging/page.html.jinja")
        self._rules = [rule.id for rule in log.progress.sheet.rules if rule.examples]
        """Those with sentences."""
        self._last: Mapping[str, str] = {}
        """The fields of the last form that was saved."""

    async def show(self, request: Request) -> Response:
        progress = self._log.progress
        html = self._template.render(
            judge=self._log.judge,
            file=self._log.path.name,
            version=self._log.version,
            done=progress.examples_done,
            total=len(progress.sheet.examples),
            can_undo=bool(progress.entries),
            open=progress.open_question(),
            rules=self._rules,
            rules_of_sheet=len(progress.sheet.rules),
            pieces_of=pieces_of,
            notice=_NOTICES.get(request.query_params.get("notice", "")),
        )
        # A sentence may have half a surrogate pair, which UTF-8 cannot hold.
        return HTMLResponse(html.encode("utf-8", "backslashreplace"))

    async def answer(self, request: Request) -> Response:
        fields = await form_fields(request)
        match fields:
            case {"version": _, "rule": rule, "answer": "not-relational"}:
                return self._saved(fields, Mark(rule))
            case {"version": _, "example": example, "question": question, "answer": "yes" | "no"}:
                is_yes = fields["answer"] == "yes"
                return self._saved(fields, ExampleAnswer(example, question, is_yes))
        return _refused()

    async def undo(self, request: Request) -> Response:
        fields = await form_fields(request)
        if "version" not in fields:
            return _refused()
        return self._saved(fields, None)

    def _saved(self, fields: Mapping[str, str], entry: Entry | None) -> Response:
        """Save an entry, or an undo for None, and lead to the next question."""
        if fields == self._last:
            return _to_page()
        if fields["version"] != str(self._log.version):
            return _to_page("elsewhere")
        try:
            if entry is None:
                self._log.undo()
            else:
                self._log.add(entry)
        except InputError:
            return _to_page("elsewhere")
        except RteBaselinesError:
            return _to_page("not-saved")
        self._last = fields
        return _to_page()


def _to_page(notice: str = "") -> Response:
    return RedirectResponse(f"/?notice={notice}" if notice else "/", _SEE_OTHER)


def _refused() -> Response:
    return PlainTextResponse("the form cannot be read\n", _BAD_REQUEST)


def pieces_of(sentence: str, x: str, y: str) -> Iterator[Piece]:
    """Yield the parts of a sentence in order, each with the variable that it fills.

    A filler that occurs several times, or within the other one, is not highlighted, because it is
    unknown which occurrence filled the variable.
    """
    spans = sorted(
        (sentence.index(filler), filler, variable)
        for variable, filler in (("X", x), ("Y", y))
        if filler and sentence.count(filler) == 1
    )
    end = 0
    for start, filler, variable in spans:
        if start >= end:
            yield sentence[end:start], ""
            yield filler, variable
            end = start + len(filler)
    yield sentence[end:], ""
