"""`python3 -m cosmosim_analysis`: the command line of analysis/plot."""

import sys

from .cli import main

sys.exit(main())
