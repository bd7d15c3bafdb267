"""How the tests of reading are written: content in, pairs out."""

from collections.abc import Callable

import pytest

from rte_baselines.pairs import PairStream, read_pairs

Reader = Callable[..., PairStream]


@pytest.fixture
def read(tmp_path):
    """Return the stream of a file called "data" that has the content given."""
    streams: list[PairStream] = []

    def read_content(content, **options):
        path = tmp_path / "data"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        streams.append(read_pairs(path, **options))
        return streams[-1]

    yield read_content
    for stream in streams:
        stream.close()
