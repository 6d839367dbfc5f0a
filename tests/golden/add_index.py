"""Write all that follows from the definition of a new index; ``make index KEY=…`` runs this.

It says what is still to be written by hand, and where. Once nothing is, it writes the golden values
of the whole catalogue, the verdicts on the new index, and the generated pages of docs/.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

import partwise as pw
from partwise.errors import UnknownIndexError
from partwise.properties.known_verdicts import _verdicts, written_verdicts

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from support.index_parts import BY_HAND, GENERATED, VERDICTS, Part  # noqa: E402


def module(path: Path) -> ModuleType:
    """Import a script by its path."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"cannot import {path}")
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def lacking(index: pw.Index, parts: Iterable[Part]) -> list[str]:
    """Return all that an index lacks of some parts."""
    return [said for part in parts for said in part(index)]


def write_verdicts(index: pw.Index, generate: ModuleType) -> None:
    """Decide the properties of one index, and keep the verdicts on all others."""
    known = json.loads(VERDICTS.read_text("utf-8"))
    known |= json.loads(written_verdicts({index.key: generate.verdicts_on(index)}))
    in_order = {each.key: known[each.key] for each in pw.indices("all") if each.key in known}
    VERDICTS.write_text(json.dumps(in_order, indent=1, ensure_ascii=False) + "\n", "utf-8")
    _verdicts.cache_clear()


def main(key: str) -> None:
    """Check what is written by hand, then write the rest."""
    try:
        index = pw.index(key)
    except UnknownIndexError:
        raise SystemExit(
            f"{key}: no such index yet; write its definition in the file of its family in "
            "src/partwise/catalogue (CONTRIBUTING.md shows one)"
        ) from None
    if missing := lacking(index, BY_HAND):
        raise SystemExit("\n".join(f"{index.key}: {said}" for said in missing))
    sys.stdout.write(f"{index.key}: golden values …\n")
    module(ROOT / "tests" / "golden" / "make_golden.py").main()
    sys.stdout.write(f"{index.key}: verdicts and pages …\n")
    generate = module(ROOT / "docs" / "generate.py")
    write_verdicts(index, generate)
    for name, page in generate.PAGES.items():
        (ROOT / "docs" / name).write_text(page(), "utf-8")
    if missing := lacking(index, GENERATED):
        raise SystemExit("\n".join(f"{index.key}: {said}" for said in missing))
    sys.stdout.write(f"{index.key} is whole. make test checks every claim of its definition.\n")


if __name__ == "__main__":
    main(sys.argv[1])
