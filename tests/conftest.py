"""What holds for every test: one thread a process, no window, one cache of compiled rules."""

import os
from pathlib import Path

ROOT = Path(__file__).parents[1]

# Set before anything imports NumPy, Numba, pygame or matplotlib, which read these once.
os.environ.setdefault("OMP_NUM_THREADS", "1")  # the test processes share the cores already
os.environ.setdefault("NUMBA_CACHE_DIR", str(ROOT / ".cache" / "numba"))  # the Makefile names the same
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("MPLBACKEND", "Agg")
