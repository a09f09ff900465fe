"""The generator gives the published numbers, draws without bias, and is the same interpreted and compiled."""

from collections import Counter
from types import FunctionType

import numpy as np
import pytest

from wd_env.batch.mask_bits import num_words, unpack_mask
from wd_env.kernels import bits
from wd_env.kernels import philox as rng
from wd_env.kernels.bits import has_flag, pack_flags
from wd_env.kernels.philox import KEY_STREAM, WORD, bounded_draw, game_key, philox, uniform_draw, weighted_draw

# Random123, file kat_vectors, rows `philox4x32 10`: key, counter and the first word of the output.
KNOWN_ANSWERS = [
    ((0, 0), (0, 0, 0, 0), 0x6627E8D5),
    ((WORD, WORD), (WORD, WORD, WORD, WORD), 0x408F276D),
    ((0xA4093822, 0x299F31D0), (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344), 0xD16CFE09),
]


@pytest.mark.parametrize(("key", "counter", "word"), KNOWN_ANSWERS)
def test_philox_gives_the_published_words(key, counter, word):
    assert philox(*key, *counter) == word


def scripted(function, **names):
    """Return the function with other helpers, which give it a fixed stream."""
    return FunctionType(function.__code__, {**vars(rng), **names})


def draw_from(words, n):
    """Return the result of `bounded_draw` for these words, and the number of words used."""
    stream = [0, 0, 0]
    draw = scripted(bounded_draw, philox=lambda k0, k1, low, high, c2, c3: words[low])
    return draw(stream, n), stream[2]


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 7, 27, 65, 100, 221, 2**16 + 1])
def test_each_outcome_of_a_bounded_draw_has_equally_many_words(n):
    """Count with the ends of the intervals, because only the first word of an outcome can be rejected."""
    firsts = [-(-k * (WORD + 1) // n) for k in range(n)] + [WORD + 1]
    for k in range(n) if n <= 300 else range(0, n, 997):
        first, after = firsts[k], firsts[k + 1]
        value, used = draw_from([first, after - 1], n)
        assert value == k
        assert draw_from([first + 1], n) == (k, 1) or first + 1 == after
        assert draw_from([after - 1], n) == (k, 1)
        assert after - first - (used - 1) == (WORD + 1) // n


def test_a_refused_word_is_replaced_by_the_next():
    assert draw_from([0, 0, 0, WORD], 3) == (2, 4)
    assert draw_from([0], 4) == (0, 1)


def test_a_draw_moves_the_counter_and_nothing_else():
    stream = [7, 8, 2**32 - 1]
    first = bounded_draw(stream, 6)
    assert stream == [7, 8, 2**32]
    assert first == philox(7, 8, WORD, 0, 0, 0) * 6 >> 32
    assert bounded_draw(stream, 6) == philox(7, 8, 0, 1, 0, 0) * 6 >> 32


@pytest.mark.parametrize("weights", [[1], [0, 1, 0], [90, 10], [1, 1, 1, 1, 1, 1], [3, 0, 0, 2, 7, 0], [0, 0, 5]])
def test_a_weighted_draw_gives_each_outcome_its_weight(weights):
    total = sum(weights)
    found = Counter()
    for left in range(total):
        draw = scripted(weighted_draw, bounded_draw=lambda stream, n, left=left: left if n == total else None)
        found[draw([0, 0, 0], weights, len(weights))] += 1
    assert [found[outcome] for outcome in range(len(weights))] == weights


def test_draws_spread_as_their_weights():
    """Compute chi-squared of 60,000 throws of a die (five degrees of freedom): below 20.5 in 999 of 1,000 streams."""
    stream = [123, 456, 0]
    thrown = Counter(bounded_draw(stream, 6) for _ in range(60_000))
    assert sum((thrown[face] - 10_000) ** 2 / 10_000 for face in range(6)) < 20.5


def test_keys_differ_by_seed_row_episode_and_word_and_never_meet_a_draw():
    keys = [game_key(*seed, row, episode, word) for seed in ((0, 0), (1, 0), (0, 1))
            for row in range(8) for episode in range(8) for word in (0, 1)]  # fmt: skip
    assert len(set(keys)) == len(keys)
    assert KEY_STREAM != 0, "expected a value other than 0, which draws have in this word"
    assert all(0 <= key <= WORD for key in keys)


def make_draws(tag):
    def draws(stream, weights, words, out):
        tag  # noqa: B018
        for i in range(len(out)):
            out[i] = uniform_draw(stream, words) if i % 2 == 1 else weighted_draw(stream, weights, len(weights))

    return draws


def test_compiled_draws_are_the_interpreted_ones():
    pytest.importorskip("numba")
    from wd_env.compiler.compile_rules import compile_lazily

    compiled, draws = compile_lazily("draws", (bits, rng), make_draws), make_draws("")
    for key in ((0, 0), (WORD, WORD), (0xA4093822, 0x299F31D0)):
        start = [*key, 2**32 - 50]
        weights, words = [3, 0, 90, 10, 1, 0, 7], [0, 0x80000001, 0xFFFF0000]
        plain_stream, plain = list(start), [0] * 200
        draws(plain_stream, weights, words, plain)
        stream, out = np.array(start), np.zeros(200, np.int64)
        compiled(stream, np.array(weights), np.array(words), out)
        assert out.tolist() == plain
        assert stream.tolist() == plain_stream


@pytest.mark.parametrize("flags", [1, 5, 31, 32, 33, 64, 65, 226])
def test_a_uniform_draw_is_the_weighted_draw_of_its_flags(flags):
    generator = np.random.default_rng(flags)
    for number in range(50):
        row = (generator.random(flags) < generator.random()).astype(int).tolist()
        row[number % flags] = 1
        words = [0] * num_words(flags)
        pack_flags(row, words)
        assert unpack_mask(np.array(words), flags).tolist() == row
        assert [has_flag(words, flag) for flag in range(flags)] == row
        stream, same = [number, 7, 0], [number, 7, 0]
        assert uniform_draw(stream, words) == weighted_draw(same, row, flags)
        assert stream == same
