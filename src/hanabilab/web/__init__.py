"""The page: games replayed, analysed and played in a browser.

What the page shows is made here as plain dictionaries (`position`, `document`, `analysis`) and put
into one HTML file (`page`). The modules that run in the browser are in `static`.
"""
