"""Discovery of components."""

import sys

from rte_baselines import registry as registry_module
from rte_baselines.registry import registry


def test_modules_of_sub_packages_are_discovered(tmp_path, monkeypatch):
    folder = tmp_path / "package_of_this_test" / "inner"
    folder.mkdir(parents=True)
    for file in (folder.parent / "__init__.py", folder / "__init__.py", folder / "module.py"):
        file.touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(registry_module._ROOMS, "layers", ("package_of_this_test",))
    monkeypatch.setattr(registry, "_discovered", set())
    registry.all("layers")
    assert "package_of_this_test.inner.module" in sys.modules
