"""The registry of the components that configs, commands and other packages refer to by name.

A component is registered by one decorator where it is defined::

    @registry.features("word_overlap.v1")
    class WordOverlap(Feature): ...

Components of other packages are registered with the same decorator, or through an entry
point in the group ``rte_baselines_features`` (``_heads``, ``_measures`` and so on); those
of a single file by `import_code`, which is ``--code`` on the command line.
"""

import ast
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from hashlib import sha256
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import decode_source, find_spec
from inspect import getattr_static, isfunction
from pathlib import Path
from traceback import walk_tb
from types import ModuleType
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar

import catalogue
import confection
from catalogue import RegistryError

from rte_baselines.core.advice import how_to_state
from rte_baselines.core.errors import ConfigError, InputError
from rte_baselines.core.garbage import collect_at_end
from rte_baselines.core.quoting import quoted, shortened
from rte_baselines.core.suggestions import did_you_mean

# The subpackages that define the components of each registry. Layers that need lexical
# resources, such as word senses, are defined in the lexicon.
_SUBPACKAGES = {
    "formats": ("rte_baselines.pairs",),
    "layers": ("rte_baselines.analysis", "rte_baselines.lexicon"),
    "weightings": ("rte_baselines.lexicon",),
    "word_similarities": ("rte_baselines.lexicon", "rte_baselines.rules"),
    "engines": ("rte_baselines.logic.engines",),
    "features": ("rte_baselines.features", "rte_baselines.recognizers.faithfulness"),
    "heads": ("rte_baselines.heads",),
    "recognizers": ("rte_baselines.recognizers",),
    "measures": ("rte_baselines.evaluation.measures",),
}
_NAMESPACE = "rte_baselines"

_LONGEST_ERROR = 200

Registered = TypeVar("Registered")


class Catalogue(Protocol):
    """A registry of the package `catalogue`, as far as it is used here."""

    def __call__(self, name: str) -> Callable[[Registered], Registered]:
        """Return the decorator that registers a component under the name."""

    def __contains__(self, name: str) -> bool:
        """Whether a component of that name is registered."""

    def get(self, name: str) -> Any:
        """Return the component of that name."""

    def get_all(self) -> dict[str, Any]:
        """Return all components by name."""


class _Components(catalogue.Registry):
    """A registry of the components of one kind, which refuses classes that cannot be used."""

    def register(self, name: str, *, func: Any = None) -> Any:
        """Register a component, or return the decorator that does; see `Catalogue`.

        Raises
        ------
        ConfigError
            If it is a class without a method or attribute that its base class requires.
        """

        def registered(component: Any) -> Any:
            if lack := what_class_lacks(component):
                raise ConfigError(f"@{self.namespace[-1]} {quoted(name)}: {lack}")
            return catalogue.Registry.register(self, name, func=component)

        return registered if func is None else registered(func)

    def get_all(self) -> dict[str, Any]:
        """Return all components by name.

        This is faster than `catalogue`, which compares each part of each name separately: configs
        are written often.
        """
        found = catalogue.REGISTRY.copy().items()
        return {keys[-1]: component for keys, component in found if keys[:-1] == self.namespace}


def what_class_lacks(component: Any) -> str | None:
    """Say which abstract methods and attributes a class does not define; None if it has all.

    Python itself says so only of classes derived from `ABC`, and when they are instantiated.
    Attributes without a value that a base class lists in `on_class` are abstract, too.
    """
    missing = _missing(component) if isinstance(component, type) else []
    if not missing:
        return None
    base = next((base for base in component.__mro__[1:] if _missing(base)), component)
    return (
        f"class {component.__name__} does not define {_code(missing)}, which {base.__name__} "
        f"requires{_where_to_define(component, missing)}"
    )


def _where_to_define(component: type, missing: Sequence[str]) -> str:
    """Return a remark on the names that only the constructor sets; empty if there are none."""
    of_object = [name for name in missing if _is_set_by_constructor(component, name)]
    if not of_object:
        return ""
    if of_object == missing:
        named = "it is" if len(missing) == 1 else "they are"
    else:
        named = f"{_code(of_object)} {'is' if len(of_object) == 1 else 'are'}"
    pronoun = "it" if len(of_object) == 1 else "them"
    return f" ({named} set in __init__; set {pronoun} in the class body)"


