"""How long the list of many games takes, and how much memory.

    python -m scripts.time_library RUN [--records FOLDER]

Reads the games of a run, or of a folder, as `hanabi view` does, and makes pages of the list and one
page of a game. With --records it first writes the games of the run to FOLDER, a record each, and
reads these. Times are in seconds; memory is the most that the process has held, in MB.
"""

from __future__ import annotations

import argparse
import resource
import time
from pathlib import Path

from hanabilab.cli.library import library_of
from hanabilab.notation import format_record
from hanabilab.web.library import Library, Query
from hanabilab.web.library_page import list_page
from hanabilab.web.page import served


def read(name: str) -> Library:
    """The library of a name; how long it took is printed."""
    began = time.perf_counter()
    library = library_of([name], partial=False)
    assert library is not None
    print(f"reading {len(library):,} games: {time.perf_counter() - began:.2f} s")
    return library


def write(library: Library, folder: Path) -> None:
    """Write the games as records, a file each."""
    folder.mkdir(parents=True)
    for number in range(len(library)):
        text = format_record(library.game(number).record)
        (folder / f"{number:06}.hanabi").write_text(text, encoding="utf-8")


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run")
    parser.add_argument("--records", type=Path)
    given = parser.parse_args()
    if given.records and not given.records.exists():
        write(read(given.run), given.records)
        return
    library = read(str(given.records or given.run))
    for query in (Query(), Query(sort="-lost", page=50), Query(find="game 17", sort="score")):
        began = time.perf_counter()
        html = list_page(library, query, "/view")
        took = time.perf_counter() - began
        print(f"page {query.address() or '(first)'}: {took:.3f} s, {len(html):,} bytes")
    began = time.perf_counter()
    served(games=[library.game(len(library) // 2).document()])
    print(f"page of a game: {time.perf_counter() - began:.3f} s")
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"memory: {most:.0f} MB")


if __name__ == "__main__":
    main()
