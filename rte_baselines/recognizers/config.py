"""Config files: finding, reading and overriding them, and building what they describe."""

from collections.abc import Iterator, Mapping
from configparser import Error as ConfigParserError
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

import confection
from confection import Config, ConfigValidationError

from rte_baselines.core.advice import did_you_mean
from rte_baselines.core.errors import ConfigError
from rte_baselines.core.files.inputs import note_input
from rte_baselines.core.quoting import quoted
from rte_baselines.core.registry import registry
from rte_baselines.core.resources.resources import shipped_configs, shipped_models

if TYPE_CHECKING:
    from rte_baselines.features import FeatureSet
    from rte_baselines.heads.base import Head

FEATURES_AND_HEAD = "features_and_head.v1"
"""The name under which the recognizer of a config is registered."""

_DEEPEST = 20
"""The most sections that a section may be within; shipped configs have 4."""
_TOO_DEEP = "has lists within lists too deeply"

_TYPE_NAMES = {
    "<class 'float'>": "a number",
    "<class 'int'>": "a whole number",
    "<class 'bool'>": "true or false",
    "<class 'str'>": "a string",
    "collections.abc.Mapping[str, typing.Any]": "a section",
    "typing.Literal": "one of ",
    "typing.": "",
}


class ConfigRegistry(registry, confection.registry):
    """The registry as `confection` needs it to build what configs describe.

    Importing `confection` takes as long as importing NumPy, and commands that read no config do
    without.
    """


def read_config(source: str | Path, overrides: Mapping[str, Any] | None = None) -> Config:
    """Read a config: a file, or a shipped one by its name, which comes before a file of that name.

    `overrides` are values to set, by dotted path: ``{"recognizer.head.optimize": "cws"}``. It is a
    `ConfigError` if there is no such config, or it is not well formed.
    """
    path = _find(source)
    note_input(path)
    try:
        # Interpolation comes last, so that overrides also change the references to them.
        text = path.read_text("utf-8")
        # Sections within sections beyond what any component has take long to read.
        sections = (line for line in text.splitlines() if line.startswith("["))
        deepest = max((line.count(".") for line in sections), default=0)
        if deepest > _DEEPEST:
            problem = f"a section is within {deepest} others; expected at most {_DEEPEST}"
            raise ConfigError(f"{path}: {problem}")
        config = Config().from_str(text, interpolate=False)
        return with_overrides(config, overrides or {}).interpolate()
    except (ConfigValidationError, ConfigParserError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: not a well-formed config: {_one_line(error)}") from None
    except RecursionError:
        raise ConfigError(f"{path}: {_TOO_DEEP}") from None
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from None


def build_from(source: str | Path, overrides: Mapping[str, Any] | None = None) -> Any:
    """Build the recognizer that a config describes; as `read_config` and `build`."""
    config = read_config(source, overrides)
    try:
        return build(config)
    except ConfigError as error:
        raise ConfigError(f"{source}: {error}") from None
    except RecursionError:
        raise ConfigError(f"{source}: {_TOO_DEEP}") from None


def to_config(features: "FeatureSet", head: "Head") -> dict[str, Any]:
    """Return the config that builds a recognizer of these features and this head."""
    recognizer: dict[str, Any] = {
        "@recognizers": FEATURES_AND_HEAD,
        "features": {name: part.to_config() for name, part in features.features.items()},
        "head": head.to_config(),
    }
    if features.text_part != "whole":
        recognizer["text_part"] = features.text_part
    return {"recognizer": recognizer}


def with_overrides(config: Config, overrides: Mapping[str, Any]) -> Config:
    """Return the config with values set by dotted path.

    A path may name a field that the file leaves at its default, also one within a field that is
    itself a section (``recognizer.head.parameters.C``), but not a section that is neither in the
    file nor a field of a component. None takes out a section, such as a feature.
    """
    changed = config.copy()
    for path, value in overrides.items():
        *sections, field = path.split(".")
        section: Any = changed
        for depth, name in enumerate(sections):
            if ConfigRegistry.is_promise(section):
                section.setdefault(name, {})
            if not isinstance(section.get(name), dict):
                there = [key for key, value in section.items() if isinstance(value, Mapping)]
                known = f"{did_you_mean(name, there)}there are: {', '.join(there) or 'none'}"
                raise ConfigError(
                    f"cannot set {path}: the config has no section "
                    f"[{'.'.join(sections[: depth + 1])}]; {known}"
                )
            section = section[name]
        if not sections or not field:
            raise ConfigError(f"cannot set {path}: name a field of a section, as in a.b.field")
        if value is None and isinstance(section.get(field), dict):
            del section[field]
        else:
            section[field] = value
    return changed


def build(config: Config) -> Any:
    """Build the recognizer of ``[recognizer]``; a `ConfigError` names a field that is wrong."""
    if not ConfigRegistry.is_promise(config.get("recognizer", {})):
        raise ConfigError('the config has no section [recognizer] with @recognizers = "..."')
    try:
        return ConfigRegistry.resolve({"recognizer": config["recognizer"]})["recognizer"]
    except ConfigValidationError as error:
        raise ConfigError(_one_line(error, config)) from None


def _find(source: str | Path) -> Path:
    shipped = shipped_configs()
    if str(source) in shipped:
        return shipped[str(source)]
    path = Path(source)
    if path.is_file():
        return path
    if str(source) in shipped_models():
        raise ConfigError(
            f"{source} is a trained model, not a config; its card names the config and the fields "
            f"it was trained with: {shipped_models()[str(source)] / 'README.md'}"
        )
    hint = did_you_mean(str(source), shipped)
    own = ", ".join(name for name in shipped if "/" not in name)
    raise ConfigError(
        f"no config file or shipped config {quoted(str(source))}; {hint}shipped are: {own}, "
        "and those of papers (rte-baselines list recognizers)"
    )


def _one_line(error: Exception, config: Config | None = None) -> str:
    """Return the errors in one line: ``recognizer.head.optimize: ...``."""
    if not isinstance(error, ConfigValidationError):
        return " ".join(str(error).split())
    if not error.errors:
        return " ".join(str(error.desc or error.title).split())
    return "; ".join(_error_text(entry, config or {}) for entry in error.errors)


def _error_text(error: Mapping[str, Any], config: Mapping[str, Any]) -> str:
    message, location = str(error["msg"]).removeprefix("at root: "), error.get("loc", [])
    for python_name, name in _TYPE_NAMES.items():
        message = message.replace(python_name, name)
    if not location:
        return message
    *section, field = ".".join(str(part) for part in location).split(".")
    ending = ".".join(section)
    # Confection omits the outer sections.
    full = {path: found for path, found in _sections(config) if f".{path}".endswith(f".{ending}")}
    if len(full) != 1:
        return f"{ending}.{field}: {message}"
    ((path, found),) = full.items()
    return f"{path}.{field}: {_unknown_field(found, field) or message}"


def _unknown_field(section: Mapping[str, Any], field: str) -> str | None:
    """Return which fields the component of a section has, if it does not have this one."""
    named = ((key[1:], value) for key, value in section.items() if key.startswith("@"))
    kind, name = next(named, ("", ""))
    if not isinstance(name, str) or not registry.has(kind, name):
        return None
    fields = list(signature(registry.get(kind, name)).parameters)
    if field in fields:
        return None
    known = ", ".join(fields) or "nothing"
    return f"unknown field; {did_you_mean(field, fields)}{name} takes {known}"


def _sections(config: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in config.items():
        if isinstance(value, Mapping):
            yield f"{above}{name}", value
            yield from _sections(value, f"{above}{name}.")