def _code(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _missing(cls: type) -> list[str]:
    """Return the required names that are missing, in the order of inheritance."""
    names = (
        name
        for base in reversed(cls.__mro__)
        for name in (*_abstract(base), *vars(base).get("on_class", ()))
    )
    # A dictionary keeps their order, and each once.
    return [name for name in dict.fromkeys(names) if not _is_defined(cls, name)]


def _abstract(cls: type) -> Iterator[str]:
    """Yield the names that a class itself declares as abstract."""
    for name, value in vars(cls).items():
        if getattr(value, "__isabstractmethod__", False):
            yield name


def _is_defined(cls: type, name: str) -> bool:
    """Whether a class has a value, or a method if it has to be one, of that name."""
    value = getattr_static(cls, name, None)
    if value is None or getattr(value, "__isabstractmethod__", False):
        return False
    # A property has a value for objects, but none for the class itself.
    if hasattr(value, "__get__") and name in getattr(cls, "on_class", ()):
        return False
    declared = next(vars(base)[name] for base in reversed(cls.__mro__) if name in vars(base))
    return not isfunction(declared) or callable(value) or hasattr(value, "__get__")


def _is_set_by_constructor(cls: type, name: str) -> bool:
    constructor = getattr_static(cls, "__init__")
    code = getattr(constructor, "__code__", None)
    # The constructor of a base class of this package reads such names, but does not set them.
    is_own = not is_of_package(str(getattr(constructor, "__module__", "")))
    return is_own and code is not None and name in code.co_names


class registry(confection.registry):  # noqa: N801 - the name spaCy and confection give it
    """Named components, by kind; each attribute is a decorator that registers one."""

    formats: Catalogue = _Components((_NAMESPACE, "formats"))
    layers: Catalogue = _Components((_NAMESPACE, "layers"))
    weightings: Catalogue = _Components((_NAMESPACE, "weightings"))
    word_similarities: Catalogue = _Components((_NAMESPACE, "word_similarities"))
    engines: Catalogue = _Components((_NAMESPACE, "engines"))
    features: Catalogue = _Components((_NAMESPACE, "features"))
    heads: Catalogue = _Components((_NAMESPACE, "heads"))
    recognizers: Catalogue = _Components((_NAMESPACE, "recognizers"))
    measures: Catalogue = _Components((_NAMESPACE, "measures"))

    _discovered: ClassVar[set[str]] = set()

    @classmethod
    def has(cls, registry_name: str, func_name: str) -> bool:
        """Whether the registry holds a component of that name."""
        # A config may have any value as the name.
        if registry_name not in _SUBPACKAGES or not isinstance(func_name, str):
            return False
        return cls._is_registered(registry_name, func_name) or func_name in cls.all(registry_name)

    @classmethod
    def get(cls, registry_name: str, func_name: str) -> Callable[..., Any]:
        """Return the registered class or function.

        Raises
        ------
        ConfigError
            If the registry or the name in it does not exist; the message lists those
            that do. Also if the name is not a string, as a config may have it.
        """
        if registry_name not in _SUBPACKAGES:
            kinds = ", ".join(f"@{kind}" for kind in sorted(_SUBPACKAGES))
            hint = did_you_mean(registry_name, [f"@{kind}" for kind in _SUBPACKAGES])
            raise ConfigError(
                f"unknown kind of component {quoted('@' + registry_name)}; {hint}expected {kinds}"
            )
        if not isinstance(func_name, str):
            raise ConfigError(
                f"@{registry_name} is {quoted(func_name)}, which is not a string; expected the "
                "name of a component, in quotes"
            )
        if not cls._is_registered(registry_name, func_name):
            cls._discover(registry_name)
        try:
            component: Callable[..., Any] = getattr(cls, registry_name).get(func_name)
        except RegistryError:
            known = list(cls.all(registry_name))
            hint = did_you_mean(func_name, known)
            raise ConfigError(
                f"@{registry_name} has no {quoted(func_name)}; {hint}registered are: "
                f"{', '.join(known)} (to use a file of your own, give it with "
                f"{how_to_state('registry.import_code', '--code')})"
            ) from None
        return component

    @classmethod
    def all(cls, registry_name: str) -> dict[str, Any]:
        """Return every component of one kind by name, including those of other packages."""
        cls._discover(registry_name)
        return dict(sorted(getattr(cls, registry_name).get_all().items()))

    @classmethod
    def mentioning(cls, registry_name: str, string: str) -> list[Any]:
        """Return the components of one kind that may concern a string.

        From this package, these are the components of modules that contain the string in quotes,
        and those that are already imported; from other packages, all components. Importing all
        modules would take longer.
        """
        modules = set(_modules_with(f'"{string}"', registry_name))
        for module in _modules_with(f"registry.{registry_name}(", registry_name):
            if module in modules:
                import_module(module)
        cls._load_entry_points(registry_name)
        return list(getattr(cls, registry_name).get_all().values())

    @classmethod
    def name_of(cls, registry_name: str, component: Any) -> str | None:
        """Return the name that a component is registered under, or None if it is not."""
        # A class that exists has been registered where it is defined, or has an entry point.
        cls._load_entry_points(registry_name)
        found = getattr(cls, registry_name).get_all().items()
        return next((name for name, registered in found if registered is component), None)

    @classmethod
    def descriptions(cls, registry_name: str) -> dict[str, "Description"]:
        """Return the description of every component of one kind by name.

        Modules of the package are read and not imported, which would take a second.
        """
        found: dict[str, Description] = {}
        for package in _SUBPACKAGES[registry_name]:
            for _, source in _sources(package):
                if f"registry.{registry_name}(" in source:
                    found.update(_described(source, registry_name))
        cls._load_entry_points(registry_name)
        for name, component in getattr(cls, registry_name).get_all().items():
            if not is_of_package(_module_name(component)):
                source = str(getattr(component, "source", ""))
                found[name] = Description(_first_line(component.__doc__), source)
        return dict(sorted(found.items()))

    @classmethod
    def _is_registered(cls, registry_name: str, func_name: str) -> bool:
        """Whether a module of the package registers a component; it is imported then."""
        for module in _modules_with(f'registry.{registry_name}("{func_name}")', registry_name):
            import_module(module)
        # The text may also be an example in a docstring.
        return func_name in getattr(cls, registry_name)

    @classmethod
    def _discover(cls, registry_name: str) -> None:
        """Import the modules and load the entry points of components of this kind, once."""
        if registry_name in cls._discovered:
            return
        for module in _modules_with(f"registry.{registry_name}(", registry_name):
            import_module(module)
        cls._load_entry_points(registry_name)
        cls._discovered.add(registry_name)

    @classmethod
    @cache
    def _load_entry_points(cls, registry_name: str) -> None:
        """Register the components of other packages, once.

        `catalogue` would look through the entry points of all packages in each of its calls.
        """
        points = entry_points(group=f"{_NAMESPACE}_{registry_name}")
        if not points:
            return
        components = getattr(cls, registry_name)
        # All modules of this package are imported first, so that a component of another package
        # cannot take the name of one of them unnoticed.
        for module in _modules_with(f"registry.{registry_name}(", registry_name):
            import_module(module)
        own = components.get_all()
        for point in points:
            if point.name in own and is_of_package(_module_name(own[point.name])):
                raise ConfigError(
                    f"{_origin(point)}: registers @{registry_name} {quoted(point.name)}, which "
                    "exists already; uninstall the package, or have it use another name"
                )
            components(point.name)(_loaded(point))


def _loaded(point: EntryPoint) -> Any:
    """Return the component of another package.

    Raises
    ------
    ConfigError
        If importing it fails.
    """
    collect_at_end()
    try:
        return point.load()
    except Exception as error:
        what = shortened(" ".join(f"{type(error).__name__}: {error}".split()), _LONGEST_ERROR)
        raise ConfigError(f"{_origin(point)}: cannot be imported: {what}") from error


def _origin(point: EntryPoint) -> str:
    """Name an entry point and the package that has it."""
    package = point.dist.name if point.dist else "unknown"
    return f"package {quoted(package)}, entry point {quoted(point.name)}"


def _modules_with(registration: str, registry_name: str) -> Iterator[str]:
    """Yield the names of the modules whose source has this text.

    Importing all modules to see what they register would take seconds.
    """
    for package in _SUBPACKAGES[registry_name]:
        yield from _modules_of(package, registration)


# Building a recognizer asks for each of its components several times.
@lru_cache(maxsize=1_000)
def _modules_of(package: str, registration: str) -> Sequence[str]:
    return tuple(module for module, source in _sources(package) if registration in source)


@cache
def _sources(package: str) -> Sequence[tuple[str, str]]:
    """Return the name and the source of each module of a package and its sub-packages."""
    # Finding a package, unlike importing it, runs nothing of it.
    found = find_spec(package)
    (folder,) = map(Path, found.submodule_search_locations or () if found else ())
    paths = sorted(folder.rglob("*.py"))
    names = (path.relative_to(folder).with_suffix("").parts for path in paths)
    return tuple(
        (".".join([package, *name]), path.read_text("utf-8"))
        for path, name in zip(paths, names, strict=True)
        if name[-1] != "__init__"
    )


class Description(NamedTuple):
    """The description of a component in a list of components."""

    summary: str
    """The first line of the docstring, without its full stop."""

    source: str
    """The papers that the component follows; empty if it names none."""


def _described(source: str, registry_name: str) -> Iterator[tuple[str, Description]]:
    """Yield the names and descriptions of the classes that a module registers."""
    classes = {node.name: node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)}
    for node in classes.values():
        for decorator in node.decorator_list:
            if (
                isinstance(decorator, ast.Call)
                and ast.unparse(decorator.func) == f"registry.{registry_name}"
            ):
                name = ast.literal_eval(decorator.args[0])
                summary = _first_line(ast.get_docstring(node))
                yield name, Description(summary, _source_of(node, classes))


