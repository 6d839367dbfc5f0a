"""``python -m partwise.cli`` is the command ``partwise``."""

import sys

from partwise.cli import main

if __name__ == "__main__":
    sys.exit(main())
