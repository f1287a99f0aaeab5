"""Files that somebody has forged with care: each is of its kind, but for one thing.

A forger who knows how a run is kept gives a forged file the digest that belongs to it: `sign` does.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import polars as pl

from hanabilab.runs.manifest import MANIFEST
from hanabilab.runs.parts import PART, digest_of
from tests.harness.forged_arrays import forge_arrays
from tests.harness.spoiling import spoil_bytes

__all__ = ["copy_of", "forge", "sign"]

#: Values of JSON that no setting has.
_JUNK = (
    *(None, True, -1, 0, 1 << 63, 1 << 70, 10**400, 1.5, 1e300, "", "x" * 300, "[/bold]\x1b[2J"),
    *([], {}, [[1]], "../../x", "evil.py:evil", [None], {"a": -1}),
)
_WILD = (-(1 << 62), -400, -1, 0, 1, 26, 127, 1 << 15, 1 << 40, (1 << 63) - 1)


def forge(random: Random, path: Path) -> str:
    """Forge a file in one way, which is told."""
    kinds: dict[str, Callable[[Random, Path], str]] = {
        ".npz": _forge_npz,
        ".parquet": _forge_table,
        ".json": _forge_json,
        ".csv": _forge_csv,
        ".toml": _forge_toml,
        ".safetensors": _forge_weights,
    }
    own = kinds.get(path.suffix, _spoil)
    return random.choice((own, own, own, own, _spoil, _replace))(random, path)


def sign(folder: Path) -> None:
    """Let names of parts and the digests in a manifest be those of what is there."""
    try:
        document = json.loads((folder / MANIFEST).read_text())
        plan = json.dumps([document["command"], document["settings"]], sort_keys=True)
        files = dict(document.get("files", {}))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return
    digest = hashlib.sha256(plan.encode()).hexdigest()[:16]
    for part in [path for path in folder.rglob("part-*") if path.is_file()]:
        if named := PART.fullmatch(part.name):
            own = digest_of(digest, part.read_bytes())
            signed = part.with_name(f"part-{digest}-{named[2]}-{own}{part.suffix}")
            part.rename(signed)
            old, new = (path.relative_to(folder).as_posix() for path in (part, signed))
            files = {new if name == old else name: each for name, each in files.items()}
    for name in files:
        if (folder / name).is_file():
            files[name] = hashlib.sha256((folder / name).read_bytes()).hexdigest()
    if files:
        (folder / MANIFEST).write_text(json.dumps(document | {"files": files}))


# --- Any file ------------------------------------------------------------------------------------


def _spoil(random: Random, path: Path) -> str:
    way, data = spoil_bytes(random, path.read_bytes(), [random.randbytes(200)])
    path.write_bytes(data)
    return way


def _replace(random: Random, path: Path) -> str:
    """Something that is no file stands there, or text that is none."""
    way = random.choice(("a folder", "a pipe", "a link to itself", "ff fe", "gone"))
    path.unlink()
    if way == "a folder":
        path.mkdir()
    elif way == "a pipe":
        os.mkfifo(path)
    elif way == "a link to itself":
        path.symlink_to(path.name)
    elif way == "ff fe":
        path.write_bytes(b"\xff\xfe" + random.randbytes(40))
    return way


# --- Arrays --------------------------------------------------------------------------------------


def _forge_npz(random: Random, path: Path) -> str:
    way, data = forge_arrays(random, path.read_bytes())
    path.write_bytes(data)
    return way


# --- Tables --------------------------------------------------------------------------------------


def _forge_table(random: Random, path: Path) -> str:
    table = pl.read_parquet(path)
    name = random.choice(table.columns)
    wild = random.choice(_WILD)
    ways: dict[str, Callable[[], pl.DataFrame]] = {
        f"is {wild}": lambda: table.with_columns(_filled(table[name], wild)),
        "has a null": lambda: table.with_columns(
            pl.when(pl.int_range(pl.len()) > 0).then(pl.col(name)).alias(name)
        ),
        "has a null within": lambda: table.with_columns(_null_within(table[name])),
        "is text": lambda: table.with_columns(pl.lit("x" * 99).alias(name)),
        "is lost": lambda: table.drop(name),
        "is there under another name": lambda: table.rename({name: "odd"}),
        "and all others twice": lambda: pl.concat([table, table]),
        "and all others without rows": table.clear,
    }
    way = random.choice(list(ways))
    buffer = io.BytesIO()
    ways[way]().write_parquet(buffer)
    path.write_bytes(buffer.getvalue())
    return f"column {name} {way}"


def _filled(column: pl.Series, wild: int) -> pl.Series:
    """The same, its values replaced by a wild one if its type holds it."""
    kind: Any = column.dtype
    inner = kind.inner if isinstance(kind, pl.Array) else kind
    try:
        value = pl.Series(column.name, [wild]).cast(inner)
    except pl.exceptions.PolarsError:
        return pl.Series(column.name, [wild] * len(column))
    if isinstance(kind, pl.Array):
        return pl.Series(column.name, [value.to_list() * kind.size] * len(column), dtype=kind)
    return value.new_from_index(0, len(column))


def _null_within(column: pl.Series) -> pl.Series:
    rows = column.to_list()
    if rows and isinstance(rows[0], list):
        rows[0] = [None, *rows[0][1:]]
    return pl.Series(column.name, rows, dtype=column.dtype)


# --- Text ----------------------------------------------------------------------------------------


def _forge_json(random: Random, path: Path) -> str:
    way = random.choice(("edited",) * 8 + ("deep", "digits", "no number"))
    if way == "deep":
        path.write_text('{"settings": ' + "[" * 5000 + "]" * 5000 + "}")
    elif way == "digits":
        path.write_text(path.read_text().replace("1", "1" * 5000, 1))
    elif way == "no number":
        path.write_text(path.read_text().replace("1", "NaN", 1))
    if way != "edited":
        return way
    document = json.loads(path.read_text())
    told = _edit(random, document)
    path.write_text(json.dumps(document))
    return told


def _edit(random: Random, document: Any) -> str:
    """Another value somewhere in a document, which is changed; where."""
    here, where = document, []
    while isinstance(here, dict | list) and here:
        key = random.choice(list(here) if isinstance(here, dict) else range(len(here)))
        where.append(str(key))
        if isinstance(here[key], dict | list) and here[key] and random.random() < 0.9:
            here = here[key]
            continue
        junk = random.choice(_JUNK)
        here[key] = junk
        return f"{'/'.join(where)} = {str(junk)[:40]!r}"
    return "nothing to edit"


def _forge_csv(random: Random, path: Path) -> str:
    lines = path.read_text().splitlines() or [""]
    row = random.randrange(len(lines))
    fields = lines[row].split(",")
    place = random.randrange(len(fields))
    junk = ("", "-1", "x" * 200_000, "9" * 5000, '"', "\0", "²", "1e9", "a,b", "é")
    fields[place] = random.choice(junk)
    lines[row] = ",".join(fields)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return f"row {row}, field {place} = {fields[place][:20]!r}"


def _forge_toml(random: Random, path: Path) -> str:
    lines = path.read_text().splitlines()
    row = random.choice([row for row, line in enumerate(lines) if "=" in line])
    name = lines[row].partition("=")[0]
    junk = ("-1", "[" * 5000, "9" * 5000, "1e400", '"x"', "[]", "{a = 1}", "true", "nan", "'a\0'")
    value = random.choice((*junk, "2026-01-01", '"\\u0000"', '["a", 1]', "1_000", "inf", '""'))
    lines[row] = f"{name}= {value}"
    path.write_text("\n".join(lines) + "\n")
    return f"{name}= {value[:20]!r}"


# --- Weights -------------------------------------------------------------------------------------


def _forge_weights(random: Random, path: Path) -> str:
    data = path.read_bytes()
    size = int.from_bytes(data[:8], "little")
    header, content = json.loads(data[8 : 8 + size]), bytearray(data[8 + size :])
    way = random.choice(("header", "card", "card", "card", "numbers"))
    told = way
    if way == "header":
        told = _edit(random, header)
    elif way == "card":
        card = json.loads(header["__metadata__"]["card"])
        told = _edit(random, card)
        header["__metadata__"]["card"] = json.dumps(card)
    else:
        start = random.randrange(len(content) - 64) & ~7
        content[start : start + 64] = random.choice((b"\xff", b"\x7f", b"\x00")) * 64
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(len(text).to_bytes(8, "little") + text + bytes(content))
    return f"{way}: {told}"


def copy_of(folder: Path, place: Path) -> Path:
    """A fresh copy of a folder at `place`."""
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(folder, place, symlinks=True)
    return place
