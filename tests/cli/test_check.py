"""``partwise check``, and the certificates that ``partwise audit`` writes."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from support.commands import ran
from support.lone_checker import checked_alone

QUICK = ("--max-n", "4", "--triples-n", "4", "--property", "symmetry", "--property", "monotonicity")


@pytest.fixture
def certificates(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    path = tmp_path / "jaccard.json"
    code, _, err = ran(capsys, "audit", "jaccard", *QUICK, "--certificates", str(path))
    assert (code, err) == (0, f"2 certificates in {path}\n")
    return path


def test_certificates_are_verified(certificates: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = ran(capsys, "check", str(certificates), "--format", "json")
    checks = json.loads(out)
    assert (code, err) == (0, "")
    assert checks["verified"] is True
    assert [one["name"].partition(": ")[2] for one in checks["certificates"]] == [
        "proof of symmetry of n11/(n11 + n10 + n01)",
        "counterexample to monotonicity of n11/(n11 + n10 + n01)",
    ]


def test_a_false_certificate_is_refused(
    certificates: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = json.loads(certificates.read_text())
    content[1]["property"] = "weak_monotonicity"
    certificates.write_text(json.dumps(content))
    code, out, _ = ran(capsys, "check", str(certificates))
    assert code == 1
    lines = out.splitlines()
    assert lines[1].startswith("verified")
    assert any(line.startswith("refused") for line in lines)


@pytest.mark.parametrize("text", ["", "{", "[]", "[1, null]", '"text"', "{}", "[" * 100_000])
def test_what_is_no_certificate_is_refused(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "broken.json"
    path.write_text(text)
    code, out, err = ran(capsys, "check", str(path), "--format", "csv")
    assert (code, err) == (1, "")
    assert "refused" in out
    assert "verified" not in out


def test_a_missing_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ran(capsys, "check", str(tmp_path / "none.json"), "--format", "csv")
    assert code == 1
    assert "there is no such file" in out


def test_compressed_files_are_read(certificates: Path, capsys: pytest.CaptureFixture[str]) -> None:
    packed = certificates.with_name("jaccard.json.gz")
    packed.write_bytes(gzip.compress(certificates.read_bytes()))
    code, out, _ = ran(capsys, "check", str(packed), str(certificates), "--format", "csv")
    assert code == 0
    assert out.count("verified") == 4


def test_the_checker_alone_reads_the_same_files(certificates: Path) -> None:
    process = checked_alone(certificates, certificates.with_name("none.json"))
    assert process.returncode == 1
    words = [line.split()[0] for line in process.stdout.splitlines()]
    assert words == ["verified", "verified", "REFUSED"]


def test_what_has_no_certificate_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "rand.json"
    arguments = ("audit", "rand", *QUICK, "--property", "linear_complexity")
    code, _, err = ran(capsys, *arguments, "--certificates", str(path))
    assert (code, err) == (0, f"2 certificates in {path}; none for Linear complexity\n")


def test_a_damaged_archive_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "damaged.json.gz"
    packed = gzip.compress(b"[]" * 50)
    path.write_bytes(packed[:10] + bytes(len(packed) - 10))
    code, out, err = ran(capsys, "check", str(path), "--format", "csv")
    assert (code, err) == (1, "")
    assert "the file is not JSON, or damaged" in out
