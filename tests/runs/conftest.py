"""How the tests of reading are written: content in, run out."""

import pytest

from rte_baselines.runs import read_run


@pytest.fixture
def read(tmp_path):
    def read_content(content, **options):
        path = tmp_path / "run.txt"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return read_run(path, **options)

    return read_content
