"""Errors that a user can act on: one line that says what, where, and what would be right."""

from rte_baselines.quoting import printable


class RteBaselinesError(Exception):
    """Something failed; the message is one line meant for the user.

    ``exit_code`` is what the command line returns for it. Whatever the message quotes, it
    is one line that commands no terminal; see `printable`.
    """

    exit_code = 1

    def __init__(self, message: str = "") -> None:
        super().__init__(printable(message))


class InputError(RteBaselinesError):
    """The user's input is not usable: a file, a label, a name or an option."""

    exit_code = 2


class ConfigError(InputError):
    """A recognizer's config names something unknown or has a field of the wrong type."""


class DatasetNotFoundError(InputError):
    """A named dataset is in none of the folders searched."""


class ModelError(InputError):
    """A model folder is damaged, foreign, or holds something that may not be loaded."""


class ResourceError(InputError):
    """A resource (a parser, WordNet, counts) is missing, damaged or of another kind."""


class RunError(InputError):
    """A run does not fit the pairs it is scored against."""


class InputWarning(UserWarning):
    """Something in the input was odd and what was done about it; nothing failed.

    The message is one line, as that of `RteBaselinesError`.
    """

    def __init__(self, message: str = "") -> None:
        super().__init__(printable(message))
