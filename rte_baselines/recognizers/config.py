"""Config files: finding, reading and overriding them, and building what they describe."""

from collections.abc import Iterator, Mapping
from configparser import Error as ConfigParserError
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from confection import Config, ConfigValidationError

from rte_baselines.errors import ConfigError
from rte_baselines.registry import registry
from rte_baselines.resources import resource_folder

_SUFFIX = ".cfg"
_TYPES = {
    "<class 'float'>": "a number",
    "<class 'int'>": "a whole number",
    "<class 'bool'>": "true or false",
    "<class 'str'>": "a string",
    "collections.abc.Mapping[str, typing.Any]": "a section of its own",
    "typing.Literal": "one of ",
    "typing.": "",
}


def shipped_configs() -> dict[str, Path]:
    """Return the configs that come with the package, by name."""
    folder = resource_folder("configs")
    named = {
        path.relative_to(folder).with_suffix("").as_posix(): path
        for path in folder.rglob(f"*{_SUFFIX}")
    }
    return dict(sorted(named.items()))


def read_config(source: str | Path, overrides: Mapping[str, Any] | None = None) -> Config:
    """Read a recognizer's config.

    Parameters
    ----------
    source : str or Path
        A config file, or the name of a shipped config. A shipped config's name wins over
        a file of that name; write ``./name`` for the file.
    overrides : mapping of str to object, optional
        Values to set, by dotted path: ``{"recognizer.head.optimize": "cws"}``.

    Raises
    ------
    ConfigError
        If there is no such config, or it is not well formed.
    """
    path = _find(source)
    try:
        # Interpolation comes last, so that overrides reach the variables that refer to them.
        config = Config().from_str(path.read_text("utf-8"), interpolate=False)
        return with_overrides(config, overrides or {}).interpolate()
    except (ConfigValidationError, ConfigParserError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: not a well-formed config: {_one_line(error)}") from None
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from None


def with_overrides(config: Config, overrides: Mapping[str, Any]) -> Config:
    """Return the config with values set by dotted path.

    A path may name a field that the file leaves at its default, also one within a field
    that is a section of its own (``recognizer.head.parameters.C``), but not a section
    that the file lacks and no component has.

    Raises
    ------
    ConfigError
        If a path leads through a section that does not exist.
    """
    changed = config.copy()
    for path, value in overrides.items():
        *sections, field = path.split(".")
        section: Any = changed
        for depth, name in enumerate(sections):
            if registry.is_promise(section):
                section.setdefault(name, {})
            if not isinstance(section.get(name), dict):
                missing = ".".join(sections[: depth + 1])
                raise ConfigError(f"cannot set {path}: the config has no section [{missing}]")
            section = section[name]
        if not sections or not field:
            raise ConfigError(f"cannot set {path}: name a field of a section, as in a.b.field")
        section[field] = value
    return changed


def build(config: Config) -> Any:
    """Build the recognizer that a config's ``[recognizer]`` section describes.

    Raises
    ------
    ConfigError
        Naming the field that is missing, unknown or of the wrong type.
    """
    if not registry.is_promise(config.get("recognizer", {})):
        raise ConfigError('the config has no section [recognizer] with @recognizers = "..."')
    try:
        return registry.resolve({"recognizer": config["recognizer"]})["recognizer"]
    except ConfigValidationError as error:
        raise ConfigError(_one_line(error, config)) from None


def _find(source: str | Path) -> Path:
    shipped = shipped_configs()
    if str(source) in shipped:
        return shipped[str(source)]
    path = Path(source)
    if path.is_file():
        return path
    close = get_close_matches(str(source), shipped, n=1)
    hint = f"did you mean {close[0]!r}? " if close else ""
    own = ", ".join(name for name in shipped if "/" not in name)
    raise ConfigError(
        f"no config file or shipped config {str(source)!r}; {hint}shipped are: {own}, "
        "and those of papers (rte-baselines list recognizers)"
    )


def _one_line(error: Exception, config: Config | None = None) -> str:
    """Say what was found, in one line: ``recognizer.head.optimize: ...``."""
    if not isinstance(error, ConfigValidationError):
        return " ".join(str(error).split())
    if not error.errors:
        return " ".join(str(error.desc or error.title).split())
    findings = (
        f"{_full_path(finding.get('loc', []), config or {})}{_plain(finding['msg'])}"
        for finding in error.errors
    )
    return "; ".join(findings)


def _full_path(location: list[str], config: Mapping[str, Any]) -> str:
    """Return where a finding is, with a colon; confection leaves outer sections out."""
    if not location:
        return ""
    *section, field = ".".join(str(part) for part in location).split(".")
    ending = ".".join(section)
    full = [path for path in _sections(config) if f".{path}".endswith(f".{ending}")]
    return f"{full[0] if len(full) == 1 else ending}.{field}: "


def _sections(config: Mapping[str, Any], above: str = "") -> Iterator[str]:
    for name, value in config.items():
        if isinstance(value, Mapping):
            yield f"{above}{name}"
            yield from _sections(value, f"{above}{name}.")


def _plain(message: str) -> str:
    """Say what a type check found without Python's names for types."""
    message = message.removeprefix("at root: ")
    for python_name, name in _TYPES.items():
        message = message.replace(python_name, name)
    return message
