"""Files of certificates."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def certificates_in(path: str) -> Iterator[tuple[str, Any]]:
    """Yield the certificates of a file, each with where it stands and what it is about.

    A file holds one certificate or a list of them, as JSON; if its name ends in .gz, compressed. A
    file that cannot be read gives one: the text that says why, which nothing verifies.
    """
    try:
        content = json.loads(_text(Path(path)))
    except FileNotFoundError:
        yield path, "there is no such file"
        return
    except OSError as error:
        yield path, f"the file cannot be read ({error.strerror or error})"
        return
    except (EOFError, ValueError, RecursionError, zlib.error) as error:
        yield path, f"the file is not JSON, or damaged ({error})"
        return
    if content == []:
        yield path, "the file holds an empty list"
    for place, certificate in enumerate(content if isinstance(content, list) else [content], 1):
        where = f"{path}[{place}]" if isinstance(content, list) else path
        yield f"{where}: {title(certificate)}", certificate


def _text(path: Path) -> str:
    data = path.read_bytes()
    return (gzip.decompress(data) if path.name.endswith(".gz") else data).decode("utf-8")


def title(certificate: Any) -> str:
    """Return what a certificate is about.

    Examples
    --------
    >>> title({"kind": "counterexample", "property": "rag_bag", "formula": "n11"})
    'counterexample to rag bag of n11'
    """
    if not isinstance(certificate, dict) or "kind" not in certificate:
        return "not a certificate"
    words = {
        "proof": "proof of",
        "counterexample": "counterexample to",
        "combination": "incompatibility of",
    }
    kind = words.get(str(certificate["kind"]), certificate["kind"])
    keys = certificate.get("properties")
    listed = keys if isinstance(keys, list) else [certificate.get("property", "")]
    about = ", ".join(map(str, listed)).replace("_", " ")
    of = f"of {certificate['formula']}" if "formula" in certificate else ""
    return " ".join(filter(None, (str(kind), about, of)))
