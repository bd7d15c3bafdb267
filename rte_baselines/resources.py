"""Where the files that travel with the package lie."""

from pathlib import Path

_PACKAGE = Path(__file__).parent


def resource_folder(name: str) -> Path:
    """Return the folder of the shipped ``configs`` or ``models``.

    They stand at the top of the repository, and inside the package once it is installed.
    """
    installed = _PACKAGE / name
    return installed if installed.is_dir() else _PACKAGE.parent / name
