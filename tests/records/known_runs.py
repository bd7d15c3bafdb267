"""Files of predictions as other programs write them, in small, on the same six pairs."""

import io
import json
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rte_baselines.pairs import Pair, conflate
from tests.records.typed import LETTERS, KnownFile, csv, json_lines, labels_of, tsv

GOLD = "EUCEUC"
"""The gold labels of the six pairs."""

THREE_WAY = "EUCEEU"
"""The predicted labels of most files, four of six right."""

TWO_WAY = "ENNEEN"
"""The predicted labels of two-way files, five of six right."""

_ORDER = "EUC"
_PROBABILITIES = (
    (0.8, 0.15, 0.05),
    (0.2, 0.7, 0.1),
    (0.1, 0.2, 0.7),
    (0.6, 0.3, 0.1),
    (0.5, 0.3, 0.2),
    (0.1, 0.6, 0.3),
)
_SCORES = (0.91, 0.12, 0.05, 0.77, 0.58, 0.33)
_NLI = {"E": "entailment", "U": "neutral", "C": "contradiction", "N": "not_entailment"}


@dataclass(frozen=True)
class KnownRun(KnownFile):
    """A file of predictions, the options to read it with, and what is read.

    The pairs have the ids ``prefix`` and a number from 0. ``labels`` are the letters of
    `tests.records.typed`, with W for an answer that is no label, and empty for a file of scores
    alone. ``has`` are the numbers that are read. Without the options the file is refused, unless
    ``is_read_anyway``.
    """

    options: str = ""
    labels: str = THREE_WAY
    has: Sequence[str] = ()
    prefix: str = ""
    is_read_anyway: bool = False

    def pairs(self):
        """Return the six pairs with gold labels in the scheme of the run."""
        labels = labels_of(GOLD)
        if set(self.labels) <= set(TWO_WAY):
            labels = map(conflate, labels)
        return [
            Pair(f"{self.prefix}{n}", f"Boat {n} left at noon.", f"Boat {n} left.", label=label)
            for n, label in enumerate(labels)
        ]

    def expected(self):
        """Return the predicted label of each pair by its id, without those that are no labels."""
        return {
            f"{self.prefix}{n}": LETTERS[letter]
            for n, letter in enumerate(self.labels)
            if letter != "W"
        }

    def unread(self):
        """Return the ids of the pairs whose answers are no labels."""
        return {f"{self.prefix}{n}" for n, letter in enumerate(self.labels) if letter == "W"}

    def right(self):
        """Return the number of right labels among those that were read."""
        gold = {pair.id: pair.label for pair in self.pairs()}
        return sum(gold[pair_id] is label for pair_id, label in self.expected().items())

    def says(self):
        """Return what the document says of the parts that are read."""
        return ", ".join([*(["labels"] if self.labels else []), *self.has])


def expected_probabilities():
    """Return the probabilities that are read from all files with probabilities."""
    return [
        dict(zip(labels_of(_ORDER), probabilities, strict=True)) for probabilities in _PROBABILITIES
    ]


def expected_scores():
    """Return the scores that are read from all files with scores."""
    return list(_SCORES)


def expected_confidences():
    """Return the confidences that are read from all files with confidences."""
    return list(map(max, _PROBABILITIES))


def _in_order(order, rows):
    return [[row[_ORDER.index(letter)] for letter in order] for row in rows]


def _rows(order=_ORDER):
    """Return the number, the label, probabilities and logits of each pair."""
    probabilities = _in_order(order, _PROBABILITIES)
    return [
        (n, _NLI[letter], row, np.log(row).tolist())
        for n, (letter, row) in enumerate(zip(THREE_WAY, probabilities, strict=True))
    ]


def _saved(save, *arrays, **named):
    stream = io.BytesIO()
    save(stream, *arrays, **named)
    return stream.getvalue()