def _source_of(node: ast.ClassDef, classes: Mapping[str, ast.ClassDef]) -> str:
    """Return the attribute ``source`` of a class, which it may inherit in the same module."""
    for statement in node.body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "source":
            return str(ast.literal_eval(statement.value))
    above = [classes[ast.unparse(base)] for base in node.bases if ast.unparse(base) in classes]
    return next(filter(None, (_source_of(base, classes) for base in above)), "")


def _first_line(docstring: str | None) -> str:
    return (docstring or "").strip().partition("\n")[0].rstrip(".")


@dataclass(frozen=True)
class Origin:
    """The source of a component that is not part of this package.

    Parameters
    ----------
    name : str
        The name of the file that `import_code` imported, or of a module.
    digest : str or None
        The first twelve hexadecimal digits of the file's SHA-256; None for a module.
    """

    name: str
    digest: str | None = None


@dataclass(frozen=True)
class CodeFile:
    """A file that `import_code` imported.

    Parameters
    ----------
    path : Path
        Absolute, so that it is found after a change of the working directory.
    shown_as : str
        Its path in messages.
    origin : Origin
    components : dict of (str, str) to object
        What it registered, by kind and name.
    """

    path: Path
    shown_as: str
    origin: Origin
    components: Mapping[tuple[str, str], Any]


