"""Games of hand-written bots and their observations at the beginnings of turns; in the subset of the rules.

The function is copied into a namespace that defines `step`, `is_terminal` and `turn_index` of the game.
"""

from wd_env.agents.search.rollouts import policy_action, start_sample, win_fraction
from wd_env.kernels.game_loop import sample_chance, write_observation
from wd_env.kernels.philox import bounded_draw


def make_play_turns(cache_key):
    """Return the compiled function; `cache_key` is in its closure because Numba's cache keys on it."""

    def play_turns(
        states,
        styles,
        key,
        random_per_mille,
        outcomes,
        odds,
        used,
        streams,
        mask,
        values,
        shape,
        scratch_units,
        work,
        observations,
        players,
        won,
    ):
        cache_key  # noqa: B018
        s = states[0]
        start_sample(streams, key, 0)
        turn = turn_index(s)  # noqa: F821
        obs = observations[len(observations) - 1]  # the last row is scratch
        count = 0
        while not is_terminal(s):  # noqa: F821
            if turn_index(s) != turn and count < len(players):  # noqa: F821
                turn = turn_index(s)  # noqa: F821
                player = bounded_draw(streams[1], s.players)
                seat = s.seat if s.owner[s.seat] == player else s.home_seat[player]
                write_observation(s, seat, observations[count])
                players[count] = player
                count += 1
            style = styles[s.owner[s.seat]]
            a = policy_action(s, style, random_per_mille, streams[1], mask, obs, values, shape, scratch_units, work)
            step(s, a)  # noqa: F821
            sample_chance(s, streams[0], outcomes, odds, used)
        for row in range(count):
            won[row] = win_fraction(s, players[row])
        return count

    return play_turns
