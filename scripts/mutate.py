"""Check that the tests detect changes in the code, by mutating it with cosmic-ray.

    pip install -e ".[mutation]"
    python scripts/mutate.py [MODULE TESTS] [--sample N] [--seed N]

A mutation replaces an operator, a comparison, a number or a condition. A random sample of each
module's mutations is applied one at a time in a copy of the project, and the tests run on each.
Mutations that no test detects are printed as diffs. Without MODULE and TESTS, modules of features,
heads, analysis and evaluation are mutated. Some mutations have no effect that can be detected, such
as `<=` instead of `<` where equality cannot occur; so not all can be caught.
"""

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkerOutcome, WorkResult

ROOT = Path(__file__).parent.parent
MUTATED = {
    "features/surface/string_metrics.py": "features/surface/test_string_metrics.py",
    "features/verbs/lcs_verbs.py": "features/verbs/test_lcs_verbs.py",
    "features/linguistic_rules/coverage.py": "features/linguistic_rules/test_sub_modules.py",
    "features/trees/entailed_nodes.py": "features/trees",
    "heads/classifier.py": "heads",
    "analysis/predicates/verb_groups.py": "analysis/predicates",
    "analysis/tokens/numbers.py": "analysis/tokens/test_numbers.py",
    "evaluation/resampling/bootstrap.py": "evaluation/resampling",
    "evaluation/measures/rankings.py": "evaluation/measures",
    "evaluation/rule_judgments/results.py": "evaluation/rule_judgments",
}
CONFIG = """\
[cosmic-ray]
module-path = "rte_baselines/{module}"
timeout = 300.0
excluded-modules = []
test-command = "{python} -m pytest -x -q -p no:cacheprovider tests/{tests}"

[cosmic-ray.distributor]
name = "local"
"""


def copy_project(folder: Path) -> None:
    """Copy the package and the tests; other files are symbolic links to the originals."""
    ignored = shutil.ignore_patterns("__pycache__")
    for name in ("rte_baselines", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for name in ("configs", "models", "docs", "scripts", "README.md", "pyproject.toml"):
        (folder / name).symlink_to(ROOT / name)


def is_useful(mutation: MutationSpec, folder: Path) -> bool:
    """Whether tests could detect a mutation, and not already at the import."""
    if "ReplaceBinaryOperator_BitOr" in mutation.operator_name:
        return False  # `|` separates the types of an annotation
    line = (
        (folder / mutation.module_path).read_text("utf-8").splitlines()[mutation.start_pos[0] - 1]
    )
    return "strict=True" not in line  # asserts what always holds


def skip_all_but(sample: int, database: WorkDB, generator: random.Random, folder: Path) -> None:
    """Mark all mutations but a random sample as skipped."""
    items = sorted(
        (item for item in database.work_items if is_useful(item.mutations[0], folder)),
        key=lambda item: (item.mutations[0].operator_name, item.mutations[0].occurrence),
    )
    kept = {item.job_id for item in generator.sample(items, min(sample, len(items)))}
    for item in database.work_items:
        if item.job_id not in kept:
            database.set_result(item.job_id, WorkResult(worker_outcome=WorkerOutcome.SKIPPED))


def mutate(module: str, tests: str, sample: int, seed: int, folder: Path) -> Counter[str]:
    """Test mutations of a module, print those that survive, and count the outcomes."""
    config, session = folder / "mutation.toml", folder / "mutation.sqlite"
    config.write_text(CONFIG.format(module=module, tests=tests, python=sys.executable))
    session.unlink(missing_ok=True)
    command = [sys.executable, "-m", "cosmic_ray.cli"]
    # Tests that fail without a mutation would seem to catch every mutation.
    subprocess.run([*command, "baseline", config], cwd=folder, check=True)
    subprocess.run([*command, "init", config, session], cwd=folder, check=True)
    with use_db(str(session), WorkDB.Mode.open) as database:
        skip_all_but(sample, database, random.Random(f"{module} {seed}"), folder)
    subprocess.run([*command, "exec", config, session], cwd=folder, check=True)
    outcomes: Counter[str] = Counter()
    with use_db(str(session), WorkDB.Mode.open) as database:
        for _, result in database.results:
            if result.worker_outcome is WorkerOutcome.SKIPPED:
                continue
            survived = result.test_outcome is TestOutcome.SURVIVED
            outcomes["survived" if survived else "caught"] += 1
            if survived:
                print(result.diff, flush=True)
    print(f"{module}: {outcomes['caught']} of {outcomes.total()} caught", flush=True)
    return outcomes


def main() -> None:
    """Mutate one module or a selection."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("module", nargs="?", help="below rte_baselines, such as heads/trivial.py")
    parser.add_argument("tests", nargs="?", help="a file or folder below tests")
    parser.add_argument("--sample", type=int, default=4, help="mutations of each module")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    if (arguments.module is None) != (arguments.tests is None):
        parser.error("MODULE needs the TESTS that should detect its mutations")
    chosen = {arguments.module: arguments.tests} if arguments.module else MUTATED
    total: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        copy_project(folder)
        for module, tests in chosen.items():
            total += mutate(module, tests, arguments.sample, arguments.seed, folder)
    print(f"{total['caught']} of {total.total()} mutations caught")


if __name__ == "__main__":
    main()
