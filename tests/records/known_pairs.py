"""Files of pairs as datasets distribute them, in small: the layouts are real, the pairs made up."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from tests.records.typed import KnownFile, csv, json_lines, labels_of, tsv

SENTENCES = (
    ("A ferry, full of cars, leaves the harbour at noon.", "A ferry leaves at noon."),
    ("Two girls are painting a fence.", "The fence was green before."),
    ("Nobody in the orchestra plays the harp.", "The orchestra has two harpists."),
    ("The baker sold every loaf before ten.", "The baker sold bread."),
    ("Most of the lakes froze in January.", "One of the lakes is deep."),
)
"""The pairs of all files, unless a file says otherwise."""

THREE_WAY = "EUCEU"
TWO_WAY = "ENNEN"

_NLI = {"E": "entailment", "U": "neutral", "C": "contradiction", "-": "-", "h": "hidden"}
_RTE = {"E": "entailment", "N": "not_entailment"}
_FEVER = {"E": "SUPPORTS", "U": "NOT ENOUGH INFO", "C": "REFUTES", "h": "hidden"}
_START = 12


@dataclass(frozen=True)
class KnownPairs(KnownFile):
    """A file of pairs of a dataset, the options to read it with, and what is read.

    ``labels`` are the letters of `tests.records.typed`, and ``ids`` the pattern of an id; see
    `_records`. Without the options the file is refused, unless ``is_read_anyway``: then it has
    other ids.
    """

    labels: str
    options: str = ""
    ids: str = "{N}"
    texts: Sequence[tuple[str, str]] = SENTENCES
    is_read_anyway: bool = False

    def expected(self):
        """Return the ids, the beginnings of both texts and the labels of the pairs."""
        pairs = zip(self.texts, labels_of(self.labels), strict=True)
        return [
            (self.ids.format_map(_numbers(n)), text[:_START], hypothesis[:_START], label)
            for n, ((text, hypothesis), label) in enumerate(pairs, start=1)
        ]

    def says(self):
        """Return what the document says of the labels that are read."""
        if set(self.labels) == {"-"}:
            return "no labels"
        return "two-way" if "N" in self.labels else "three-way"


def begun(pairs):
    """Return pairs in the form of `KnownPairs.expected`."""
    return [(pair.id, pair.text[:_START], pair.hypothesis[:_START], pair.label) for pair in pairs]


def _pairs(labels, meanings, texts=SENTENCES):
    """Return the number of each pair, its texts and its label as the file writes it."""
    rows = zip(texts, labels, strict=True)
    return [(n, *pair, meanings[label]) for n, (pair, label) in enumerate(rows, start=1)]


def _numbers(n):
    """Return the numbers that ids have, by their names: from 1, from 0, and from 101."""
    return {"N": n, "N0": n - 1, "N100": n + 100}


def _filled(value, row):
    """Return a value of a file, with the number, texts or label of a pair for their names."""
    if isinstance(value, dict):
        return {name: _filled(item, row) for name, item in value.items()}
    if isinstance(value, list):
        return [_filled(item, row) for item in value]
    if not isinstance(value, str):
        return value
    return row[value] if value in row else value.format_map(row)


def _records(labels, meanings, texts=SENTENCES, **fields):
    """Return an object for each pair, with these fields; see `_filled`."""
    return [
        _filled(fields, {**_numbers(n), "T": text, "H": hypothesis, "L": label})
        for n, text, hypothesis, label in _pairs(labels, meanings, texts)
    ]


def _table(labels, meanings, texts=SENTENCES, **columns):
    """Return the header and the rows of a table with these columns; see `_filled`."""
    records = _records(labels, meanings, texts, **columns)
    return list(columns), [record.values() for record in records]


_PARSES = {
    "sentence1_binary_parse": "( {T} )",
    "sentence1_parse": "(ROOT {T})",
    "sentence2_binary_parse": "( {H} )",
    "sentence2_parse": "(ROOT {H})",
}
_BY_LETTER = {"E": "e", "U": "n", "C": "c"}
_ONE_OR_ZERO = {"E": 1, "N": 0}
_SENTENCES = {"sentence1": "T", **_PARSES, "sentence2": "H"}
_PREMISES = {"premise": "T", "hypothesis": "H"}
_PLAIN_SENTENCES = {"sentence1": "T", "sentence2": "H"}
_EMPTY_PARSES = {
    **dict.fromkeys(["sentence1_binary_parse", "sentence2_binary_parse"], "( )"),
    **dict.fromkeys(["sentence1_parse", "sentence2_parse"], "(ROOT)"),
}

_GENRE = {"genre": "letters", "gold_label": "L", "pairID": "7{N}n", "promptID": "7{N}"}
_VOTES = ["L", "neutral", "entailment"]
_MULTINLI = json_lines(_records("EUC-U", _NLI, annotator_labels=_VOTES, **_GENRE, **_SENTENCES))
_CAPTION = {"captionID": "{N}.jpg#0", "gold_label": "L", "pairID": "{N}.jpg#0r1n"}
_SNLI = json_lines(_records("-UCEU", _NLI, annotator_labels=["L"], **_CAPTION, **_SENTENCES))
_REASON = {"model_label": "n", "emturk": True, "genre": "wiki", "reason": "It says so.", "tag": ""}
_ANLI = json_lines(
    _records(THREE_WAY, _BY_LETTER, uid="u-{N}", context="T", hypothesis="H", label="L", **_REASON)
)
# Each pair is there once for each of the languages, with the same pairID.
_TWO_LANGUAGES = (
    *SENTENCES[:3],
    ("Eine Fähre fährt mittags ab.", "Mittags fährt eine Fähre."),
    ("Zwei Mädchen streichen einen Zaun.", "Der Zaun war vorher grün."),
)
_XNLI_HEADER = (
    "language gold_label sentence1_binary_parse sentence2_binary_parse sentence1_parse "
    "sentence2_parse sentence1 sentence2 promptID pairID genre label1 label2 label3 label4 label5 "
    "sentence1_tokenized sentence2_tokenized match"
).split()
_XNLI = tsv(
    _XNLI_HEADER,
    [
        [
            *("de" if n > 3 else "en", label, "", "", "", "", text, hypothesis),
            *(f"9{(n - 1) % 3}", (n - 1) % 3 + 1, "travel", label, *["neutral"] * 4),
            *(text, hypothesis, "True"),
        ]
        for n, text, hypothesis, label in _pairs(THREE_WAY, _NLI, _TWO_LANGUAGES)
    ],
)
_SCITAIL = {"E": "entails", "U": "neutral"}
_SCITAIL_SNLI = json_lines(
    _records("EUUEU", _NLI, **_SENTENCES, annotator_labels=["L"], gold_label="L")
)
_SCITAIL_ROWS = [row[1:] for row in _pairs("EUUEU", _SCITAIL)]
_SCITAIL_TSV = tsv(_SCITAIL_ROWS[0], _SCITAIL_ROWS[1:])
_SCITAIL_DGEM = "".join(
    f"{line}\tferry<>leaves<>noon$$$leaves<>ferry\n" for line in _SCITAIL_TSV.splitlines()
)
_QUESTION = {"question": "When does the ferry leave?", "answer": "noon"}
_PREDICTOR = {"sentence1": "T", "sentence2": "H", "gold_label": "L", **_QUESTION}
_STRUCTURE = "ferry<>leaves<>noon"
_SCITAIL_PREDICTOR = json_lines(
    _records("EUUEU", _SCITAIL, sentence2_structure=_STRUCTURE, **_PREDICTOR)
)
# Claims are paired with several contexts, and cid is that of the claim.
_FEVER_NLI = json_lines(
    {"cid": str(n // 2), "fid": f"f{n}", "context": text, "query": hypothesis, "label": label}
    for n, text, hypothesis, label in _pairs("EUCEh", _FEVER)
)
_REVISION = {"page": "Ferry", "revision_type": "real", "FEVER_id": None}
_VITAMINC = json_lines(
    _records(
        *(THREE_WAY, _FEVER),
        **{"unique_id": "{N}ab_1", "case_id": "{N}ab", "wiki_revision_id": "N", **_REVISION},
        **{"label": "L", "claim": "H", "evidence": "T"},
    )
)
_CONTRACT = {"E": "Entailment", "U": "NotMentioned", "C": "Contradiction"}
_CONTRACT_NLI = json_lines(_records(THREE_WAY, _CONTRACT, **_PREMISES, label="L"))
_DOCNLI = json.dumps(_records(TWO_WAY, _RTE, **_PREMISES, label="L"))
_GENERATED = {"gold": "L", "genre": "generated", "pairID": "5{N}"}
_WANLI = json_lines(_records(THREE_WAY, _NLI, id="N100", **_PREMISES, **_GENERATED))
_QNLI_TEXTS = (
    ("The ferry leaves at noon.", "When does the ferry leave?"),
    ("Two girls paint a fence.", "Who owns the fence?"),
    ("Nobody plays the harp.", "How many harpists are there?"),
    ("The baker sold every loaf.", "What did the baker sell?"),
)
_QNLI = tsv(*_table("ENNE", _RTE, _QNLI_TEXTS, index="N0", question="H", sentence="T", label="L"))
_GLUE = {"index": "N0", **_PLAIN_SENTENCES, "label": "L"}
_WNLI = tsv(*_table(TWO_WAY, _ONE_OR_ZERO, **_GLUE))
_GLUE_RTE = tsv(*_table(TWO_WAY, _RTE, **_GLUE))
_GLUE_MNLI = tsv(
    *_table(
        *(THREE_WAY, _NLI),
        **{"index": "N0", "promptID": "7{N}", "pairID": "7{N}n", "genre": "letters"},
        **{**_EMPTY_PARSES, **_PLAIN_SENTENCES, "label1": "L", "gold_label": "L"},
    )
)
_CB = json_lines(_records(THREE_WAY, _NLI, **_PREMISES, label="L", idx="N0"))
_ASKED = {"question": "H", "passage": "T", "idx": "N0", "label": "L"}
_BOOLQ = json_lines(_records("ENNE", {"E": True, "N": False}, _QNLI_TEXTS, **_ASKED))
_HANS = tsv(
    *_table(
        *(TWO_WAY, {"E": "entailment", "N": "non-entailment"}),
        **{"gold_label": "L", **_EMPTY_PARSES, **_PLAIN_SENTENCES, "pairID": "ex{N0}"},
        **{"heuristic": "subsequence", "subcase": "cn", "template": "t1"},
    )
)
_SICK = tsv(
    *_table(
        *(THREE_WAY, {letter: label.upper() for letter, label in _NLI.items()}),
        **{"pair_ID": "N", "sentence_A": "T", "sentence_B": "H"},
        **{"relatedness_score": 3.5, "entailment_judgment": "L"},
    )
)
_ESNLI = csv(
    *_table(
        *(THREE_WAY, _NLI),
        **{"pairID": "{N}.jpg#0r1e", "gold_label": "L", "Sentence1": "T", "Sentence2": "H"},
        Explanation_1='A "ferry" leaves, then.',
        **{"Sentence1_marked_1": "T", "Sentence2_marked_1": "H"},
        **{"Sentence1_Highlighted_1": "0,1", "Sentence2_Highlighted_1": "{{}}"},
    )
)
_MEDNLI = json_lines(_records(THREE_WAY, _NLI, pairID="med-{N}", **_SENTENCES, gold_label="L"))
_CHAOS = json_lines(
    {**record, "label_counter": {label: 80, "n" if label != "n" else "e": 20}}
    for record in _records(
        *(THREE_WAY, _BY_LETTER),
        **{"uid": "7{N}n", "majority_label": "L", "label_dist": [0.8, 0.2, 0.0], "entropy": 0.72},
        example={"uid": "7{N}n", **_PREMISES, "source": "mnli_m"},
        **{"label_count": [80, 20, 0], "old_label": "n", "old_labels": ["neutral"]},
    )
    for label in [record["majority_label"]]
)
_UNLI_SCORES = dict(zip("abcde", (0.946, 0.5, 0.03, 1.0, 0.31), strict=True))
_UNLI = csv(*_table("abcde", _UNLI_SCORES, id="{N}.jpg#0r1n", pre="T", hyp="H", nli=2, unli="L"))
_TRUE = csv(
    *_table(
        *(TWO_WAY, _ONE_OR_ZERO),
        **{"": "N0", "grounding": "T", "generated_text": "H", "label": "L", "score": 0.25},
    )
)
_CLAIMED = {"dataset": "cogensumm", "document": "T", "claim": "H", "label": "L", "cut": "val"}
_SUMMAC = json_lines(_records(TWO_WAY, _ONE_OR_ZERO, **_CLAIMED))
# id is that of the document, which several models summarize.
_AGGREFACT = csv(
    [
        *("dataset", "origin", "id", "doc", "summary", "model_name", "label", "cut"),
        *("DAE_score", "DAE_label"),
    ],
    [
        ["XSumFaith", "xsum", n // 2, text, hypothesis, "BART", label, "test", 0.4, 1]
        for n, text, hypothesis, label in _pairs(TWO_WAY, _ONE_OR_ZERO)
    ],
)
_QUOTED = (('"Two ferries" leave at noon .', '"Ferries" leave at noon .'), *SENTENCES[1:])
_HELP = tsv(
    [
        *("", "filename", "determiner", "monotonicity", "gold_label", "replace_target"),
        *("replace_source", "replace_mode", "ori_sentence", "new_sentence"),
    ],
    [
        [
            *(4000 - n, f"silver/p0{n}/d1", "and", "conjunction", label, "", "", ""),
            *('"' + each.replace('"', '""') + '"' if '"' in each else each for each in pair),
        ]
        for n, *pair, label in _pairs("EUUEU", _NLI, _QUOTED)
    ],
)
_MED = tsv(
    *_table(
        *("EUUEU", _NLI),
        **{"index": "N", "promptID": "N", "pairID": "N", "genre": "paper:upward_monotone"},
        **{**dict.fromkeys(_EMPTY_PARSES, ""), **_PLAIN_SENTENCES},
        **{**{f"label{n}": "" for n in range(1, 6)}, "gold_label": "L"},
    )
)
_CONTROL = json_lines(_records(THREE_WAY, _BY_LETTER, uid="id_{N}", **_PREMISES, label="L"))


def _challenge(labels, meanings, attribute="entailment", further='task="IE"'):
    pairs = "".join(
        f'<pair id="{n}" {attribute}="{label}" {further}>\n<t>{text}</t>\n<h>{hypothesis}</h>\n'
        "</pair>\n"
        for n, text, hypothesis, label in _pairs(labels, meanings)
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f"<entailment-corpus>\n{pairs}</entailment-corpus>\n"
    )


_YES = {"E": "YES", "N": "NO", "C": "NO", "U": "UNKNOWN"}
_FULL = {"E": "ENTAILMENT", "C": "CONTRADICTION", "U": "UNKNOWN"}
# Five problems; that without a question and a hypothesis is no pair.
_FRACAS = """<?xml version="1.0" encoding="utf-8"?>
<?xml-stylesheet type="text/xsl" href="fracas.xsl"?>
<fracas-problems>
<comment class="section"> 1 GENERALIZED QUANTIFIERS </comment>
<problem id="001" fracas_answer="yes">
  <p idx="1"> Every ferry leaves at noon. </p> <p idx="2"> The Ada is a ferry. </p>
  <q> Does the Ada leave at noon? </q> <h> The Ada leaves at noon. </h> <a> Yes </a>
