"""Match: evaluate, ladder, sprt, stats."""
