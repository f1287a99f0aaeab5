"""What the public playing site reads and writes: its JSON, its links, its seeds."""

from hanabilab.notation.site.export import format_export, parse_export
from hanabilab.notation.site.link import format_link, parse_link
from hanabilab.notation.site.seeds import Seed, parse_seed

__all__ = [
    "Seed",
    "format_export",
    "format_link",
    "parse_export",
    "parse_link",
    "parse_seed",
]
