"""Record the digests of the shipped resources in the package that opens them.

    python scripts/record_resources.py

A resource with one of these digests was checked when it was built, and is not checked again
when it is opened. Run this script after building resources.
"""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def shipped_resources() -> dict[str, str]:
    """Return the digest of each folder of arrays in ``models``."""
    described = sorted((ROOT / "models").glob("*/resource.json"))
    return {file.parent.name: json.loads(file.read_text("utf-8"))["digest"] for file in described}


def main() -> int:
    """Write the digests to ``rte_baselines/core/resources/shipped_resources.json``."""
    content = json.dumps(shipped_resources(), indent=2) + "\n"
    (ROOT / "rte_baselines" / "core" / "resources" / "shipped_resources.json").write_text(
        content, "utf-8"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
