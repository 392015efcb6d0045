"""Where specs are found: those that come with Tilewright, and the user's own files."""

from pathlib import Path

from interpreter.files import is_plain, is_there
from interpreter.spec.diagnostics import Diagnostics, SpecError
from interpreter.spec.suggest import did_you_mean

SPECS = Path(__file__).resolve().parents[2] / "specs"
FOLDERS = (".", "variants", "classics")
TESTS = ".tests"
"""The tests of `name.yaml` may stand beside it, in `name.tests.yaml`."""
EQUIVALENTS = ".equivalents"
"""What `mutate` need not ask about `name.yaml` stands beside it, in `name.equivalents.yaml`."""


def tests_of(spec: Path) -> Path:
    """The file beside a spec that may contain its tests, whether or not it exists."""
    return spec.with_name(f"{spec.stem}{TESTS}{spec.suffix}")


def equivalents_of(spec: Path) -> Path:
    """The file beside a spec that may list changes that make no difference, whether or not it exists."""
    return spec.with_name(f"{spec.stem}{EQUIVALENTS}{spec.suffix}")


def spec_of(path: Path) -> Path:
    """The spec that a file is about: the one beside it if it belongs to one, otherwise the file itself."""
    return path.with_name(path.stem.removesuffix(TESTS).removesuffix(EQUIVALENTS) + path.suffix)


def shipped() -> dict[str, Path]:
    """The specs that come with Tilewright, by name."""
    return {path.stem: path for folder in FOLDERS for path in files(SPECS / folder)}


def files(folder: Path) -> list[Path]:
    """The specs of a folder, without hidden files, which editors leave behind, and without files that only belong to a
    spec."""
    try:
        found = [path for path in folder.iterdir() if path.suffix == ".yaml"]
    except OSError:
        return []
    specs = (path for path in found if not path.name.startswith(".") and path == spec_of(path))
    return sorted(path for path in specs if is_plain(path))


def locate(name: str, beside: Path | None = None) -> Path | None:
    """The file of the spec with that name: in the folder `beside` first, then among the shipped ones."""
    if beside is not None and is_there(beside / f"{name}.yaml"):
        return beside / f"{name}.yaml"
    for folder in FOLDERS:
        path = SPECS / folder / f"{name}.yaml"
        if is_plain(path):
            return path
    return None


def names(beside: Path | None = None) -> list[str]:
    """All names that `locate` knows."""
    own = [path.stem for path in files(beside)] if beside is not None else []
    return list(dict.fromkeys([*own, *shipped()]))


def find(name_or_path: str | Path, relative_to: Path | None = None) -> Path:
    """The spec that a name or a path refers to, even through its tests; a SpecError with a suggestion if there is
    none."""
    written = str(name_or_path)
    diagnostics = Diagnostics()
    if isinstance(name_or_path, Path) or written.endswith((".yaml", ".yml")) or "/" in written or "\\" in written:
        path = Path(name_or_path) if relative_to is None else relative_to / name_or_path
        spec = spec_of(path)
        # What is there and no file is refused by who reads it, for what it is.
        if is_there(spec):
            return spec
        if is_there(path):
            held = "tests" if path.stem.endswith(TESTS) else "changes"
            message = f"{path} contains {held}, but there is no {spec.name} beside it."
            diagnostics.error("no-spec", None, message, f"Name it after the spec whose {held} it contains.")
            raise SpecError(diagnostics)
        diagnostics.error(
            "no-file", None, f"There is no file {path}.", "‘tilewright list’ shows the games that come with Tilewright."
        )
        raise SpecError(diagnostics)
    found = locate(written, relative_to)
    if found is not None:
        return found
    help = did_you_mean(written, names(relative_to)) or "‘tilewright list’ shows the games that come with Tilewright."
    diagnostics.error("unknown-game", None, f"There is no game ‘{written}’.", help)
    raise SpecError(diagnostics)
