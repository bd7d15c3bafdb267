"""Convert WordNet's database files to the arrays that are shipped with the package.

    python scripts/build_wordnet.py [--wordnet FOLDER] --output models/wordnet

The database files are those of Princeton's WordNet 3.0, of NLTK's package ``wordnet`` or
of Debian's ``wordnet-base``. Takes half a minute. If ``models/wordnet`` has changed, run
``scripts/record_resources.py`` afterwards, which records its digest.
"""

import argparse
import os
import sys
from pathlib import Path

from rte_baselines.core.errors import RteBaselinesError
from rte_baselines.lexicon.wordnet.database.building import build_wordnet


def default_folder() -> Path | None:
    """Return the folder of the database files in NLTK_DATA, or None."""
    folders = filter(None, os.environ.get("NLTK_DATA", "").split(os.pathsep))
    found = (Path(folder) / "corpora" / "wordnet" for folder in folders)
    return next((folder for folder in found if (folder / "data.noun").is_file()), None)


def main() -> int:
    """Build, and print the size of the result."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--wordnet",
        type=Path,
        default=default_folder(),
        metavar="FOLDER",
        help="with data.noun and the other files; by default corpora/wordnet in NLTK_DATA",
    )
    parser.add_argument("--output", type=Path, required=True, metavar="FOLDER")
    arguments = parser.parse_args()
    if arguments.wordnet is None:
        parser.error("no database files found; give --wordnet FOLDER or set NLTK_DATA")
    try:
        build_wordnet(arguments.wordnet, arguments.output)
    except RteBaselinesError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    size = sum(path.stat().st_size for path in arguments.output.iterdir())
    print(f"{arguments.output}: {size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
