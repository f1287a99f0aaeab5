"""One browser for all tests of the page: Playwright can be started once in a process."""

from tests.web.browser import browser, page

__all__ = ["browser", "page"]
