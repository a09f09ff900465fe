"""Measure: study, bench."""
