"""`python -m hanabilab` is `hanabi`."""

from hanabilab.cli import main

if __name__ == "__main__":
    main()
