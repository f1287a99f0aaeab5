"""The local server: tables that people play at, studies, and games to look at.

The only room that imports Starlette and uvicorn (the extra `web`). It listens on this machine
alone, and every request passes `security.Gate`. What is computed runs in worker threads; kernels
let other threads go on meanwhile.
"""

from hanabilab.web.server.hosting import serve_table
from hanabilab.web.server.listing import serve_library
from hanabilab.web.server.serving import require_free
from hanabilab.web.server.studying import serve_study
from hanabilab.web.server.viewing import serve_view

__all__ = ["require_free", "serve_library", "serve_study", "serve_table", "serve_view"]