_code_files: dict[str, CodeFile] = {}
"""The imported files, by the name of their module."""


def import_code(path: str | Path, shown_as: str | None = None) -> None:
    """Import a Python file, so that the components it registers can be used by name.

    Importing the file again, after changes, replaces them.

    Parameters
    ----------
    path : str or Path
    shown_as : str, optional
        The path in messages; by default, as it is given.

    Raises
    ------
    InputError
        If the file cannot be read, raises an error or registers a name that already exists;
        the message names the file, and the line that failed.
    ConfigError
        If it registers a class without a method or attribute that its base class requires.
    """
    shown = str(path) if shown_as is None else shown_as
    file = Path(path).absolute()
    try:
        source = file.read_bytes()
    except OSError as error:
        raise InputError(
            f"{shown}: cannot be read: {error.strerror}; expected a Python file"
        ) from None
    before = dict(catalogue.REGISTRY)
    module = _module_of(file)
    earlier = sys.modules.get(module.__name__)
    sys.modules[module.__name__] = module
    try:
        _run(source, file, module, shown)
        components = dict(_registered_since(before))
        _refuse_registered_names(shown, components, before, module.__name__)
    except BaseException:
        _undo(before)
        del sys.modules[module.__name__]
        if earlier is not None:
            sys.modules[module.__name__] = earlier
        raise
    origin = Origin(file.name, sha256(source).hexdigest()[:12])
    _code_files[module.__name__] = CodeFile(file, shown, origin, components)


def code_files() -> tuple[CodeFile, ...]:
    """Return the files of `import_code` whose components are still registered."""
    return tuple(
        file
        for file in _code_files.values()
        if all(
            catalogue.REGISTRY.get((_NAMESPACE, *key)) is component
            for key, component in file.components.items()
        )
    )


def forget_code() -> None:
    """Unregister the components of the files of `import_code`."""
    for module, file in _code_files.items():
        for key, component in file.components.items():
            full_key = (_NAMESPACE, *key)
            if catalogue.REGISTRY.get(full_key) is component:
                del catalogue.REGISTRY[full_key]
        sys.modules.pop(module, None)
    _code_files.clear()


def origin_of(kind: str, name: str) -> Origin | None:
    """Return the source of a registered component, or None if it is part of this package."""
    component = registry.get(kind, name)
    for file in _code_files.values():
        if file.components.get((kind, name)) is component:
            return file.origin
    module = _module_name(component)
    return None if is_of_package(module) else Origin(module)


