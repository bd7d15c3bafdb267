"""FraCaS in XML: problems with one premise or several, and a hypothesis."""

from collections.abc import Iterator
from typing import TextIO

from rte_baselines.core.errors import InputError
from rte_baselines.core.quoting import quoted
from rte_baselines.core.registry import registry
from rte_baselines.pairs.format import PairFormat, Record
from rte_baselines.pairs.xml_elements import elements_of

_ANSWER = "fracas_answer"
_LABELS = {"yes": "ENTAILMENT", "no": "CONTRADICTION", "unknown": "UNKNOWN", "undef": ""}
_FURTHER = {"q": "question", "a": "answer"}


@registry.formats("fracas_xml")
class FracasXml(PairFormat):
    """The FraCaS problems, as MacCartney distributes them.

    The text of a pair is all premises, in their order. A problem whose answer is undefined has no
    label. The question, the answer in words and the other
    attributes of a problem are attributes of the pair.
    """

    name = "fracas_xml"
    description = 'FraCaS XML: <problem id="1" fracas_answer="yes"> with <p> and <h>'

    def recognizes(self, head: str) -> bool:
        """Whether a file begins with XML that has problems of FraCaS."""
        return head.lstrip().startswith("<") and "<fracas-problems" in head

    def read(self, text: TextIO) -> Iterator[Record]:
        """Read the problems one by one; see `PairFormat.read`."""
        for problem in elements_of(text, "problem", ("p", "h", *_FURTHER)):
            snippets = {
                tag: " ".join(" ".join(found).split()) for tag, found in problem.snippets.items()
            }
            attributes = dict(problem.attributes)
            pair_id, answer = attributes.pop("id", None), attributes.pop(_ANSWER, "").strip()
            if answer.casefold() not in _LABELS:
                raise InputError(
                    f"line {problem.line}: {_ANSWER} is {quoted(answer)}; expected one of "
                    f"{', '.join(_LABELS)}"
                )
            further = {name: snippets[tag] for tag, name in _FURTHER.items() if snippets.get(tag)}
            yield Record(
                problem.line,
                id=pair_id,
                text=snippets.get("p", ""),
                hypothesis=snippets.get("h", ""),
                label=_LABELS[answer.casefold()],
                attributes={**attributes, **further},
            )
