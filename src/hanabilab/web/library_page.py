"""The pages of a library as HTML: the list, and the games of one deck beside each other.

They have no script. Columns are sorted by links, games are filtered by a form, and the server
answers with another page. So all of it works by keys alone, and the address is the place.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from hanabilab.review import first_difference
from hanabilab.web.library import HEADINGS, ROWS, Library, Query

#: Columns that begin with the largest when they are first sorted by.
_LARGEST_FIRST = frozenset({"score", "turns", "same"})
#: Columns that hold numbers.
_NUMBERS = frozenset({"score", "seats", "turns", "lost", "same"})
#: Games of one deck that are compared at most, and what cannot be read that is named at most.
_MOST_TEAMS, _MOST_UNREAD = 100, 200


def list_page(library: Library, query: Query, root: str) -> str:
    """The list, as far as it is asked for.

    Args:
        root: the address of the list; those of games and decks begin with it.
    """
    found = library.find(query)
    query = query._replace(page=found.page)
    rows = "\n".join(_row(row, query, root) for row in found.rows.iter_rows(named=True))
    heads = "".join(_head(name, query, root) for name in HEADINGS)
    first = (found.page - 1) * ROWS
    last = first + len(found.rows)
    caption = f"{first + 1:,} to {last:,} of {found.total:,} games" if last else "No game fits"
    return _page(
        "Hanabi games",
        f"""{_unread(library)}
{_form(library, query, root)}
<div class="scroll" tabindex="0" role="region" aria-label="List of games">
<table class="games"><caption>{caption}; {len(library):,} in all</caption>
<thead><tr>{heads}</tr></thead>
<tbody>
{rows}
</tbody></table></div>
{_pages(found.pages, query, root)}""",
    )


def _head(name: str, query: Query, root: str) -> str:
    """The head of a column: a link that sorts by it, or the other way round."""
    now, down = query.sort.removeprefix("-") == name, query.sort.startswith("-")
    turned = not down if now else name in _LARGEST_FIRST
    order = ("descending" if down else "ascending") if now else "none"
    address = escape(root + query.address(sort=f"{'-' * turned}{name}", page=1))
    arrow = ("▼" if down else "▲") if now else ""
    return (
        f'<th scope="col" aria-sort="{order}"{_kind(name)}><a href="{address}">{HEADINGS[name]}'
        f'<span aria-hidden="true">{arrow}</span></a></th>'
    )


def _row(row: dict[str, Any], query: Query, root: str) -> str:
    number, deck = row["number"], row["deck"]
    asked = escape(query.address())
    cells = {
        **{name: escape(str("" if row[name] is None else row[name])) for name in HEADINGS},
        "name": f'<a href="{root}/game/{number}{asked}">{escape(row["name"])}</a>',
    }
    if row["same"] > 1:
        address = f"{root}/deck/{deck}{escape(query.address())}"
        cells["same"] = f'<a href="{address}">{row["same"]} games</a>'
    else:
        cells["same"] = ""
    told = "".join(f"<td{_kind(name)}>{cells[name]}</td>" for name in HEADINGS if name != "name")
    return f'<tr id="game-{number}"><th scope="row">{cells["name"]}</th>{told}</tr>'


def _kind(name: str) -> str:
    return ' class="number"' if name in _NUMBERS else ""


def _form(library: Library, query: Query, root: str) -> str:
    """The boxes that narrow the list."""
    seats = sorted(library.index["seats"].unique())
    return f"""<form class="filter" action="{root}" role="search" aria-label="Find games">
