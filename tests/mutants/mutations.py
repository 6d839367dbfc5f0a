"""Small changes of a module's source, each of which a test should notice."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

_OTHERS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult,
    ast.FloorDiv: ast.Div, ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult, ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
    ast.Break: ast.Continue, ast.Continue: ast.Break,
}  # fmt: skip
_UNSEEN = {"annotation", "returns", "type_comment", "type_params", "ctx"}
_COMMUTATIVE = {
    "max", "min", "np.maximum", "np.minimum", "np.array_equal", "np.logical_and", "np.logical_or",
    "math.gcd", "math.hypot", "math.lcm",
}  # fmt: skip
_AROUND = 70  # characters beside a change that are shown
_Function = ast.FunctionDef | ast.AsyncFunctionDef


class Replacement(NamedTuple):
    """A node to stand in a field of another one, at a position if the field is a list."""

    kind: str
    holder: ast.AST
    field: str
    position: int | None
    node: Any

    def swap(self) -> Replacement:
        """Put the node where it belongs, and return what puts the old one back."""
        if self.position is None:
            old = getattr(self.holder, self.field)
            setattr(self.holder, self.field, self.node)
        else:
            nodes = getattr(self.holder, self.field)
            old, nodes[self.position] = nodes[self.position], self.node
        return self._replace(node=old)


class Place(NamedTuple):
    """Where a change is: the statement, the function around it, and whether calls run it."""

    statement: ast.stmt
    function: str
    owner: ast.stmt | None
    runs_at_import: bool


@dataclass(frozen=True)
class Mutant:
    """A module with one change."""

    path: Path
    tree: ast.Module
    replacement: Replacement
    place: Place

    @property
    def line(self) -> int:
        """The first line of the statement."""
        return self.place.statement.lineno

    @property
    def lines(self) -> range:
        """The lines of the statement, without those of its body."""
        return range(self.line, _header_end(self.place.statement) + 1)

    def code(self) -> CodeType:
        """Compile the module with the change."""
        back = self.replacement.swap()
        try:
            return compile(ast.fix_missing_locations(self.tree), str(self.path), "exec")
        finally:
            back.swap()

    @cached_property
    def texts(self) -> tuple[str, str]:
        """The statement as it was and as it is now, where they differ."""
        was = _header(self.place.statement)
        if isinstance(self.replacement.node, ast.stmt):
            return _window(was, _header(self.replacement.node))
        back = self.replacement.swap()
        now = _header(self.place.statement)
        back.swap()
        return _window(was, now)


def mutants_of(path: Path) -> list[Mutant]:
    """Every mutant of a file, in the order of its lines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [
        Mutant(path, tree, replacement, place)
        for holder, field, position, node, place in _places(tree)
        for replacement in _replacements(holder, field, position, node)
    ]


_Visit = tuple[ast.AST, str, int | None, ast.AST, Place]


def _places(tree: ast.Module) -> Iterator[_Visit]:
    yield from _inside(tree, Place(ast.Pass(lineno=1), "", None, runs_at_import=True))


def _inside(holder: ast.AST, place: Place) -> Iterator[_Visit]:
    for field, value in ast.iter_fields(holder):
        if field in _UNSEEN or _is_assertion(holder):
            continue
        nodes = enumerate(value) if isinstance(value, list) else [(None, value)]
        for position, node in nodes:
            if isinstance(node, ast.AST) and not _is_left_out(node):
                here = _place(holder, field, node, place)
                yield holder, field, position, node, here
                yield from _inside(node, here)


def _place(holder: ast.AST, field: str, node: ast.AST, place: Place) -> Place:
    """Enter the body of a function or a class, and statements."""
    if isinstance(holder, _Function | ast.ClassDef):
        is_body = field == "body"
        if is_body and isinstance(holder, _Function):
            place = place._replace(runs_at_import=False)
        elif not is_body:
            place = place._replace(statement=holder)
    if isinstance(node, ast.stmt):
        place = place._replace(statement=node)
    if isinstance(node, _Function | ast.ClassDef):
        name = f"{place.function}.{node.name}" if place.function else node.name
        place = place._replace(function=name, owner=node)
    return place


def _is_left_out(node: ast.AST) -> bool:
    """Types, imports, the list of names, and what is never run."""
    match node:
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Assign(targets=[ast.Name(id="__all__" | "__slots__")]):
            return True
        case ast.Import() | ast.ImportFrom():
            return True
        case ast.FunctionDef(decorator_list=decorators):
            return any(isinstance(d, ast.Name) and d.id == "overload" for d in decorators)
    return False


