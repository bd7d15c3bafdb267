"""The table of the package's components, against what its modules register."""

import subprocess
import sys
from importlib import import_module
from pkgutil import walk_packages

import catalogue
import pytest

import rte_baselines
from rte_baselines.core.components_table import LAYER_NAMES, MEASURES_BY_DEFAULT, MODULES
from rte_baselines.core.registry import registry


@pytest.fixture(scope="module")
def registered():
    """What the modules of the package register: (kind, name) to the name of the module."""
    names = [found.name for found in walk_packages(rte_baselines.__path__, "rte_baselines.")]
    for name in names:
        import_module(name)
    found = {}
    for (namespace, *key), component in catalogue.REGISTRY.items():
        module = getattr(component, "func", component).__module__
        if namespace == "rte_baselines" and module in names:
            found[tuple(key)] = module
    return found


def test_the_table_lists_what_is_registered(registered):
    listed = {(kind, name): module for kind in MODULES for name, module in MODULES[kind].items()}
    missing = [
        f"add {name} to the {kind} of {module.removeprefix('rte_baselines.')}"
        for (kind, name), module in sorted(registered.items() - listed.items())
    ]
    wrong = [
        f"remove {name} from the {kind} of {module.removeprefix('rte_baselines.')}"
        for (kind, name), module in sorted(listed.items() - registered.items())
    ]
    assert not missing + wrong, "; ".join(["in core/components_table.py", *missing, *wrong])


def test_the_table_lists_the_layers():
    provided = {
        name: key for key in MODULES["layers"] for name in registry.get("layers", key).provides
    }
    wrong = [f"{name} of {key}" for name, key in provided.items() ^ LAYER_NAMES.items()]
    assert not wrong, f"add to the layers in core/components_table.py, or remove: {wrong}"


def test_the_table_lists_the_measures_that_are_shown_by_default():
    measures = [registry.get("measures", name)() for name in MODULES["measures"]]
    assert [measure.name for measure in measures if measure.by_default] == [*MEASURES_BY_DEFAULT]


def test_one_component_is_imported_without_the_others():
    code = (
        "import sys; from rte_baselines.core.registry import registry; "
        "registry.get('heads', 'trivial.v1'); "
        "print([name for name in set(registry_modules) & sys.modules.keys()])"
    ).replace("registry_modules", repr([*MODULES["heads"].values()]))
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "['rte_baselines.heads.trivial']\n"
