"""The README's commands, as `scripts/check_wheel.sh` runs them."""

import runpy
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "scripts"
script = runpy.run_path(str(SCRIPTS / "readme_commands.py"))

MARKDOWN = """\
```bash
bash scripts/test.sh
rte-baselines train word-overlap --train rte1:dev \\
    --output overlap.model   # a comment
rte-baselines compare rte3-3way:test --system 'bert=bert-*.jsonl'
```

```text
rte-baselines is not called here
```
"""


def test_commands_are_joined_and_on_the_sample():
    assert script["commands"](MARKDOWN) == [
        "train word-overlap --train sample:train --output overlap.model".split(),
        ["compare", "sample:test", "--system", "bert=bert-*.jsonl"],
    ]


def test_blocks_of_one_language():
    assert script["blocks"](MARKDOWN, "text") == ["rte-baselines is not called here\n"]


def test_a_failing_command_is_named_with_its_output():
    with pytest.raises(SystemExit, match="failed: sh -c 'echo wrong; exit 1'\nwrong"):
        script["run"]("sh", "-c", "echo wrong; exit 1")
