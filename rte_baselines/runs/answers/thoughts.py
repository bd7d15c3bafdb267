"""The parts of a chat model's answer that are not read: thoughts, comments, unchecked boxes."""

import re

_TAG = re.compile(
    r"<(?P<end>/?)(?:think(?:ing)?|thoughts?|reasoning|analysis|reflection|scratchpad|drafts?"
    r"|brainstorm(?:ing)?|critique|examples?|alternatives?|runner_up|first_attempt)\s*>"
    r"|\[(?P<bracketed_end>/?)think\]",
    re.IGNORECASE,
)
# "// label = neutral", '# label = "neutral"', "[ ] neutral" and "( ) neutral"; a heading, such as
# "# Label: neutral", is read.
_UNREAD_LINE = re.compile(
    r"^[ \t]*(?://|\#[^\n=]*=[ \t]*[\"']"
    r"|(?:[-*+][ \t]+)?(?:\[[ \t]?\]|\([ \t]\)|[☐○◯])[ \t*_`\"']*\w).*$",
    re.MULTILINE,
)
_CHECKED = re.compile(
    r"^[ \t]*(?:[-*+][ \t]+)?(?:\[[xX✓✔]\]|\([xX✓✔•●]\)|[☑☒◉])[ \t]*", re.MULTILINE
)

# "<|im_end|>" and "<|eot_id|>", which some servers leave at the end.
_END_TOKEN = re.compile(r"<\|\w{1,30}\|>\Z")
_LONGEST_TOKEN = 34


def without_thoughts(text: str) -> str | None:
    """Return an answer without its thoughts and end tokens; None if a thought does not end.

    Where the end of thoughts has no beginning, all that is before it is a thought: the templates of
    some models have the opening tag in the prompt.
    """
    text = _without_end_tokens(text)
    kept: list[str] = []
    depth = start = 0
    for tag in _TAG.finditer(text):
        is_end = bool(tag["end"] or tag["bracketed_end"])
        if is_end and not depth:
            kept.clear()
        elif not is_end and not depth:
            kept.append(text[start : tag.start()])
        depth = max(depth - 1, 0) if is_end else depth + 1
        start = tag.end()
    return None if depth else "".join([*kept, text[start:]])


def _without_end_tokens(text: str) -> str:
    text = text.rstrip()
    while found := _END_TOKEN.search(text, max(len(text) - _LONGEST_TOKEN, 0)):
        text = text[: found.start()].rstrip()
    return text


def without_unread_lines(text: str) -> str:
    """Return an answer without comments of code, unchecked boxes and the marks of checked boxes."""
    return _CHECKED.sub("", _UNREAD_LINE.sub("", text))