def line_of_code(error: BaseException) -> str | None:
    """Return the line from outside this package that raised an error, as "file: line 3", or None.

    Such code is an imported file, or a module that registered a component, for example through an
    entry point.
    """
    for file in _code_files.values():
        line = _line_of(error, file.path)
        if line is not None:
            return f"{file.shown_as}: line {line}"
    foreign = _foreign_modules()
    frames = [
        (frame.f_code.co_filename, line)
        for frame, line in walk_tb(error.__traceback__)
        if frame.f_globals.get("__name__") in foreign
    ]
    # Evaluated annotations belong to no file; their file name is one such as "<string>".
    lines = [f"{name}: line {line}" for name, line in frames if not name.startswith("<")]
    return lines[-1] if lines else None


def foreign_code() -> tuple[str, ...]:
    """Return the imported files and the other modules outside this package, as in messages."""
    files = {name: file.shown_as for name, file in _code_files.items()}
    return tuple(sorted(files.get(module, module) for module in _foreign_modules()))


def _foreign_modules() -> set[str]:
    """Return the names of the modules outside this package that have registered components."""
    components = catalogue.REGISTRY.copy().items()
    modules = {_module_name(component) for key, component in components if key[0] == _NAMESPACE}
    return {module for module in modules if not is_of_package(module)}


def _module_of(file: Path) -> ModuleType:
    """Return an empty module, with the same name each time this file is imported."""
    digest = sha256(str(file.resolve()).encode(errors="surrogatepass")).hexdigest()[:8]
    module = ModuleType(f"{file.stem}@{digest}")
    module.__file__ = str(file)
    return module


def _run(source: bytes, file: Path, module: ModuleType, shown: str) -> None:
    """Run a file as the module, and report any error in it in one line."""
    collect_at_end()
    try:
        exec(compile(decode_source(source), str(file), "exec"), module.__dict__)  # noqa: S102 - as asked for
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        kind = ConfigError if isinstance(error, ConfigError) else InputError
        raise kind(f"{shown}: {_where_and_what(error, file)}") from error


def _registered_since(before: Mapping[Any, Any]) -> Iterator[tuple[tuple[str, str], Any]]:
    """Yield the components from outside the package that are new, with kind and name."""
    for key, component in catalogue.REGISTRY.items():
        is_new = key[0] == _NAMESPACE and before.get(key) is not component
        if is_new and not is_of_package(_module_name(component)):
            yield key[1:], component


def _refuse_registered_names(
    shown: str,
    components: Mapping[tuple[str, str], Any],
    before: Mapping[Any, Any],
    module: str,
) -> None:
    """Raise an error if a component has replaced one that is not this file's."""
    earlier = _code_files[module].components if module in _code_files else {}
    for (kind, name), component in components.items():
        replaced = before.get((_NAMESPACE, kind, name))
        is_own = replaced is None or replaced is earlier.get((kind, name))
        # The package's own component of that name may not have been imported yet.
        if not is_own or registry.get(kind, name) is not component:
            raise InputError(
                f"{shown}: registers @{kind} {quoted(name)}, which exists already; give it "
                "another name"
            )


def _undo(before: Mapping[Any, Any]) -> None:
    """Undo the registrations from outside the package that are new."""
    for key, _ in list(_registered_since(before)):
        full_key = (_NAMESPACE, *key)
        if full_key in before:
            catalogue.REGISTRY[full_key] = before[full_key]
        else:
            del catalogue.REGISTRY[full_key]


def _module_name(component: Any) -> str:
    """Return the name of the module that defines a component or what a partial one calls."""
    defined = component.func if isinstance(component, partial) else component
    return str(defined.__module__)


def is_of_package(module: str) -> bool:
    """Whether a module, by its name, is part of this package."""
    return module == _NAMESPACE or module.startswith(f"{_NAMESPACE}.")


def _where_and_what(error: BaseException, file: Path) -> str:
    line = _line_of(error, file)
    message = error.msg if isinstance(error, SyntaxError) else str(error)
    what = shortened(" ".join(f"{type(error).__name__}: {message}".split()), _LONGEST_ERROR)
    if isinstance(error, ConfigError):
        what = message
    return what if line is None else f"line {line}: {what}"


def _line_of(error: BaseException, file: Path) -> int | None:
    """Return the line of a file that raised an error, or None if another file did."""
    if isinstance(error, SyntaxError) and error.filename == str(file):
        return error.lineno
    frames = walk_tb(error.__traceback__)
    lines = [line for frame, line in frames if frame.f_code.co_filename == str(file)]
    return lines[-1] if lines else None
