"""``python -m partwise``: the command line."""

from partwise.cli.__main__ import run

if __name__ == "__main__":
    run()
