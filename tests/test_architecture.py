"""The folders of the package: imports lead down, within a folder too, and never in a circle."""

import ast
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import rte_baselines

PACKAGE = Path(rte_baselines.__file__).parent
NAME = PACKAGE.name

# From the top to the bottom, with the folders inside each in the same order. Modules directly
# in a folder are below the folders beside them, unless they are named here; "..." stands for them
# where they are above some.
ROOMS = {
    "cli": ("start", "main", "commands"),
    "web": ("app", "judging", "serving"),
    "reproduction": (),
    "evaluation": (
        *("citations", "audit", "metamorphic", "rule_judgments"),
        *(
            "page",
            "paper",
            "seeds",
            "disagreement",
            "temperature",
            "comparison",
            "systems",
            "power",
        ),
        *("arrays", "evaluator", "report", "scores", "scorers", "findings", "significance"),
        *("ratios", "measures", "items", "rasch", "resampling", "curves", "inputs", "properties"),
    ),
    "recognizers": ("sharding", "faithfulness", "...", "nli", "targets"),
    "heads": (),
    "features": (
        "entailment_rules",
        *("proofs", "atomic_propositions", "abduction", "predicate_arguments"),
        *("linguistic_rules", "graph_matching", "subsumption", "verbs"),
        *("mismatch", "similarity", "trees", "surface"),
    ),
    "logic": ("engines", "knowledge", "logic_forms", "meaning"),
    "rules": ("judging", "learning", "corpus"),
    "lexicon": (
        *("resource_states", "verbs", "wordnet", "thesaurus", "latent_semantics"),
        *("translation", "frequency", "word_comparison", "corpus"),
    ),
    "analysis": ("coreference", "predicates", "encoder", "english", "tokens"),
    "runs": (),
    "pairs": (),
    "records": (),
    "rendering": ("drawings", "pages"),
    "kernels": ("trees", "translation", "taxonomy", "rankings", "words"),
    "core": ("components", "resources", "processes", "code_files", "registry", "files"),
}


def dotted(path):
    parts = (NAME, *path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {dotted(path): path for path in sorted(PACKAGE.rglob("*.py"))}


@cache
def imports_of(module):
    """The modules of the package that a module imports anywhere, in functions too."""
    found = set()
    for node in ast.walk(ast.parse(MODULES[module].read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert not node.level, f"{module} imports by dots"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            found |= {name if name in MODULES else node.module for name in names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found & MODULES.keys() - {module}


def height(rooms, room):
    """Higher is further up; what is not listed is at the bottom, 0, or where "..." is."""
    listed = room if room in rooms else "..."
    return len(rooms) - list(rooms).index(listed) if listed in rooms else 0


def room_of(module, depth):
    """The folder or module at some depth of a dotted name: 1 is directly in the package."""
    parts = module.split(".")
    return parts[depth] if len(parts) > depth else ""


@pytest.mark.slow
def test_imports_lead_down():
    upward = [
        (module, other)
        for module in MODULES
        for other in imports_of(module)
        if room_of(module, 1) in ROOMS
        and height(ROOMS, room_of(other, 1)) > height(ROOMS, room_of(module, 1))
    ]
    assert not upward


@pytest.mark.slow
@pytest.mark.parametrize("room", [room for room, inner in ROOMS.items() if inner])
def test_imports_lead_down_inside_a_folder(room):
    inner = ROOMS[room]
    # The folder's own __init__ shows what is inside.
    modules = [name for name in MODULES if room_of(name, 1) == room and room_of(name, 2)]
    upward = [
        (module, other)
        for module in modules
        for other in imports_of(module).intersection(modules)
        if height(inner, room_of(other, 2)) > height(inner, room_of(module, 2))
    ]
    assert not upward


@pytest.mark.slow
def test_no_imports_run_in_a_circle():
    graph = {module: imports_of(module) for module in MODULES}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"imports in a circle: {' <- '.join(error.args[1])}")


@pytest.mark.slow
def test_measures_know_nothing_of_recognizers():
    unknown = {"recognizers", "heads", "features", "lexicon", "analysis"}
    for module in MODULES:
        # Audits train recognizers; answers, properties and rewritten pairs are analyzed.
        rooms = ("audit", "citations", "metamorphic", "properties")
        is_measured = room_of(module, 2) not in rooms
        if room_of(module, 1) == "evaluation" and is_measured:
            assert not {room_of(other, 1) for other in imports_of(module)} & unknown
            assert f"{NAME}.core.components" not in imports_of(module)


def test_every_folder_is_a_room():
    assert {path.parent.name for path in PACKAGE.glob("*/__init__.py")} == set(ROOMS)
    for room, inner in ROOMS.items():
        folders = {path.parent.name for path in (PACKAGE / room).glob("*/__init__.py")}
        assert folders == {name for name in inner if (PACKAGE / room / name).is_dir()}


@pytest.mark.parametrize("folder", sorted(PACKAGE.glob("**/__init__.py")), ids=dotted)
def test_every_folder_says_what_is_in_it(folder):
    assert ast.get_docstring(ast.parse(folder.read_text("utf-8")))
