"""HTTP structured fields (RFC 9651) as far as signatures need them.

A dictionary whose members are byte sequences or inner lists of names with parameters. Members in
another form are accepted and not parsed, because signatures of other parties use the same headers.
The text of each list is kept unchanged, because it is itself a part of the signed content.
"""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass
from typing import Dict, Mapping, Optional, Pattern, Tuple, Union

MEMBERS_MAX = 16

_KEY = re.compile(r"[a-z*][a-z0-9_.*-]*")
_BYTES = re.compile(r":([A-Za-z0-9+/]*={0,2}):")
_STRING = re.compile(r'"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"')
_INTEGER = re.compile(r"-?[0-9]{1,15}(?![0-9.])")
#: Decimals, tokens, booleans, dates and display strings, which are skipped.
_OTHERS = (
    re.compile(r"-?[0-9]{1,12}\.[0-9]{1,3}"),
    re.compile(r"[A-Za-z*][!#$%&'*+.^_`|~0-9A-Za-z:/-]*"),
    re.compile(r"\?[01]"),
    re.compile(r"@-?[0-9]{1,15}"),
    re.compile(r'%"[\x20-\x21\x23-\x7e]*"'),
)
_SEPARATOR = re.compile(r"[ \t]*,[ \t]*")
_SEMICOLON, _EQUALS, _OPEN = re.compile("; *"), re.compile("="), re.compile(r"\(")
_CLOSE, _SPACES, _SPACE = re.compile(r" *\)"), re.compile(" +"), re.compile(" *")


class _Unread:
    """A value of a kind that is not read."""


_UNREAD = _Unread()
Value = Union[str, int, bytes, _Unread]


@dataclass(frozen=True)
class InnerList:
    items: Tuple[str, ...]
    parameters: Mapping[str, Union[str, int]]
    text: str


@dataclass(frozen=True)
class Other:
    """Well-formed, but of a kind that is not needed here."""


Member = Union[bytes, InnerList, Other]


class _Malformed(Exception):
    pass


def parse_dictionary(text: str) -> Optional[Mapping[str, Member]]:
    """None if the text is no dictionary."""
    try:
        return _Parser(text).dictionary()
    except (_Malformed, binascii.Error):
        return None


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def dictionary(self) -> Mapping[str, Member]:
        members: Dict[str, Member] = {}
        while len(members) < MEMBERS_MAX:
            key = self._need(_KEY)
            member = self._member()
            if key in members:
                raise _Malformed
            members[key] = member
            if self._at == len(self._text):
                return members
            self._need(_SEPARATOR)
        raise _Malformed

    def _take(self, pattern: Pattern[str]) -> Optional[re.Match]:
        match = pattern.match(self._text, self._at)
        if match is not None:
            self._at = match.end()
        return match

    def _need(self, pattern: Pattern[str]) -> str:
        match = self._take(pattern)
        if match is None:
            raise _Malformed
        return match[0]

    def _member(self) -> Member:
        if self._take(_EQUALS) is None:
            self._parameters()
            return Other()
        if self._text[self._at : self._at + 1] == "(":
            return self._list()
        value = self._value()
        parameters = self._parameters()
        return value if isinstance(value, bytes) and not parameters else Other()

    def _value(self) -> Value:
        match = self._take(_BYTES)
        if match is not None:
            return base64.b64decode(match[1] + "=" * (-len(match[1]) % 4))
        match = self._take(_STRING)
        if match is not None:
            return re.sub(r'\\(["\\])', r"\1", match[1])
        match = self._take(_INTEGER)
        if match is not None:
            return int(match[0])
        if any(self._take(other) is not None for other in _OTHERS):
            return _UNREAD
        raise _Malformed

    def _parameters(self) -> Dict[str, Value]:
        parameters: Dict[str, Value] = {}
        while self._take(_SEMICOLON) is not None:
            name = self._need(_KEY)
            if name in parameters:
                raise _Malformed
            parameters[name] = _UNREAD if self._take(_EQUALS) is None else self._value()
        return parameters

    def _list(self) -> Member:
        """A list that names a component by anything but a plain string is of another kind."""
        start = self._at
        self._need(_OPEN)
        items: list = []
        count = 0
        while self._take(_CLOSE) is None:
            if count > 0:
                self._need(_SPACES)
            else:
                self._take(_SPACE)
            item = self._value()
            parameters = self._parameters()
            count += 1
            if isinstance(item, str) and not parameters and item not in items:
                items.append(item)
        parameters = self._parameters()
        read = {name: each for name, each in parameters.items() if isinstance(each, (str, int))}
        if len(items) < count or len(read) < len(parameters):
            return Other()
        return InnerList(tuple(items), read, self._text[start : self._at])
