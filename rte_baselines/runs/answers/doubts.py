"""The words around a label in a chat model's answer that deny it, doubt it or take it back."""

import re
from collections.abc import Iterable

from rte_baselines.pairs.labels import Label
from rte_baselines.runs.answers.words import ANNOUNCED, DECORATION, NAMES, SENTENCE_END

# "Entailment: no", "Entailment: low" and "Entailment: 0.1" say something of a label.
_SAYS_OF_IT = re.compile(
    r"[\s*_`\"')\]]*(?:[:=?(–—-][\s*_`\"'(]*(?:yes|no|not|true|false|none|never|\d|\.\d|[✅✔✓])"  # noqa: RUF001
    r"|[\s*_`\"'.,;!(]*(?:yes|nope|nah|no|not|true|false)\b[\s*_`\"')\]]*(?:[.,;!?\n]|$)"
    r"|[\s*_`\"'.,;:!(=–—-]*[❌✗✘✖]"  # noqa: RUF001
    r"|[\s*_`\"',;:(=–—-]*(?:does\s+not|doesn['’]?t)\s+(?:hold|apply)\b"  # noqa: RUF001
    # Such a word counts only if nothing follows: "Entailment (high confidence)" gives the label.
    r"|[\s*_`\"']*[,;:(=–—-][\s*_`\"'(]*(?:(?:(?:very|extremely|highly|quite|rather|fairly|too)\s+)?"  # noqa: RUF001
    r"(?:low|medium|moderate|high|weak|strong|(?:un)?likely|(?:im)?possible|(?:im)?probable)"
    r"(?:\s+(?:probability|likelihood|chance)\b|(?=\s*\(?[\d.]*\d))?"
    r"|fail(?:s|ed)|holds|reject(?:s|ed)|absent|present|denied|ruled\s+out|excluded"
    r"|runner-?up|draft|previous|withdrawn|superseded|retracted|wrong|second[\s-]choice"
    r"|n/?a|negative|invalid|incorrect|(?:tentative|provisional)(?:ly)?|there\s+(?:is|are)\s+(?:none"
    r"|no\s+(?:such|entailment|contradiction|support)))\b[\s*_`\"')\]]*(?:[.,;!?]|$|\n|\())",
    re.IGNORECASE,
)
# "Neutral: cannot be determined" is a label and its reason, other than "Entailment: missing".
_SAYS_IT_IS_OPEN = re.compile(
    r"[\s*_`\"')\]]*[:=(–—-][\s*_`\"'(]*"  # noqa: RUF001
    r"(?:(?:cannot|can['’]?t|could\s+not)\s+be\s+(?:determined|established|inferred|concluded)"  # noqa: RUF001
    r"|(?:missing|undetermined|unclear|uncertain|unsure|not\s+(?:applicable|sure|certain))"
    r"[\s*_`\"')\]]*(?:[.,;!?]|$|\n))",
    re.IGNORECASE,
)
# The end of a word is a boundary, too; it would be compared with the beginning of each alternative.
_WORD_START = r"\b(?=\w)"
_DOUBT_WORDS = (
    rf"{_WORD_START}(?:not|no|never|neither|nor|none|cannot|without|whether|if|or|could|might|may"
    r"|would|should"
    r"|unless|unlikely|hardly|barely|scarcely|except|false|wrong|incorrect|than|instead|either"
    r"|(?:any|every)thing\s+but|all\s+but|\w+n['’]t"  # noqa: RUF001
    # "isnt", and other apostrophes.
    r"|(?:is|are|was|were|does|do|did|has|have|had|ca|wo|would|could|should|ai)n[^\w\s]?t"
    r"|maybe|perhaps|possibly|potentially|partly|partially|almost|unclear|unsure|uncertain"
    r"|doubt\w*|fail\w*|lack\w*|deny|denies|denied|reject\w*|exclud\w*|ruled?|far|opposite"
    r"|contrary|question\w*|ask\w*|determin\w*|decid\w*|check\w*|claim\w*|disagree\w*|suppos\w*|assum\w*)\b"
)
_DOUBTS = re.compile(_DOUBT_WORDS, re.IGNORECASE)
_ENDS_IN_DOUBT = re.compile(rf"{_DOUBT_WORDS}[{re.escape(DECORATION)}\n]*$", re.IGNORECASE)
# "It seems that the answer is"; what seems may also be a reason: "It seems old, so the answer is".
_HEDGED = re.compile(
    rf"{_WORD_START}(?:at first(?: glance| sight)?|initially|seem\w*|appear\w*"
    r"|apparently|looks?|probabl[ey]|presumably|plausibl[ey]|arguably"
    r"|(?<!most )likely|guess\w*|suspect\w*|tends?|lean\w*|inclined|tempted)"
    r"(?:[^\w.!?]+(?:that|like|to|towards?|be|is|as|it|this|a|an|the|my|best|correct|right|final"
    rf"|{ANNOUNCED}|would|say|me))*[^\w.!?]*$",
    re.IGNORECASE,
)
# "Previous answer: entailment", "The student's answer is" and "My colleague says the answer is".
_NOT_ITS_OWN = re.compile(
    rf"(?:{_WORD_START}(?:previous|earlier|initial|original|first|second|third|second[\s-]best"
    r"|alternative"
    r"|preliminary|tentative|provisional|draft|na[iï]ve|intermediate|obvious|tempting|expected"
    r"|intuitive|superficial|gold|reference|old|worst|fall-?back|back-?up|distractor"
    r"|next[\s-](?:best|most[\s-]likely)|(?:second|third)[\s-]most[\s-]likely"
    # "Runner-up: entailment" and "Label to avoid: entailment".
    r"|runners?[\s-]?up|(?:to\s+)?avoid(?:\s+(?:the|this))?|avoided|discarded|eliminated|dismissed"
    r"|excluded|rejected|ruled[\s-]out|other|another|possible|one|an|your|his|her|their|(?!(?:it|this|that)['’])\w+['’]s|\w+s['’])"  # noqa: RUF001
    r"|(?:\b(?<!\bi )(?:said|says|told|thinks|believes|states|stated|argues|wrote)"
    r"|\b(?:you|they|some|others|people)\s+(?:say|think|believe))"
    r"(?:\s+that)?(?:\s+(?:the|my|correct|right|final|best))*)[ \t*_`'\"]*$",
    re.IGNORECASE,
)
# "Runner-up:", "### Previous answer" and "**Alternative label**" before a label.
_TITLED = rf"(?:\b(?:{ANNOUNCED}|output|response|assessment|impression))?[ \t*_`'\"]*"
_HEADING = re.compile(
    rf"^(?:(?P<said>[^\n:]*?){_TITLED}:"
    rf"|[ \t>]*(?:\#+[ \t]|\*\*|__)(?P<title>[^\n:]*?){_TITLED}\n)"
    # Right before the label, or before a fenced block with it.
    r"\W*(?:```\s*\w*\s*)?\Z",
    re.IGNORECASE | re.MULTILINE,
)
# "Example output:" and "Format:", but not "Here is my answer in the requested format:".
_SAMPLE = re.compile(
    r"\W*(?:(?:an?|the|your|expected|few[\s-]shot|output|answer)\s+)*"
    r"(?:example|sample|format|template|illustration)\W*\Z",
    re.IGNORECASE,
)
# "In the example, the label is entailment"; "this example" may be the pair.
_ELSEWHERE = re.compile(
    r"\bin\s+(?:the|an|your|my|another)\s+(?:(?:first|second|above|previous|earlier|other)\s+)?"
    r"examples?\b[^.!?\n]*$",
    re.IGNORECASE,
)
# "Had the text said 12, the answer is" and "Entailment, had the text said 12".
_INVERSION = r"(?:had|were)\s+(?:the|it|this|that|they|there|its|an?)\b"
_INVERTED = re.compile(rf"\W*(?:(?:but|and|however|yet|still|only)\W+)?{_INVERSION}", re.IGNORECASE)
# "The short answer is yes, but".
_SHORT = re.compile(r"\b(?:short|simple|quick)[ \t*_`'\"]*$", re.IGNORECASE)
_BUT = re.compile(r"\W*(?:but|however|though|although|yet)\b", re.IGNORECASE)
# A negation as a sign, or a command or a tag that strikes through what it is around.
_NEGATED = re.compile(
    r"(?:!=|=/=|<>|\\(?:neg|lnot|not|neq?|sim|[bx]?cancel|sout|st|overline|bar)\b|[¬≠❌✗✘]"
    # "~" after a word is a space of LaTeX, and "!" may end a sentence.
    r"|(?<![\w:.,;}$)])~)[^\w.]*$|(?:^|[\s(\[$*_])!(?=[^\w\s]*$)",
    re.IGNORECASE,
)
_STRIKES = (("~~", "~~"), ("<s>", "</s>"), ("<strike>", "</strike>"), ("<del>", "</del>"))
# The number of characters before a label that are searched for a denial or a doubt: the first limit
# for signs and words right before the label, the second for its sentence. Searching the whole text
# before each label of a long answer would take minutes.
_NEAR, _FAR = 200, 500
# The end of a line that continues on the next line; and a reason, which stands before its
# conclusion: "It is not said, so".
_UNFINISHED = re.compile(
    rf"(?:[\w’'][:,]|{_DOUBT_WORDS}|\b(?:is|are|be|as|to|that|the|an?|{ANNOUNCED}))"  # noqa: RUF001
    r"(?=[^\w.!?]*\n[^\w.!?]*$)",
    re.IGNORECASE,
)
_REASON = re.compile(
    r".*[,;]\s*(?:and\s+|but\s+)?(?=(?:so|therefore|thus|hence|then|the|my)\b)",
    re.IGNORECASE | re.DOTALL,
)
# "Yes, but only if the ferry is red."
_CONDITION = (
    rf"(?:(?:but|only|just|and)\s+)*(?:{_INVERSION}|if|unless|assuming|provided|supposing|depending"
    r"|as long as|in part|part(?:ly|ially)|somewhat|almost|more or less|sort of|kind of"
    r"|to (?:some|an?|a certain) (?:extent|degree)"
    r"|not (?:fully|entirely|completely|wholly|quite|strictly|really))\b"
)
# "\boxed{entailment} is not the answer", and "entailment, maybe" or "entailment, right?".
_DOUBTED_AFTER = re.compile(
    rf"[ *_`\"'”$)\]}}\\]*(?:(?:is|was|would|be|can|could|does|seems)\s+)*{_DOUBT_WORDS}"
    r"|[^\w.!?\n]*(?:maybe|perhaps|possibly|potentially|probably|presumably|apparently|it seems"
    r"|i (?:guess|suppose|suspect))\b"
    rf"|[^\w.!?\n:]*{_CONDITION}"
    r"|\W*(?:(?:but|though|although|however|yet|still|and|while)\b\W*)?"
    r"i(?:['’]m| am)\s+(?:not\s+\w*\s*(?:sure|certain)|unsure|uncertain)\b"  # noqa: RUF001
    r"|[^.!?\n:;(–—]*\?",  # noqa: RUF001
    re.IGNORECASE,
)
# After "Answer: entailment": "Wait, no." The hypothesis may also be called wrong, so that "wrong"
# counts only if it is said of the answer, of the label or of "I".
_WRONG = r"(?:an?\s+)?(?:wrong|incorrect|mistaken?|error)\b"
_WAS = r"(?:\s+(?:is|was|were|would be)|['’]s)\s+(?:\w+ly\s+)?"  # noqa: RUF001
_WAS_NOT = r"(?:(?:['’]s|\s+(?:is|was))\s+not|\s+(?:is|was)n['’]?t)\s+"  # noqa: RUF001
_TAKEN_BACK = re.compile(
    # "They hold on to the rope" takes nothing back.
    r"\bhold on(?=\s*(?:[.,!;:–—…-]|$))"  # noqa: RUF001
    r"|\b(?:wait|oops|i (?:retract|withdraw)|actually|correction|edit(?=:)|scratch that"
    r"|second thoughts?|nope|misread"
    r"|just (?:kidding|joking)|i take (?:that|it) back|(?:hm+|oh|um+|uh|ah|well)\W+no)\b"
    r"|\?[^\w?]*no\b"
    rf"|\b(?:{ANNOUNCED}|{'|'.join(NAMES)})(?:\s+\w+){{0,2}}{_WAS}{_WRONG}"
    rf"|\b(?:this|that){_WAS}{_WRONG}(?!\s+(?:that|to)\b)"
    # "No, that's not right" agrees with the label.
    rf"|(?<!\A, )\b(?:this|that){_WAS_NOT}(?:(?!only)\w+\s+)?(?:right|correct)\b"
    r"(?!\s+(?:that|to|about)\b)"
    rf"|\b(?:this|that|i|{ANNOUNCED})\s+(?:may|might|could)\s+(?:(?!not)\w+\s+)?be\s+{_WRONG}"
    # "A strike that ended" takes nothing back.
    r"|(?:^|[.!?,;:\n–—-])\W{0,5}(?:strike|disregard|ignore|forget)\s+(?:that|this|it)"  # noqa: RUF001
    r"(?=[\s*]*(?:[.!,;:\n–—-]|$))"  # noqa: RUF001
    rf"|\bi(?:['’]m|\s+(?:am|was|(?:have|had) been|got (?:it|this|that)|made))\s+{_WRONG}"  # noqa: RUF001
    rf"|\b(?:my (?:mistake|error)|(?:wrong|incorrect|mistaken) (?:{ANNOUNCED}))\b"
    rf"|\b(?:this|that)\s+(?:can(?:not|['’]?t)|could(?:\s+not|n['’]?t))\s+be\s+(?:the\s+)?(?:{ANNOUNCED})\b"  # noqa: RUF001
    r"|\bthe (?:reverse|opposite) is\b",
    re.IGNORECASE,
)
# Right after the label: "Entailment. This is false." Farther on, "this" may be the hypothesis. In
# "No, this is false", the sentence agrees with the label.
_TAKEN_BACK_AT_ONCE = re.compile(
    rf"(?:\W*(?:sorry\b|which{_WAS}(?:false|untrue|{_WRONG}))"
    rf"|[^\w,]*(?:this|that|it){_WAS}(?:false|untrue|{_WRONG}))(?!\s+(?:that|to)\b)"
    # "Option A. This can be excluded."
    r"|\W*(?:this|that)(?:\s+(?:option|choice|answer|one))?\s+(?:can|may|must|should)\s+"
    r"(?:\w+ly\s+)?be\s+(?:excluded|ruled\s+out|eliminated|discarded|dismissed|rejected)\b",
    re.IGNORECASE,
)
# "No, I can't help with that"; "No, I cannot conclude that" is a plain no.
_DECLINES = (
    r"(?:(?:i['’]m |i am )?sorry\b"  # noqa: RUF001
    r"|(?:i (?:can(?:not|['’]?t)?|won['’]t)|i(?:['’]m| am) (?:unable|not able) to)\s+"  # noqa: RUF001
    r"(?:help|assist|answer|determine|judge|assess|evaluate|decide|tell|say|do|comply|give|provide"
    r"|discuss)\b)"
)
# In place of a verdict: "Yes, I'd be happy to help", "Yes, understood", "No, not sure".
_REPLIES = (
    r"(?:i(?:['’]d|\s+would)\s+be\s+(?:happy|glad)\b"  # noqa: RUF001
    r"|(?:understood|got it|i understand)\s*(?:[.!]|$)"
    r"|i understand (?:the|your|this) (?:task|instructions?|request)\b|i(?:['’]m| am) ready\b"  # noqa: RUF001
    r"|there is no (?:text|premise|passage|context|hypothesis|claim) in your\b"
    r"|i (?:did not|didn['’]?t) (?:receive|get) (?:the|a|any) (?:text|premise|passage|context"  # noqa: RUF001
    r"|hypothesis|claim)\b"
    r"|i (?:do not|don['’]?t) (?:see|have) (?:the|a|any) (?:text|premise|passage|context"  # noqa: RUF001
    r"|hypothesis|claim)\s*(?:[.,!]|$|in your\b|yet\b)"
    r"|(?:the )?(?:text|premise|passage|context|hypothesis|claim) (?:is )?missing\s*(?:[.,!]|$)"
    r"|i\s+(?:would\s+)?need\s+(?:the\s+(?:text|premise|passage|context|hypothesis|claim)"
    r"|to\s+(?:see|read))\b|(?:not\s+(?:sure|certain)|unsure)\b)"
)
_DECLINED = re.compile(
    # An offer in place of a verdict: "Yes, of course! Let me look at the text first."
    rf"\W*(?:{_DECLINES}|{_REPLIES})|.*\b(?:let me (?:first|look|see|check|read|think|have|take)"
    r"|please (?:give|provide|send|share|paste))\b",
    re.IGNORECASE | re.DOTALL,
)
_REFUSALS = re.compile(
    rf"\W*(?:yes|no|true|false)\W+(?!i can\s){_DECLINES}"
    r"|\W*(?:i['’]m sorry|i am sorry|sorry|i can(?:no|['’])t|i(?:['’]m| am) (?:unable|not able)"  # noqa: RUF001
    r"|i won['’]t|as an ai\b)",  # noqa: RUF001
    re.IGNORECASE,
)
# Fields of JSON that say whether a label is right, such as "is_correct", "isValid", "label_holds".
# Other fields, such as "abstain", are not about the label.
_AFFIRMS = "correct|valid|right"
_DENIES = "incorrect|invalid|wrong"
# These count only after the name of a label's field, as in "answer_is_true": "is_true" alone may be
# said of the hypothesis.
_OF_LABEL_AFFIRMS = "true|holds|applies"
_OF_LABEL_DENIES = "false|negated"
_NEGATIVE = frozenset(
    "0 no n not false never none maybe perhaps unsure uncertain partly partially".split()
)
_POSITIVE = frozenset("1 yes y true".split())