_GLUE = tsv(["index", "prediction"], [[n, label] for n, label, *_ in _rows()])
_GLUE_NUMBERS = tsv(["index", "prediction"], [[n, "EUC".index(c)] for n, c in enumerate(THREE_WAY)])
# A transformer: the vocabulary of labels of SNLI is entailment, contradiction, neutral.
_ALLENNLP = json_lines(
    {
        "logits": logits,
        "probs": probabilities,
        "token_ids": [0, 38, 2],
        "label": label,
        "tokens": ["<s>", "Boat", "</s>"],
    }
    for _, label, probabilities, logits in _rows("ECU")
)
_ALLENNLP_ATTENTION = json_lines(
    {
        "label_logits": logits,
        "label_probs": probabilities,
        "h2p_attention": [[0.5, 0.5]],
        "p2h_attention": [[0.5], [0.5]],
        "premise_tokens": ["Boat", "left"],
        "hypothesis_tokens": ["Boat"],
    }
    for _, _, probabilities, logits in _rows("ECU")
)
_ALLENNLP_METADATA = json_lines(
    {
        "metadata": {"pair_id": str(n), "premise_tokens": ["Boat", "left"]},
        "label_logits": logits,
        "label_probs": probabilities,
        "label": label,
    }
    for n, label, probabilities, logits in reversed(_rows("ECU"))
)
_PIPELINE = json.dumps(
    [
        {"label": label.upper(), "score": max(probabilities)}
        for _, label, probabilities, _ in _rows()
    ]
)
_PIPELINE_ALL = json.dumps(
    [
        sorted(
            (
                {"label": _NLI[letter].upper(), "score": probability}
                for letter, probability in zip(_ORDER, probabilities, strict=True)
            ),
            key=lambda each: -each["score"],
        )
        for _, _, probabilities, _ in _rows()
    ]
)
_CROSS_ENCODER = _saved(
    np.save, np.array([logits for *_, logits in _rows("CEU")], dtype=np.float32)
)
_TRAINER = _saved(
    np.savez,
    predictions=np.array([logits for *_, logits in _rows()], dtype=np.float32),
    label_ids=np.array([_ORDER.index(letter) for letter in GOLD]),
)
_FREE = (
    "entailment",
    "Neutral",
    "**Contradiction**",
    "The boat left at noon, so it left.\n\nLabel: entailment",
    "Final answer: Entailment",
    "I would rather not say.",
)
_ANSWERED = "EUCEEW"
_GOLD_NUMBERS = [_ORDER.index(letter) for letter in GOLD]


def _sample(n, target, responses, filtered):
    return {
        "doc_id": n,
        "doc": {
            "premise": f"Boat {n} left at noon.",
            "hypothesis": f"Boat {n} left.",
            "label": _GOLD_NUMBERS[n],
            "idx": n,
        },
        "target": target,
        "arguments": {"gen_args_0": {"arg_0": "Boat 0 left at noon.\nQuestion:", "arg_1": " True"}},
        "resps": responses,
        "filtered_resps": filtered,
        "filter": "none",
        "metrics": ["acc"],
        "doc_hash": "5d4f",
        "prompt_hash": "5d4f",
        "target_hash": "5d4f",
        "acc": 1.0,
    }


_HARNESS = json_lines(
    _sample(n, _NLI[GOLD[n]], [[answer]], [answer]) for n, answer in enumerate(_FREE)
)


def _choices(n, answers):
    return _sample(n, str(_GOLD_NUMBERS[n]), [[answer] for answer in answers], answers)


# Some versions write the numbers as strings. The rows are in another order than the pairs.
_HARNESS_CHOICES = json_lines(
    _choices(n, [[str(logit), "False"] for logit in logits])
    for n, _, _, logits in reversed(_rows())
)
_HARNESS_NUMBERS = json_lines(
    _choices(n, [[logit, False] for logit in logits]) for n, _, _, logits in _rows()
)


def _openai(n, body):
    return {
        "id": f"batch_req_{n}",
        "custom_id": str(n),
        "response": {"status_code": 200, "request_id": f"r{n}", "body": body},
        "error": None,
    }


