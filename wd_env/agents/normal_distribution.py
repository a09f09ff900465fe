"""The normal distribution in whole numbers, for hand-written bots that estimate battles."""

# The normal distribution function in thousandths, from 0 in steps of a tenth of a standard deviation.
# fmt: off
NORMAL_CDF = (
    500, 540, 579, 618, 655, 691, 726, 758, 788, 816, 841, 864, 885, 903, 919, 933, 945, 955, 964, 971, 977,
    982, 986, 989, 992, 994, 995, 997, 997, 998, 999, 999, 999, 1000,
)
# fmt: on
CDF_ENTRIES = 34
CERTAIN = 1000  # thousandths


def normal_chance(tenths):
    """Return the normal distribution function in thousandths at some tenths of a standard deviation."""
    chance = NORMAL_CDF[min(max(tenths, 0 - tenths), CDF_ENTRIES - 1)]
    return chance if tenths >= 0 else CERTAIN - chance


def integer_sqrt(square):
    """Return the integer square root, by Newton's method."""
    root = square
    better = (square + 1) // 2
    while better < root:
        root = better
        better = (root + square // root) // 2
    return root
