"""An explanation as an HTML file that needs no other one."""

from base64 import b64encode
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING

from rte_baselines.drawings.elements import element, joined
from rte_baselines.recognizers.explanation import Explanation
from rte_baselines.recognizers.explanation_html import explanation_html

if TYPE_CHECKING:
    from markupsafe import Markup

_DOCUMENT = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
{title}
<style>{styles}</style>
</head>
<body class="file">
{body}
</body>
</html>
"""


def explanation_page(explanation: Explanation, name: str) -> str:
    """Return an explanation as an HTML document without scripts.

    Its content security policy allows its own styles and nothing else.

    Parameters
    ----------
    explanation : Explanation
    name : str
        That of the recognizer.
    """
    styles = files("rte_baselines.drawings").joinpath("drawings.css").read_text("utf-8")
    digest = b64encode(sha256(styles.encode()).digest()).decode()
    return _DOCUMENT.format(
        policy=f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'",
        title=element("title", f"{explanation.label} by {name}: why"),
        styles=styles,
        body=joined(*_pair(explanation, name), _fragment(explanation)),
    )


def _pair(explanation: Explanation, name: str) -> "list[Markup]":
    pair = explanation.pair
    facts = {
        "text": pair.text,
        "hypothesis": pair.hypothesis,
        "task": pair.task,
        "gold label": None if pair.label is None else str(pair.label),
    }
    shown = [
        joined(element("dt", fact), element("dd", value))
        for fact, value in facts.items()
        if value is not None
    ]
    return [element("h1", name), element("dl", *shown)]


def _fragment(explanation: Explanation) -> "Markup":
    from markupsafe import Markup

    # Everything in it that comes from outside is escaped.
    return Markup(explanation_html(explanation))  # noqa: S704
