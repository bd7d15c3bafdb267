"""How long Numba compiles until a recognizer has answered, kernel by kernel.

    python benchmarks/compiling.py [RECOGNIZER ...] [--lines N]

The recognizers are trained on the sample and label it, with an empty cache of kernels. A time is
processor time, without that of the called kernels and of Numba's own functions, which are listed by
themselves. By default, `lexical-logistic` is measured.
"""

import argparse
import os
import tempfile
import time
from collections import defaultdict
from typing import NamedTuple

from numba.core import event


class Compilation(NamedTuple):
    """One signature of a function."""

    function: str
    """The module and the name."""

    signature: str
    seconds: float


class Recorder(event.Listener):  # type: ignore[misc]
    """Records compilations as Numba reports them."""

    def __init__(self) -> None:
        self.compilations: list[Compilation] = []
        self._started: list[float] = []
        self._nested: list[float] = [0.0]

    def on_start(self, event: event.Event) -> None:
        """Begin to measure."""
        self._started.append(time.process_time())
        self._nested.append(0.0)

    def on_end(self, event: event.Event) -> None:
        """Record a compilation, without those in between."""
        total = time.process_time() - self._started.pop()
        own = total - self._nested.pop()
        self._nested[-1] += total
        function = event.data["dispatcher"].py_func
        self.compilations.append(
            Compilation(
                f"{function.__module__}.{function.__qualname__}", str(event.data["args"]), own
            )
        )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "recognizers", nargs="*", metavar="RECOGNIZER", default=["lexical-logistic"]
    )
    parser.add_argument("--lines", type=int, default=25, help="kernels to list; 0 for none")
    parser.add_argument("--signatures", action="store_true", help="list each signature")
    arguments = parser.parse_args()
    recorder = Recorder()
    with tempfile.TemporaryDirectory() as folder, event.install_listener("numba:compile", recorder):
        os.environ["NUMBA_CACHE_DIR"] = folder
        from numba.core import config

        config.reload_config()
        from rte_baselines import Recognizer
        from rte_baselines.pairs import read_pairs

        train, test = list(read_pairs("sample:train")), list(read_pairs("sample:test"))
        start = time.process_time()
        for name in arguments.recognizers:
            Recognizer.from_config(name).fit(train).predict(test)
        whole = time.process_time() - start
    by_function = defaultdict(list)
    for compilation in recorder.compilations:
        by_function[compilation.function].append(compilation)
    total = sum(compilation.seconds for compilation in recorder.compilations)
    own = [name for name in by_function if name.startswith("rte_baselines")]
    print(
        f"{total:.1f} s of {whole:.1f} s: {len(recorder.compilations)} signatures of "
        f"{len(own)} kernels and {len(by_function) - len(own)} functions of Numba"
    )
    ordered = sorted(by_function, key=lambda name: -sum(c.seconds for c in by_function[name]))
    for name in ordered[: arguments.lines]:
        seconds = sum(compilation.seconds for compilation in by_function[name])
        print(f"{seconds:8.2f} s  {len(by_function[name]):3}  {name}")
        if arguments.signatures:
            for c in by_function[name]:
                print(f"            {c.seconds:.2f}  {c.signature}")


if __name__ == "__main__":
    main()