<label>Find <input type="search" name="find" value="{escape(query.find)}"></label>
{_choice("Seats", "seats", seats, query.seats or "")}
{_choice("End", "end", library.ends(), query.end)}
<label>Score from <input type="number" name="least" min="0" value="{query.least or ""}"></label>
<label>to <input type="number" name="most" min="0" value="{"" if query.most < 0 else query.most}">
</label>
<input type="hidden" name="sort" value="{escape(query.sort)}">
<button>Show</button> <a class="button" href="{root}">Show all</a>
</form>"""


def _choice(words: str, name: str, values: Iterable[Any], chosen: Any) -> str:
    options = "".join(
        f'<option value="{escape(str(each))}"{" selected" * (each == chosen)}>{escape(str(each))}'
        "</option>"
        for each in values
    )
    anything = '<option value="">any</option>'
    return f'<label>{words} <select name="{name}">{anything}{options}</select></label>'


def _pages(pages: int, query: Query, root: str) -> str:
    """Links to the other pages."""
    if pages == 1:
        return ""
    at = query.page
    places = {"First": 1, "Back": at - 1, "On": at + 1, "Last": pages}
    links = " ".join(
        f'<a class="button" href="{escape(root + query.address(page=page))}">{words}</a>'
        if 1 <= page <= pages and page != at
        else f'<span class="button off">{words}</span>'
        for words, page in places.items()
    )
    return (
        f'<nav class="pages" aria-label="Pages">{links} <span>Page {at:,} of {pages:,}</span></nav>'
    )


def _unread(library: Library) -> str:
    """What could not be read, with its reason."""
    if not library.unread:
        return ""
    named = library.unread[:_MOST_UNREAD]
    items = "".join(f"<li><b>{escape(n)}</b>: {escape(why)}</li>" for n, why in named)
    more = len(library.unread) - len(named)
    items += f"<li>and {more:,} more</li>" if more else ""
    count = f"{len(library.unread):,} file{'s' * (len(library.unread) > 1)}"
    summary = f"<summary>{count} could not be read</summary>"
    return f'<details class="unread">{summary}<ul>{items}</ul></details>'


# --- The games of one deck -----------------------------------------------------------------------


def deck_page(library: Library, deck: int, against: int, query: Query, root: str) -> str:
    """The games of one deck, each beside one of them.

    Args:
        against: the number of the game that the others are compared with; the first of the deck if
            it is none of them.
        query: of the list that leads here.

    Raises:
        NotationError: there is no such deck.
    """
    rows = library.games_of(deck)
    numbers = [row["number"] for row in rows]
    base = rows[numbers.index(against) if against in numbers else 0]
    others = [row for row in rows if row["number"] != base["number"]]
    asked = escape(query.address())
    shown = "\n".join(_compared(library, base, row, root, asked) for row in others[:_MOST_TEAMS])
    left = len(others) - _MOST_TEAMS
    more = f"<p>{left:,} more games of this deck are not compared.</p>" if left > 0 else ""
    place = f"{root}{asked}#game-{base['number']}"
    return _page(
        "One deck",
        f"""<p><a class="button" href="{place}">All games</a></p>
<p>{_called(base)} has {base["score"]} points; the others are compared with it.</p>
{shown or "<p>No other game has this deck.</p>"}
{more}""",
    )


def _called(row: dict[str, Any]) -> str:
    players = f" ({escape(row['players'])})" if row["players"] else ""
    return f"<b>{escape(row['name'])}</b>{players}"


def _compared(
    library: Library, base: dict[str, Any], row: dict[str, Any], root: str, asked: str
) -> str:
    """Two games side by side, and in words."""
    pair = (base, row)
    records = [library.game(each["number"]).record for each in pair]
    difference = first_difference(*records)
    names, scores = (row_name(base), row_name(row)), (base["score"], row["score"])
    words = (
        difference.in_words(names, scores)
        if difference
        else f"{names[0]} and {names[1]} have the same actions and {scores[0]} points."
    )
    heads, turns, did, points = "", "", "", ""
    for side, each in enumerate(pair):
        at = f"#turn={difference.turn}" if difference else ""
        link = f"{root}/game/{each['number']}{asked}{at}"
        heads += f'<th scope="col"><a href="{link}">{escape(each["name"])}</a></th>'
        turns += f"<td>{escape(each['players'])}</td>"
        did += f"<td>{escape(difference.actions[side]) if difference else 'the same'}</td>"
        points += f"<td>{each['score']}, {escape(each['end'])}, {each['turns']} turns</td>"
    when = f"Turn {difference.turn}, seat {difference.seat}" if difference else "Actions"
    address = f"{root}/deck/{row['deck']}{asked}{'&amp;' if asked else '?'}against={row['number']}"
    return f"""<section class="pair"><p>{escape(words)}</p>
<table><thead><tr><td></td>{heads}</tr></thead><tbody>
<tr><th scope="row">Players</th>{turns}</tr>
<tr><th scope="row">{when}</th>{did}</tr>
<tr><th scope="row">At the end</th>{points}</tr></tbody></table>
<p><a href="{address}">Compare all with {escape(row["name"])}</a></p></section>"""


def row_name(row: dict[str, Any]) -> str:
    """What a game is called in a sentence."""
    return f"{row['name']} ({row['players']})" if row["players"] else str(row["name"])


def _page(title: str, body: str) -> str:
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n"
        '<link rel="stylesheet" href="/static/style.css">\n'
        '<link rel="stylesheet" href="/static/library/library.css">\n'
        f'</head>\n<body class="library"><main>\n<h1>{title}</h1>\n{body}\n'
        "</main></body>\n</html>\n"
    )