def _is_assertion(node: ast.AST) -> bool:
    """``strict=True`` of zip, which says that lengths are equal: it changes no result."""
    return isinstance(node, ast.keyword) and node.arg == "strict"


def _replacements(
    holder: ast.AST, field: str, position: int | None, node: ast.AST
) -> Iterator[Replacement]:
    for kind, new in _changed(node, holder, field):
        if not hasattr(new, "lineno") and isinstance(node, ast.expr | ast.stmt):
            ast.copy_location(new, node)
        yield Replacement(kind, holder, field, position, new)


def _changed(node: ast.AST, holder: ast.AST, field: str) -> Iterator[tuple[str, ast.AST]]:
    if type(node) in _OTHERS:
        yield "operator", _OTHERS[type(node)]()
    yield from _changed_statement(node)
    yield from _changed_expression(node)
    is_condition = field == "test" and isinstance(holder, ast.If | ast.IfExp | ast.While)
    if is_condition and isinstance(node, ast.expr) and not _has_an_opposite(node):
        yield "condition", ast.UnaryOp(ast.Not(), node)


def _changed_statement(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    match node:
        case ast.Return(value=ast.expr() as value) if not _is_none(value):
            yield "return", ast.Return(ast.Constant(None))
        case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom() | ast.Await()):
            yield "deleted", ast.Pass()
        case ast.AugAssign() | ast.Raise() | ast.Delete():
            yield "deleted", ast.Pass()


def _changed_expression(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    match node:
        case ast.Constant(value=bool() as value):
            yield "constant", ast.Constant(not value)
        case ast.Constant(value=int() | float() as value):
            steps = (step for step in (1, -1) if value + step != value)  # of 1e100, none
            yield from (("constant", ast.Constant(value + step)) for step in steps)
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield "sign", operand
        case ast.Slice(lower=lower, upper=upper, step=step):
            if lower is not None:
                yield "slice", ast.Slice(None, upper, step)
            if upper is not None:
                yield "slice", ast.Slice(lower, None, step)
        case ast.Call(func=func, args=[first, second, *rest], keywords=keywords):
            is_same = ast.dump(first) == ast.dump(second) or (
                ast.unparse(func) in _COMMUTATIVE and not keywords
            )
            if not is_same and not isinstance(second, ast.Starred):
                yield "arguments", ast.Call(func, [second, first, *rest], keywords)


def _has_an_opposite(node: ast.expr) -> bool:
    """Say whether another change turns a condition into its opposite."""
    match node:
        case ast.Compare(ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()]):
            return False
        case ast.Compare(ops=[_]) | ast.UnaryOp(op=ast.Not()):
            return True
    return False


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _bodies(statement: ast.stmt) -> list[str]:
    return [
        field
        for field in ("body", "orelse", "handlers", "finalbody", "cases")
        if isinstance(getattr(statement, field, None), list)
    ]


def _header_end(statement: ast.stmt) -> int:
    """Return the last line before the body of a statement that has one."""
    fields = _bodies(statement)
    if not fields:
        return statement.end_lineno or statement.lineno
    first = [nodes[0] for field in fields if (nodes := getattr(statement, field))]
    lines: list[int] = [getattr(node, "lineno", None) or node.pattern.lineno for node in first]
    return max(statement.lineno, min(lines) - 1)


def _header(statement: ast.stmt) -> str:
    """Write a statement in one line, without its body."""
    fields = _bodies(statement)
    if not fields:
        return " ".join(ast.unparse(statement).split())
    bare = copy.copy(statement)
    for field in fields:
        setattr(bare, field, [])
    if isinstance(bare, ast.Try | ast.Match):
        return type(bare).__name__.lower()
    return " ".join(ast.unparse(bare).split())


def _window(was: str, now: str) -> tuple[str, str]:
    """Cut two texts to where they differ, and a little around it."""
    shorter = min(len(was), len(now))
    start = next((i for i in range(shorter) if was[i] != now[i]), shorter)
    same = (i for i in range(shorter - start) if was[-1 - i] != now[-1 - i])
    end = next(same, shorter - start)
    return _cut(was, start, len(was) - end), _cut(now, start, len(now) - end)


def _cut(text: str, start: int, end: int) -> str:
    first, last = max(0, start - _AROUND), min(len(text), end + _AROUND)
    return "…" * (first > 0) + text[first:last] + "…" * (last < len(text))
