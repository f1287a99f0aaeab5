"""Sources of the page made smaller for a file: modules without comments and blanks, and styles.

What a reader of the page sees stays as it is: blanks in strings, templates and patterns are text.
Attributes in templates stand without quotes, or in single ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

#: How lines end that may be joined with the next.
_OPEN_ENDS = (";", ",", "{", "(", "[", "&&", "||", "=>", " ?", " :", " =", " +")
#: How lines begin that may be joined with the one before: ends of blocks, and what goes on.
_OPEN_STARTS = ("<", "}", ")", "]", "?", ":", "&&", "||", "+ ", ".", "${", "`")
#: Text of a module: a string, a comment, a pattern, a template up to its end or to code in it.
_STRING = re.compile(r""""(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'""")
_COMMENT = re.compile(r" *//[^\n]*| */\*.*?\*/", re.DOTALL)
_PATTERN = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/")
_TEMPLATE = re.compile(r"[`}](?:[^`\\$]|\\.|\$(?!\{))*(?:`|\$\{)", re.DOTALL)
#: Code up to where text may begin or end.
_CODE = re.compile(r"""[^"'`/{} ]+|.""", re.DOTALL)
#: What stands before a pattern; behind anything else, "/" divides.
_BEFORE_PATTERN = re.compile(r"(?:[(,=:\[!&|?{};>]|\breturn) *$")
#: Blanks beside signs. Of "+", "-" and "/" two may not meet, so theirs stay.
_BLANKS = re.compile(r" *([=*<>!&|?:;,(){}\[\]]) *")
#: Attributes of a template whose value is written there: one word, or more.
_WORD = re.compile(r"""(?<=\w)="([\w-]+)"(?=[ >\n])""")
_WORDS = re.compile(r"""(?<=\w)="([^"'`$<>]*)"(?=[ >\n])""")
_STYLE_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
#: Blanks of a style sheet that say nothing: behind these signs, and before braces.
_STYLE_BLANKS = re.compile(r"(?<=[:;,{}])\s|\s(?=[{}])|;(?=\s?})")


def slim_module(source: str) -> str:
    """A module without indentation, without comments, and without blanks beside signs.

    Lines are joined where no statement ends, or where one ends visibly: in a `data:` URL a line end
    takes three characters.
    """
    kept = list(_lines(source))
    pairs = zip(kept, [*kept[1:], ""], strict=True)
    joined = "".join(line + (" " if _goes_on(line, after) else "\n") for line, after in pairs)
    return "".join(text if stays else _BLANKS.sub(r"\1", text) for text, stays in _parts(joined))


def slim_style(source: str) -> str:
    """A style sheet without comments, indentation, and blanks that say nothing."""
    lines = (line.strip() for line in _STYLE_COMMENT.sub("", source).splitlines())
    return _STYLE_BLANKS.sub("", "\n".join(line for line in lines if line))


def _lines(source: str) -> Iterator[str]:
    """Lines that are not only comments, without indentation; code may stand behind a comment."""
    inside = False  # a comment of several lines
    for whole in source.splitlines():
        line = whole.strip()
        if inside:
            _, end, after = line.partition("*/")
            line, inside = after.lstrip(), not end
        inside = inside or (line.startswith("/*") and "*/" not in line)
        if line and not inside and not _is_comment(line):
            yield line


def _is_comment(line: str) -> bool:
    """Whether a line is only one comment."""
    whole = line.startswith("/*") and line.index("*/") == len(line) - 2
    return whole or line.startswith("// ")


def _goes_on(line: str, after: str) -> bool:
    """Whether the line `after` may stand behind this one; behind a comment it may not."""
    ends = line == "}" or line.endswith(_OPEN_ENDS)
    return (ends or after.startswith(_OPEN_STARTS)) and "//" not in line


def _parts(source: str) -> Iterator[tuple[str, bool]]:
    """The code and the text of a module, in turns, and whether it stays as it is; no comments."""
    at, code = 0, ""
    depths: list[int] = []  # of braces in the code, for each template around it
    while at < len(source):
        found = _text(source, at, code, depths) or next(_CODE.finditer(source, at))
        if found.re is _CODE:
            code += found[0]
            if depths and found[0] in "{}":
                depths[-1] += 1 if found[0] == "{" else -1
        else:
            yield code, False
            code = ""
            if found.re is not _COMMENT:
                yield _short(found), True
        at = found.end()
    yield code, False


def _short(found: re.Match[str]) -> str:
    """A text with marks that JSON need not write in two characters: of strings and attributes."""
    text = found[0]
    if found.re is _TEMPLATE:
        return _WORDS.sub(r"='\1'", _WORD.sub(r"=\1", text))
    return f"'{text[1:-1]}'" if found.re is _STRING and "'" not in text else text


def _text(source: str, at: int, before: str, depths: list[int]) -> re.Match[str] | None:
    """The text that begins here, behind the code `before`; None if code does."""
    ends_code = source[at] == "}" and depths and not depths[-1]
    if source[at] == "`" or ends_code:
        found = _TEMPLATE.match(source, at)
        if ends_code:
            depths.pop()
        if found and found[0].endswith("${"):
            depths.append(0)
        return found
    if found := _STRING.match(source, at) or _COMMENT.match(source, at):
        return found
    return _PATTERN.match(source, at) if _BEFORE_PATTERN.search(before) else None
