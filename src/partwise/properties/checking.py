"""Check certificates, as anyone can with only the folder ``checker/``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from partwise.base import InputError, Result, Table
from partwise.properties.checker.algebra import NotShownError
from partwise.properties.checker.certificates import FORMAT, verify
from partwise.properties.checker.files import certificates_in, title
from partwise.properties.verdict import Certificate

Checkable: TypeAlias = str | Path | Certificate | Mapping[str, Any]


class CheckedCertificate(NamedTuple):
    """Whether a certificate shows what it claims."""

    name: str
    verified: bool
    why: str  # it does not


@dataclass(frozen=True)
class Checks(Result):
    """The results of checking certificates.

    Parameters
    ----------
    certificates : tuple of CheckedCertificate
        Each certificate, in order.

    Examples
    --------
    >>> print(check("missing.json"))
    result   certificate   why
    refused  missing.json  this is not a certificate: there is no such file
    """

    certificates: tuple[CheckedCertificate, ...]

    @property
    def verified(self) -> bool:
        """Whether there are certificates, and all of them show what they claim."""
        return bool(self.certificates) and all(one.verified for one in self.certificates)

    def to_table(self) -> Table:
        """Return one row per certificate."""
        rows = [
            ["verified" if one.verified else "refused", one.name, one.why]
            for one in self.certificates
        ]
        return Table(["result", "certificate", "why"], rows)

    def _content(self) -> dict[str, Any]:
        return {
            "verified": self.verified,
            "certificates": [one._asdict() for one in self.certificates],
        }


def check(*certificates: Checkable) -> Checks:
    """Check proofs and counterexamples: derive every goal again, and verify each step.

    Parameters
    ----------
    *certificates : str, Path, certificate or mapping
        Paths of certificate files, certificates from :attr:`Audit.certificates`, or their
        dictionaries.

    Returns
    -------
    Checks
        ``.verified`` is True if all of them are valid.

    Examples
    --------
    >>> import partwise as pw
    >>> audit = pw.audit("jaccard", properties=["symmetry", "monotonicity"])
    >>> for one in check(*audit.certificates.values()).certificates:
    ...     print("verified" if one.verified else one.why, one.name)
    verified proof of symmetry of n11/(n11 + n10 + n01)
    verified counterexample to monotonicity of n11/(n11 + n10 + n01)
    """
    everything = (one for certificate in certificates for one in _contents(certificate))
    return Checks(tuple(_checked(name, content) for name, content in everything))


def _contents(certificate: Checkable) -> Iterator[tuple[str, Any]]:
    if isinstance(certificate, str | Path):
        yield from certificates_in(str(certificate))
    elif isinstance(certificate, Mapping):
        yield title(certificate), certificate
    elif hasattr(certificate, "to_json"):
        content = json.loads(certificate.to_json())
        yield title(content), content
    else:
        raise InputError(
            f"check() takes certificates and paths of files, not {type(certificate).__name__}"
        )


def _checked(name: str, content: Any) -> CheckedCertificate:
    try:
        verify(content)
    except NotShownError as error:
        return CheckedCertificate(name, False, str(error))
    return CheckedCertificate(name, True, "")


def is_checkable(certificate: Certificate) -> bool:
    """Whether a certificate is one that the checker reads."""
    return bool(certificate.to_dict().get("format") == FORMAT)


def written_certificates(certificates: Iterable[Certificate]) -> str:
    """Return certificates as the text of a file, each on a line.

    Examples
    --------
    >>> import partwise as pw
    >>> audit = pw.audit("rand", properties=["symmetry", "constant_baseline"])
    >>> written_certificates(audit.certificates.values()).count("partwise certificate 1")
    2
    """
    lines = (json.dumps(one.to_dict(), ensure_ascii=False) for one in certificates)
    return "[\n" + ",\n".join(lines) + "\n]\n"