def is_denied_by(name: str, value: object, label_fields: Iterable[str]) -> bool:
    """Whether a field of JSON denies or doubts the label that is beside it.

    Parameters
    ----------
    name : str
        The name of the field.
    value : object
        Its value. Texts of several words, which may be explanations, deny nothing.
    label_fields : iterable of str
        The names of fields for labels, with which the name may begin.
    """
    compact = re.sub(r"[\s_-]", "", name).casefold()
    label = rf"(?:is)?(?P<label>{'|'.join(label_fields)})?(?:is)?"
    found = re.fullmatch(
        rf"{label}(?:(?P<affirms>{_AFFIRMS})|(?:{_DENIES}))", compact
    ) or re.fullmatch(
        rf"{label}(?:(?P<affirms>{_OF_LABEL_AFFIRMS})|(?:{_OF_LABEL_DENIES}))(?(label)|(?!))",
        compact,
    )
    return found is not None and truth_of(value) is (not found["affirms"])


def truth_of(value: object) -> bool | None:
    """Return whether the value of a field of JSON affirms or denies; None if it does neither.

    A doubt, such as "maybe", denies.
    """
    # 0.0 and 1.0 are the numbers 0 and 1.
    word = "" if value is None else str(value).strip().rstrip(".!").removesuffix(".0").casefold()
    return True if word in _POSITIVE else False if word in _NEGATIVE else None


