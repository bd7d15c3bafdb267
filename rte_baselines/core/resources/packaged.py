"""Text files inside the package, such as word lists and rules."""

from functools import cache
from importlib.resources import files


@cache
def packaged_lines(package: str, file: str) -> tuple[str, ...]:
    """Return the lines of a file in a package, without comments and blank lines.

    Parameters
    ----------
    package : str
        Such as ``rte_baselines.analysis``.
    file : str
        The name of the file, in which comments start with ``#``.
    """
    text = files(package).joinpath(file).read_text("utf-8")
    contents = (line.partition("#")[0].strip() for line in text.splitlines())
    return tuple(content for content in contents if content)
