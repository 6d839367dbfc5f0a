"""Documents with their entities, each a set of mentions, from data in memory."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from partwise.base import Cell, InputError, Result, Table, many

Entities: TypeAlias = tuple[frozenset[Hashable], ...]

_COLLECTIONS = (list, tuple, set, frozenset, Mapping)
_FORMS = (
    "pass a list of entities, each a list of mentions; a mapping from mentions to entities; or a "
    "mapping from documents to either"
)


@dataclass(frozen=True)
class Documents(Mapping[str, Entities], Result):
    """Documents with their entities, as `pw.coreference.read` returns them.

    Parameters
    ----------
    entities : mapping
        The entities of each document, each a set of mentions.
    notes : tuple of str
        What a reader changed, such as mentions that a file gives to two entities.

    Examples
    --------
    >>> documents = Documents({"news": (frozenset("ab"), frozenset("c"))})
    >>> documents
    document  entities  mentions
    news             2         3
    >>> len(documents["news"])
    2
    """

    entities: Mapping[str, Entities]
    notes: tuple[str, ...] = ()

    def __getitem__(self, document: str) -> Entities:
        return self.entities[document]

    def __iter__(self) -> Iterator[str]:
        return iter(self.entities)

    def __len__(self) -> int:
        return len(self.entities)

    def to_table(self) -> Table:
        """Return how many entities and mentions each document has."""
        rows: list[list[Cell]] = [
            [document, len(entities), sum(map(len, entities))]
            for document, entities in self.entities.items()
        ]
        return Table(["document", "entities", "mentions"], rows, notes=self.notes)


def as_documents(entities: Any, subject: str) -> Documents:
    """Return entities in any form as documents; those without documents are one of them.

    Examples
    --------
    >>> as_documents({"he": 1, "Ann": 2, "she": 2}, "the reference").to_dict()["entities"]
    {'the only document': [['he'], ['Ann', 'she']]}
    """
    if isinstance(entities, Documents):
        return entities
    try:
        if isinstance(entities, Mapping) and _has_documents(entities):
            return Documents({str(name): _entities(each) for name, each in entities.items()})
        return Documents({"the only document": _entities(entities)})
    except InputError as error:
        raise error.about(subject) from None


def _has_documents(entities: Mapping[Any, Any]) -> bool:
    """Whether a mapping has documents for keys; otherwise, these are mentions."""
    are_collections = [isinstance(value, _COLLECTIONS) for value in entities.values()]
    if any(are_collections) and not all(are_collections):
        single = [key for key, is_one in zip(entities, are_collections, strict=True) if not is_one]
        raise InputError(
            "some values of the mapping are collections and others are not",
            examples=single,
            count=len(single),
            what="keys without a collection",
            remedy=_FORMS,
        )
    return bool(are_collections) and are_collections[0]


def _entities(entities: Any) -> Entities:
    if isinstance(entities, str | bytes | Path):
        raise InputError(
            f"the text {str(entities)!r} is not a list of entities",
            remedy="pass what pw.coreference.read(path) returns, or lists of mentions",
        )
    if isinstance(entities, Mapping):
        return _from_mentions(entities)
    if not isinstance(entities, Iterable):
        raise InputError(
            f"{type(entities).__name__} is not a collection of entities", remedy=_FORMS
        )
    collected = []
    for entity in entities:
        if isinstance(entity, str | bytes) or not isinstance(entity, Iterable):
            raise InputError(
                "an entity is not a collection of mentions", examples=[entity], remedy=_FORMS
            )
        collected.append([as_mention(mention) for mention in entity])
    kept, repeated = without_repetitions(collected)
    if repeated:
        raise InputError(
            "mentions belong to several entities of one document",
            examples=repeated,
            count=len(repeated),
            what="mentions",
            remedy="keep each mention in one entity of a document",
        )
    return kept


def _from_mentions(entity_of: Mapping[Any, Any]) -> Entities:
    collected: dict[Any, list[Hashable]] = {}
    for mention, entity in entity_of.items():
        if entity is None or entity != entity:
            raise InputError(
                "a mention has no entity",
                examples=[mention],
                remedy="leave out mentions without an entity, or give each an entity with one "
                "mention",
            )
        collected.setdefault(entity, []).append(mention)
    return tuple(map(frozenset, collected.values()))


def as_mention(mention: Any) -> Hashable:
    """Return a mention; a list, as JSON has for spans, becomes a tuple."""
    if isinstance(mention, list):
        return tuple(map(as_mention, mention))
    try:
        hash(mention)
    except TypeError:
        raise InputError(
            f"a mention is a {type(mention).__name__}, which cannot be compared",
            examples=[mention],
            remedy="use text, numbers or tuples such as (start, end)",
        ) from None
    return mention  # type: ignore[no-any-return]


def without_repetitions(
    collected: Iterable[Iterable[Hashable]],
) -> tuple[Entities, list[Hashable]]:
    """Return entities with each mention in the first that has it, and mentions of several.

    Entities that have nothing left are left out, as the official scorer does.

    Examples
    --------
    >>> without_repetitions(["a", "bc", "b"])[1]
    ['b']
    """
    owner: dict[Hashable, int] = {}
    kept: list[frozenset[Hashable]] = []
    repeated: list[Hashable] = []
    for number, entity in enumerate(collected):
        mentions = dict.fromkeys(entity)
        others = [m for m in mentions if owner.setdefault(m, number) != number]
        repeated += others
        own = frozenset(mentions) if not others else frozenset(mentions).difference(others)
        if own:
            kept.append(own)
    return tuple(kept), list(dict.fromkeys(repeated))


def repetition_note(count: int, place: str) -> str:
    """Say that a file gives mentions to several entities."""
    return (
        f"{place}: {many(count, 'mention')} in several entities of one document; the first entity "
        "keeps each, as in the official scorer"
    )