def is_doubted(before: str, *, is_line: bool) -> bool:
    """Whether the words before a label deny or doubt it.

    For a label on a line of its own, the lines before are other sentences. Only their last word
    counts, and the last line if it ends in a colon.
    """
    near, far = before[-_NEAR:], before[-_FAR:]
    is_near = any(each.search(near) for each in (_NEGATED, _HEDGED, _NOT_ITS_OWN, _ELSEWHERE))
    is_sample = _SAMPLE.match(near.rpartition("\n")[2]) is not None
    if is_near or is_sample or _is_struck_through(before):
        return True
    if is_line:
        return is_under_another(near, len(near)) or _ENDS_IN_DOUBT.search(near) is not None
    if unfinished := _UNFINISHED.search(far):
        sentence = SENTENCE_END.split(far[: unfinished.end()])[-1]
        reason = _REASON.match(sentence)
        said = sentence[reason.end() :] if reason else sentence
    else:
        sentence = said = SENTENCE_END.split(far)[-1]
    return bool(_INVERTED.match(sentence) or _DOUBTS.search(said))


def is_under_another(text: str, label_start: int) -> bool:
    """Whether the heading right before a label says that it is another: "Runner-up:"."""
    heading = _HEADING.search(text[max(label_start - _NEAR, 0) : label_start])
    if heading is None:
        return False
    said = heading["said"] or heading["title"] or ""
    return _SAMPLE.match(said) is not None or any(
        each.search(said) for each in (_HEDGED, _NOT_ITS_OWN)
    )


