"""Trees in Newick format: ``((a:1,b:1):2,'c d':3);``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np

from partwise.base import InputError
from partwise.ensembles.hierarchies.tree_arrays import Tree

_DIGITS = 12
"""Heights are sums of branch lengths: they are equal if they agree to so many digits."""

_TOKEN = re.compile(
    r"(?P<space>\s+)|(?P<mark>[(),;:])|(?P<quoted>'(?:[^']|'')*')|(?P<plain>[^\s()\[\]',:;]+)"
)
_PLAIN = re.compile(r"[^\s()\[\]',:;]+")


class Leaves(NamedTuple):
    """The names of leaves, and of each inner node, after its children, these and its height."""

    names: list[Hashable]
    rows: list[list[int]]
    heights: list[float]


class _Token(NamedTuple):
    kind: str
    text: str
    position: int


class _Branch(NamedTuple):
    """A leaf (no children) or an inner node, and the length of the branch that leads to it."""

    name: str
    children: list[_Branch]
    position: int
    length: float | None


def read_newick(text: str) -> Leaves:
    """Read a tree: names, quoted names, branch lengths, comments, any number of children.

    The height of a node is the longest way down to a leaf; without branch lengths each branch
    counts 1. Names of inner nodes are read over, underscores stay as they are.

    Examples
    --------
    >>> read_newick("((a:1,b:2)x:1,'c d':3)[a comment];")
    Leaves(names=['a', 'b', 'c d'], rows=[[0, 1], [3, 2]], heights=[2.0, 3.0])
    """
    root = _parsed(text.removeprefix("\ufeff"))  # the mark with which some files start
    branches = _children_first(root)
    has_lengths = any(branch.length is not None for branch in branches if branch is not root)
    if has_lengths:
        bare = [b for b in branches if b.length is None and b is not root]
        if bare:
            raise _error("a branch has no length, but others have one", text, bare[0].position)
    names: list[Hashable] = [branch.name for branch in branches if not branch.children]
    rows: list[list[int]] = []
    heights: list[float] = []
    number: dict[int, int] = {}  # of each branch
    height: dict[int, float] = {}
    leaves = 0
    for branch in branches:
        if not branch.children:
            number[id(branch)], height[id(branch)] = leaves, 0.0
            leaves += 1
            continue
        step = float(len(branch.children) > 1)  # a node of one child is no step
        top = max(
            height[id(child)] + ((child.length or 0.0) if has_lengths else step)
            for child in branch.children
        )
        height[id(branch)] = top
        inside = [number[id(child)] for child in branch.children]
        if len(inside) == 1:  # says nothing more than what is below it
            number[id(branch)] = inside[0]
            continue
        number[id(branch)] = len(names) + len(rows)
        rows.append(inside)
        heights.append(top)
    return Leaves(names, rows, _rounded(heights))


def write_newick(tree: Tree, names: Sequence[object], lengths: bool) -> str:
    """Write a tree; branch lengths are differences of heights.

    Examples
    --------
    >>> tree = Tree.of_rows(3, [[0, 1], [3, 2]], [1.0, 2.5])
    >>> write_newick(tree, ["a", "b", "it's"], lengths=True)
    "((a:1,b:1):1.5,'it''s':2.5);"
    """
    texts = [str(name) for name in names]
    if len(set(texts)) < len(texts):
        raise InputError(
            "Newick has only text names, and several items have the same name as text, as 1 and "
            "'1' do",
            examples=[text for text, count in Counter(texts).items() if count > 1],
            remedy="give each item a unique name",
        )
    heights = [0.0] * tree.n + tree.heights.tolist()
    root = tree.n + tree.nodes - 1
    pieces: list[str] = []
    waiting: list[int | str] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            pieces.append(node)
            continue
        above = tree.parents[node]
        length = ""
        if lengths and above >= 0:
            length = f":{heights[tree.n + above] - heights[node]:.15g}"
        if node < tree.n:
            pieces.append(f"{_quoted(texts[node])}{length}")
            continue
        waiting.append(f"){length}")
        for place, child in enumerate(reversed(tree.row(node - tree.n))):
            waiting += [","] if place else []
            waiting.append(child)
        pieces.append("(")
    return f"{''.join(pieces)};"


def _quoted(name: str) -> str:
    return name if _PLAIN.fullmatch(name) else "'{}'".format(name.replace("'", "''"))


def _rounded(heights: list[float]) -> list[float]:
    top = max(heights, default=0.0)
    if top == 0:
        return heights
    digits = _DIGITS - int(np.ceil(np.log10(top)))
    return [round(height, digits) for height in heights]


def _tokens(text: str) -> list[_Token]:
    """Return names and marks with their positions, without spaces and comments."""
    tokens, position = [], 0
    while position < len(text):
        if text[position] == "[":
            position = _comment_end(text, position)
            continue
        token = _TOKEN.match(text, position)
        if token is None:
            unclosed = text[position] == "'"
            problem = "a quoted name has no closing quote" if unclosed else "unexpected character"
            raise _error(problem, text, position)
        if token.lastgroup != "space":
            tokens.append(_Token(str(token.lastgroup), token[0], position))
        position = token.end()
    return tokens


def _comment_end(text: str, start: int) -> int:
    depth = 0
    for position in range(start, len(text)):
        depth += (text[position] == "[") - (text[position] == "]")
        if depth == 0:
            return position + 1
    raise _error("a comment has no closing bracket", text, start)


def _parsed(text: str) -> _Branch:
    """Return the root."""
    tokens = [*_tokens(text), _Token("end", "", len(text))]
    place = 0
    waiting: list[list[_Branch]] = []  # the children so far of each open parenthesis
    while True:
        token = tokens[place]
        if token.text == "(" and token.kind == "mark":
            waiting.append([])
            place += 1
            continue
        branch, place = _branch(tokens, place, [], text)
        while True:
            token = tokens[place]
            if token.kind == "mark" and token.text in ",)" and not waiting:
                raise _error(f"{token.text!r} has no matching '('", text, token.position)
            if token.kind == "mark" and token.text == ",":
                waiting[-1].append(branch)
                place += 1
                break
            if token.kind == "mark" and token.text == ")":
                waiting[-1].append(branch)
                branch, place = _branch(tokens, place + 1, waiting.pop(), text)
                continue
            return _finished(branch, tokens[place:], waiting, text)


def _finished(
    branch: _Branch, rest: list[_Token], waiting: list[list[_Branch]], text: str
) -> _Branch:
    """Check what follows the last branch: a semicolon and nothing else."""
    token = rest[0]
    if token.text != ";" or token.kind != "mark":
        wanted = "',' or ')'" if waiting else "';'"
        raise _error(f"{wanted} is expected here", text, token.position)
    if waiting:
        raise _error(f"{len(waiting)} × ')' is missing before this", text, token.position)
    if rest[1].kind != "end":
        raise _error("text follows the end of the tree", text, rest[1].position)
    return branch


def _branch(
    tokens: list[_Token], place: int, children: list[_Branch], text: str
) -> tuple[_Branch, int]:
    """Read the name and the length of a branch."""
    token = tokens[place]
    name, position = "", token.position
    is_named = token.kind in ("plain", "quoted")
    if is_named:
        quoted = token.kind == "quoted"
        name = token.text[1:-1].replace("''", "'") if quoted else token.text
        place += 1
    if not is_named and not children:
        raise _error("the name of a leaf is expected here", text, position)
    length = None
    if tokens[place].kind == "mark" and tokens[place].text == ":":
        length = _length(tokens[place + 1], text)
        place += 2
    return _Branch(name, children, position, length), place


def _length(token: _Token, text: str) -> float:
    try:
        length = float(token.text) if token.kind == "plain" else np.nan
    except ValueError:
        length = np.nan
    if not 0 <= length < np.inf:
        raise _error("a branch length must be a number of at least 0", text, token.position)
    return length


def _children_first(root: _Branch) -> list[_Branch]:
    """Return all branches, each after its children, and leaves from left to right."""
    branches, waiting = [], [root]
    while waiting:
        branch = waiting.pop()
        branches.append(branch)
        waiting += branch.children
    return branches[::-1]


def _error(problem: str, text: str, position: int) -> InputError:
    line = text.count("\n", 0, position) + 1
    start = position - (text.rfind("\n", 0, position) + 1)
    near = text[position : position + 20]
    at = f"at {near!r}" if near else "at the end"
    remedy = ""
    if "(" not in text and ";" not in text:
        remedy = "read a file first: pw.Hierarchy(Path(file).read_text())"
    return InputError(
        f"{problem} ({at})",
        subject="the Newick text",
        place=f"line {line}, character {start + 1}",
        remedy=remedy,
    )
