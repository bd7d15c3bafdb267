"""The rooms of the package, and that imports only ever lead down."""

import ast
from pathlib import Path

import rte_baselines

PACKAGE = Path(rte_baselines.__file__).parent

# From the top floor to the ground; what is not named stands below all of them.
ROOMS = (
    *("cli", "reproduction", "evaluation", "recognizers", "heads", "features", "lexicon"),
    *("analysis", "runs", "pairs", "kernels"),
)
MODULES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.glob("*/**/*.py"))


def floor(room):
    """Higher is further up; the ground, which all may import, is 0."""
    return len(ROOMS) - ROOMS.index(room) if room in ROOMS else 0


def imported_rooms(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rte_baselines"):
            parts = node.module.split(".")
            yield from [parts[1]] if len(parts) > 1 else [alias.name for alias in node.names]
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.startswith("rte_baselines."):
                    yield alias.name.split(".")[1]


def test_imports_lead_down():
    upward = {}
    for module in MODULES:
        rooms = imported_rooms(ast.parse((PACKAGE / module).read_text("utf-8")))
        upward[str(module)] = {room for room in rooms if floor(room) > floor(module.parts[0])}
    assert len(upward) > 300
    assert {module: rooms for module, rooms in upward.items() if rooms} == {}


def test_evaluation_knows_nothing_of_recognizers():
    for module in (PACKAGE / "evaluation").rglob("*.py"):
        rooms = set(imported_rooms(ast.parse(module.read_text("utf-8"))))
        assert not rooms & {"recognizers", "heads", "features", "lexicon", "analysis", "components"}


def test_every_folder_is_a_room():
    folders = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert folders == set(ROOMS)