def _is_struck_through(before: str) -> bool:
    # Saves most of the time for the many lines of a long answer.
    if "~" not in before and "<" not in before:
        return False
    before = before.casefold()
    are_open = (
        before.count(start) % 2 if start == end else before.rfind(start) > before.rfind(end)
        for start, end in _STRIKES
    )
    return any(are_open)


def has_doubt(sentence: str) -> bool:
    """Whether a sentence has a word of doubt or a negation."""
    return _DOUBTS.search(sentence) is not None


def is_qualified(before: str, after: str) -> bool:
    """Whether "but" or the like follows a label that is called short: "The short answer is yes"."""
    return bool(_SHORT.search(before[-_NEAR:]) and _BUT.match(after))


def is_said_of(text: str, label_end: int, label: Label) -> bool:
    """Whether what follows a label says something of it, as in "Entailment: low"."""
    if _SAYS_OF_IT.match(text, label_end, label_end + _NEAR):
        return True
    is_definite = label in (Label.ENTAILMENT, Label.CONTRADICTION)
    return is_definite and bool(_SAYS_IT_IS_OPEN.match(text, label_end, label_end + _NEAR))


def is_doubted_after(rest: str) -> bool:
    """Whether what follows a label doubts it, or makes it a question or a condition."""
    return _DOUBTED_AFTER.match(rest) is not None


def is_taken_back(rest: str) -> bool:
    """Whether what follows a label takes it back."""
    return bool(_TAKEN_BACK.search(rest) or _TAKEN_BACK_AT_ONCE.match(rest))


def is_of_another(before: str) -> bool:
    """Whether the words before a label say that it is another: "Previous ", "Example "."""
    return _NOT_ITS_OWN.search(before) is not None or _SAMPLE.match(before) is not None


def is_declined(text: str, word_end: int) -> bool:
    """Whether a refusal or an offer follows yes, no or the like."""
    return _DECLINED.match(text, word_end) is not None


def is_refusal(text: str) -> bool:
    """Whether an answer begins with a refusal."""
    return _REFUSALS.match(text) is not None
