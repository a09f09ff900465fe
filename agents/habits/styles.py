"""The styles: one set of habits each, told apart by a number; tables by style have an entry for each, in this order."""

V1, MENDED = range(2)
STYLES = 2
