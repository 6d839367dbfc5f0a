"""What a command says when it fails: each file once, in the words of the command line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support.commands import GOLD, Run, Write, refused

BAD = {
    "empty.csv": "",
    "header.csv": "item,label\n",
    "short.csv": "item,label\nann,1\nbob\n",
    "missing.csv": "item,label\nann,1\nbob,\ncy,2\ndee,2\neve,2\nfay,3\n",
    "nameless.csv": "item,label\nann,1\n,2\n",
    "twice.csv": "item,label\nann,1\nann,2\n",
    "columns.csv": "x,y,z\n1,2,3\n",
    "fewer.csv": "item,label\nann,1\nbob,1\n",
    "other.csv": "item,label\nzoe,1\nyan,2\n",
    "lines.txt": "1\n2\n",
    "bytes.csv": b"item,label\nann,\xff\n",
    "broken.parquet": b"no Parquet",
    "broken.jsonl": '{"item": 1, "label": 2}\n{"item": \n',
    "absent.csv": None,
}
COMMANDS = {
    "score, reference": ("score", "{bad}", "{good}"),
    "score, candidate": ("score", "{good}", "{bad}"),
    "compare, reference": ("compare", "{bad}", "{good}"),
    "compare, candidate": ("compare", "{good}", "{bad}"),
    "landscape": ("landscape", "{good}", "{bad}"),
    "consensus": ("consensus", "{bad}", "{good}"),
    "tree": ("tree", "{good}", "{bad}"),
    "baseline": ("baseline", "{bad}"),
}
PYTHON = re.compile(r"\b(missing|noise|undefined|layout|item|label|weights|sampling)=")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", BAD)
def test_a_failure_names_the_file_once(
    run: Run, write: Write, tmp_path: Path, name: str, command: str
) -> None:
    content = BAD[name]
    bad = str(tmp_path / name) if content is None else write(name, content)
    good = write("good.csv", GOLD)
    arguments = [word.format(bad=bad, good=good) for word in COMMANDS[command]]
    code, out, err = run(*arguments)
    if code == 0:
        assert command == "baseline"
        assert name in ("fewer.csv", "other.csv", "lines.txt")
        return
    assert (code, out) == (1, "")
    assert "Traceback" not in err
    assert err.startswith("partwise: ")
    first = err.splitlines()[0]
    assert len(re.findall(rf"{re.escape(bad)}\b", first)) == 1
    assert first.count(good) <= 1
    assert not re.search(r"(\S+): \1[:,]", first)


@pytest.mark.parametrize(
    ("arguments", "flag"),
    [
        (("score", "{good}", "{missing}"), "--missing drop"),
        (("compare", "{good}", "{missing}"), "--missing drop"),
        (("score", "{good}", "{fewer}"), "--missing drop"),
        (("landscape", "{good}", "{fewer}"), "--missing drop"),
        (("baseline", "{missing}"), "--missing drop"),
        (("score", "{one}", "{one}", "--index", "CC", "--undefined", "raise"), "--undefined nan"),
        (("score", "{short}", "{long}"), "--item-column"),
        (
            ("score", "{weighed}", "{weighed}", "--label-column", "label", "--weights", "w"),
            "--weighting importance",
        ),
    ],
)
def test_remedies_are_flags(run: Run, write: Write, arguments: tuple[str, ...], flag: str) -> None:
    paths = {
        "good": write("good.csv", GOLD),
        "missing": write("missing.csv", str(BAD["missing.csv"])),
        "fewer": write("fewer.csv", str(BAD["fewer.csv"])),
        "one": write("one.csv", dict.fromkeys(GOLD, "1")),
        "short": write("short.txt", "1\n2\n"),
        "long": write("long.txt", "1\n2\n2\n"),
        "weighed": write("weighed.csv", "item,label,w\na,1,0.5\nb,2,1\n"),
    }
    code, _, err = run(*(word.format(**paths) for word in arguments))
    assert code == 1
    assert flag in err
    assert not PYTHON.search(err)


def test_names_in_errors_are_shown_and_not_obeyed(run: Run, write: Write) -> None:
    path = write("wide.csv", "item,gold,c\x1b[2J\na,1,1\nb,1,\n")
    err = run("compare", path, "--reference", "gold").err
    assert "\x1b" not in err
    assert "--missing drop" in err


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (("compair",), "'compare'"),
        (("score", "a", "b", "--fomat", "json"), "'--format'"),
        (("compare", "a", "b", "--refrence=gold"), "'--reference'"),
        (("score", "a", "b", "--format", "jsn"), "'json'"),
    ],
)
def test_misspelt_commands_options_and_choices_get_suggestions(
    run: Run, arguments: tuple[str, ...], meant: str
) -> None:
    refused(run(*arguments), 2, f"did you mean {meant}")


@pytest.mark.parametrize("arguments", [("zzz",), ("score", "a", "b", "--zzz")])
def test_nothing_is_suggested_where_no_name_is_near(run: Run, arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    refused(result, 2, "zzz")
    assert "did you mean" not in result.err