def _completion(n, text):
    message = {"role": "assistant", "content": text, "refusal": None}
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}
    return _openai(n, {"id": "c", "object": "chat.completion", "choices": [choice], "usage": {}})


def _response(n, text):
    content = [{"type": "output_text", "annotations": [], "text": text}]
    output = [
        {"type": "reasoning", "summary": []},
        {"type": "message", "status": "completed", "role": "assistant", "content": content},
    ]
    return _openai(n, {"id": "r", "object": "response", "status": "completed", "output": output})


def _message(n, text):
    content = [{"type": "thinking", "thinking": "neutral?"}, {"type": "text", "text": text}]
    message = {"type": "message", "role": "assistant", "content": content}
    message["stop_reason"] = "end_turn"
    return {"custom_id": str(n), "result": {"type": "succeeded", "message": message}}


_OPENAI = json_lines(_completion(n, text) for n, text in reversed(list(enumerate(_FREE))))
_OPENAI_RESPONSES = json_lines(_response(n, text) for n, text in enumerate(_FREE))
_ANTHROPIC = json_lines(_message(n, text) for n, text in enumerate(_FREE))
# Objects with reasons, with and without a fence around; the last one has another field.
_OBJECTS = [
    json.dumps({"reason": "It says so.", "label": _NLI[letter]}) for letter in _ANSWERED[:-1]
] + [json.dumps({"reason": "It is not a contradiction."})]
_OBJECTS[1] = f"```json\n{_OBJECTS[1]}\n```"
_OPENAI_OBJECTS = json_lines(_completion(n, text) for n, text in enumerate(_OBJECTS))
_PLAIN_ANSWERS = json_lines({"id": str(n), "response": text} for n, text in enumerate(_FREE))
_MINICHECK_ROWS = [[n, int(score > 0.5), score] for n, score in enumerate(_SCORES)]
_MINICHECK = csv(["pred_label", "raw_prob"], [row[1:] for row in _MINICHECK_ROWS])
_MINICHECK_LINES = json_lines(
    {"id": n, "pred_label": label, "raw_prob": score} for n, label, score in _MINICHECK_ROWS
)
_ALIGNSCORE_LINES = "".join(f"{score}\n" for score in _SCORES)
_ALIGNSCORE = csv(["align_score"], [[score] for score in _SCORES])
_SUMMAC = _saved(np.save, np.array(_SCORES))
_KAGGLE = csv(["pairID", "gold_label"], [[n, label] for n, label, *_ in _rows()])
_HANS = csv(
    ["pairID", "gold_label"],
    [
        [f"ex{n}", {"E": "entailment", "N": "non-entailment"}[letter]]
        for n, letter in enumerate(TWO_WAY)
    ],
)
_SUPERGLUE = json_lines({"idx": n, "label": _NLI[letter]} for n, letter in enumerate(TWO_WAY))
_TAC = "".join(f"{n} {LETTERS[letter].replace('_', ' ')}\n" for n, letter in enumerate(THREE_WAY))
_OWN = json_lines(
    {
        "id": str(n),
        "label": LETTERS[THREE_WAY[n]],
        "probabilities": dict(
            zip(["ENTAILMENT", "UNKNOWN", "CONTRADICTION"], probabilities, strict=True)
        ),
    }
    for n, _, probabilities, _ in _rows()
)

_ENC = "--run-labels entailment,neutral,contradiction"
_ECN = "--run-labels entailment,contradiction,neutral"
_ONE_IS_ENTAILMENT = "--run-labels not_entailment,entailment"

