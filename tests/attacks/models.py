"""Damage models, make their digests anew, and see whether loading and predicting fails in one line.

``python -m tests.attacks.models --count 200`` prints a table. Each model is read by a process of
its own, which a crash or an endless loop ends alone.
"""

import argparse
import json
import os
import shutil
import signal
import tempfile
import warnings
from collections import Counter
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from random import Random
from zipfile import ZipFile

import numpy as np

from rte_baselines import Recognizer, load_pairs
from rte_baselines.core.errors import InputError

CLASSIFIERS = (
    *("DecisionTreeClassifier", "GradientBoostingClassifier", "HistGradientBoostingClassifier"),
    *("KNeighborsClassifier", "NuSVC", "LogisticRegression"),
)
EXTREMES = (-1, 0, 1, 2, -(2**31), 2**31 - 1, 2**40, float("nan"), float("inf"), -1e300)
VALUES = (None, True, "", "x", [], {}, [[]], *EXTREMES[:-3])
SECONDS = 20
LOADED, REFUSED, TRACEBACK, KILLED, ENDLESS = (
    *("loaded", "refused in one line", "another error"),
    *("killed by a signal", f"not done after {SECONDS} s"),
)


def trained(folder):
    """Train a small model of each kind, and return their folders."""
    pairs = load_pairs("sample:train")[:60]
    for name in CLASSIFIERS:
        fields = {"recognizer.head.classifier": name}
        if name == "GradientBoostingClassifier":
            fields["recognizer.head.parameters.n_estimators"] = 3
        Recognizer.from_config("nltk-rte", fields).fit(pairs).save(folder / name)
    return [folder / name for name in CLASSIFIERS]


def damaged(content, random):
    """Return bytes of which some are others, or missing."""
    content = bytearray(content)
    for _ in range(random.choice((1, 3, 30))):
        content[random.randrange(len(content))] = random.choice((0, 1, 255, random.randrange(256)))
    return bytes(content[: random.randrange(len(content))] if random.random() < 0.1 else content)


def damaged_array(array, random):
    """Return an array with other numbers, of another type, or of another shape."""
    kind = random.random()
    if kind < 0.1 and array.dtype.kind in "biuf":
        return array.astype(random.choice(("float32", "int64", "U8", "complex128")), copy=True)
    if kind < 0.3:
        return array[: random.randrange(len(array) + 1)] if array.ndim else array.reshape(1)
    array = array.copy()
    flat = array.reshape(-1)
    if not flat.size:
        return array
    place = random.randrange(flat.size)
    if array.dtype.names:
        field = random.choice(array.dtype.names)
        flat[field][place] = np.array(random.choice(EXTREMES)).astype(flat.dtype[field])
    elif array.dtype.kind in "biuf":
        flat[place] = np.array(random.choice(EXTREMES)).astype(array.dtype)
    return array


def damaged_json(value, random):
    """Return a JSON value of which one part, at random, is another value."""
    if isinstance(value, dict) and value and random.random() < 0.9:
        key = random.choice(list(value))
        return {**value, key: damaged_json(value[key], random)}
    if isinstance(value, list) and value and random.random() < 0.9:
        place = random.randrange(len(value))
        return [*value[:place], damaged_json(value[place], random), *value[place + 1 :]]
    return random.choice(VALUES)


def damaged_zip(content, random):
    """Return an archive in which one member has other numbers."""
    with ZipFile(BytesIO(content)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    name = random.choice(list(members))
    if name.endswith(".json"):
        members[name] = json.dumps(damaged_json(json.loads(members[name]), random)).encode()
    else:
        changed = BytesIO()
        array = np.load(BytesIO(members[name]), allow_pickle=False)
        np.save(changed, damaged_array(array, random), allow_pickle=False)
        members[name] = changed.getvalue()
    written = BytesIO()
    with ZipFile(written, "w") as archive:
        for name, held in members.items():
            archive.writestr(name, held)
    return written.getvalue()


def damage(folder, random):
    """Damage one file of a model, and sign it; return the kind of damage."""
    zips = [name for name in ("estimators.skops", "arrays.npz") if (folder / name).exists()]
    kind, name = random.choice(
        [
            ("bytes", random.choice([*zips, "config.cfg", "learned.json", "signature.json"])),
            ("values", random.choice(["learned.json", "signature.json"])),
            *[("numbers", name) for name in zips * 2],
        ]
    )
    path = folder / name
    content = path.read_bytes()
    if kind == "values":
        path.write_text(json.dumps(damaged_json(json.loads(content), random)))
    else:
        path.write_bytes(
            damaged_zip(content, random) if kind == "numbers" else damaged(content, random)
        )
    if name != "signature.json":
        signature = json.loads((folder / "signature.json").read_text())
        signature["files"][name] = sha256(path.read_bytes()).hexdigest()
        (folder / "signature.json").write_text(json.dumps(signature))
    return kind


def outcome(folder, pairs):
    """Return what comes of loading a model and predicting, in a process of its own."""
    child = os.fork()
    if not child:
        signal.alarm(SECONDS)
        os._exit(_tried(folder, pairs))
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return ENDLESS if os.WTERMSIG(status) == signal.SIGALRM else KILLED
    return (LOADED, REFUSED, TRACEBACK)[os.WEXITSTATUS(status)]


def _tried(folder, pairs):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            Recognizer.load(folder).predict(pairs)
        except InputError as error:
            return 1 if "\n" not in str(error) else 2
        except BaseException as error:
            os.write(2, f"{folder}: {type(error).__name__}: {error}\n".encode())
            return 2
    return 0


def attacked(count, seed=0):
    """Return how often each outcome came of each kind of damage, as a `Counter` of both."""
    random, found = Random(seed), Counter()
    pairs = load_pairs("sample:test")[:10]
    with tempfile.TemporaryDirectory() as temporary, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        models = trained(Path(temporary))
        for model in models:  # what is imported now need not be in each process
            Recognizer.load(model).predict(pairs)
        for number in range(count):
            folder = Path(temporary, f"damaged-{number}")
            shutil.copytree(models[number % len(models)], folder)
            kind = damage(folder, random)
            found[kind, outcome(folder, pairs)] += 1
            shutil.rmtree(folder)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="models to damage")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    found = attacked(arguments.count, arguments.seed)
    outcomes = (LOADED, REFUSED, TRACEBACK, KILLED, ENDLESS)
    print(f"| damage | models | {' | '.join(outcomes)} |\n| --- |{' ---: |' * (1 + len(outcomes))}")
    for kind in ("bytes", "values", "numbers"):
        counts = [found[kind, of_one] for of_one in outcomes]
        print(f"| {kind} | {sum(counts)} | {' | '.join(map(str, counts))} |")


if __name__ == "__main__":
    main()
