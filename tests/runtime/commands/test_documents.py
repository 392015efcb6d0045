"""What the command line generates, and that the committed copies are up to date."""

import json
import re
import subprocess
import sys
from pathlib import Path

from typer.testing import CliRunner

from interpreter.registry import functions
from interpreter.spec.model import Spec
from interpreter.spec.step_model import STEP_ARGUMENTS
from runtime.cli import app
from runtime.commands import schema
from runtime.commands.reference import reference
from runtime.commands.reference.sections import all_sections

ROOT = Path(__file__).resolve().parents[3]


def test_the_committed_schema_is_up_to_date() -> None:
    committed = (ROOT / "docs" / "tilewright.schema.json").read_text(encoding="utf-8")
    assert committed == schema.text(), "Run: tilewright schema --out docs/tilewright.schema.json"


def test_the_schema_is_printed_or_written(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "schema.json"
    written = CliRunner().invoke(app, ["schema", "--out", str(path)])
    assert (written.exit_code, written.stdout) == (0, f"Wrote {path}.\n")
    printed = CliRunner().invoke(app, ["schema"]).stdout
    assert printed == path.read_text(encoding="utf-8")
    assert json.loads(printed)["title"] == "Tilewright spec"


def test_the_committed_reference_is_up_to_date(tmp_path: Path) -> None:
    # In another process: other tests may have loaded plugins into this one.
    command = [sys.executable, "-m", "runtime", "reference", "--out", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    for path in tmp_path.iterdir():
        committed = (ROOT / "docs" / "reference" / path.name).read_text(encoding="utf-8")
        assert committed == path.read_text(encoding="utf-8"), "Run: make docs"


def test_the_reference_has_no_other_reference() -> None:
    assert {path.name for path in (ROOT / "docs" / "reference").iterdir()} == set(reference())


def test_the_reference_is_written_into_a_folder(tmp_path: Path) -> None:
    assert CliRunner().invoke(app, ["reference", "--out", str(tmp_path)]).exit_code == 0
    assert {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()} == reference()


def test_every_part_of_the_language_is_described() -> None:
    made = reference()
    assert [verb for verb in STEP_ARGUMENTS if f"\n## {verb}\n" not in made["steps.md"]] == []
    assert [name for name in functions() if f"`{name}(" not in made["functions.md"]] == []
    assert all_sections()[0] is Spec
    for section in all_sections():
        assert f"\n## {section.__name__}\n" in made["sections.md"]
        assert section.__doc__
        for option in section.option_names():
            assert f"`{option}`" in made["sections.md"]


def test_every_function_and_step_has_an_example() -> None:
    reference = ROOT / "docs" / "reference"
    page = (reference / "functions.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)\(.*\| (.*) \|$", page, re.MULTILINE)
    assert len(rows) > 60
    assert [name for name, example in rows if not example.startswith(f"`{name}(")] == []
    parts = (reference / "steps.md").read_text(encoding="utf-8").split("\n## ")[2:]
    assert [part.split("\n")[0] for part in parts if f"```yaml\n- {part.split()[0]}: " not in part] == []


def test_links_lead_somewhere() -> None:
    made = reference()
    for name, text in made.items():
        for page, heading in re.findall(r"\]\(([a-zA-Z_.]*)(#[^)]+)?\)", text):
            target = made[page or name]
            headings = {"#" + line[3:].lower() for line in target.splitlines() if line.startswith("## ")}
            assert not heading or heading in headings, f"{name}: {page}{heading}"
