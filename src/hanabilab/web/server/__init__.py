"""The local server: tables that people play at, studies, and games to look at.

The only room that imports Starlette and uvicorn (the extra `web`). It listens on this machine
alone, and every request passes `security.Gate`. What is computed runs in worker threads; kernels
let other threads go on meanwhile.
"""
