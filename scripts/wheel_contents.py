"""Checks what is in a wheel, and lists its largest files.

python scripts/wheel_contents.py WHEEL
"""

import re
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
UNWANTED = re.compile(r"(^|/)(tests?|benchmarks|scripts|docs|\.[^/]+|__pycache__)/|\.py[cod]$")
LARGEST = 10


def problems(names: set[str]) -> list[str]:
    """Files that do not belong in a wheel, and licences and models that it lacks."""
    found = [f"{name}: does not belong in the wheel" for name in names if UNWANTED.search(name)]
    for folder in ("models", "configs"):
        for path in (ROOT / folder).rglob("*"):
            name = f"rte_baselines/{path.relative_to(ROOT).as_posix()}"
            if path.is_file() and not UNWANTED.search(name) and name not in names:
                found.append(f"{name}: is not in the wheel")
    for path in (ROOT / "LICENSE", ROOT / "NOTICE", *(ROOT / "models").glob("*/LICENSE")):
        ending = f".dist-info/licenses/{path.relative_to(ROOT).as_posix()}"
        if not any(name.endswith(ending) for name in names):
            found.append(f"{ending}: the licence is not in the wheel")
    return sorted(found)


def main(wheel: str) -> None:
    """Print the largest files, or exit with the problems."""
    with zipfile.ZipFile(wheel) as archive:
        entries = archive.infolist()
    if found := problems({entry.filename for entry in entries}):
        sys.exit("\n".join(found))
    size = Path(wheel).stat().st_size
    print(f"{wheel}: {len(entries)} files, {size / 1e6:.1f} MB; the largest, in MB compressed:")
    for entry in sorted(entries, key=lambda entry: -entry.compress_size)[:LARGEST]:
        print(f"{entry.compress_size / 1e6:8.1f}  {entry.filename}")


if __name__ == "__main__":
    main(*sys.argv[1:])