</problem>
<problem id="002" fracas_answer="unknown" fracas_nonstandard="true">
  <p idx="1"> Some ferries are full. </p> <q> Are most ferries full? </q>
  <h> Most ferries are full. </h> <a> Not necessarily </a> <why> Some may be few. </why>
</problem>
<problem id="003" fracas_answer="no">
  <p idx="1"> No ferry is full. </p> <q> Is a ferry full? </q> <h> A ferry is full. </h> <a> No </a>
</problem>
<problem id="004" fracas_answer="undef">
  <p idx="1"> Both ferries sank. </p> <q> Did they sink? </q> <h> They sank. </h>
  <a> Yes, on one reading </a> <note> There are two readings. </note>
</problem>
<problem id="005" fracas_answer="undef">
  <p idx="1"> Ferries float. </p> <q></q> <h></h> <a></a>
</problem>
</fracas-problems>
"""
_FRACAS_TEXTS = (
    ("Every ferry leaves at noon. The Ada is a ferry.", "The Ada leaves at noon."),
    ("Some ferries are full.", "Most ferries are full."),
    ("No ferry is full.", "A ferry is full."),
    ("Both ferries sank.", "They sank."),
    # A problem without a hypothesis is kept, with a warning.
    ("Ferries float.", ""),
)

_LETTERS = "--labels e=entailment,n=neutral,c=contradiction"
_ONE_IS_ENTAILMENT = "--labels not_entailment,entailment"

KNOWN_PAIRS = (
    KnownPairs("MultiNLI", "multinli_1.0_dev_matched.jsonl", _MULTINLI, "EUC-U", ids="7{N}n"),
    KnownPairs("SNLI", "snli_1.0_test.jsonl", _SNLI, "-UCEU", ids="{N}.jpg#0r1n"),
    KnownPairs("ANLI", "dev.jsonl", _ANLI, THREE_WAY, _LETTERS, ids="u-{N}"),
    KnownPairs("XNLI", "xnli.dev.tsv", _XNLI, THREE_WAY, "--columns id=", texts=_TWO_LANGUAGES),
    KnownPairs("SciTail snli_format", "scitail_1.0_dev.txt", _SCITAIL_SNLI, "EUUEU"),
    KnownPairs(
        *("SciTail tsv_format", "scitail_1.0_dev.tsv", _SCITAIL_TSV, "EUUEU"),
        "--columns text=1,hypothesis=2,label=3",
    ),
    KnownPairs(
        *("SciTail dgem_format", "scitail_1.0_structure_dev.tsv", _SCITAIL_DGEM, "EUUEU"),
        "--columns text=1,hypothesis=2,label=3",
    ),
    KnownPairs(
        *("SciTail predictor_format", "scitail_1.0_structure_dev.jsonl"),
        *(_SCITAIL_PREDICTOR, "EUUEU"),
    ),
    KnownPairs(
        *("FEVER-NLI", "dev_fitems.jsonl", _FEVER_NLI, "EUCE-"),
        *("--columns id=fid,hypothesis=query", "f{N}"),
    ),
    KnownPairs(
        *("VitaminC", "dev.jsonl", _VITAMINC, THREE_WAY, "--columns id=unique_id", "{N}ab_1"),
        is_read_anyway=True,
    ),
    KnownPairs(
        "ContractNLI", "test.jsonl", _CONTRACT_NLI, THREE_WAY, "--labels NotMentioned=neutral"
    ),
    KnownPairs("DocNLI", "dev.json", _DOCNLI, TWO_WAY),
    KnownPairs("WANLI", "test.jsonl", _WANLI, THREE_WAY, ids="{N100}"),
    KnownPairs(
        *("GLUE QNLI", "dev.tsv", _QNLI, "ENNE", "--columns text=sentence,hypothesis=question"),
        *("{N0}", _QNLI_TEXTS),
    ),
    KnownPairs("GLUE WNLI", "dev.tsv", _WNLI, TWO_WAY, _ONE_IS_ENTAILMENT, "{N0}"),
    KnownPairs("GLUE RTE", "dev.tsv", _GLUE_RTE, TWO_WAY, ids="{N0}"),
    KnownPairs("GLUE MNLI", "train.tsv", _GLUE_MNLI, THREE_WAY, "--columns id=pairID", "7{N}n"),
    KnownPairs("SuperGLUE CB", "val.jsonl", _CB, THREE_WAY, ids="{N0}"),
    KnownPairs(
        *("SuperGLUE BoolQ", "val.jsonl", _BOOLQ, "ENNE", "--columns hypothesis=question"),
        *("{N0}", _QNLI_TEXTS),
    ),
    KnownPairs("HANS", "heuristics_evaluation_set.txt", _HANS, TWO_WAY, ids="ex{N0}"),
    KnownPairs("SICK", "SICK_train.txt", _SICK, THREE_WAY),
    KnownPairs("e-SNLI", "esnli_dev.csv", _ESNLI, THREE_WAY, ids="{N}.jpg#0r1e"),
    KnownPairs("MedNLI", "mli_dev_v1.jsonl", _MEDNLI, THREE_WAY, ids="med-{N}"),
    KnownPairs(
        *("ChaosNLI", "chaosNLI_mnli_m.jsonl", _CHAOS, THREE_WAY),
        "--columns text=example.premise,hypothesis=example.hypothesis,label=majority_label "
        + _LETTERS,
        "7{N}n",
    ),
    KnownPairs(
        *("UNLI", "dev.csv", _UNLI, "-----", "--columns text=pre,hypothesis=hyp,label="),
        "{N}.jpg#0r1n",
    ),
    KnownPairs("TRUE", "qags_xsum_download.csv", _TRUE, TWO_WAY, _ONE_IS_ENTAILMENT),
    KnownPairs("SummaC", "summac_val.jsonl", _SUMMAC, TWO_WAY, _ONE_IS_ENTAILMENT),
    KnownPairs(
        *("AggreFact", "aggre_fact_final.csv", _AGGREFACT, TWO_WAY),
        f"--columns id=,text=doc {_ONE_IS_ENTAILMENT}",
    ),
    KnownPairs(
        *("HELP", "pmb_train_v1.0.tsv", _HELP, "EUUEU"),
        "--columns text=ori_sentence,hypothesis=new_sentence --quotes",
        texts=_QUOTED,
    ),
    KnownPairs("MED", "MED.tsv", _MED, "EUUEU", "--columns id=pairID"),
    KnownPairs("ConTRoL", "test.jsonl", _CONTROL, THREE_WAY, _LETTERS, "id_{N}"),
    KnownPairs(
        *("RTE-1", "rte1_test.xml"),
        *(_challenge(TWO_WAY, {"E": "TRUE", "N": "FALSE"}, "value", 'task="IR"'), TWO_WAY),
    ),
    KnownPairs("RTE-2", "rte2_test.xml", _challenge(TWO_WAY, _YES), TWO_WAY),
    KnownPairs(
        *("RTE-3", "rte3_test.xml"),
        *(_challenge(TWO_WAY, _YES, further='task="QA" length="short"'), TWO_WAY),
    ),
    KnownPairs(
        *("RTE-3 three-way", "rte3_3way_test.xml"),
        *(_challenge(THREE_WAY, _YES, further='task="QA" length="long"'), THREE_WAY),
    ),
    KnownPairs("RTE-4", "RTE-4_gold.xml", _challenge(THREE_WAY, _FULL), THREE_WAY),
    KnownPairs(
        *("RTE-5", "RTE5_gold.xml"),
        _challenge(TWO_WAY, {"E": "ENTAILMENT", "N": "NO ENTAILMENT"}, further='task="QA"'),
        TWO_WAY,
    ),
    KnownPairs("FraCaS", "fracas.xml", _FRACAS, "EUC--", ids="00{N}", texts=_FRACAS_TEXTS),
)

BY_NAME = {known.name: known for known in KNOWN_PAIRS}
