"""The program of an index: recorded once, and again when what its formula reads has changed."""

from __future__ import annotations

import dis
import operator
from types import CellType, FunctionType
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from partwise.catalogue.straight_line import is_straight_line, own_functions
from partwise.kernels import Program
from partwise.tables import program_of

if TYPE_CHECKING:
    from partwise.catalogue.index_record import Index


class RecordedProgram:
    """The formula as the kernels run it; None if it has branches.

    The catalogue's formulas always read the same, so their programs stay with the index.

    Examples
    --------
    >>> import partwise as pw
    >>> pw.index("jaccard").program.members
    ['n11', 'n10', 'n01']
    """

    def __init__(self) -> None:
        self._own: WeakKeyDictionary[Index, tuple[Program, _Surroundings]] = WeakKeyDictionary()

    def __get__(self, index: Index | None, owner: type[Index]) -> Program | None:
        if index is None:
            return None
        kept = self._own.get(index)
        if kept and not kept[1].have_changed():
            return kept[0]
        can_be_recorded = index.kind != "callable" and is_straight_line(index.formula)
        functions = tuple(own_functions(index.formula)) if can_be_recorded else ()
        before = _Surroundings(functions)  # a change while recording is seen at the next call
        program = _recorded(index) if can_be_recorded else None
        if program is not None and functions:
            self._own[index] = program, before
        else:
            vars(index)["program"] = program  # found first from now on
        return program


def _recorded(index: Index) -> Program | None:
    return program_of(index.formula, of_pairs=index.kind == "pairs")


class _Surroundings:
    """What functions read from outside, as it was."""

    def __init__(self, functions: tuple[FunctionType, ...]) -> None:
        self._names = {function: _global_names(function) for function in functions}
        self._before = self._now()

    def have_changed(self) -> bool:
        now = self._now()
        return len(now) != len(self._before) or not all(map(operator.is_, now, self._before))

    def _now(self) -> list[Any]:
        found: list[Any] = []
        for function, names in self._names.items():
            found += (function.__code__, function.__defaults__)
            for named in (function.__kwdefaults__ or {}).items():
                found += named
            found += map(function.__globals__.get, names)
            found += map(_content, function.__closure__ or ())
        return found


def _content(cell: CellType) -> Any:
    """Return what a variable of an outer function holds; the cell itself if it was deleted."""
    try:
        return cell.cell_contents
    except ValueError:
        return cell


def _global_names(function: FunctionType) -> list[str]:
    steps = dis.get_instructions(function.__code__)
    return [str(step.argval) for step in steps if step.opname in ("LOAD_GLOBAL", "LOAD_NAME")]
