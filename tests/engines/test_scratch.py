"""The private folder for temporary files goes with the process that made it, and no other."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from partwise.engines import scratch


@pytest.mark.skipif(os.name != "posix", reason="a shell removes the folder")
def test_the_folder_goes_with_its_owner(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    (folder / "deep").mkdir(parents=True)
    janitor = scratch._janitor(folder)
    assert janitor is not None
    scratch._clean(folder, janitor, os.getpid() + 1)  # a fork that ends
    assert folder.exists()
    assert janitor.poll() is None
    scratch._clean(folder, janitor, os.getpid())
    assert not folder.exists()
    assert janitor.returncode == 0
    scratch._clean(folder, None, os.getpid())  # where there is no shell, and nothing is left


@pytest.mark.skipif(os.name != "posix", reason="a shell removes the folder")
def test_the_shell_removes_the_folder_of_a_killed_process(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    (folder / "deep").mkdir(parents=True)
    janitor = scratch._janitor(folder)
    assert janitor is not None
    assert janitor.stdin is not None
    janitor.stdin.close()  # as when the process ends
    assert janitor.wait() == 0
    assert not folder.exists()


def test_one_folder_for_the_process_and_copies_have_the_name_of_their_source() -> None:
    folder = scratch.scratch()
    assert folder is scratch.scratch()
    assert folder.stat().st_mode & 0o777 == 0o700
    assert str(os.getpid()) in folder.name
    scratch.show_as(folder / "0.csv", Path("pipe.csv"))
    assert scratch.shown_path(folder / "0.csv") == "pipe.csv"
    assert scratch.shown_path("other.csv") == scratch.shown_path(Path("other.csv")) == "other.csv"
