"""Text files that travel beside the code that reads them: lists of words, rules."""

from functools import cache
from importlib.resources import files


@cache
def packaged_lines(package: str, file: str) -> tuple[str, ...]:
    """Return the lines of a file beside a package's modules, without comments and blank ones.

    Parameters
    ----------
    package : str
        Such as ``rte_baselines.analysis``.
    file : str
        What follows ``#`` in it is a comment.
    """
    text = files(package).joinpath(file).read_text("utf-8")
    contents = (line.partition("#")[0].strip() for line in text.splitlines())
    return tuple(content for content in contents if content)
