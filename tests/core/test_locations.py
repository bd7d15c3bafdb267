"""Folders on this machine and in object stores; see also `test_object_stores` of shards."""

import pytest

from rte_baselines import read_pairs, read_run
from rte_baselines.core.errors import InputError
from rte_baselines.core.files import locations


class Store:
    """An object store with a bucket, which makes others for every folder, as stores do."""

    def __init__(self):
        self.folders = ["news"]

    def exists(self, path):
        return path in self.folders

    def makedirs(self, path, *, exist_ok):
        assert exist_ok
        self.folders += [path.partition("/")[0], path]


@pytest.fixture
def store(monkeypatch):
    store = Store()
    monkeypatch.setattr(locations, "_opened", lambda url: (store, url.partition("s3://")[2]))
    return store


def test_a_bucket_that_does_not_exist_is_not_made(store):
    locations.make_folder("s3://news/run")
    found = list(store.folders)
    for folder in ("s3://nwes", "s3://nwes/run"):
        message = f"^{folder}: there is no bucket nwes; expected one that exists$"
        with pytest.raises(InputError, match=message):
            locations.make_folder(folder)
    assert store.folders == found


@pytest.mark.parametrize("url", ["file:///runs/x.jsonl", "local:///runs/x.jsonl"])
def test_files_of_this_machine_are_named_by_their_paths(url):
    message = f"^{url}: is a file of this machine; expected its path, /runs/x.jsonl$"
    with pytest.raises(InputError, match=message):
        locations.names_in(url)
    with pytest.raises(InputError, match=message):
        read_pairs(url)
    with pytest.raises(InputError, match=message):
        read_run(url)
