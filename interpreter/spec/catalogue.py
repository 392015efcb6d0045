"""Where specs are found: those that come with Tilewright, and files of one's own."""

from pathlib import Path

from interpreter.spec.diagnostics import Diagnostics, SpecError
from interpreter.spec.suggest import did_you_mean

SPECS = Path(__file__).resolve().parents[2] / "specs"
FOLDERS = (".", "variants", "classics")


def shipped() -> dict[str, Path]:
    """The specs that come with Tilewright, by name."""
    return {path.stem: path for folder in FOLDERS for path in files(SPECS / folder)}


def files(folder: Path) -> list[Path]:
    """The specs of a folder; hidden files are what editors leave behind."""
    found = folder.glob("*.yaml") if folder.is_dir() else ()
    return sorted(path for path in found if path.is_file() and not path.name.startswith("."))


def locate(name: str, beside: Path | None = None) -> Path | None:
    """The file of the spec of that name: in the folder `beside` first, then among those shipped."""
    if beside is not None and (beside / f"{name}.yaml").is_file():
        return beside / f"{name}.yaml"
    for folder in FOLDERS:
        path = SPECS / folder / f"{name}.yaml"
        if path.is_file():
            return path
    return None


def names(beside: Path | None = None) -> list[str]:
    """All names that `locate` knows."""
    own = [path.stem for path in files(beside)] if beside is not None else []
    return list(dict.fromkeys([*own, *shipped()]))


def find(name_or_path: str | Path, relative_to: Path | None = None) -> Path:
    """The file that a name or a path means; a SpecError with a suggestion if there is none."""
    written = str(name_or_path)
    diagnostics = Diagnostics()
    if isinstance(name_or_path, Path) or written.endswith((".yaml", ".yml")) or "/" in written or "\\" in written:
        path = Path(name_or_path) if relative_to is None else relative_to / name_or_path
        if path.is_file():
            return path
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
