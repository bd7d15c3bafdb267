"""Runs the README's commands and Python examples with the installed package, in the current folder.

python -I scripts/readme_commands.py README.md

Datasets that do not come with the package are replaced by the sample. The files that the README
takes as given are predictions on the sample.
"""

import os
import re
import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path

PROGRAM = "rte-baselines"
NOT_RUN = {
    "serve": "it runs until it is stopped",
    "download": "it needs the network",
    "reproduce": "it needs the data of the challenges",
    "resplit": "it needs the data of the challenges",
    "table": "it needs several datasets",
}
GIVEN = (
    "predict word-overlap sample:test --output baseline.jsonl",
    "predict lexical-logistic sample:test --output my.jsonl",
)


def blocks(markdown: str, language: str) -> list[str]:
    """Return the code blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", markdown, flags=re.MULTILINE | re.DOTALL)


def commands(markdown: str) -> list[list[str]]:
    """Return the arguments of each call of the program, with the sample in place of other data."""
    found = []
    for block in blocks(markdown, "bash"):
        for line in block.replace("\\\n", " ").splitlines():
            words = shlex.split(line, comments=True)
            if words[:1] == [PROGRAM]:
                found.append([on_the_sample(word) for word in words[1:]])
    return found


def on_the_sample(word: str) -> str:
    """Replace the name of a dataset of the challenges by a part of the sample."""
    return re.sub(
        r"^rte\d(?:-3way)?:(dev|test)$",
        lambda part: "sample:train" if part[1] == "dev" else "sample:test",
        word,
    )


def run(*command: str) -> None:
    """Run a command; exit with its output if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"failed: {shlex.join(command)}\n{done.stdout}{done.stderr}")


def main(readme: str) -> None:
    """Run everything; exit with the first failure."""
    import rte_baselines

    installed = Path(rte_baselines.__file__).resolve()
    if not installed.is_relative_to(Path(sys.prefix).resolve()):
        sys.exit(f"{installed}: not the package of the environment {sys.prefix}")
    markdown = Path(readme).read_text("utf-8")
    program = os.fspath(Path(sysconfig.get_path("scripts")) / PROGRAM)
    for command in GIVEN:
        run(program, *command.split())
    called = commands(markdown)
    if not called:
        sys.exit(f"{readme}: no commands of {PROGRAM} are found")
    for words in called:
        reason = NOT_RUN.get(words[0])
        print(f"{'not run, ' + reason if reason else 'run'}: {shlex.join([PROGRAM, *words])}")
        if not reason:
            run(program, *words)
    # Later examples use what earlier ones import.
    run(sys.executable, "-I", "-c", "\n".join(blocks(markdown, "python")))
    print("run: the Python examples")


if __name__ == "__main__":
    main(*sys.argv[1:])