KNOWN_RUNS = (
    KnownRun("run_glue, names", "predict_results_mnli.txt", _GLUE, ""),
    KnownRun("run_glue, numbers", "predict_results_None.txt", _GLUE_NUMBERS, _ENC),
    KnownRun(
        *("AllenNLP classifier", "predictions.jsonl", _ALLENNLP, f"--in-order {_ECN}"),
        has=["probabilities"],
    ),
    KnownRun(
        *("AllenNLP attention", "predictions.jsonl", _ALLENNLP_ATTENTION),
        f"--in-order --run-columns probabilities=label_probs {_ECN}",
        has=["probabilities"],
    ),
    KnownRun(
        *("AllenNLP with metadata", "predictions.jsonl", _ALLENNLP_METADATA),
        f"--run-columns id=metadata.pair_id,probabilities=label_probs {_ECN}",
        has=["probabilities"],
    ),
    KnownRun(
        *("pipeline", "pipeline.json", _PIPELINE, "--in-order --run-columns confidence=score"),
        has=["confidences"],
    ),
    KnownRun(
        *("pipeline, top_k=None", "pipeline.json", _PIPELINE_ALL, "--in-order"),
        has=["probabilities"],
    ),
    KnownRun(
        *("CrossEncoder", "logits.npy", _CROSS_ENCODER),
        "--in-order --run-columns logits=1+2+3 --run-labels contradiction,entailment,neutral",
        has=["probabilities"],
    ),
    KnownRun(
        *("Trainer.predict", "predictions.npz", _TRAINER),
        f"--in-order --run-columns logits=predictions {_ENC}",
        has=["probabilities"],
    ),
    KnownRun("lm-eval generate_until", "samples_nli.jsonl", _HARNESS, "", _ANSWERED),
    KnownRun("lm-eval multiple_choice", "samples_cb.jsonl", _HARNESS_CHOICES, _ENC),
    KnownRun("lm-eval multiple_choice, numbers", "samples_cb.jsonl", _HARNESS_NUMBERS, _ENC),
    KnownRun("OpenAI chat completions", "batch_output.jsonl", _OPENAI, "", _ANSWERED),
    KnownRun("OpenAI responses", "batch_output.jsonl", _OPENAI_RESPONSES, "", _ANSWERED),
    KnownRun(
        *("OpenAI JSON answers", "batch_output.jsonl", _OPENAI_OBJECTS),
        *("--run-columns answer=label", _ANSWERED),
        is_read_anyway=True,
    ),
    KnownRun("Anthropic message batch", "results.jsonl", _ANTHROPIC, "", _ANSWERED),
    KnownRun("answers", "answers.jsonl", _PLAIN_ANSWERS, "", _ANSWERED),
    KnownRun(
        *("MiniCheck csv", "minicheck.csv", _MINICHECK),
        *(f"--in-order --run-columns score=raw_prob {_ONE_IS_ENTAILMENT}", TWO_WAY, ["scores"]),
    ),
    KnownRun(
        *("MiniCheck jsonl", "minicheck.jsonl", _MINICHECK_LINES),
        *(f"--run-columns score=raw_prob {_ONE_IS_ENTAILMENT}", TWO_WAY, ["scores"]),
    ),
    KnownRun(
        *("AlignScore, lines", "scores.txt", _ALIGNSCORE_LINES),
        *("--in-order --run-columns score=1 --threshold 0.5", TWO_WAY, ["scores"]),
    ),
    KnownRun(
        *("AlignScore csv", "scores.csv", _ALIGNSCORE),
        *("--in-order --run-columns score=align_score --threshold 0.5", TWO_WAY, ["scores"]),
    ),
    KnownRun(
        *("SummaC", "scores.npy", _SUMMAC, "--in-order --run-columns score=1", "", ["scores"])
    ),
    KnownRun("MultiNLI on Kaggle", "sub.csv", _KAGGLE, "--run-columns label=gold_label"),
    KnownRun(*("HANS", "preds.txt", _HANS, "--run-columns label=gold_label", TWO_WAY), prefix="ex"),
    KnownRun("SuperGLUE", "RTE.jsonl", _SUPERGLUE, "", TWO_WAY),
    KnownRun("TAC", "my.run", _TAC, ""),
    KnownRun("rte_baselines", "my.jsonl", _OWN, "", has=["probabilities"]),
)

BY_NAME = {known.name: known for known in KNOWN_RUNS}
